//! Positions to prove things in, and the checker.

use std::path::PathBuf;

use surefoot_inference::{Certificate, Workspace};
use surefoot_rules::{
    Action, Cell, Deal, Game, GameKind, Grid, Level, Random, Rules, Status, View,
};

/// Random positions in the middle of games: some cells opened because they are
/// certain, others at random among the safe ones, so that all kinds of frontiers
/// come up.
pub(crate) fn positions(level: Level, seed: u64) -> impl Iterator<Item = View> {
    let Level { width, height, mines } = level;
    let grid = Grid::new(width, height).expect("a level is a board");
    let mut game = Game::new(Rules::new(GameKind::Win, grid.clone(), mines)).expect("playable");
    let mut workspace = Workspace::default();
    (0..).filter_map(move |index| {
        game.deal(Deal::new(seed, index));
        let mut random = Random::named("positions", [seed, index]);
        game.play(Action::Open(grid.middle())).ok()?;
        let until = random.below(width * height - mines);
        while game.status() == Status::Playing && game.view().opened() < until.max(9) {
            let view = game.view().clone();
            let safe: Vec<Cell> = if random.below(3) > 0 {
                let posterior = workspace.solve(&view).ok()?;
                view.hidden().filter(|&cell| posterior.is_safe(cell)).collect()
            } else {
                Vec::new()
            };
            let layout = game.layout()?;
            let all = || view.hidden().filter(|&cell| !layout.is_mine(cell)).collect::<Vec<_>>();
            let next = *random.pick(&if safe.is_empty() { all() } else { safe })?;
            game.play(Action::Open(next)).ok()?;
        }
        (game.status() == Status::Playing).then(|| game.view().clone())
    })
}

/// The certain cells of a view, mines and safe ones.
pub(crate) fn certain(view: &View) -> Vec<(Cell, bool)> {
    let mut workspace = Workspace::default();
    let posterior = workspace.solve(view).expect("a position of a game can be");
    let closed = view.closed();
    closed
        .filter(|&cell| posterior.is_safe(cell) || posterior.is_mine(cell))
        .map(|cell| (cell, posterior.is_mine(cell)))
        .collect()
}

/// A folder of our own that goes when we do.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("surefoot-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    /// Whether `VeriPB` accepts a certificate; else what it says.
    pub(crate) fn check(&self, certificate: &Certificate) -> Result<(), String> {
        let (formula, derivation) = (self.0.join("claim.opb"), self.0.join("proof.pbp"));
        std::fs::write(&formula, &certificate.claim).expect("a file can be written");
        std::fs::write(&derivation, &certificate.proof).expect("a file can be written");
        // The checker also accepts proofs that conclude nothing.
        if !certificate.proof.contains("\nconclusion UNSAT;\n") {
            return Err("nothing is concluded".to_owned());
        }
        let print_verification_result = false;
        veripb::run_checker(veripb::args::Args {
            formula,
            derivation,
            print_verification_result,
            ..veripb::args::Args::default()
        })
        .map_err(|error| format!("{error:#}"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

//! Other programs as witnesses: positions to show them, and how to ask.
//!
//! What needs a foreign program to be checked, or to be compared with in speed, lives in
//! this package and not in the crate it is about: the programs take longer to build than
//! all of ours, so only `scripts/test --all` builds them, and no published crate names them.

// Test code: it panics where something is not as it must be.
#![allow(clippy::missing_panics_doc)]

#[path = "../../inference/benches/positions/mod.rs"]
#[allow(clippy::unwrap_used)]
mod measured;

use surefoot_inference::{Certificate, Workspace};
use surefoot_rules::{
    Action, Cell, Deal, Game, GameKind, Grid, Level, Random, Rules, Status, Tile, View,
};
use surefoot_testing::TempFolder;

/// Random positions in the middle of games: some cells opened because they are
/// certain, others at random among the safe ones, so that all kinds of frontiers
/// come up.
pub fn positions(level: Level, seed: u64) -> impl Iterator<Item = View> {
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

/// Positions of real expert games in which a guess is due.
pub fn expert_positions(count: usize) -> Vec<View> {
    measured::expert_games(9, false).flatten().take(count).collect()
}

/// The certain cells of a view, mines and safe ones.
pub fn certain(view: &View) -> Vec<(Cell, bool)> {
    let mut workspace = Workspace::default();
    let posterior = workspace.solve(view).expect("a position of a game can be");
    let closed = view.closed();
    closed
        .filter(|&cell| posterior.is_safe(cell) || posterior.is_mine(cell))
        .map(|cell| (cell, posterior.is_mine(cell)))
        .collect()
}

/// A view in the codes of `ms_toollib`: the clue, or 10 for a closed cell.
pub fn codes(view: &View) -> Vec<Vec<i32>> {
    let code = |tile: &Tile| if let Tile::Clue(clue) = tile { i32::from(*clue) } else { 10 };
    let rows = view.tiles().chunks(view.grid().width() as usize);
    rows.map(|row| row.iter().map(code).collect()).collect()
}

/// Whether `VeriPB` accepts a certificate, whose files are written into a folder; else what it says.
pub fn check(folder: &TempFolder, certificate: &Certificate) -> Result<(), String> {
    let formula = folder.file("claim.opb", &certificate.claim).into();
    let derivation = folder.file("proof.pbp", &certificate.proof).into();
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

//! The umpire: exact inference beside the table.
//!
//! At every guess it knows the exact posterior, whoever plays, and makes two things
//! of it.
//!
//! **Forced guesses.** Was there a certain cell that the player did not see?
//!
//! **Survival weighting**, an estimate of the probability to win with far less
//! noise than counting wins. A guess that is safe with probability s need not be
//! left to luck: the game's weight is multiplied by s, and if the cell was a mine
//! the layout is replaced by one drawn from the exact posterior given that it is
//! safe. What follows has the distribution it would have after surviving, so the
//! expectation is the same; only the variance goes. Where the player knows its
//! exact probability to win from here, that ends the game. Guesses the umpire
//! cannot weigh (over its budget) are left to luck, which is unbiased too.

use std::ops::ControlFlow;
use std::time::Duration;

use surefoot_inference::{Options, Workspace};
use surefoot_rules::episode::{Record, Spectator, Step};
use surefoot_rules::{Action, Cell, Choice, Deal, Game, Layout, Random, Tile};

use crate::play::clock::Clock;
use crate::tunables;

/// Memory for the analysis of any position that is judged.
pub(crate) fn workspace() -> Workspace {
    Workspace::new(Options { budget: tunables::UMPIRE_BUDGET, ..Options::default() })
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Umpire {
    workspace: Workspace,
    weighs: bool,
    random: Random,
    weight: f64,
    /// Guesses without a certain alternative; unknown after one that could not be
    /// analysed.
    pub(crate) forced: Option<u32>,
    broken_off: bool,
    /// Time that is not the player's.
    pub(crate) spent: Duration,
}

impl Umpire {
    /// An umpire who weighs survival, or only looks on.
    pub(crate) fn new(weighs: bool) -> Self {
        Self {
            workspace: workspace(),
            weighs,
            random: Random::default(),
            weight: 1.0,
            forced: Some(0),
            broken_off: false,
            spent: Duration::ZERO,
        }
    }

    /// Begins the game of this deal.
    pub(crate) fn begin(&mut self, deal: Deal) {
        self.random = Random::named("survival", [deal.seed, deal.index]);
        self.weight = 1.0;
        self.forced = Some(0);
        self.broken_off = false;
        self.spent = Duration::ZERO;
    }

    /// The estimated probability to win of the game that was watched, if it was
    /// weighed.
    pub(crate) fn value(&self, record: &Record) -> Option<f64> {
        let survived = self.broken_off || record.won();
        self.weighs.then_some(if survived { self.weight } else { 0.0 })
    }

    /// The probability to have survived so far.
    pub(crate) fn weight(&self) -> f64 {
        self.weight
    }

    fn judge(&mut self, game: &mut Game, guess: Cell) {
        let view = game.view();
        let Ok(posterior) = self.workspace.solve(view) else {
            self.forced = None;
            return;
        };
        if let Some(forced) = &mut self.forced {
            *forced += u32::from(!view.hidden().any(|cell| posterior.is_safe(cell)));
        }
        let Some(mine) = posterior.probability(guess).filter(|_| self.weighs) else { return };
        self.weight *= 1.0 - mine;
        if !game.layout().is_some_and(|layout| layout.is_mine(guess)) {
            return;
        }
        if posterior.is_mine(guess) {
            return;
        }
        // Where that takes for ever, the weight is next to nothing.
        let drawn = (0..tunables::SURVIVAL_DRAWS).map(|_| posterior.sample(&mut self.random));
        let Some(mines) = drawn.into_iter().find(|mines| !mines.contains(&guess)) else { return };
        let layout = with_open_mines(game, &mines);
        let laid = layout.is_some_and(|layout| game.replace_layout(&layout).is_ok());
        debug_assert!(laid, "a sample agrees with the view");
    }
}

/// A layout of these closed mines and those already open.
fn with_open_mines(game: &Game, mines: &[Cell]) -> Option<Layout> {
    let grid = game.view().grid();
    let open = grid.cells().filter(|&cell| game.view().tile(cell) == Tile::Mine);
    Layout::new(grid.clone(), open.chain(mines.iter().copied())).ok()
}

impl Spectator for Umpire {
    fn before(&mut self, game: &mut Game, choice: &Choice) -> ControlFlow<()> {
        if let (Some(value), true) = (choice.value, self.weighs) {
            self.weight *= value;
            self.broken_off = true;
            return ControlFlow::Break(());
        }
        // The first click is the promise's business.
        let first = game.view().opened() == 0;
        if let (Action::Open(cell), false, false) = (choice.action, choice.certain, first) {
            let start = Clock::start();
            self.judge(game, cell);
            self.spent += start.elapsed();
        }
        ControlFlow::Continue(())
    }

    fn after(&mut self, _: &Step<'_>) {}
}

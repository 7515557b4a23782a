//! How far opening a cell gets: the cells it opens at once, and those until the next guess.
//!
//! No formula has the size of an opening, so both are counted on layouts drawn from the
//! posterior: the cell is opened, then all that is certain. Two cells are tried on the same
//! layouts, as far as both can be safe in them (`coupling`): what is common to both is no noise
//! of their difference.

use surefoot_inference::{Analyst, Options, Posterior};
use surefoot_rules::{
    Action, Cell, Game, GameKind, Layout, Promise, Random, Rules, Status, Tile, View,
};

use crate::surefoot::coupling::Coupling;
use crate::surefoot::playout;
use crate::tunables;

/// How far opening a cell gets if it is safe, on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reach {
    /// Cells that it opens at once, itself included.
    pub opens: f64,
    /// Cells that are open before the next guess, all that is certain then included.
    pub until_guess: f64,
}

/// By how many cells the first of two gets further than the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReachGain {
    /// On average.
    pub cells: f64,
    /// The standard error of that.
    pub error: f64,
}

impl ReachGain {
    fn of(differences: &[f64]) -> Self {
        let count = differences.len() as f64;
        let cells = differences.iter().sum::<f64>() / count;
        let spread: f64 = differences.iter().map(|one| (one - cells) * (one - cells)).sum();
        Self { cells, error: (spread / (count - 1.0).max(1.0) / count).sqrt() }
    }

    /// Whether it is more than chance, and worth a word.
    pub(super) fn is_told(self) -> bool {
        self.cells.abs() >= tunables::COACH_CELLS && self.cells.abs() > 2.0 * self.error
    }
}

/// How far two cells get.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ReachOfTwo {
    pub(super) each: [Reach; 2],
    pub(super) opens: ReachGain,
    pub(super) until_guess: ReachGain,
}

/// Tries two cells on the same layouts; `None` where one of them cannot be safe, under uncertain
/// clues, or with the number of mines hidden.
pub(super) fn measured(
    posterior: &Posterior<'_>,
    cells: [Cell; 2],
    options: Options,
) -> Option<ReachOfTwo> {
    let view = posterior.view();
    let mines = view.mines().filter(|_| view.rule().is_exact())?;
    if view.opened() == 0 || cells.iter().any(|&cell| posterior.is_mine(cell)) {
        return None;
    }
    let mut rules = Rules::new(GameKind::Win, view.grid().clone(), mines);
    rules.promise = Promise::None;
    let mut table = ReachTable {
        game: Game::new(rules).ok()?,
        analyst: Analyst::new(options),
        safe: Vec::new(),
    };
    let mut coupling = Coupling::default();
    let seed = playout::hash(view);
    let (mut opens, mut until_guess) = (Vec::new(), Vec::new());
    let mut each = [Reach::default(); 2];
    for number in 0..tunables::COACH_LAYOUTS {
        let mines = posterior.sample(&mut Random::named("coach", [seed, number]));
        let layout = Layout::new(view.grid().clone(), mines).ok()?;
        let mut reached = [Reach::default(); 2];
        for (reached, &cell) in reached.iter_mut().zip(&cells) {
            let mut random = Random::named("redraw", [number, cell.index() as u64]);
            *reached = if layout.is_mine(cell) {
                let other = coupling.around(posterior, &layout, cell, &mut random)?;
                table.reach(view, &other, cell)?
            } else {
                table.reach(view, &layout, cell)?
            };
        }
        let [one, other] = reached;
        opens.push(one.opens - other.opens);
        until_guess.push(one.until_guess - other.until_guess);
        for (sum, reached) in each.iter_mut().zip(reached) {
            sum.opens += reached.opens / tunables::COACH_LAYOUTS as f64;
            sum.until_guess += reached.until_guess / tunables::COACH_LAYOUTS as f64;
        }
    }
    let (opens, until_guess) = (ReachGain::of(&opens), ReachGain::of(&until_guess));
    Some(ReachOfTwo { each, opens, until_guess })
}

struct ReachTable {
    game: Game,
    analyst: Analyst,
    safe: Vec<Cell>,
}

impl ReachTable {
    /// How far a cell gets on a layout in which it is safe.
    fn reach(&mut self, view: &View, layout: &Layout, cell: Cell) -> Option<Reach> {
        let Self { game, analyst, safe } = self;
        game.set_up(view, layout).ok()?;
        if view.tile(cell) == Tile::Flag {
            game.play(Action::Flag(cell)).ok()?;
        }
        let before = f64::from(view.opened());
        game.play(Action::Open(cell)).ok()?;
        let opens = f64::from(game.view().opened()) - before;
        while game.status() == Status::Playing {
            if analyst.step(game.view(), safe).ok()?.is_some() {
                break;
            }
            for &cell in &*safe {
                // A flood may have opened it.
                if game.view().tile(cell).is_closed() {
                    game.play(Action::Open(cell)).ok()?;
                }
            }
        }
        Some(Reach { opens, until_guess: f64::from(game.view().opened()) - before })
    }
}

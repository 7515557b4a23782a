//! Whether a board needs a guess: what logic allows is opened, until it is stuck.
//!
//! A board is swept from its first click at one level of logic, the cheapest rules first,
//! so that a deal that is stuck is dropped soon.

use surefoot_rules::{
    Action, Cell, Deal, Game, GameKind, Grid, Layout, Promise, Rules, RulesError, Status, View,
};

use super::levels::Logic;
use crate::logic::{Because, Belief, Facts};
use crate::tunables;
use crate::{Options, Posterior, Workspace};

/// Opens what logic allows, in memory that is used again.
///
/// ```
/// use surefoot_inference::no_guess::{Logic, Sweeper};
/// use surefoot_rules::{Cell, layout};
///
/// let board = layout![". . .", ". . .", ". . M"];
/// let mut sweeper = Sweeper::new(board.grid().clone(), board.count())?;
/// assert!(sweeper.finishes(&board, Cell::new(0), Logic::Simple));
/// # Ok::<(), surefoot_rules::RulesError>(())
/// ```
#[derive(Debug)]
pub struct Sweeper {
    game: Game,
    facts: Facts,
    /// How many of the facts have been acted on.
    taken: usize,
    workspace: Workspace,
    safe: Vec<Cell>,
    /// Clues that changed since pairs were last looked at, each once.
    changed: Vec<Cell>,
    listed: Vec<bool>,
}

impl Sweeper {
    /// For boards of one size and number of mines.
    pub fn new(grid: Grid, mines: u32) -> Result<Self, RulesError> {
        let rules = Rules { promise: Promise::None, ..Rules::new(GameKind::Win, grid, mines) };
        Ok(Self {
            game: Game::new(rules)?,
            facts: Facts::default(),
            taken: 0,
            workspace: Workspace::new(Options {
                budget: tunables::NO_GUESS_BUDGET,
                ..Options::default()
            }),
            safe: Vec::new(),
            changed: Vec::new(),
            listed: Vec::new(),
        })
    }

    /// Whether logic opens every safe cell of a board from this first click on.
    pub fn finishes(&mut self, layout: &Layout, first: Cell, logic: Logic) -> bool {
        self.sweep(layout, first, logic);
        self.is_done()
    }

    /// The least logic that is enough; `None` if a guess is needed.
    pub fn needed(&mut self, layout: &Layout, first: Cell) -> Option<Logic> {
        Logic::ALL.into_iter().find(|&logic| self.finishes(layout, first, logic))
    }

    /// What is seen when logic is stuck or done.
    pub fn view(&self) -> &View {
        self.game.view()
    }

    /// Opens what logic allows; how many cells that is.
    pub(super) fn sweep(&mut self, layout: &Layout, first: Cell, logic: Logic) -> u32 {
        self.changed.clear();
        self.listed.clear();
        self.listed.resize(layout.grid().len(), false);
        let begun = self.game.lay(layout, Deal::default()).is_ok()
            && !layout.is_mine(first)
            && self.game.play(Action::Open(first)).is_ok();
        if !begun {
            return 0;
        }
        self.facts.begin(self.game.view());
        self.taken = 0;
        while self.game.status() == Status::Playing && self.advance(logic) {}
        self.game.view().opened()
    }

    /// Opens what is certain now; `false` if nothing is.
    fn advance(&mut self, logic: Logic) -> bool {
        self.safe.clear();
        self.facts.follow(self.game.view());
        self.settle();
        while self.safe.is_empty() && logic > Logic::Simple && self.subtract() {
            self.settle();
        }
        if self.safe.is_empty() && logic == Logic::Full {
            // What is too wide to be counted counts as stuck.
            let view = self.game.view();
            let posterior = self.workspace.solve_from(view, &self.facts);
            if let Some(posterior) = posterior.ok().filter(Posterior::decides) {
                self.safe.extend(view.hidden().filter(|&cell| posterior.is_safe(cell)));
            }
        }
        for at in 0..self.safe.len() {
            // A flood may have opened it meanwhile, and the last cell ends the game.
            let _ = self.game.play(Action::Open(self.safe[at]));
        }
        !self.safe.is_empty()
    }

    /// The two rules, until nothing changes.
    fn settle(&mut self) {
        let (changed, listed) = (&mut self.changed, &mut self.listed);
        self.facts.settle_with(|clue| {
            if !std::mem::replace(&mut listed[clue.index()], true) {
                changed.push(clue);
            }
        });
        let news = &self.facts.log()[self.taken..];
        self.taken += news.len();
        let proved = news.iter().filter(|fact| !fact.mine && fact.because != Because::Seen);
        self.safe.extend(proved.map(|fact| fact.cell));
    }

    /// Subtracts clues that changed from those around them; whether that decided
    /// anything.
    fn subtract(&mut self) -> bool {
        while let Some(clue) = self.changed.pop() {
            self.listed[clue.index()] = false;
            if self.facts.look_at_pairs(clue) {
                // It may say more once the rest of it is looked at again.
                self.changed.push(clue);
                self.listed[clue.index()] = true;
                return true;
            }
        }
        false
    }

    /// Whether every safe cell is open.
    pub(super) fn is_done(&self) -> bool {
        self.game.status() == Status::Won
    }

    /// Whether the rules know nothing of a cell.
    pub(super) fn is_unknown(&self, cell: Cell) -> bool {
        self.facts.belief(cell) == Belief::Unknown
    }
}

//! `digger`: seed 000, Algorithm 2.
//!
//! 1. all-mines to a fixpoint; what it proves counts as found without digging;
//! 2. *direct probability*: of all clues the one with the largest share
//!    `left / hidden`, if that is at least a half, has a random one of its hidden
//!    cells dug;
//! 3. else the distribution of [`sampler`](crate::sampler);
//! 4. else a random cell all of whose neighbours are hidden (a found mine is
//!    not hidden);
//! 5. else a random hidden cell beside no satisfied clue;
//! 6. else any hidden cell. The seed stops at 5, which can leave nothing to do
//!    where every hidden cell touches a satisfied clue. [ours]
//!
//! It never looks for safe cells: in `dig` they are worth nothing. Ties in step 2
//! go to the first clue in reading order. Clues are kept sorted by their share,
//! so a move costs what it changed and not a scan of the board.
//!
//! Under uncertain clues step 1 fires on lower bounds alone; the other steps only
//! guess and use the shown numbers.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use surefoot_rules::{Action, Brief, Cell, Choice, Player, Random, View};

use crate::cells::CellSet;
use crate::knowledge::{Belief, Knowledge};
use crate::sampler::Distribution;

/// See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Digger {
    know: Knowledge,
    distribution: Distribution,
    /// Clues that still need mines, by share; the share as a fixed-point number
    /// in which all fractions of up to 255 parts differ.
    shares: BTreeSet<(u64, Reverse<Cell>)>,
    /// The share under which each clue stands there.
    share_of: Vec<u64>,
    /// Hidden cells with only hidden neighbours.
    inland: CellSet,
    random: Random,
}

impl Digger {
    pub(crate) fn new() -> Self {
        Self {
            know: Knowledge::default(),
            distribution: Distribution::default(),
            shares: BTreeSet::new(),
            share_of: Vec::new(),
            inland: CellSet::default(),
            random: Random::for_player(0, 0, ""),
        }
    }

    fn follow(&mut self) {
        loop {
            let changed = self.know.take_changed();
            if changed.is_empty() {
                break;
            }
            for clue in changed {
                self.know.look_for_mines(clue);
                self.distribution.changed(&self.know, clue);
                self.share(clue);
            }
        }
        for at in 0..self.know.resolved.len() {
            let cell = self.know.resolved[at];
            self.inland.remove(cell);
            for &beside in &*self.know.grid().neighbours(cell) {
                self.inland.remove(beside);
            }
        }
        self.distribution.refresh(&mut self.know);
    }

    fn share(&mut self, clue: Cell) {
        let sum = self.know.sum(clue);
        let share = match u64::from(sum.hidden) {
            0 => 0,
            hidden => (u64::from(sum.left()) << 32) / hidden,
        };
        let old = std::mem::replace(&mut self.share_of[clue.index()], share);
        if old != share {
            self.shares.remove(&(old, Reverse(clue)));
            if share > 0 {
                self.shares.insert((share, Reverse(clue)));
            }
        }
    }

    fn direct(&mut self) -> Option<Choice> {
        let &(share, Reverse(clue)) = self.shares.last()?;
        if share < 1 << 31 {
            return None;
        }
        let hidden = self.know.unknown_beside(clue);
        let cell = *self.random.pick(&hidden)?;
        Some(Choice::guess(Action::Open(cell), "direct probability").because([clue]))
    }

    fn away_from_satisfied_clues(&mut self) -> Option<Choice> {
        let satisfied = |cell: Cell| {
            let around = self.know.grid().neighbours(cell);
            around.iter().any(|&clue| {
                let open = self.know.belief(clue) == Belief::Open;
                open && self.know.sum(clue).speaks && self.know.sum(clue).left() == 0
            })
        };
        let worth: Vec<Cell> =
            self.know.unknown().as_slice().iter().copied().filter(|&c| !satisfied(c)).collect();
        let cell = *self.random.pick(&worth)?;
        Some(Choice::guess(Action::Open(cell), "away from satisfied clues"))
    }
}

impl Player for Digger {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.know.begin(brief, view);
        self.distribution.begin(view);
        self.shares.clear();
        self.share_of.clear();
        self.share_of.resize(view.grid().len(), 0);
        self.inland.fill(view.grid().len());
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        self.know.read(view);
        self.follow();
        if let Some(choice) = self.know.certain(view) {
            return choice;
        }
        if let Some(choice) = self.direct() {
            return choice;
        }
        if let Some(choice) = self.distribution.draw(&mut self.random) {
            return choice;
        }
        if let Some(cell) = self.inland.pick(&mut self.random) {
            return Choice::guess(Action::Open(cell), "surrounded by hidden cells");
        }
        self.away_from_satisfied_clues().unwrap_or_else(|| self.know.guess(&mut self.random))
    }
}

//! `digger`: write-up 000, Algorithm 2.
//!
//! 1. all-mines to a fixpoint; what it proves counts as found without digging;
//! 2. *direct probability*: of all clues the one with the largest share
//!    `left / hidden`, if that is at least a half, has a random one of its hidden
//!    cells dug;
//! 3. else the distribution of [`sampler`](crate::sampler);
//! 4. else a random cell all of whose neighbours are hidden (a found mine is
//!    not hidden);
//! 5. else a random hidden cell beside no satisfied clue;
//! 6. else any hidden cell. The write-up stops at 5, which can leave nothing to do
//!    where every hidden cell touches a satisfied clue. [ours]
//!
//! It never looks for safe cells: in `dig` they are worth nothing. Ties in step 2
//! go to the first clue in reading order. Clues are kept sorted by their share and
//! cells in sets, so a move costs what it changed and not a scan of the board.
//!
//! Under uncertain clues step 1 fires on lower bounds alone; the other steps only
//! guess and use the shown numbers.

use std::borrow::Cow::Borrowed;
use std::cmp::Reverse;
use std::collections::BTreeSet;

use surefoot_rules::{Action, Brief, Cell, Choice, Player, Random, View};

use crate::roster::{Abilities, Entry, Make, PlayerLook};
use crate::shared::believing::BELIEVE;
use crate::shared::cells::CellSet;
use crate::shared::knowledge::{Belief, Knowledge};
use crate::shared::unsure::seated;
use crate::write_ups::sampler::Distribution;

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("digger"),
    source: Borrowed("write-up 000, algorithm 2"),
    about: Borrowed("finds certain mines, then digs where mines are likeliest"),
    options: Borrowed(&[BELIEVE]),
    abilities: Abilities::PLAIN,
    looks: Borrowed(&[PlayerLook::new(2, 4), PlayerLook::new(4, 6)]),
    make: Make::Ours(|options| seated(options, Digger::default())),
};

/// See the [module](self).
#[derive(Clone, Debug, Default)]
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
    /// Hidden cells beside no satisfied clue.
    worth: CellSet,
    /// Whether each clue is satisfied, and how many such each cell touches.
    satisfied: Vec<bool>,
    touched: Vec<u8>,
    random: Random,
}

impl Digger {
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
                self.note_satisfied(clue);
            }
        }
        for at in 0..self.know.resolved.len() {
            let cell = self.know.resolved[at];
            self.inland.remove(cell);
            self.worth.remove(cell);
            for &beside in &*self.know.grid().neighbours(cell) {
                self.inland.remove(beside);
            }
        }
        self.distribution.refresh(&mut self.know);
    }

    fn share(&mut self, clue: Cell) {
        let sum = self.know.sum(clue);
        let share = match u64::from(sum.unknown) {
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

    /// A clue may become satisfied, and under uncertain clues need mines again
    /// when it is asked again.
    fn note_satisfied(&mut self, clue: Cell) {
        let sum = self.know.sum(clue);
        let now = sum.speaks && sum.left() == 0;
        if std::mem::replace(&mut self.satisfied[clue.index()], now) == now {
            return;
        }
        for &cell in &*self.know.grid().neighbours(clue) {
            let touched = &mut self.touched[cell.index()];
            *touched = if now { *touched + 1 } else { *touched - 1 };
            if *touched > 0 {
                self.worth.remove(cell);
            } else if self.know.belief(cell) == Belief::Unknown {
                self.worth.insert(cell);
            }
        }
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
        self.worth.fill(view.grid().len());
        self.satisfied.clear();
        self.satisfied.resize(view.grid().len(), false);
        self.touched.clear();
        self.touched.resize(view.grid().len(), 0);
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        self.know.read(view);
        self.follow();
        let guess = |why| move |cell| Choice::guess(Action::Open(cell), why);
        self.know
            .certain(view)
            .or_else(|| self.direct())
            .or_else(|| self.distribution.draw(&mut self.random))
            .or_else(|| self.inland.pick(&mut self.random).map(guess("surrounded by hidden cells")))
            .or_else(|| self.worth.pick(&mut self.random).map(guess("away from satisfied clues")))
            .unwrap_or_else(|| self.know.guess(&mut self.random))
    }
}

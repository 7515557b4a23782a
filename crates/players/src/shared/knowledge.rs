//! What a player of the two rules does with the facts it has.
//!
//! The facts themselves (clues adjusted by known mines, the two rules, the total) are
//! `surefoot_inference::logic`; here is what is a matter of taste: what is asked
//! again, that mines are flagged, and which safe cell is opened first.
//!
//! Told the total, every player stops when all mines are known: it declares, or in
//! `win`, where there is nothing to declare, opens the rest. The write-ups say so of
//! their dig and score games; for `win` it is the same knowledge put to use. [ours]

use surefoot_inference::logic::{Because, Fact, Facts};
use surefoot_rules::{
    Action, Asks, Brief, Cell, Choice, ClueRule, Evidence, GameKind, Grid, Random, View,
};

pub(crate) use surefoot_inference::logic::{Belief, Sum};

use crate::shared::asking::worth_asking;
use crate::shared::cells::CellSet;
use crate::shared::opening_order::{OpeningOrder, nearest};

/// The reason of a flag that one clue decides: it needs all its hidden cells.
pub const ALL_MINES: &str = "all-mines";

/// A cell that is known, why, and by which clues.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) cell: Cell,
    why: &'static str,
    because: Evidence,
}

/// Everything a player of the two rules keeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Knowledge {
    facts: Facts,
    /// How many facts and opened cells have been taken in.
    taken: usize,
    met: usize,
    unknown: CellSet,
    kind: GameKind,
    asks: Asks,
    rule: ClueRule,
    /// Proved safe and not yet open, oldest first from `opened`.
    safe: Vec<Finding>,
    opened: usize,
    /// Proved mines not yet flagged.
    mines: Vec<Finding>,
    /// Open cells that may be asked again.
    to_ask: Vec<Cell>,
    /// Cells that stopped being unknown, in order; for those who keep books of
    /// their own.
    pub(crate) resolved: Vec<Cell>,
    /// In which order safe cells are opened, and which was the last.
    pub(crate) opening: OpeningOrder,
    last: Option<Cell>,
}

impl Knowledge {
    /// Forgets everything; a new game begins.
    pub(crate) fn begin(&mut self, brief: &Brief, view: &View) {
        self.facts.begin(view);
        (self.taken, self.met) = (0, 0);
        self.unknown.fill(view.grid().len());
        (self.kind, self.asks, self.rule) = (brief.kind, brief.asks, view.rule());
        self.safe.clear();
        self.opened = 0;
        self.mines.clear();
        self.to_ask.clear();
        self.resolved.clear();
        self.last = None;
    }

    /// Takes in what happened since the last time.
    pub(crate) fn read(&mut self, view: &View) {
        self.facts.follow(view);
        self.gather();
        let opened = &self.facts.opened()[self.met..];
        self.met += opened.len();
        if self.asks != Asks::UpTo(1) && !self.rule.is_exact() {
            self.to_ask.extend_from_slice(opened);
        }
    }

    /// Takes in new facts: what is proved is to be opened or flagged.
    fn gather(&mut self) {
        for &Fact { cell, mine, because } in &self.facts.log()[self.taken..] {
            self.taken += 1;
            self.unknown.remove(cell);
            self.resolved.push(cell);
            let Because::Clue(clue) = because else { continue };
            let why = if mine { ALL_MINES } else { "all-safe" };
            let finding = Finding { cell, why, because: Evidence::from_slice(&[clue]) };
            if mine {
                self.mines.push(finding);
            } else {
                self.safe.push(finding);
            }
        }
    }

    /// Notes a cell that was proved otherwise than by the rules, to be opened or
    /// flagged. Nothing if it is known.
    pub(crate) fn conclude(
        &mut self,
        cell: Cell,
        mine: bool,
        why: &'static str,
        because: &[Cell],
    ) -> bool {
        if !self.facts.learn(cell, mine, Because::Told) {
            return false;
        }
        self.gather();
        let finding = Finding { cell, why, because: because.into() };
        if mine {
            self.mines.push(finding);
        } else {
            self.safe.push(finding);
        }
        true
    }

    /// Applies both rules to one clue. Whether anything came of it.
    pub(crate) fn look(&mut self, clue: Cell) -> bool {
        let found = self.facts.look(clue);
        self.gather();
        found
    }

    /// Applies both rules until nothing changes; calls `seen` for every clue
    /// that was looked at.
    pub(crate) fn settle_with(&mut self, seen: impl FnMut(Cell)) {
        self.facts.settle_with(seen);
        self.gather();
    }

    /// Applies both rules until nothing changes.
    pub(crate) fn settle(&mut self) {
        self.settle_with(|_| {});
    }

    /// Applies all-mines alone to one clue.
    pub(crate) fn look_for_mines(&mut self, clue: Cell) {
        self.facts.look_for_mines(clue);
        self.gather();
    }

    /// The clues that changed since they were last looked at.
    pub(crate) fn changed(&self) -> &[Cell] {
        self.facts.changed()
    }

    /// Hands over the clues that changed, for players that look at them
    /// otherwise.
    pub(crate) fn take_changed(&mut self) -> Vec<Cell> {
        self.facts.take_changed()
    }

    /// Forgets which clues changed.
    pub(crate) fn forget_changes(&mut self) {
        self.facts.forget_changes();
    }

    /// Uses the told total: no mines left makes the rest safe, as many mines
    /// as unknown cells makes the rest mines.
    pub(crate) fn settle_total(&mut self) {
        if let Some(mine) = self.facts.rest() {
            for cell in self.unknown.as_slice().to_vec() {
                self.conclude(cell, mine, "number of mines", &[]);
            }
        }
    }

    /// What is certain: ask, flag, open (the oldest first, if no other order is set), end.
    pub(crate) fn certain(&mut self, view: &View) -> Option<Choice> {
        if self.opening == OpeningOrder::Breadth {
            return self.certain_with(view, |_| 0);
        }
        // The one to open next becomes the oldest; the others keep their order.
        let waiting = &self.safe[self.opened..];
        let mut closed = waiting.iter().map(|finding| view.tile(finding.cell).is_closed());
        let pick = match (self.opening, self.last) {
            (OpeningOrder::Nearest, Some(last)) => {
                nearest(self.facts.grid(), last, waiting.iter().map(|finding| finding.cell))
            }
            _ => closed.rposition(|closed| closed).unwrap_or(0),
        };
        if !waiting.is_empty() {
            self.safe[self.opened..=self.opened + pick].rotate_right(1);
        }
        let choice = self.certain_with(view, |_| 0);
        if let Some(Action::Open(cell)) = choice.as_ref().map(|choice| choice.action) {
            self.last = Some(cell);
        }
        choice
    }

    /// The same, opening a random one of the safe cells.
    pub(crate) fn certain_at_random(&mut self, view: &View, random: &mut Random) -> Option<Choice> {
        self.certain_with(view, |waiting| random.below(waiting))
    }

    /// `pick` says which of so many waiting safe cells to open.
    fn certain_with(&mut self, view: &View, mut pick: impl FnMut(u32) -> u32) -> Option<Choice> {
        if let Some(choice) = self.free(view) {
            return Some(choice);
        }
        if self.mines_left() == Some(0) {
            self.settle_total();
        }
        while self.opened < self.safe.len() {
            let pick = pick((self.safe.len() - self.opened) as u32) as usize;
            self.safe.swap(self.opened, self.opened + pick);
            let Finding { cell, why, because } = &mut self.safe[self.opened];
            self.opened += 1;
            // A flood may have opened it since it was proved.
            if view.tile(*cell).is_closed() {
                let because = std::mem::take(because);
                return Some(Choice { because, ..Choice::certain(Action::Open(*cell), *why) });
            }
        }
        None
    }

    /// What costs no dig: ask, flag, end.
    pub(crate) fn free(&mut self, view: &View) -> Option<Choice> {
        while let Some(&cell) = self.to_ask.last() {
            if worth_asking(view, self.asks, cell) {
                return Some(Choice::guess(Action::Ask(cell), "ask again"));
            }
            self.to_ask.pop();
        }
        if let Some(Finding { cell, why, because }) = self.mines.pop() {
            return Some(Choice { because, ..Choice::certain(Action::Flag(cell), why) });
        }
        // In the forgiving games nothing more is to be gained.
        let done = self.mines_left() == Some(0) && self.kind != GameKind::Win;
        done.then(|| Choice::certain(Action::Declare, "all mines found"))
    }

    /// Whether an open cell is still to be asked again.
    pub(crate) fn is_asking(&self, view: &View) -> bool {
        self.to_ask.iter().any(|&cell| worth_asking(view, self.asks, cell))
    }

    /// What is known, for those who count from there.
    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    pub(crate) fn grid(&self) -> &Grid {
        self.facts.grid()
    }

    pub(crate) fn belief(&self, cell: Cell) -> Belief {
        self.facts.belief(cell)
    }

    #[inline]
    pub(crate) fn sum(&self, clue: Cell) -> Sum {
        self.facts.sum(clue)
    }

    /// Cells of which nothing is known.
    pub(crate) fn unknown(&self) -> &CellSet {
        &self.unknown
    }

    /// Open cells in the order in which they were read.
    pub(crate) fn order(&self) -> &[Cell] {
        self.facts.opened()
    }

    /// Mines not yet known, if the total is told.
    pub(crate) fn mines_left(&self) -> Option<u32> {
        self.facts.mines_left()
    }

    /// The unknown cells beside a clue, in order of index.
    pub(crate) fn unknown_beside(&self, clue: Cell) -> smallvec::SmallVec<[Cell; 8]> {
        self.facts.unknown_beside(clue)
    }

    /// A random unknown cell, opened as a guess; if there is none left, the
    /// player is done.
    pub(crate) fn guess(&self, random: &mut Random) -> Choice {
        match self.unknown.pick(random) {
            Some(cell) => Choice::guess(Action::Open(cell), "random"),
            // Every cell is known.
            None => Choice::certain(Action::Declare, "done"),
        }
    }
}

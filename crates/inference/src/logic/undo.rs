//! Facts taken back: those who suppose something, or follow a game in which moves are taken
//! back, return to where they were at the cost of what they take back.
//!
//! Beliefs and sums are sums over the log, so taking facts off its end and the cells that were
//! opened since off theirs restores both. First the opened cells stop speaking; then each fact
//! is given back to the clues that still do: those were all heard before it.

use surefoot_rules::Cell;

use super::facts::Facts;
use super::sum::{Belief, Sum};

/// A place to return to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UndoMark {
    pub(crate) log: usize,
    pub(crate) opened: usize,
}

impl Facts {
    /// Where the log ends now. Nothing may be waiting to be looked at.
    pub(crate) fn mark(&self) -> UndoMark {
        debug_assert!(self.changed().is_empty(), "settle first");
        UndoMark { log: self.log.len(), opened: self.opened.len() }
    }

    /// Returns to a mark, under clues that are never asked again; calls `gone` for every cell
    /// that is not what it was. The log is another one from now on.
    pub(crate) fn undo(&mut self, mark: UndoMark, mut gone: impl FnMut(Cell)) {
        self.forget_changes();
        self.broken = None;
        self.stamp = super::facts::stamp();
        for cell in self.opened.drain(mark.opened..) {
            self.sums[cell.index()] = Sum::default();
            self.beliefs[cell.index()] = Belief::Safe;
            self.safe += 1;
            gone(cell);
        }
        self.opened_at.truncate(mark.opened);
        for at in (mark.log..self.log.len()).rev() {
            let (cell, mine) = (self.log[at].cell, self.log[at].mine);
            let belief = std::mem::replace(&mut self.beliefs[cell.index()], Belief::Unknown);
            self.safe -= u32::from(belief == Belief::Safe);
            self.unknown += 1;
            self.known_mines -= u32::from(mine);
            for beside in &self.grid.neighbours(cell) {
                let sum = &mut self.sums[beside.index()];
                if sum.speaks {
                    sum.unknown += 1;
                    sum.mines -= u8::from(mine);
                }
            }
            gone(cell);
        }
        self.log.truncate(mark.log);
    }

    /// The mark before the first of the cells that `is` says was opened; `None` if none was.
    pub(crate) fn before_opening(&self, is: impl Fn(Cell) -> bool) -> Option<UndoMark> {
        let opened = self.opened.iter().position(|&cell| is(cell))?;
        Some(UndoMark { log: self.opened_at[opened] as usize, opened })
    }
}

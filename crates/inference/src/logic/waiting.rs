//! The clues that changed since they were last looked at: a stack in which each stands once.
//!
//! A cell that becomes known is told to all cells around it. Which of those are clues, and
//! which of them wait already, cannot be foreseen, so telling has no branches: every cell is
//! written to the top of the stack, and the top moves if that was a clue and new.

use surefoot_rules::Cell;

use super::sum::Sum;

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(super) struct Waiting {
    /// So many of the first wait; there is room for one more than all cells.
    stack: Vec<Cell>,
    len: usize,
    /// Per cell: whether it waits.
    waits: Vec<bool>,
}

impl Waiting {
    /// Empties it, for a board of so many cells.
    pub(super) fn clear(&mut self, cells: usize) {
        self.len = 0;
        self.stack.resize(cells + 1, Cell::new(0));
        self.waits.clear();
        self.waits.resize(cells, false);
    }

    pub(super) fn copy_from(&mut self, others: &Self) {
        self.stack.resize(others.stack.len(), Cell::new(0));
        self.stack[..others.len].copy_from_slice(others.as_slice());
        self.len = others.len;
        self.waits.clone_from(&others.waits);
    }

    /// A clue is to be looked at; `is` says whether it is one.
    #[inline]
    #[expect(clippy::needless_bitwise_bool, reason = "a branch would cost more")]
    pub(super) fn add(&mut self, clue: Cell, is: bool) {
        let waits = &mut self.waits[clue.index()];
        self.stack[self.len] = clue;
        self.len += usize::from(is & !*waits);
        *waits |= is;
    }

    /// Tells a cell, if it is a clue, that one beside it is known.
    #[inline]
    pub(super) fn tell(&mut self, sums: &mut [Sum], beside: Cell, mine: bool) {
        let sum = &mut sums[beside.index()];
        let speaks = sum.speaks;
        sum.unknown -= u8::from(speaks);
        sum.mines += u8::from(speaks & mine);
        self.add(beside, speaks);
    }

    /// The last one, which waits no longer.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Cell> {
        self.len = self.len.checked_sub(1)?;
        let clue = self.stack[self.len];
        self.waits[clue.index()] = false;
        Some(clue)
    }

    pub(super) fn as_slice(&self) -> &[Cell] {
        &self.stack[..self.len]
    }

    /// None waits any longer.
    pub(super) fn forget(&mut self) {
        while self.pop().is_some() {}
    }
}

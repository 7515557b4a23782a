//! The pair rule: one clue subtracted from another.
//!
//! Where one clue needs at least as many mines more than another as it has cells for
//! itself, those are mines, and the other's own cells are safe. Two exact clues can prove
//! nothing that this and the two rules on single clues miss.

#![allow(clippy::cast_possible_wrap)] // neighbours are few

use smallvec::SmallVec;
use surefoot_rules::{Cell, Grid};

use super::facts::{Because, Facts};

/// Some cells, and the least and the largest number of mines among them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounded<'a> {
    pub(crate) cells: &'a [Cell],
    pub(crate) least: i32,
    pub(crate) most: i32,
}

impl<'a> Bounded<'a> {
    /// Exactly so many mines.
    pub(crate) fn exactly(cells: &'a [Cell], mines: i32) -> Self {
        Self { cells, least: mines, most: mines }
    }

    /// The pair rule: whether the cells that only this one has are mines and those that
    /// only the other has are safe (`true`), the other way round (`false`), or neither.
    pub(crate) fn minus(self, other: Self) -> Option<bool> {
        let both = self.cells.iter().filter(|cell| other.cells.contains(cell)).count();
        let own = |sum: Self| (sum.cells.len() - both) as i32;
        match self {
            _ if self.least - other.most == own(self) => Some(true),
            _ if other.least - self.most == own(other) => Some(false),
            _ => None,
        }
    }
}

/// The clues that share one of these cells with a clue, in the order in which they are
/// met; `tells` says of a cell whether it is a clue.
pub(crate) fn partners(
    grid: &Grid,
    clue: Cell,
    cells: &[Cell],
    tells: impl Fn(Cell) -> bool,
) -> SmallVec<[Cell; 32]> {
    let mut met = SmallVec::new();
    for &shared in cells {
        for other in &grid.neighbours(shared) {
            if other != clue && tells(other) && !met.contains(&other) {
                met.push(other);
            }
        }
    }
    met
}

impl Facts {
    /// Subtracts a clue from those around it, and them from it, until that decides a
    /// cell; whether it did.
    ///
    /// ```
    /// use surefoot_inference::logic::{Because, Facts};
    /// use surefoot_rules::{Cell, view};
    ///
    /// // The middle 2 has one cell more than the first 1, and one mine more.
    /// let view = view!["3x2/?", "1 2 1", "* * *"];
    /// let mut facts = Facts::of(&view);
    /// let [left, middle] = [0, 1].map(Cell::new);
    /// assert!(!facts.look(middle) && facts.look_at_pairs(middle));
    /// let fact = facts.log().last().unwrap();
    /// assert_eq!((fact.cell, fact.mine), (Cell::new(5), true));
    /// assert_eq!(fact.because, Because::Pair(middle, left));
    /// ```
    pub fn look_at_pairs(&mut self, one: Cell) -> bool {
        if !self.sum(one).tells() {
            return false;
        }
        let ours = self.unknown_beside(one);
        for other in partners(self.grid(), one, &ours, |other| self.sum(other).tells()) {
            let theirs = self.unknown_beside(other);
            let bounded = |clue: Cell, cells| {
                let (least, most) = (self.sum(clue).least().into(), self.sum(clue).most().into());
                Bounded { cells, least, most }
            };
            let (large, small) = match bounded(one, &ours).minus(bounded(other, &theirs)) {
                Some(true) => (&ours, &theirs),
                Some(false) => (&theirs, &ours),
                None => continue,
            };
            let because = Because::Pair(one, other);
            let mines = self.learn_beyond(large, small, true, because);
            let rest = self.learn_beyond(small, large, false, because);
            if mines || rest {
                return true;
            }
        }
        false
    }

    /// Notes the cells of one list that are not in another.
    fn learn_beyond(&mut self, of: &[Cell], but: &[Cell], mine: bool, because: Because) -> bool {
        let mut new = false;
        for &cell in of.iter().filter(|cell| !but.contains(cell)) {
            new |= self.learn(cell, mine, because);
        }
        new
    }
}

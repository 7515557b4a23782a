//! Parents: the clues that a deduced cell goes back to.
//!
//! When constraints are combined, their parents are united; that much is in the constraints
//! themselves. But most cells are decided by one clue and the mines that are known beside it.
//! If such a mine was found by combining, it is a constraint of its own (one cell, one mine)
//! that is taken away from the clue's: so its parents are parents of what the clue
//! decides.
//!
//! A mine that one clue decided passes on nothing: the write-up subtracts it from the numbers
//! that it stores, as it does with mines that are open. Neither do safe cells: they are opened
//! and speak for themselves. So the parents of a cell do not depend on which of two
//! clues was opened first.

use surefoot_inference::logic::{Because, Belief, Facts};
use surefoot_rules::{Cell, Evidence};

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(super) struct Parents {
    /// Of each deduced cell.
    of: Vec<Evidence>,
    /// How many facts have been taken in.
    taken: usize,
}

impl Parents {
    pub(super) fn begin(&mut self, cells: usize) {
        self.of.clear();
        self.of.resize_with(cells, Evidence::new);
        self.taken = 0;
    }

    /// Takes in new facts. Those that somebody proved otherwise have these parents.
    pub(super) fn follow(&mut self, facts: &Facts, otherwise: &[Cell]) {
        for fact in &facts.log()[self.taken..] {
            self.of[fact.cell.index()] = match fact.because {
                Because::Clue(clue) => self.of_clue(facts, clue),
                Because::Told => otherwise.into(),
                _ => continue,
            };
        }
        self.taken = facts.log().len();
    }

    /// The parents of a deduced cell; none of any other.
    pub(super) fn of(&self, cell: Cell) -> &Evidence {
        &self.of[cell.index()]
    }

    /// What a known mine passes on to a constraint that it leaves.
    pub(super) fn passed_on(&self, mine: Cell) -> &[Cell] {
        match &self.of[mine.index()][..] {
            [] | [_] => &[],
            several => several,
        }
    }

    /// The parents of what a clue says now.
    pub(super) fn of_clue(&self, facts: &Facts, clue: Cell) -> Evidence {
        let mut parents = Evidence::from_slice(&[clue]);
        for beside in &facts.grid().neighbours(clue) {
            if facts.belief(beside) == Belief::Mine {
                unite(&mut parents, self.passed_on(beside));
            }
        }
        parents
    }
}

/// Adds those that are not there yet.
pub(super) fn unite(parents: &mut Evidence, others: &[Cell]) {
    for &other in others {
        if !parents.contains(&other) {
            parents.push(other);
        }
    }
}

//! A sum of mines over some cells, and what two such sums say together.

use smallvec::SmallVec;
use surefoot_rules::{Cell, Evidence};

use super::parents::unite;

pub(super) type Cells = SmallVec<[Cell; 8]>;

/// The sum of mines over some cells lies between two bounds.
#[derive(Clone, Debug)]
pub(super) struct Constraint {
    /// Unknown cells, sorted.
    pub(super) cells: Cells,
    pub(super) least: u8,
    pub(super) most: u8,
    pub(super) parents: Evidence,
}

impl Constraint {
    /// Whether this one's cells contain the other's, and more.
    pub(super) fn contains(&self, other: &Self) -> bool {
        other.cells.len() < self.cells.len() && is_subset(&other.cells, &self.cells)
    }

    /// What is left of this one outside the other.
    pub(super) fn minus(&self, other: &Self) -> Self {
        let outside = |cell: &Cell| !other.cells.contains(cell);
        let cells: Cells = self.cells.iter().copied().filter(outside).collect();
        let mut parents = self.parents.clone();
        unite(&mut parents, &other.parents);
        let most = self.most.saturating_sub(other.least).min(cells.len() as u8);
        let least = self.least.saturating_sub(other.most);
        Self { cells, least, most, parents }
    }

    /// Whether it says anything at all.
    pub(super) fn tells(&self) -> bool {
        !self.cells.is_empty() && (self.least > 0 || usize::from(self.most) < self.cells.len())
    }
}

fn is_subset(small: &[Cell], large: &[Cell]) -> bool {
    let mut large = large.iter();
    small.iter().all(|cell| large.any(|other| other == cell))
}

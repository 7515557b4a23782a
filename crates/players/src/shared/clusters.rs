//! Independent clusters of a position: clues that share unknown cells, directly or
//! by way of others, and the cells they share.
//!
//! What happens in one cluster tells nothing about another, so a player that keeps
//! what it concluded needs to look only at those in which a clue changed.

use surefoot_rules::{Cell, View};

use crate::shared::cells::CellSet;
use crate::shared::knowledge::Knowledge;

/// One cluster.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cluster {
    pub(crate) clues: Vec<Cell>,
    /// Its unknown cells, near ones near each other.
    pub(crate) cells: Vec<Cell>,
}

/// Finds the clusters that changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clusters {
    changed: CellSet,
    /// Which walk met a cell or clue last.
    walks: Vec<u32>,
    walk: u32,
    /// Where an unknown cell stands in its cluster.
    places: Vec<u32>,
}

impl Clusters {
    pub(crate) fn begin(&mut self, view: &View) {
        let cells = view.grid().len();
        self.changed.clear(cells);
        self.walks.clear();
        self.walks.resize(cells, 0);
        self.walk = 0;
        self.places.resize(cells, 0);
    }

    /// Notes that a clue changed.
    #[inline]
    pub(crate) fn changed(&mut self, clue: Cell) {
        self.changed.insert(clue);
    }

    /// Where a cell stands in the cluster that was handed out last.
    pub(crate) fn place(&self, cell: Cell) -> u32 {
        self.places[cell.index()]
    }

    /// The next cluster in which a clue changed.
    pub(crate) fn next(&mut self, know: &Knowledge) -> Option<Cluster> {
        loop {
            let &start = self.changed.as_slice().last()?;
            self.changed.remove(start);
            let sum = know.sum(start);
            if sum.speaks && sum.unknown > 0 {
                return Some(self.walk_from(start, know));
            }
        }
    }

    /// Breadth first, so that cells come in an order that follows the chain.
    fn walk_from(&mut self, start: Cell, know: &Knowledge) -> Cluster {
        self.walk += 1;
        let mut cluster = Cluster { clues: vec![start], cells: Vec::new() };
        self.walks[start.index()] = self.walk;
        let mut at = 0;
        while let Some(&clue) = cluster.clues.get(at) {
            at += 1;
            self.changed.remove(clue);
            for cell in know.unknown_beside(clue) {
                if std::mem::replace(&mut self.walks[cell.index()], self.walk) == self.walk {
                    continue;
                }
                self.places[cell.index()] = cluster.cells.len() as u32;
                cluster.cells.push(cell);
                for &other in &*know.grid().neighbours(cell) {
                    let seen = &mut self.walks[other.index()];
                    if know.sum(other).speaks && std::mem::replace(seen, self.walk) != self.walk {
                        cluster.clues.push(other);
                    }
                }
            }
        }
        cluster
    }
}

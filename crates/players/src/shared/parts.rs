//! Independent parts of a position: clues that share unknown cells, directly or
//! by way of others, and the cells they share.
//!
//! What happens in one part tells nothing about another, so a player that keeps
//! what it concluded needs to look only at parts in which a clue changed.

use surefoot_rules::{Cell, View};

use crate::shared::cells::CellSet;
use crate::shared::knowledge::Knowledge;

/// One part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    pub(crate) clues: Vec<Cell>,
    /// Its unknown cells, near ones near each other.
    pub(crate) cells: Vec<Cell>,
}

/// Finds the parts that changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    changed: CellSet,
    /// Which walk met a cell or clue last.
    walks: Vec<u32>,
    walk: u32,
    /// Where an unknown cell stands in its part.
    places: Vec<u32>,
}

impl Parts {
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

    /// Where a cell stands in the part that was handed out last.
    pub(crate) fn place(&self, cell: Cell) -> u32 {
        self.places[cell.index()]
    }

    /// The next part in which a clue changed.
    pub(crate) fn next(&mut self, know: &Knowledge) -> Option<Part> {
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
    fn walk_from(&mut self, start: Cell, know: &Knowledge) -> Part {
        self.walk += 1;
        let mut part = Part { clues: vec![start], cells: Vec::new() };
        self.walks[start.index()] = self.walk;
        let mut at = 0;
        while let Some(&clue) = part.clues.get(at) {
            at += 1;
            self.changed.remove(clue);
            for cell in know.unknown_beside(clue) {
                if std::mem::replace(&mut self.walks[cell.index()], self.walk) == self.walk {
                    continue;
                }
                self.places[cell.index()] = part.cells.len() as u32;
                part.cells.push(cell);
                for &other in &*know.grid().neighbours(cell) {
                    let seen = &mut self.walks[other.index()];
                    if know.sum(other).speaks && std::mem::replace(seen, self.walk) != self.walk {
                        part.clues.push(other);
                    }
                }
            }
        }
        part
    }
}

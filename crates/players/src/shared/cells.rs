//! A set of cells that can be picked from at random in constant time.
//!
//! Players pick a random hidden cell thousands of times a game. Scanning the
//! board for them makes a game quadratic in its size, and drawing until a
//! hidden cell comes up gets slow at the end; a list with the place of each
//! cell beside it does neither.

use surefoot_rules::{Cell, Random};

const ABSENT: u32 = u32::MAX;

/// A set of cells of one board.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellSet {
    cells: Vec<Cell>,
    /// Where each cell stands in `cells`.
    places: Vec<u32>,
}

impl CellSet {
    /// Empties the set, for a board of so many cells.
    pub(crate) fn clear(&mut self, cells: usize) {
        self.cells.clear();
        self.places.clear();
        self.places.resize(cells, ABSENT);
    }

    /// Puts every cell in.
    pub(crate) fn fill(&mut self, cells: usize) {
        self.cells.clear();
        self.cells.extend((0..cells as u32).map(Cell::new));
        self.places.clear();
        self.places.extend(0..cells as u32);
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: Cell) {
        let place = &mut self.places[cell.index()];
        if *place == ABSENT {
            *place = self.cells.len() as u32;
            self.cells.push(cell);
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell) {
        let place = std::mem::replace(&mut self.places[cell.index()], ABSENT);
        if place == ABSENT {
            return;
        }
        self.cells.swap_remove(place as usize);
        if let Some(moved) = self.cells.get(place as usize) {
            self.places[moved.index()] = place;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Where a cell stands among them.
    pub(crate) fn place(&self, cell: Cell) -> u32 {
        self.places[cell.index()]
    }

    /// The cells, in no order that means anything.
    pub(crate) fn as_slice(&self) -> &[Cell] {
        &self.cells
    }

    /// One of them, each equally likely.
    pub(crate) fn pick(&self, random: &mut Random) -> Option<Cell> {
        random.pick(&self.cells).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_follows_what_is_done_to_it() {
        let mut random = Random::named("set", [1, 1]);
        let (mut set, mut plain) = (CellSet::default(), std::collections::BTreeSet::new());
        set.fill(40);
        plain.extend((0..40).map(Cell::new));
        for _ in 0..2_000 {
            let cell = Cell::new(random.below(40));
            if random.below(2) == 0 {
                set.insert(cell);
                plain.insert(cell);
            } else {
                set.remove(cell);
                plain.remove(&cell);
            }
            assert_eq!(set.len(), plain.len());
            assert!(set.as_slice().iter().all(|cell| plain.contains(cell)));
            assert!(set.pick(&mut random).is_none_or(|cell| plain.contains(&cell)));
        }
    }
}

//! A whole view read at once.
//!
//! [`Facts::follow`] takes in cell after cell, which is right where little is new. For a view
//! that was never seen, two passes over the board count what is beside every cell, many
//! cells at a time.

use surefoot_rules::{Cell, Tile, View};

use super::facts::Facts;
use super::rows::Rows;
use super::sum::{Belief, Sum};
use crate::tunables;

/// Memory for the passes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passes {
    rows: Rows,
    marks: Vec<u8>,
    closed: Vec<u8>,
    opened: Vec<u8>,
    bytes: Vec<u8>,
}

impl Passes {
    /// Counts the marked cells beside each cell.
    pub(crate) fn count(&mut self, view: &View, marks: impl Iterator<Item = bool>) -> &[u8] {
        self.marks.clear();
        self.marks.extend(marks.map(u8::from));
        view.grid().count_beside(&self.marks, &mut self.closed, &mut self.bytes);
        &self.closed
    }
}

impl Facts {
    /// Forgets everything and takes in a view, one cell of which may be taken to be open
    /// and safe. `bounds` says of a clue, by what it shows and the opened mines and closed
    /// cells beside it, between which numbers its mines lie; `None` if there is none.
    /// Nothing is logged.
    pub(crate) fn read_whole(
        &mut self,
        view: &View,
        supposed: Option<Cell>,
        passes: &mut Passes,
        mut bounds: impl FnMut(Cell, u8, (u8, u8)) -> Option<(u8, u8)>,
    ) {
        self.begin(view);
        let closed = |index: usize, tile: Tile| {
            tile.is_closed() && supposed.is_none_or(|cell| cell.index() != index)
        };
        let tiles = || view.tiles().iter().copied().enumerate();
        for (belief, (index, tile)) in self.beliefs.iter_mut().zip(tiles()) {
            *belief = match tile {
                Tile::Mine => Belief::Mine,
                _ if closed(index, tile) => Belief::Unknown,
                _ => Belief::Open,
            };
        }
        self.known_mines = view.opened_mines();
        passes.opened.clear();
        if self.known_mines > 0 {
            passes.count(view, view.tiles().iter().map(|&tile| tile == Tile::Mine));
            std::mem::swap(&mut passes.closed, &mut passes.opened);
        }
        passes.count(view, self.beliefs.iter().map(|&belief| belief == Belief::Unknown));
        self.unknown = passes.marks.iter().map(|&mark| u32::from(mark)).sum();
        for (index, tile) in tiles() {
            let Tile::Clue(shown) = tile else { continue };
            let cell = Cell::new(index as u32);
            let unknown = passes.closed[index];
            let mines = passes.opened.get(index).copied().unwrap_or(0);
            let Some((low, high)) = bounds(cell, shown, (mines, unknown)) else {
                self.broken = Some(cell);
                return;
            };
            let sum = Sum { shown, low, high, mines, unknown, speaks: true };
            self.sums[index] = sum;
            if sum.is_broken() {
                self.broken = Some(cell);
                return;
            }
            if unknown > 0 {
                self.waiting.add(cell, true);
            }
        }
    }

    /// The same of a view whose clues tell the truth.
    pub(crate) fn read_exact(&mut self, view: &View, passes: &mut Passes) {
        self.read_whole(view, None, passes, |_, shown, _| Some((shown, shown)));
    }

    /// Forgets everything, takes in a view whose clues tell the truth, and applies both rules
    /// until nothing changes.
    pub(crate) fn read_and_settle(&mut self, view: &View, passes: &mut Passes) {
        if Rows::fit(view) {
            self.read_rows(view, &mut passes.rows);
        } else {
            self.read_exact(view, passes);
            self.settle();
        }
    }

    /// Whether they may be of this view, by its board, total and rule.
    pub(crate) fn is_of(&self, view: &View) -> bool {
        (self.rule, self.total) == (view.rule(), view.mines()) && self.grid == *view.grid()
    }

    /// Becomes the same as others, with an empty log: for those who suppose something.
    pub(crate) fn copy_from(&mut self, others: &Self) {
        if self.grid != others.grid {
            self.grid = others.grid.clone();
        }
        (self.rule, self.total, self.read) = (others.rule, others.total, others.read);
        self.beliefs.clone_from(&others.beliefs);
        self.sums.clone_from(&others.sums);
        (self.known_mines, self.unknown) = (others.known_mines, others.unknown);
        self.stamp = super::facts::stamp();
        self.safe = others.safe;
        self.waiting.copy_from(&others.waiting);
        self.opened.clear();
        self.opened_at.clear();
        self.log.clear();
        self.broken = others.broken;
    }

    /// A cell is open and safe from now on, and between `low` and `high` of its neighbours
    /// are mines.
    pub(crate) fn suppose_open(&mut self, cell: Cell, shown: u8, (low, high): (u8, u8)) {
        self.show(cell);
        self.hear(cell, shown, &(low..=high));
    }

    /// Whether a cell was proved safe and is not yet open.
    pub(crate) fn has_safe(&self) -> bool {
        self.safe > 0
    }

    /// How many closed cells are known to be safe, and how many cells to be mines.
    pub(crate) fn decided(&self) -> (usize, usize) {
        (self.safe as usize, self.known_mines as usize)
    }

    /// The cells that were proved safe and are not yet open.
    pub(crate) fn safe(&self) -> impl Iterator<Item = Cell> {
        // There are few, and a stretch without any is passed over at once.
        let size = tunables::CELLS_TOGETHER;
        let is_safe = |belief: &Belief| *belief == Belief::Safe;
        let stretches = self.beliefs.chunks(size).zip((0..).step_by(size));
        let some = stretches
            .filter(move |(stretch, _)| stretch.iter().fold(false, |any, it| any | is_safe(it)));
        some.flat_map(move |(stretch, start)| {
            let safe = stretch.iter().zip(start..).filter(move |(belief, _)| is_safe(belief));
            safe.map(|(_, index)| Cell::new(index))
        })
    }
}

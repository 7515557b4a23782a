//! The window as write-up 001 slides it: equations are made once for each window and kept.
//!
//! In every window the two rules are tried on the clues of the inner 3×3; then an equation is
//! made of each, its unknown cells and the mines they need, and every two are compared. If the
//! cells of one lie within those of the other, the rest has as many mines as the numbers
//! differ by: if that is as many as the cells that are left, they are mines. Safe cells are
//! not read off.
//!
//! Subtracting equations that were once true is sound, old or not. What is not, and is how we
//! read the write-up's own account of its false flags: cells that became known since leave
//! the equations, but the numbers stay. A mine that was just flagged is counted among
//! those that are still to be found.

use surefoot_rules::{Cell, Point};

use super::Window;
use crate::shared::knowledge::Belief;

/// A clue, its unknown cells, and the mines they needed when it was made.
struct StaleEquation {
    clue: Cell,
    cells: Vec<Cell>,
    mines: u8,
}

impl Window {
    /// Slides the window over the whole board, once. Whether anything came of it.
    pub(super) fn slide_stale(&mut self) -> bool {
        self.fresh.clear(self.queue.know.grid().len());
        let (width, height) = (self.queue.know.grid().width(), self.queue.know.grid().height());
        // The middle of the inner part; on a short side there is one window.
        let middles = |side: u32| match side {
            _ if self.edges => 0..side,
            0..5 => side / 2..side / 2 + 1,
            _ => 2..side - 2,
        };
        let (columns, rows) = (middles(width), middles(height));
        let mut found = false;
        for y in rows {
            for x in columns.clone() {
                found |= self.look_through(Point { x, y });
            }
        }
        found
    }

    /// Looks through the window around a cell.
    fn look_through(&mut self, middle: Point) -> bool {
        let reach = |at: u32, side: u32| match side {
            0..5 => 0..=side - 1,
            _ => at.saturating_sub(1)..=(at + 1).min(side - 1),
        };
        let grid = self.queue.know.grid();
        let (columns, rows) = (reach(middle.x, grid.width()), reach(middle.y, grid.height()));
        let inner: Vec<Cell> = rows
            .flat_map(|y| columns.clone().filter_map(move |x| grid.cell(Point { x, y })))
            .filter(|&cell| self.queue.know.sum(cell).tells())
            .collect();
        let mut found = false;
        for &clue in &inner {
            found |= self.queue.know.look(clue);
        }
        let equations: Vec<StaleEquation> =
            inner.iter().filter_map(|&clue| self.equation(clue)).collect();
        for (at, one) in equations.iter().enumerate() {
            for other in &equations[..at] {
                found |= self.subtract_stale(one, other);
            }
        }
        found
    }

    /// The equation of a clue that says anything. Only an exact number makes one.
    fn equation(&self, clue: Cell) -> Option<StaleEquation> {
        let sum = self.queue.know.sum(clue);
        let mines = sum.least();
        if !sum.tells() || mines == 0 || mines != sum.most() || mines == sum.unknown {
            return None;
        }
        Some(StaleEquation { clue, cells: self.queue.know.unknown_beside(clue).to_vec(), mines })
    }

    fn subtract_stale(&mut self, one: &StaleEquation, other: &StaleEquation) -> bool {
        let know = &mut self.queue.know;
        let unknown = |equation: &StaleEquation| {
            let mut cells = equation.cells.clone();
            cells.retain(|&cell| know.belief(cell) == Belief::Unknown);
            cells
        };
        let (ones, others) = (unknown(one), unknown(other));
        let ((larger, mut rest), (smaller, part)) = if ones.len() > others.len() {
            ((one, ones), (other, others))
        } else {
            ((other, others), (one, ones))
        };
        if part.iter().any(|cell| !rest.contains(cell)) {
            return false;
        }
        rest.retain(|cell| !part.contains(cell));
        let difference = larger.mines.checked_sub(smaller.mines).map_or(0, usize::from);
        if rest.is_empty() || rest.len() != difference {
            return false;
        }
        for cell in rest {
            know.conclude(cell, true, "window", &[smaller.clue, larger.clue]);
        }
        true
    }
}

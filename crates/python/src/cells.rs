//! Cells as Python writes them: pairs of column and row.

use pyo3::prelude::*;
use surefoot_rules::{Cell, Grid, Point};

use crate::errors::complaint;

/// A pair of column and row.
pub(crate) type Pair = (u32, u32);

pub(crate) fn pair(grid: &Grid, cell: Cell) -> Pair {
    let Point { x, y } = grid.point(cell);
    (x, y)
}

pub(crate) fn pairs(grid: &Grid, cells: &[Cell]) -> Vec<Pair> {
    cells.iter().map(|&cell| pair(grid, cell)).collect()
}

/// The cell in a column and row.
pub(crate) fn cell(grid: &Grid, x: i64, y: i64) -> PyResult<Cell> {
    let point = u32::try_from(x).ok().zip(u32::try_from(y).ok()).map(|(x, y)| Point { x, y });
    point.and_then(|point| grid.cell(point)).ok_or_else(|| {
        let (right, bottom) = (grid.width() - 1, grid.height() - 1);
        let hint = format!("columns go from 0 to {right}, rows from 0 to {bottom}");
        complaint(format!("{x},{y} is outside the board"), &hint)
    })
}

//! A cell and its coordinates.
//!
//! Inside the engine a cell is a number, so that tables indexed by cells are
//! plain slices and no solver ever needs the geometry. People and files speak
//! of column and row instead; that is a [`Point`], and only a
//! [`Grid`](crate::Grid) turns one into the other.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// A cell of a grid, by its index.
///
/// On a rectangular grid the index is `y * width + x`.
///
/// ```
/// use surefoot_rules::{Cell, Grid, Point};
///
/// let grid = Grid::new(30, 16)?;
/// assert_eq!(grid.cell(Point { x: 3, y: 3 }), Some(Cell::new(93)));
/// # Ok::<(), surefoot_rules::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u32);

impl Cell {
    /// The cell with this index.
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// The index as a slice index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The index as it is stored.
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Column and row, from 0 at the top left: how people and files name a cell.
///
/// ```
/// use surefoot_rules::Point;
///
/// let point: Point = "3,7".parse()?;
/// assert_eq!(point, Point { x: 3, y: 7 });
/// assert_eq!(point.to_string(), "3,7");
/// # Ok::<(), surefoot_rules::ParsePointError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// Column, from 0 at the left.
    pub x: u32,
    /// Row, from 0 at the top.
    pub y: u32,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A text that is not `column,row`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a cell: expected column,row from 0 at the top left, as in `3,7`")]
pub struct ParsePointError(String);

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |part: &str| -> Result<u32, ParseIntError> { part.trim().parse() };
        text.split_once(',')
            .and_then(|(x, y)| Some((number(x).ok()?, number(y).ok()?)))
            .map(|(x, y)| Self { x, y })
            .ok_or_else(|| ParsePointError(text.to_owned()))
    }
}

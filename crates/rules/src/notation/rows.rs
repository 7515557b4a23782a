//! Rows of characters, one per cell: what several text formats have in common.
//!
//! Each of them is a table from characters to cells and back. The rectangle, its
//! checks and the places of mistakes are the same everywhere and stand here once.

use super::{ContentError, Format, Place, ReadError, WriteError};
use crate::{Cell, Draft, Grid, Tile, View};

/// The rectangle that a format expects, and what may stand in it.
pub(super) struct Rectangle {
    pub(super) format: Format,
    pub(super) width: u32,
    pub(super) height: u32,
    /// The characters, in words.
    pub(super) expected: &'static str,
    /// The line before the first row, for a complaint about rows that are missing.
    pub(super) before: usize,
}

impl Rectangle {
    /// Reads as many lines as there are rows. Lines come with their numbers; `cell` is
    /// the format's table.
    pub(super) fn read<T>(
        &self,
        lines: impl Iterator<Item = (impl AsRef<str>, usize)>,
        cell: impl Fn(char) -> Option<T>,
    ) -> Result<Vec<T>, ReadError> {
        let fail = |place, problem: ContentError| ReadError::new(self.format, place, problem);
        let (mut cells, mut rows) = (Vec::new(), 0);
        for (line, number) in lines.take(self.height as usize) {
            let line = line.as_ref().trim_end();
            let (expected, found) = (u64::from(self.width), line.chars().count() as u64);
            if found != expected {
                return Err(fail(Place::Line(number), ContentError::RowLength { expected, found }));
            }
            for (found, column) in line.chars().zip(1..) {
                cells.push(cell(found).ok_or_else(|| {
                    let problem = ContentError::Character { found, expected: self.expected };
                    fail(Place::Column(number, column), problem)
                })?);
            }
            rows += 1;
        }
        if rows != self.height {
            let (expected, found) = (u64::from(self.height), u64::from(rows));
            let place = Place::Line(self.before + rows as usize);
            return Err(fail(place, ContentError::Rows { expected, found }));
        }
        Ok(cells)
    }
}

/// The view of a classic board that these tiles show.
pub(super) fn view(
    (width, height): (u32, u32),
    mines: Option<u32>,
    tiles: Vec<Tile>,
) -> Result<View, ContentError> {
    Ok(Draft::with_tiles(Grid::new(width, height)?, mines, tiles).try_into()?)
}

/// The rows of a board, each ended by a line feed. `symbol` is the format's table; where it has no
/// character it says for what.
pub(super) fn write(
    format: Format,
    grid: &Grid,
    symbol: impl Fn(Cell) -> Result<char, &'static str>,
) -> Result<String, WriteError> {
    let mut text = String::new();
    for cell in grid.cells() {
        let point = grid.point(cell);
        text.push(symbol(cell).map_err(|tile| WriteError::Tile { format, tile, point })?);
        if point.x + 1 == grid.width() {
            text.push('\n');
        }
    }
    Ok(text)
}

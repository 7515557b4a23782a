//! Rows of characters, one per cell: what several text formats have in common.
//!
//! Each of them is a table from characters to cells and back. The rectangle, its
//! checks and the places of mistakes are the same everywhere and stand here once.

use super::{Format, Place, Problem, ReadError};
use crate::{Cell, Grid};

/// The rectangle that a format expects, and what may stand in it.
pub(super) struct Shape {
    pub(super) format: Format,
    pub(super) width: u32,
    pub(super) height: u32,
    /// The characters, in words.
    pub(super) expected: &'static str,
    /// The line before the first row, for a complaint about rows that are missing.
    pub(super) before: usize,
}

impl Shape {
    /// Reads as many lines as there are rows. Lines come with their numbers; `cell` is
    /// the format's table.
    pub(super) fn read<'a, T>(
        &self,
        lines: impl Iterator<Item = (&'a str, usize)>,
        cell: impl Fn(char) -> Option<T>,
    ) -> Result<Vec<T>, ReadError> {
        let fail = |place, problem: Problem| ReadError::new(self.format, place, problem);
        let (mut cells, mut rows) = (Vec::new(), 0);
        for (line, number) in lines.take(self.height as usize) {
            let line = line.trim_end();
            let (expected, found) = (u64::from(self.width), line.chars().count() as u64);
            if found != expected {
                return Err(fail(Place::Line(number), Problem::RowLength { expected, found }));
            }
            for (found, column) in line.chars().zip(1..) {
                cells.push(cell(found).ok_or_else(|| {
                    let problem = Problem::Character { found, expected: self.expected };
                    fail(Place::Column(number, column), problem)
                })?);
            }
            rows += 1;
        }
        if rows != self.height {
            let (expected, found) = (u64::from(self.height), u64::from(rows));
            let place = Place::Line(self.before + rows as usize);
            return Err(fail(place, Problem::Rows { expected, found }));
        }
        Ok(cells)
    }
}

/// Appends the rows of a board, each ended by a line feed.
pub(super) fn write<E>(
    text: &mut String,
    grid: &Grid,
    mut symbol: impl FnMut(Cell) -> Result<char, E>,
) -> Result<(), E> {
    for cell in grid.cells() {
        text.push(symbol(cell)?);
        if (cell.number() + 1) % grid.width() == 0 {
            text.push('\n');
        }
    }
    Ok(())
}

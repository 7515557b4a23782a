//! `.mbf` and `.abf`: mines as bytes, of Minesweeper X and Arbiter.
//!
//! Width, height (one byte each), the number of mines (two bytes, the higher
//! first), then column and row of each mine. No magic number and no trailer, so
//! the length is the check: exactly 4 + 2 × mines. Any order is read; we write
//! column by column, as the original does.

use super::{ContentError, Format, Place, ReadError, WriteError, classic_only};
use crate::{Grid, Layout, Point};

/// Reads the bytes of one board.
///
/// ```
/// use surefoot_rules::notation::mbf;
///
/// let layout = mbf::read(&[9, 9, 0, 3, 0, 0, 0, 4, 8, 8])?;
/// assert_eq!(layout.mines().map(|cell| cell.number()).collect::<Vec<_>>(), [0, 36, 80]);
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Layout, ReadError> {
    decode(Format::Mbf, bytes)
}

pub(super) fn decode(format: Format, bytes: &[u8]) -> Result<Layout, ReadError> {
    let fail = |place, problem: ContentError| ReadError::new(format, place, problem);
    let length =
        |expected| ContentError::Length { unit: "bytes", expected, found: bytes.len() as u64 };
    let Some((&[width, height, high, low], pairs)) = bytes.split_first_chunk() else {
        return Err(fail(Place::Whole, length(4)));
    };
    let mines = u64::from(u16::from_be_bytes([high, low]));
    if bytes.len() as u64 != 4 + 2 * mines {
        return Err(fail(Place::Whole, length(4 + 2 * mines)));
    }
    let (width, height) = (u32::from(width), u32::from(height));
    let grid = Grid::new(width, height).map_err(|error| fail(Place::Byte(0), error.into()))?;
    let mut cells = Vec::with_capacity(pairs.len() / 2);
    for (pair, at) in pairs.chunks_exact(2).zip((4..).step_by(2)) {
        let cell = grid.cell(Point { x: pair[0].into(), y: pair[1].into() });
        let outside = || ContentError::outside("the mine at", [pair[0], pair[1]], &grid);
        cells.push(cell.ok_or_else(|| fail(Place::Byte(at), outside()))?);
    }
    Layout::new(grid, cells).map_err(|error| fail(Place::Whole, error.into()))
}

/// Writes the bytes of one board.
pub fn write(layout: &Layout) -> Result<Vec<u8>, WriteError> {
    encode(Format::Mbf, layout)
}

pub(super) fn encode(format: Format, layout: &Layout) -> Result<Vec<u8>, WriteError> {
    let grid = layout.grid();
    classic_only(format, grid)?;
    let (width, height) = (grid.width(), grid.height());
    let (Ok(w), Ok(h)) = (u8::try_from(width), u8::try_from(height)) else {
        let most = u32::from(u8::MAX);
        return Err(WriteError::Size { format, most, width, height });
    };
    let [high, low] = (layout.count() as u16).to_be_bytes();
    let mut bytes = vec![w, h, high, low];
    for x in 0..width {
        for y in 0..height {
            if grid.cell(Point { x, y }).is_some_and(|cell| layout.is_mine(cell)) {
                bytes.extend([x as u8, y as u8]);
            }
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::error::testing::problem;
    use crate::{Neighbourhood, layout};

    #[test]
    fn we_write_column_by_column() {
        let layout = layout![".M", "M.", ".M"];
        assert_eq!(write(&layout).unwrap(), [2, 3, 0, 3, 0, 1, 1, 0, 1, 2]);
    }

    #[test]
    fn everything_is_checked() {
        assert_eq!(problem(read(&[])).1, "there are 0 bytes: expected 4");
        assert_eq!(problem(read(&[9])).1, "there is 1 byte: expected 4");
        assert_eq!(problem(read(&[9, 9, 0, 3, 0, 0])).1, "there are 6 bytes: expected 10");
        assert_eq!(problem(read(&[9, 9, 0, 1, 0, 0, 0, 0])).1, "there are 8 bytes: expected 6");
        assert_eq!(
            problem(read(&[0, 9, 0, 0])),
            (Place::Byte(0), "a board of 0x9 has no cells".into())
        );
        assert_eq!(problem(read(&[9, 8, 0, 2, 1, 1, 1, 8])).0, Place::Byte(6));
        assert_eq!(problem(read(&[9, 9, 0, 2, 1, 2, 1, 2])).1, "the mine at 1,2 is named twice");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let wide = Layout::empty(Grid::new(256, 1).unwrap());
        assert!(matches!(write(&wide), Err(WriteError::Size { most: 255, .. })));
        let torus = Layout::empty(Grid::with(4, 4, Neighbourhood::Torus).unwrap());
        assert!(matches!(write(&torus), Err(WriteError::Neighbourhood { .. })));
        let full = Grid::new(255, 255).unwrap();
        let full = Layout::new(full.clone(), full.cells()).unwrap();
        assert_eq!(read(&write(&full).unwrap()).unwrap(), full);
    }
}

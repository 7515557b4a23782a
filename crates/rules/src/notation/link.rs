//! The `b` and `m` of a web address: a board in a link.
//!
//! Used by the PTTACG ZiNi calculator, LlamaSweeper, minesweeper.online's
//! export and JSMinesweeper. `b` is the size: `1`, `2`, `3` for the three
//! levels, else the digits of width and height in two halves of equal length.
//! `m` has one bit per cell, row by row, five to a character (`0-9a-v`, the
//! highest bit first). Missing characters count as zeros and padding bits are
//! ignored, as the others do; we pad both halves of `b` to the longer one,
//! which they do not, so that 9x100 can be read back.

use super::error::short;
use super::{ContentError, Format, Place, ReadError, WriteError, classic_only};
use crate::board::level::{check_size, parse_count};
use crate::tunables;
use crate::{Cell, Grid, Layout, Level};

const BITS: usize = 5;
const SIZE: &str = "1, 2, 3, or width and height in two halves of equal length, as in 3016";

/// Every `key=value` of an address, and the byte at which the value begins.
fn parameters(text: &str) -> impl Iterator<Item = (&str, &str, usize)> {
    let mut next = 0;
    text.split(['?', '&', '#', ' ', '\t']).filter_map(move |part| {
        let start = next;
        next += part.len() + 1;
        let (key, value) = part.split_once('=')?;
        Some((key.trim_start(), value, start + key.len() + 1))
    })
}

/// The value of a parameter, and the byte at which it begins.
pub(super) fn value<'a>(text: &'a str, wanted: &str) -> Option<(&'a str, usize)> {
    let mut parameters = parameters(text.trim_end());
    parameters.find(|(key, ..)| *key == wanted).map(|(_, value, at)| (value, at))
}

/// A size, if a link may claim it.
pub(super) fn check_side(width: u64, height: u64) -> Result<(u32, u32), ContentError> {
    let (width, height) = check_size(width, height)?;
    if width.max(height) > tunables::LINK_SIDE {
        return Err(ContentError::LinkSize { width, height });
    }
    Ok((width, height))
}

/// Whether a line has the parameters of a board.
pub(super) fn looks_like(line: &str) -> bool {
    value(line, "b").is_some() && value(line, "m").is_some()
}

/// Reads a link, or its parameters alone.
///
/// ```
/// use surefoot_rules::notation::link;
///
/// let layout = link::read("https://example.org/#/editor?b=0202&m=g")?;
/// assert_eq!((layout.count(), layout.grid().width()), (1, 2));
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Layout, ReadError> {
    let fail = |problem: ContentError| ReadError::new(Format::Link, Place::Whole, problem);
    let (size, _) = value(text, "b").ok_or_else(|| fail(ContentError::Missing("b=")))?;
    let (bits, _) = value(text, "m").ok_or_else(|| fail(ContentError::Missing("m=")))?;

    let form = || fail(ContentError::Form { found: short(size), expected: SIZE });
    let (width, height) = match size.parse::<usize>() {
        Ok(level @ 1..=3) if size.len() == 1 => {
            let Level { width, height, .. } = Level::NAMED[level - 1].1;
            (width, height)
        }
        _ => {
            if size.is_empty() || size.len() % 2 != 0 || !size.is_ascii() {
                return Err(form());
            }
            let (width, height) = size.split_at(size.len() / 2);
            let (width, height) = parse_count(width).zip(parse_count(height)).ok_or_else(form)?;
            check_side(width, height).map_err(fail)?
        }
    };

    let grid = Grid::new(width, height).map_err(|error| fail(error.into()))?;
    let (most, found) = (grid.len().div_ceil(BITS), bits.chars().count());
    if found > most {
        let (unit, expected, found) = ("characters in m=", most as u64, found as u64);
        return Err(fail(ContentError::Length { unit, expected, found }));
    }
    let value = |found: char| {
        let expected = "the characters 0-9 and a-v in m=";
        found.to_digit(1 << BITS).ok_or_else(|| fail(ContentError::Character { found, expected }))
    };
    let values = bits.chars().map(value).collect::<Result<Vec<u32>, _>>()?;
    Ok(Layout::from_fn(grid, |cell| {
        let value = values.get(cell.index() / BITS).unwrap_or(&0);
        value >> (BITS - 1 - cell.index() % BITS) & 1 == 1
    }))
}

/// Writes the parameters of a board, to be put behind any of those addresses.
///
/// ```
/// use surefoot_rules::{layout, notation::link};
///
/// assert_eq!(link::write(&layout!["M.", ".."])?, "b=22&m=g");
/// # Ok::<(), surefoot_rules::notation::WriteError>(())
/// ```
pub fn write(layout: &Layout) -> Result<String, WriteError> {
    let grid = layout.grid();
    classic_only(Format::Link, grid)?;
    let (width, height) = (grid.width(), grid.height());
    if width.max(height) > tunables::LINK_SIDE {
        let format = Format::Link;
        return Err(WriteError::Size { format, most: tunables::LINK_SIDE, width, height });
    }
    let level = Level::NAMED.iter().position(|(_, l)| (l.width, l.height) == (width, height));
    let size = if let Some(level) = level {
        (level + 1).to_string()
    } else {
        let digits = width.max(height).to_string().len();
        format!("{width:0digits$}{height:0digits$}")
    };
    let cells: Vec<Cell> = grid.cells().collect();
    let bits: String = cells
        .chunks(BITS)
        .map(|five| {
            let value = (0..BITS).fold(0, |value, bit| {
                let mine = five.get(bit).is_some_and(|&cell| layout.is_mine(cell));
                value << 1 | u32::from(mine)
            });
            char::from_digit(value, 1 << BITS).unwrap_or('0')
        })
        .collect();
    Ok(format!("b={size}&m={bits}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;
    use crate::notation::error::testing::problem;

    /// A link made by the sites themselves.
    #[test]
    fn the_published_vector_reads_and_writes() {
        let text = "b=4005&m=vvvvvvvv000000010000000194i94i95vvvvvvvv";
        let layout = read(text).unwrap();
        let row = |y| -> String {
            let mine = |x| layout.is_mine(layout.grid().cell(Point { x, y }).unwrap());
            (0..40).map(|x| if mine(x) { 'M' } else { '.' }).collect()
        };
        assert_eq!(row(0), "M".repeat(40));
        assert_eq!(row(1), ".".repeat(39) + "M");
        assert_eq!(row(2), row(1));
        assert_eq!(row(3), ".M..M..M..M..M..M..M..M..M..M..M..M..M.M");
        assert_eq!(row(4), row(0));
        assert_eq!(write(&layout).unwrap(), text);
    }

    #[test]
    fn every_way_to_write_a_link_is_read() {
        let plain = read("b=1&m=01").unwrap();
        assert_eq!((plain.count(), plain.grid().width()), (1, 9));
        for text in [
            "?b=1&m=01",
            "https://example.org/index.html?b=1&m=01",
            "https://example.org/#/game/zini-explorer?m=01&b=1&c=FCAhWA",
            "b=0909&m=01000",
            " b=99&m=01 \n",
        ] {
            assert_eq!(read(text).unwrap(), plain, "{text}");
        }
        assert_eq!(read("b=2&m=").unwrap().grid().len(), 256);
        assert_eq!(read("b=0102&m=V").unwrap().count(), 2);
    }

    #[test]
    fn sides_of_unequal_length_are_padded() {
        let layout = Layout::empty(Grid::new(9, 100).unwrap());
        let text = write(&layout).unwrap();
        assert!(text.starts_with("b=009100&"));
        assert_eq!(read(&text).unwrap(), layout);
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(problem(read("m=0")).1, "`b=` is missing");
        assert_eq!(problem(read("b=1")).1, "`m=` is missing");
        assert!(problem(read("b=123&m=0")).1.contains("equal length"));
        assert!(problem(read("b=&m=0")).1.contains("equal length"));
        assert!(problem(read("b=0x0x&m=0")).1.contains("equal length"));
        assert!(problem(read("b=9900&m=0")).1.contains("no cells"));
        assert!(problem(read("b=9999999999999999&m=0")).1.contains("too large"));
        assert!(problem(read("b=20002000&m=0")).1.contains("1000x1000"));
        assert!(problem(read("b=0101&m=00")).1.contains("there are 2 characters in m="));
        assert!(problem(read("b=1&m=0w")).1.contains("'w'"));
    }
}

//! Game IDs of Simon Tatham's Mines: `9x9:4,4,m00b7d48a3e0231c419200`.
//!
//! The size, a colon, the first click if there is one, then `m` or `u` and the mines
//! as hexadecimal digits, four cells each, row by row, the highest bit first. `u` is
//! plain. `m` is masked, so that nobody reads the mines off an ID by accident: the
//! bytes are halved, the first half is mixed with a mask made of the second, then the
//! second with a mask made of the first. A mask is the SHA-1 hashes of its half
//! followed by 0, 1, 2, … in decimal, one after the other. The program writes masked
//! IDs and so do we.
//!
//! Options may follow the size (`n99`, `a`, …) and are ignored: the mines are told. An
//! ID with `#`, or with an `r` after the colon, is a seed for the program's own
//! generator, which we do not have.

use std::fmt::Write;

use sha1::{Digest, Sha1};

use super::error::short;
use super::{Board, ContentError, Format, Place, ReadError, WriteError, classic_only};
use crate::board::level::{check_size, parse_count};
use crate::{Cell, Grid, Layout, Point};

const FORMAT: Format = Format::Tatham;

/// What an ID says: the ID in a web address begins behind its `#`.
struct GameId<'a> {
    width: u64,
    height: u64,
    mark: char,
    rest: &'a str,
    /// The byte at which the rest begins.
    at: usize,
}

fn game_id(text: &str) -> Option<GameId<'_>> {
    let id = match text.split_once("://") {
        Some((_, address)) => address.split_once('#')?.1,
        None => text.trim_start(),
    };
    let at = id.find([':', '#'])?;
    let (size, rest) = (&id[..at], &id[at + 1..]);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (width, more) = size.split_at(digits(size));
    let (height, options) = match more.strip_prefix('x') {
        Some(more) => more.split_at(digits(more)),
        None => (width, more),
    };
    let known = options.bytes().all(|byte| byte.is_ascii_digit() || b"naXY".contains(&byte));
    let (width, height) = parse_count(width).zip(parse_count(height)).filter(|_| known)?;
    let mark = if id.as_bytes()[at] == b':' { ':' } else { '#' };
    Some(GameId { width, height, mark, rest: rest.trim_end(), at: text.len() - rest.len() })
}

/// Whether a line is an ID.
pub(super) fn looks_like(line: &str) -> bool {
    game_id(line).is_some()
}

/// Reads an ID, or an address with one.
///
/// ```
/// use surefoot_rules::notation::tatham;
///
/// let board = tatham::read("9x9:4,4,m00b7d48a3e0231c419200")?;
/// assert_eq!(board.layout.count(), 35);
/// assert_eq!(board.first.map(|cell| cell.number()), Some(40));
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Board, ReadError> {
    let whole = |problem: ContentError| ReadError::new(FORMAT, Place::Whole, problem);
    let GameId { width, height, mark, rest, at } = game_id(text).ok_or_else(|| {
        let expected = "a game ID, as in `9x9:4,4,m00b7d48a3e0231c419200`";
        whole(ContentError::Form { found: short(text.trim()), expected })
    })?;
    let fail =
        |byte, problem: ContentError| ReadError::new(FORMAT, Place::of(text, at + byte), problem);
    if mark == '#' || rest.starts_with('r') {
        let expected = "the mines: this ID is a seed, which only the program itself can deal \
                        (its menu entry Specific gives an ID with the mines)";
        return Err(fail(0, ContentError::Form { found: short(rest), expected }));
    }
    let (width, height) = check_size(width, height).map_err(|error| whole(error.into()))?;

    let (click, mines) = match rest.rfind(',') {
        Some(comma) => (Some(&rest[..comma]), comma + 1),
        None => (None, 0),
    };
    let (masked, digits) = match rest.as_bytes().get(mines) {
        Some(b'm') => (true, mines + 1),
        Some(b'u') => (false, mines + 1),
        _ => (false, mines),
    };
    let cells = u64::from(width) * u64::from(height);
    let (expected, found) = (cells.div_ceil(4), rest[digits..].chars().count() as u64);
    if found != expected {
        let unit = "hexadecimal digits";
        return Err(fail(digits, ContentError::Length { unit, expected, found }));
    }
    let mut bytes = vec![0_u8; cells.div_ceil(8) as usize];
    for (found, place) in rest[digits..].chars().zip(0..) {
        let value = found.to_digit(16).ok_or_else(|| {
            let expected = "hexadecimal digits";
            fail(digits + place, ContentError::Character { found, expected })
        })?;
        bytes[place / 2] |= (value as u8) << (4 * (1 - place % 2));
    }
    if masked {
        let half = bytes.len() / 2;
        let (first, second) = bytes.split_at_mut(half);
        mask(second, first);
        clear_padding(second, cells);
        mask(first, second);
    }

    let grid = Grid::new(width, height).map_err(|error| whole(error.into()))?;
    let is_mine = |cell: Cell| bytes[cell.index() / 8] >> (7 - cell.index() % 8) & 1 == 1;
    let layout = Layout::from_fn(grid, is_mine);
    let first = match click {
        None => None,
        Some(click) => {
            let point: Point = click.parse().map_err(|_| {
                let expected = "the first click, as in `4,4,`";
                fail(0, ContentError::Form { found: short(click), expected })
            })?;
            let cell = layout.grid().cell(point).filter(|&cell| !layout.is_mine(cell));
            Some(cell.ok_or_else(|| fail(0, ContentError::SafeIsMine(short(click))))?)
        }
    };
    Ok(Board { layout, first })
}

/// Writes a masked ID.
///
/// ```
/// use surefoot_rules::{layout, notation::tatham};
///
/// let board = layout!["M..", "...", "..."].into();
/// let id = tatham::write(&board)?;
/// assert_eq!(tatham::read(&id).unwrap(), board);
/// # Ok::<(), surefoot_rules::notation::WriteError>(())
/// ```
pub fn write(board: &Board) -> Result<String, WriteError> {
    let Board { layout, first } = board;
    let grid = layout.grid();
    classic_only(FORMAT, grid)?;
    let mut id = format!("{}x{}:", grid.width(), grid.height());
    if let Some(cell) = *first {
        let point = grid.point(cell);
        if layout.is_mine(cell) {
            return Err(WriteError::FirstIsMine { format: FORMAT, point });
        }
        let _ = write!(id, "{point},");
    }
    id.push('m');
    let cells = grid.len() as u64;
    let mut bytes = vec![0_u8; cells.div_ceil(8) as usize];
    for cell in layout.mines() {
        bytes[cell.index() / 8] |= 0x80 >> (cell.index() % 8);
    }
    let half = bytes.len() / 2;
    let (front, back) = bytes.split_at_mut(half);
    mask(front, back);
    mask(back, front);
    clear_padding(back, cells);
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    id.extend(
        digits
            .take(cells.div_ceil(4) as usize)
            .filter_map(|digit| char::from_digit(u32::from(digit), 16)),
    );
    Ok(id)
}

/// Mixes one half with a mask made of the other.
fn mask(half: &mut [u8], seed: &[u8]) {
    for (block, counter) in half.chunks_mut(20).zip(0..) {
        let hash = Sha1::new().chain_update(seed).chain_update(u32::to_string(&counter)).finalize();
        for (byte, mask) in block.iter_mut().zip(hash) {
            *byte ^= mask;
        }
    }
}

/// The bits behind the last cell stay zero.
fn clear_padding(last: &mut [u8], cells: u64) {
    if let Some(byte) = last.last_mut().filter(|_| !cells.is_multiple_of(8)) {
        *byte &= 0xff << (8 - cells % 8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;
    use crate::notation::error::testing::problem;

    /// An ID made by the program itself: unmasked by anything but its own masking, it
    /// would not have its 35 mines, none of them beside the first click.
    #[test]
    fn the_published_id_reads_and_writes() {
        let text = "9x9:4,4,m00b7d48a3e0231c419200";
        let board = read(text).unwrap();
        assert_eq!(board.layout.count(), 35);
        assert_eq!(board.first, Some(Cell::new(40)));
        assert_eq!(board.layout.number(Cell::new(40)), 0);
        assert_eq!(write(&board).unwrap(), text);
    }

    #[test]
    fn every_way_to_write_an_id_is_read() {
        let plain = layout!["M..M", "....", "...."];
        for text in ["4x3:u900", "4x3:900", "4x3n2a:u900", " 4x3:u900\n"] {
            assert_eq!(read(text).unwrap(), plain.clone().into(), "{text}");
        }
        let first = Some(Cell::new(9));
        let opened = read("https://example.org/mines.html#4x3:1,2,u900").unwrap();
        assert_eq!(opened, Board { layout: plain, first });
        assert_eq!(read("3:u8000").unwrap_err().place, Place::Column(1, 4), "nine cells");
        assert_eq!(read("3:u800").unwrap().layout, layout!["M..", "...", "..."]);
        for cells in 1..=40 {
            // Halves of every length, with and without padding.
            let grid = Grid::new(cells, 1).unwrap();
            let layout = Layout::new(grid, (0..cells).step_by(3).map(Cell::new)).unwrap();
            let board = Board::from(layout);
            assert_eq!(read(&write(&board).unwrap()).unwrap(), board, "{cells}");
        }
    }

    #[test]
    fn mistakes_are_placed() {
        assert!(problem(read("9x9n10#123456")).1.contains("only the program itself"));
        assert!(problem(read("9x9:r10,u,1234")).1.contains("only the program itself"));
        assert_eq!(problem(read("4x3:9,9,u900")).0, Place::Column(1, 5));
        assert!(problem(read("4x3:0,0,u900")).1.contains("is a mine"));
        assert!(problem(read("4x3:1,u900")).1.contains("the first click"));
        assert_eq!(problem(read("4x3:u9g0")).0, Place::Column(1, 7));
        assert!(
            problem(read("4x3:u9000")).1.contains("there are 4 hexadecimal digits: expected 3")
        );
        assert!(problem(read("99999999x99999999:u0")).1.contains("too large"));
        assert!(problem(read("nothing")).1.contains("a game ID"));
        let board = Board { layout: layout!["M."], first: Some(Cell::new(0)) };
        assert!(matches!(write(&board), Err(WriteError::FirstIsMine { .. })));
    }
}

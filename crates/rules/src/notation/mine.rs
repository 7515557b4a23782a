//! `.mine`: a position or a saved game of JSMinesweeper and the Java Explorer.
//!
//! The first line is `WIDTHxHEIGHTxMINES`; then one line per row:
//!
//! | character | meaning | read as |
//! |---|---|---|
//! | `0`–`8` | open | clue |
//! | `H`, `h` | hidden | hidden |
//! | `F` | flag | flag |
//! | `M` | flagged or known mine (Java) | flag |
//! | `m`, `?` | a mine not flagged (Java; JSMinesweeper in lost games) | hidden |
//!
//! Lines after the board are ignored: the Explorer signs its files there. If
//! the marked cells are as many as the mines, the file is a whole game and we
//! know the truth too. JSMinesweeper believes that of flags alone; for us a flag
//! is a claim, so it takes an `M`, `m` or `?` among them, or no hidden cell at
//! all, and else the file is a position like any other. A character of no
//! known meaning is an error: JSMinesweeper takes it for a hidden cell, which
//! would turn a damaged file into wrong advice.

use super::document::check_shown;
use super::error::{At, short};
use super::rows::{self, Rectangle};
use super::{ContentError, Document, Format, Place, ReadError, WriteError, classic_only};
use crate::board::level::{check_size, parse_count, parse_size, told_mines};
use crate::{Cell, Layout, Tile};

const FORMAT: Format = Format::Mine;
const CELLS: &str = "0-8, H or h hidden, F flag, M, m or ? mine";

/// Width, height and mines, if a line is a header of this format.
pub(super) fn header(line: &str) -> Option<(u64, u64, u64)> {
    let (size, mines) = line.trim().rsplit_once('x')?;
    let (width, height) = parse_size(size)?;
    Some((width, height, parse_count(mines)?))
}

/// Reads a position or a game.
///
/// ```
/// use surefoot_rules::notation::{Document, mine};
///
/// let position = mine::read("3x1x2\nF2H\n")?;
/// assert!(matches!(position, Document::View(_)));
/// let game = mine::read("3x1x2\nF2?\n")?;
/// assert!(matches!(game, Document::Game(_, _)));
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Document, ReadError> {
    let mut lines = text.lines().zip(1..).skip_while(|(line, _)| line.trim().is_empty());
    let (first, at) = lines.next().ok_or(ContentError::Empty).at(FORMAT, Place::Whole)?;
    let here = Place::Line(at);
    let expected = "WIDTHxHEIGHTxMINES, as in `30x16x99`";
    let form = || ContentError::Form { found: short(first), expected };
    let (width, height, mines) = header(first).ok_or_else(form).at(FORMAT, here)?;
    let (width, height) = check_size(width, height).at(FORMAT, here)?;

    let board = Rectangle { format: FORMAT, width, height, expected: CELLS, before: at };
    let symbols = board.read(lines, |symbol| tile(symbol).map(|tile| (symbol, tile)))?;
    let tiles = symbols.iter().map(|&(_, tile)| tile).collect();
    let marked = |cell: Cell| matches!(symbols[cell.index()].0, 'F' | 'M' | 'm' | '?');
    let told = symbols.iter().any(|(symbol, _)| matches!(symbol, 'M' | 'm' | '?'));

    let mines = told_mines(mines, symbols.len() as u64).at(FORMAT, here)?;
    let view = rows::view((width, height), Some(mines), tiles).at(FORMAT, here)?;
    let layout = Layout::from_fn(view.grid().clone(), marked);
    let whole = told || mines == 0 || view.hidden_count() == 0;
    if layout.count() != mines || !whole {
        return Ok(view.into());
    }
    match check_shown(&view, &layout) {
        Ok(()) => Ok(Document::Game(view, layout.into())),
        Err(_) if !told => Ok(view.into()),
        Err(untrue) => Err(untrue).at(FORMAT, here),
    }
}

fn tile(symbol: char) -> Option<Tile> {
    Some(match symbol {
        '0'..='8' => Tile::Clue(symbol as u8 - b'0'),
        'H' | 'h' | 'm' | '?' => Tile::Hidden,
        'F' | 'M' => Tile::Flag,
        _ => return None,
    })
}

/// Writes a position; of a whole board, a game that has not begun.
pub fn write(document: &Document) -> Result<String, WriteError> {
    let grid = document.grid();
    classic_only(FORMAT, grid)?;
    let mines = document.mines(FORMAT)?;
    let (view, board) = (document.view(), document.told());
    // A whole game must show that it is one, even if every mine is flagged.
    let all_flagged = board.is_some_and(|board| {
        board.layout.mines().all(|cell| view.is_some_and(|view| view.tile(cell) == Tile::Flag))
    });
    let rows = rows::write(FORMAT, grid, |cell| {
        let mine = board.is_some_and(|board| board.layout.is_mine(cell));
        Ok(match view.map_or(Tile::Hidden, |view| view.tile(cell)) {
            Tile::Hidden if mine => '?',
            Tile::Hidden => 'H',
            Tile::Flag if board.is_some() && !mine => return Err("a false flag in a game"),
            Tile::Flag if all_flagged => 'M',
            Tile::Flag => 'F',
            Tile::Clue(clue) => char::from(b'0' + clue),
            Tile::Silent => return Err("a silent cell"),
            Tile::Mine => return Err("an opened mine"),
        })
    })?;
    Ok(format!("{}x{}x{mines}\n{rows}", grid.width(), grid.height()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::error::testing::problem;
    use crate::{layout, view};

    #[test]
    fn a_flag_is_kept_as_a_flag() {
        let document = read("3x2x2\nF2H\n12h\nGame created by an explorer\n").unwrap();
        assert_eq!(document, Document::View(view!["3x2/2", "F2*", "12*"]));
        assert_eq!(write(&document).unwrap(), "3x2x2\nF2H\n12H\n");
    }

    #[test]
    fn a_whole_game_tells_the_truth() {
        let Document::Game(view, board) = read("3x2x2\r\nF2?\r\n121\r\n").unwrap() else {
            panic!("a whole game");
        };
        assert_eq!(view, view!["3x2/2", "F2*", "121"]);
        assert_eq!(board.layout, layout!["M.M", "..."]);
    }

    #[test]
    fn wrong_flags_make_a_position_and_not_an_error() {
        // Flags alone prove nothing while a cell is hidden.
        assert!(matches!(read("3x1x1\n1FH\n").unwrap(), Document::View(_)));
        assert!(matches!(read("3x1x1\n1MH\n").unwrap(), Document::Game(..)));
        assert!(matches!(read("3x1x1\n1F1\n").unwrap(), Document::Game(..)));
        assert!(matches!(read("3x1x1\n0F1\n").unwrap(), Document::View(_)));
        // A position that contradicts its own total is a position all the same.
        assert!(matches!(read("2x1x0\nH1\n").unwrap(), Document::View(_)));
        assert!(matches!(read("2x1x0\nH0\n").unwrap(), Document::Game(..)));
        let document = read("3x1x1\n0FH\n").unwrap();
        assert_eq!(document, Document::View(view!["3x1/1", "0F*"]));
        assert_eq!(problem(read("3x1x1\n0?H\n")).1, "0,0 shows 0, but has 1 mine beside it");
    }

    #[test]
    fn a_board_becomes_a_game_not_begun() {
        let text = write(&layout!["M.", ".."].into()).unwrap();
        assert_eq!(text, "2x2x1\n?H\nHH\n");
        assert_eq!(read(&text).unwrap().board().unwrap().layout, layout!["M.", ".."]);
    }

    #[test]
    fn what_cannot_be_said_is_refused() {
        for (view, what) in
            [(view!["2x1/1", "?*"], "a silent cell"), (view!["2x1/1", "M*"], "an opened mine")]
        {
            let error = write(&view.into()).unwrap_err();
            assert!(matches!(error, WriteError::Tile { tile, .. } if tile == what));
        }
        let false_flag = Document::Game(view!["3x1/1", "*F*"], layout!["M.."].into());
        assert!(matches!(write(&false_flag), Err(WriteError::Tile { .. })));
        let unknown = write(&view!["2x1/?", "1*"].into());
        assert!(matches!(unknown, Err(WriteError::UnknownTotal { .. })));
    }

    #[test]
    fn mistakes_are_placed() {
        assert_eq!(problem(read("3x1\nHHH")).0, Place::Line(1));
        assert_eq!(problem(read("3x1x1\nHH")).0, Place::Line(2));
        assert_eq!(problem(read("3x1x1\nHxH")).0, Place::Column(2, 2));
        assert_eq!(problem(read("3x3x1\nHHH\nHHH")).1, "the board has 2 rows: expected 3");
        assert_eq!(problem(read("3x1x9\nHHH")).1, "9 mines do not fit on 3 cells");
        assert!(problem(read("99999999x99999999x1\nH")).1.contains("too large"));
    }
}

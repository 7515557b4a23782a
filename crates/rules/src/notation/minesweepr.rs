//! The boards of the probability calculator minesweepr.
//!
//! ```text
//! ..1xx
//! 112*x
//! xxxxx
//! ```
//!
//! `.` or `0` an open cell without mines around it, `1` to `8` a number, `x` unknown,
//! `*` a mine that is known. Rows are separated by any white space; we read a line of
//! single characters between blanks as one row too. The number of mines is told
//! apart from the board, so it is unknown here, unless the board comes in the JSON of a
//! request to the calculator's server: `{"board": "1x", "total_mines": 1}`.
//!
//! A known mine is evidence there, so it is read as an opened mine; a flag is a claim
//! and is written as unknown.

use std::borrow::Cow;

use serde::Deserialize;

use super::boards::json_error;
use super::error::At;
use super::rows::{self, Rectangle};
use super::{ContentError, Document, Format, Place, ReadError, WriteError, classic_only};
use crate::board::level::parse_size;
use crate::{Tile, View};

const FORMAT: Format = Format::Minesweepr;
const CELLS: &str = "`.` or 0-8 open, `x` unknown or `*` mine";

#[derive(Deserialize)]
struct Request {
    board: String,
    total_mines: u32,
}

/// Whether a text is a board of this kind: one that a drawing could not be.
pub(super) fn looks_like(text: &str) -> bool {
    if !text.contains(['x', '.']) {
        return false;
    }
    let Some((first, _)) = rows(text).next() else { return false };
    let width = first.len();
    let cells = |row: &str| row.chars().all(|symbol| tile(symbol).is_some());
    // `3x1` above one row of three is a drawing whose first line is incomplete.
    let headed = |size| size == (width as u64, rows(text).count() as u64 - 1);
    rows(text).all(|(row, _)| row.len() == width && cells(&row))
        && !parse_size(&first).is_some_and(headed)
}

/// Whether a JSON text is a request with a board.
pub(super) fn looks_like_request(text: &str) -> bool {
    text.contains("\"total_mines\"") && text.contains("\"board\"")
}

/// The rows of a text, each with its line.
fn rows(text: &str) -> impl Iterator<Item = (Cow<'_, str>, usize)> {
    let rows = text.lines().zip(1..).flat_map(|(line, number)| {
        let words = line.split_whitespace();
        let spaced = words.clone().all(|word| word.chars().count() == 1);
        let whole = spaced.then(|| Cow::Owned(words.clone().collect::<String>()));
        let words = (!spaced).then_some(words).into_iter().flatten().map(Cow::Borrowed);
        whole.into_iter().chain(words).map(move |row| (row, number))
    });
    rows.filter(|(row, _)| !row.is_empty())
}

/// Reads a position.
///
/// ```
/// use surefoot_rules::{notation::minesweepr, view};
///
/// assert_eq!(minesweepr::read("1x\nx*")?, view!["2x2/?", "1*", "*M"]);
/// let request = r#"{"board": "1x xx", "total_mines": 1}"#;
/// assert_eq!(minesweepr::read(request)?, view!["2x2/1", "1*", "**"]);
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<View, ReadError> {
    if !text.trim_start().starts_with('{') {
        return read_rows(text, None);
    }
    let request: Request =
        serde_json::from_str(text).map_err(|error| json_error(FORMAT, &error))?;
    // Lines are counted within the board, which in the JSON is a single string.
    read_rows(&request.board, Some(request.total_mines))
}

fn read_rows(text: &str, mines: Option<u32>) -> Result<View, ReadError> {
    let (first, before) = rows(text).next().ok_or(ContentError::Empty).at(FORMAT, Place::Whole)?;
    let (width, height) = (first.chars().count() as u32, rows(text).count() as u32);
    let board = Rectangle { format: FORMAT, width, height, expected: CELLS, before };
    let tiles = board.read(rows(text), tile)?;
    rows::view((width, height), mines, tiles).at(FORMAT, Place::Whole)
}

fn tile(symbol: char) -> Option<Tile> {
    Some(match symbol {
        '.' => Tile::Clue(0),
        '0'..='8' => Tile::Clue(symbol as u8 - b'0'),
        'x' => Tile::Hidden,
        '*' => Tile::Mine,
        _ => return None,
    })
}

/// Writes what is seen, of a whole board everything, without the number of mines.
///
/// ```
/// use surefoot_rules::{notation::minesweepr, view};
///
/// assert_eq!(minesweepr::write(&view!["3x2/2", "01*", "01F"].into())?, ".1x\n.1x\n");
/// # Ok::<(), surefoot_rules::notation::WriteError>(())
/// ```
pub fn write(document: &Document) -> Result<String, WriteError> {
    let view = document.shown();
    classic_only(FORMAT, view.grid())?;
    rows::write(FORMAT, view.grid(), |cell| {
        Ok(match view.tile(cell) {
            Tile::Clue(0) => '.',
            Tile::Clue(clue) => char::from(b'0' + clue),
            Tile::Hidden | Tile::Flag => 'x',
            Tile::Mine => '*',
            Tile::Silent => return Err("a silent cell"),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::error::testing::problem;
    use crate::{layout, view};

    #[test]
    fn rows_are_separated_by_any_white_space() {
        let seen = view!["5x3/?", "001**", "112M*", "*****"];
        for text in [
            "..1xx\n112*x\nxxxxx\n",
            "..1xx 112*x xxxxx",
            "\n . 0 1 x x\r\n 1 1 2 * x\n\n x x x x x",
        ] {
            assert_eq!(read(text).unwrap(), seen, "{text}");
        }
        assert_eq!(write(&seen.into()).unwrap(), "..1xx\n112*x\nxxxxx\n");
        assert_eq!(write(&layout!["M..", "..."].into()).unwrap(), "*1.\n11.\n");
    }

    #[test]
    fn it_is_told_from_a_drawing() {
        assert!(looks_like("1x\nxx"));
        assert!(looks_like("1x1\n111"));
        assert!(looks_like("..1"));
        assert!(!looks_like("1*\n**"), "a drawing too");
        assert!(!looks_like("3x1\n1*2"), "an incomplete header");
        assert!(!looks_like("1x\nx"));
        assert!(!looks_like(""));
    }

    #[test]
    fn mistakes_are_placed() {
        assert_eq!(problem(read("1x\nxH")).0, Place::Column(2, 2));
        assert_eq!(problem(read("1x\nx")).0, Place::Line(2));
        assert_eq!(problem(read("9x")).0, Place::Column(1, 1));
        assert!(problem(read("{\"board\": \"1x\"}")).1.contains("total_mines"));
        assert!(
            problem(read("{\"board\": \" \", \"total_mines\": 1}")).1.contains("nothing to read")
        );
        assert!(problem(read("{\"board\": \"1x\", \"total_mines\": 3}")).1.contains("do not fit"));
        let silent = write(&view!["2x1/1", "?*"].into());
        assert!(matches!(silent, Err(WriteError::Tile { .. })));
    }
}

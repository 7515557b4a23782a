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
    let rows: Vec<(String, usize)> = rows(text);
    let cells = |row: &str| row.chars().all(|symbol| tile(symbol).is_some());
    let width = rows.first().map_or(0, |(row, _)| row.len());
    let fits = rows.iter().all(|(row, _)| row.len() == width && cells(row));
    // `3x1` above one row of three is a drawing whose first line is incomplete.
    let headed = rows
        .first()
        .and_then(|(row, _)| parse_size(row))
        .is_some_and(|size| size == (width as u64, rows.len() as u64 - 1));
    fits && !headed && text.contains(['x', '.'])
}

/// Whether a JSON text is a request with a board.
pub(super) fn looks_like_request(text: &str) -> bool {
    text.contains("\"total_mines\"") && text.contains("\"board\"")
}

/// The rows of a text, each with its line.
fn rows(text: &str) -> Vec<(String, usize)> {
    let mut rows = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let words = line.split_whitespace();
        if words.clone().all(|word| word.chars().count() == 1) {
            rows.push((words.collect(), number));
        } else {
            rows.extend(words.map(|word| (word.to_owned(), number)));
        }
    }
    rows.retain(|(row, _)| !row.is_empty());
    rows
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
    let rows = rows(text);
    let (first, before) = rows.first().ok_or(ContentError::Empty).at(FORMAT, Place::Whole)?;
    let (width, height) = (first.chars().count() as u32, rows.len() as u32);
    let board = Rectangle { format: FORMAT, width, height, expected: CELLS, before: *before };
    let tiles = board.read(rows.iter().map(|(row, number)| (row.as_str(), *number)), tile)?;
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
    let mut text = String::new();
    rows::write(FORMAT, &mut text, view.grid(), |cell| {
        Ok(match view.tile(cell) {
            Tile::Clue(0) => '.',
            Tile::Clue(clue) => char::from(b'0' + clue),
            Tile::Hidden | Tile::Flag => 'x',
            Tile::Mine => '*',
            Tile::Silent => return Err("a silent cell"),
        })
    })?;
    Ok(text)
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

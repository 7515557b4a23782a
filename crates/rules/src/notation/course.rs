//! The course JSON of a university's "find the bombs" assignment.
//!
//! ```text
//! {"dim": "2,3", "bombs": "1", "safe": "1,0", "board": "111191"}
//! ```
//!
//! Values are strings, in some forks numbers. `dim` is rows, columns; `board`
//! has one digit per cell, row by row, 9 for a mine. `safe` names a cell to dig
//! first, as row, column in the course's own engine; one of its public sets has
//! it the other way round, so the reading that is not a mine is taken, row,
//! column if both qualify, and [`SafeReading`] overrides.

use std::collections::HashMap;

use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use super::boards::json_error;
use super::document::{check_count, check_tiles};
use super::error::{At, short};
use super::{Board, ContentError, Format, Place, ReadError, WriteError, classic_only};
use crate::board::level::{check_size, parse_count};
use crate::{Cell, Grid, Layout, Point, Tile};

/// How the two numbers of `safe` are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SafeReading {
    /// The reading that is not a mine; row, column if both qualify.
    #[default]
    Auto,
    /// Row, column.
    RowColumn,
    /// Column, row.
    ColumnRow,
}

/// Whether the first JSON object in a text is of this format, by its keys.
#[allow(clippy::zero_sized_map_values)] // only the keys are of interest
pub(super) fn looks_like(text: &str) -> bool {
    let mut objects =
        serde_json::Deserializer::from_str(text).into_iter::<HashMap<String, IgnoredAny>>();
    match objects.next() {
        Some(Ok(keys)) => keys.contains_key("dim") || !keys.contains_key("width"),
        // Damaged: by what can be seen of it.
        _ => !text.contains("\"width\""),
    }
}

/// Reads one board.
///
/// ```
/// use surefoot_rules::notation::course::{self, SafeReading};
///
/// let text = r#"{"dim": "2,3", "bombs": "1", "safe": "1,0", "board": "111191"}"#;
/// let board = course::read(text, SafeReading::Auto)?;
/// assert_eq!(board.first.unwrap().number(), 3);
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
pub fn read(text: &str, safe: SafeReading) -> Result<Board, ReadError> {
    let fail = |problem: ContentError| ReadError::new(Format::Course, Place::Whole, problem);
    let fields: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| json_error(Format::Course, &error))?;
    let field = |name| fields.get(name).filter(|value| !value.is_null());
    let needed = |name| field(name).ok_or_else(|| fail(ContentError::Missing(name)));

    let (rows, columns) = pair(needed("dim")?)
        .ok_or_else(|| fail(form(&fields["dim"], "rows,columns for dim, as in \"20,30\"")))?;
    let bombs = count(needed("bombs")?)
        .ok_or_else(|| fail(form(&fields["bombs"], "a whole number for bombs")))?;
    let digits = digits(needed("board")?)
        .ok_or_else(|| fail(form(&fields["board"], "one digit per cell for board")))?;
    let (width, height) = check_size(columns, rows).map_err(|error| fail(error.into()))?;
    let cells = u64::from(width) * u64::from(height);
    if digits.len() as u64 != cells {
        let (unit, expected, found) = ("digits in board", cells, digits.len() as u64);
        return Err(fail(ContentError::Length { unit, expected, found }));
    }

    let grid = Grid::new(width, height).map_err(|error| fail(error.into()))?;
    let tile = |cell: Cell| match digits[cell.index()] {
        9 => Tile::Mine,
        number => Tile::Clue(number),
    };
    let layout = Layout::from_fn(grid, |cell| tile(cell) == Tile::Mine);
    check_count(&layout, bombs).at(Format::Course, Place::Whole)?;
    check_tiles(&layout, tile).at(Format::Course, Place::Whole)?;

    let first = match field("safe") {
        None => None,
        Some(value) => {
            let numbers = pair(value)
                .ok_or_else(|| fail(form(value, "row,column for safe, as in \"8,2\"")))?;
            let cell = first_dig(&layout, numbers, safe)
                .ok_or_else(|| fail(ContentError::SafeIsMine(short(&plain(value)))))?;
            Some(cell)
        }
    };
    Ok(Board { layout, first })
}

fn first_dig(layout: &Layout, (a, b): (u64, u64), reading: SafeReading) -> Option<Cell> {
    let free = |x: u64, y: u64| {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        layout.grid().cell(Point { x, y }).filter(|&cell| !layout.is_mine(cell))
    };
    match reading {
        SafeReading::Auto => free(b, a).or_else(|| free(a, b)),
        SafeReading::RowColumn => free(b, a),
        SafeReading::ColumnRow => free(a, b),
    }
}

/// A value as the text it would be in a string.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn form(value: &Value, expected: &'static str) -> ContentError {
    ContentError::Form { found: short(&plain(value)), expected }
}

fn count(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| parse_count(value.as_str()?.trim()))
}

/// `"3,4"` or `[3, 4]`.
fn pair(value: &Value) -> Option<(u64, u64)> {
    if let Value::Array(items) = value {
        let [a, b] = &items[..] else { return None };
        return count(a).zip(count(b));
    }
    let (a, b) = value.as_str()?.split_once(',')?;
    parse_count(a.trim()).zip(parse_count(b.trim()))
}

/// `"0129"` or `[0, 1, 2, 9]`.
fn digits(value: &Value) -> Option<Vec<u8>> {
    if let Value::Array(items) = value {
        return items.iter().map(|item| count(item).filter(|&n| n <= 9).map(|n| n as u8)).collect();
    }
    let text = value.as_str()?;
    text.chars().map(|digit| digit.to_digit(10).map(|n| n as u8)).collect()
}

/// Writes one board as one line, without the line end.
pub fn write(board: &Board) -> Result<String, WriteError> {
    let Board { layout, first } = board;
    let grid = layout.grid();
    classic_only(Format::Course, grid)?;
    let digits: String = grid
        .cells()
        .map(|cell| if layout.is_mine(cell) { 9 } else { layout.number(cell) })
        .map(|digit| char::from(b'0' + digit))
        .collect();
    if let Some(cell) = first.filter(|&cell| layout.is_mine(cell)) {
        let (format, point) = (Format::Course, grid.point(cell));
        return Err(WriteError::FirstIsMine { format, point });
    }
    let safe = first.map(|cell| {
        let Point { x, y } = grid.point(cell);
        format!("\"safe\": \"{y},{x}\", ")
    });
    Ok(format!(
        "{{\"dim\": \"{},{}\", \"bombs\": \"{}\", {}\"board\": \"{digits}\"}}",
        grid.height(),
        grid.width(),
        layout.count(),
        safe.unwrap_or_default(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;
    use crate::notation::error::testing::problem;

    fn auto(text: &str) -> Result<Board, ReadError> {
        read(text, SafeReading::Auto)
    }

    #[test]
    fn strings_numbers_and_lists_are_read() {
        let layout = layout!["M..", "..."];
        let board = Board { layout, first: Some(Cell::new(1)) };
        for text in [
            r#"{"dim": "2,3", "bombs": "1", "safe": "0,1", "board": "910110"}"#,
            r#"{"dim":[2,3],"bombs":1,"safe":[0,1],"board":[9,1,0,1,1,0],"more":{}}"#,
        ] {
            assert_eq!(auto(text).unwrap(), board);
        }
        let without = auto(r#"{"dim": "2,3", "bombs": "1", "board": "910110"}"#).unwrap();
        assert_eq!(without.first, None);
        let text = write(&board).unwrap();
        assert_eq!(text, r#"{"dim": "2,3", "bombs": "1", "safe": "0,1", "board": "910110"}"#);
    }

    #[test]
    fn safe_is_the_reading_that_is_no_mine() {
        use SafeReading::{Auto, ColumnRow, RowColumn};
        // The mine is at column 1, row 0.
        let with = |safe: &str, reading| {
            let text = format!(r#"{{"dim":"2,3","bombs":"1","safe":"{safe}","board":"191111"}}"#);
            read(&text, reading).map(|board| board.first.unwrap().number())
        };
        assert_eq!(with("1,0", Auto).unwrap(), 3, "both are free: row,col");
        assert_eq!(with("0,1", Auto).unwrap(), 3, "row,col is the mine: col,row");
        assert_eq!(with("2,1", Auto).unwrap(), 5, "row 2 does not exist: col,row");
        assert_eq!(with("0,0", ColumnRow).unwrap(), 0);
        assert!(matches!(with("0,1", RowColumn).unwrap_err().problem, ContentError::SafeIsMine(_)));
        assert!(matches!(with("9,9", Auto).unwrap_err().problem, ContentError::SafeIsMine(_)));
    }

    #[test]
    fn mistakes_are_named() {
        let good = r#"{"dim":"2,3","bombs":"1","safe":"0,1","board":"910110"}"#;
        assert!(auto(good).is_ok());
        let with = |from, to| problem(auto(&good.replace(from, to))).1;
        assert!(with("\"dim\"", "\"dims\"").contains("`dim` is missing"));
        assert!(with("\"2,3\"", "\"2;3\"").contains("rows,columns"));
        assert!(with("\"2,3\"", "\"2,4\"").contains("there are 6 digits in board: expected 8"));
        assert!(with("\"2,3\"", "\"99999999,99999999\"").contains("too large"));
        assert!(with("\"1\"", "\"2\"").contains("expected 2 mines, found 1"));
        assert!(with("\"1\"", "\"one\"").contains("whole number"));
        assert!(with("910110", "910111").contains("2,1 shows 1, but has 0 mines"));
        assert!(with("910110", "91011x").contains("one digit per cell"));
        assert!(matches!(auto("{\"dim\"").unwrap_err().place, Place::Column(1, _)));
        let deep = format!("{{\"board\":{}", "[".repeat(100_000));
        assert!(problem(auto(&deep)).1.contains("recursion limit"));
    }
}

//! Boards as JSON lines: one object per board.
//!
//! ```text
//! {"width":30,"height":16,"mines":[12,16,33],"first":[3,3]}
//! {"width":4,"height":4,"mines":[5],"neighbourhood":"torus"}
//! ```
//!
//! `mines` are row-major indices `y*width+x`; `first` (column, row) and
//! `neighbourhood` are optional. Other keys are ignored, so that a file may
//! carry notes of its own.

use std::fmt::Write;

use serde::Deserialize;

use super::{Board, ContentError, Format, Place, ReadError, WriteError};
use crate::board::level::check_size;
use crate::tunables;
use crate::{Cell, Grid, Layout, LayoutError, Neighbourhood, Point};

#[derive(Deserialize)]
struct BoardLine {
    width: u64,
    height: u64,
    mines: Vec<u64>,
    #[serde(default)]
    first: Option<[u64; 2]>,
    #[serde(default, alias = "neighborhood")]
    neighbourhood: Option<String>,
}

/// Reads boards one after the other, as the iterator is driven.
///
/// ```
/// use surefoot_rules::notation::boards;
///
/// let text = "{\"width\":2,\"height\":2,\"mines\":[3],\"first\":[0,0]}\n";
/// let board = boards::read(text).next().unwrap()?;
/// assert_eq!(board.layout.count(), 1);
/// assert_eq!(board.first.unwrap().number(), 0);
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
pub fn read(text: &str) -> impl Iterator<Item = Result<Board, ReadError>> + '_ {
    // A line of forty characters may claim a board of 8192x8192. One large
    // board is welcome, a file full of them is not.
    let mut room = tunables::FILE_CELLS + tunables::FILE_CELLS_PER_BYTE * text.len() as u64;
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<BoardLine>();
    // Lines are counted as the stream passes them.
    let (mut line, mut passed) = (1, 0);
    std::iter::from_fn(move || {
        let skipped = text[passed..].len() - text[passed..].trim_start().len();
        let start = passed + skipped;
        line += newlines(&text[passed..start]);
        let read = stream.next()?;
        passed = stream.byte_offset().max(start);
        let here = line;
        line += newlines(&text[start..passed]);
        Some(match read {
            Ok(read) => read
                .board(&mut room)
                .map_err(|problem| ReadError::new(Format::Boards, Place::Line(here), problem)),
            Err(error) => Err(json_error(Format::Boards, &error)),
        })
    })
    // After a mistake the rest cannot be trusted.
    .scan(false, |failed, board| {
        let stop = std::mem::replace(failed, board.is_err());
        (!stop).then_some(board)
    })
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

/// What the JSON reader says, with its place as ours.
pub(super) fn json_error(format: Format, error: &serde_json::Error) -> ReadError {
    let text = error.to_string();
    let place = Place::Column(error.line(), error.column());
    let said = text.rsplit_once(" at line ").map_or(&*text, |(said, _)| said);
    ReadError::new(format, place, ContentError::Json(said.to_owned()))
}

impl BoardLine {
    /// The board, if the file still has room for so many cells.
    fn board(self, room: &mut u64) -> Result<Board, ContentError> {
        let (width, height) = check_size(self.width, self.height)?;
        let cells = u64::from(width) * u64::from(height);
        *room = room.checked_sub(cells).ok_or(ContentError::Claims { width, height })?;
        if let Some(&index) = self.mines.iter().find(|&&index| index >= cells) {
            return Err(LayoutError::Outside { index, last: cells - 1 }.into());
        }
        let neighbourhood = match self.neighbourhood {
            Some(name) => name.parse()?,
            None => Neighbourhood::Square8,
        };
        let grid = Grid::with(width, height, neighbourhood)?;
        let first = match self.first {
            Some([x, y]) => {
                let outside =
                    ContentError::Outside { what: "the first click", x, y, width, height };
                let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
                let point = Point { x: small(x), y: small(y) };
                Some(grid.cell(point).ok_or(outside)?)
            }
            None => None,
        };
        let mines = self.mines.iter().map(|&index| Cell::new(index as u32));
        let layout = Layout::new(grid, mines)?;
        Ok(Board { layout, first })
    }
}

/// Writes one board as one line, without the line end.
///
/// Formatted by hand: a list of numbers needs no serialiser, and boards are
/// written by the million.
pub fn write(board: &Board) -> Result<String, WriteError> {
    let grid = board.layout.grid();
    let Some(neighbourhood) = grid.neighbourhood() else {
        let (format, neighbourhood) = (Format::Boards, "a graph of your own");
        return Err(WriteError::Neighbourhood { format, neighbourhood });
    };
    let mines: Vec<String> = board.layout.mines().map(|cell| cell.number().to_string()).collect();
    let mut line = format!(
        "{{\"width\":{},\"height\":{},\"mines\":[{}]",
        grid.width(),
        grid.height(),
        mines.join(","),
    );
    if let Some(cell) = board.first {
        let Point { x, y } = grid.point(cell);
        let _ = write!(line, ",\"first\":[{x},{y}]");
    }
    if neighbourhood != Neighbourhood::Square8 {
        let _ = write!(line, ",\"neighbourhood\":\"{neighbourhood}\"");
    }
    Ok(line + "}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;
    use crate::notation::error::testing::problem;

    #[test]
    fn boards_are_read_in_order() {
        let text = "{\"width\":2,\"height\":1,\"mines\":[]}\n\n{\"width\":2,\"height\":2,\
                    \"mines\":[3,0],\"first\":[1,0],\"note\":[[[]]],\"neighbourhood\":\"hex\"}";
        let boards: Vec<Board> = read(text).map(Result::unwrap).collect();
        assert_eq!(boards.len(), 2);
        assert_eq!(boards[1].layout.count(), 2);
        assert_eq!(boards[1].first, Some(Cell::new(1)));
        assert_eq!(boards[1].layout.grid().neighbourhood(), Some(Neighbourhood::Hex));
    }

    #[test]
    fn a_board_is_one_line() {
        let layout = layout!["..M", "M.."];
        let board = Board { layout, first: Some(Cell::new(1)) };
        let text = write(&board).unwrap();
        assert_eq!(text, r#"{"width":3,"height":2,"mines":[2,3],"first":[1,0]}"#);
        assert_eq!(read(&text).next().unwrap().unwrap(), board);
    }

    #[test]
    fn mistakes_are_placed() {
        let problem = |text: &str| problem(read(text).collect::<Result<Vec<_>, _>>());
        let good = "{\"width\":2,\"height\":2,\"mines\":[0]}\n";
        let (place, text) =
            problem(&format!("{good}\n{{\"width\":2,\"height\":2,\"mines\":[1,1]}}"));
        assert_eq!((place, &*text), (Place::Line(3), "the mine at 1,0 is named twice"));
        let outside = problem(r#"{"width":2,"height":2,"mines":[4]}"#);
        assert_eq!(outside.0, Place::Line(1));
        for (text, words) in [
            (r#"{"width":2,"height":2}"#, "missing field `mines`"),
            (r#"{"width":2,"height":-2,"mines":[]}"#, "-2"),
            (r#"{"width":99999999,"height":99999999,"mines":[]}"#, "too large"),
            (r#"{"width":2,"height":2,"mines":[],"first":[2,0]}"#, "outside"),
            (r#"{"width":2,"height":2,"mines":[],"neighbourhood":"cube"}"#, "cube"),
        ] {
            assert!(problem(text).1.contains(words), "{text}");
        }
        let large = "{\"width\":4096,\"height\":4096,\"mines\":[]}\n";
        assert!(read(large).next().unwrap().is_ok());
        assert!(problem(&large.repeat(2)).1.contains("can claim"));
        let cut = problem(&format!("{good}{{\"width\":2,"));
        assert_eq!(cut.0, Place::Column(2, 11));
        let deep = format!("{{\"width\":2,\"height\":2,\"mines\":{}", "[".repeat(100_000));
        assert!(problem(&deep).1.contains("expected u64"));
    }
}

//! The drawing: a board as people type it.
//!
//! ```text
//! # Lines starting with a hash are comments.
//! 4x3/2 hex
//! 1 1 1 0
//! * * F 1
//! ? M * *
//! ```
//!
//! An optional first line gives `WIDTHxHEIGHT/MINES`, with `?` for an unknown
//! number of mines, and optionally a neighbourhood; without it the number is
//! unknown and the neighbourhood is square8. Then one line per row, cells
//! optionally separated by blanks: `*` hidden, `0` to `9` and `a` = 10, `b` =
//! 11, … clues, `M` opened mine, `F` flag, `?` open, safe and silent.
//!
//! A file may hold several drawings, separated by blank lines or begun by a
//! header. A whole board is drawn as a view with every cell open.

use std::fmt;
use std::iter::Peekable;

use super::error::short;
use super::{ContentError, Document, Format, Place, ReadError, WriteError};
use crate::board::level::{check_size, parse_count, parse_size, told_mines};
use crate::{Draft, Grid, Neighbourhood, Tile, View};

const CELLS: &str = "`*` hidden, a number, `M` opened mine, `F` flag or `?` silent";
const HEADER: &str =
    "WIDTHxHEIGHT/MINES and perhaps a neighbourhood, as in `30x16/99` or `9x9/? hex`";

/// Reads every drawing in a text.
///
/// ```
/// use surefoot_rules::notation::drawing;
///
/// let views = drawing::read("1*\n**\n\n2x1/0\n0 0\n")?;
/// assert_eq!(views.len(), 2);
/// assert_eq!(views[0].mines(), None);
/// assert_eq!(views[1].mines(), Some(0));
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<View>, ReadError> {
    let views = each(text).collect::<Result<Vec<_>, _>>()?;
    if views.is_empty() { Err(nothing()) } else { Ok(views) }
}

/// What is said of a text without a drawing.
pub(super) fn nothing() -> ReadError {
    ReadError::new(Format::Drawing, Place::Whole, ContentError::Empty)
}

/// Reads drawings one after the other, as the iterator is driven: up to the end, or the first
/// mistake.
///
/// ```
/// use surefoot_rules::notation::drawing;
///
/// let mut views = drawing::each("1*\n**\n\n2x1/0\n0 0\n\n1!");
/// assert!(views.next().unwrap()?.mines().is_none());
/// assert_eq!(views.next().unwrap()?.mines(), Some(0));
/// assert!(views.next().unwrap().is_err() && views.next().is_none());
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
pub fn each(text: &str) -> impl Iterator<Item = Result<View, ReadError>> + '_ {
    let mut lines = text.lines().zip(1..).peekable();
    let (mut last, mut ended) = (1, false);
    std::iter::from_fn(move || {
        if ended {
            return None;
        }
        let view = next(&mut lines, &mut last).transpose();
        ended = !matches!(view, Some(Ok(_)));
        view
    })
}

/// The next drawing; `last` becomes the last line of it.
fn next<'a>(
    lines: &mut Peekable<impl Iterator<Item = (&'a str, usize)>>,
    last: &mut usize,
) -> Result<Option<View>, ReadError> {
    let mut sheet = Sheet::default();
    while let Some(&(line, number)) = lines.peek() {
        let content = line.trim();
        let is_header = !content.starts_with('#') && looks_like_header(content);
        if is_header && sheet.line.is_some() {
            // That of the next one.
            return sheet.finish(number).map(Some);
        }
        lines.next();
        if content.starts_with('#') {
            continue;
        }
        if content.is_empty() {
            if sheet.is_complete() {
                return sheet.finish(number).map(Some);
            }
            continue;
        }
        *last = number;
        if is_header {
            sheet.header = Some(Header::parse(content).map_err(|problem| at(number, problem))?);
        } else {
            sheet.row(line).map_err(|(column, problem)| match column {
                Some(column) => {
                    ReadError::new(Format::Drawing, Place::Column(number, column), problem)
                }
                None => at(number, problem),
            })?;
        }
        sheet.line.get_or_insert(number);
    }
    if sheet.line.is_some() { sheet.finish(*last).map(Some) } else { Ok(None) }
}

/// Reads a text that holds one drawing.
pub fn read_one(text: &str) -> Result<View, ReadError> {
    let views = read(text)?;
    let found = views.len() as u64;
    match <[View; 1]>::try_from(views) {
        Ok([view]) => Ok(view),
        Err(_) => {
            let problem = ContentError::Length { unit: "drawings", expected: 1, found };
            Err(ReadError::new(Format::Drawing, Place::Whole, problem))
        }
    }
}

fn at(line: usize, problem: impl Into<ContentError>) -> ReadError {
    ReadError::new(Format::Drawing, Place::Line(line), problem)
}

/// Rows hold none of these; a line that does was meant as a header.
fn looks_like_header(line: &str) -> bool {
    line.contains(['/', 'x', 'X'])
}

#[derive(Clone, Copy)]
struct Header {
    width: u32,
    height: u32,
    mines: Option<u32>,
    neighbourhood: Neighbourhood,
}

impl Header {
    fn parse(line: &str) -> Result<Self, ContentError> {
        let form = || ContentError::Form { found: short(line), expected: HEADER };
        let mut words = line.split_whitespace();
        let (size, mines) = words.next().and_then(|word| word.split_once('/')).ok_or_else(form)?;
        let (width, height) = parse_size(size).ok_or_else(form)?;
        let mines = match mines {
            "?" => None,
            count => Some(parse_count(count).ok_or_else(form)?),
        };
        let neighbourhood = words.next().map_or(Ok(Neighbourhood::Square8), str::parse)?;
        if words.next().is_some() {
            return Err(form());
        }
        let (width, height) = check_size(width, height)?;
        let cells = u64::from(width) * u64::from(height);
        let mines = mines.map(|mines| told_mines(mines, cells)).transpose()?;
        Ok(Self { width, height, mines, neighbourhood })
    }
}

/// One drawing as far as it has been read.
#[derive(Default)]
struct Sheet {
    header: Option<Header>,
    /// The line it began at.
    line: Option<usize>,
    tiles: Vec<Tile>,
    width: usize,
    rows: u32,
}

impl Sheet {
    fn is_complete(&self) -> bool {
        self.rows > 0 && self.header.is_none_or(|header| header.height == self.rows)
    }

    fn row(&mut self, line: &str) -> Result<(), (Option<usize>, ContentError)> {
        if let Some(header) = self.header.filter(|header| header.height == self.rows) {
            let (expected, found) = (u64::from(header.height), u64::from(header.height) + 1);
            return Err((None, ContentError::Rows { expected, found }));
        }
        let before = self.tiles.len();
        for (found, column) in line.chars().zip(1..) {
            if found.is_whitespace() {
                continue;
            }
            let tile = tile(found)
                .ok_or((Some(column), ContentError::Character { found, expected: CELLS }))?;
            self.tiles.push(tile);
        }
        let found = self.tiles.len() - before;
        let expected = match self.header {
            Some(header) => header.width as usize,
            None if self.rows == 0 => found,
            None => self.width,
        };
        if found != expected {
            let (expected, found) = (expected as u64, found as u64);
            return Err((None, ContentError::RowLength { expected, found }));
        }
        self.width = found;
        self.rows += 1;
        Ok(())
    }

    /// The view, at the latest when line `end` was reached.
    fn finish(self, end: usize) -> Result<View, ReadError> {
        let (neighbourhood, mines) = match self.header {
            Some(header) if header.height != self.rows => {
                let (expected, found) = (u64::from(header.height), u64::from(self.rows));
                return Err(at(end, ContentError::Rows { expected, found }));
            }
            Some(header) => (header.neighbourhood, header.mines),
            None => (Neighbourhood::Square8, None),
        };
        let start = self.line.unwrap_or(end);
        let grid = Grid::with(self.width as u32, self.rows, neighbourhood)
            .map_err(|error| at(start, error))?;
        let draft = Draft::with_tiles(grid, mines, self.tiles);
        View::try_from(draft).map_err(|error| at(start, error))
    }
}

/// The tile a character draws; `None` if it draws none.
pub fn tile(symbol: char) -> Option<Tile> {
    Some(match symbol {
        '*' => Tile::Hidden,
        'M' => Tile::Mine,
        'F' => Tile::Flag,
        '?' => Tile::Silent,
        '0'..='9' => Tile::Clue(symbol as u8 - b'0'),
        'a'..='z' => Tile::Clue(symbol as u8 - b'a' + 10),
        _ => return None,
    })
}

/// The character a tile is drawn as; `+` for a clue over 35, which only a graph can have.
pub fn symbol(tile: Tile) -> char {
    match tile {
        Tile::Hidden => '*',
        Tile::Mine => 'M',
        Tile::Flag => 'F',
        Tile::Silent => '?',
        Tile::Clue(clue @ 0..=9) => char::from(b'0' + clue),
        Tile::Clue(clue @ 10..=35) => char::from(b'a' + (clue - 10)),
        Tile::Clue(_) => '+',
    }
}

/// Draws a view: `println!("{}", Drawing(&view))`.
///
/// ```
/// use surefoot_rules::{view, notation::drawing::Drawing};
///
/// let view = view!["2x2/1", "1*", "*F"];
/// assert_eq!(Drawing(&view).to_string(), "2x2/1\n1 *\n* F\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a>(pub &'a View);

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (view, grid) = (self.0, self.0.grid());
        write!(f, "{}x{}/", grid.width(), grid.height())?;
        match view.mines() {
            Some(mines) => write!(f, "{mines}")?,
            None => write!(f, "?")?,
        }
        match grid.neighbourhood() {
            Some(Neighbourhood::Square8) => writeln!(f)?,
            Some(other) => writeln!(f, " {other}")?,
            None => writeln!(f, " graph")?,
        }
        for row in view.tiles().chunks(grid.width() as usize) {
            for (at, &tile) in row.iter().enumerate() {
                let blank = if at > 0 { " " } else { "" };
                write!(f, "{blank}{}", symbol(tile))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Draws a document: what is seen, or a whole board as if every cell were open.
pub fn write(document: &Document) -> Result<String, WriteError> {
    let format = Format::Drawing;
    if document.grid().neighbourhood().is_none() {
        let neighbourhood = "a graph of your own";
        return Err(WriteError::Neighbourhood { format, neighbourhood });
    }
    Ok(match document {
        Document::View(view) | Document::Game(view, _) if view.rule().is_exact() => {
            Drawing(view).to_string()
        }
        // A drawing has no place for the rule; a comment at least tells it.
        Document::View(view) | Document::Game(view, _) => {
            format!("# clues: {}\n{}", view.rule(), Drawing(view))
        }
        Document::Board(board) => Drawing(&View::revealing(&board.layout)).to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::error::testing::problem;
    use crate::{Point, view};

    #[test]
    fn header_comments_and_blanks_are_optional() {
        let plain = read_one("1*2\n***\n*3*").unwrap();
        let spaced =
            read_one("# the write-up's example\n\n 1 * 2\n* * *\t\n# middle\n* 3 *\r\n\n").unwrap();
        assert_eq!(plain, spaced);
        assert_eq!(plain.mines(), None);
        let full = read_one("3x3/?\n1*2\n\n***\n*3*\n").unwrap();
        assert_eq!(full, plain);
        let hex = read_one("3x2/1 hex\n1*2\n***\n").unwrap();
        assert_eq!(hex.grid().neighbourhood(), Some(Neighbourhood::Hex));
        assert_eq!(hex.mines(), Some(1));
    }

    #[test]
    fn every_tile_has_its_character() {
        let view = view!["6x1/2", "*1?MF0"];
        let tiles =
            [Tile::Hidden, Tile::Clue(1), Tile::Silent, Tile::Mine, Tile::Flag, Tile::Clue(0)];
        assert_eq!(view.tiles(), tiles);
        for clue in 0..=35 {
            assert_eq!(tile(symbol(Tile::Clue(clue))), Some(Tile::Clue(clue)));
        }
        assert_eq!(symbol(Tile::Clue(36)), '+');
    }

    #[test]
    fn mistakes_are_placed() {
        assert_eq!(problem(read("1*\n*!")), (Place::Column(2, 2), "'!' is unexpected: expected `*` hidden, a number, `M` opened mine, `F` flag or `?` silent".into()));
        assert_eq!(problem(read("1*\n***")).0, Place::Line(2));
        assert_eq!(problem(read("3x2/1\n1*")).0, Place::Line(2));
        assert_eq!(
            problem(read("2x1/1\n1*\n**")),
            (Place::Line(3), "the board has 2 rows: expected 1".into())
        );
        assert_eq!(
            problem(read("2x3/1\n1*\n**")),
            (Place::Line(3), "the board has 2 rows: expected 3".into())
        );
        assert_eq!(problem(read("2x2/1 cube\n1*\n**")).0, Place::Line(1));
        assert_eq!(problem(read("2x2\n1*\n**")).0, Place::Line(1));
        assert_eq!(problem(read("99999999x99999999/1\n*")).0, Place::Line(1));
        assert_eq!(problem(read("# only\n\n")).1, "there is nothing to read");
        let (place, text) = problem(read("\n3x1/5\n*7*\n"));
        assert_eq!(place, Place::Line(2));
        assert_eq!(
            text,
            "5 mines do not fit on 3 cells; the clue 7 at 1,0 is larger than its 2 neighbours"
        );
    }

    #[test]
    fn several_drawings_make_several_views() {
        let views = read("1*\n**\n\n# next\n2x1/1\nM1\n1x1/0\n0\n").unwrap();
        assert_eq!(views.len(), 3);
        assert_eq!(views[1].tile(views[1].grid().cell(Point { x: 0, y: 0 }).unwrap()), Tile::Mine);
        assert!(read_one("1*\n**\n\n1*").is_err());
    }
}

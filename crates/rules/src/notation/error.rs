//! What can be wrong with a file, and where.

use std::fmt;

use super::Format;
use crate::tunables::{FILE_CELLS, FILE_CELLS_PER_BYTE, LINK_SIDE, SAID_PIECE};
use crate::{
    DealError, GridError, LayoutError, ParseNameError, Point, TooManyMinesError, ViewError, counted,
};

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    Whole,
    /// A line, from 1.
    Line(usize),
    /// A line and a column, each from 1.
    Column(usize, usize),
    /// A byte, from 0.
    Byte(usize),
}

impl Place {
    /// The line and column of a byte of a text.
    pub(super) fn of(text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        Self::Column(before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(line) => write!(f, "line {line}: "),
            Self::Column(line, column) => write!(f, "line {line}, column {column}: "),
            Self::Byte(at) => write!(f, "byte {at}: "),
        }
    }
}

/// A file that cannot be read: as which format, where, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{problem}")]
pub struct ReadError {
    /// The format it was taken for.
    pub format: Format,
    /// Where.
    pub place: Place,
    /// Why.
    pub problem: ContentError,
}

impl ReadError {
    pub(super) fn new(format: Format, place: Place, problem: impl Into<ContentError>) -> Self {
        let problem = problem.into();
        Self { format, place, problem }
    }
}

/// Puts a problem where it was found.
pub(super) trait At<T> {
    /// What was read, or an error of this format at this place.
    fn at(self, format: Format, place: Place) -> Result<T, ReadError>;
}

impl<T, P: Into<ContentError>> At<T> for Result<T, P> {
    fn at(self, format: Format, place: Place) -> Result<T, ReadError> {
        self.map_err(|problem| ReadError::new(format, place, problem))
    }
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContentError {
    /// Nothing but white space.
    #[error("there is nothing to read")]
    Empty,
    /// Not UTF-8.
    #[error("this is not text (UTF-8)")]
    NotText,
    /// A character that means nothing here.
    #[error("{found:?} is unexpected: expected {expected}")]
    Character {
        /// The character.
        found: char,
        /// What may stand there.
        expected: &'static str,
    },
    /// A line or value of the wrong form.
    #[error("`{found}` is unexpected: expected {expected}")]
    Form {
        /// What stands there, shortened.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// A row too short or too long.
    #[error("this row has {}: expected {expected}", counted(*found, "cell"))]
    RowLength {
        /// By the header or the first row.
        expected: u64,
        /// Cells in the row.
        found: u64,
    },
    /// Too few or too many rows.
    #[error("the board has {}: expected {expected}", counted(*found, "row"))]
    Rows {
        /// By the header.
        expected: u64,
        /// Rows in the file.
        found: u64,
    },
    /// Too few or too many bytes, digits or characters.
    #[error("{}: expected {expected}", there(*found, unit))]
    Length {
        /// What is counted, in the plural.
        unit: &'static str,
        /// By the header.
        expected: u64,
        /// In the file.
        found: u64,
    },
    /// An impossible size.
    #[error(transparent)]
    Size(#[from] GridError),
    /// Mines outside the board or named twice.
    #[error(transparent)]
    Mines(#[from] LayoutError),
    /// Far larger boards than a file of this length can be about.
    #[error(
        "a board of {width}x{height} is more than a file of this length can claim: \
         at most {FILE_CELLS} cells, and {FILE_CELLS_PER_BYTE} more for each byte of the file"
    )]
    Claims {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A cell outside the board.
    #[error("{what} {x},{y} lies outside the board of {width}x{height}")]
    Outside {
        /// What lies there.
        what: &'static str,
        /// Column.
        x: u64,
        /// Row.
        y: u64,
        /// Columns there are.
        width: u32,
        /// Rows there are.
        height: u32,
    },
    /// More mines than any board has.
    #[error(transparent)]
    TooManyMines(#[from] TooManyMinesError),
    /// A board larger than a link is believed to hold.
    #[error("a board of {width}x{height} is too large for a link: at most {LINK_SIDE}x{LINK_SIDE}")]
    LinkSize {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// Something shown or told that is not so.
    #[error(transparent)]
    Untrue(#[from] UntrueError),
    /// The safe cell is a mine however it is read.
    #[error("the safe cell `{0}` is a mine or lies outside the board")]
    SafeIsMine(String),
    /// The cells do not make a view.
    #[error(transparent)]
    View(#[from] ViewError),
    /// Mines that cannot be dealt.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// An unknown neighbourhood.
    #[error(transparent)]
    Neighbourhood(#[from] ParseNameError),
    /// Not JSON, or not the JSON expected.
    #[error("{0}")]
    Json(String),
    /// A part that is missing.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// The file is shorter than it should be.
    #[error("the file ends in the middle of {part}")]
    Ends {
        /// Of what.
        part: &'static str,
    },
    /// A number that stands for nothing.
    #[error("{code} is not {what} that can be read")]
    Code {
        /// The number.
        code: u32,
        /// What it should be.
        what: &'static str,
    },
    /// None of the replays.
    #[error("this is none of the replays that can be read")]
    NoReplay,
}

#[cfg(feature = "notation")]
impl ContentError {
    /// Of a number that stands for nothing that it should be.
    pub(crate) fn code(code: impl Into<u32>, what: &'static str) -> Self {
        Self::Code { code: code.into(), what }
    }

    /// Of a cell, as a file of bytes has it, that this grid has not.
    pub(crate) fn outside(what: &'static str, [x, y]: [u8; 2], grid: &crate::Grid) -> Self {
        let (width, height) = (grid.width(), grid.height());
        Self::Outside { what, x: x.into(), y: y.into(), width, height }
    }
}

/// What is shown or told of a board and is not so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UntrueError {
    /// Another number of mines than claimed.
    #[error("expected {}, found {found}", counted(*told, "mine"))]
    MineCount {
        /// Claimed.
        told: u64,
        /// Found.
        found: u64,
    },
    /// A number that does not agree with the mines around it.
    #[error("{point} shows {shown}, but has {} beside it", counted(*truth, "mine"))]
    WrongNumber {
        /// Where.
        point: Point,
        /// What it shows.
        shown: u8,
        /// What is true.
        truth: u8,
    },
    /// An open cell that is a mine.
    #[error("{point} is open and safe, but a mine lies there")]
    OpenMine {
        /// Where.
        point: Point,
    },
    /// An opened mine that is none.
    #[error("{point} shows a mine, but none lies there")]
    NoMine {
        /// Where.
        point: Point,
    },
}

/// Why a view is not a whole board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotABoardError {
    /// Some cells are closed.
    #[error("this is a position, not a whole board: it has {}", counted(*closed, "closed cell"))]
    Closed {
        /// How many.
        closed: u32,
    },
    /// What is seen is not so.
    #[error(transparent)]
    Untrue(#[from] UntrueError),
}

/// Why a document cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format holds whole boards only.
    #[error(transparent)]
    NotABoard(#[from] NotABoardError),
    /// The format holds positions only.
    #[error("the format `{format}` holds positions, and this is a whole board")]
    NotAPosition {
        /// The format.
        format: Format,
    },
    /// The format holds seeds, and a board does not tell its own.
    #[error("a board does not tell the seed it was dealt from")]
    NoSeed,
    /// The format knows the classic grid only.
    #[error("the format `{format}` knows only the neighbourhood square8, not {neighbourhood}")]
    Neighbourhood {
        /// The format.
        format: Format,
        /// What the document has.
        neighbourhood: &'static str,
    },
    /// Replays know the classic grid only.
    #[error("a replay can only be of a board with the neighbourhood square8, not {neighbourhood}")]
    ReplayNeighbourhood {
        /// What the board has.
        neighbourhood: &'static str,
    },
    /// The format has no room for the size.
    #[error("the format `{format}` holds boards up to {most}x{most}, not {width}x{height}")]
    Size {
        /// The format.
        format: Format,
        /// The largest side.
        most: u32,
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The format has no way to say what a cell shows.
    #[error("the format `{format}` cannot show {tile} at {point}")]
    Tile {
        /// The format.
        format: Format,
        /// What the cell shows.
        tile: &'static str,
        /// Where.
        point: Point,
    },
    /// The first click is a mine, and the format calls it safe.
    #[error("the format `{format}` calls the first click safe, but {point} is a mine")]
    FirstIsMine {
        /// The format.
        format: Format,
        /// The first click.
        point: Point,
    },
    /// The format must name the number of mines.
    #[error("the format `{format}` needs the number of mines, which this position does not tell")]
    UnknownTotal {
        /// The format.
        format: Format,
    },
}

/// How many of something there are.
fn there(found: u64, unit: &str) -> String {
    if found != 1 {
        return format!("there are {found} {unit}");
    }
    // The noun is followed by a word or ends the unit: `digits in board`, `bytes`.
    let one = unit.replacen("s ", " ", 1);
    format!("there is 1 {}", one.strip_suffix('s').unwrap_or(&one))
}

/// A piece of a file, short enough for a message.
pub(super) fn short(text: &str) -> String {
    let mut piece: String = text.chars().take(SAID_PIECE).collect();
    if piece.len() < text.len() {
        piece.push('…');
    }
    piece
}

/// What the tests of all readers look at.
#[cfg(test)]
pub(super) mod testing {
    use super::{Place, ReadError};

    /// Where and why something was not read.
    pub(in crate::notation) fn problem<T: std::fmt::Debug>(
        read: Result<T, ReadError>,
    ) -> (Place, String) {
        let error = read.unwrap_err();
        (error.place, error.problem.to_string())
    }
}

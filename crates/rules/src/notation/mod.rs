//! Text and files: one file per format, recognised by content.
//!
//! | format | holds | file |
//! |---|---|---|
//! | [`drawing`] | a view, or a whole board as a view with every cell open | `.txt` |
//! | [`boards`] | boards with an optional first click, one JSON object per line | `.jsonl` |
//! | [`mbf`] | mines, binary (Minesweeper X, Arbiter) | `.mbf`, `.abf` |
//! | [`hex`] | the same bytes as text | `.hex` |
//! | [`mine`] | a view with flags, or a whole game (JSMinesweeper) | `.mine` |
//! | [`link`] | mines, as the `b` and `m` of a web address | `.url` |
//! | [`course`] | a board with its numbers and a safe first dig (JSON) | `.json` |
//! | [`analysis`] | a view, as the `analysis` of a web address (JSMinesweeper) | `.analysis` |
//! | [`seed`] | a board by its number, as a web address (JSMinesweeper) | `.seed` |
//! | [`metasweeper`] | a view, a board or both (Metasweeper) | `.board` |
//! | [`minesweepr`] | a view without the number of mines | `.minesweepr` |
//! | [`tatham`] | a board and a first click, as a game ID (Simon Tatham) | `.id` |
//!
//! Without the feature `notation` there are drawings only.
//!
//! Every reader checks all it can before it believes a claimed size: nothing is
//! allocated in proportion to a number in a file unless the file also holds
//! that much, or the size is within [`MAX_CELLS`](crate::MAX_CELLS) and the
//! format is one that lists only the mines.

#[cfg(feature = "notation")]
pub mod analysis_code;
#[cfg(feature = "notation")]
pub mod boards;
#[cfg(feature = "notation")]
pub mod course;
pub mod drawing;
mod error;
#[cfg(feature = "notation")]
pub mod hex;
#[cfg(feature = "notation")]
pub mod link;
#[cfg(feature = "notation")]
pub mod mbf;
#[cfg(feature = "notation")]
pub mod metasweeper;
#[cfg(feature = "notation")]
pub mod mine;
#[cfg(feature = "notation")]
pub mod minesweepr;
#[cfg(feature = "notation")]
mod rows;
#[cfg(feature = "notation")]
pub mod seed;
#[cfg(feature = "notation")]
pub mod tatham;

pub use error::{NotABoard, Place, Problem, ReadError, WriteError};

use std::fmt;
use std::str::FromStr;

use crate::{Cell, Grid, Layout, Neighbourhood, Tile, View};

/// A layout with the first click it is meant for, if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Where the mines are.
    pub layout: Layout,
    /// The cell to open first.
    pub first: Option<Cell>,
}

impl From<Layout> for Board {
    fn from(layout: Layout) -> Self {
        Self { layout, first: None }
    }
}

/// What a file can hold: what is seen, the truth, or (a saved game) both.
#[derive(Clone, Debug, PartialEq)]
pub enum Document {
    /// Only what is seen.
    View(View),
    /// Only the truth.
    Board(Board),
    /// A game: what is seen, and the truth behind it.
    Game(View, Board),
}

impl Document {
    /// The grid it lies on.
    pub fn grid(&self) -> &Grid {
        match self {
            Self::View(view) | Self::Game(view, _) => view.grid(),
            Self::Board(board) => board.layout.grid(),
        }
    }

    /// What is seen, if the document says so.
    pub fn view(&self) -> Option<&View> {
        match self {
            Self::View(view) | Self::Game(view, _) => Some(view),
            Self::Board(_) => None,
        }
    }

    /// The truth: as the document tells it, or as it follows from a view with
    /// no closed cell.
    pub fn board(&self) -> Result<Board, NotABoard> {
        match self {
            Self::Board(board) | Self::Game(_, board) => Ok(board.clone()),
            Self::View(view) => board_of_open_view(view),
        }
    }

    /// What a person would see of it: of a whole board, everything.
    ///
    /// ```
    /// use surefoot_rules::{layout, notation::Document, view};
    ///
    /// assert_eq!(Document::from(layout!["M..."]).shown(), view!["4x1/1", "M100"]);
    /// ```
    pub fn shown(&self) -> View {
        match self {
            Self::View(view) | Self::Game(view, _) => view.clone(),
            Self::Board(board) => View::revealing(&board.layout),
        }
    }

    /// The first click, if the document names one.
    pub fn first(&self) -> Option<Cell> {
        match self {
            Self::Board(board) | Self::Game(_, board) => board.first,
            Self::View(_) => None,
        }
    }
}

impl From<View> for Document {
    fn from(view: View) -> Self {
        Self::View(view)
    }
}

impl From<Board> for Document {
    fn from(board: Board) -> Self {
        Self::Board(board)
    }
}

impl From<Layout> for Document {
    fn from(layout: Layout) -> Self {
        Self::Board(layout.into())
    }
}

fn board_of_open_view(view: &View) -> Result<Board, NotABoard> {
    let closed = view.tiles().iter().filter(|tile| tile.is_closed()).count();
    if closed > 0 {
        return Err(NotABoard::Closed { closed });
    }
    let grid = view.grid();
    let mines = grid.cells().filter(|&cell| view.tile(cell) == Tile::Mine);
    // The cells of one grid are distinct and on it.
    let mut layout = Layout::empty(grid.clone());
    layout.rewrite(|bytes| mines.for_each(|cell| bytes[cell.index()] = 1));
    if let Some(told) = view.mines().filter(|&told| told != layout.count()) {
        let found = layout.count();
        return Err(NotABoard::MineCount { told, found });
    }
    for cell in grid.cells() {
        let truth = layout.number(cell);
        if let Tile::Clue(shown) = view.tile(cell)
            && shown != truth
        {
            let point = grid.point(cell);
            return Err(NotABoard::WrongNumber { point, shown, truth });
        }
    }
    Ok(layout.into())
}

/// The first thing a view shows that is not so.
#[cfg(feature = "notation")]
fn untrue(view: &View, layout: &Layout) -> Option<Problem> {
    view.grid().cells().find_map(|cell| {
        let (point, truth) = (view.grid().point(cell), layout.number(cell));
        match (view.tile(cell), layout.is_mine(cell)) {
            (tile, true) if tile.is_safe() => Some(Problem::OpenMine { point }),
            (Tile::Mine, false) => Some(Problem::NoMine { point }),
            (Tile::Clue(shown), false) if shown != truth => {
                Some(Problem::WrongNumber { point, shown, truth })
            }
            _ => None,
        }
    })
}

/// The formats that can be read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// [`drawing`].
    Drawing,
    /// [`boards`].
    Boards,
    /// [`mbf`].
    Mbf,
    /// [`hex`].
    Hex,
    /// [`mine`].
    Mine,
    /// [`link`].
    Link,
    /// [`course`].
    Course,
    /// [`analysis`].
    Analysis,
    /// [`seed`].
    Seed,
    /// [`metasweeper`].
    Metasweeper,
    /// [`minesweepr`].
    Minesweepr,
    /// [`tatham`].
    Tatham,
}

/// What of a saved game a format keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// What is seen.
    View,
    /// Where the mines are.
    Board,
    /// Both.
    Both,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 12] = [
        Self::Drawing,
        Self::Boards,
        Self::Mbf,
        Self::Hex,
        Self::Mine,
        Self::Link,
        Self::Course,
        Self::Analysis,
        Self::Seed,
        Self::Metasweeper,
        Self::Minesweepr,
        Self::Tatham,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Drawing => "drawing",
            Self::Boards => "jsonl",
            Self::Mbf => "mbf",
            Self::Hex => "hex",
            Self::Mine => "mine",
            Self::Link => "link",
            Self::Course => "course",
            Self::Analysis => "analysis",
            Self::Seed => "seed",
            Self::Metasweeper => "board",
            Self::Minesweepr => "minesweepr",
            Self::Tatham => "tatham",
        }
    }

    /// The names of all formats, for messages.
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// The file endings it goes by, the usual one first.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Drawing => &["txt"],
            Self::Boards => &["jsonl"],
            Self::Mbf => &["mbf", "abf"],
            Self::Hex => &["hex"],
            Self::Mine => &["mine"],
            Self::Link => &["url"],
            Self::Course => &["json"],
            Self::Analysis => &["analysis"],
            Self::Seed => &["seed"],
            Self::Metasweeper => &["board"],
            Self::Minesweepr => &["minesweepr"],
            Self::Tatham => &["id"],
        }
    }

    /// The format of files with this ending.
    ///
    /// ```
    /// use surefoot_rules::notation::Format;
    ///
    /// assert_eq!(Format::by_ending("ABF"), Some(Format::Mbf));
    /// ```
    pub fn by_ending(ending: &str) -> Option<Self> {
        let ending = ending.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.endings().contains(&&*ending))
    }

    /// Whether one file can hold many documents.
    pub const fn holds_many(self) -> bool {
        matches!(self, Self::Drawing | Self::Boards)
    }

    /// Whether it keeps the first click.
    pub const fn keeps_first(self) -> bool {
        matches!(self, Self::Boards | Self::Course | Self::Seed | Self::Tatham)
    }

    /// What of a saved game it keeps.
    pub const fn keeps(self) -> Keeps {
        match self {
            Self::Drawing | Self::Analysis | Self::Minesweepr => Keeps::View,
            Self::Mine | Self::Metasweeper => Keeps::Both,
            Self::Boards
            | Self::Mbf
            | Self::Hex
            | Self::Link
            | Self::Course
            | Self::Seed
            | Self::Tatham => Keeps::Board,
        }
    }

    /// Recognises a format by content. Everything that is text and nothing else
    /// is taken for a drawing; binary data for a `.mbf`.
    ///
    /// ```
    /// use surefoot_rules::notation::Format;
    ///
    /// assert_eq!(Format::recognise(b"3x1x1\nH1H\n"), Format::Mine);
    /// assert_eq!(Format::recognise(b"3x1/1\n*1*\n"), Format::Drawing);
    /// assert_eq!(Format::recognise(b"https://example.org/?b=1&m=0"), Format::Link);
    /// assert_eq!(Format::recognise(b"09 09 00 01 04 04"), Format::Hex);
    /// assert_eq!(Format::recognise(b"https://example.org/?analysis=adabaaabbOb"), Format::Analysis);
    /// assert_eq!(Format::recognise(b"board=9x9x10&seed=12&start=40"), Format::Seed);
    /// assert_eq!(Format::recognise(b"1xx\n2xx\n"), Format::Minesweepr);
    /// assert_eq!(Format::recognise(b"4x3:u900"), Format::Tatham);
    /// ```
    #[cfg(feature = "notation")]
    pub fn recognise(bytes: &[u8]) -> Self {
        // Damaged text is still text: what it was meant to be decides which
        // complaint is the useful one.
        let control = |byte: &&u8| **byte < b' ' && !byte.is_ascii_whitespace();
        let high = |byte: &&u8| **byte >= 0x7f;
        let controls = bytes.iter().filter(control).count();
        let utf8 = std::str::from_utf8(bytes).is_ok();
        let odd = controls + if utf8 { 0 } else { bytes.iter().filter(high).count() };
        let utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
        if odd > 0 && !utf16 && (mbf::read(bytes).is_ok() || odd * 4 > bytes.len()) {
            return Self::Mbf;
        }
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}').trim();
        let first_line = text.lines().next().unwrap_or_default();
        // A comment may quote a link.
        let link = if first_line.starts_with("# ") { "" } else { first_line };
        if text.starts_with('{') {
            if minesweepr::looks_like_request(text) {
                Self::Minesweepr
            } else if course::looks_like(text) {
                Self::Course
            } else {
                Self::Boards
            }
        } else if metasweeper::looks_like(text) {
            Self::Metasweeper
        } else if link::looks_like(link) {
            Self::Link
        } else if analysis_code::looks_like(link) {
            Self::Analysis
        } else if seed::looks_like(link) {
            Self::Seed
        } else if tatham::looks_like(link) {
            Self::Tatham
        } else if mine::header(first_line).is_some() {
            Self::Mine
        } else if minesweepr::looks_like(text) {
            Self::Minesweepr
        } else if hex::looks_like(text) {
            Self::Hex
        } else if analysis_code::is_code(text) {
            Self::Analysis
        } else {
            Self::Drawing
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a format: expected one of {names}", names = Format::names())]
pub struct ParseFormatError(String);

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == text)
            .ok_or_else(|| ParseFormatError(text.to_owned()))
    }
}

/// What a reader cannot know from the content.
#[cfg(feature = "notation")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format; `None` to recognise it.
    pub format: Option<Format>,
    /// How to read `safe` of a course file.
    pub safe: course::SafeReading,
}

/// Reads whatever this is: at least one document, or an error.
///
/// ```
/// use surefoot_rules::notation::{self, ReadOptions};
///
/// let documents = notation::read(b"2x2/1\n1 *\n* *\n", ReadOptions::default())?;
/// assert_eq!(documents[0].view().unwrap().hidden_count(), 3);
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
#[cfg(feature = "notation")]
pub fn read(bytes: &[u8], options: ReadOptions) -> Result<Vec<Document>, ReadError> {
    let format = options.format.unwrap_or_else(|| Format::recognise(bytes));
    if format == Format::Mbf {
        return Ok(vec![mbf::read(bytes)?.into()]);
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}'),
        Err(error) => {
            let place = Place::Byte(error.valid_up_to());
            return Err(ReadError::new(format, place, Problem::NotText));
        }
    };
    if text.trim().is_empty() {
        return Err(ReadError::new(format, Place::Whole, Problem::Empty));
    }
    let one = |document: Document| vec![document];
    match format {
        Format::Drawing => {
            let views = drawing::read(text)?;
            Ok(views.into_iter().map(Document::from).collect())
        }
        Format::Boards => {
            let boards = boards::read(text).collect::<Result<Vec<_>, _>>()?;
            Ok(boards.into_iter().map(Document::from).collect())
        }
        Format::Hex => hex::read(text).map(Document::from).map(one),
        Format::Mine => mine::read(text).map(one),
        Format::Link => link::read(text).map(Document::from).map(one),
        Format::Course => course::read(text, options.safe).map(Document::from).map(one),
        Format::Analysis => analysis_code::read(text).map(Document::from).map(one),
        Format::Seed => seed::Seed::parse(text)?.board().map(Document::from).map(one),
        Format::Metasweeper => metasweeper::read(text).map(one),
        Format::Minesweepr => minesweepr::read(text).map(Document::from).map(one),
        Format::Tatham => tatham::read(text).map(Document::from).map(one),
        Format::Mbf => unreachable!("binary, returned above"),
    }
}

/// Writes one document.
///
/// ```
/// use surefoot_rules::{layout, notation::{self, Format}};
///
/// let document = layout!["M.", ".."].into();
/// assert_eq!(notation::write(&document, Format::Hex)?, b"02 02 00 01 00 00\n");
/// # Ok::<(), surefoot_rules::notation::WriteError>(())
/// ```
#[cfg(feature = "notation")]
pub fn write(document: &Document, format: Format) -> Result<Vec<u8>, WriteError> {
    let line = |text: String| (text + "\n").into_bytes();
    match format {
        Format::Drawing => drawing::write(document).map(String::into_bytes),
        Format::Mine => mine::write(document).map(String::into_bytes),
        Format::Mbf => mbf::write(&document.board()?.layout),
        Format::Hex => hex::write(&document.board()?.layout).map(line),
        Format::Link => link::write(&document.board()?.layout).map(line),
        Format::Boards => boards::write(&document.board()?).map(line),
        Format::Course => course::write(&document.board()?).map(line),
        Format::Analysis => analysis_code::write(document).map(line),
        Format::Seed => Err(WriteError::NoSeed),
        Format::Metasweeper => metasweeper::write(document).map(String::into_bytes),
        Format::Minesweepr => minesweepr::write(document).map(String::into_bytes),
        Format::Tatham => tatham::write(&document.board()?).map(line),
    }
}

/// Refuses a grid that is not the classic one, for formats that know no other.
#[cfg(feature = "notation")]
fn classic_only(format: Format, grid: &Grid) -> Result<(), WriteError> {
    match grid.neighbourhood() {
        Some(Neighbourhood::Square8) => Ok(()),
        other => Err(WriteError::Neighbourhood {
            format,
            neighbourhood: other.map_or("a graph of your own", Neighbourhood::name),
        }),
    }
}

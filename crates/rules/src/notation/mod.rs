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
//! | [`analysis_code`] | a view, as the `analysis` of a web address (JSMinesweeper) | `.analysis` |
//! | [`seed`] | a board by its number, as a web address (JSMinesweeper) | `.seed` |
//! | [`metasweeper`] | a view, a board or both (Metasweeper) | `.board` |
//! | [`minesweepr`] | a view without the number of mines | `.minesweepr` |
//! | [`tatham`] | a board and a first click, as a game ID (Simon Tatham) | `.id` |
//!
//! [`picture`] writes a view as SVG, which nobody reads back.
//!
//! Without the feature `notation` there are drawings and pictures only.
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
mod document;
pub mod drawing;
mod error;
mod format;
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
pub mod picture;
#[cfg(feature = "notation")]
mod rows;
#[cfg(feature = "notation")]
pub mod seed;
#[cfg(feature = "notation")]
pub mod tatham;

pub use document::{Board, Document};
pub use error::{ContentError, NotABoardError, Place, ReadError, UntrueError, WriteError};
pub use format::{Format, Keeps};

use crate::{Grid, Neighbourhood};

/// What a reader cannot know from the content.
///
/// ```
/// use surefoot_rules::notation::{self, Format, ReadOptions};
///
/// let options = ReadOptions { format: Some(Format::Drawing), ..ReadOptions::default() };
/// assert!(notation::read(b"2x1/1\n1 *\n", options).is_ok());
/// assert!(notation::read(b"b=1&m=1", options).is_err());
/// ```
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
    documents(bytes, options)?.collect()
}

/// The same, one document after the other, as the iterator is driven: up to the end, or the
/// first mistake. Of small documents a file may hold far more than fits into memory.
///
/// ```
/// use surefoot_rules::notation::{self, ReadOptions};
///
/// let mut documents = notation::documents(b"1*\n\n2*\n\n3!\n", ReadOptions::default())?;
/// assert!(documents.next().unwrap().is_ok());
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
#[cfg(feature = "notation")]
pub fn documents(
    bytes: &[u8],
    options: ReadOptions,
) -> Result<Box<dyn Iterator<Item = Result<Document, ReadError>> + '_>, ReadError> {
    let format = options.format.unwrap_or_else(|| Format::recognise(bytes));
    let one = |document: Document| std::iter::once(Ok(document));
    if format == Format::Mbf {
        return Ok(Box::new(one(mbf::read(bytes)?.into())));
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}'),
        Err(error) => {
            let place = Place::Byte(error.valid_up_to());
            return Err(ReadError::new(format, place, ContentError::NotText));
        }
    };
    if text.trim().is_empty() {
        return Err(ReadError::new(format, Place::Whole, ContentError::Empty));
    }
    let document = match format {
        Format::Drawing => {
            let mut views = drawing::each(text).peekable();
            views.peek().ok_or_else(drawing::nothing)?;
            return Ok(Box::new(views.map(|view| view.map(Document::from))));
        }
        Format::Boards => {
            return Ok(Box::new(boards::read(text).map(|board| board.map(Document::from))));
        }
        Format::Hex => hex::read(text).map(Document::from),
        Format::Mine => mine::read(text),
        Format::Link => link::read(text).map(Document::from),
        Format::Course => course::read(text, options.safe).map(Document::from),
        Format::Analysis => analysis_code::read(text).map(Document::from),
        Format::Seed => seed::SeedLink::parse(text)?.board().map(Document::from),
        Format::Metasweeper => metasweeper::read(text),
        Format::Minesweepr => minesweepr::read(text).map(Document::from),
        Format::Tatham => tatham::read(text).map(Document::from),
        Format::Mbf => unreachable!("binary, returned above"),
    };
    Ok(Box::new(one(document?)))
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

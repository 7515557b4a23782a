//! Reading a file of any format, or standard input.
//!
//! Neither need have an end (`/dev/zero`), so both are read piece by piece up to a limit, and
//! memory that is not there is an error and not the end of the program.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use surefoot_rules::notation::{self, ContentError, Document, Format, ReadError, ReadOptions};
use surefoot_rules::replay::ReplayFormat;
use surefoot_rules::{Cell, Grid, Point, View};

use crate::args::ReadingOptions;
use crate::complaint::complain;
use crate::tunables;

/// What a file held, and in which format.
pub(crate) struct Input {
    /// Its name, for messages.
    pub(crate) name: String,
    pub(crate) format: Format,
    pub(crate) documents: Vec<Document>,
}

impl Input {
    /// What to call one of its documents, counted from 1.
    pub(crate) fn name_of(&self, number: usize) -> String {
        match self.documents.len() {
            1 => self.name.clone(),
            _ => format!("{}, number {number}", self.name),
        }
    }

    /// Its positions, each with its name.
    pub(crate) fn positions(&self) -> impl Iterator<Item = anyhow::Result<(String, &View)>> {
        self.documents.iter().zip(1..).map(|(document, number)| {
            let name = self.name_of(number);
            match document.view() {
                Some(view) => Ok((name, view)),
                None => Err(complain(
                    format!("{name} is a whole board: every mine is known"),
                    "a position has hidden cells; try a drawing or .mine",
                )),
            }
        })
    }
}

/// A cell by column and row.
pub(crate) fn cell(grid: &Grid, point: Point, board: &str) -> anyhow::Result<Cell> {
    grid.cell(point).ok_or_else(|| {
        let (right, bottom) = (grid.width() - 1, grid.height() - 1);
        let hint = format!("columns go from 0 to {right}, rows from 0 to {bottom}");
        complain(format!("{point} is outside {board}"), hint)
    })
}

/// Reads everything a file holds.
pub(crate) fn read(path: &Path, reading: &ReadingOptions) -> anyhow::Result<Input> {
    let (name, bytes) = bytes(path, &BOARDS)?;
    decode(&name, &bytes, reading)
}

/// The name of a file, for messages, and the bytes of its replays; or those of standard input.
pub(crate) fn replays(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    bytes(path, &REPLAYS)
}

fn bytes(path: &Path, expected: &Expected) -> anyhow::Result<(String, Vec<u8>)> {
    if path == Path::new("-") {
        let name = "standard input".to_owned();
        let bytes = bounded(&name, io::stdin().lock(), expected)?;
        return Ok((name, bytes));
    }
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    let bytes = bounded(&name, file, expected)?;
    Ok((name, bytes))
}

/// A file that is text and nothing else; `hint` says how it should look.
pub(crate) fn text(path: &Path, hint: &'static str) -> anyhow::Result<String> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    let what = "not text";
    let is_binary = |_: &[u8]| false;
    let most = tunables::INPUT_BYTES;
    let bytes =
        bounded(&name, file, &Expected { what, format: hint, long: hint, most, is_binary })?;
    String::from_utf8(bytes).map_err(|_| complain(format!("{name} is not text"), hint))
}

/// What a file may hold, and what is said of one that is something else.
struct Expected {
    /// What it is instead.
    what: &'static str,
    /// Where it is said how it should look.
    format: &'static str,
    /// What to try if it is too long.
    long: &'static str,
    /// The most bytes that are read.
    most: u64,
    /// Whether bytes that are no text are what is expected nevertheless, however many follow.
    is_binary: fn(&[u8]) -> bool,
}

const BOARDS: Expected = Expected {
    what: "neither text nor a binary board",
    format: "`surefoot convert --help` lists the formats",
    long: "read a part of it at a time",
    most: tunables::INPUT_BYTES,
    is_binary: |_| false,
};

const REPLAYS: Expected = Expected {
    what: "none of the replays that can be read",
    format: REPLAY_FORMATS,
    long: "give collections in parts, or the replays one by one in a folder",
    most: tunables::INPUT_REPLAYS,
    is_binary: |bytes| ReplayFormat::recognise(bytes).is_some(),
};

/// Which replays can be read.
pub(crate) const REPLAY_FORMATS: &str = "replays of Arbiter, Metasweeper, Viennasweeper and Clone, and .rawvf can be read; boards and \
     positions are for `inspect` and `analyse`";

/// Says of a file that should hold boards that it holds a replay.
fn is_replay(name: &str, format: ReplayFormat) -> anyhow::Error {
    complain(
        format!("{name} is a replay ({format}), not a board"),
        "`surefoot review FILE` looks at a replay",
    )
}

fn bounded(name: &str, mut from: impl Read, expected: &Expected) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    loop {
        bytes
            .try_reserve(tunables::INPUT_PIECE as usize)
            .map_err(|_| does_not_fit(name, expected.long))?;
        let piece = from.by_ref().take(tunables::INPUT_PIECE).read_to_end(&mut bytes);
        if piece.with_context(|| format!("cannot read {name}"))? == 0 {
            return Ok(bytes);
        }
        // Looked at once: after the first piece.
        let first = bytes.len() as u64 <= tunables::INPUT_PIECE;
        let is_text = |bytes: &[u8]| !bytes[..tunables::INPUT_BINARY].contains(&0);
        if first && bytes.len() > tunables::INPUT_BINARY && !is_text(&bytes) {
            match ReplayFormat::recognise(&bytes) {
                _ if (expected.is_binary)(&bytes) => {}
                Some(format) => return Err(is_replay(name, format)),
                None => {
                    return Err(complain(format!("{name} is {}", expected.what), expected.format));
                }
            }
        }
        if bytes.len() as u64 > expected.most {
            let what = format!("{name} has more than {} MB", expected.most / 1_000_000);
            return Err(complain(what, expected.long));
        }
    }
}

/// Whether so much could be had.
fn there_is(name: &str, bytes: usize) -> anyhow::Result<()> {
    let had = Vec::<u8>::new().try_reserve_exact(bytes);
    had.map_err(|_| does_not_fit(name, BOARDS.long))
}

fn does_not_fit(name: &str, hint: &'static str) -> anyhow::Error {
    complain(format!("{name} does not fit into the memory there is"), hint)
}

/// Reads bytes that come from somewhere. What is made of them takes many times as much, and where
/// the system does not have it the program would be ended half way; so it is asked for first.
pub(crate) fn decode(name: &str, bytes: &[u8], reading: &ReadingOptions) -> anyhow::Result<Input> {
    there_is(name, bytes.len().saturating_mul(tunables::INPUT_BECOMES))?;
    let format = reading.from.unwrap_or_else(|| Format::recognise(bytes));
    let options = ReadOptions { format: Some(format), safe: reading.safe.into() };
    let mistaken = |error: ReadError| {
        if let (None, Some(format)) = (reading.from, ReplayFormat::recognise(bytes)) {
            return is_replay(name, format);
        }
        let how = if reading.from.is_some() { "read" } else { "recognised" };
        let hint = match (&error.problem, reading.from) {
            (ContentError::Empty, _) => "`surefoot deal` makes a board to try".to_owned(),
            (ContentError::SafeIsMine(_), _) => {
                "say how to read `safe`: --safe row,col or --safe col,row".to_owned()
            }
            (ContentError::Size(_), _) => "check the first line of the file".to_owned(),
            (_, None) => format!(
                "it looked most like `{format}`; name another format with --from \
                 (`surefoot convert --help` lists them)"
            ),
            (_, Some(_)) => "omit --from, and the format is recognised".to_owned(),
        };
        complain(format!("{name}, {how} as `{format}`: {error}"), hint)
    };
    let (mut documents, mut made) = (Vec::new(), 0);
    for document in notation::documents(bytes, options).map_err(mistaken)? {
        let document = document.map_err(mistaken)?;
        made += tunables::INPUT_DOCUMENT + tunables::INPUT_CELL * document.grid().len();
        if made > tunables::INPUT_AHEAD {
            // Many small documents take more than their bytes; so will what is done with them.
            there_is(name, 4 * tunables::INPUT_AHEAD)?;
            made = 0;
        }
        documents.try_reserve(1).map_err(|_| does_not_fit(name, BOARDS.long))?;
        documents.push(document);
    }
    Ok(Input { name: name.to_owned(), format, documents })
}

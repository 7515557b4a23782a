//! Reading a file of any format, or standard input.

use std::io::Read;
use std::path::Path;

use anyhow::Context;
use surefoot_rules::View;
use surefoot_rules::notation::{self, Document, Format, Problem, ReadOptions};

use crate::args::ReadingOptions;
use crate::complaint::complain;

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

/// Reads everything a file holds.
pub(crate) fn read(path: &Path, reading: &ReadingOptions) -> anyhow::Result<Input> {
    let (name, bytes) = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
        ("standard input".to_owned(), bytes)
    } else {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        (path.display().to_string(), bytes)
    };
    decode(&name, &bytes, reading)
}

/// Reads bytes that come from somewhere.
pub(crate) fn decode(name: &str, bytes: &[u8], reading: &ReadingOptions) -> anyhow::Result<Input> {
    let format = reading.from.unwrap_or_else(|| Format::recognise(bytes));
    let options = ReadOptions { format: Some(format), safe: reading.safe.into() };
    let documents = notation::read(bytes, options).map_err(|error| {
        let how = if reading.from.is_some() { "read" } else { "recognised" };
        let hint = match (&error.problem, reading.from) {
            (Problem::Empty, _) => "`surefoot deal` makes a board to try".to_owned(),
            (Problem::SafeIsMine(_), _) => {
                "say how to read `safe`: --safe row,col or --safe col,row".to_owned()
            }
            (Problem::Size(_), _) => "check the first line of the file".to_owned(),
            (_, None) => format!(
                "it looked most like `{format}`; name another format with --from \
                 (`surefoot convert --help` lists them)"
            ),
            (_, Some(_)) => "omit --from, and the format is recognised".to_owned(),
        };
        complain(format!("{name}, {how} as `{format}`: {error}"), hint)
    })?;
    Ok(Input { name: name.to_owned(), format, documents })
}

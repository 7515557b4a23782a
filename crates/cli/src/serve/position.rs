//! The position of a question: a text in any notation, read within the limits.

use surefoot_inference::AnalysisError;
use surefoot_rules::View;
use surefoot_rules::notation::{self, Format, Keeps, ReadOptions};

use super::desk::QuestionLimits;
use super::failure::Failure;
use crate::json;

/// A value in a request that is a text of ours.
pub(super) fn parsed<T: std::str::FromStr>(
    key: &str,
    text: Option<&str>,
    usual: T,
) -> Result<T, Failure>
where
    T::Err: std::fmt::Display,
{
    match text {
        None => Ok(usual),
        Some(text) => text.parse().map_err(|error: T::Err| Failure::of_key(key, error)),
    }
}

/// The position in a text of any notation.
pub(super) fn read(
    text: &str,
    format: Option<&str>,
    limits: &QuestionLimits,
) -> Result<View, Failure> {
    let format = parsed("format", format, Format::recognise(text.as_bytes()))?;
    let board = || {
        let error = format!("the position is a whole board (read as `{format}`)");
        Failure::bad(error, "a position has hidden cells; try a drawing")
    };
    if format.keeps() == Keeps::Board {
        return Err(board());
    }
    let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let documents = notation::read(text.as_bytes(), options).map_err(|error| {
        let error = format!("cannot read the position as `{format}`: {error}");
        Failure::bad(error, "a drawing is a line like 9x9/10 and then a line per row; `format` chooses other formats")
    })?;
    let [document] = &documents[..] else {
        let error = format!("the request holds {} positions", documents.len());
        return Err(Failure::bad(error, "ask about one at a time"));
    };
    let view = document.view().ok_or_else(board)?;
    small_enough(view.grid().width(), view.grid().height(), limits)?;
    Ok(view.clone())
}

pub(super) fn small_enough(
    width: u32,
    height: u32,
    limits: &QuestionLimits,
) -> Result<(), Failure> {
    let cells = u64::from(width) * u64::from(height);
    if cells <= limits.cells as u64 {
        return Ok(());
    }
    let error = format!(
        "a board of {width}x{height} has {cells} cells; the server takes at most {}",
        limits.cells
    );
    Err(Failure::unanswerable(error, "the command line has no such limit"))
}

/// What has no analysis has no answer.
pub(super) fn unanswered(error: &AnalysisError) -> Failure {
    match error {
        AnalysisError::Inconsistent(clash) => Failure {
            clash: Some(json::clash(clash)),
            ..Failure::unanswerable(error.to_string(), "check the clues it names")
        },
        _ => Failure::unanswerable(error.to_string(), "the command line has a larger budget"),
    }
}

//! Mistakes in a file, with their place in it.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use toml::Spanned;

use crate::experiment::plan::PlanError;

/// A reason and the place it belongs to.
pub(super) type Mistake = (Range<usize>, String);

/// What is wrong with a file, with the line it stands in.
pub(super) fn place(file: &str, text: &str, (span, reason): Mistake) -> PlanError {
    let at = span.start.min(text.len());
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let column = before[start..].chars().count() + 1;
    let whole = text[start..].lines().next().unwrap_or_default();
    let within = span.end.saturating_sub(at).clamp(1, (start + whole.len() + 1).max(at + 1) - at);
    let indent: String =
        whole.chars().take(column - 1).map(|c| if c == '\t' { c } else { ' ' }).collect();
    let margin = " ".repeat(line.to_string().len());
    let excerpt = format!("{line} | {whole}\n{margin} | {indent}{}", "^".repeat(within));
    PlanError { file: file.to_owned(), line, column, reason, excerpt }
}

/// A value by its text.
pub(super) fn parse<T: FromStr<Err: fmt::Display>>(text: &Spanned<String>) -> Result<T, Mistake> {
    text.as_ref().parse().map_err(|error: T::Err| (text.span(), error.to_string()))
}

//! `surefoot inspect`: a file to inspect.

use std::path::PathBuf;

use clap::Args;

use crate::args::ReadingOptions;

pub(super) const HELP: &str =
    "3BV is the fewest left clicks that clear the board. Openings are connected groups of
zeros; islands are connected groups of numbers that no opening uncovers. ZiNi is about the
fewest clicks with flags and chords, by the greedy rule and by the human one. A board is
no-guess if logic alone can finish it from its first click (or from its largest opening,
if it names none): by single clues, by pairs of clues, or by everything that is certain.

Examples:
  surefoot inspect board.mbf
  surefoot deal --count 1000 --json | surefoot inspect -
  surefoot inspect --json boards.jsonl      one JSON object per board";

/// A file to inspect.
#[derive(Debug, Args)]
pub(crate) struct Inspect {
    /// What to read; `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    #[command(flatten)]
    pub(crate) reading: ReadingOptions,
    /// For a file of many boards, too: find the hardest deduction and every guess. For
    /// one board this is always done.
    #[arg(long)]
    pub(crate) guesses: bool,
}

//! `surefoot inspect`: a file to inspect.

use std::path::PathBuf;

use clap::Args;

use crate::args::Reading;

pub(super) const HELP: &str =
    "3BV is the least number of left clicks that clears the board; openings are
connected groups of zeros, islands connected groups of numbers that no opening uncovers.
A board is no-guess if logic can finish it from its first click (of a board that names
none, from its largest opening): by single clues, pairs of clues, or all that is certain.

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
    pub(crate) reading: Reading,
    /// Of many boards, too: the hardest deduction and where the guesses are. (Of one
    /// board it is always said.)
    #[arg(long)]
    pub(crate) guesses: bool,
}

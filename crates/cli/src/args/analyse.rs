//! `surefoot analyse`: a position to analyse.

use std::path::PathBuf;

use clap::Args;
use surefoot_rules::Clues;

use crate::args::{MemorySize, ReadingOptions};

pub(super) const HELP: &str =
    "The overlay shows the clues and, for each closed cell, its chance of a mine in
percent; `ok` is certainly safe, `##` certainly a mine, [ ] marks the best cell, and ~ a
dead cell, whose number would tell nothing. Flags are claims and prove nothing.
Exit status 1 if no layout fits the position; the clues that clash are named.

Examples:
  surefoot analyse position.txt
  surefoot analyse --json game.mine
  surefoot analyse --clues optimistic:q=0.8,asks=4 position.txt
  surefoot analyse --density 0.2 unknown-total.txt";

/// A position to analyse.
#[derive(Debug, Args)]
pub(crate) struct Analyse {
    /// What to read; `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    #[command(flatten)]
    pub(crate) reading: ReadingOptions,
    /// The rule the clues follow: exact, silent:P, optimistic[:q=Q] or
    /// cautious[:q=Q]; asks=K if every cell was asked K times.
    #[arg(long, default_value = "exact", value_name = "RULE")]
    pub(crate) clues: Clues,
    /// If the number of mines is unknown: the probability that a cell is a mine, from
    /// 0 to 1 [default: every number of mines is equally likely].
    #[arg(long, value_name = "P")]
    pub(crate) density: Option<f64>,
    /// Under optimistic or cautious clues: estimate a position that is too complex to
    /// count, and say how large the error may be.
    #[arg(long)]
    pub(crate) approx: bool,
    /// The most memory that counting may take, as in 500MB or 2GB; what needs more is
    /// refused.
    #[arg(long, default_value = "1GB", value_name = "SIZE")]
    pub(crate) memory: MemorySize,
}

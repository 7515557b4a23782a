//! `surefoot optimal`: a board or position to be played best.

use clap::Args;
use surefoot_rules::{Neighbourhood, Promise};

use crate::args::MemorySize;

pub(super) const HELP: &str =
    "The probability is a fraction of configurations: of all that fit a position, or of all
boards of a level that keep the promise at the first click. Every best move is named.
--compare computes a player's own probability by following its every decision; if it
draws random numbers, they come from --seed.

Examples:
  surefoot optimal 4x4/4
  surefoot optimal 5x5/5 --promise safe
  surefoot optimal endgame.txt --json
  surefoot optimal 4x4/4 --compare exact surefoot periphery";

/// A board or position to be played best.
#[derive(Debug, Args)]
pub(crate) struct Optimal {
    /// A level (WxH/MINES, WxH@DENSITY%), or a file with a position; `-` for standard
    /// input.
    #[arg(value_name = "LEVEL|FILE")]
    pub(crate) what: String,
    /// What the first click is promised: none, safe or opening [default: none].
    #[arg(long, value_name = "PROMISE")]
    pub(crate) promise: Option<Promise>,
    /// Which cells of a level touch: square8, square4, torus, hex or knight
    /// [default: square8].
    #[arg(long, value_name = "NAME")]
    pub(crate) neighbourhood: Option<Neighbourhood>,
    /// Also compute how often these players win, exactly.
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    pub(crate) compare: Vec<String>,
    /// The most memory that the search may take, as in 500MB or 2GB; players of --compare count
    /// beside it, which takes some 30 MB.
    #[arg(long, default_value = "2GB", value_name = "SIZE")]
    pub(crate) memory: MemorySize,
}

//! `surefoot watch`: a game to watch.

use std::path::PathBuf;

use clap::Args;

use crate::args::BoardOptions;
use crate::args::number::from_zero;

pub(super) const HELP: &str =
    "Each step shows the action, the reason, the clues it rests on, and the board after it.

Examples:
  surefoot watch window --game score --boards write-up-001-15x15
  surefoot watch closure --level 16x16/40 --step
  surefoot watch periphery --delay 200 --clues silent:0.7 --game score
  surefoot watch gauss --json | head -3
  surefoot watch closure:order=depth --level expert --influence chains.svg --quiet";

/// A game to watch.
#[derive(Debug, Args)]
pub(crate) struct Watch {
    /// Who plays, as in `window:edges`; `surefoot players` lists them.
    pub(crate) player: String,
    #[command(flatten)]
    pub(crate) setting: BoardOptions,
    /// The number of the deal, or of the board in FILE.
    #[arg(long, default_value_t = 0, value_name = "I", value_parser = from_zero::<u64>)]
    pub(crate) index: u64,
    /// Wait for the Enter key after each step.
    #[arg(long, conflicts_with_all = ["json", "delay"])]
    pub(crate) step: bool,
    /// Wait this many milliseconds after each step.
    #[arg(long, value_name = "MS")]
    pub(crate) delay: Option<u64>,
    /// Write which clues led to which cells, as a picture of the board (.svg), a graph
    /// (.dot) or data (.json).
    #[arg(long, value_name = "FILE")]
    pub(crate) influence: Option<PathBuf>,
}

//! `surefoot watch`: a game to watch.

use std::path::PathBuf;

use clap::Args;
use surefoot_rules::Point;

use crate::args::BoardOptions;
use crate::args::number::from_zero;

pub(super) const HELP: &str =
    "Each step shows the action, the reason, the clues it rests on, and the board after it;
a guess also its exact risk and the safest cell. At the end the whole board is shown. Where
the number of mines is hidden, risks are those of any number, all equally likely.

Examples:
  surefoot watch window --game score --boards write-up-001-15x15
  surefoot watch closure --level 16x16/40 --step
  surefoot watch periphery --delay 200 --clues silent:0.7 --game score
  surefoot watch gauss --json | head -3
  surefoot watch closure:order=depth --level expert --influence chains.svg --quiet
  surefoot watch closure --boards write-up-004-7x7 --first 0,6 --influence - --quiet
  surefoot watch window:passes=1 --boards write-up-001-15x15 --first 11,8 --phases";

/// A game to watch.
#[derive(Debug, Args)]
pub(crate) struct WatchArguments {
    /// Who plays, as in `window:edges`; `surefoot players` lists them.
    pub(crate) player: String,
    #[command(flatten)]
    pub(crate) setting: BoardOptions,
    /// The number of the deal, or of the board in FILE.
    #[arg(long, default_value_t = 0, value_name = "I", value_parser = from_zero::<u64>)]
    pub(crate) index: u64,
    /// The first click, as column,row from 0.
    #[arg(long, value_name = "X,Y")]
    pub(crate) first: Option<Point>,
    /// Where the player would guess, open these cells in turn, as '3,4 0,6'; those that are
    /// open by then are passed over.
    #[arg(long, value_name = "LIST", value_parser = points)]
    pub(crate) opens: Option<Points>,
    /// One board per guess, after everything that followed from it.
    #[arg(long, conflicts_with = "json")]
    pub(crate) phases: bool,
    /// Wait for the Enter key after each step.
    #[arg(long, conflicts_with_all = ["json", "delay"])]
    pub(crate) step: bool,
    /// Wait this many milliseconds after each step.
    #[arg(long, value_name = "MS")]
    pub(crate) delay: Option<u64>,
    /// Write which clues led to which cells, as a picture of the board (.svg), a graph
    /// (.dot) or data (.json); - lists them at the end.
    #[arg(long, value_name = "FILE")]
    pub(crate) influence: Option<PathBuf>,
}

/// Cells by column and row.
#[derive(Clone, Debug)]
pub(crate) struct Points(pub(crate) Vec<Point>);

fn points(text: &str) -> Result<Points, String> {
    let parts = text.split([' ', ';']).filter(|part| !part.is_empty());
    let points: Result<Vec<Point>, _> = parts.map(str::parse).collect();
    points.map(Points).map_err(|error| error.to_string())
}

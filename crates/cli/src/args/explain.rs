//! `surefoot explain`: a cell to explain.

use std::path::PathBuf;

use clap::Args;
use surefoot_rules::Point;

use crate::args::number::from_zero;
use crate::args::{MemorySize, ReadingOptions};

pub(super) const HELP: &str =
    "The clues that prove it are drawn in [ ], the cell in ( ). None of these clues can be
spared; most often there is no smaller set at all. The difficulty is their number, plus
one if the number of mines is used, plus one for each supposition. Flags are claims and
prove nothing.

--against compares the cell with another closed one instead, certain or not: which wins
more often and why. Win probabilities are those of `surefoot`; where they come from
playouts, the interval that holds them 19 times of 20 is given.

--proof writes two files for the proof checker VeriPB (`cargo install veripb`); check
them with: veripb DIR/claim.opb DIR/proof.pbp

Exit status 1 if the cell is not certain (then its probability is given, and two
configurations that differ there), or if no layout fits the position.

Examples:
  surefoot explain 0 1 position.txt
  surefoot explain 12 7 game.mine --json
  surefoot explain 0 3 position.txt --against 4,3
  surefoot explain 0 1 position.txt --proof certificate";

/// A cell to explain.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The column of the cell, from 0 at the left.
    #[arg(value_name = "X", value_parser = from_zero::<u32>)]
    pub(crate) x: u32,
    /// The row of the cell, from 0 at the top.
    #[arg(value_name = "Y", value_parser = from_zero::<u32>)]
    pub(crate) y: u32,
    /// What to read; `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    #[command(flatten)]
    pub(crate) reading: ReadingOptions,
    /// Compare it with this closed cell, as column,row from 0.
    #[arg(long, value_name = "X,Y", conflicts_with = "proof")]
    pub(crate) against: Option<Point>,
    /// Write a proof that a machine can check into this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) proof: Option<PathBuf>,
    /// The most memory that counting may take, as in 500MB or 2GB; what needs more is
    /// refused.
    #[arg(long, default_value = "1GB", value_name = "SIZE")]
    pub(crate) memory: MemorySize,
}

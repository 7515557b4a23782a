//! `surefoot deal`: boards to deal.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use surefoot_inference::no_guess::Logic;
use surefoot_lab::play::mine_distribution::MineDistribution;
use surefoot_rules::notation::Format;
use surefoot_rules::{Level, Neighbourhood, Point, Promise};

use crate::args::number::{from_one, from_zero};

pub(super) const HELP: &str =
    "Deal I of a seed is a permutation of all cells; its mines are the first cells that
the promise at the first click does not exclude. So every deal works with any first
click.

For --no-guess, deals are drawn until one needs no guess, so all such boards are
equally likely. Where they are too rare, a deal is repaired, and then they are not;
a note says which it was. Exit status 1 if neither finds a board.

Examples:
  surefoot deal --level 20x20@15% --seed 7
  surefoot deal --level 9x9/10 --promise safe --first 0,0 --count 3
  surefoot deal --neighbourhood hex --format jsonl
  surefoot deal --generator jsm --seed 12 --format seed    a link to this game
  surefoot deal --no-guess               a board that needs no luck
  surefoot deal --no-guess=pairs --proofs why.jsonl
  surefoot deal --generator jsm-run --seed 21 --promise safe --count 12500 --json
                                     the boards of JSMinesweeper's benchmark run 21";

/// Boards to deal.
#[derive(Debug, Args)]
pub(crate) struct DealArguments {
    /// beginner, intermediate, expert, WxH/MINES or WxH@DENSITY%.
    #[arg(long, default_value = "expert", value_name = "LEVEL")]
    pub(crate) level: Level,
    /// Which cells touch: square8, square4, torus, hex or knight.
    #[arg(long, default_value = "square8", value_name = "NAME")]
    pub(crate) neighbourhood: Neighbourhood,
    /// What the first click is promised: none, safe (no mine) or opening (no
    /// mine around it either).
    #[arg(long, default_value = "opening", value_name = "PROMISE")]
    pub(crate) promise: Promise,
    /// The first click, as column,row from 0 [default: the middle; in a benchmark run
    /// of JSMinesweeper, 0,0 under safe and 3,3 under opening].
    #[arg(long, value_name = "X,Y")]
    pub(crate) first: Option<Point>,
    /// How many boards to deal.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = from_one::<u64>)]
    pub(crate) count: u64,
    /// The number of the first deal.
    #[arg(long, default_value_t = 0, value_name = "I", value_parser = from_zero::<u64>)]
    pub(crate) index: u64,
    /// The format to write: drawing, jsonl, mbf, hex, mine, link, course, board,
    /// minesweepr, tatham, or seed with --generator jsm [default: drawing; with
    /// --json, jsonl].
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Which boards to deal, or how mines are placed.
    #[arg(long, default_value = "surefoot", value_name = "WHOSE")]
    pub(crate) generator: Generator,
    /// Deal only boards that need no guess: by single clues (simple), also by two
    /// clues subtracted (pairs), or by everything that is certain (full).
    #[arg(
        long,
        value_name = "LOGIC",
        num_args = 0..=1,
        default_missing_value = "full",
        require_equals = true
    )]
    pub(crate) no_guess: Option<Logic>,
    /// With --no-guess: write why each cell is safe, in an order in which the cells can
    /// be opened, one line of JSON per board.
    #[arg(long, value_name = "FILE.jsonl", requires = "no_guess")]
    pub(crate) proofs: Option<PathBuf>,
}

/// Whose boards to deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Generator {
    /// Ours: all boards are equally likely.
    Surefoot,
    /// The board that JSMinesweeper shows for --seed.
    Jsm,
    /// The same, for its old links (`rng=old`).
    JsmOld,
    /// The boards of a benchmark run of JSMinesweeper; --seed is the run.
    JsmRun,
    /// Ours, with mines far from each other; like the next three, opened in the middle.
    Spread,
    /// Ours, with mines in clusters.
    Clustered,
    /// Ours, with all mines in one block.
    Block,
    /// Ours, searched for long chains of influence.
    LongChains,
}

impl Generator {
    /// How mines lie, where neither a deal nor JSMinesweeper lays them.
    pub(crate) fn shape(self) -> Option<MineDistribution> {
        match self {
            Self::Spread => Some(MineDistribution::Spread),
            Self::Clustered => Some(MineDistribution::Clustered),
            Self::Block => Some(MineDistribution::Block),
            Self::LongChains => Some(MineDistribution::LongChains),
            Self::Surefoot | Self::Jsm | Self::JsmOld | Self::JsmRun => None,
        }
    }
}

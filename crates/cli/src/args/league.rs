//! `surefoot league`: engines to compare.

use std::path::PathBuf;

use clap::Args;

use crate::args::number::from_one;

pub(super) const HELP: &str =
    "Everybody plays the same expert deals, alone, into a folder of its own; so a newcomer plays only
its own games, and a run that was stopped goes on. The built-in players always take
part. A player that has changed plays again.

Examples:
  surefoot league --quick --out quick              the built-in players alone, roughly
  surefoot league 'cmd:python3 my_engine.py'       and yours
  surefoot league hill minesolve --engines engines.toml --page league.md
  surefoot league --table --json                   what was played, and nothing more";

/// A league to play.
#[derive(Debug, Args)]
pub(crate) struct LeagueArguments {
    /// Players to enter besides the built-in ones.
    #[arg(value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    /// The folder for records.
    #[arg(long, default_value = "league", value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Deals under each promise [default: 2000].
    #[arg(long, value_name = "N", value_parser = from_one::<u64>)]
    pub(crate) deals: Option<u64>,
    /// Play few deals: rough results, quickly.
    #[arg(long, conflicts_with = "deals")]
    pub(crate) quick: bool,
    /// Play only those that are named.
    #[arg(long, requires = "players")]
    pub(crate) only: bool,
    /// Play nothing; show what was played.
    #[arg(long, conflicts_with_all = ["players", "deals", "quick"])]
    pub(crate) table: bool,
    /// Write the table as a page of Markdown, and its figure (.svg) beside it.
    #[arg(long, value_name = "FILE.md")]
    pub(crate) page: Option<PathBuf>,
}

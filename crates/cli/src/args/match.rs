//! `surefoot match`: a match to play.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use surefoot_lab::play::Estimator;
use surefoot_lab::play::gauge::{GAUGES, GaugeEntry};
use surefoot_lab::statistics::sprt::Sprt;

use crate::args::BoardOptions;
use crate::args::number::from_one;

pub(super) const HELP: &str =
    "All players play the same deals, wherever they click first. Intervals are 95 %
intervals; players are compared with the first one, deal by deal. Times are CPU times
of one core.

Examples:
  surefoot match queue window closure --games 10000
  surefoot match cascade gauss gauss:cutoff=300 --game dig --level 20x20@15%
  surefoot match queue window --sprt 0,0.02      stop as soon as it is decided
  surefoot match surefoot surefoot:effort=high --estimate advantage --games 200
  surefoot match closure --record games.csv --json > result.json";

/// A match to play.
#[derive(Debug, Args)]
pub(crate) struct MatchArguments {
    /// Who plays, as in `periphery:piece=14`; `surefoot players` lists them.
    #[arg(required = true, value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    #[command(flatten)]
    pub(crate) setting: BoardOptions,
    /// Games per player [default: 1000; with --boards, every board; of a jsm-run, 12500].
    #[arg(long, value_name = "N", value_parser = from_one::<u64>)]
    pub(crate) games: Option<u64>,
    /// How wins are counted.
    #[arg(long, default_value_t, value_name = "HOW", value_parser = estimators())]
    pub(crate) estimate: Estimator,
    /// Stop as soon as a sequential test decides whether the second player wins more
    /// often by at most D0 or by at least D1; each error has probability 5 %.
    #[arg(long, value_name = "D0,D1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Read more off each game: board (its 3BV and openings), influence (the chains from clue to
    /// deduced cell), board-chain (the longest chain of the board played out), flags (by the two
    /// rules, and by more) or asks (how often cells were asked again); their means follow the
    /// table's columns.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = gauge)]
    pub(crate) gauges: Vec<GaugeEntry>,
    /// Write one line per game and player to this CSV file.
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) record: Option<PathBuf>,
}

fn gauge(name: &str) -> Result<GaugeEntry, String> {
    let found = GAUGES.iter().find(|gauge| gauge.name == name);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = GAUGES.iter().map(|gauge| gauge.name).collect();
        format!("expected some of {}", names.join(", "))
    })
}

/// The estimators, each with what it does.
fn estimators() -> impl TypedValueParser<Value = Estimator> {
    let all = Estimator::ALL.map(|one| {
        PossibleValue::new(one.name()).help(match one {
            Estimator::Plain => "Count the games won",
            Estimator::Survival => {
                "Let every guess survive and weigh the game by the exact probability of that: \
                 the same expectation, a fraction of the noise (`--game win` only)"
            }
            Estimator::Advantage => {
                "As survival; where another player chooses differently from the first, play on \
                 from both choices: for players that mostly agree (`--game win` only)"
            }
        })
    });
    PossibleValuesParser::new(all).try_map(|name| name.parse())
}

//! `surefoot play`: a game of your own, in the terminal.

use std::path::PathBuf;

use clap::Args;
use surefoot_inference::no_guess::Logic;
use surefoot_rules::{Level, Neighbourhood, Promise};

use crate::args::number::from_zero;

pub(super) const HELP: &str =
    "Arrows move, Enter or Space opens (and chords on a number), F flags, U takes back; or use the
mouse: left opens, right flags, both or middle chord, the wheel scrolls. H gives a hint, P shows
probabilities, W says why a cell is safe or a mine, V compares two guesses, R reviews a finished
game, S saves it as a replay for `surefoot review`, N deals anew, L chooses another board, ? lists all keys, Q
quits. What you quit is there again next time.

In kaboom a guess that is needed is always safe, and one that is not always loses: a guess is
needless if some cell was certainly safe.

Colours need a terminal with 256 of them; NO_COLOR or --color never does without.

Examples:
  surefoot play                            go on, or a new game
  surefoot play --level expert             a new game, 30x16 with 99 mines
  surefoot play --level 20x12/40 --neighbourhood hex
  surefoot play --no-guess --level expert  a board that needs no luck
  surefoot play --kaboom                   needless guesses lose, needed ones do not
  surefoot play --seed 7 --index 3         deal 3 of seed 7, as everybody's
  surefoot play board.mbf                  a board of yours, in any format
  surefoot play --replays games            S saves there; `surefoot review --summary games`
                                           looks at them all";

/// A game to play.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// A board to play instead of a deal, in any format.
    #[arg(value_name = "FILE", conflicts_with_all = ["level", "neighbourhood", "promise", "no_guess", "index"])]
    pub(crate) board: Option<PathBuf>,
    /// beginner, intermediate, expert, WxH/MINES or WxH@DENSITY% [default: as last time].
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<Level>,
    /// Which cells touch: square8, square4, torus, hex or knight [default: as last time].
    #[arg(long, value_name = "NAME")]
    pub(crate) neighbourhood: Option<Neighbourhood>,
    /// What the first click is promised: none, safe or opening [default: as last time].
    #[arg(long, value_name = "PROMISE")]
    pub(crate) promise: Option<Promise>,
    /// A board that needs no guess from your first click on: by single clues (simple), also by two
    /// clues subtracted (pairs), or by everything that is certain (full).
    #[arg(
        long,
        value_name = "LOGIC",
        num_args = 0..=1,
        default_missing_value = "full",
        require_equals = true
    )]
    pub(crate) no_guess: Option<Logic>,
    /// Needed guesses are always safe, and needless ones always lose.
    #[arg(long)]
    pub(crate) kaboom: bool,
    /// The number of the deal of --seed.
    #[arg(long, value_name = "I", value_parser = from_zero::<u64>)]
    pub(crate) index: Option<u64>,
    /// Deal anew instead of going on with the game that was quit.
    #[arg(long)]
    pub(crate) new: bool,
    /// Where the key S saves replays of finished games [default: the current folder].
    #[arg(long, value_name = "FOLDER")]
    pub(crate) replays: Option<PathBuf>,
    /// Keep the game in this file instead of your data folder.
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
}

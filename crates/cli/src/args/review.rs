//! `surefoot review`: replays to look at again.

use std::path::PathBuf;

use clap::Args;

use crate::args::from_one;

pub(super) const HELP: &str =
    "Reads replays of Arbiter (.avf), Metasweeper (.evf, .evfs), Viennasweeper (.rmv), Minesweeper
Clone (.mvf) and text (.rawvf), whatever they are called. For every guess: how safe it was, the safest
cell, what `surefoot:effort=low` would have done, the probability to win by either and what was lost.
A guess is avoidable if some cell was certainly safe, and the proof is shown; if it would have been due
in any case it was only early, and cost nothing. It is a mistake if another guess was better by half a
point; else it is sound. Guesses that are not avoidable were forced.

Luck is the probability that all guesses that went well would; pLuck is the same as a sum of
decimal logarithms. Win probabilities are those of `surefoot:effort=low` from there on: exact where
little is left, else estimates of some playouts, with their interval in the JSON.

Examples:
  surefoot review game.avf
  surefoot review game.rmv --svg strip.svg
  surefoot review games.evfs --json
  surefoot review games.evfs --game 3 --svg strip.svg
  surefoot review game.avf --rawvf game.rawvf
  surefoot review --summary replays";

/// Replays to look at again.
#[derive(Debug, Args)]
pub(crate) struct ReviewArguments {
    /// The replay; `-` for standard input.
    #[arg(value_name = "FILE", required_unless_present = "summary")]
    pub(crate) input: Option<PathBuf>,
    /// Of a collection this game, from 1.
    #[arg(long, value_name = "N", conflicts_with = "summary", value_parser = from_one::<usize>)]
    pub(crate) game: Option<usize>,
    /// Draw the win probability over time, with marks at guesses; `-` for standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "summary")]
    pub(crate) svg: Option<PathBuf>,
    /// Write the replay as text, which other programs read (.rawvf); `-` for standard output.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["summary", "svg"])]
    pub(crate) rawvf: Option<PathBuf>,
    /// Look at all replays of a folder and those in it, and sum up.
    #[arg(long, value_name = "DIR", conflicts_with = "input")]
    pub(crate) summary: Option<PathBuf>,
}

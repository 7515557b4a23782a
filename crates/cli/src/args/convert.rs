//! `surefoot convert`: a file to convert.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use surefoot_rules::notation::Format;
use surefoot_rules::one_of;

use crate::args::ReadingOptions;
use crate::args::number::from_one;

pub(super) const HELP: &str =
    "IN is recognised by its content; the extension of OUT chooses the format:
  .txt drawing   .jsonl boards   .mbf .abf   .hex   .mine   .url link   .json course   .board
  .analysis code   .minesweepr   .id game ID   .svg picture (links with board=&seed= can be read, too)

Examples:
  surefoot convert board.mbf board.txt
  surefoot convert game.mine - --to drawing
  surefoot convert boards.jsonl third.mbf --pick 3
  echo 'b=1&m=01' | surefoot convert - board.svg
  surefoot convert game.mine - --to analysis     the code for JSMinesweeper's analyser
  echo '9x9:4,4,m00b7d48a3e0231c419200' | surefoot convert - - --to drawing";

/// A file to convert.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// What to read; `-` for standard input.
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// What to write; `-` for standard output, which needs --to.
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The format to write, if the extension of OUT does not tell.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<Target>,
    #[command(flatten)]
    pub(crate) reading: ReadingOptions,
    /// Convert only the Nth of several, counting from 1.
    #[arg(long, value_name = "N", value_parser = from_one::<u64>)]
    pub(crate) pick: Option<u64>,
}

/// A format to write: a notation, or a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Notation(Format),
    Svg,
}

impl Target {
    pub(crate) fn by_ending(ending: &str) -> Option<Self> {
        if ending.eq_ignore_ascii_case("svg") {
            return Some(Self::Svg);
        }
        Format::by_ending(ending).map(Self::Notation)
    }

    /// The names of all, for messages.
    pub(crate) fn names() -> String {
        one_of(&[&Format::ALL.map(Format::name)[..], &["svg"]].concat())
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "svg" => Ok(Self::Svg),
            name => {
                name.parse().map(Self::Notation).map_err(|_| format!("expected {}", Self::names()))
            }
        }
    }
}

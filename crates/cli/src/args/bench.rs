//! `surefoot bench`: what to measure.

use clap::Args;

pub(super) const HELP: &str =
    "The signature is one number computed from fixed games: builds with the same signature
play alike. It is compared with the committed one; exit status 1 if they differ.

Examples:
  surefoot bench
  surefoot bench --signature       only the number, quickly
  surefoot bench exact 'cmd:surefoot engine exact'   a player, and the same through a pipe";

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Time only these players, in CPU time of all their processes, and compute no signature.
    #[arg(value_name = "PLAYER", conflicts_with = "signature")]
    pub(crate) players: Vec<String>,
    /// Compute only the signature; do not measure speed.
    #[arg(long)]
    pub(crate) signature: bool,
}

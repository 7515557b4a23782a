//! `surefoot bench`: what to measure.

use clap::Args;

pub(super) const HELP: &str =
    "The signature is one number computed from fixed games: builds with the same signature
play alike. It is compared with the committed one; exit status 1 if they differ.

Examples:
  surefoot bench
  surefoot bench --signature       only the number, quickly";

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Compute only the signature; do not measure speed.
    #[arg(long)]
    pub(crate) signature: bool,
}

//! `surefoot bench`: what to measure.

use clap::Args;

pub(super) const HELP: &str =
    "The signature is one number over fixed work: two builds with the same signature
play alike. It is compared with the committed one.

Examples:
  surefoot bench
  surefoot bench --signature       the number alone, quickly";

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Only the signature, not the speed.
    #[arg(long)]
    pub(crate) signature: bool,
}

//! Every number of the command line that was chosen and not derived.
//!
//! One documented line each, in one place, as CaDiCaL keeps its options.

use std::time::Duration;

// What is shown.

/// Cells that `explain` draws around what matters.
pub(crate) const EXPLAIN_MARGIN: u32 = 2;
/// Boards of this width and height are drawn whole by `explain`.
pub(crate) const EXPLAIN_WHOLE: u32 = 20;
/// The most cells of a board that `inspect` draws: more fits no screen.
pub(crate) const INSPECT_DRAWN: usize = 100_000;
/// The largest board that `inspect` tries logic on, in cells.
pub(crate) const INSPECT_LOGIC: usize = 100_000;
/// How many guesses `inspect` tells one by one.
pub(crate) const INSPECT_GUESSES: usize = 8;

// What is done.

/// Games of a sequential test that no one limits: it decides long before.
pub(crate) const UNTIL_DECIDED: u64 = 100_000_000;
/// The most boards of a JSMinesweeper run that are held at once.
pub(crate) const LONGEST_RUN: u64 = 1_000_000;
/// How long `bench` times each player.
pub(crate) const BENCH_TIME: Duration = Duration::from_millis(500);
/// Cells per piece of work of `deal`: some hundred expert boards, or one large one.
pub(crate) const DEAL_PIECE: u64 = 1 << 17;
/// As many games of a JSMinesweeper run as can be counted through in seconds.
pub(crate) const JSM_GAMES: u64 = 100_000_000;

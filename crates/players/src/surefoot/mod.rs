//! `surefoot`, the strongest player, and the ways in which it rates guesses.

pub(crate) mod comparison;
pub(crate) mod coupling;
pub(crate) mod first_click;
pub(crate) mod lookahead;
pub(crate) mod playout;
pub(crate) mod small_board;
#[expect(clippy::module_inception, reason = "the file is named after the type it holds")]
pub(crate) mod surefoot;

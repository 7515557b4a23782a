//! `surefoot`, the strongest player, and the ways in which it rates guesses.
//!
//! [`Surefoot::decide`] says what kind of decision a choice was and what else was weighed.

pub(crate) mod compared_guess;
pub(crate) mod coupling;
pub(crate) mod decision;
pub(crate) mod effort;
pub(crate) mod first_click;
pub(crate) mod guesser;
pub(crate) mod lookahead;
pub(crate) mod playout;
pub(crate) mod rehearsals;
pub(crate) mod small_board;
#[expect(clippy::module_inception, reason = "the file is named after the type it holds")]
pub(crate) mod surefoot;
pub(crate) mod usual_worth;
pub(crate) mod win_chance;

pub use decision::{Candidate, Decision, DecisionKind};
pub use surefoot::Surefoot;
pub use usual_worth::PositionSigns;
pub use win_chance::{PlayoutBudget, WinChance, WinChances};

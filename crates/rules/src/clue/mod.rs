//! How a true count becomes what is shown.

mod clues;
mod rule;
mod wide;

pub use clues::{Asks, Clues, ParseCluesError};
pub use rule::ClueRule;
pub use wide::Wide;

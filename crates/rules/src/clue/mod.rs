//! How a true count becomes what is shown.

mod clues;
mod rule;

pub use clues::{Asks, Clues, ParseCluesError};
pub use rule::ClueRule;

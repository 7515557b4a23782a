//! Three levels of logic: **simple**, the two rules on single clues; **pairs**, also two
//! clues subtracted from each other; **full**, exact inference with the number of mines.

use std::fmt;
use std::str::FromStr;

/// How much logic a board asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Logic {
    /// The two rules on single clues.
    Simple,
    /// Also two clues, one subtracted from the other.
    Pairs,
    /// Everything that is certain, the number of mines included.
    #[default]
    Full,
}

impl Logic {
    /// All levels, the simplest first.
    pub const ALL: [Self; 3] = [Self::Simple, Self::Pairs, Self::Full];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Pairs => "pairs",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for Logic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no level of logic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a level of logic: expected simple, pairs or full")]
pub struct ParseLogicError(String);

impl FromStr for Logic {
    type Err = ParseLogicError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|logic| logic.name() == text);
        named.ok_or_else(|| ParseLogicError(text.to_owned()))
    }
}

//! Three levels of logic: **simple**, the two rules on single clues; **pairs**, also two
//! clues subtracted from each other; **full**, exact inference with the number of mines.

use surefoot_rules::named;

/// How much logic a board asks for, the simplest first.
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

named! {
    Logic is "a level of logic" { Simple => "simple", Pairs => "pairs", Full => "full" }
}

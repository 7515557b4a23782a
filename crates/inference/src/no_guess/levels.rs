//! Three levels of logic: **simple**, the two rules on single clues; **pairs**, also two
//! clues subtracted from each other; **full**, exact inference with the number of mines.

use surefoot_rules::named;

/// How much logic a board asks for, the simplest first.
///
/// ```
/// use surefoot_inference::no_guess::{Logic, Sweeper};
/// use surefoot_rules::layout;
///
/// let board = layout!["M...", "....", "...."];
/// let mut sweeper = Sweeper::new(board.grid().clone(), 1)?;
/// assert_eq!(sweeper.needed(&board, board.grid().cells().last().unwrap()), Some(Logic::Simple));
/// # Ok::<(), surefoot_rules::RulesError>(())
/// ```
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

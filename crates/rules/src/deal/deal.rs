//! A deal by its two numbers.
//!
//! They travel together everywhere, and as two bare `u64` they were easily swapped:
//! deal 7 of seed 1 and deal 1 of seed 7 are both boards, and no test notices.

use std::fmt;

/// A deal: the seed, and which of its deals.
///
/// By itself it says nothing about a board; a [`Dealer`](crate::Dealer) or a
/// [`Game`](crate::Game) makes one of it, and [`Random`](crate::Random) its streams.
///
/// ```
/// use surefoot_rules::{Deal, Game, GameKind, Grid, Rules};
///
/// let mut game = Game::new(Rules::new(GameKind::Win, Grid::new(9, 9)?, 10))?;
/// for index in 0..3 {
///     game.deal(Deal::new(2026, index));
///     // … a game of it
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Deal {
    /// The seed, from which all deals of a match are drawn.
    pub seed: u64,
    /// The number of the deal, from 0.
    pub index: u64,
}

impl Deal {
    /// Deal `index` of `seed`.
    pub const fn new(seed: u64, index: u64) -> Self {
        Self { seed, index }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}, deal {}", self.seed, self.index)
    }
}

//! Why a layout cannot be the truth of a game.

use crate::{Point, counted};

/// Why a layout cannot take the place of the game's own.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InconsistentError {
    /// Another grid.
    #[error("the layout is on a different grid from the game")]
    Grid,
    /// Another number of mines.
    #[error("the layout has {}, the game {expected}", counted(*found, "mine"))]
    Mines {
        /// Of the game.
        expected: u32,
        /// Of the layout.
        found: u32,
    },
    /// The first click has not been made, so its promise still stands.
    #[error("the deal waits for its first click; lay the board out instead of replacing it")]
    NotBegun,
    /// The view shows at this cell what the layout rules out.
    #[error("the layout does not fit what is seen at {0}")]
    Tile(Point),
}

//! A tile: what one cell of a view looks like.
//!
//! *Closed* is every cell that has not been opened, flagged or not; *hidden* is a
//! closed cell without a flag. Inference asks for the first, because a flag is only a
//! claim; players ask for the second, because a flagged cell cannot be opened.

/// What one cell looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tile {
    /// Closed, not flagged.
    #[default]
    Hidden,
    /// Open, and showing this number (the truth only under the exact rule).
    Clue(u8),
    /// Open and safe, but its number was withheld.
    Silent,
    /// A mine that was opened.
    Mine,
    /// Closed, and claimed to be a mine by the player. A claim, never evidence.
    Flag,
}

impl Tile {
    /// Whether the cell has not been opened: hidden or flagged.
    #[inline]
    pub fn is_closed(self) -> bool {
        matches!(self, Self::Hidden | Self::Flag)
    }

    /// Whether the cell is open and was no mine: a clue or silent.
    #[inline]
    pub fn is_safe(self) -> bool {
        matches!(self, Self::Clue(_) | Self::Silent)
    }
}

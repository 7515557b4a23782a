//! A tile: what one cell of a view looks like.
//!
//! *Closed* is every cell that has not been opened, flagged or not; *hidden* is a
//! closed cell without a flag. Inference asks for the first, because a flag is only a
//! claim; players ask for the second, because a flagged cell cannot be opened.

/// What one cell looks like.
///
/// ```
/// use surefoot_rules::{Cell, Tile, view};
///
/// let view = view!["3x1/1", "1 * F"];
/// let tiles = [0, 1, 2].map(|cell| view.tile(Cell::new(cell)));
/// assert_eq!(tiles, [Tile::Clue(1), Tile::Hidden, Tile::Flag]);
/// assert_eq!(tiles.map(Tile::is_closed), [false, true, true]);
/// ```
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

    /// The tile as a small number, for arrays: a clue is what it shows, and the others are
    /// below zero.
    ///
    /// ```
    /// use surefoot_rules::Tile;
    ///
    /// let tiles = [Tile::Clue(3), Tile::Hidden, Tile::Flag, Tile::Silent, Tile::Mine];
    /// assert_eq!(tiles.map(Tile::code), [3, -1, -2, -3, -4]);
    /// assert_eq!(tiles.map(|tile| Tile::from_code(tile.code())), tiles.map(Some));
    /// assert_eq!(Tile::from_code(-5), None);
    /// ```
    #[inline]
    pub fn code(self) -> i8 {
        match self {
            Self::Clue(clue) => clue.cast_signed(),
            Self::Hidden => -1,
            Self::Flag => -2,
            Self::Silent => -3,
            Self::Mine => -4,
        }
    }

    /// The tile of a [`code`](Self::code).
    #[inline]
    pub fn from_code(code: i8) -> Option<Self> {
        match code {
            -1 => Some(Self::Hidden),
            -2 => Some(Self::Flag),
            -3 => Some(Self::Silent),
            -4 => Some(Self::Mine),
            clue => u8::try_from(clue).ok().map(Self::Clue),
        }
    }

    /// Whether the cell is open and was no mine: a clue or silent.
    #[inline]
    pub fn is_safe(self) -> bool {
        matches!(self, Self::Clue(_) | Self::Silent)
    }
}

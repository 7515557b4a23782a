//! What a player can do.

use crate::Cell;

/// One action of a player.
///
/// What is legal when is the business of [`Game::play`](crate::Game::play).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Open a hidden cell.
    Open(Cell),
    /// Claim that a hidden cell is a mine. On a flagged cell the claim is taken
    /// back, except in `score`, where a flag is final.
    Flag(Cell),
    /// Open every hidden neighbour of a clue whose flags and opened mines add
    /// up to what it shows.
    Chord(Cell),
    /// Ask an open safe cell for one more draw of its clue.
    Ask(Cell),
    /// In `dig`: the mines are the opened and the flagged ones. In `score`: I
    /// am done.
    Declare,
}

impl Action {
    /// The cell it is about, if it is about one.
    pub fn cell(self) -> Option<Cell> {
        match self {
            Self::Open(cell) | Self::Flag(cell) | Self::Chord(cell) | Self::Ask(cell) => Some(cell),
            Self::Declare => None,
        }
    }
}

//! The promise: what the first click is guaranteed, and whether that can be kept.

use std::fmt;
use std::str::FromStr;

use crate::{Cell, Grid, Point, counted};

/// What the first click is guaranteed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promise {
    /// Nothing: it may be a mine.
    None,
    /// It is not a mine.
    Safe,
    /// It and all its neighbours are free of mines, so it opens an area.
    Opening,
}

impl Promise {
    /// Every promise, weakest first.
    pub const ALL: [Self; 3] = [Self::None, Self::Safe, Self::Opening];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Safe => "safe",
            Self::Opening => "opening",
        }
    }

    /// Whether it keeps `cell` free of mines for a first click at `first`.
    pub fn frees(self, grid: &Grid, first: Cell, cell: Cell) -> bool {
        match self {
            Self::None => false,
            Self::Safe => cell == first,
            Self::Opening => cell == first || grid.neighbours(first).contains(&cell),
        }
    }

    /// Whether it can be kept on a board with so many mines for a first click here.
    pub fn check(self, grid: &Grid, mines: u32, first: Cell) -> Result<(), DealError> {
        let cells = grid.len() as u32;
        let free = match self {
            Self::None => 0,
            Self::Safe => 1,
            Self::Opening => 1 + grid.neighbours(first).len() as u32,
        };
        if mines > cells {
            return Err(DealError::TooManyMines { mines, cells });
        }
        if mines > cells - free {
            let (promise, first) = (self, grid.point(first));
            return Err(DealError::Promise { promise, first, free, cells, mines });
        }
        Ok(())
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no promise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a promise: expected none, safe or opening")]
pub struct ParsePromiseError(String);

impl FromStr for Promise {
    type Err = ParsePromiseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|promise| promise.name() == text)
            .ok_or_else(|| ParsePromiseError(text.to_owned()))
    }
}

/// Why a board cannot be dealt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// More mines than cells.
    #[error("{} do not fit on {}", counted(*mines, "mine"), counted(*cells, "cell"))]
    TooManyMines {
        /// Mines asked for.
        mines: u32,
        /// Cells there are.
        cells: u32,
    },
    /// The promise leaves too few cells for the mines.
    #[error(
        "the promise `{promise}` at {first} cannot be kept: it frees {free} of {}, \
         and {} do not fit on the rest",
        counted(*cells, "cell"),
        counted(*mines, "mine")
    )]
    Promise {
        /// The promise.
        promise: Promise,
        /// The first click.
        first: Point,
        /// Cells the promise keeps free.
        free: u32,
        /// Cells there are.
        cells: u32,
        /// Mines asked for.
        mines: u32,
    },
}

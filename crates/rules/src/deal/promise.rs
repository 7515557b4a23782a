//! The promise: what the first click is guaranteed, and whether that can be kept.

use crate::board::level::check_mines;
use crate::{Cell, Grid, Point, TooManyMinesError, View, counted, named};

/// What the first click is guaranteed, the weakest first.
///
/// ```
/// use surefoot_rules::{Grid, Promise};
///
/// // Around the middle of nine cells there is no room for a mine.
/// let grid = Grid::new(3, 3)?;
/// assert!(Promise::Safe.check(&grid, 8, grid.middle()).is_ok());
/// assert!(Promise::Opening.check(&grid, 1, grid.middle()).is_err());
/// # Ok::<(), surefoot_rules::GridError>(())
/// ```
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
    /// Whether it keeps `cell` free of mines for a first click at `first`.
    pub fn frees(self, grid: &Grid, first: Cell, cell: Cell) -> bool {
        match self {
            Self::None => false,
            Self::Safe => cell == first,
            Self::Opening => cell == first || grid.neighbours(first).contains(&cell),
        }
    }

    /// What is left of it in a position: a promise is spent with the first cell that is open.
    ///
    /// ```
    /// use surefoot_rules::{Promise, view};
    ///
    /// assert_eq!(Promise::Safe.left(&view!["3x1/1", "* * F"]), Promise::Safe);
    /// assert_eq!(Promise::Safe.left(&view!["3x1/1", "1 * *"]), Promise::None);
    /// ```
    #[must_use]
    pub fn left(self, view: &View) -> Self {
        if view.opened() == 0 { self } else { Self::None }
    }

    /// Whether the first click is still to come and can be no mine: then what is counted without
    /// the promise, as every number of a position is, would be wrong.
    pub fn is_due(self, view: &View) -> bool {
        self.left(view) != Self::None
    }

    /// Whether it can be kept on a board with so many mines for a first click here.
    pub fn check(self, grid: &Grid, mines: u32, first: Cell) -> Result<(), DealError> {
        let cells = grid.len() as u32;
        check_mines(mines.into(), cells.into())?;
        let free = match self {
            Self::None => 0,
            Self::Safe => 1,
            Self::Opening => 1 + grid.neighbours(first).len() as u32,
        };
        if mines > cells - free {
            let (promise, first) = (self, grid.point(first));
            return Err(DealError::Promise { promise, first, free, cells, mines });
        }
        Ok(())
    }
}

named! {
    Promise is "a promise" { None => "none", Safe => "safe", Opening => "opening" }
}

/// Why a board cannot be dealt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// More mines than cells.
    #[error(transparent)]
    TooManyMines(#[from] TooManyMinesError),
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

//! A draft: an unchecked view.
//!
//! Text, files and programs make a [`Draft`], which may hold anything; a
//! [`View`](crate::View) is a draft that passed every check, and the error lists
//! every reason at once. The checks are those a rule book can make cell by cell;
//! whether the clues agree with each other is a question for inference.

use std::collections::BTreeMap;
use std::fmt;

use crate::board::level::check_mines;
use crate::{Cell, ClueRule, Grid, Point, Tile, TooManyMinesError, counted, tunables};

/// An unchecked view: what a parser or a program puts together.
///
/// ```
/// use surefoot_rules::{Draft, Grid, Tile, View};
///
/// let mut draft = Draft::new(Grid::new(2, 1)?, Some(3));
/// draft.tiles[0] = Tile::Clue(2);
/// let error = View::try_from(draft).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "3 mines do not fit on 2 cells; the clue 2 at 0,0 is larger than its 1 neighbour"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The grid.
    pub grid: Grid,
    /// The told number of mines, opened ones included; `None` if it is not told.
    pub mines: Option<u32>,
    /// How clues came about.
    pub rule: ClueRule,
    /// One tile per cell, in order of index.
    pub tiles: Vec<Tile>,
    /// How many draws each open cell has given, where it is not one.
    pub asks: BTreeMap<Cell, u32>,
}

impl Draft {
    /// A draft with every cell hidden.
    pub fn new(grid: Grid, mines: Option<u32>) -> Self {
        let tiles = vec![Tile::Hidden; grid.len()];
        Self::with_tiles(grid, mines, tiles)
    }

    /// A draft with these tiles, under exact clues.
    pub fn with_tiles(grid: Grid, mines: Option<u32>, tiles: Vec<Tile>) -> Self {
        Self { grid, mines, rule: ClueRule::Exact, tiles, asks: BTreeMap::new() }
    }

    /// Every reason why this is not a view.
    pub(crate) fn check(&self) -> Result<(), ViewError> {
        let mut problems = Vec::new();
        let Self { grid, mines, tiles, asks, .. } = self;
        let cells = grid.len();
        if tiles.len() != cells {
            let tiles = tiles.len();
            problems.push(DraftError::Tiles { tiles, cells });
        }
        if let Some(Err(error)) = mines.map(|mines| check_mines(mines.into(), cells as u64)) {
            problems.push(error.into());
        }
        for (cell, &tile) in grid.cells().zip(tiles) {
            let Tile::Clue(clue) = tile else { continue };
            let neighbours = grid.neighbours(cell).len();
            if usize::from(clue) > neighbours {
                let point = grid.point(cell);
                problems.push(DraftError::ClueTooLarge { point, clue, neighbours });
            }
        }
        for (&cell, &count) in asks {
            if !grid.contains(cell) {
                problems.push(DraftError::AsksOutside(cell));
                continue;
            }
            let tile = tiles.get(cell.index()).copied().unwrap_or_default();
            if count == 0 || !tile.is_safe() {
                let point = grid.point(cell);
                problems.push(DraftError::Asks { point, asks: count });
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(ViewError { problems }) }
    }
}

/// One reason why a draft is not a view.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DraftError {
    /// Another number of tiles than of cells.
    #[error("{} are given for {}", counted(*tiles, "tile"), counted(*cells, "cell"))]
    Tiles {
        /// Tiles given.
        tiles: usize,
        /// Cells there are.
        cells: usize,
    },
    /// More mines than cells.
    #[error(transparent)]
    TooManyMines(#[from] TooManyMinesError),
    /// A clue larger than the number of neighbours.
    #[error("the clue {clue} at {point} is larger than its {}", counted(*neighbours, "neighbour"))]
    ClueTooLarge {
        /// Where.
        point: Point,
        /// What it shows.
        clue: u8,
        /// How many neighbours it has.
        neighbours: usize,
    },
    /// Asks of a cell that does not exist.
    #[error("asks are given for cell {}, which is not on the board", .0.number())]
    AsksOutside(Cell),
    /// Asks of a cell that is not open and safe, or none at all.
    #[error(
        "{point} is said to have been asked {}, but only an open safe cell is asked, \
         and at least once", counted(*asks, "time")
    )]
    Asks {
        /// Where.
        point: Point,
        /// How many.
        asks: u32,
    },
}

/// Every reason why a draft is not a view; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewError {
    problems: Vec<DraftError>,
}

impl ViewError {
    /// The reasons.
    pub fn problems(&self) -> &[DraftError] {
        &self.problems
    }
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems.iter().take(tunables::SAID_PROBLEMS).enumerate() {
            write!(f, "{}{problem}", if at > 0 { "; " } else { "" })?;
        }
        match self.problems.len().saturating_sub(tunables::SAID_PROBLEMS) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for ViewError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::View;

    #[test]
    fn every_problem_is_listed_at_once() {
        let mut draft = Draft::new(Grid::new(3, 3).unwrap(), Some(10));
        draft.tiles[0] = Tile::Clue(4);
        draft.tiles[4] = Tile::Clue(8);
        draft.tiles[8] = Tile::Clue(9);
        draft.asks.insert(Cell::new(4), 0);
        draft.asks.insert(Cell::new(5), 2);
        let error = View::try_from(draft).unwrap_err();
        let [mines, first, second, none, closed] = error.problems() else {
            panic!("{error}");
        };
        assert_eq!(*mines, DraftError::TooManyMines(TooManyMinesError { mines: 10, cells: 9 }));
        let clue =
            |x, y, clue| DraftError::ClueTooLarge { point: Point { x, y }, clue, neighbours: 3 };
        assert_eq!([first, second], [&clue(0, 0, 4), &clue(2, 2, 9)]);
        assert_eq!(*none, DraftError::Asks { point: Point { x: 1, y: 1 }, asks: 0 });
        assert_eq!(*closed, DraftError::Asks { point: Point { x: 2, y: 1 }, asks: 2 });
    }

    #[test]
    fn a_draft_of_the_wrong_length_is_refused() {
        let mut draft = Draft::new(Grid::new(3, 3).unwrap(), None);
        draft.tiles.pop();
        let error = View::try_from(draft).unwrap_err();
        assert_eq!(error.problems(), [DraftError::Tiles { tiles: 8, cells: 9 }]);
    }
}

//! A view: what a player sees, and all that it ever sees.
//!
//! Text, files and programs make a [`Draft`], which may hold anything; a
//! [`View`] is a draft that passed every check, and the error lists every
//! reason at once. The checks are those a rule book can make cell by cell;
//! whether the clues agree with each other is a question for inference.
//!
//! No layout can be reached from a view. That is the wall between a player and
//! the truth, and it is in the types: only a [`Game`](crate::Game) holds both.
//!
//! A view also keeps a journal of the cells that changed, in order. A player
//! that remembers how far it has read does work in proportion to what is new
//! instead of scanning the board at every move.

use std::collections::BTreeMap;
use std::fmt;

use crate::{Cell, ClueRule, Grid, Layout, Neighbours, Point};

/// What one cell looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tile {
    /// Not opened, not flagged.
    #[default]
    Hidden,
    /// Open, and showing this number (the truth only under the exact rule).
    Clue(u8),
    /// Open and safe, but its number was withheld.
    Silent,
    /// A mine that was opened.
    Mine,
    /// Not opened; the player claims a mine. A claim, never evidence.
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
///     "3 mines do not fit on 2 cells; the clue 2 at 0,0 is larger than its 1 neighbours"
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
}

/// One reason why a draft is not a view.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewProblem {
    /// Another number of tiles than of cells.
    #[error("{tiles} tiles are given for {cells} cells")]
    Tiles {
        /// Tiles given.
        tiles: usize,
        /// Cells there are.
        cells: usize,
    },
    /// More mines than cells.
    #[error("{mines} mines do not fit on {cells} cells")]
    TooManyMines {
        /// Mines told.
        mines: u32,
        /// Cells there are.
        cells: usize,
    },
    /// A clue larger than the number of neighbours.
    #[error("the clue {clue} at {point} is larger than its {neighbours} neighbours")]
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
        "{asks} asks are given for {point}, which is not an open safe cell asked at least once"
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
pub struct InvalidView {
    problems: Vec<ViewProblem>,
}

impl InvalidView {
    /// The reasons.
    pub fn problems(&self) -> &[ViewProblem] {
        &self.problems
    }
}

impl fmt::Display for InvalidView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        for (at, problem) in self.problems.iter().take(SHOWN).enumerate() {
            write!(f, "{}{problem}", if at > 0 { "; " } else { "" })?;
        }
        match self.problems.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for InvalidView {}

/// A checked view of a board.
///
/// ```
/// use surefoot_rules::{view, Point, Tile};
///
/// let view = view![
///     "3x3/3",
///     "1 * 2",
///     "* * *",
///     "* 3 *",
/// ];
/// assert_eq!(view.mines(), Some(3));
/// assert_eq!(view.hidden().count(), 6);
/// let corner = view.grid().cell(Point { x: 0, y: 0 }).unwrap();
/// assert_eq!(view.tile(corner), Tile::Clue(1));
/// ```
#[derive(Clone)]
pub struct View {
    grid: Grid,
    mines: Option<u32>,
    rule: ClueRule,
    tiles: Vec<Tile>,
    asks: BTreeMap<Cell, u32>,
    journal: Vec<Cell>,
    hidden: u32,
    flags: u32,
    opened_mines: u32,
}

impl View {
    /// A view of which nothing is known yet.
    pub(crate) fn closed(grid: Grid, mines: Option<u32>, rule: ClueRule) -> Self {
        let cells = grid.len();
        Self {
            grid,
            mines,
            rule,
            tiles: vec![Tile::Hidden; cells],
            asks: BTreeMap::new(),
            journal: Vec::new(),
            hidden: cells as u32,
            flags: 0,
            opened_mines: 0,
        }
    }

    /// Shows what another view of the same board shows, in the same memory.
    pub(crate) fn show(&mut self, other: &Self) {
        self.tiles.clone_from(&other.tiles);
        self.asks.clone_from(&other.asks);
        self.journal.clone_from(&other.journal);
        (self.hidden, self.flags) = (other.hidden, other.flags);
        self.opened_mines = other.opened_mines;
    }

    /// A whole board as a view with every cell open.
    ///
    /// ```
    /// use surefoot_rules::{View, layout, view};
    ///
    /// assert_eq!(View::revealing(&layout!["M..."]), view!["4x1/1", "M100"]);
    /// ```
    pub fn revealing(layout: &Layout) -> Self {
        let mut view = Self::closed(layout.grid().clone(), Some(layout.count()), ClueRule::Exact);
        for cell in layout.grid().cells() {
            let number = layout.number(cell);
            view.set(cell, if layout.is_mine(cell) { Tile::Mine } else { Tile::Clue(number) });
        }
        view
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The told number of mines, opened ones included; `None` if it is not told.
    pub fn mines(&self) -> Option<u32> {
        self.mines
    }

    /// How its clues came about.
    pub fn rule(&self) -> ClueRule {
        self.rule
    }

    /// What a cell looks like.
    #[inline]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell.index()]
    }

    /// What every cell looks like, in order of index.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// How many draws an open safe cell has given; 0 for any other.
    pub fn asks(&self, cell: Cell) -> u32 {
        if !self.tile(cell).is_safe() {
            return 0;
        }
        self.asks.get(&cell).copied().unwrap_or(1)
    }

    /// The cells beside this one.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> Neighbours<'_> {
        self.grid.neighbours(cell)
    }

    /// The cells that are neither open nor flagged, in order of index.
    pub fn hidden(&self) -> impl Iterator<Item = Cell> + '_ {
        self.grid.cells().filter(|&cell| self.tile(cell) == Tile::Hidden)
    }

    /// How many cells are neither open nor flagged.
    pub fn hidden_count(&self) -> u32 {
        self.hidden
    }

    /// How many cells are flagged.
    pub fn flag_count(&self) -> u32 {
        self.flags
    }

    /// How many mines have been opened.
    pub fn opened_mines(&self) -> u32 {
        self.opened_mines
    }

    /// How many cells are open, mines included.
    pub fn opened(&self) -> u32 {
        self.tiles.len() as u32 - self.hidden - self.flags
    }

    /// Every change so far, oldest first: a cell stands here once for each time
    /// it was opened, flagged, unflagged or asked. In a view that was not
    /// played but read, the cells that are not hidden, in order of index.
    ///
    /// ```
    /// use surefoot_rules::{view, Cell};
    ///
    /// // A player reads on from where it stopped.
    /// let view = view!["1*", "*F"];
    /// let mut read = 0;
    /// let news = &view.journal()[read..];
    /// assert_eq!(news, [Cell::new(0), Cell::new(3)]);
    /// read += news.len();
    /// assert!(view.journal()[read..].is_empty());
    /// ```
    pub fn journal(&self) -> &[Cell] {
        &self.journal
    }

    /// Forgets everything but the grid, keeping the memory.
    pub(crate) fn reset(&mut self) {
        self.tiles.fill(Tile::Hidden);
        self.asks.clear();
        self.journal.clear();
        self.hidden = self.tiles.len() as u32;
        self.flags = 0;
        self.opened_mines = 0;
    }

    /// Changes a tile and notes it in the journal.
    #[inline]
    pub(crate) fn set(&mut self, cell: Cell, tile: Tile) {
        let old = std::mem::replace(&mut self.tiles[cell.index()], tile);
        self.hidden -= u32::from(old == Tile::Hidden);
        self.hidden += u32::from(tile == Tile::Hidden);
        self.flags -= u32::from(old == Tile::Flag);
        self.flags += u32::from(tile == Tile::Flag);
        self.opened_mines += u32::from(tile == Tile::Mine);
        self.journal.push(cell);
    }

    /// Notes one more draw of an open safe cell.
    pub(crate) fn count_ask(&mut self, cell: Cell) {
        *self.asks.entry(cell).or_insert(1) += 1;
    }
}

impl TryFrom<Draft> for View {
    type Error = InvalidView;

    fn try_from(draft: Draft) -> Result<Self, InvalidView> {
        let mut problems = Vec::new();
        let Draft { grid, mines, rule, tiles, asks } = draft;
        let cells = grid.len();
        if tiles.len() != cells {
            let tiles = tiles.len();
            problems.push(ViewProblem::Tiles { tiles, cells });
        }
        if let Some(mines) = mines.filter(|&mines| mines as usize > cells) {
            problems.push(ViewProblem::TooManyMines { mines, cells });
        }
        for (cell, &tile) in grid.cells().zip(&tiles) {
            let Tile::Clue(clue) = tile else { continue };
            let neighbours = grid.neighbours(cell).len();
            if usize::from(clue) > neighbours {
                let point = grid.point(cell);
                problems.push(ViewProblem::ClueTooLarge { point, clue, neighbours });
            }
        }
        for (&cell, &count) in &asks {
            if !grid.contains(cell) {
                problems.push(ViewProblem::AsksOutside(cell));
                continue;
            }
            let tile = tiles.get(cell.index()).copied().unwrap_or_default();
            if count == 0 || !tile.is_safe() {
                let point = grid.point(cell);
                problems.push(ViewProblem::Asks { point, asks: count });
            }
        }
        if !problems.is_empty() {
            return Err(InvalidView { problems });
        }

        let count = |wanted: Tile| tiles.iter().filter(|&&tile| tile == wanted).count() as u32;
        let (hidden, flags, opened_mines) =
            (count(Tile::Hidden), count(Tile::Flag), count(Tile::Mine));
        let journal = grid.cells().filter(|cell| tiles[cell.index()] != Tile::Hidden).collect();
        Ok(Self { grid, mines, rule, tiles, asks, journal, hidden, flags, opened_mines })
    }
}

impl From<View> for Draft {
    fn from(view: View) -> Self {
        let View { grid, mines, rule, tiles, asks, .. } = view;
        Self { grid, mines, rule, tiles, asks }
    }
}

/// Two views are equal if they show the same; how they came about does not count.
impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid
            && self.mines == other.mines
            && self.rule == other.rule
            && self.tiles == other.tiles
            && self.grid.cells().all(|cell| self.asks(cell) == other.asks(cell))
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", crate::notation::drawing::Drawing(self))?;
        if !self.rule.is_exact() {
            write!(f, "# clues: {}", self.rule)?;
        }
        Ok(())
    }
}

/// Draws a [`View`], one string per line in the notation of
/// [`drawing`](crate::notation::drawing). Panics on a drawing that is no view;
/// meant for tests and examples.
///
/// ```
/// use surefoot_rules::view;
///
/// let view = view!["4x2/2", "1 1 1 1", "* * * *"];
/// assert_eq!(view.hidden_count(), 4);
/// ```
#[macro_export]
macro_rules! view {
    ($($line:literal),+ $(,)?) => {
        match $crate::notation::drawing::read_one(concat!($($line, "\n"),+)) {
            Ok(view) => view,
            Err(error) => panic!("{error}"),
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(*mines, ViewProblem::TooManyMines { mines: 10, cells: 9 });
        let clue =
            |x, y, clue| ViewProblem::ClueTooLarge { point: Point { x, y }, clue, neighbours: 3 };
        assert_eq!([first, second], [&clue(0, 0, 4), &clue(2, 2, 9)]);
        assert_eq!(*none, ViewProblem::Asks { point: Point { x: 1, y: 1 }, asks: 0 });
        assert_eq!(*closed, ViewProblem::Asks { point: Point { x: 2, y: 1 }, asks: 2 });
    }

    #[test]
    fn a_draft_of_the_wrong_length_is_refused() {
        let mut draft = Draft::new(Grid::new(3, 3).unwrap(), None);
        draft.tiles.pop();
        let error = View::try_from(draft).unwrap_err();
        assert_eq!(error.problems(), [ViewProblem::Tiles { tiles: 8, cells: 9 }]);
    }

    #[test]
    fn counts_follow_changes() {
        let mut view = View::closed(Grid::new(3, 2).unwrap(), Some(2), ClueRule::Exact);
        let changes = [
            (0, Tile::Clue(1)),
            (1, Tile::Flag),
            (2, Tile::Mine),
            (1, Tile::Hidden),
            (3, Tile::Silent),
        ];
        for (cell, tile) in changes {
            view.set(Cell::new(cell), tile);
        }
        assert_eq!((view.hidden_count(), view.flag_count()), (3, 0));
        assert_eq!((view.opened(), view.opened_mines()), (3, 1));
        assert_eq!(view.journal(), changes.map(|(cell, _)| Cell::new(cell)));
        let again = View::try_from(Draft::from(view.clone())).unwrap();
        assert_eq!(again, view);
        assert_eq!((again.hidden_count(), again.opened_mines()), (3, 1));
    }
}

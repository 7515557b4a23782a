//! A view: what a player sees, and all that it ever sees.
//!
//! No layout can be reached from a view. That is the wall between a player and
//! the truth, and it is in the types: only a [`Game`](crate::Game) holds both.
//!
//! A view also keeps a journal of the cells that changed, in order. A player
//! that remembers how far it has read does work in proportion to what is new
//! instead of scanning the board at every move.
//!
//! Longer than 400 lines: one type, and every question that may be asked of it.

use std::collections::BTreeMap;
use std::fmt;

use super::lineage::Lineage;
use crate::{Cell, ClueRule, Draft, Grid, Layout, Neighbours, Tile, ViewError};

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
pub struct View {
    grid: Grid,
    mines: Option<u32>,
    rule: ClueRule,
    tiles: Vec<Tile>,
    asks: BTreeMap<Cell, u32>,
    journal: Vec<Cell>,
    pub(super) lineage: Lineage,
    hidden: u32,
    flags: u32,
    opened_mines: u32,
}

impl View {
    /// A view of a board on which nothing was done yet. Other clue rules than the
    /// exact one, and any tiles, are put into a [`Draft`].
    ///
    /// ```
    /// use surefoot_rules::{Grid, View};
    ///
    /// let view = View::new(Grid::new(9, 9)?, Some(10))?;
    /// assert_eq!(view.hidden_count(), 81);
    /// assert!(View::new(Grid::new(9, 9)?, Some(82)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(grid: Grid, mines: Option<u32>) -> Result<Self, ViewError> {
        Draft::new(grid, mines).try_into()
    }

    /// As [`new`](Self::new), of mines that are known to fit.
    pub(crate) fn untouched(grid: Grid, mines: Option<u32>, rule: ClueRule) -> Self {
        let cells = grid.len();
        Self {
            grid,
            mines,
            rule,
            tiles: vec![Tile::Hidden; cells],
            asks: BTreeMap::new(),
            journal: Vec::new(),
            lineage: Lineage::new(),
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
        self.lineage = Lineage::new();
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
        let mut view =
            Self::untouched(layout.grid().clone(), Some(layout.count()), ClueRule::Exact);
        for cell in layout.grid().cells() {
            let number = layout.number(cell);
            view.set(cell, if layout.is_mine(cell) { Tile::Mine } else { Tile::Clue(number) });
        }
        view
    }

    /// A view of the same board on which nothing was done yet, with clues that came about by
    /// another rule: for those who take what they see for something else, and
    /// [`tell`](Self::tell) it so.
    ///
    /// ```
    /// use surefoot_rules::{Cell, ClueRule, Draft, Tile, View, view};
    ///
    /// let mut draft = Draft::from(view!["1 *"]);
    /// draft.rule = ClueRule::Optimistic { truth: None };
    /// let shown = View::try_from(draft)?;
    /// // Somebody takes an optimist's clue for the truth.
    /// let mut believed = shown.untold(ClueRule::Exact);
    /// believed.tell(Cell::new(0), shown.tile(Cell::new(0)));
    /// assert_eq!(believed, view!["1 *"]);
    /// # Ok::<(), surefoot_rules::ViewError>(())
    /// ```
    #[must_use]
    pub fn untold(&self, rule: ClueRule) -> Self {
        Self::untouched(self.grid.clone(), self.mines, rule)
    }

    /// Shows something else in a cell, and notes it in the journal. This changes what the
    /// holder of this view sees and no game; a clue that is larger than its number of
    /// neighbours shows as nothing.
    pub fn tell(&mut self, cell: Cell, tile: Tile) {
        let tile = match tile {
            Tile::Clue(clue) if usize::from(clue) > self.grid.neighbours(cell).len() => {
                Tile::Silent
            }
            tile => tile,
        };
        self.set(cell, tile);
    }

    /// Notes that an open safe cell has given so many draws; nothing happens to any other.
    ///
    /// ```
    /// use surefoot_rules::{Cell, view};
    ///
    /// let mut view = view!["1 *"];
    /// view.tell_asks(Cell::new(0), 3);
    /// view.tell_asks(Cell::new(1), 3);
    /// assert_eq!([0, 1].map(|cell| view.asks(Cell::new(cell))), [3, 0]);
    /// assert_eq!(view.asked().collect::<Vec<_>>(), [(Cell::new(0), 3)]);
    /// ```
    pub fn tell_asks(&mut self, cell: Cell, asks: u32) {
        if asks > 0 && self.tile(cell).is_safe() {
            self.asks.insert(cell, asks);
        }
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

    /// The cells that have given other than one draw, in order, and how many.
    pub fn asked(&self) -> impl Iterator<Item = (Cell, u32)> + '_ {
        self.asks.iter().map(|(&cell, &asks)| (cell, asks)).filter(|&(_, asks)| asks != 1)
    }

    /// The cells beside this one.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> Neighbours<'_> {
        self.grid.neighbours(cell)
    }

    /// The cells that are not open, flagged or not, in order of index. Since flags are
    /// claims, these are the cells in which mines may lie.
    ///
    /// ```
    /// use surefoot_rules::view;
    ///
    /// let view = view!["1 F *"];
    /// assert_eq!((view.closed().count(), view.hidden().count()), (2, 1));
    /// ```
    pub fn closed(&self) -> impl Iterator<Item = Cell> + '_ {
        self.grid.cells().filter(|&cell| self.tile(cell).is_closed())
    }

    /// How many cells are not open, flagged or not.
    pub fn closed_count(&self) -> u32 {
        self.hidden + self.flags
    }

    /// The cells that are neither open nor flagged, in order of index: those that can
    /// be opened.
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
        self.tiles.len() as u32 - self.closed_count()
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
        self.lineage = Lineage::new();
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
        self.opened_mines -= u32::from(old == Tile::Mine);
        self.opened_mines += u32::from(tile == Tile::Mine);
        self.lineage.go_on(self.journal.len());
        self.journal.push(cell);
    }

    /// Notes one more draw of an open safe cell.
    pub(crate) fn count_ask(&mut self, cell: Cell) {
        *self.asks.entry(cell).or_insert(1) += 1;
    }
}

impl Clone for View {
    fn clone(&self) -> Self {
        Self {
            grid: self.grid.clone(),
            tiles: self.tiles.clone(),
            asks: self.asks.clone(),
            journal: self.journal.clone(),
            lineage: self.lineage.copied(),
            ..*self
        }
    }
}

impl TryFrom<Draft> for View {
    type Error = ViewError;

    fn try_from(draft: Draft) -> Result<Self, ViewError> {
        draft.check()?;
        let Draft { grid, mines, rule, tiles, asks } = draft;
        let count = |wanted: Tile| tiles.iter().filter(|&&tile| tile == wanted).count() as u32;
        let (hidden, flags, opened_mines) =
            (count(Tile::Hidden), count(Tile::Flag), count(Tile::Mine));
        let journal = grid.cells().filter(|cell| tiles[cell.index()] != Tile::Hidden).collect();
        let lineage = Lineage::new();
        Ok(Self { grid, mines, rule, tiles, asks, journal, lineage, hidden, flags, opened_mines })
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
    fn counts_follow_changes() {
        let mut view = View::new(Grid::new(3, 2).unwrap(), Some(2)).unwrap();
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

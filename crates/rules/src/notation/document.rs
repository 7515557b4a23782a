//! What a file can hold: boards, views, and saved games, which are both.

#[cfg(feature = "notation")]
use crate::notation::{Format, WriteError};
use crate::notation::{NotABoardError, UntrueError};
use crate::{Cell, Grid, Layout, Tile, View};

/// A layout with the first click it is meant for, if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Where the mines are.
    pub layout: Layout,
    /// The cell to open first.
    pub first: Option<Cell>,
}

impl From<Layout> for Board {
    fn from(layout: Layout) -> Self {
        Self { layout, first: None }
    }
}

/// What a file can hold: what is seen, the truth, or (a saved game) both.
///
/// ```
/// use surefoot_rules::{notation::Document, view};
///
/// // With every cell open, what is seen is the truth.
/// let document = Document::View(view!["3x1/1", "M 1 0"]);
/// assert_eq!(document.board()?.layout.count(), 1);
/// assert!(Document::View(view!["3x1/1", "* 1 0"]).board().is_err());
/// # Ok::<(), surefoot_rules::notation::NotABoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Document {
    /// Only what is seen.
    View(View),
    /// Only the truth.
    Board(Board),
    /// A game: what is seen, and the truth behind it.
    Game(View, Board),
}

impl Document {
    /// The grid it lies on.
    pub fn grid(&self) -> &Grid {
        match self {
            Self::View(view) | Self::Game(view, _) => view.grid(),
            Self::Board(board) => board.layout.grid(),
        }
    }

    /// What is seen, if the document says so.
    pub fn view(&self) -> Option<&View> {
        match self {
            Self::View(view) | Self::Game(view, _) => Some(view),
            Self::Board(_) => None,
        }
    }

    /// The truth: as the document tells it, or as it follows from a view with
    /// no closed cell.
    pub fn board(&self) -> Result<Board, NotABoardError> {
        match self {
            Self::Board(board) | Self::Game(_, board) => Ok(board.clone()),
            Self::View(view) => board_of_open_view(view),
        }
    }

    /// The truth, if the document tells it.
    pub(super) fn told(&self) -> Option<&Board> {
        match self {
            Self::Board(board) | Self::Game(_, board) => Some(board),
            Self::View(_) => None,
        }
    }

    /// The number of mines, for a format that must name it.
    #[cfg(feature = "notation")]
    pub(super) fn mines(&self, format: Format) -> Result<u32, WriteError> {
        let counted = self.told().map(|board| board.layout.count());
        let mines = counted.or_else(|| self.view()?.mines());
        mines.ok_or(WriteError::UnknownTotal { format })
    }

    /// What a person would see of it: of a whole board, everything.
    ///
    /// ```
    /// use surefoot_rules::{layout, notation::Document, view};
    ///
    /// assert_eq!(Document::from(layout!["M..."]).shown(), view!["4x1/1", "M100"]);
    /// ```
    pub fn shown(&self) -> View {
        match self {
            Self::View(view) | Self::Game(view, _) => view.clone(),
            Self::Board(board) => View::revealing(&board.layout),
        }
    }

    /// The first click, if the document names one.
    pub fn first(&self) -> Option<Cell> {
        self.told()?.first
    }
}

impl From<View> for Document {
    fn from(view: View) -> Self {
        Self::View(view)
    }
}

impl From<Board> for Document {
    fn from(board: Board) -> Self {
        Self::Board(board)
    }
}

impl From<Layout> for Document {
    fn from(layout: Layout) -> Self {
        Self::Board(layout.into())
    }
}

fn board_of_open_view(view: &View) -> Result<Board, NotABoardError> {
    match view.closed_count() {
        0 => {}
        closed => return Err(NotABoardError::Closed { closed }),
    }
    let layout = Layout::from_fn(view.grid().clone(), |cell| view.tile(cell) == Tile::Mine);
    check_count(&layout, view.mines().unwrap_or(layout.count()).into())?;
    check_shown(view, &layout)?;
    Ok(layout.into())
}

/// Whether a layout has as many mines as told.
pub(super) fn check_count(layout: &Layout, told: u64) -> Result<(), UntrueError> {
    match u64::from(layout.count()) {
        found if found == told => Ok(()),
        found => Err(UntrueError::MineCount { told, found }),
    }
}

/// Whether all that a view shows is so.
pub(super) fn check_shown(view: &View, layout: &Layout) -> Result<(), UntrueError> {
    check_tiles(layout, |cell| view.tile(cell))
}

/// Whether all that these tiles show is so.
pub(super) fn check_tiles(layout: &Layout, tile: impl Fn(Cell) -> Tile) -> Result<(), UntrueError> {
    for cell in layout.grid().cells() {
        let (point, truth) = (layout.grid().point(cell), layout.number(cell));
        match (tile(cell), layout.is_mine(cell)) {
            (tile, true) if tile.is_safe() => return Err(UntrueError::OpenMine { point }),
            (Tile::Mine, false) => return Err(UntrueError::NoMine { point }),
            (Tile::Clue(shown), false) if shown != truth => {
                return Err(UntrueError::WrongNumber { point, shown, truth });
            }
            _ => {}
        }
    }
    Ok(())
}

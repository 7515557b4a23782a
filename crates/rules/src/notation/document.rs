//! What a file can hold: boards, views, and saved games, which are both.

use crate::notation::{NotABoard, Problem};
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
    pub fn board(&self) -> Result<Board, NotABoard> {
        match self {
            Self::Board(board) | Self::Game(_, board) => Ok(board.clone()),
            Self::View(view) => board_of_open_view(view),
        }
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
        match self {
            Self::Board(board) | Self::Game(_, board) => board.first,
            Self::View(_) => None,
        }
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

fn board_of_open_view(view: &View) -> Result<Board, NotABoard> {
    let closed = view.closed_count() as usize;
    if closed > 0 {
        return Err(NotABoard::Closed { closed });
    }
    let grid = view.grid();
    let mines = grid.cells().filter(|&cell| view.tile(cell) == Tile::Mine);
    // The cells of one grid are distinct and on it.
    let mut layout = Layout::empty(grid.clone());
    layout.rewrite(|bytes| mines.for_each(|cell| bytes[cell.index()] = 1));
    if let Some(told) = view.mines().filter(|&told| told != layout.count()) {
        let found = layout.count();
        return Err(NotABoard::MineCount { told, found });
    }
    for cell in grid.cells() {
        let truth = layout.number(cell);
        if let Tile::Clue(shown) = view.tile(cell)
            && shown != truth
        {
            let point = grid.point(cell);
            return Err(NotABoard::WrongNumber { point, shown, truth });
        }
    }
    Ok(layout.into())
}

/// The first thing a view shows that is not so.
pub(super) fn untrue(view: &View, layout: &Layout) -> Option<Problem> {
    view.grid().cells().find_map(|cell| {
        let (point, truth) = (view.grid().point(cell), layout.number(cell));
        match (view.tile(cell), layout.is_mine(cell)) {
            (tile, true) if tile.is_safe() => Some(Problem::OpenMine { point }),
            (Tile::Mine, false) => Some(Problem::NoMine { point }),
            (Tile::Clue(shown), false) if shown != truth => {
                Some(Problem::WrongNumber { point, shown, truth })
            }
            _ => None,
        }
    })
}

//! What a player can do.

use crate::{Cell, DealError, Point, Tile, View, counted};

/// One action of a player.
///
/// What is legal when is the business of [`Game::play`](crate::Game::play).
///
/// ```
/// use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Rules, Status, layout};
///
/// let board = layout!["M.."];
/// let mut game = Game::new(Rules::on(GameKind::Win, &board))?;
/// game.lay(&board, Deal::default())?;
/// game.play(Action::Open(Cell::new(1)))?;
/// game.play(Action::Flag(Cell::new(0)))?;
/// assert_eq!(game.play(Action::Chord(Cell::new(1)))?, Status::Won);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Its name in records and answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open(_) => "open",
            Self::Flag(_) => "flag",
            Self::Chord(_) => "chord",
            Self::Ask(_) => "ask",
            Self::Declare => "declare",
        }
    }

    /// The cell it is about, if it is about one.
    pub fn cell(self) -> Option<Cell> {
        match self {
            Self::Open(cell) | Self::Flag(cell) | Self::Chord(cell) | Self::Ask(cell) => Some(cell),
            Self::Declare => None,
        }
    }

    /// The hidden cells that it opens of itself, floods aside.
    ///
    /// ```
    /// use surefoot_rules::{Action, Cell, view};
    ///
    /// let view = view!["3x2/2", "F * *", "F 2 *"];
    /// assert_eq!(Action::Chord(Cell::new(4)).opens(&view), [1, 2, 5].map(Cell::new));
    /// assert_eq!(Action::Flag(Cell::new(1)).opens(&view), []);
    /// ```
    pub fn opens(self, view: &View) -> Vec<Cell> {
        match self {
            Self::Open(cell) => vec![cell],
            Self::Chord(cell) => {
                let beside = view.neighbours(cell);
                beside.iter().copied().filter(|&cell| view.tile(cell) == Tile::Hidden).collect()
            }
            Self::Flag(_) | Self::Ask(_) | Self::Declare => Vec::new(),
        }
    }
}

/// Why an action is not legal. The game is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The cell is not on the board.
    #[error("cell {} is not on the board", .0.number())]
    NoSuchCell(Cell),
    /// Only hidden cells can be opened.
    #[error("{0} is already open")]
    AlreadyOpen(Point),
    /// A flagged cell is protected from opening.
    #[error("{0} is flagged; take the flag back before opening it")]
    Flagged(Point),
    /// Only closed cells can be flagged.
    #[error("{0} is open and cannot be flagged")]
    FlagOnOpen(Point),
    /// In `score` a flag cannot be taken back.
    #[error("the flag at {0} is final in `score`")]
    FlagIsFinal(Point),
    /// Only a shown number can be chorded.
    #[error("{0} shows no number to chord on")]
    NoClue(Point),
    /// Flags and opened mines do not add up to the number.
    #[error("{point} shows {clue}, but has {} marked beside it", counted(*marked, "mine"))]
    ChordCount {
        /// The cell.
        point: Point,
        /// What it shows.
        clue: u8,
        /// Flags and opened mines beside it.
        marked: u8,
    },
    /// Every neighbour is open or flagged.
    #[error("nothing is left to open beside {0}")]
    NothingToOpen(Point),
    /// Only an open safe cell can be asked.
    #[error("{0} is not an open safe cell and cannot be asked")]
    AskClosed(Point),
    /// The cell has given all the draws it grants.
    #[error("{point} has been asked {}; the rules allow no more", counted(*asked, "time"))]
    AskedEnough {
        /// The cell.
        point: Point,
        /// How often it was asked.
        asked: u32,
    },
    /// The real game ends by itself.
    #[error("there is nothing to declare in `win`")]
    DeclareInWin,
    /// The promise cannot be kept for this first click.
    #[error(transparent)]
    Promise(#[from] DealError),
}

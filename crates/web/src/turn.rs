//! One action of a game, and what it changed.

use serde::{Deserialize, Serialize};
use surefoot_rules::notation::drawing::symbol;
use surefoot_rules::{Action, Cell, Game, Measures, Status};
use tsify::Tsify;

/// One action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(tag = "act", rename_all = "lowercase")]
pub enum Move {
    /// Open a hidden cell.
    Open {
        /// The cell.
        cell: u32,
    },
    /// Flag a hidden cell, or take the flag back.
    Flag {
        /// The cell.
        cell: u32,
    },
    /// Open all hidden neighbours of a satisfied clue.
    Chord {
        /// The cell.
        cell: u32,
    },
    /// Ask an open cell for one more draw of its clue.
    Ask {
        /// The cell.
        cell: u32,
    },
    /// Declare the mines.
    Declare,
}

impl Move {
    #[cfg(feature = "players")]
    pub(crate) fn of(action: Action) -> Self {
        match action {
            Action::Open(cell) => Self::Open { cell: cell.number() },
            Action::Flag(cell) => Self::Flag { cell: cell.number() },
            Action::Chord(cell) => Self::Chord { cell: cell.number() },
            Action::Ask(cell) => Self::Ask { cell: cell.number() },
            Action::Declare => Self::Declare,
        }
    }

    pub(crate) fn action(&self) -> Action {
        match *self {
            Self::Open { cell } => Action::Open(Cell::new(cell)),
            Self::Flag { cell } => Action::Flag(Cell::new(cell)),
            Self::Chord { cell } => Action::Chord(Cell::new(cell)),
            Self::Ask { cell } => Action::Ask(Cell::new(cell)),
            Self::Declare => Action::Declare,
        }
    }
}

/// What an action changed, and where the game stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Turn {
    /// The cells that changed, in order.
    pub changed: Vec<u32>,
    /// What each of them shows now, a symbol each.
    pub shows: String,
    /// `playing`, `won`, `lost` or `finished`.
    pub status: String,
    /// How many cells are flagged.
    pub flags: u32,
    /// When the game is over: where the mines are.
    pub mines: Option<Vec<u32>>,
    /// When the game is over: its 3BV, and how much of it is cleared.
    pub three_bv: Option<(u32, u32)>,
    /// In kaboom, of an action that opened cells: `certain`, `needed`, `needless`, `hopeless` or
    /// `too-wide`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<String>,
}

impl Turn {
    /// What changed since the journal had `seen` entries.
    pub(crate) fn since(game: &Game, seen: usize) -> Self {
        let view = game.view();
        let changed = &view.journal()[seen..];
        let layout = game.layout().filter(|_| game.status() != Status::Playing);
        Self {
            changed: changed.iter().map(|cell| cell.number()).collect(),
            shows: changed.iter().map(|&cell| symbol(view.tile(cell))).collect(),
            status: game.status().to_string(),
            flags: view.flag_count(),
            mines: layout.map(|layout| layout.mines().map(Cell::number).collect()),
            three_bv: layout
                .map(|layout| (Measures::of(layout).three_bv, Measures::cleared(layout, view))),
            judgement: None,
        }
    }
}

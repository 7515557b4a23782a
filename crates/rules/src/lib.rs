//! Minesweeper as a rule book.
//!
//! Boards of any size and neighbourhood, what a player sees of them, seeded
//! deals, three games, exact and uncertain clues, and the community's file
//! formats. There is no solver in here, no I/O and no clock: the crate builds
//! for WASM and is meant to be useful alone.
//!
//! ```
//! use surefoot_rules::{Action, Deal, Game, GameKind, Level, Grid, Rules, Status};
//!
//! let Level { width, height, mines } = Level::BEGINNER;
//! let mut game = Game::new(Rules::new(GameKind::Win, Grid::new(width, height)?, mines))?;
//! game.deal(Deal::new(2026, 0));
//! let middle = game.view().grid().middle();
//! game.play(Action::Open(middle))?;
//! println!("{:?}", game.view());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to … | see |
//! |---|---|
//! | name cells and their neighbours | [`Cell`], [`Point`], [`Grid`], [`Graph`] |
//! | hold the truth, or what is seen of it | [`Layout`], [`View`], [`Draft`] |
//! | deal boards from a seed | [`Deal`], [`Dealer`], [`Promise`], [`Random`], [`jsm`] |
//! | play | [`Setting`], [`Rules`], [`Game`], [`Action`], [`History`], [`Player`], [`episode`] |
//! | let clues be uncertain | [`ClueRule`], [`Clues`] |
//! | read and write files | [`notation`] |
//! | read games as others' programs recorded them | [`replay`] |
//! | measure boards | [`Measures`], [`Zini`], [`widest_opening`] |

mod board;
mod clue;
mod deal;
mod game;
mod named;
mod tunables;
// Drawings use a part of what the formats share.
#[cfg_attr(not(feature = "notation"), allow(dead_code, unused_imports))]
pub mod notation;
#[cfg(feature = "notation")]
pub mod replay;
mod view;
mod words;

pub use board::{
    Cell, Graph, Grid, GridError, Layout, LayoutError, Level, MAX_CELLS, MAX_NEIGHBOURS, Measures,
    Neighbourhood, Neighbours, ParseLevelError, ParsePointError, Point, TooManyMinesError, Zini,
    widest_opening,
};
pub use clue::{Asks, ClueRule, Clues, ParseCluesError, Wide};
pub use deal::{Deal, DealError, Dealer, Promise, Random, jsm};
pub use game::{
    Action, ActionError, Brief, Choice, Evidence, Game, GameKind, History, InconsistentError,
    Mines, Outcome, Player, Rules, RulesError, Setting, SettingError, SettingField, Status,
    episode,
};
pub use named::ParseNameError;
pub use view::{Draft, DraftError, JournalMark, Tile, View, ViewError};
pub use words::{counted, one_of, percent, spelled};

/// The README's example, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Playing: what is agreed, what can be done, the three games, who plays, and one game to
//! its end.

mod action;
pub mod episode;
#[expect(clippy::module_inception, reason = "the file is named after the type it holds")]
mod game;
mod history;
mod player;
mod rules;
mod setting;

pub use action::Action;
pub use game::{ActionError, Game, InconsistentError, Outcome, Status};
pub use history::History;
pub use player::{Brief, Choice, Evidence, Player};
pub use rules::{GameKind, ParseGameKindError, Rules, RulesError};
pub use setting::{Mines, Setting, SettingError, SettingField};

//! Playing: what is agreed, what can be done, the three games, who plays, and one game to
//! its end.

mod action;
pub mod episode;
#[expect(clippy::module_inception, reason = "the file is named after the type it holds")]
mod game;
mod history;
mod inconsistent_error;
mod outcome;
mod player;
mod rules;
mod setting;
mod setting_error;

pub use action::{Action, ActionError};
pub use game::Game;
pub use history::History;
pub use inconsistent_error::InconsistentError;
pub use outcome::{Outcome, Status};
pub use player::{Brief, Choice, Evidence, Player};
pub use rules::{GameKind, Rules, RulesError};
pub use setting::{Mines, Setting};
pub use setting_error::{SettingError, SettingField};

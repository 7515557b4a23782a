//! The engine in the browser.
//!
//! A thin skin: JavaScript values become the types of the other crates, their
//! answers become JavaScript values, and nothing is decided here. Every value that
//! crosses is a struct of this crate, from which the TypeScript types are generated,
//! so the page and the engine cannot drift apart unnoticed. Cells cross as their
//! index, rows one after the other; a whole board as one string of symbols.
//!
//! Only [`bind`] and `bind_replays` know JavaScript. All else is plain Rust and compiles natively: the
//! golden tests make the same calls there, in Node and in Chromium.

mod advice;
pub mod bind;
#[cfg(feature = "replays")]
pub mod bind_replays;
mod choices;
#[cfg(feature = "players")]
mod coach;
mod explain;
mod game;
#[cfg(feature = "replays")]
mod game_reviewer;
mod order;
mod position;
#[cfg(feature = "replays")]
mod replay;
#[cfg(feature = "replays")]
mod replay_file;
#[cfg(feature = "players")]
mod review;
mod tunables;
mod turn;
#[cfg(feature = "players")]
mod watched_game;

#[cfg(feature = "players")]
pub use advice::{Advice, advise};
pub use advice::{Answer, BestCell, Clash, Numbers, analyse, numbers};
pub use choices::{Choices, Offer, PlayerEntry, PlayerOption, Touching, choices};
#[cfg(feature = "players")]
pub use coach::{CellReach, CoachAnswer, CoachComparison, CoachedCell, Odds, coach, compare};
pub use explain::{Explanation, GivenFact, ProofStep, explain};
pub use game::Game;
#[cfg(feature = "replays")]
pub use game_reviewer::{GameReviewer, ReviewSoFar, WeighedGuess, WeighedPosition};
pub use order::Order;
pub use position::{Position, Reading, read, replay_format, write};
#[cfg(feature = "replays")]
pub use replay::{ClickCounts, PointerEvent, ReplayFacts, ReplayMeasures, ReplayedGame, TimedMove};
#[cfg(feature = "replays")]
pub use replay_file::{ReplayLine, ReplayList, count_replays, list_replays, write_replay};
#[cfg(feature = "players")]
pub use review::{GameReview, GuessReview, review};
pub use turn::{Move, Turn};
#[cfg(feature = "players")]
pub use watched_game::{Arrow, Chains, Step, WatchedGame};

/// What is wrong, for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WebError(String);

impl WebError {
    fn of(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

//! The functions as JavaScript sees them: values in, values out, errors thrown.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

#[cfg(feature = "players")]
use crate::{Advice, Chains, CoachAnswer, CoachComparison, GameReview, Step};
use crate::{Answer, Choices, Explanation, Move, Numbers, Order, Position, Reading, Turn};

pub(crate) fn give<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsError> {
    Ok(value.into_ts()?)
}

pub(crate) fn take<T: Tsify<JsType: Clone> + DeserializeOwned>(
    value: &Ts<T>,
) -> Result<T, JsError> {
    Ok(value.to_rust()?)
}

/// See [`crate::choices()`].
#[wasm_bindgen]
pub fn choices() -> Result<Ts<Choices>, JsError> {
    give(&crate::choices())
}

/// See [`crate::read`].
#[wasm_bindgen]
pub fn read(bytes: &[u8]) -> Result<Ts<Reading>, JsError> {
    give(&crate::read(bytes)?)
}

/// See [`crate::replay_format`].
#[wasm_bindgen(js_name = replayFormat)]
pub fn replay_format(bytes: &[u8]) -> Option<String> {
    crate::replay_format(bytes)
}

/// See [`crate::write`].
#[wasm_bindgen]
pub fn write(position: &Ts<Position>, format: &str) -> Result<String, JsError> {
    Ok(crate::write(&take(position)?, format)?)
}

/// See [`crate::analyse`].
#[wasm_bindgen]
#[allow(clippy::needless_pass_by_value)] // a text that may be missing comes by value
pub fn analyse(position: &Ts<Position>, promise: Option<String>) -> Result<Ts<Answer>, JsError> {
    give(&crate::analyse(&take(position)?, promise.as_deref())?)
}

/// See [`crate::explain()`].
#[wasm_bindgen]
pub fn explain(position: &Ts<Position>, cell: u32) -> Result<Ts<Explanation>, JsError> {
    give(&crate::explain(&take(position)?, cell)?)
}

/// See [`crate::numbers`].
#[wasm_bindgen]
pub fn numbers(position: &Ts<Position>, cell: u32) -> Result<Ts<Numbers>, JsError> {
    give(&crate::numbers(&take(position)?, cell)?)
}

/// See [`crate::advise`].
#[cfg(feature = "players")]
#[wasm_bindgen]
pub fn advise(position: &Ts<Position>, player: &str, promise: &str) -> Result<Ts<Advice>, JsError> {
    give(&crate::advise(&take(position)?, player, promise)?)
}

/// See [`crate::coach()`].
#[cfg(feature = "players")]
#[wasm_bindgen]
pub fn coach(
    position: &Ts<Position>,
    promise: &str,
    wanted: u32,
) -> Result<Ts<CoachAnswer>, JsError> {
    give(&crate::coach(&take(position)?, promise, wanted)?)
}

/// See [`crate::compare`].
#[cfg(feature = "players")]
#[wasm_bindgen]
pub fn compare(
    position: &Ts<Position>,
    one: u32,
    other: u32,
) -> Result<Ts<CoachComparison>, JsError> {
    give(&crate::compare(&take(position)?, one, other)?)
}

/// See [`crate::review()`].
#[cfg(feature = "players")]
#[wasm_bindgen]
pub fn review(order: &Ts<Order>, moves: Vec<Ts<Move>>) -> Result<Ts<GameReview>, JsError> {
    let moves: Vec<Move> =
        moves.into_iter().map(|action| take(&action)).collect::<Result<_, _>>()?;
    give(&crate::review(&take(order)?, &moves)?)
}

/// See [`crate::Game`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct Game(crate::Game);

#[wasm_bindgen]
impl Game {
    /// See [`crate::Game::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(order: &Ts<Order>) -> Result<Game, JsError> {
        Ok(Self(crate::Game::new(&take(order)?)?))
    }

    /// See [`crate::Game::position`].
    pub fn position(&self) -> Result<Ts<Position>, JsError> {
        give(&self.0.position())
    }

    /// See [`crate::Game::state`].
    pub fn state(&self) -> Result<Ts<Turn>, JsError> {
        give(&self.0.state())
    }

    /// See [`crate::Game::play`].
    pub fn play(&mut self, action: &Ts<Move>) -> Result<Ts<Turn>, JsError> {
        give(&self.0.play(&take(action)?)?)
    }

    /// See [`crate::Game::undo`].
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }
}

/// See [`crate::WatchedGame`].
#[cfg(feature = "players")]
#[wasm_bindgen]
#[derive(Debug)]
pub struct WatchedGame(crate::WatchedGame);

#[cfg(feature = "players")]
#[wasm_bindgen]
impl WatchedGame {
    /// See [`crate::WatchedGame::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(order: &Ts<Order>, player: &str) -> Result<WatchedGame, JsError> {
        Ok(Self(crate::WatchedGame::new(&take(order)?, player)?))
    }

    /// See [`crate::WatchedGame::position`].
    pub fn position(&self) -> Result<Ts<Position>, JsError> {
        give(&self.0.position())
    }

    /// See [`crate::WatchedGame::step`].
    pub fn step(&mut self) -> Result<Option<Ts<Step>>, JsError> {
        self.0.step().as_ref().map(give).transpose()
    }

    /// See [`crate::WatchedGame::chains`].
    pub fn chains(&self) -> Result<Ts<Chains>, JsError> {
        give(&self.0.chains())
    }

    /// See [`crate::WatchedGame::chains_after`].
    pub fn chains_after(&self, steps: u32) -> Result<Ts<Chains>, JsError> {
        give(&self.0.chains_after(steps))
    }
}

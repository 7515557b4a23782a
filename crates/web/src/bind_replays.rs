//! Replays as JavaScript sees them: what a page may load when it is wanted.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::bind::{give, take};
use crate::{
    Move, Order, Position, ReplayFacts, ReplayList, ReviewSoFar, TimedMove, WeighedPosition,
};

/// See [`crate::count_replays`].
#[wasm_bindgen(js_name = countReplays)]
pub fn count_replays(bytes: &[u8]) -> Result<u32, JsError> {
    Ok(crate::count_replays(bytes)?)
}

/// See [`crate::list_replays`].
#[wasm_bindgen(js_name = listReplays)]
pub fn list_replays(bytes: &[u8]) -> Result<Ts<ReplayList>, JsError> {
    give(&crate::list_replays(bytes)?)
}

/// See [`crate::write_replay`].
#[wasm_bindgen(js_name = writeReplay)]
#[allow(clippy::needless_pass_by_value)] // lists come by value
pub fn write_replay(
    order: &Ts<Order>,
    moves: Vec<Ts<TimedMove>>,
    player: &str,
) -> Result<String, JsError> {
    let moves: Vec<TimedMove> =
        moves.into_iter().map(|action| take(&action)).collect::<Result<_, _>>()?;
    Ok(crate::write_replay(&take(order)?, &moves, player)?)
}

/// See [`crate::ReplayedGame`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct ReplayedGame(crate::ReplayedGame);

#[wasm_bindgen]
impl ReplayedGame {
    /// See [`crate::ReplayedGame::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8], number: u32) -> Result<ReplayedGame, JsError> {
        Ok(Self(crate::ReplayedGame::new(bytes, number)?))
    }

    /// See [`crate::ReplayedGame::facts`].
    pub fn facts(&self) -> Result<Ts<ReplayFacts>, JsError> {
        give(&self.0.facts())
    }

    /// See [`crate::ReplayedGame::position`].
    pub fn position(&mut self, actions: u32) -> Result<Ts<Position>, JsError> {
        give(&self.0.position(actions))
    }

    /// See [`crate::ReplayedGame::reviewer`].
    pub fn reviewer(&self) -> GameReviewer {
        GameReviewer(self.0.reviewer())
    }

    /// See [`crate::ReplayedGame::rawvf`].
    pub fn rawvf(&self) -> Result<String, JsError> {
        Ok(self.0.rawvf()?)
    }
}

/// See [`crate::GameReviewer`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct GameReviewer(crate::GameReviewer);

#[wasm_bindgen]
impl GameReviewer {
    /// See [`crate::GameReviewer::new`].
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // lists come by value
    pub fn new(order: &Ts<Order>, moves: Vec<Ts<Move>>) -> Result<GameReviewer, JsError> {
        let moves: Vec<Move> =
            moves.into_iter().map(|action| take(&action)).collect::<Result<_, _>>()?;
        Ok(Self(crate::GameReviewer::new(&take(order)?, &moves)?))
    }

    /// See [`crate::GameReviewer::weigh_next`].
    #[wasm_bindgen(js_name = weighNext)]
    pub fn weigh_next(&mut self) -> bool {
        self.0.weigh_next()
    }

    /// See [`crate::GameReviewer::weigh`].
    pub fn weigh(&mut self, position: u32) -> Result<Option<Ts<WeighedPosition>>, JsError> {
        self.0.weigh(position).as_ref().map(give).transpose()
    }

    /// See [`crate::GameReviewer::so_far`].
    #[wasm_bindgen(js_name = soFar)]
    pub fn so_far(&self) -> Result<Ts<ReviewSoFar>, JsError> {
        give(&self.0.so_far())
    }
}

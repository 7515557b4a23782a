//! The functions as JavaScript sees them: values in, values out, errors thrown.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::{
    Advice, Answer, Explanation, GameReview, Move, Numbers, Order, Position, Reading, Roster, Step,
    Turn,
};

fn give<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsError> {
    Ok(value.into_ts()?)
}

fn take<T: Tsify<JsType: Clone> + DeserializeOwned>(value: &Ts<T>) -> Result<T, JsError> {
    Ok(value.to_rust()?)
}

/// See [`crate::roster`].
#[wasm_bindgen]
pub fn roster() -> Result<Ts<Roster>, JsError> {
    give(&crate::roster())
}

/// See [`crate::read`].
#[wasm_bindgen]
pub fn read(bytes: &[u8]) -> Result<Ts<Reading>, JsError> {
    give(&crate::read(bytes)?)
}

/// See [`crate::write`].
#[wasm_bindgen]
pub fn write(position: &Ts<Position>, format: &str) -> Result<String, JsError> {
    Ok(crate::write(&take(position)?, format)?)
}

/// See [`crate::neighbours`].
#[wasm_bindgen]
pub fn neighbours(
    width: u32,
    height: u32,
    neighbourhood: &str,
    cell: u32,
) -> Result<Vec<u32>, JsError> {
    Ok(crate::neighbours(width, height, neighbourhood, cell)?)
}

/// See [`crate::analyse`].
#[wasm_bindgen]
pub fn analyse(position: &Ts<Position>) -> Result<Ts<Answer>, JsError> {
    give(&crate::analyse(&take(position)?)?)
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
#[wasm_bindgen]
pub fn advise(position: &Ts<Position>, player: &str, promise: &str) -> Result<Ts<Advice>, JsError> {
    give(&crate::advise(&take(position)?, player, promise)?)
}

/// See [`crate::review`].
#[wasm_bindgen]
pub fn review(order: &Ts<Order>, moves: Vec<Ts<Move>>) -> Result<Ts<GameReview>, JsError> {
    let moves: Vec<Move> =
        moves.into_iter().map(|action| take(&action)).collect::<Result<_, _>>()?;
    give(&crate::review(&take(order)?, &moves)?)
}

/// See [`crate::Table`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct Table(crate::Table);

#[wasm_bindgen]
impl Table {
    /// See [`crate::Table::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(order: &Ts<Order>) -> Result<Table, JsError> {
        Ok(Self(crate::Table::new(&take(order)?)?))
    }

    /// See [`crate::Table::position`].
    pub fn position(&self) -> Result<Ts<Position>, JsError> {
        give(&self.0.position())
    }

    /// See [`crate::Table::state`].
    pub fn state(&self) -> Result<Ts<Turn>, JsError> {
        give(&self.0.state())
    }

    /// See [`crate::Table::play`].
    pub fn play(&mut self, action: &Ts<Move>) -> Result<Ts<Turn>, JsError> {
        give(&self.0.play(&take(action)?)?)
    }

    /// See [`crate::Table::undo`].
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }
}

/// See [`crate::Show`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct Show(crate::Show);

#[wasm_bindgen]
impl Show {
    /// See [`crate::Show::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(order: &Ts<Order>, player: &str) -> Result<Show, JsError> {
        Ok(Self(crate::Show::new(&take(order)?, player)?))
    }

    /// See [`crate::Show::position`].
    pub fn position(&self) -> Result<Ts<Position>, JsError> {
        give(&self.0.position())
    }

    /// See [`crate::Show::step`].
    pub fn step(&mut self) -> Result<Option<Ts<Step>>, JsError> {
        self.0.step().as_ref().map(give).transpose()
    }
}

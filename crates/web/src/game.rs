//! A game that a person plays.

use surefoot_rules::History;

use crate::{Move, Order, Position, Turn, WebError};

/// A game in progress.
#[derive(Debug)]
pub struct Game {
    history: History,
}

impl Game {
    /// Deals, or lays out, what was ordered.
    pub fn new(order: &Order) -> Result<Game, WebError> {
        Ok(Self { history: History::of(order.game()?) })
    }

    /// What is seen.
    pub fn position(&self) -> Position {
        Position::of(self.history.game().view())
    }

    /// Where the game stands, with nothing changed.
    pub fn state(&self) -> Turn {
        let game = self.history.game();
        Turn::since(game, game.view().journal().len())
    }

    /// Plays one action.
    pub fn play(&mut self, action: &Move) -> Result<Turn, WebError> {
        let seen = self.history.game().view().journal().len();
        self.history.play(action.action()).map_err(WebError::of)?;
        Ok(Turn::since(self.history.game(), seen))
    }

    /// Takes the last action back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.history.take_back().is_some()
    }
}

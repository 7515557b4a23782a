//! A game that a person plays.

use surefoot_inference::Kaboom;
use surefoot_rules::History;

use crate::advice::options;
use crate::{Move, Order, Position, Turn, WebError};

/// A game in progress.
#[derive(Debug)]
pub struct Game {
    history: History,
    /// Who lays the board that an action deserves, if that was ordered.
    kaboom: Option<Kaboom>,
}

impl Game {
    /// Deals, or lays out, what was ordered.
    pub fn new(order: &Order) -> Result<Game, WebError> {
        let kaboom = order.kaboom.then(|| Kaboom::new(options()));
        Ok(Self { history: History::of(order.game()?), kaboom })
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
        let (seen, action) = (self.history.game().view().journal().len(), action.action());
        let judgement = match &mut self.kaboom {
            Some(kaboom) => kaboom.play(&mut self.history, action).map_err(WebError::of)?.1,
            None => self.history.play(action).map(|_| None).map_err(WebError::of)?,
        };
        let judgement = judgement.map(|judgement| judgement.name().to_owned());
        Ok(Turn { judgement, ..Turn::since(self.history.game(), seen) })
    }

    /// Takes the last action back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.history.take_back().is_some()
    }

    /// What was played, to be looked at again.
    pub(crate) fn history(&self) -> &History {
        &self.history
    }
}

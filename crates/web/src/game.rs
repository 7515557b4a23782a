//! A game that a person plays.
//!
//! A board without guesses is looked for when the first cell is opened, so that it may be any
//! cell: until then only its size is known. What was flagged before is flagged again.

use surefoot_inference::Kaboom;
use surefoot_rules::{Action, Cell, History, Rules, Tile};

use crate::advice::options;
use crate::{Move, Order, Position, Turn, WebError};

/// A game in progress.
#[derive(Debug)]
pub struct Game {
    order: Order,
    history: History,
    /// The rules, if the first click decides which board without guesses it is.
    free: Option<Rules>,
    /// Who lays the board that an action deserves, if that was ordered.
    kaboom: Option<Kaboom>,
}

impl Game {
    /// Deals, or lays out, what was ordered.
    pub fn new(order: &Order) -> Result<Game, WebError> {
        let free = order.without_guesses()?;
        let game = order.dealt()?;
        let kaboom = order.kaboom.then(|| Kaboom::new(options()));
        Ok(Self { order: order.clone(), history: History::of(game), free, kaboom })
    }

    /// A game as far as some actions lead.
    #[cfg(feature = "players")]
    pub(crate) fn after(order: &Order, moves: &[Move]) -> Result<Game, WebError> {
        let mut game = Self::new(order)?;
        for action in moves {
            game.play(action)?;
        }
        Ok(game)
    }

    /// What was played, from which beginning.
    #[cfg(feature = "players")]
    pub(crate) fn history(&self) -> &History {
        &self.history
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
        let action = action.action();
        if let Action::Open(first) = action {
            self.find_board(first)?;
        }
        let seen = self.history.game().view().journal().len();
        let judgement = match &mut self.kaboom {
            Some(kaboom) => kaboom.play(&mut self.history, action).map_err(WebError::of)?.1,
            None => self.history.play(action).map(|_| None).map_err(WebError::of)?,
        };
        let judgement = judgement.map(|judgement| judgement.name().to_owned());
        Ok(Turn { judgement, ..Turn::since(self.history.game(), seen) })
    }

    /// Looks for a board without guesses, if the first cell is about to be opened.
    fn find_board(&mut self, first: Cell) -> Result<(), WebError> {
        let view = self.history.game().view();
        let Some(rules) = &self.free else { return Ok(()) };
        let opens = view.tiles().get(first.index()) == Some(&Tile::Hidden);
        if view.opened() > 0 || !opens {
            return Ok(());
        }
        let mut history = History::of(self.order.without_guess_from(rules, first)?);
        for &action in self.history.actions() {
            history.play(action).map_err(WebError::of)?;
        }
        self.history = history;
        Ok(())
    }

    /// Takes the last action back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.history.take_back().is_some()
    }
}

//! A game looked at again: every guess, how safe it was, what was better.

use serde::{Deserialize, Serialize};
use surefoot_players::review as again;
use tsify::Tsify;

use crate::{Game, Move, Order, WebError};

/// One guess of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct GuessReview {
    /// Which action it was, from 0.
    pub number: u32,
    /// What was done.
    pub action: Move,
    /// How likely it was to hit no mine.
    pub safety: f64,
    /// What `surefoot` would have done.
    pub better: Option<Move>,
    /// How safe that was.
    pub better_safety: Option<f64>,
    /// Why it would have.
    pub better_why: Option<String>,
    /// Whether a certainly safe cell was there.
    pub avoidable: bool,
    /// Whether it went well.
    pub survived: bool,
}

/// What a review found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct GameReview {
    /// The guesses, in order.
    pub guesses: Vec<GuessReview>,
    /// The probability that those which went well would.
    pub luck: f64,
    /// Why there are no guesses to be told, if there are none.
    pub without_guesses: Option<String>,
    /// What was left out, and why.
    pub left_out: Vec<String>,
}

/// Looks at a game again.
pub fn review(order: &Order, moves: &[Move]) -> Result<GameReview, WebError> {
    let played = Game::after(order, moves)?;
    let history = played.history();
    // In kaboom: where the mines were in the end, they may have been all the time.
    let found = again::of(&history.in_hindsight(), history.actions());
    let luck = found.luck();
    let without_guesses = found.without_guesses().map(str::to_owned);
    let left_out = found.left_out();
    let guess = |guess: again::Guess| {
        let (better, safety) = guess.better.unzip();
        GuessReview {
            number: guess.number as u32,
            action: Move::of(guess.action),
            safety: guess.safety,
            better_why: better.as_ref().map(|choice| choice.why.clone().into_owned()),
            better: better.map(|choice| Move::of(choice.action)),
            better_safety: safety,
            avoidable: guess.avoidable,
            survived: guess.survived,
        }
    };
    let guesses = found.guesses.into_iter().map(guess).collect();
    Ok(GameReview { guesses, luck, without_guesses, left_out })
}

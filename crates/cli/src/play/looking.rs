//! A finished game that is looked at again: from guess to guess, and the board before each.

use surefoot_players::review::Review;
use surefoot_rules::{Game, History, Point};

/// A finished game that is looked at again.
#[derive(Debug)]
pub(super) struct Looking {
    pub(super) review: Review,
    /// Which guess, and the game as it was before it.
    pub(super) guess: Option<usize>,
    pub(super) past: Option<Game>,
    pub(super) kaboom: bool,
}

impl Looking {
    /// Goes to another guess and back to the board before it; where that is.
    pub(super) fn turn(&mut self, step: i32, history: &History) -> Option<Point> {
        let last = self.review.guesses.len().checked_sub(1)?;
        let to = match self.guess {
            None if step > 0 => 0,
            None => last,
            Some(guess) => guess.saturating_add_signed(step as isize).min(last),
        };
        self.guess = Some(to);
        let guess = &self.review.guesses[to];
        let mut past = history.in_hindsight();
        for &action in &history.actions()[..guess.number] {
            let _ = past.play(action);
        }
        let point = guess.action.cell().map(|cell| past.rules().grid.point(cell));
        self.past = Some(past);
        point
    }
}

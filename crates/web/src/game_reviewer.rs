//! A game looked at again on the page, one guess after the other: what each was worth, in numbers and in the
//! engine's words.

use serde::{Deserialize, Serialize};
use surefoot_players::review::{self, Guess, ThoroughReview};
use surefoot_rules::replay::GameMode;
use surefoot_rules::{Action, Cell, Game, Grid};
use tsify::Tsify;

use crate::coach::Odds;
use crate::replay_file::mode;
use crate::{Move, Order, WebError};

/// A guess and what it was worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct WeighedGuess {
    /// Which action it was, from 0.
    pub number: u32,
    /// What was done.
    pub action: Move,
    /// How likely it was to hit no mine.
    pub safety: f64,
    /// The hidden cell that was least likely a mine.
    pub safest: Option<u32>,
    /// How safe that was.
    pub safest_safety: Option<f64>,
    /// What `surefoot` would have done.
    pub better: Option<Move>,
    /// How safe that was.
    pub better_safety: Option<f64>,
    /// The probability to win by that: what the position was worth. Null until it is weighed.
    pub win: Option<Odds>,
    /// The probability to win by what was done.
    pub chosen_win: Option<f64>,
    /// The win probability that was lost.
    pub lost: Option<f64>,
    /// `sound`, `mistake` or `avoidable`.
    pub verdict: String,
    /// The same in words, as `avoidable, only early`.
    pub verdict_words: String,
    /// Whether it was avoidable and yet cost nothing, since it would have been due in any case.
    pub only_early: bool,
    /// Whether it went well.
    pub survived: bool,
    /// A cell that was certainly safe.
    pub missed: Option<u32>,
    /// That it was, in words.
    pub missed_words: Option<String>,
    /// How that could have been known, a sentence each.
    pub missed_why: Vec<String>,
}

impl WeighedGuess {
    fn of(guess: &Guess, grid: &Grid) -> Self {
        let (safest, safest_safety) = guess.safest.unzip();
        let (better, better_safety) = guess.better.as_ref().map(|(a, b)| (a, *b)).unzip();
        Self {
            number: guess.number as u32,
            action: Move::of(guess.action),
            safety: guess.safety,
            safest: safest.map(Cell::number),
            safest_safety,
            better: better.map(|choice| Move::of(choice.action)),
            better_safety,
            win: guess.worth.map(|worth| Odds::of(worth.best)),
            chosen_win: guess.worth.map(|worth| worth.chosen),
            lost: guess.worth.map(review::Worth::lost),
            verdict: guess.verdict().name().to_owned(),
            verdict_words: guess.in_a_word().to_owned(),
            only_early: guess.is_only_early(),
            survived: guess.survived,
            missed: guess.missed.as_ref().map(|missed| missed.cell.number()),
            missed_words: guess.missed_in_words(grid),
            missed_why: guess.missed.as_ref().map_or(Vec::new(), |missed| missed.steps.clone()),
        }
    }
}

/// What a review says so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct ReviewSoFar {
    /// The guesses, in order; those weighed so far have their worth.
    pub guesses: Vec<WeighedGuess>,
    /// How many are weighed.
    pub weighed: u32,
    /// The win probability after the first click, once it is weighed.
    pub start: Option<Odds>,
    /// The probability that the guesses which went well would; null where mines give way to guesses.
    pub luck: Option<f64>,
    /// The same as a sum of negative decimal logarithms.
    pub p_luck: Option<f64>,
    /// The win probability lost by the guesses weighed so far.
    pub lost: f64,
    /// Why there are no guesses to be told, if there are none.
    pub without_guesses: Option<String>,
    /// What was left out, and why.
    pub left_out: Vec<String>,
}

/// What the weighing of one position found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct WeighedPosition {
    /// 0 for the position after the first click, 1 for that of the first guess, and so on.
    pub position: u32,
    /// What the position after the first click was worth.
    pub start: Option<Odds>,
    /// The guess that was made in any other.
    pub guess: Option<WeighedGuess>,
}

/// A game that is looked at again, one guess after the other.
#[derive(Debug)]
pub struct GameReviewer {
    looking: ThoroughReview,
    grid: Grid,
    /// Whether a guess that has to be made may hit a mine.
    can_fail: bool,
}

impl GameReviewer {
    /// Looks at a game of the page: what was ordered, and what was done.
    pub fn new(order: &Order, moves: &[Move]) -> Result<GameReviewer, WebError> {
        let played = crate::Game::after(order, moves)?;
        let history = played.history();
        Ok(Self::of(&history.in_hindsight(), history.actions(), mode(order)))
    }

    pub(crate) fn of(beginning: &Game, actions: &[Action], mode: GameMode) -> Self {
        let (looking, grid) =
            (ThoroughReview::new(beginning, actions), beginning.view().grid().clone());
        Self { looking, grid, can_fail: mode.guesses_can_fail() }
    }

    /// Weighs the next guess; false when all are weighed.
    pub fn weigh_next(&mut self) -> bool {
        self.looking.weigh_next()
    }

    /// Weighs one position: that after the first click is 0, that of the first guess is 1; nothing if
    /// there is none. What is found does not depend on what was weighed before: several workers may share a
    /// game.
    pub fn weigh(&mut self, position: u32) -> Option<WeighedPosition> {
        let index = position as usize;
        if !self.looking.weigh(index) {
            return None;
        }
        let review = self.looking.review();
        Some(match index.checked_sub(1) {
            None => WeighedPosition { position, start: review.start.map(Odds::of), guess: None },
            Some(at) => WeighedPosition {
                position,
                start: None,
                guess: Some(WeighedGuess::of(&review.guesses[at], &self.grid)),
            },
        })
    }

    /// What is found so far.
    pub fn so_far(&self) -> ReviewSoFar {
        let found = self.looking.review();
        ReviewSoFar {
            guesses: found
                .guesses
                .iter()
                .map(|guess| WeighedGuess::of(guess, &self.grid))
                .collect(),
            weighed: self.looking.weighed() as u32,
            start: found.start.map(Odds::of),
            luck: self.can_fail.then(|| found.luck()),
            p_luck: self.can_fail.then(|| found.p_luck()),
            lost: found.lost(),
            without_guesses: found.without_guesses().map(str::to_owned),
            left_out: found.left_out(),
        }
    }
}

//! `Review`: a game looked at again.

use pyo3::prelude::*;
use surefoot_players::review::{Guess, Review};
use surefoot_rules::Grid;

use crate::cells::{Pair, pair};
use crate::choice::PyChoice;
use crate::hints::{ActionName, Hinted};
use crate::values::value_class;

value_class! {
    /// One guess of a game.
    #[pyclass(frozen, name = "ReviewedGuess", module = "surefoot", from_py_object)]
    pub(crate) struct PyReviewedGuess {
        /// Which action it was, from 0.
        #[pyo3(get)]
        number: usize,
        action: String,
        /// The cell it was done to.
        #[pyo3(get)]
        cell: Option<Pair>,
        /// How likely it was to hit no mine.
        #[pyo3(get)]
        safety: f64,
        /// What `surefoot` would have done.
        #[pyo3(get)]
        better: Option<PyChoice>,
        /// How safe that was.
        #[pyo3(get)]
        better_safety: Option<f64>,
        /// Whether a certainly safe cell was there.
        #[pyo3(get)]
        avoidable: bool,
        /// Whether it went well.
        #[pyo3(get)]
        survived: bool,
    }
    new(number, action: "Action", cell, safety, better, better_safety, avoidable, survived);

    /// What was done.
    #[getter]
    fn action(&self) -> Hinted<&str, ActionName> {
        self.action.as_str().into()
    }
}

value_class! {
    /// What a review found.
    #[pyclass(frozen, name = "Review", module = "surefoot", get_all)]
    pub(crate) struct PyReview {
        /// The guesses, in order.
        guesses: Vec<PyReviewedGuess>,
        /// The probability that those which went well would.
        luck: f64,
        /// Actions on positions too complex to analyse.
        too_wide: usize,
    }
    new;
}

impl PyReview {
    pub(crate) fn of(grid: &Grid, found: Review) -> Self {
        let (luck, too_wide) = (found.luck(), found.too_wide + found.unlooked);
        let guess = |guess: Guess| {
            let (better, better_safety) = guess.better.unzip();
            PyReviewedGuess {
                number: guess.number,
                action: guess.action.name().to_owned(),
                cell: guess.action.cell().map(|cell| pair(grid, cell)),
                safety: guess.safety,
                better: better.map(|choice| PyChoice::of(grid, choice)),
                better_safety,
                avoidable: guess.avoidable,
                survived: guess.survived,
            }
        };
        Self { guesses: found.guesses.into_iter().map(guess).collect(), luck, too_wide }
    }
}

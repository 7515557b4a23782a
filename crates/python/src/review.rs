//! `Review`: a game looked at again.

use pyo3::prelude::*;
use surefoot_players::review::{Guess, Review};
use surefoot_rules::Grid;

use crate::cells::{Pair, pair};
use crate::choice::PyChoice;
use crate::hints::{ActionName, Hinted};

/// One guess of a game.
#[pyclass(frozen, name = "ReviewedGuess", module = "surefoot", from_py_object)]
#[derive(Clone, PartialEq)]
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

type GuessFields = (usize, String, Option<Pair>, f64, Option<PyChoice>, Option<f64>, bool, bool);

#[pymethods]
impl PyReviewedGuess {
    #[new]
    #[pyo3(signature = (number, action: "Action", cell, safety, better, better_safety, avoidable, survived))]
    #[expect(clippy::too_many_arguments, reason = "they are fields")]
    fn new(
        number: usize,
        action: String,
        cell: Option<Pair>,
        safety: f64,
        better: Option<PyChoice>,
        better_safety: Option<f64>,
        avoidable: bool,
        survived: bool,
    ) -> Self {
        Self { number, action, cell, safety, better, better_safety, avoidable, survived }
    }

    /// What was done.
    #[getter]
    fn action(&self) -> Hinted<&str, ActionName> {
        self.action.as_str().into()
    }

    fn __getnewargs__(&self) -> GuessFields {
        let Self { number, action, cell, safety, better, better_safety, avoidable, survived } =
            self.clone();
        (number, action, cell, safety, better, better_safety, avoidable, survived)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("ReviewedGuess{}", self.__getnewargs__().into_pyobject(py)?.repr()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| *other.get() == *self)
    }
}

/// What a review found.
#[pyclass(frozen, name = "Review", module = "surefoot", get_all)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyReview {
    /// The guesses, in order.
    guesses: Vec<PyReviewedGuess>,
    /// The probability that those which went well would.
    luck: f64,
    /// Actions on positions too complex to analyse.
    too_wide: usize,
}

#[pymethods]
impl PyReview {
    #[new]
    fn new(guesses: Vec<PyReviewedGuess>, luck: f64, too_wide: usize) -> Self {
        Self { guesses, luck, too_wide }
    }

    fn __getnewargs__(&self) -> (Vec<PyReviewedGuess>, f64, usize) {
        let Self { guesses, luck, too_wide } = self.clone();
        (guesses, luck, too_wide)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Review{}", self.__getnewargs__().into_pyobject(py)?.repr()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| *other.get() == *self)
    }
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

//! `/api/analyse`: what can be known of a position.

use serde::Deserialize;
use surefoot_inference::Analysis;
use surefoot_rules::Clues;

use super::api::{ApiAnswer, ApiQuestion, written};
use super::desk::{Attempt, QuestionLimits, QuestionWeight};
use super::failure::Failure;
use super::position::{self, parsed, unanswered};
use crate::assumptions::{self, AssumptionError};
use crate::json;

/// What `surefoot analyse` is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(super) struct AnalyseQuestion {
    position: String,
    format: Option<String>,
    clues: Option<String>,
    density: Option<f64>,
}

impl ApiQuestion for AnalyseQuestion {
    /// Uncertain clues make any board a heavy one.
    fn weight(&self) -> QuestionWeight {
        match self.clues {
            None => QuestionWeight::of(&self.position),
            Some(_) => QuestionWeight::Heavy,
        }
    }

    fn answer(&self, limits: &QuestionLimits, weight: QuestionWeight) -> ApiAnswer {
        let clues = parsed("clues", self.clues.as_deref(), Clues::default())?;
        let unknown = assumptions::unknown(self.density).map_err(mistaken)?;
        let view = position::read(&self.position, self.format.as_deref(), limits)?;
        let view = if clues == Clues::default() {
            view
        } else {
            assumptions::under(&view, clues).map_err(mistaken)?
        };
        match Analysis::with(&view, limits.options(weight, unknown)) {
            Ok(analysis) => Ok(Attempt::Answer(written(&json::analysis(&view, &analysis)))),
            Err(error) if weight == QuestionWeight::Light && error.is_too_wide() => {
                Ok(Attempt::Heavy)
            }
            Err(error) => Err(unanswered(&error)),
        }
    }
}

/// What is wrong with a key, and what to give instead.
fn mistaken(error: AssumptionError) -> Failure {
    match error {
        AssumptionError::Density(p) => {
            let error = format!("`density` {p} is out of range: expected a number between 0 and 1");
            Failure::bad(error, "try 0.2, or omit `density` to take every total as likely")
        }
        AssumptionError::EndlessAsks => Failure::bad(
            "`asks=until` does not say how often a cell was asked",
            "give the number of asks in `clues`, as in optimistic:q=0.8,asks=4",
        ),
        AssumptionError::View(error) => {
            Failure::bad(error.to_string(), "check the clues and the number of mines in `position`")
        }
    }
}

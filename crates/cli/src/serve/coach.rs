//! `/api/coach`: what is worth opening, and how often it wins.

use serde::Deserialize;
use surefoot_inference::Unknown;
use surefoot_players::coach::Coach;
use surefoot_rules::Promise;

use super::api::{ApiAnswer, ApiQuestion, written};
use super::desk::{Attempt, QuestionLimits, QuestionWeight};
use super::position::{self, parsed, unanswered};
use crate::{json, tunables};

/// What a coach is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(super) struct CoachQuestion {
    position: String,
    format: Option<String>,
    promise: Option<String>,
    candidates: Option<usize>,
}

impl ApiQuestion for CoachQuestion {
    fn answer(&self, limits: &QuestionLimits, weight: QuestionWeight) -> ApiAnswer {
        let promise = parsed("promise", self.promise.as_deref(), Promise::Opening)?;
        let view = position::read(&self.position, self.format.as_deref(), limits)?;
        let wanted = self.candidates.unwrap_or(tunables::COACH_CANDIDATES);
        let options = limits.options(weight, Unknown::default());
        match Coach::new(options).consult(&view, promise, wanted) {
            Ok(counsel) => Ok(Attempt::Answer(written(&json::counsel(&view, &counsel)))),
            Err(error) => Err(unanswered(&error)),
        }
    }
}

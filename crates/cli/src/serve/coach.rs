//! `/api/coach`: what is worth opening, and how often it wins.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use surefoot_inference::Unknown;
use surefoot_players::coach::Coach;
use surefoot_rules::Promise;

use super::api::{Asked, sent, written};
use super::desk::{Attempt, Desk, QuestionWeight};
use super::failure::Failure;
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

pub(super) async fn answer(
    State(desk): State<Arc<Desk>>,
    Asked(asked): Asked<CoachQuestion>,
) -> Result<Response, Failure> {
    let limits = desk.limits;
    let question = move |weight| {
        let promise = parsed("promise", asked.promise.as_deref(), Promise::Opening)?;
        let view = position::read(&asked.position, asked.format.as_deref(), &limits)?;
        let wanted = asked.candidates.unwrap_or(tunables::COACH_CANDIDATES);
        let options = limits.options(weight, Unknown::default());
        match Coach::new(options).consult(&view, promise, wanted) {
            Ok(counsel) => Ok(Attempt::Answer(written(&json::counsel(&view, &counsel)))),
            Err(error) => Err(unanswered(&error)),
        }
    };
    desk.answer(QuestionWeight::Heavy, question).await.map(sent)
}

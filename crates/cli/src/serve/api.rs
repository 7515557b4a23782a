//! What can be asked: five questions, each a JSON object in and one out, and each in a
//! file of its own.
//!
//! `openapi.json` beside this file says the same for programs, and is served as it is.
//! A test holds the two together.

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{body::Bytes, extract::rejection::BytesRejection};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::advise::AdviseQuestion;
use super::analyse::AnalyseQuestion;
use super::coach::CoachQuestion;
use super::deal::DealQuestion;
use super::desk::{Attempt, Desk, QuestionLimits, QuestionWeight};
use super::door::Guest;
use super::explain::ExplainQuestion;
use super::failure::Failure;

const OPENAPI: &str = include_str!("openapi.json");
const SEE: &str = "see /api/openapi.json for the keys and an example";

/// One path of the API.
pub(super) struct Route {
    pub(super) path: &'static str,
    /// In lower case, as `openapi.json` names it.
    #[cfg_attr(not(test), expect(dead_code, reason = "the document is compared with it"))]
    pub(super) method: &'static str,
    pub(super) answer: MethodRouter<Arc<Desk>>,
}

/// Every path there is.
pub(super) fn routes() -> Vec<Route> {
    let question = |path, answer| Route { path, method: "post", answer };
    vec![
        question("/api/analyse", post(answer::<AnalyseQuestion>)),
        question("/api/explain", post(answer::<ExplainQuestion>)),
        question("/api/coach", post(answer::<CoachQuestion>)),
        question("/api/deal", post(answer::<DealQuestion>)),
        question("/api/move", post(answer::<AdviseQuestion>)),
        Route { path: "/api/openapi.json", method: "get", answer: get(openapi) },
    ]
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// What a question is answered, as JSON.
pub(super) type ApiAnswer = Result<Attempt<Vec<u8>>, Failure>;

/// What a path can be asked: the keys of a request, and what is answered.
pub(super) trait ApiQuestion: DeserializeOwned + Send + Sync + 'static {
    /// Whether it looks light.
    fn weight(&self) -> QuestionWeight {
        QuestionWeight::Heavy
    }

    fn answer(&self, limits: &QuestionLimits, weight: QuestionWeight) -> ApiAnswer;
}

async fn answer<Q: ApiQuestion>(
    State(desk): State<Arc<Desk>>,
    Asked(asked): Asked<Q>,
) -> Result<Response, Failure> {
    let (limits, weight) = (desk.limits, asked.weight());
    let body = desk.answer(weight, move |weight| asked.answer(&limits, weight)).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// A question: the body of a request as JSON of a known form.
struct Asked<T>(T);

impl<T: DeserializeOwned> FromRequest<Arc<Desk>> for Asked<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, desk: &Arc<Desk>) -> Result<Self, Failure> {
        // A page of another origin cannot send this type without being asked whether it
        // may, so it cannot keep a visitor's machine busy.
        if !is_json(request.headers()) {
            return Err(Failure::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the request does not say that its body is JSON",
                "send the header Content-Type: application/json",
            ));
        }
        let too_long = || {
            let error = format!("the body is longer than {} kB", desk.limits.body >> 10);
            Failure::new(StatusCode::PAYLOAD_TOO_LARGE, error, "ask about a smaller board")
        };
        // What says so itself is not waited for.
        if length(request.headers()).is_some_and(|length| length > desk.limits.body as u64) {
            return Err(too_long());
        }
        let guest = request.extensions().get::<Arc<Guest>>().cloned();
        let body = timeout(desk.limits.arrival, Bytes::from_request(request, desk));
        let body = body.await.map_err(|_| {
            let (status, hint) = (StatusCode::REQUEST_TIMEOUT, "send the whole body at once");
            Failure::new(status, "the request took too long to arrive", hint)
        })?;
        let body = body.map_err(|rejection| match &rejection {
            BytesRejection::FailedToBufferBody(_)
                if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE =>
            {
                too_long()
            }
            _ => Failure::bad("the body cannot be read", "send it again"),
        })?;
        if let Some(guest) = guest {
            guest.has_asked();
        }
        serde_json::from_slice(&body)
            .map(Self)
            .map_err(|error| Failure::bad(format!("the body cannot be understood: {error}"), SEE))
    }
}

/// How long the body is, if that is told.
fn length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// An answer as JSON. It is written on the thread that found it.
pub(super) fn written(answer: &impl Serialize) -> Vec<u8> {
    // All keys are text, so it cannot fail.
    serde_json::to_vec(answer).unwrap_or_default()
}

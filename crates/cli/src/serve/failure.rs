//! A refusal: a status, what is wrong, and what to try.

use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::complaint::brief;

/// `{"error": …, "hint": …}`, and for a contradiction its clues.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) status: StatusCode,
    pub(super) error: String,
    pub(super) hint: String,
    pub(super) clash: Option<Value>,
}

impl Failure {
    pub(super) fn new(
        status: StatusCode,
        error: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self { status, error: error.into(), hint: hint.into(), clash: None }
    }

    /// The request makes no sense.
    pub(super) fn bad(error: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error, hint)
    }

    /// The value of a key makes no sense.
    pub(super) fn of_key(key: &str, error: impl std::fmt::Display) -> Self {
        Self::bad(error.to_string(), format!("see `{key}` in /api/openapi.json"))
    }

    /// The request makes sense, but cannot be answered.
    pub(super) fn unanswerable(error: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error, hint)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut body = json!({"error": brief(&self.error), "hint": brief(&self.hint)});
        if let Some(clash) = self.clash {
            body["clash"] = clash;
        }
        let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        let mut response = (self.status, kind, body.to_string()).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// A path that exists, asked in a way that it does not answer to.
pub(super) async fn method(method: Method, uri: Uri) -> Failure {
    let error = format!("{} does not accept {method}", uri.path());
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, error, "see /api/openapi.json for the methods")
}

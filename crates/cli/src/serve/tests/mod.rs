//! The server from inside: every question, every limit, and the document that describes
//! them.
//!
//! No clock decides what these tests find, however busy the machine is: time stands still, and
//! passes where a test lets it ([`tokio::time::advance`]). It also never passes by itself while
//! a blocking thread works, so clients that wait for the server are such threads.

mod advise;
mod analyse;
mod coach;
mod deal;
mod desk;
mod document;
mod door;
mod explain;
mod limits;
mod page;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use serde_json::Value;
use tower::ServiceExt;

use super::desk::{Desk, QuestionLimits};
use super::host::Hosts;
use super::router;

const DRAWING: &str = "4x4/3\n1***\n1***\n12**\n01**";

/// What is answered to a request.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/json");
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The words of a refusal, which always has a hint too.
    #[track_caller]
    fn refusal(&self, status: u16) -> String {
        let body = self.json();
        assert_eq!(self.status, status, "{body}");
        assert!(body["hint"].as_str().is_some_and(|hint| !hint.is_empty()), "{body}");
        body["error"].as_str().unwrap().to_owned()
    }
}

fn run<T>(future: impl Future<Output = T>) -> T {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_io().enable_time().start_paused(true).build().unwrap().block_on(future)
}

async fn ask(limits: QuestionLimits, mut request: Request<Body>) -> Answer {
    let host = HeaderValue::from_static("localhost");
    request.headers_mut().entry(header::HOST).or_insert(host);
    let hosts = Hosts::new("127.0.0.1:8717".parse().unwrap(), &[]);
    let response = router(Desk::new(2, limits), hosts).oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap().to_vec();
    Answer { status: parts.status, headers: parts.headers, body }
}

fn post_text(path: &str, body: impl Into<Body>) -> Answer {
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
    run(ask(QuestionLimits::default(), request.body(body.into()).unwrap()))
}

fn post(path: &str, body: &Value) -> Answer {
    post_text(path, body.to_string())
}

fn get(path: &str) -> Answer {
    run(ask(QuestionLimits::default(), Request::get(path).body(Body::empty()).unwrap()))
}

fn document() -> Value {
    let answer = get("/api/openapi.json");
    assert_eq!(answer.status, 200);
    answer.json()
}

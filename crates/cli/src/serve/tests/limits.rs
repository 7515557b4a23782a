//! How much may be asked for.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::json;

use super::{DRAWING, ask, post, post_text, run};
use crate::serve::desk::QuestionLimits;

#[test]
fn limits_are_kept_and_said() {
    let long = format!("{{\"position\": \"{}\"}}", "*".repeat(1 << 18));
    assert!(post_text("/api/analyse", long).refusal(413).contains("256 kB"));
    // Before it has arrived, where that is told.
    let told = Request::post("/api/analyse")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CONTENT_LENGTH, "9999999999")
        .body(Body::from("{}"))
        .unwrap();
    assert!(run(ask(QuestionLimits::default(), told)).refusal(413).contains("256 kB"));
    let wide = format!("101x100/1\n{}", format!("{}\n", "*".repeat(101)).repeat(100));
    assert!(post("/api/analyse", &json!({"position": wide})).refusal(422).contains("10100 cells"));
    assert!(post("/api/deal", &json!({"level": "1000x1000/1"})).refusal(422).contains("cells"));
    let few = QuestionLimits { budget: (1, 1), ..QuestionLimits::default() };
    let request = |limits| {
        let body = Body::from(json!({"position": DRAWING}).to_string());
        let request = Request::post("/api/analyse");
        run(ask(
            limits,
            request.header(header::CONTENT_TYPE, "application/json").body(body).unwrap(),
        ))
    };
    assert!(request(few).refusal(422).contains("too complex"));
    let plain = Request::post("/api/analyse").body(Body::from("{}")).unwrap();
    let answer = run(ask(QuestionLimits::default(), plain));
    assert!(answer.refusal(415).contains("JSON"));
}

//! What a browser gets.

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode, header};
use serde_json::json;

use super::{ask, get, post, run};
use crate::serve::desk::QuestionLimits;
use crate::serve::failure::Failure;
use crate::serve::page;

#[test]
fn what_is_not_there_is_said() {
    assert!(get("/api/nothing").refusal(404).contains("/api/nothing"));
    assert!(get("/api/analyse").refusal(405).contains("GET"));
    assert!(post("/", &json!({})).refusal(405).contains("POST"));
    assert_eq!(get("/nothing").status, 404);
    assert_eq!(get("/../../Cargo.toml").status, 404);
    let busy = Failure::new(StatusCode::SERVICE_UNAVAILABLE, "", "");
    let busy = axum::response::IntoResponse::into_response(busy);
    assert_eq!(busy.headers()[header::RETRY_AFTER], "1");
}

#[test]
fn every_answer_protects_the_browser() {
    for answer in
        [get("/"), get("/api/openapi.json"), get("/nothing"), post("/api/deal", &json!({}))]
    {
        let policy = answer.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'"), "{policy}");
        assert!(!policy.contains("unsafe-inline"));
        assert_eq!(answer.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    }
}

#[test]
fn the_page_comes_from_inside_or_says_how_to_build_it() {
    let index = get("/");
    assert!(index.headers[header::CONTENT_TYPE].to_str().unwrap().starts_with("text/html"));
    if !page::is_built() {
        assert_eq!(index.status, 404);
        assert!(String::from_utf8(index.body).unwrap().contains("scripts/page"));
        return;
    }
    assert_eq!(index.status, 200);
    assert_eq!(index.headers[header::CACHE_CONTROL], "no-cache");
    let again = Request::get("/").header(header::IF_NONE_MATCH, &index.headers[header::ETAG]);
    let again = run(ask(QuestionLimits::default(), again.body(Body::empty()).unwrap()));
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    let packed = |named: &'static str| {
        let request = Request::get("/").header(header::ACCEPT_ENCODING, named);
        run(ask(QuestionLimits::default(), request.body(Body::empty()).unwrap()))
    };
    let (small, plain) = (packed("br, gzip;q=0.5"), packed("br, gzip;q=0"));
    assert_eq!(small.headers[header::CONTENT_ENCODING], "gzip");
    assert!(small.headers[header::VARY].to_str().unwrap().contains("accept-encoding"));
    assert!(small.body.len() < plain.body.len());
    assert_eq!(plain.body, index.body);
    for (path, kind) in page::hashed() {
        let answer = get(&format!("/{path}"));
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.headers[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
        assert_eq!(answer.headers[header::CONTENT_TYPE], kind, "{path}");
    }
}

/// The threads that talk to the network are few.
#[tokio::test(start_paused = true)]
async fn a_file_is_compressed_once() {
    let kind = [(header::CONTENT_TYPE, "text/javascript".to_owned())];
    let data = Bytes::from("let mines = 99;\n".repeat(10_000));
    let first = page::packed([7; 32], &kind, &data).await.unwrap();
    assert!(first.starts_with(&[0x1f, 0x8b]) && first.len() < 10_000);
    let again = page::packed([7; 32], &kind, &data).await.unwrap();
    assert_eq!(again.as_ptr(), first.as_ptr());
    // What is small as it is, as pictures are.
    let kind = [(header::CONTENT_TYPE, "image/png".to_owned())];
    assert_eq!(page::packed([8; 32], &kind, &data).await, None);
}

//! The page, from inside the binary: what `scripts/page` built last and copied into this
//! package, since a package is built from its own files.

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use tower_http::compression::CompressionLayer;

use super::failure::{self, Failure};

/// Without a built page there are no files, and that is no error.
#[derive(RustEmbed)]
#[folder = "page"]
#[allow_missing = true]
struct Files;

const NOT_BUILT: &str = "<!doctype html><html lang=en><title>Surefoot</title>\
<h1>The page is not in this build</h1>\
<p>Build the page, then the program again:\
<pre>scripts/page\ncargo build --release --features serve</pre>\
<p>The API is here: <a href=/api/openapi.json>/api/openapi.json</a>";

/// A name that changes with the content, as the page's builder gives to what it can.
const HASHED: &str = "assets/";

pub(super) fn is_built() -> bool {
    Files::get("index.html").is_some()
}

/// Answers everything that nobody else does.
pub(super) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().fallback(answer).layer(CompressionLayer::new())
}

async fn answer(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        let error = format!("there is nothing at {}", uri.path());
        let hint = "see /api/openapi.json for the paths";
        return Failure::new(StatusCode::NOT_FOUND, error, hint).into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return failure::method(method, uri).await.into_response();
    }
    let path = if path.is_empty() { "index.html" } else { path };
    match Files::get(path) {
        Some(found) => file(path, &found, &headers),
        None if path == "index.html" => (StatusCode::NOT_FOUND, Html(NOT_BUILT)).into_response(),
        None => (StatusCode::NOT_FOUND, "there is nothing here\n").into_response(),
    }
}

fn file(path: &str, found: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = found.metadata.sha256_hash();
    let tag = hash.iter().take(16).fold(String::new(), |tag, byte| format!("{tag}{byte:02x}"));
    // Weak: the same file may be sent compressed or not.
    let tag = format!("W/\"{tag}\"");
    let hashed = path.starts_with(HASHED);
    let caching = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(header::IF_NONE_MATCH);
    let known =
        known.and_then(|known| known.to_str().ok()).is_some_and(|known| known.contains(&tag));
    let common = [
        (header::CACHE_CONTROL, HeaderValue::from_static(caching)),
        (header::ETAG, HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""))),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = found.metadata.mimetype().to_owned();
    (common, [(header::CONTENT_TYPE, kind)], found.data.clone()).into_response()
}

/// The files whose name changes with their content, and the types they must have.
#[cfg(test)]
pub(super) fn hashed() -> Vec<(String, &'static str)> {
    let kind = |path: &str| match path.rsplit('.').next() {
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        other => panic!("which type has {other:?}?"),
    };
    let files = Files::iter().filter(|path| path.starts_with(HASHED));
    files.map(|path| (path.to_string(), kind(&path))).collect()
}

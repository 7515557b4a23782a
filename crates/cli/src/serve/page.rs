//! The page, from inside the binary: what `scripts/page` built last and copied into this
//! package, since a package is built from its own files.
//!
//! Each file is compressed once, when it is first asked for: to do so for everybody anew would
//! keep the threads busy that talk to the network.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use rust_embed::{EmbeddedFile, RustEmbed};
use tokio::sync::OnceCell;
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
    Router::new().fallback(answer)
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
        Some(found) => file(path, found, &headers).await,
        None if path == "index.html" => (StatusCode::NOT_FOUND, Html(NOT_BUILT)).into_response(),
        None => (StatusCode::NOT_FOUND, "there is nothing here\n").into_response(),
    }
}

async fn file(path: &str, found: EmbeddedFile, headers: &HeaderMap) -> Response {
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
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(header::CONTENT_TYPE, found.metadata.mimetype().to_owned())];
    let data = Bytes::from(found.data.into_owned());
    if takes_gzip(headers)
        && let Some(packed) = packed(hash, &kind, &data).await
    {
        return (common, kind, [(header::CONTENT_ENCODING, "gzip")], packed).into_response();
    }
    (common, kind, data).into_response()
}

/// Whether a browser says that it does.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let named = headers.get_all(header::ACCEPT_ENCODING).iter();
    named.filter_map(|named| named.to_str().ok()).flat_map(|named| named.split(',')).any(|named| {
        let (name, weight) = named.split_once(';').unwrap_or((named, ""));
        let refused = weight.trim().strip_prefix("q=").and_then(|q| q.parse().ok()) == Some(0.0);
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

/// A file that is compressed, or known not to be worth it.
type PackedFile = Arc<OnceCell<Option<Bytes>>>;

/// All of them, by the hash of what they were.
static PACKED: Mutex<BTreeMap<[u8; 32], PackedFile>> = Mutex::new(BTreeMap::new());

/// What is sent to whoever takes it compressed. Who asks meanwhile waits for the first.
pub(super) async fn packed(
    hash: [u8; 32],
    kind: &[(HeaderName, String); 1],
    data: &Bytes,
) -> Option<Bytes> {
    let file = {
        let mut files = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(files.entry(hash).or_default())
    };
    file.get_or_init(|| compressed(kind.clone(), data.clone())).await.clone()
}

async fn compressed(kind: [(HeaderName, String); 1], data: Bytes) -> Option<Bytes> {
    let file = Router::new().fallback(async move || (kind, data)).layer(CompressionLayer::new());
    let mut request = Request::new(Body::empty());
    request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    let Ok(answer) = TowerToHyperService::new(file).call(request).await;
    answer.headers().get(header::CONTENT_ENCODING)?;
    to_bytes(answer.into_body(), usize::MAX).await.ok()
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

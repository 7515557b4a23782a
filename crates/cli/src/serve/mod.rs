//! `surefoot serve`: the page and a JSON API over HTTP.
//!
//! The page does all its computing in the browser; the API is for programs that do not
//! want to link a Rust library. It holds no state, so any number of it can run side by
//! side. [`door`] lets connections in and [`host`] knows by which names; [`api`] says what
//! can be asked, and a file per question what is answered; [`desk`] when it is answered and
//! when it is refused, [`failure`] how a refusal looks, [`page`] what a browser gets. Refusals
//! speak of the keys of a request, never of options.
//!
//! Only this machine can ask unless `--host` says otherwise.

mod advise;
mod analyse;
mod api;
mod coach;
mod deal;
mod desk;
mod door;
mod explain;
mod failure;
mod host;
mod page;
mod position;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware;
use axum::response::Response;
use serde_json::json;
use tokio::net::TcpListener;

use crate::args::{Common, Serve};
use crate::complaint::{complain, note};
use crate::{output, tunables};
use desk::{Desk, QuestionLimits};
use host::Hosts;

pub(crate) fn run(common: &Common, arguments: &Serve) -> anyhow::Result<()> {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = common.threads.map_or_else(all, usize::from);
    let limits = QuestionLimits::default();
    let patience = limits.time + tunables::SERVE_LEAVE;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads.min(tunables::SERVE_TALKERS))
        .max_blocking_threads(limits.light + threads)
        // Threads that stay keep the memory they have.
        .thread_keep_alive(tunables::SERVE_IDLE)
        .enable_io()
        .enable_time()
        .build()
        .context("cannot start the server's threads")?;
    let done = runtime.block_on(listen(common, arguments, Desk::new(threads, limits), patience));
    // What nobody waits for any more need not be finished.
    runtime.shutdown_background();
    done
}

async fn listen(
    common: &Common,
    arguments: &Serve,
    desk: Desk,
    patience: Duration,
) -> anyhow::Result<()> {
    let wanted = SocketAddr::new(arguments.host, arguments.port);
    let listener = TcpListener::bind(wanted).await.map_err(|error| {
        let what = format!("cannot listen on {wanted}: {error}");
        complain(what, "try another --port; 0 takes any free one")
    })?;
    let address = listener.local_addr().context("cannot tell the address")?;
    let url = format!("http://{address}/");
    let listening = || format!("listening on {url} (press Ctrl-C to stop)\n");
    output::answer(common, || json!({"url": url}), listening)?;
    if !common.quiet {
        if !page::is_built() {
            note("this build has no page, only the API; run scripts/page, then build again");
        }
        if !address.ip().is_loopback() {
            note("everyone who can reach this machine can use the server");
        }
    }
    let limits = desk.limits;
    let app = router(desk, Hosts::new(address, &arguments.host_names));
    door::attend(listener, app, limits, signal(), patience).await;
    Ok(())
}

/// Waits for Ctrl-C or, where there is such a thing, a request to terminate.
async fn signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signals) => drop(signals.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

/// Everything that is answered.
fn router(desk: Desk, hosts: Hosts) -> Router {
    let body = desk.limits.body;
    let desk = Arc::new(desk);
    let api = api::routes()
        .into_iter()
        .fold(Router::new(), |router, route| router.route(route.path, route.answer));
    api.with_state(desk)
        .merge(page::router())
        .method_not_allowed_fallback(failure::method)
        .layer(DefaultBodyLimit::max(body))
        .layer(middleware::from_fn_with_state(hosts, host::check))
        .layer(middleware::map_response(headers))
}

/// What every answer tells a browser: run only our own scripts and WASM, and trust the
/// types as they are given.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
             worker-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

async fn headers(mut response: Response) -> Response {
    let headers: &mut HeaderMap = response.headers_mut();
    headers.extend(HEADERS);
    response
}

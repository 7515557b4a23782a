//! When a question is answered, and when it is refused.
//!
//! Analyses keep a core busy, so as many run at once as there are threads, each on a
//! thread of its own: the ones that talk to the network are never kept waiting. A
//! bounded number of questions waits for its turn; one more is refused at once, which
//! is kinder than an answer that nobody waits for any more. What takes too long is given
//! up on, and its thread is free again when it is done, which the budget of states and
//! the size of boards see to.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout, timeout_at};

use super::failure::Failure;
use crate::tunables;

/// How much may be asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Bytes of a request.
    pub(super) body: usize,
    /// Cells of a board.
    pub(super) cells: usize,
    /// States and edges of an analysis: a hundred megabytes, and a second or so.
    pub(super) budget: usize,
    /// From the question to its answer.
    pub(super) time: Duration,
    /// Questions that wait for their turn.
    pub(super) queue: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: tunables::SERVE_BODY,
            cells: tunables::SERVE_CELLS,
            budget: tunables::SERVE_BUDGET,
            time: tunables::SERVE_TIME,
            queue: tunables::SERVE_QUEUE,
        }
    }
}

/// Where questions are handed in.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) limits: Limits,
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Desk {
    pub(super) fn new(threads: usize, limits: Limits) -> Self {
        let turns = Arc::new(Semaphore::new(threads));
        let places = Arc::new(Semaphore::new(threads + limits.queue));
        Self { limits, turns, places }
    }

    /// Answers a question on a thread of its own, in its turn and in time.
    pub(super) async fn answer<T: Send + 'static>(
        &self,
        question: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let deadline = Instant::now() + self.limits.time;
        let busy = || {
            let status = StatusCode::SERVICE_UNAVAILABLE;
            Failure::new(status, "too many requests are waiting", "try again in a second")
        };
        let place = self.places.clone().try_acquire_owned().map_err(|_| busy())?;
        let answer = async {
            let turn = self.turns.clone().acquire_owned().await.map_err(|_| busy())?;
            let work = tokio::task::spawn_blocking(move || {
                let answer = question();
                drop((turn, place));
                answer
            });
            work.await.map_err(|_| {
                let status = StatusCode::INTERNAL_SERVER_ERROR;
                Failure::new(
                    status,
                    "the server failed to answer",
                    "this is a bug in Surefoot; please report it",
                )
            })?
        };
        timeout_at(deadline, answer).await.map_err(|_| {
            let seconds = self.limits.time.as_secs_f64();
            let error = format!("no answer was found within {seconds} s");
            Failure::unanswerable(
                error,
                "try a smaller board, or try again when the server is less busy",
            )
        })?
    }
}

/// A request that does not arrive in time is refused too.
pub(super) async fn on_time(
    State(desk): State<Arc<Desk>>,
    request: Request,
    next: Next,
) -> Response {
    // The answer has its own deadline, which counts from when the question is known.
    timeout(2 * desk.limits.time, next.run(request)).await.unwrap_or_else(|_| {
        let (status, hint) = (StatusCode::REQUEST_TIMEOUT, "send the whole body at once");
        Failure::new(status, "the request took too long to arrive", hint).into_response()
    })
}

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

use axum::http::StatusCode;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

use super::failure::Failure;
use crate::tunables;

/// How much may be asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Connections at a time.
    pub(super) connections: usize,
    /// Until the whole header of a request is there.
    pub(super) header: Duration,
    /// Bytes of it.
    pub(super) head: usize,
    /// Until the whole body is there.
    pub(super) arrival: Duration,
    /// Bytes of it.
    pub(super) body: usize,
    /// Until the whole answer is taken.
    pub(super) stall: Duration,
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
            connections: tunables::SERVE_CONNECTIONS,
            header: tunables::SERVE_HEADER,
            head: tunables::SERVE_HEAD,
            arrival: tunables::SERVE_ARRIVAL,
            body: tunables::SERVE_BODY,
            stall: tunables::SERVE_STALL,
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

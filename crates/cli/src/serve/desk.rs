//! When a question is answered, and when it is refused.
//!
//! Analyses keep a core busy, so as many run at once as there are threads, each on a thread of
//! its own: the ones that talk to the network are never kept waiting. A bounded number of
//! questions waits for its turn; one more is refused at once, which is kinder than an answer
//! that nobody waits for any more. Work that takes too long, or whose asker has gone, is
//! stopped ([`Stop`]).
//!
//! A deadline alone would let two questions of ten seconds each keep everybody waiting for ten
//! seconds, and a shorter one would refuse what can be answered. So there are two lanes, as in
//! a supermarket, each with all the threads: the system shares the cores between them. What
//! looks light goes into one, and has a moment to be done; if it is not, it goes on in the
//! other lane where there is a free turn, and else it is stopped and begins there again.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use surefoot_inference::{Options, Stop, Unknown};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::timeout;

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
    /// States and edges of an analysis.
    pub(super) budget: usize,
    /// Bytes of an analysis.
    pub(super) memory: usize,
    /// What a light question may take.
    pub(super) slice: Duration,
    /// From the question to its answer.
    pub(super) time: Duration,
    /// Questions of a lane that wait for their turn.
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
            memory: tunables::SERVE_MEMORY,
            slice: tunables::SERVE_SLICE,
            time: tunables::SERVE_TIME,
            queue: tunables::SERVE_QUEUE,
        }
    }
}

impl Limits {
    /// The limits of an analysis.
    pub(super) fn options(&self, unknown: Unknown) -> Options {
        Options { unknown, budget: self.budget, memory: self.memory }
    }
}

/// How much work a question looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Light,
    Heavy,
}

impl Weight {
    /// That of counting a position, by the length of its text.
    pub(super) fn of(position: &str) -> Self {
        if position.len() <= tunables::SERVE_LIGHT { Self::Light } else { Self::Heavy }
    }
}

/// Where questions are handed in.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) limits: Limits,
    light: Lane,
    heavy: Lane,
}

impl Desk {
    pub(super) fn new(threads: usize, limits: Limits) -> Self {
        let lane = || Lane::new(threads, limits.queue);
        Self { limits, light: lane(), heavy: lane() }
    }

    /// Answers a question on a thread of its own, in its turn and in time. It may be asked
    /// twice.
    pub(super) async fn answer<T: Send + 'static>(
        &self,
        weight: Weight,
        question: impl Fn() -> Result<T, Failure> + Send + Sync + 'static,
    ) -> Result<T, Failure> {
        let answer = self.in_turn(weight, Arc::new(question));
        timeout(self.limits.time, answer).await.unwrap_or_else(|_| {
            let seconds = self.limits.time.as_secs_f64();
            let error = format!("no answer was found within {seconds} s");
            let hint = "try a smaller board, or try again when the server is less busy";
            Err(Failure::unanswerable(error, hint))
        })
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        weight: Weight,
        question: Arc<impl Fn() -> Result<T, Failure> + Send + Sync + 'static>,
    ) -> Result<T, Failure> {
        let _place = if weight == Weight::Light {
            let light = self.light.place()?;
            let mut work = Work::begin(self.light.turn().await?, Arc::clone(&question));
            if let Ok(answer) = timeout(self.limits.slice, work.answer()).await {
                return answer;
            }
            drop(light);
            let heavy = self.heavy.place()?;
            if let Ok(turn) = Arc::clone(&self.heavy.turns).try_acquire_owned() {
                work.move_to(turn);
                return work.answer().await;
            }
            heavy
        } else {
            self.heavy.place()?
        };
        Work::begin(self.heavy.turn().await?, question).answer().await
    }
}

/// Turns to be answered, and places for those who wait for one or have it.
#[derive(Debug)]
struct Lane {
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Lane {
    fn new(threads: usize, queue: usize) -> Self {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Self { turns: semaphore(threads), places: semaphore(threads + queue) }
    }

    fn place(&self) -> Result<OwnedSemaphorePermit, Failure> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| busy())
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, Failure> {
        Arc::clone(&self.turns).acquire_owned().await.map_err(|_| busy())
    }
}

fn busy() -> Failure {
    let status = StatusCode::SERVICE_UNAVAILABLE;
    Failure::new(status, "too many requests are waiting", "try again in a second")
}

/// A question that is being answered. Whoever drops it stops the work; its turn is free again
/// when the thread has seen that.
struct Work<T> {
    stop: Stop,
    turn: Arc<Mutex<OwnedSemaphorePermit>>,
    thread: JoinHandle<Result<T, Failure>>,
}

impl<T: Send + 'static> Work<T> {
    fn begin(
        turn: OwnedSemaphorePermit,
        question: Arc<impl Fn() -> Result<T, Failure> + Send + Sync + 'static>,
    ) -> Self {
        let (stop, turn) = (Stop::new(), Arc::new(Mutex::new(turn)));
        let theirs = (stop.clone(), Arc::clone(&turn));
        let thread = tokio::task::spawn_blocking(move || {
            let (stop, _turn) = theirs;
            stop.during(|| question())
        });
        Self { stop, turn, thread }
    }

    /// Goes on in another turn, and frees the one it had.
    fn move_to(&self, turn: OwnedSemaphorePermit) {
        *self.turn.lock().unwrap_or_else(PoisonError::into_inner) = turn;
    }

    async fn answer(&mut self) -> Result<T, Failure> {
        (&mut self.thread).await.unwrap_or_else(|_| {
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            let hint = "this is a bug in Surefoot; please report it";
            Err(Failure::new(status, "the server failed to answer", hint))
        })
    }
}

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

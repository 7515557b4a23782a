//! When a question is answered, and when it is refused.
//!
//! Analyses keep a core busy, so a bounded number of them runs at once, each on a thread of its
//! own: the ones that talk to the network are never kept waiting. Work that takes too long, or
//! whose asker has gone, is stopped ([`Stop`]).
//!
//! A deadline alone would let two questions of ten seconds each keep everybody waiting for ten
//! seconds, and a shorter one would refuse what can be answered. So there are two lanes, as in
//! a supermarket. What looks light goes into one, where it may count little, hold little and
//! take a moment; what turns out to be heavy is given up there and begins again in the other.
//! The light lane has many more turns than there are cores, because the system shares these
//! fairly: what needs a millisecond gets it soon, whoever else is at work.
//!
//! Of those who wait, the one who came last and the one who has waited longest are served turn
//! and turn about, and where too many wait the eldest is refused. First come, first served lets
//! everybody wait behind a flood, just long enough to be answered too late. Last come, first
//! served (Maurer, "Fail at Scale", ACM Queue 13, 2015) lets whoever sends it wait himself, but
//! who is overtaken once may be overtaken for ever; half and half he waits twice as long as in
//! a queue, at the most.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use surefoot_inference::{Allowance, Options, Stop, Unknown};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;

use super::failure::Failure;
use crate::tunables;

/// How much may be asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuestionLimits {
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
    /// States and edges of an analysis: a light one, and any.
    pub(super) budget: (usize, usize),
    /// Bytes that all work on a question may hold: a light one, and any.
    pub(super) memory: (usize, usize),
    /// How much of that, at a heavy one, is taken by other things than counting: at any, and
    /// where a move is asked for.
    pub(super) spare: (usize, usize),
    /// Light questions at a time; of heavy ones as many as there are threads.
    pub(super) light: usize,
    /// What a light question may take.
    pub(super) slice: Duration,
    /// From the question to its answer.
    pub(super) time: Duration,
    /// Questions of a lane that wait for their turn.
    pub(super) queue: usize,
}

impl Default for QuestionLimits {
    fn default() -> Self {
        Self {
            connections: tunables::SERVE_CONNECTIONS,
            header: tunables::SERVE_HEADER,
            head: tunables::SERVE_HEAD,
            arrival: tunables::SERVE_ARRIVAL,
            body: tunables::SERVE_BODY,
            stall: tunables::SERVE_STALL,
            cells: tunables::SERVE_CELLS,
            budget: (tunables::SERVE_LIGHT_BUDGET, tunables::SERVE_BUDGET),
            memory: (tunables::SERVE_LIGHT_MEMORY, tunables::SERVE_MEMORY),
            spare: (tunables::SERVE_SPARE, tunables::SERVE_SPARE_OF_MOVES),
            light: tunables::SERVE_LIGHT_TURNS,
            slice: tunables::SERVE_SLICE,
            time: tunables::SERVE_TIME,
            queue: tunables::SERVE_QUEUE,
        }
    }
}

impl QuestionLimits {
    /// The limits of an analysis.
    pub(super) fn options(&self, weight: QuestionWeight, unknown: Unknown) -> Options {
        Options { unknown, budget: weight.of_both(self.budget), memory: self.bytes(weight) }
    }

    fn bytes(&self, weight: QuestionWeight) -> usize {
        weight.of_both(self.memory)
    }

    /// So many turns of a lane, or as many as leave connections for those who wait.
    fn turns(&self, wanted: usize) -> usize {
        wanted.min(self.connections / tunables::SERVE_TURNS_PART).max(1)
    }

    /// How many may wait in each lane. Nobody who waits is sent away, so beside so many turns and
    /// two full queues there are connections for others.
    fn queue(&self, turns: usize) -> usize {
        let free = (self.connections / tunables::SERVE_FREE_PART).max(1);
        (self.connections.saturating_sub(free + turns) / 2).min(self.queue)
    }

    /// What of that may be held by all that count for a question.
    fn for_work(&self, weight: QuestionWeight) -> usize {
        self.less(weight, self.spare.0)
    }

    /// The same where a move is asked for.
    pub(super) fn for_moves(&self, weight: QuestionWeight) -> usize {
        self.less(weight, self.spare.1)
    }

    fn less(&self, weight: QuestionWeight, spare: usize) -> usize {
        self.bytes(weight).saturating_sub(weight.of_both((0, spare)))
    }
}

/// How much work a question looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuestionWeight {
    Light,
    Heavy,
}

impl QuestionWeight {
    /// What is meant for questions of this weight.
    fn of_both(self, (light, heavy): (usize, usize)) -> usize {
        if self == Self::Light { light } else { heavy }
    }

    /// That of counting a position, by the length of its text.
    pub(super) fn of(position: &str) -> Self {
        if position.len() <= tunables::SERVE_LIGHT { Self::Light } else { Self::Heavy }
    }
}

/// What came of a question.
#[derive(Debug)]
pub(super) enum Attempt<T> {
    Answer(T),
    /// It is not as light as it looked.
    Heavy,
}

/// What finds an answer, and may be asked for it again as a heavy question.
type Task<T> = dyn Fn(QuestionWeight) -> Result<Attempt<T>, Failure> + Send + Sync;

/// Where questions are handed in.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) limits: QuestionLimits,
    light: Lane,
    heavy: Lane,
}

impl Desk {
    pub(super) fn new(threads: usize, limits: QuestionLimits) -> Self {
        let (light, heavy) = (limits.turns(limits.light), limits.turns(threads));
        let queue = limits.queue(light + heavy);
        Self { limits, light: Lane::new(light, queue), heavy: Lane::new(heavy, queue) }
    }

    /// Answers a question on a thread of its own, in its turn and in time. What looks light may
    /// be asked a second time, as a heavy one.
    pub(super) async fn answer<T: Send + 'static>(
        &self,
        weight: QuestionWeight,
        question: impl Fn(QuestionWeight) -> Result<Attempt<T>, Failure> + Send + Sync + 'static,
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
        weight: QuestionWeight,
        question: Arc<Task<T>>,
    ) -> Result<T, Failure> {
        if weight == QuestionWeight::Light {
            let turn = self.light.turn().await?;
            let work = self.begin(turn, weight, Arc::clone(&question));
            if let Ok(answer) = timeout(self.limits.slice, work.answer()).await
                && let Attempt::Answer(answer) = answer?
            {
                return Ok(answer);
            }
        }
        let turn = self.heavy.turn().await?;
        match self.begin(turn, QuestionWeight::Heavy, question).answer().await? {
            Attempt::Answer(answer) => Ok(answer),
            Attempt::Heavy => Err(failed()),
        }
    }

    /// Whatever is made for the question, however deep inside, can be stopped and shares what
    /// it may hold.
    fn begin<T: Send + 'static>(
        &self,
        turn: LaneTurn,
        weight: QuestionWeight,
        question: Arc<Task<T>>,
    ) -> Work<T> {
        let (stop, allowance) = (Stop::new(), Allowance::of(self.limits.for_work(weight)));
        let theirs = (stop.clone(), turn);
        let thread = spawn_blocking(move || {
            let (stop, _turn) = theirs;
            allowance.during(|| stop.during(|| question(weight)))
        });
        Work { stop, thread }
    }
}

/// Turns to be answered, and those who wait for one.
#[derive(Clone, Debug)]
struct Lane(Arc<Mutex<Turns>>);

#[derive(Debug)]
struct Turns {
    free: usize,
    /// The eldest first.
    waiting: VecDeque<oneshot::Sender<LaneTurn>>,
    /// The most that may wait.
    queue: usize,
    /// Whether it was the eldest's turn.
    eldest: bool,
}

impl Turns {
    /// Who has the turn that became free; it stays free if nobody waits.
    fn next(&mut self) -> Option<oneshot::Sender<LaneTurn>> {
        self.forget_gone();
        self.eldest = !self.eldest;
        let waiting = &mut self.waiting;
        let next = if self.eldest { waiting.pop_front() } else { waiting.pop_back() };
        self.free += usize::from(next.is_none());
        next
    }

    /// Who waits no longer takes no place.
    fn forget_gone(&mut self) {
        self.waiting.retain(|waiting| !waiting.is_closed());
    }
}

impl Lane {
    fn new(free: usize, queue: usize) -> Self {
        let waiting = VecDeque::new();
        Self(Arc::new(Mutex::new(Turns { free, waiting, queue, eldest: true })))
    }

    /// Nothing here can be left half done, so a panic elsewhere spoils nothing.
    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn, if need be, unless too many others come later.
    async fn turn(&self) -> Result<LaneTurn, Failure> {
        let turn = {
            let mut turns = self.turns();
            if let Some(free) = turns.free.checked_sub(1) {
                turns.free = free;
                return Ok(LaneTurn(self.clone()));
            }
            turns.forget_gone();
            let (given, turn) = oneshot::channel();
            turns.waiting.push_back(given);
            if turns.waiting.len() > turns.queue {
                turns.waiting.pop_front();
            }
            turn
        };
        turn.await.map_err(|_| busy())
    }
}

/// The right to keep a thread busy. Who is done passes it on.
#[derive(Debug)]
struct LaneTurn(Lane);

impl Drop for LaneTurn {
    fn drop(&mut self) {
        let next = self.0.turns().next();
        if let Some(next) = next {
            // Who has gone meanwhile does not take it, and it is dropped again.
            let _ = next.send(Self(self.0.clone()));
        }
    }
}

fn busy() -> Failure {
    let status = StatusCode::SERVICE_UNAVAILABLE;
    Failure::new(status, "too many requests are waiting", "try again in a second")
}

fn failed() -> Failure {
    let status = StatusCode::INTERNAL_SERVER_ERROR;
    let hint = "this is a bug in Surefoot; please report it";
    Failure::new(status, "the server failed to answer", hint)
}

/// A question that is being answered. Whoever drops it stops the work; its turn is free again
/// when the thread has seen that.
struct Work<T> {
    stop: Stop,
    thread: JoinHandle<Result<Attempt<T>, Failure>>,
}

impl<T: Send + 'static> Work<T> {
    async fn answer(mut self) -> Result<Attempt<T>, Failure> {
        (&mut self.thread).await.unwrap_or_else(|_| Err(failed()))
    }
}

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

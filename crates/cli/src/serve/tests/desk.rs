//! When a question is answered, and when it is refused.

use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use axum::http::StatusCode;
use surefoot_inference::Stop;
use tokio::time::advance;

use super::run;
use crate::serve::desk::{Attempt, Desk, QuestionLimits, QuestionWeight};
use crate::serve::failure::Failure;

/// A desk with one heavy turn.
fn desk(limits: QuestionLimits) -> Arc<Desk> {
    Arc::new(Desk::new(1, limits))
}

/// A question whose answer is known, however it is asked.
fn known<T: Clone>(answer: T) -> impl Fn(QuestionWeight) -> Result<Attempt<T>, Failure> {
    move |_| Ok(Attempt::Answer(answer.clone()))
}

/// Blocks a thread until it is told.
struct Gate {
    begun: mpsc::Sender<()>,
    go_on: Mutex<mpsc::Receiver<()>>,
}

fn gate() -> (Gate, mpsc::Receiver<()>, mpsc::Sender<()>) {
    let ((begun, has_begun), (go_on, may_go_on)) = (mpsc::channel(), mpsc::channel());
    (Gate { begun, go_on: Mutex::new(may_go_on) }, has_begun, go_on)
}

impl Gate {
    fn pass(&self) {
        self.begun.send(()).unwrap();
        self.go_on.lock().unwrap().recv().unwrap();
    }
}

/// Waits for a thread without keeping the runtime waiting.
async fn wait(has_begun: &mpsc::Receiver<()>) {
    while has_begun.try_recv().is_err() {
        tokio::task::yield_now().await;
    }
}

/// A question that works until it is stopped.
#[expect(clippy::unnecessary_wraps, reason = "questions can fail")]
fn toil() -> Result<Attempt<u32>, Failure> {
    let stop = Stop::default();
    while !stop.is_stopped() {
        std::thread::yield_now();
    }
    Ok(Attempt::Heavy)
}

type Asked<T> = tokio::task::JoinHandle<Result<T, Failure>>;

fn begin<T: Send + 'static>(
    desk: &Arc<Desk>,
    weight: QuestionWeight,
    question: impl Fn(QuestionWeight) -> Result<Attempt<T>, Failure> + Send + Sync + 'static,
) -> Asked<T> {
    let desk = Arc::clone(desk);
    tokio::spawn(async move { desk.answer(weight, question).await })
}

/// A heavy question that is at work, and works until it is stopped.
async fn begin_toil(desk: &Arc<Desk>) -> Asked<u32> {
    let (begun, has_begun) = mpsc::channel();
    let asked = begin(desk, QuestionWeight::Heavy, move |_| {
        begun.send(()).unwrap();
        toil()
    });
    wait(&has_begun).await;
    asked
}

/// A question that waits at a gate.
fn waits(gate: Gate, answer: u32) -> impl Fn(QuestionWeight) -> Result<Attempt<u32>, Failure> {
    move |_| {
        gate.pass();
        Ok(Attempt::Answer(answer))
    }
}

/// One question keeps the only thread and one may wait. When a third comes the second is
/// refused.
#[tokio::test(start_paused = true)]
async fn where_too_many_wait_the_eldest_is_sent_away() {
    let desk = desk(QuestionLimits { queue: 1, ..QuestionLimits::default() });
    let (gate, has_begun, go_on) = gate();
    let first = begin(&desk, QuestionWeight::Heavy, waits(gate, 1));
    wait(&has_begun).await;
    // The second is polled first, so it waits before the third comes.
    let mut second = pin!(desk.answer(QuestionWeight::Heavy, known(2)));
    let mut third = pin!(desk.answer(QuestionWeight::Heavy, known(3)));
    let refused = tokio::select! {
        biased;
        refused = &mut second => refused.unwrap_err(),
        answered = &mut third => panic!("{answered:?}"),
    };
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    // Who asks something light does not stand in this queue.
    assert_eq!(desk.answer(QuestionWeight::Light, known(4)).await.unwrap(), 4);
    go_on.send(()).unwrap();
    assert_eq!(first.await.unwrap().unwrap(), 1);
    assert_eq!(third.await.unwrap(), 3);
}

/// Nobody who waits is sent away at the door, so those who wait in both lanes must not be all
/// that are let in, however many turns and places were wished for.
#[test]
fn two_full_queues_leave_connections_for_others() {
    for (threads, light, connections) in [(1, 4, 32), (64, 32, 512), (600, 600, 40)] {
        run(async move {
            let limits = QuestionLimits { connections, light, ..QuestionLimits::default() };
            let desk = Arc::new(Desk::new(threads, limits));
            let mut asked = Vec::new();
            for weight in [QuestionWeight::Light, QuestionWeight::Heavy] {
                asked.extend((0..connections).map(|_| begin(&desk, weight, |_| toil())));
            }
            for _ in 0..100 {
                tokio::task::yield_now().await;
            }
            let waiting = asked.iter().filter(|asked| !asked.is_finished()).count();
            assert!(waiting < connections, "{waiting} of {connections}");
            assert!(2 * waiting > connections, "{waiting} of {connections}");
            for asked in asked {
                asked.abort();
            }
        });
    }
}

/// Whoever comes after a flood does not wait behind it, nor does who came before it wait for
/// ever; and who has left takes no turn.
#[tokio::test(start_paused = true)]
async fn the_last_and_the_eldest_have_turns_in_turn() {
    let desk = desk(QuestionLimits::default());
    let (gate, has_begun, go_on) = gate();
    let first = begin(&desk, QuestionWeight::Heavy, waits(gate, 0));
    wait(&has_begun).await;
    let answered = Arc::new(Mutex::new(Vec::new()));
    let mut flood = Vec::new();
    for number in 1..=7 {
        let answered = Arc::clone(&answered);
        flood.push(begin(&desk, QuestionWeight::Heavy, move |_| {
            answered.lock().unwrap().push(number);
            Ok(Attempt::Answer(number))
        }));
        // It stands in the queue before the next one comes.
        tokio::task::yield_now().await;
    }
    for left in [6, 2] {
        flood.remove(left).abort();
    }
    tokio::task::yield_now().await;
    go_on.send(()).unwrap();
    first.await.unwrap().unwrap();
    for one in flood {
        one.await.unwrap().unwrap();
    }
    assert_eq!(*answered.lock().unwrap(), [6, 1, 5, 2, 4]);
    assert_eq!(desk.answer(QuestionWeight::Heavy, known(7)).await.unwrap(), 7);
}

/// What takes too long is stopped, and its thread is there for others.
#[tokio::test(start_paused = true)]
async fn work_is_stopped_at_its_deadline() {
    let limits = QuestionLimits::default();
    let desk = desk(limits);
    let asked = begin_toil(&desk).await;
    advance(limits.time).await;
    let late = asked.await.unwrap().unwrap_err();
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(late.error.contains("within 10 s"), "{}", late.error);
    // There is one turn, and it was given up.
    assert_eq!(desk.answer(QuestionWeight::Heavy, known(7)).await.unwrap(), 7);
}

/// Nobody waits for it any more.
#[tokio::test(start_paused = true)]
async fn work_is_stopped_when_its_asker_has_gone() {
    let desk = desk(QuestionLimits::default());
    begin_toil(&desk).await.abort();
    assert_eq!(desk.answer(QuestionWeight::Heavy, known(7)).await.unwrap(), 7);
}

/// Light questions that turn out to be heavy, as many as there are turns for, make room.
#[tokio::test(start_paused = true)]
async fn who_takes_long_makes_room_for_the_quick() {
    let limits = QuestionLimits::default();
    let desk = desk(limits);
    let (begun, has_begun) = mpsc::channel();
    let slow: Vec<_> = (0..limits.light)
        .map(|number| {
            let begun = begun.clone();
            begin(&desk, QuestionWeight::Light, move |weight| {
                if weight == QuestionWeight::Heavy {
                    return Ok(Attempt::Answer(number as u32));
                }
                begun.send(()).unwrap();
                toil()
            })
        })
        .collect();
    for _ in &slow {
        wait(&has_begun).await;
    }
    advance(limits.slice).await;
    assert_eq!(desk.answer(QuestionWeight::Light, known(7)).await.unwrap(), 7);
    for (slow, number) in slow.into_iter().zip(0..) {
        assert_eq!(slow.await.unwrap().unwrap(), number);
    }
}

/// What says itself that it is heavy is asked again as such.
#[tokio::test(start_paused = true)]
async fn what_is_not_as_light_as_it_looked_is_asked_again() {
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let question = move |weight| {
        count.fetch_add(1, Ordering::Relaxed);
        Ok(if weight == QuestionWeight::Light { Attempt::Heavy } else { Attempt::Answer(7) })
    };
    let desk = desk(QuestionLimits::default());
    assert_eq!(desk.answer(QuestionWeight::Light, question).await.unwrap(), 7);
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

#[tokio::test(start_paused = true)]
async fn a_panic_is_answered_and_leaves_the_desk_open() {
    let desk = desk(QuestionLimits { queue: 0, ..QuestionLimits::default() });
    for _ in 0..10 {
        let failed = desk.answer::<()>(QuestionWeight::Light, |_| panic!("on purpose")).await;
        assert_eq!(failed.unwrap_err().status, StatusCode::INTERNAL_SERVER_ERROR);
    }
    assert_eq!(desk.answer(QuestionWeight::Light, known(7)).await.unwrap(), 7);
}

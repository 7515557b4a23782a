//! When a question is answered, and when it is refused.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use axum::http::StatusCode;
use surefoot_inference::Stop;
use tokio::time::advance;

use super::run;
use crate::serve::desk::{Desk, Limits, Weight};
use crate::serve::failure::Failure;

/// A desk with one thread for each lane.
fn desk(limits: Limits) -> Arc<Desk> {
    Arc::new(Desk::new(1, limits))
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
async fn wait(has_begun: mpsc::Receiver<()>) {
    tokio::task::spawn_blocking(move || has_begun.recv().unwrap()).await.unwrap();
}

/// A question that works until it is stopped.
#[expect(clippy::unnecessary_wraps, reason = "questions can fail")]
fn toil() -> Result<(), Failure> {
    let stop = Stop::default();
    while !stop.is_stopped() {
        std::thread::yield_now();
    }
    Ok(())
}

fn begin<T: Send + 'static>(
    desk: &Arc<Desk>,
    weight: Weight,
    question: impl Fn() -> Result<T, Failure> + Send + Sync + 'static,
) -> tokio::task::JoinHandle<Result<T, Failure>> {
    let desk = Arc::clone(desk);
    tokio::spawn(async move { desk.answer(weight, question).await })
}

/// One question keeps the only thread; one may wait; the third is refused, and when the
/// first is done the second is answered.
#[test]
fn who_finds_the_queue_full_is_sent_away() {
    run(async {
        let desk = desk(Limits { queue: 1, ..Limits::default() });
        let (gate, has_begun, go_on) = gate();
        let first = begin(&desk, Weight::Heavy, move || {
            gate.pass();
            Ok(1)
        });
        wait(has_begun).await;
        // The second is polled first and takes the place in the queue.
        let mut second = std::pin::pin!(desk.answer(Weight::Heavy, || Ok(2)));
        let refused = tokio::select! {
            biased;
            answered = &mut second => panic!("{answered:?}"),
            refused = desk.answer(Weight::Heavy, || Ok(3)) => refused.unwrap_err(),
        };
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        // Who asks something light does not stand in this queue.
        assert_eq!(desk.answer(Weight::Light, || Ok(4)).await.unwrap(), 4);
        go_on.send(()).unwrap();
        assert_eq!(first.await.unwrap().unwrap(), 1);
        assert_eq!(second.await.unwrap(), 2);
    });
}

/// What takes too long is stopped, and its thread is there for others.
#[test]
fn work_is_stopped_at_its_deadline() {
    run(async {
        let limits = Limits::default();
        let desk = desk(limits);
        for weight in [Weight::Heavy, Weight::Light] {
            let (begun, has_begun) = mpsc::channel();
            let asked = begin(&desk, weight, move || {
                begun.send(()).unwrap();
                toil()
            });
            wait(has_begun).await;
            advance(limits.time).await;
            let late = asked.await.unwrap().unwrap_err();
            assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(late.error.contains("within 10 s"), "{}", late.error);
            // Only one question has a turn, and it was given up.
            assert_eq!(desk.answer(weight, || Ok(7)).await.unwrap(), 7);
        }
    });
}

/// Nobody waits for it any more.
#[test]
fn work_is_stopped_when_its_asker_has_gone() {
    run(async {
        let desk = desk(Limits::default());
        let (begun, has_begun) = mpsc::channel();
        let asked = begin(&desk, Weight::Heavy, move || {
            begun.send(()).unwrap();
            toil()
        });
        wait(has_begun).await;
        asked.abort();
        assert_eq!(desk.answer(Weight::Heavy, || Ok(7)).await.unwrap(), 7);
    });
}

/// A light question that turns out to be heavy goes on in the other lane.
#[test]
fn who_takes_long_makes_room_for_the_quick() {
    run(async {
        let limits = Limits::default();
        let desk = desk(limits);
        let ((gate, has_begun, go_on), asked) = (gate(), Arc::new(AtomicU32::new(0)));
        let count = Arc::clone(&asked);
        let first = begin(&desk, Weight::Light, move || {
            count.fetch_add(1, Ordering::Relaxed);
            gate.pass();
            Ok(1)
        });
        wait(has_begun).await;
        advance(limits.slice).await;
        assert_eq!(desk.answer(Weight::Light, || Ok(2)).await.unwrap(), 2);
        go_on.send(()).unwrap();
        assert_eq!(first.await.unwrap().unwrap(), 1);
        assert_eq!(asked.load(Ordering::Relaxed), 1, "it was not begun again");
    });
}

/// Where that lane is busy, it is stopped and begun again when there is a turn.
#[test]
fn who_takes_long_waits_for_a_long_turn() {
    run(async {
        let limits = Limits::default();
        let desk = desk(limits);
        let ((gate, has_begun, go_on), asked) = (gate(), Arc::new(AtomicU32::new(0)));
        let heavy = begin(&desk, Weight::Heavy, move || {
            gate.pass();
            Ok(1)
        });
        wait(has_begun).await;
        let (count, (begun, has_begun)) = (Arc::clone(&asked), mpsc::channel());
        let second = begin(&desk, Weight::Light, move || {
            if count.fetch_add(1, Ordering::Relaxed) == 0 {
                begun.send(()).unwrap();
                toil()?;
            }
            Ok(2)
        });
        wait(has_begun).await;
        advance(limits.slice).await;
        // The light lane is free again before the heavy one is.
        assert_eq!(desk.answer(Weight::Light, || Ok(3)).await.unwrap(), 3);
        go_on.send(()).unwrap();
        assert_eq!(heavy.await.unwrap().unwrap(), 1);
        assert_eq!(second.await.unwrap().unwrap(), 2);
        assert_eq!(asked.load(Ordering::Relaxed), 2);
    });
}

#[test]
fn a_panic_is_answered_and_leaves_the_desk_open() {
    run(async {
        let desk = desk(Limits { queue: 0, ..Limits::default() });
        let failed: Result<(), Failure> = desk.answer(Weight::Light, || panic!("on purpose")).await;
        assert_eq!(failed.unwrap_err().status, StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(desk.answer(Weight::Light, || Ok(7)).await.unwrap(), 7);
    });
}

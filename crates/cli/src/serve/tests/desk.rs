//! When a question is answered, and when it is refused.

use std::sync::mpsc;
use std::time::Duration;

use axum::http::StatusCode;

use super::run;
use crate::serve::desk::{Desk, Limits};
use crate::serve::failure::Failure;

/// One question keeps the only thread; one may wait; the third is refused, and when the
/// first is done the second is answered. No clock decides any of it.
#[test]
fn who_finds_the_queue_full_is_sent_away() {
    run(async {
        let limits = Limits { queue: 1, time: Duration::from_hours(1), ..Limits::default() };
        let desk = std::sync::Arc::new(Desk::new(1, limits));
        let (begun, has_begun) = mpsc::channel();
        let (go_on, may_go_on) = mpsc::channel();
        let first = tokio::spawn({
            let desk = desk.clone();
            async move {
                let question = move || {
                    begun.send(()).unwrap();
                    may_go_on.recv().unwrap();
                    Ok(1)
                };
                desk.answer(question).await
            }
        });
        tokio::task::spawn_blocking(move || has_begun.recv().unwrap()).await.unwrap();
        // The second is polled first and takes the place in the queue.
        let mut second = std::pin::pin!(desk.answer(|| Ok(2)));
        let refused = tokio::select! {
            biased;
            answered = &mut second => panic!("{answered:?}"),
            refused = desk.answer(|| Ok(3)) => refused.unwrap_err(),
        };
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        go_on.send(()).unwrap();
        assert_eq!(first.await.unwrap().unwrap(), 1);
        assert_eq!(second.await.unwrap(), 2);
    });
}

/// What takes too long is given up on, and keeps its thread until it is done.
#[test]
fn a_deadline_is_kept() {
    run(async {
        let desk =
            Desk::new(1, Limits { time: Duration::from_millis(1), queue: 0, ..Limits::default() });
        let (go_on, may_go_on) = mpsc::channel();
        let late = desk.answer(move || may_go_on.recv().map_err(|_| unreachable!())).await;
        let late: Failure = late.map(|()| 0).unwrap_err();
        assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(late.error.contains("0.001 s"), "{}", late.error);
        let busy = desk.answer(|| Ok(2)).await.unwrap_err();
        assert_eq!(busy.status, StatusCode::SERVICE_UNAVAILABLE);
        go_on.send(()).unwrap();
    });
}

#[test]
fn a_panic_is_answered_and_leaves_the_desk_open() {
    run(async {
        let desk = Desk::new(1, Limits { queue: 0, ..Limits::default() });
        let failed: Result<(), Failure> = desk.answer(|| panic!("on purpose")).await;
        assert_eq!(failed.unwrap_err().status, StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(desk.answer(|| Ok(7)).await.unwrap(), 7);
    });
}

//! Connections that ask nothing, ask slowly, or do not take their answers.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::advance;

use super::ask;
use crate::serve::desk::{Desk, QuestionLimits};
use crate::serve::host::Hosts;
use crate::serve::{door, router};

/// A server on the loopback, and what stops it.
async fn open(limits: QuestionLimits) -> (SocketAddr, impl Future<Output = ()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let app = router(Desk::new(2, limits), Hosts::new(address, &[]));
    let stopping = async move { drop(stopped.await) };
    let served = tokio::spawn(door::attend(listener, app, limits, stopping, limits.time));
    let stop = async move {
        drop(stop);
        served.await.unwrap();
    };
    (address, stop)
}

/// Lets time pass, step by step, until a client is done.
async fn wait_for<T>(client: JoinHandle<T>, step: Duration) -> T {
    while !client.is_finished() {
        advance(step).await;
    }
    client.await.unwrap()
}

fn send(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

/// Everything until the other side closes, or cuts it off.
fn receive(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    if let Err(error) = stream.read_to_end(&mut text) {
        assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset);
    }
    String::from_utf8(text).unwrap()
}

fn question(address: SocketAddr) -> String {
    asked_as("/api/analyse", address, &json!({"position": "3x1/1\n*1*"}))
}

fn asked_as(path: &str, address: SocketAddr, body: &Value) -> String {
    let body = body.to_string();
    format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// What a question needs to be read, on a busy machine too.
const SOON: Duration = Duration::from_millis(20);
const HALF: &str = "POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nX-";

#[tokio::test(start_paused = true)]
async fn half_a_header_is_not_waited_for() {
    let limits = QuestionLimits::default();
    let (address, stop) = open(limits).await;
    for text in ["", HALF] {
        let guest = spawn_blocking(move || receive(&mut send(address, text)));
        assert_eq!(wait_for(guest, limits.header).await, "", "{text:?}");
    }
    // Nor half of a second one.
    let guest = spawn_blocking(move || {
        let mut stream = send(address, "GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n");
        let mut answer = Vec::new();
        while !answer.ends_with(b"}") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            answer.extend(byte);
        }
        assert!(answer.starts_with(b"HTTP/1.1 404 "));
        stream.write_all(HALF.as_bytes()).unwrap();
        stream
    });
    let mut stream = guest.await.unwrap();
    let guest = spawn_blocking(move || receive(&mut stream));
    assert_eq!(wait_for(guest, limits.header).await, "");
    stop.await;
}

#[tokio::test(start_paused = true)]
async fn half_a_body_is_not_waited_for() {
    let limits = QuestionLimits::default();
    let (address, stop) = open(limits).await;
    let whole = question(address);
    let half = whole[..whole.len() - 1].to_owned();
    let mut stream = spawn_blocking(move || send(address, &half)).await.unwrap();
    let guest = spawn_blocking(move || receive(&mut stream));
    // Steps so small that the header, which has been sent, is read before its time is over.
    let answer = wait_for(guest, limits.arrival / 100).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    stop.await;
}

/// Two hundred half-sent headers, and bodies, for eight places: who asks a whole question is
/// answered, and the first of the flood have been sent away although their time is not over.
#[tokio::test(start_paused = true)]
async fn a_flood_drives_out_a_flood() {
    let (address, stop) =
        open(QuestionLimits { connections: 8, ..QuestionLimits::default() }).await;
    let flood = spawn_blocking(move || {
        let whole = question(address);
        let half_a_body = &whole[..whole.len() - 1];
        let texts = [HALF, half_a_body].into_iter().cycle();
        let mut flood: Vec<_> = texts.take(200).map(|text| send(address, text)).collect();
        let answer = receive(&mut send(address, &whole));
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        for stream in &mut flood[..192] {
            assert_eq!(receive(stream), "");
        }
    });
    flood.await.unwrap();
    stop.await;
}

/// More slow questions than there are places, all whole: those who wait are never sent away, and
/// yet somebody else is let in and answered.
#[tokio::test(start_paused = true)]
async fn slow_questions_do_not_take_every_place() {
    let (address, stop) =
        open(QuestionLimits { connections: 12, light: 2, ..QuestionLimits::default() }).await;
    let flood = spawn_blocking(move || {
        let slow = json!({"level": "100x100/2500", "no_guess": "full"});
        let slow = asked_as("/api/deal", address, &slow);
        let mut flood = Vec::new();
        for _ in 0..30 {
            flood.push(send(address, &slow));
            // Its question is read before the next one comes.
            std::thread::sleep(SOON);
        }
        let answer = receive(&mut send(address, &question(address)));
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        let refused = receive(&mut flood[2]);
        assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    });
    flood.await.unwrap();
    stop.await;
}

/// Answers that are larger than what the system takes off our hands, and nobody who reads.
#[tokio::test(start_paused = true)]
async fn an_answer_that_is_not_taken_is_not_kept() {
    let limits = QuestionLimits::default();
    let (address, stop) = open(limits).await;
    let guest = spawn_blocking(move || {
        let ask = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2_000);
        let mut stream = send(address, "");
        while stream.write_all(ask.as_bytes()).is_ok() {}
    });
    wait_for(guest, limits.stall).await;
    stop.await;
}

/// A page that lets its own name stand for this machine (DNS rebinding).
#[tokio::test(start_paused = true)]
async fn a_name_of_another_host_is_refused() {
    let with = |host: &'static str| Request::get("/").header(header::HOST, host);
    let asked = |request: axum::http::request::Builder| {
        ask(QuestionLimits::default(), request.body(Body::empty()).unwrap())
    };
    let refused = asked(with("evil.example:8717")).await;
    assert!(refused.refusal(421).contains("another host"));
    assert_eq!(asked(with("evil.example").header(header::HOST, "localhost")).await.status, 400);
    let absolute = Request::get("http://evil.example/").header(header::HOST, "localhost");
    assert_eq!(asked(absolute).await.status, 421);
    let question = Request::post("/api/analyse").header(header::HOST, "evil.example");
    assert_eq!(asked(question).await.status, 421, "before the body is looked at");
    assert_ne!(asked(with("127.0.0.1:8717")).await.status, 421);
    assert_ne!(asked(with("[::1]:8717")).await.status, 421);
}

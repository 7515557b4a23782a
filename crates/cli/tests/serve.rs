//! The server from outside: a real socket, several questions at once, and its end.

#![cfg(all(feature = "serve", unix))]
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

fn serve() -> (Child, String) {
    serve_by(&mut Command::new(env!("CARGO_BIN_EXE_surefoot")))
}

fn serve_by(program: &mut Command) -> (Child, String) {
    let mut child = program
        .args(["serve", "--port", "0", "--json", "--quiet"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let told: serde_json::Value = serde_json::from_str(&line).unwrap();
    let url = told["url"].as_str().unwrap();
    let address = url.strip_prefix("http://").unwrap().trim_end_matches('/');
    assert!(address.starts_with("127.0.0.1:"), "loopback unless told otherwise: {address}");
    (child, address.to_owned())
}

fn send(address: &str, path: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    stream
}

fn receive(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn it_listens_answers_and_stops() {
    let (mut child, address) = serve();
    let question = r#"{"position": "3x1/1\n*1*"}"#;
    // A request that is never finished keeps nobody else waiting.
    let mut unfinished = TcpStream::connect(&address).unwrap();
    write!(unfinished, "POST /api/analyse HTTP/1.1\r\nHost: {address}\r\n").unwrap();
    let asked: Vec<TcpStream> = (0..20).map(|_| send(&address, "/api/analyse", question)).collect();
    for stream in asked {
        let answer = receive(stream);
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        assert!(answer.contains("\"solutions\":\"2\""), "{answer}");
    }
    drop(unfinished);
    let told = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(told.success());
    assert_eq!(child.wait().unwrap().code(), Some(0), "a graceful end");
    assert!(TcpStream::connect(&address).is_err());
}

#[test]
fn a_port_in_use_is_said() {
    let (mut child, address) = serve();
    let port = address.rsplit(':').next().unwrap();
    let second = Command::new(env!("CARGO_BIN_EXE_surefoot"))
        .args(["serve", "--port", port])
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(2));
    let message = String::from_utf8(second.stderr).unwrap();
    assert!(message.contains("cannot listen on 127.0.0.1:"), "{message}");
    assert!(message.contains("hint: try another --port"), "{message}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A strip of clues that see each other, a long way: nothing is certain, and to count it takes
/// hundreds of megabytes.
fn strip(width: usize) -> String {
    let (closed, clues) = ("*".repeat(width), "*4".repeat(width / 2) + "*");
    let mines = (5 * width - 2 * (width / 2)) / 2;
    format!("{width}x5/{mines}\n{closed}\n{clues}\n{closed}\n{clues}\n{closed}\n")
}

/// Players and coaches count in workspaces of their own. Together they hold no more than a
/// question may: 256 MB, and what the allocator keeps of what it was given back; code, stacks and
/// reserves of all threads take 300 MB of address space. What is not there is refused, and the
/// server goes on.
#[test]
#[ignore = "slow: scripts/test --all"]
fn a_question_keeps_its_memory_whoever_answers() {
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "ulimit -v 900000 && exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_surefoot"))
        .args(["--threads", "1"]);
    let (mut child, address) = serve_by(&mut limited);
    for width in [601, 1_001] {
        let position = strip(width);
        let moves = ["surefoot", "exact", "keeper", "prospector"];
        let moves = moves.map(|name| serde_json::json!({"position": position, "player": name}));
        let coach = serde_json::json!({"position": position});
        let asked = moves.iter().map(|body| ("/api/move", body)).chain([("/api/coach", &coach)]);
        for (path, body) in asked {
            let answer = receive(send(&address, path, &body.to_string()));
            let ended = answer.starts_with("HTTP/1.1 200 ") || answer.starts_with("HTTP/1.1 422 ");
            assert!(ended, "{path}: {answer}");
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// What the process of a server took at the most, with the program itself and all that its
/// allocator kept, for one question that takes what it may.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow: scripts/test --all"]
fn one_question_takes_no_more_than_is_stated() {
    let most = |child: &Child| {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().unwrap();
        kilobytes * 1024
    };
    let unknown = |width| {
        let told = strip(width);
        let (size, rows) = told.split_once('\n').unwrap();
        format!("{}/?\n{rows}", size.split_once('/').unwrap().0)
    };
    let vague = "optimistic:q=0.8,asks=3";
    for (path, question) in [
        ("/api/analyse", serde_json::json!({"position": strip(601), "clues": vague})),
        ("/api/analyse", serde_json::json!({"position": strip(801), "clues": vague})),
        ("/api/analyse", serde_json::json!({"position": unknown(1_001)})),
        ("/api/analyse", serde_json::json!({"position": unknown(1_401)})),
        ("/api/explain", serde_json::json!({"position": strip(1_401), "cell": [0, 0]})),
        ("/api/coach", serde_json::json!({"position": strip(801)})),
        ("/api/move", serde_json::json!({"position": strip(1_999), "player": "exact"})),
        ("/api/move", serde_json::json!({"position": strip(601), "player": "surefoot"})),
        // What is counted for a move is counted more than once; these need nearly all there is.
        ("/api/move", serde_json::json!({"position": strip(461), "player": "exact"})),
        ("/api/move", serde_json::json!({"position": strip(491), "player": "exact"})),
        ("/api/move", serde_json::json!({"position": strip(521), "player": "prospector"})),
        ("/api/move", serde_json::json!({"position": strip(721), "player": "exact"})),
    ] {
        let one = ["--threads", "1"];
        let (mut child, address) = serve_by(Command::new(env!("CARGO_BIN_EXE_surefoot")).args(one));
        let answer = receive(send(&address, path, &question.to_string()));
        let taken = most(&child);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 ") || answer.starts_with("HTTP/1.1 422 "));
        assert!(taken <= 256_000_000, "{taken} bytes for {path}: {}", &answer[..200]);
    }
}

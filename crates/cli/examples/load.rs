//! A load test of `surefoot serve`: expert positions from middle games, asked over the
//! loopback by some connections at once for some seconds.
//!
//! `scripts/load [SECONDS [CONNECTIONS]]` builds both and runs it. Each connection asks,
//! waits for the answer and asks again, so the rate is what the server makes of it.
//! Exit status 1 if an answer is wrong, or there are fewer than 300 a second.

#![allow(clippy::print_stdout)]

mod server;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ExitCode};
use std::time::{Duration, Instant};

use anyhow::Context;
use server::{cpu_seconds, questions, request, start, stop};

/// Different positions that are asked about.
const POSITIONS: usize = 500;
/// Answers a second that we promise.
const PROMISED: f64 = 300.0;

fn main() -> anyhow::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let server = arguments.next().context("the first argument is the server's program")?;
    let seconds: u64 = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let connections: usize = arguments.next().map_or(Ok(8), |text| text.parse())?;
    let bodies = questions(POSITIONS)?;
    let (child, address) = start(&server)?;
    let result =
        measure(&child, &address, &bodies, seconds.clamp(1, 300), connections.clamp(1, 256));
    stop(child)?;
    result
}

fn measure(
    child: &Child,
    address: &str,
    bodies: &[String],
    seconds: u64,
    connections: usize,
) -> anyhow::Result<ExitCode> {
    let begun = Instant::now();
    let end = begun + Duration::from_secs(seconds);
    let asked: Vec<anyhow::Result<Vec<Duration>>> = std::thread::scope(|scope| {
        let ask = |from| move || ask(address, bodies, from, end);
        let threads: Vec<_> = (0..connections).map(|from| scope.spawn(ask(from))).collect();
        let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.map(|done| done.unwrap_or_else(|_| anyhow::bail!("a connection panicked"))).collect()
    });
    let wall = begun.elapsed().as_secs_f64();
    let mut times = Vec::new();
    for asked in asked {
        times.extend(asked?);
    }
    times.sort_unstable();
    let share = |share: f64| {
        let at = (share * times.len() as f64) as usize;
        times.get(at.min(times.len() - 1)).map_or(0.0, |time| 1000.0 * time.as_secs_f64())
    };
    anyhow::ensure!(!times.is_empty(), "there was no answer at all");
    let rate = times.len() as f64 / wall;
    println!("answers     {} in {wall:.1} s over {connections} connections", times.len());
    println!("rate        {rate:.0} a second");
    println!(
        "latency     median {:.2} ms, p99 {:.2} ms, most {:.2} ms",
        share(0.5),
        share(0.99),
        share(1.0)
    );
    if let Some(busy) = cpu_seconds(child) {
        let each = 1e6 * busy / times.len() as f64;
        println!("server      {busy:.1} s of CPU time, {each:.0} µs an answer");
    }
    Ok(if rate < PROMISED { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// One connection: asks until the end and gives how long each answer took.
fn ask(
    address: &str,
    bodies: &[String],
    from: usize,
    end: Instant,
) -> anyhow::Result<Vec<Duration>> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut times = Vec::new();
    let (mut line, mut answer) = (String::new(), Vec::new());
    for body in bodies.iter().cycle().skip(from * bodies.len() / 7) {
        let begun = Instant::now();
        if begun > end {
            break;
        }
        let request = request(address, "/api/analyse", body, false);
        stream.write_all(request.as_bytes())?;
        line.clear();
        reader.read_line(&mut line)?;
        anyhow::ensure!(line.starts_with("HTTP/1.1 200 "), "answered {line}");
        let mut length = 0;
        while line != "\r\n" {
            line.clear();
            anyhow::ensure!(reader.read_line(&mut line)? > 0, "the connection was closed");
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
        }
        answer.resize(length, 0);
        reader.read_exact(&mut answer)?;
        times.push(begun.elapsed());
        anyhow::ensure!(answer.starts_with(b"{") && answer.len() > 1000, "a short answer");
    }
    Ok(times)
}

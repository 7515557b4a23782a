//! A load test of `surefoot serve`: expert positions from middle games, asked over the
//! loopback by some connections at once for some seconds.
//!
//! `scripts/load [SECONDS [CONNECTIONS]]` builds both and runs it. Each connection asks,
//! waits for the answer and asks again, so the rate is what the server makes of it.
//! Exit status 1 if an answer is wrong, or there are fewer than 300 a second.

#![allow(clippy::print_stdout)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use surefoot_inference::Analyst;
use surefoot_rules::notation::{self, Document, Format};
use surefoot_rules::{Action, Deal, Game, GameKind, Grid, Level, Rules, Status};

/// Different positions that are asked about.
const POSITIONS: u64 = 500;
/// Answers a second that we promise.
const PROMISED: f64 = 300.0;

fn main() -> anyhow::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let server = arguments.next().context("the first argument is the server's program")?;
    let seconds: u64 = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let connections: usize = arguments.next().map_or(Ok(8), |text| text.parse())?;
    let bodies = bodies()?;
    let (child, address) = start(&server)?;
    let result =
        measure(&child, &address, &bodies, seconds.clamp(1, 300), connections.clamp(1, 256));
    stop(child)?;
    result
}

/// Positions of expert games as questions. Certain cells are opened for a number of steps
/// that differs from game to game; who has no certain cell opens the likeliest.
fn bodies() -> anyhow::Result<Vec<String>> {
    let Level { width, height, mines } = Level::EXPERT;
    let mut game = Game::new(Rules::new(GameKind::Win, Grid::new(width, height)?, mines))?;
    let mut bodies = Vec::new();
    let mut safe = Vec::new();
    for deal in 0.. {
        if bodies.len() as u64 == POSITIONS {
            break;
        }
        game.deal(Deal::new(2026, deal));
        let mut analyst = Analyst::default();
        let mut status = game.play(Action::Open(game.view().grid().middle()))?;
        for _ in 0..deal % 40 {
            let certain = match analyst.step(game.view(), &mut safe) {
                Ok(None) => safe.first().copied(),
                Ok(Some(posterior)) => {
                    let chance = |cell| posterior.probability(cell).unwrap_or(1.0);
                    let hidden = game.view().hidden();
                    hidden.min_by(|&a, &b| chance(a).total_cmp(&chance(b)))
                }
                Err(_) => None,
            };
            let Some(cell) = certain.filter(|_| status == Status::Playing) else { break };
            status = game.play(Action::Open(cell))?;
        }
        if status != Status::Playing {
            continue;
        }
        let drawn = notation::write(&Document::from(game.view().clone()), Format::Drawing)?;
        let position = String::from_utf8(drawn)?;
        bodies.push(serde_json::json!({"position": position}).to_string());
    }
    Ok(bodies)
}

fn start(server: &str) -> anyhow::Result<(Child, String)> {
    let mut child = Command::new(server)
        .args(["serve", "--port", "0", "--json", "--quiet"])
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {server}"))?;
    let mut line = String::new();
    let out = child.stdout.as_mut().context("it was piped")?;
    BufReader::new(out).read_line(&mut line)?;
    let told: serde_json::Value = serde_json::from_str(&line).context("it did not say where")?;
    let url = told["url"].as_str().context("it did not say where")?;
    let address = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    Ok((child, address))
}

fn stop(mut child: Child) -> anyhow::Result<()> {
    child.kill()?;
    child.wait()?;
    Ok(())
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

/// The CPU time of a process, where the system tells it: Linux counts in hundredths.
fn cpu_seconds(child: &Child) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
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
        let length = body.len();
        let request = format!(
            "POST /api/analyse HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
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

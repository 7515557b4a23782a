//! A server started for a measurement, and ordinary questions for it: what `load` and `soak`
//! share.

#![allow(unreachable_pub, dead_code, missing_docs)] // each uses a part

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::Context;
use surefoot_inference::Analyst;
use surefoot_rules::notation::{self, Document, Format};
use surefoot_rules::{Action, Deal, Game, GameKind, Grid, Level, Rules, Status};

/// Positions of expert games as questions. Certain cells are opened for a number of steps
/// that differs from game to game; who has no certain cell opens the likeliest.
pub fn questions(many: usize) -> anyhow::Result<Vec<String>> {
    let Level { width, height, mines } = Level::EXPERT;
    let mut game = Game::new(Rules::new(GameKind::Win, Grid::new(width, height)?, mines))?;
    let mut bodies = Vec::new();
    let mut safe = Vec::new();
    for deal in 0.. {
        if bodies.len() == many {
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

/// Starts a server on any free port of the loopback, and gives its address.
pub fn start(server: &str) -> anyhow::Result<(Child, String)> {
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

/// Ends the server that was started.
pub fn stop(mut child: Child) -> anyhow::Result<()> {
    child.kill()?;
    child.wait()?;
    Ok(())
}

/// The CPU time of a process, where the system tells it: Linux counts in hundredths.
pub fn cpu_seconds(child: &Child) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// The bytes of a process that are in memory, where the system tells it.
pub fn resident(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// A question as it goes over the wire; the connection ends with its answer if `last`.
pub fn request(address: &str, path: &str, body: &str, last: bool) -> String {
    let close = if last { "Connection: close\r\n" } else { "" };
    format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         {close}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

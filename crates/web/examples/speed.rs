//! The native side of `scripts/page-test measure`: the same expert positions, analysed by
//! the same calls. `cargo run --release -p surefoot-web --example speed`

use std::hint::black_box;

use cpu_time::ProcessTime;
use surefoot_web::{Order, Position, WatchedGame, advise, analyse, choices};

const POSITIONS: usize = 300;

fn positions() -> Vec<Position> {
    let mut found = Vec::new();
    for seed in 0.. {
        let order = Order { level: "expert".to_owned(), seed, ..choices().usual };
        let Ok(mut game) = WatchedGame::new(&order, "exact") else { break };
        let mut number = 0;
        while let Some(step) = game.step() {
            if step.turn.status != "playing" {
                break;
            }
            if number % 60 == 59 {
                found.push(game.position());
            }
            number += 1;
        }
        if found.len() >= POSITIONS {
            break;
        }
    }
    found
}

/// Microseconds of processor time for each.
fn each(positions: &[Position], what: impl Fn(&Position)) -> f64 {
    let start = ProcessTime::now();
    positions.iter().for_each(what);
    start.elapsed().as_secs_f64() * 1e6 / positions.len() as f64
}

#[allow(clippy::print_stdout)]
fn main() {
    let positions = positions();
    let analyses = || {
        each(&positions, |position| {
            // In WASM the values also cross as JSON.
            let text = serde_json::to_string(position).unwrap_or_default();
            let Ok(position) = serde_json::from_str(&text) else { return };
            black_box(serde_json::to_string(&analyse(&position).ok())).ok();
        })
    };
    analyses();
    let best = (0..3).map(|_| analyses()).fold(f64::INFINITY, f64::min);
    println!("expert analysis natively: {best:.0} µs CPU, reading and writing JSON included");
    let moves = each(&positions[..100], |position| {
        black_box(advise(position, "surefoot", "none")).ok();
    });
    println!("advice of surefoot natively: {moves:.0} µs CPU");
}

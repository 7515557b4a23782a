//! The native side of `scripts/page-test measure`: the same expert positions, analysed by
//! the same calls. `cargo run --release -p surefoot-web --example speed`

use std::hint::black_box;

use cpu_time::ProcessTime;
use surefoot_web::{
    Order, Position, ReplayedGame, TimedMove, WatchedGame, advise, analyse, choices, coach,
    write_replay,
};

const POSITIONS: usize = 300;

/// Expert games that a player is about to play, seed after seed.
fn games(player: &str) -> impl Iterator<Item = (Order, WatchedGame)> {
    (0..).map_while(move |seed| {
        let order = Order { level: "expert".to_owned(), seed, ..choices().usual };
        let game = WatchedGame::new(&order, player).ok()?;
        Some((order, game))
    })
}

fn positions() -> Vec<Position> {
    let mut found = Vec::new();
    for (_, mut game) in games("exact") {
        let mut number = 0;
        while game.step().is_some_and(|step| step.turn.status == "playing") {
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

/// Expert positions in which a guess is due.
fn guesses() -> Vec<Position> {
    let mut found = Vec::new();
    for (_, mut game) in games("surefoot").take(30) {
        let mut before = game.position();
        while let Some(step) = game.step() {
            if !step.certain && step.why != "first click" {
                found.push(before);
            }
            before = game.position();
        }
    }
    found
}

/// Expert games of a player as replays.
fn replays(player: &str, count: usize) -> Vec<String> {
    let mut found = Vec::new();
    for (order, mut game) in games(player).take(count) {
        let steps = std::iter::from_fn(|| game.step()).zip(0..);
        let moves: Vec<TimedMove> =
            steps.map(|(step, at)| TimedMove { time: 250 * at, action: step.action }).collect();
        found.extend(write_replay(&order, &moves, player));
    }
    found
}

/// The median of some times, in milliseconds, and what 95 % of them are below.
fn spread(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize] / 1e3;
    (at(0.5), at(0.95))
}

/// Microseconds of processor time for each.
fn each<T>(positions: &[T], what: impl Fn(&T)) -> f64 {
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
            black_box(serde_json::to_string(&analyse(&position, None).ok())).ok();
        })
    };
    analyses();
    let best = (0..3).map(|_| analyses()).fold(f64::INFINITY, f64::min);
    println!("expert analysis natively: {best:.0} µs CPU, reading and writing JSON included");
    let moves = each(&positions[..100], |position| {
        black_box(advise(position, "surefoot", "none")).ok();
    });
    println!("advice of surefoot natively: {moves:.0} µs CPU");
    let guesses = guesses();
    let times = guesses
        .iter()
        .map(|position| each(&[position], |position| drop(black_box(coach(position, "none", 5)))));
    let (median, most) = spread(times.collect());
    println!("the coach at a guess natively: {median:.0} ms CPU median, {most:.0} ms at 95 %");
    for player in ["surefoot", "queue"] {
        let files = replays(player, 100);
        let read = |file: &String| black_box(ReplayedGame::new(file.as_bytes(), 0)).ok();
        let times = files
            .iter()
            .map(|file| each(&[file], |file| drop(read(file).map(|game| black_box(game.facts())))));
        let (median, most) = spread(times.collect());
        println!(
            "a replay of {player} read and measured: {median:.2} ms CPU median, {most:.2} at 95 %"
        );
        let times = files.iter().map(|file| {
            each(&[file], |file| {
                let Some(mut reviewer) = read(file).map(|game| game.reviewer()) else { return };
                while reviewer.weigh_next() {}
                black_box(reviewer.so_far());
            })
        });
        let times: Vec<f64> = times.collect();
        let mean = times.iter().sum::<f64>() / 1e3 / times.len() as f64;
        let (median, most) = spread(times);
        println!("  reviewed: {median:.0} ms CPU median, {most:.0} at 95 %, {mean:.0} on average");
    }
}

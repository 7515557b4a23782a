//! Instructions that the engine and its players take, by gungraun (Valgrind's Callgrind).
//!
//! Time tells what a user waits for, but a busy machine changes it; instructions stay the same,
//! so a change of one part in a hundred shows. `scripts/speed --instructions` runs this and
//! compares with the run before. The work is that of `crates/players/benches/speed.rs`.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../../crates/players/benches/works/mod.rs"]
mod works;

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use surefoot_inference::no_guess::Maker;
use surefoot_inference::{Analyst, Workspace};
use surefoot_rules::{Deal, View};

/// One large board that is stuck.
fn stuck() -> Vec<View> {
    vec![works::stuck(1_000).view().clone()]
}

/// Some positions under cautious clues, from nearly closed to nearly open.
fn uncertain() -> Vec<View> {
    works::uncertain("cautious").into_iter().step_by(10).collect()
}

fn due() -> Vec<View> {
    works::due(100)
}

// All probabilities of each view, nothing known of any component.
#[library_benchmark]
#[bench::expert(setup = due)]
#[bench::large(setup = stuck)]
#[bench::cautious(setup = uncertain)]
fn fresh(views: Vec<View>) -> Vec<View> {
    let mut workspace = Workspace::default();
    for view in &views {
        workspace.forget();
        drop(black_box(workspace.solve(view)));
    }
    views
}

fn known() -> (Workspace, Vec<View>) {
    let (mut workspace, views) = (Workspace::default(), due());
    for view in &views {
        drop(workspace.solve(view));
    }
    (workspace, views)
}

// The same with every component known: reading, boxing and joining alone.
#[library_benchmark]
#[bench::expert(setup = known)]
fn joined((mut workspace, views): (Workspace, Vec<View>)) -> (Workspace, Vec<View>) {
    for view in &views {
        drop(black_box(workspace.solve(view)));
    }
    (workspace, views)
}

fn games() -> Vec<Vec<View>> {
    works::expert_games(77, true).take(100).collect()
}

// Whole games followed view by view.
#[library_benchmark]
#[bench::expert(setup = games)]
fn followed(games: Vec<Vec<View>>) -> Vec<Vec<View>> {
    let (mut analyst, mut safe) = (Analyst::default(), Vec::new());
    for view in games.iter().flatten() {
        drop(black_box(analyst.step(view, &mut safe)));
    }
    games
}

/// A player who says of a deal whether it was won, and the deals to play.
type Seated = (Box<dyn FnMut(u64) -> bool>, u64);

fn seated(name: &'static str, games: u64) -> Seated {
    (Box::new(works::seated(name)), games)
}

// Whole games of a player.
#[library_benchmark]
#[bench::exact(args = ("exact", 200), setup = seated)]
#[bench::surefoot(args = ("surefoot", 50), setup = seated)]
fn played((mut play, games): Seated) -> usize {
    (1..=games).filter(|&index| play(index)).count()
}

// Expert boards without a guess.
#[library_benchmark]
#[bench::expert(setup = works::maker)]
fn no_guess(mut maker: Maker) -> Maker {
    for index in 0..50 {
        drop(black_box(maker.deal(Deal::new(1, index))));
    }
    maker
}

library_benchmark_group!(name = speed, benchmarks = [fresh, joined, followed, played, no_guess]);
main!(library_benchmark_groups = speed);

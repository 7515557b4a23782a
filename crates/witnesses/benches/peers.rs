//! How fast we are beside a peer, `ms_toollib`, in CPU time of one core and in the same run.
//!
//! `cargo bench -p surefoot-witnesses`

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use cpu_time::ThreadTime;
use surefoot_inference::Workspace;
use surefoot_inference::no_guess::{Logic, Maker, Wish};
use surefoot_rules::{Deal, Grid, Level, Promise, View};
use surefoot_witnesses::{codes, expert_positions};

/// How often a second something can be done, from doing it so many times.
fn rate(times: u64, mut work: impl FnMut(u64)) -> f64 {
    let start = ThreadTime::now();
    (0..times).for_each(&mut work);
    times as f64 / start.elapsed().as_secs_f64()
}

fn report(what: &str, ours: f64, peer: f64) {
    println!("{what:<42} {ours:>9.0} a second, peer {peer:>8.0}, {:>6.1} times", ours / peer);
}

fn main() {
    let positions: Vec<View> = expert_positions(300);
    let boards: Vec<Vec<Vec<i32>>> = positions.iter().map(codes).collect();
    let mut workspace = Workspace::default();
    let count = positions.len() as u64;
    let ours = rate(20 * count, |index| {
        workspace.solve(&positions[(index % count) as usize]).unwrap();
    });
    let peer = rate(count, |index| {
        let _ = ms_toollib::cal_probability_onboard(&boards[index as usize], 99.0);
    });
    report("expert, a guess is due, all probabilities", ours, peer);

    let levels = [
        ("beginner", Level::BEGINNER, 4_000, 2_000),
        ("intermediate", Level::INTERMEDIATE, 2_000, 500),
        ("expert", Level::EXPERT, 1_000, 100),
    ];
    for (name, Level { width, height, mines }, ours, theirs) in levels {
        let (columns, rows) = (width as usize, height as usize);
        let peer = rate(theirs, |_| {
            let (row, column) = (rows / 2, columns / 2);
            let (_, found) =
                ms_toollib::laymine_solvable(rows, columns, mines as usize, row, column, 1_000_000);
            assert!(found);
        });
        let grid = Grid::new(width, height).unwrap();
        let (promise, first, logic) = (Promise::Opening, grid.middle(), Logic::Full);
        let mut maker = Maker::new(Wish { grid, mines, promise, first, logic }).unwrap();
        let ours = rate(ours, |index| {
            maker.deal(Deal::new(1, index)).unwrap();
        });
        report(&format!("no-guess boards, {name}"), ours, peer);
    }
}

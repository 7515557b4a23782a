//! How many no-guess boards are dealt per second of CPU time.
//!
//! `cargo bench -p surefoot-inference --bench no_guess`

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use cpu_time::ThreadTime;
use surefoot_inference::no_guess::{Logic, Maker, Wish};
use surefoot_rules::{Deal, Grid, Level, Promise};

/// Boards per second.
fn rate(boards: u64, mut make: impl FnMut(u64)) -> f64 {
    let start = ThreadTime::now();
    for index in 0..boards {
        make(index);
    }
    boards as f64 / start.elapsed().as_secs_f64()
}

fn wish(level: Level, logic: Logic) -> Wish {
    let grid = Grid::new(level.width, level.height).unwrap();
    let first = grid.middle();
    Wish { grid, mines: level.mines, promise: Promise::Opening, first, logic }
}

fn main() {
    let levels = [
        ("beginner", Level::BEGINNER, 4_000),
        ("intermediate", Level::INTERMEDIATE, 2_000),
        ("expert", Level::EXPERT, 1_000),
    ];
    for (name, level, most) in levels {
        for logic in Logic::ALL {
            let mut maker = Maker::new(wish(level, logic)).unwrap();
            let mut deals = 0;
            let boards = if logic == Logic::Simple { most / 20 } else { most };
            let rate = rate(boards, |index| {
                let found = maker.deal(Deal::new(1, index)).unwrap();
                assert!(found.repaired.is_none());
                deals += found.deals;
            });
            let kept = 100.0 * boards as f64 / deals as f64;
            println!("{name:<13} {logic:<10} {rate:>9.0} boards/s; {kept:.2} % of deals");
        }
    }
    for (width, height, mines) in [(16, 16, 99), (30, 20, 130), (30, 16, 150)] {
        let mut maker = Maker::new(wish(Level { width, height, mines }, Logic::Full)).unwrap();
        for index in 0..3 {
            let start = ThreadTime::now();
            let found = maker.deal(Deal::new(1, index));
            let seconds = start.elapsed().as_secs_f64();
            let how = match found.map(|found| found.repaired) {
                Ok(None) => "a deal".to_owned(),
                Ok(Some(changes)) => format!("repaired, {changes} changes"),
                Err(error) => error.to_string(),
            };
            println!("{width}x{height}/{mines}  {seconds:.2} s  {how}");
        }
    }
}

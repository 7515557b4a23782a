//! How fast inference is, in CPU time of one core.
//!
//! `cargo bench -p surefoot-inference`

#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod positions;

use cpu_time::ThreadTime;
use positions::{due, stuck, uncertain};
use surefoot_inference::{Options, Workspace, estimate};
use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Grid, Random, Rules, Status, View};
use surefoot_testing::strewn;

/// Tells microseconds of one core per call, each the least of some rounds.
fn measure<T>(what: &str, items: &[T], rounds: usize, mut work: impl FnMut(&T)) {
    let mut times = vec![f64::INFINITY; items.len()];
    for _ in 0..rounds {
        for (item, least) in items.iter().zip(&mut times) {
            let start = ThreadTime::now();
            work(item);
            *least = least.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let p99 = times[(times.len() * 99).div_ceil(100) - 1];
    let most = times[times.len() - 1];
    println!("{what:<58} mean {mean:>10.1} µs   p99 {p99:>10.1}   most {most:>10.1}");
}

/// The same of all probabilities, once each, and how many views are refused.
fn solve(what: &str, views: &[View], workspace: &mut Workspace) {
    let mut failed = 0;
    measure(what, views, 1, |view| failed += u32::from(workspace.solve(view).is_err()));
    println!("{:<58} {failed}", "of these over budget");
}

/// A board with random safe cells open, without flooding.
fn randomly_opened(side: u32, density: f64, share: f64, index: u64) -> View {
    strewn(side, density, share, index).view().clone()
}

/// Positions of forgiving play under an uncertain rule: the cell least likely to
/// be a mine is opened, mines cost nothing; where there is no answer, any cell.
fn forgiving(rule: &str, grid: &Grid, mines: u32, games: u64) -> Vec<View> {
    let mut rules = Rules::new(GameKind::Score, grid.clone(), mines);
    rules.clues = rule.parse().unwrap();
    let mut game = Game::new(rules).unwrap();
    let mut workspace = Workspace::default();
    let mut views = Vec::new();
    for index in 0..games {
        game.deal(Deal::new(6, index));
        let mut random = Random::for_player(Deal::new(5, index), rule);
        while game.outcome().status == Status::Playing {
            let view = game.view().clone();
            let closed: Vec<Cell> = view.hidden().collect();
            let mut next = closed[random.below(closed.len() as u32) as usize];
            if let Ok(posterior) = workspace.solve(&view) {
                let mine = |cell: &Cell| posterior.probability(*cell).unwrap();
                next = closed.into_iter().min_by(|a, b| mine(a).total_cmp(&mine(b))).unwrap();
            }
            game.play(Action::Open(next)).unwrap();
            views.push(view);
        }
    }
    views
}

fn main() {
    let mut workspace = Workspace::default();
    let what = "expert, a guess is due, all probabilities";
    measure(what, &due(300), 20, |view| _ = workspace.solve(view).unwrap());
    for side in [100, 300, 1000] {
        let what = format!("{side}x{side} at 20 %, stuck");
        let view = stuck(side).view().clone();
        measure(&what, &[view], 3, |view| _ = workspace.solve(view).unwrap());
    }
    let large: Vec<View> = (0..5).map(|index| randomly_opened(100, 0.3, 0.5, index)).collect();
    solve("100x100, half of the safe cells open, 30 %", &large, &mut workspace);
    for density in [0.3, 0.4] {
        let views: Vec<View> =
            (0..40).map(|index| randomly_opened(30, density, 0.5, index)).collect();
        let what = format!("30x30, half of the safe cells open, {:.0} %", 100.0 * density);
        solve(&what, &views, &mut workspace);
    }
    let (expert, intermediate) = (Grid::new(30, 16).unwrap(), Grid::new(16, 16).unwrap());
    let sets = [
        ("expert, silent:0.7, forgiving play", forgiving("silent:0.7", &expert, 99, 10)),
        ("expert, optimistic, forgiving play", forgiving("optimistic", &expert, 99, 10)),
        ("16x16/40, cautious, forgiving play", forgiving("cautious", &intermediate, 40, 4)),
        ("expert, silent:0.7, random cells open", uncertain("silent:0.7")),
        ("expert, optimistic, random cells open", uncertain("optimistic")),
        ("expert, cautious, random cells open", uncertain("cautious")),
        // Last, because it takes minutes.
        ("expert, cautious, forgiving play", forgiving("cautious", &expert, 99, 1)),
    ];
    for (name, views) in sets {
        solve(name, &views, &mut workspace);
        let wide: Vec<&View> = views.iter().filter(|view| workspace.solve(view).is_err()).collect();
        let mut errors = Vec::new();
        if !wide.is_empty() {
            measure("  estimates of those", &wide, 1, |view| {
                errors.extend(estimate(view, &Options::default(), 1).map(|found| found.error));
            });
            println!("{:<58} {errors:.4?}", "  with errors of");
        }
    }
}

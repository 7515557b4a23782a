//! How fast inference is, in CPU time of one core.
//!
//! `cargo bench -p surefoot-inference`

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use cpu_time::ThreadTime;
use surefoot_inference::{Options, Workspace, estimate};
use surefoot_rules::{
    Action, Cell, Deal, Game, GameKind, Grid, Level, Random, Rules, Status, View,
};
use surefoot_testing::{open_some, strewn};

/// Expert positions in which a guess is due, 25 to 90 % open: play certain cells,
/// open the likeliest safe cell else.
fn guess_positions(count: usize) -> Vec<View> {
    let Level { width, height, mines } = Level::EXPERT;
    let grid = Grid::new(width, height).unwrap();
    let mut game = Game::new(Rules::new(GameKind::Win, grid.clone(), mines)).unwrap();
    let mut workspace = Workspace::default();
    let mut positions = Vec::new();
    for index in 0.. {
        game.deal(Deal::new(77, index));
        game.play(Action::Open(grid.middle())).unwrap();
        while game.status() == Status::Playing && positions.len() < count {
            let view = game.view().clone();
            let posterior = workspace.solve(&view).unwrap();
            let closed = || view.closed();
            let safe: Vec<Cell> = closed().filter(|&cell| posterior.is_safe(cell)).collect();
            if safe.is_empty() {
                let open = f64::from(view.opened()) / grid.len() as f64;
                if (0.25..0.9).contains(&open) {
                    positions.push(view.clone());
                }
                let p = |cell: Cell| posterior.probability(cell).unwrap();
                let best = closed().min_by(|&a, &b| p(a).total_cmp(&p(b))).unwrap();
                let _ = game.play(Action::Open(best));
            } else {
                for cell in safe {
                    let _ = game.play(Action::Open(cell));
                }
            }
        }
        if positions.len() == count {
            break;
        }
    }
    positions
}

/// Microseconds of one core per call, each the least of some rounds.
fn measure<T>(items: &[T], rounds: usize, mut work: impl FnMut(&T)) -> Vec<f64> {
    let mut times = vec![f64::INFINITY; items.len()];
    for _ in 0..rounds {
        for (item, least) in items.iter().zip(&mut times) {
            let start = ThreadTime::now();
            work(item);
            *least = least.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    times
}

fn report(what: &str, mut times: Vec<f64>) {
    times.sort_unstable_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let p99 = times[(times.len() * 99).div_ceil(100) - 1];
    let most = times[times.len() - 1];
    println!("{what:<58} mean {mean:>10.1} µs   p99 {p99:>10.1}   most {most:>10.1}");
}

/// A board with random safe cells open, without flooding.
fn randomly_opened(side: u32, density: f64, share: f64, index: u64) -> View {
    strewn(side, density, share, index).view().clone()
}

/// A large board after the two rules are stuck.
fn stuck(side: u32) -> View {
    let grid = Grid::new(side, side).unwrap();
    let mines = grid.len() as u32 / 5;
    let mut game = Game::new(Rules::new(GameKind::Score, grid.clone(), mines)).unwrap();
    let mut random = Random::named("stuck", [5, 0]);
    open_some(&mut game, grid.len() as u32 / 50, &mut random);
    // To a fixpoint of the rules, by the workspace's own certain cells once.
    let mut workspace = Workspace::default();
    for _ in 0..6 {
        let view = game.view().clone();
        let posterior = workspace.solve(&view).unwrap();
        let safe: Vec<Cell> = grid.cells().filter(|&cell| posterior.is_safe(cell)).collect();
        for cell in safe {
            let _ = game.play(Action::Open(cell));
        }
    }
    game.view().clone()
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

/// Positions on expert under an uncertain rule where random cells are open, mines
/// among them.
fn uncertain(rule: &str, count: u64) -> Vec<View> {
    let grid = Grid::new(30, 16).unwrap();
    let mut rules = Rules::new(GameKind::Score, grid.clone(), 99);
    rules.clues = rule.parse().unwrap();
    let mut game = Game::new(rules).unwrap();
    let mut random = Random::for_player(Deal::new(5, 1), rule);
    (0..count)
        .map(|index| {
            game.deal(Deal::new(6, index));
            let share = 0.1 + 0.8 * index as f64 / count as f64;
            while f64::from(game.view().opened()) < share * 480.0 {
                let _ = game.play(Action::Open(Cell::new(random.below(480))));
            }
            game.view().clone()
        })
        .collect()
}

fn main() {
    let mut workspace = Workspace::default();
    let positions = guess_positions(300);
    report(
        "expert, a guess is due, all probabilities",
        measure(&positions, 20, |view| {
            workspace.solve(view).unwrap();
        }),
    );
    for side in [100, 300, 1000] {
        let view = stuck(side);
        report(
            &format!("{side}x{side} at 20 %, stuck"),
            measure(&[view], 3, |view| {
                workspace.solve(view).unwrap();
            }),
        );
    }
    let large: Vec<View> = (0..5).map(|index| randomly_opened(100, 0.3, 0.5, index)).collect();
    let mut failed = 0;
    report(
        "100x100, half of the safe cells open, 30 %",
        measure(&large, 1, |view| failed += u32::from(workspace.solve(view).is_err())),
    );
    println!("{:<58} {failed}", "of these over budget");
    for density in [0.3, 0.4] {
        let views: Vec<View> =
            (0..40).map(|index| randomly_opened(30, density, 0.5, index)).collect();
        let mut failed = 0;
        report(
            &format!("30x30, half of the safe cells open, {:.0} %", 100.0 * density),
            measure(&views, 1, |view| failed += u32::from(workspace.solve(view).is_err())),
        );
        println!("{:<58} {failed}", "of these over budget");
    }
    let (expert, intermediate) = (Grid::new(30, 16).unwrap(), Grid::new(16, 16).unwrap());
    let sets = [
        ("expert, silent:0.7, forgiving play", forgiving("silent:0.7", &expert, 99, 10)),
        ("expert, optimistic, forgiving play", forgiving("optimistic", &expert, 99, 10)),
        ("16x16/40, cautious, forgiving play", forgiving("cautious", &intermediate, 40, 4)),
        ("expert, silent:0.7, random cells open", uncertain("silent:0.7", 60)),
        ("expert, optimistic, random cells open", uncertain("optimistic", 60)),
        ("expert, cautious, random cells open", uncertain("cautious", 60)),
        // Last, because it takes minutes.
        ("expert, cautious, forgiving play", forgiving("cautious", &expert, 99, 1)),
    ];
    for (name, views) in sets {
        let mut failed = 0;
        report(
            name,
            measure(&views, 1, |view| failed += u32::from(workspace.solve(view).is_err())),
        );
        println!("{:<58} {failed}", "of these over budget");
        let wide: Vec<&View> = views.iter().filter(|view| workspace.solve(view).is_err()).collect();
        let mut errors = Vec::new();
        if !wide.is_empty() {
            report(
                "  estimates of those",
                measure(&wide, 1, |view| {
                    errors.extend(estimate(view, &Options::default(), 1).map(|found| found.error));
                }),
            );
            println!("{:<58} {errors:.4?}", "  with errors of");
        }
    }
}

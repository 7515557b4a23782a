//! Positions for measurements: of inference, of players (`crates/players/benches/works`) and beside
//! other programs (`crates/witnesses`).

#![allow(dead_code, reason = "each measures some of them")]

use surefoot_inference::{Analyst, Workspace};
use surefoot_rules::{
    Action, Cell, Deal, Game, GameKind, Grid, Level, Random, Rules, Status, View,
};

/// Expert games of a seed, of certain cells and likeliest safe cells, view by view: those in which
/// nothing is certainly safe, or all of them, one after each cell that is opened.
pub(crate) fn expert_games(seed: u64, all: bool) -> impl Iterator<Item = Vec<View>> {
    let Level { width, height, mines } = Level::EXPERT;
    let grid = Grid::new(width, height).unwrap();
    let mut game = Game::new(Rules::new(GameKind::Win, grid.clone(), mines)).unwrap();
    let mut analyst = Analyst::default();
    (0..).map(move |index| {
        game.deal(Deal::new(seed, index));
        game.play(Action::Open(grid.middle())).unwrap();
        let (mut views, mut safe) = (Vec::new(), Vec::new());
        while game.status() == Status::Playing {
            let view = game.view().clone();
            let posterior = analyst.step(&view, &mut safe).unwrap();
            let due = posterior.is_some();
            safe.extend(posterior.and_then(|posterior| posterior.safest()).map(|(cell, _)| cell));
            if due || all {
                views.push(view);
            }
            for &cell in &safe {
                if game.play(Action::Open(cell)).is_ok() && all {
                    break;
                }
            }
        }
        views
    })
}

/// Expert positions of so many games in which a guess is due, 25 to 90 % open.
pub(crate) fn due(games: usize) -> Vec<View> {
    let due = |view: &View| (0.25..0.9).contains(&(f64::from(view.opened()) / 480.0));
    expert_games(77, false).take(games).flatten().filter(due).collect()
}

/// A large board after counting once is stuck.
pub(crate) fn stuck(side: u32) -> Game {
    let grid = Grid::new(side, side).unwrap();
    let mines = grid.len() as u32 / 5;
    let mut game = Game::new(Rules::new(GameKind::Score, grid.clone(), mines)).unwrap();
    let mut random = Random::named("stuck", [5, 0]);
    for _ in 0..grid.len() / 50 {
        let _ = game.play(Action::Open(Cell::new(random.below(grid.len() as u32))));
    }
    let mut workspace = Workspace::default();
    for _ in 0..6 {
        let view = game.view().clone();
        let posterior = workspace.solve(&view).unwrap();
        let safe: Vec<Cell> = grid.cells().filter(|&cell| posterior.is_safe(cell)).collect();
        for cell in safe {
            let _ = game.play(Action::Open(cell));
        }
    }
    game
}

/// Positions on expert under an uncertain rule where random cells are open, mines among them.
pub(crate) fn uncertain(rule: &str) -> Vec<View> {
    let mut rules = Rules::new(GameKind::Score, Grid::new(30, 16).unwrap(), 99);
    rules.clues = rule.parse().unwrap();
    let mut game = Game::new(rules).unwrap();
    let mut random = Random::for_player(Deal::new(5, 1), rule);
    let position = |index| {
        game.deal(Deal::new(6, index));
        let share = 0.1 + 0.8 * index as f64 / 60.0;
        while f64::from(game.view().opened()) < share * 480.0 {
            let _ = game.play(Action::Open(Cell::new(random.below(480))));
        }
        game.view().clone()
    };
    (0..60).map(position).collect()
}

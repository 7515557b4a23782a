//! What the engine and its players are given when they are measured: in time (`speed.rs`) and in
//! instructions (`instructions/` at the top of the repository), the same work in both.

use surefoot_inference::no_guess::{Logic, Maker, Wish};
use surefoot_inference::{Analyst, Workspace};
use surefoot_players::Roster;
use surefoot_rules::{
    Action, Cell, Deal, Game, GameKind, Grid, Level, Player, Promise, Random, Rules, Status, View,
    episode,
};

/// Games of certain cells and likeliest safe cells, view by view: those in which nothing is
/// certainly safe, or all of them, one after each cell that is opened.
pub(crate) fn expert_games(count: u64, all: bool) -> Vec<Vec<View>> {
    let Level { width, height, mines } = Level::EXPERT;
    let grid = Grid::new(width, height).unwrap();
    let mut game = Game::new(Rules::new(GameKind::Win, grid.clone(), mines)).unwrap();
    let mut analyst = Analyst::default();
    let play = |index| {
        game.deal(Deal::new(77, index));
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
    };
    (0..count).map(play).collect()
}

/// Expert positions of so many games in which a guess is due, 25 to 90 % open.
pub(crate) fn due(games: u64) -> Vec<View> {
    let due = |view: &View| (0.25..0.9).contains(&(f64::from(view.opened()) / 480.0));
    expert_games(games, false).into_iter().flatten().filter(due).collect()
}

/// A player at the table: plays the expert deal of a number and says whether it won. The first
/// click, which is looked for once, is behind it.
pub(crate) fn seated(player: &str) -> impl FnMut(u64) -> bool {
    let Level { width, height, mines } = Level::EXPERT;
    let rules = Rules::new(GameKind::Win, Grid::new(width, height).unwrap(), mines);
    let mut game = Game::new(rules).unwrap();
    let mut player = Roster::standard().call(player).unwrap();
    let mut play = move |index| {
        let deal = Deal::new(1, index);
        game.deal(deal);
        episode::play(&mut game, &mut player, Random::for_player(deal, "speed")).won()
    };
    play(0);
    play
}

/// Expert games of a player: the table before the first click, and what was done.
#[allow(dead_code, reason = "instructions are counted of less")]
pub(crate) fn played(player: &str, count: u64) -> Vec<(Game, Vec<Action>)> {
    let Level { width, height, mines } = Level::EXPERT;
    let mut rules = Rules::new(GameKind::Win, Grid::new(width, height).unwrap(), mines);
    rules.promise = Promise::Safe;
    let mut game = Game::new(rules.clone()).unwrap();
    let play = |index| {
        let deal = Deal::new(1, index);
        game.deal(deal);
        let mut who = Roster::standard().call(player).unwrap();
        who.begin(&game.brief(), game.view(), Random::for_player(deal, "speed"));
        let mut actions = Vec::new();
        while game.status() == Status::Playing {
            let action = who.choose(game.view()).action;
            game.play(action).unwrap();
            actions.push(action);
        }
        let mut beginning = Game::new(rules.clone()).unwrap();
        beginning.lay(game.layout().unwrap(), Deal::default()).unwrap();
        (beginning, actions)
    };
    (0..count).map(play).collect()
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

/// Positions on expert under cautious clues where random cells are open, mines among them.
pub(crate) fn uncertain() -> Vec<View> {
    let mut rules = Rules::new(GameKind::Score, Grid::new(30, 16).unwrap(), 99);
    rules.clues = "cautious".parse().unwrap();
    let mut game = Game::new(rules).unwrap();
    let mut random = Random::for_player(Deal::new(5, 1), "cautious");
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

/// Makes expert boards without a guess, for full logic.
pub(crate) fn maker() -> Maker {
    let Level { width, height, mines } = Level::EXPERT;
    let grid = Grid::new(width, height).unwrap();
    let (promise, first, logic) = (Promise::Opening, grid.middle(), Logic::Full);
    Maker::new(Wish { grid, mines, promise, first, logic }).unwrap()
}

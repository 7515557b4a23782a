//! Following a game against reading every view of it afresh: facts, components and all that is
//! counted of them, while cells are opened and moves taken back.

#![allow(clippy::unwrap_used)]

use surefoot_inference::{Analyst, Suppose, Workspace};
use surefoot_rules::{
    Action, Cell, Deal, Game, GameKind, Promise, Random, Rules, Status, Tile, View,
};
use surefoot_testing::{Cases, any_grid, dealt};

/// A game of clues that tell the truth; in most a mine ends nothing.
fn game(random: &mut Random) -> Game {
    let grid = any_grid(random, 2..=14, 2..=9);
    let dense = 1 + random.below(3);
    let mines = random.below(grid.len() as u32 * dense / 6 + 1);
    let kind = if random.below(4) == 0 { GameKind::Win } else { GameKind::Score };
    let mut rules = Rules::new(kind, grid, mines);
    rules.promise = Promise::None;
    rules.told = random.below(3) > 0;
    if random.below(4) == 0 {
        rules.clues = "silent:0.7".parse().unwrap();
    }
    dealt(rules, Deal::new(random.bits(), 0))
}

fn moves(game: &mut Game, random: &mut Random) {
    for _ in 0..=random.below(4) {
        let cell = Cell::new(random.below(game.view().grid().len() as u32));
        let flag = random.below(8) == 0;
        // Mines are met, but seldom.
        let mine = game.layout().is_some_and(|layout| layout.is_mine(cell));
        if flag || !mine || random.below(20) == 0 {
            let _ = game.play(if flag { Action::Flag(cell) } else { Action::Open(cell) });
        }
    }
}

/// Everything that is said of a view, to the last bit.
fn all_said(view: &View, probability: impl Fn(Cell) -> Option<f64>) -> Vec<Option<u64>> {
    view.grid().cells().map(|cell| probability(cell).map(f64::to_bits)).collect()
}

fn follow_games(cases: u64) {
    let (mut analyst, mut fresh) = (Analyst::default(), Workspace::default());
    let mut stepping = Analyst::default();
    let (mut taken_back, mut compared, mut found) = (0, 0, Vec::new());
    let drawn = Cases::new("follow", cases);
    for index in 0..cases {
        let random = &mut drawn.random(index);
        let mut game = game(random);
        let mut earlier = vec![game.clone()];
        for _ in 0..30 {
            if random.below(4) == 0 && earlier.len() > 1 {
                // Some moves are taken back, at times all of them.
                let keep =
                    earlier.len() - 1 - random.below(3.min(earlier.len() as u32 - 1)) as usize;
                earlier.truncate(if random.below(20) == 0 { 1 } else { keep });
                game = earlier[earlier.len() - 1].clone();
                taken_back += 1;
            } else {
                moves(&mut game, random);
                earlier.push(game.clone());
            }
            let view = game.view();
            let afresh = fresh.solve(view).unwrap();
            let followed = analyst.follow(view).unwrap();
            let expected = all_said(view, |cell| afresh.probability(cell));
            assert_eq!(all_said(view, |cell| followed.probability(cell)), expected, "{view:?}");
            assert_eq!(followed.sea(), afresh.sea(), "{view:?}");
            assert_eq!(followed.coin_flips(), afresh.coin_flips(), "{view:?}");
            compared += expected.len();
            // Who counts only where the rules are stuck gets there by other ways.
            let guess = stepping.step(view, &mut found).unwrap();
            let safe = |cell: &Cell| view.tile(*cell).is_closed() && afresh.is_safe(*cell);
            assert!(found.iter().all(safe), "{found:?}\n{view:?}");
            if let Some(guess) = guess {
                let hidden = || view.hidden();
                assert!(!hidden().any(|cell| afresh.is_safe(cell)), "{view:?}");
                let stepped = all_said(view, |cell| guess.probability(cell));
                assert_eq!(stepped, expected, "{view:?}");
            }
            if game.status() != Status::Playing {
                break;
            }
        }
    }
    assert!(taken_back > 3 * cases, "{taken_back}");
    assert!(compared > 500 * cases as usize, "{compared}");
}

#[test]
fn following_is_reading_afresh() {
    follow_games(200);
}

#[test]
#[ignore = "slow: scripts/test --all"]
fn following_thousands_of_games_is_reading_afresh() {
    follow_games(5_000);
}

/// Whatever was supposed before, a supposition is the analysis of the view it supposes, and
/// the same whoever supposes it.
#[test]
fn suppositions_leave_no_trace() {
    let mut workspace = Workspace::default();
    let mut suppose = Suppose::default();
    let mut compared = 0;
    let drawn = Cases::new("suppose and take back", 150);
    for index in 0..150 {
        let random = &mut drawn.random(index);
        let mut game = game(random);
        for _ in 0..6 {
            moves(&mut game, random);
        }
        let view = game.view().clone();
        let posterior = workspace.solve(&view).unwrap();
        for _ in 0..20 {
            let cell = Cell::new(random.below(view.grid().len() as u32));
            if view.tile(cell) != Tile::Hidden {
                continue;
            }
            let number = random.below(4) as u8;
            let mut other = Suppose::default();
            match random.below(3) {
                0 => {
                    let numbers = suppose.numbers(&posterior, cell).map(<[f64]>::to_vec);
                    let expected = other.numbers(&posterior, cell).map(<[f64]>::to_vec);
                    assert_eq!(numbers, expected, "{view:?}");
                }
                1 => {
                    let number = (random.below(4) > 0).then_some(number);
                    let found = suppose.rules_find(&posterior, cell, number);
                    assert_eq!(found, other.rules_find(&posterior, cell, number), "{view:?}");
                }
                _ => {
                    let used = suppose.open(&posterior, cell, number);
                    let new = other.open(&posterior, cell, number);
                    assert_eq!(used.is_ok(), new.is_ok(), "{view:?}");
                    let (Ok(used), Ok(new)) = (used, new) else { continue };
                    let expected = all_said(&view, |cell| new.probability(cell));
                    assert_eq!(all_said(&view, |cell| used.probability(cell)), expected);
                    assert_eq!((used.safest(), used.certain()), (new.safest(), new.certain()));
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

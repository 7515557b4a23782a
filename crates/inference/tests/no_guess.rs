//! No-guess boards: what two clues can tell, walks that are sound, deals that are uniform.
//! That players finish them is tested beside the players.

#![allow(clippy::unwrap_used, clippy::cast_possible_wrap)]

use std::collections::{HashMap, HashSet};

use surefoot_inference::no_guess::{Logic, Maker, NoGuessError, Sweeper, Walk, Wish, deal};
use surefoot_inference::{Prover, Unknown, oracle};
use surefoot_rules::{
    Action, Cell, Deal, Game, GameKind, Grid, Layout, Promise, Rules, Status, Tile, layout,
};

/// Whether single clues and pairs finish a board, by the slow definition: every two
/// clues of the board again and again, every number of mines that they may share.
fn finished_by_pairs(layout: &Layout, first: Cell) -> bool {
    let grid = layout.grid();
    let mut game = Game::new(Rules::on(GameKind::Win, layout)).unwrap();
    game.lay(layout, Deal::default()).unwrap();
    game.play(Action::Open(first)).unwrap();
    let mut mines: HashSet<Cell> = HashSet::new();
    while game.status() == Status::Playing {
        let clues: Vec<(HashSet<Cell>, i32)> = grid
            .cells()
            .filter_map(|cell| {
                let Tile::Clue(shown) = game.view().tile(cell) else { return None };
                let closed = |c: &Cell| game.view().tile(*c).is_closed();
                let around: Vec<Cell> =
                    grid.neighbours(cell).iter().copied().filter(closed).collect();
                let known = around.iter().filter(|c| mines.contains(c)).count() as i32;
                let unknown = around.into_iter().filter(|c| !mines.contains(c)).collect();
                Some((unknown, i32::from(shown) - known))
            })
            .collect();
        let mut safe: HashSet<Cell> = HashSet::new();
        let before = mines.len();
        for (one, need) in &clues {
            for (other, wanted) in &clues {
                let shared: HashSet<Cell> = one & other;
                let (ours, theirs) = (one - other, other - one);
                let fits = |both: &i32| {
                    (0..=ours.len() as i32).contains(&(need - both))
                        && (0..=theirs.len() as i32).contains(&(wanted - both))
                };
                let ways: Vec<i32> = (0..=shared.len() as i32).filter(fits).collect();
                let of_ours = |both: &i32| need - both;
                if ways.iter().all(|both| of_ours(both) == ours.len() as i32) {
                    mines.extend(&ours);
                }
                if ways.iter().all(|both| of_ours(both) == 0) {
                    safe.extend(&ours);
                }
                if ways.iter().all(|both| *both == shared.len() as i32) {
                    mines.extend(&shared);
                }
                if ways.iter().all(|both| *both == 0) {
                    safe.extend(&shared);
                }
            }
        }
        if safe.is_empty() && mines.len() == before {
            return false;
        }
        for cell in safe {
            let _ = game.play(Action::Open(cell));
        }
    }
    true
}

#[test]
fn pairs_are_all_that_two_clues_can_tell() {
    let grid = Grid::new(8, 8).unwrap();
    let mut dealer = surefoot_rules::Dealer::new(grid.clone(), 11).unwrap();
    let mut sweeper = Sweeper::new(grid.clone(), 11).unwrap();
    let mut layout = Layout::empty(grid.clone());
    let mut kept = 0;
    for index in 0..60 {
        dealer.deal(Deal::new(8, index), Promise::Opening, grid.middle(), &mut layout).unwrap();
        let ours = sweeper.finishes(&layout, grid.middle(), Logic::Pairs);
        assert_eq!(ours, finished_by_pairs(&layout, grid.middle()), "deal {index}");
        kept += u32::from(ours);
    }
    assert!((10..55).contains(&kept), "{kept}");
}

/// Every deduction of a walk is true by enumeration of small boards, and needed.
#[test]
fn walks_are_sound_by_enumeration() {
    walks_are_sound(8);
}

#[test]
#[ignore = "slow: scripts/test --all"]
fn more_walks_are_sound_by_enumeration() {
    walks_are_sound(40);
}

fn walks_are_sound(deals: u64) {
    let grid = Grid::new(5, 4).unwrap();
    let mut dealer = surefoot_rules::Dealer::new(grid.clone(), 5).unwrap();
    let mut layout = Layout::empty(grid.clone());
    for index in 0..deals {
        dealer.deal(Deal::new(7, index), Promise::Safe, grid.middle(), &mut layout).unwrap();
        let walk = Walk::over(&layout, grid.middle()).unwrap();
        let mut game = Game::new(Rules::on(GameKind::Win, &layout)).unwrap();
        game.lay(&layout, Deal::default()).unwrap();
        game.play(Action::Open(grid.middle())).unwrap();
        // Where a guess is noted, nothing is certain by enumeration; else the cell is.
        let mut steps: Vec<Cell> = walk.deductions.iter().map(|d| d.proof.cell).collect();
        let guesses: HashMap<u32, Cell> =
            walk.guesses.iter().map(|stuck| (stuck.opened, stuck.cell)).collect();
        steps.reverse();
        while game.status() == Status::Playing {
            let truth = oracle::enumerate(game.view(), Unknown::AnyTotal).unwrap();
            let safe = |cell: &Cell| !truth.possible[cell.index()].1;
            if let Some(&cell) = guesses.get(&game.view().opened()) {
                assert!(!game.view().hidden().any(|cell| safe(&cell)), "deal {index}");
                game.play(Action::Open(cell)).unwrap();
            } else {
                let next = steps.pop().unwrap();
                assert!(safe(&next), "deal {index}");
                assert!(!Prover::default().prove(game.view(), next).unwrap().mine);
                game.play(Action::Open(next)).unwrap();
            }
        }
    }
}

const DRAWS: u32 = 3_000;

/// On a tiny board every no-guess layout comes up about equally often.
#[test]
fn drawn_boards_are_uniform() {
    let grid = Grid::new(4, 3).unwrap();
    let first = Cell::new(0);
    let wish =
        Wish { grid: grid.clone(), mines: 2, promise: Promise::Opening, first, logic: Logic::Full };
    let mut maker = Maker::new(wish).unwrap();
    let mut counts: HashMap<Vec<Cell>, u32> = HashMap::new();
    for index in 0..DRAWS {
        let found = maker.deal(Deal::new(9, index.into())).unwrap();
        *counts.entry(found.layout.mines().collect()).or_default() += 1;
    }
    // All pairs of mines outside the opening that need no guess.
    let mut sweeper = Sweeper::new(grid.clone(), 2).unwrap();
    let cells: Vec<Cell> =
        grid.cells().filter(|&cell| !Promise::Opening.frees(&grid, first, cell)).collect();
    let mut expected = 0;
    for (at, &one) in cells.iter().enumerate() {
        for &other in &cells[at + 1..] {
            let layout = Layout::new(grid.clone(), [one, other]).unwrap();
            let free = sweeper.finishes(&layout, first, Logic::Full);
            assert_eq!(free, counts.contains_key(&vec![one, other]), "{layout:?}");
            expected += u32::from(free);
        }
    }
    assert!(expected > 5);
    // Chi squared with `expected - 1` degrees of freedom; the seed is fixed.
    let mean = f64::from(DRAWS) / f64::from(expected);
    let chi: f64 = counts.values().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
    assert!(chi < f64::from(expected) + 5.0 * f64::from(2 * expected).sqrt(), "{chi} {expected}");
}

#[test]
fn what_cannot_be_is_said() {
    // One safe cell beside the first, and two cells to choose from: always a guess.
    let grid = Grid::new(3, 1).unwrap();
    let first = Cell::new(1);
    let wish = Wish { grid, mines: 1, promise: Promise::Safe, first, logic: Logic::Full };
    let error = deal(&wish, Deal::new(0, 0)).unwrap_err();
    assert!(matches!(error, NoGuessError::GaveUp { .. }), "{error}");
    let full = Wish { promise: Promise::Opening, ..wish };
    assert!(matches!(deal(&full, Deal::new(0, 0)).unwrap_err(), NoGuessError::Deal(_)));
    let board = layout!["M . M"];
    assert!(Walk::over(&board, Cell::new(0)).unwrap().deductions.is_empty());
}

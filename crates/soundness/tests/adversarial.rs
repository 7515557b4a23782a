//! Positions built to break counting in doubles, against whole numbers.

#![allow(clippy::unwrap_used)]

use surefoot_inference::{Unknown, Workspace};
use surefoot_rules::{Cell, Draft, Grid, Random, Tile, View};
use surefoot_soundness::constructed::{board, chain, tree, uncertain};
use surefoot_soundness::whole_numbers::{System, largest_error, ratio};
use surefoot_testing::Cases;

/// Runs over views; how many were answered.
fn compare(name: &'static str, count: u64, draw: impl Fn(&mut Random) -> (View, Unknown)) -> u64 {
    let cases = Cases::new(name, count);
    let mut answered = 0;
    for index in 0..count {
        let mut random = cases.random(index);
        let (view, unknown) = draw(&mut random);
        if let Some(error) = largest_error(&view, unknown, &mut random) {
            assert!(error <= 1e-9, "case {index}: off by {error:e} under {unknown:?} in\n{view:?}");
            answered += 1;
        }
    }
    answered
}

#[test]
fn some_positions_built_to_mislead_are_counted_rightly() {
    for (name, draw) in [("chain", chain as fn(&mut Random) -> _), ("tree", tree), ("board", board)]
    {
        assert_eq!(compare(name, 60, draw), 60, "{name}");
    }
    assert_eq!(compare("uncertain", 60, uncertain), 60);
}

#[test]
#[ignore = "slow: ten thousand positions in whole numbers"]
fn ten_thousand_positions_built_to_mislead_are_counted_rightly() {
    for (name, count, draw) in [
        ("chain", 4_000, chain as fn(&mut Random) -> _),
        ("tree", 3_500, tree),
        ("board", 3_000, board),
    ] {
        assert_eq!(compare(name, count, draw), count, "{name}");
    }
}

#[test]
#[ignore = "slow: three thousand positions in whole numbers"]
fn three_thousand_uncertain_positions_are_counted_rightly() {
    assert_eq!(compare("uncertain", 3_000, uncertain), 3_000);
}

/// The chain that was called "100.00 % safe", and what broke under uncertain clues.
#[test]
fn what_was_wrong_once_is_right() {
    // Columns of one cell and an opened mine, and of two cells, change places half way.
    let columns = |n: usize| {
        let mut columns = Vec::new();
        for _ in 0..n {
            columns.extend(["*M", "22", "**", "22"]);
        }
        for _ in 0..n {
            columns.extend(["**", "22", "*M", "22"]);
        }
        columns.push("**");
        columns
    };
    let columns = columns(200);
    let grid = Grid::new(columns.len() as u32, 2).unwrap();
    let tile = |x: usize, y: usize| columns[x].as_bytes()[y];
    let open_mines = |x: usize| usize::from(tile(x, 1) == b'M');
    let tiles =
        (0..2).flat_map(|y| (0..columns.len()).map(move |x| (x, y))).map(|(x, y)| {
            match tile(x, y) {
                b'*' => Tile::Hidden,
                b'M' => Tile::Mine,
                _ => Tile::Clue((1 + open_mines(x - 1) + open_mines(x + 1)) as u8),
            }
        });
    let view = View::try_from(Draft::with_tiles(grid, None, tiles.collect())).unwrap();
    let system = System::of(&view);
    let unknown = Unknown::AnyTotal;
    let whole = system.weigh(&system.ways(None), None, unknown);
    let mines = system.weigh(&system.ways(Some(0)), None, unknown);
    let mut workspace = Workspace::default();
    let found = workspace.solve(&view).unwrap().probability(Cell::new(0)).unwrap();
    assert!((found - ratio(&mines, &whole)).abs() < 1e-9, "{found}");
    assert!((found - 0.4).abs() < 1e-3, "{found}");
}

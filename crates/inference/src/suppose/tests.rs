//! Suppositions against analyses of the views they suppose.

use super::*;
use crate::Workspace;
use surefoot_rules::{Draft, Tile, View};
use surefoot_testing::small_game;

/// However unlikely its mine, a cell that may have one is not quite safe, in a supposition
/// too.
#[test]
fn what_is_supposed_is_not_certain_by_a_small_number() {
    for mine in [0.0, 1e-300, 1e-17] {
        let unlikely = Marginal { mine, can_be_safe: true, can_be_mine: true, always_one: false };
        assert!(safest([unlikely].iter()) < 1.0, "{mine}");
        assert!(safest([unlikely, Marginal::certain(false)].iter()) >= 1.0);
    }
}

/// A copy that was made while something was supposed had that to take back, and nothing to take it
/// back from.
#[test]
fn a_copy_supposes_nothing() {
    let view = surefoot_rules::view!["5x3/3", "* * * * *", "* 1 2 2 *", "* * * * *"];
    let mut workspace = Workspace::default();
    let posterior = workspace.solve(&view).unwrap();
    let mut suppose = Suppose::default();
    for cell in view.hidden() {
        for number in 0..4 {
            let ours = suppose.open(&posterior, cell, number).map(|view| view.safest());
            let mut copy = suppose.clone();
            let theirs = copy.open(&posterior, cell, number).map(|view| view.safest());
            assert_eq!(ours, theirs, "{cell:?} {number}");
            let (ours, theirs) =
                (suppose.numbers(&posterior, cell), copy.numbers(&posterior, cell));
            assert_eq!(ours, theirs, "{cell:?}");
        }
    }
}

/// A supposition is the analysis of the view it supposes.
#[test]
fn suppositions_are_analyses() {
    let (mut workspace, mut other) = (Workspace::default(), Workspace::default());
    let mut suppose = Suppose::default();
    let mut counted = 0;
    for index in 0..300 {
        let game = small_game("suppose", [4, index], [3..9, 3..9], (1, 3), 1..13);
        let view = game.view().clone();
        let posterior = workspace.solve(&view).unwrap();
        for cell in view.hidden() {
            let truth = other.numbers(&view, cell).unwrap();
            let ours = suppose.numbers(&posterior, cell).map(<[f64]>::to_vec);
            if posterior.is_mine(cell) {
                continue;
            }
            let (ours, truth) = (ours.unwrap(), truth.unwrap());
            for (a, b) in ours.iter().zip(&truth) {
                assert!((a - b).abs() < 1e-9, "{ours:?} {truth:?}");
            }
            for (number, &share) in truth.iter().enumerate() {
                let mut tiles = view.tiles().to_vec();
                tiles[cell.index()] = Tile::Clue(number as u8);
                let draft = Draft::with_tiles(view.grid().clone(), view.mines(), tiles);
                let opened = View::try_from(draft).unwrap();
                let supposed = suppose.open(&posterior, cell, number as u8);
                let Ok(after) = other.solve(&opened) else {
                    assert!(share == 0.0);
                    continue;
                };
                let supposed = supposed.unwrap();
                let mut safest = 0.0_f64;
                for hidden in opened.hidden() {
                    let p = after.probability(hidden).unwrap();
                    safest = safest.max(1.0 - p);
                    if let Some(q) = supposed.probability(hidden) {
                        assert!((p - q).abs() < 1e-9);
                        counted += 1;
                    }
                }
                if opened.hidden().count() as u32 + view.opened_mines() > game.rules().mines {
                    assert!((safest - supposed.safest()).abs() < 1e-9);
                }
            }
        }
    }
    assert!(counted > 10_000, "{counted}");
}

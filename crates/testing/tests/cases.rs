//! What a failing case says.

#![allow(clippy::unwrap_used)]

use std::panic::{self, AssertUnwindSafe};

use surefoot_rules::{Deal, Dealer, Draft, Grid, Layout, Promise, Random, Tile, View};
use surefoot_testing::{Cases, seed};

/// A board of which a third of the cells is open.
fn position(random: &mut Random) -> View {
    let grid = Grid::new(4 + random.below(4), 4 + random.below(4)).unwrap();
    let mines = grid.len() as u32 / 4;
    let mut layout = Layout::empty(grid.clone());
    let mut dealer = Dealer::new(grid.clone(), mines).unwrap();
    dealer.deal(Deal::new(random.bits(), 0), Promise::None, grid.middle(), &mut layout).unwrap();
    let mut draft = Draft::new(grid, Some(mines));
    for cell in layout.safe().filter(|_| random.below(3) == 0) {
        draft.tiles[cell.index()] = Tile::Clue(layout.number(cell));
    }
    View::try_from(draft).unwrap()
}

/// What a check says that fails.
fn said(holds: impl FnMut(&View)) -> String {
    let cases = Cases::new("said", 100);
    let failed = panic::catch_unwind(AssertUnwindSafe(|| cases.check(position, holds)));
    failed.unwrap_err().downcast_ref::<String>().unwrap().clone()
}

#[test]
fn a_failing_board_is_made_small() {
    let threes = |view: &View| view.tiles().iter().filter(|&&t| t == Tile::Clue(3)).count();
    let text = said(|view| assert_eq!(threes(view), 0, "threes in {view:?}"));
    assert!(text.starts_with("said: case "), "{text}");
    assert!(text.contains(&format!("SUREFOOT_TEST_SEED={}", seed())), "{text}");
    // A 3 needs three neighbours; nothing else is left.
    let (_, small) = text.split_once("made smaller in ").unwrap();
    let small = small.lines().nth(1).unwrap();
    let tiles: String = small.split('"').skip(3).step_by(2).collect();
    let tiles = tiles.replace(' ', "");
    assert_eq!(tiles.replace('?', ""), "3", "{text}");
    assert_eq!(tiles.len(), 4, "{text}");
    assert!(small.starts_with(r#"view!["2x2/?""#), "{text}");
}

/// A smaller board that fails for another reason is not taken for the first one.
#[test]
fn another_failure_is_another_matter() {
    let text = said(|view| {
        let four = Tile::Clue(4);
        assert!(view.grid().len() >= 12, "too small for this test");
        assert!(!view.tiles().contains(&four), "there is a four");
    });
    assert!(text.ends_with("there is a four"), "{text}");
}

#[test]
fn cases_are_the_same_in_every_run() {
    let drawn = || {
        let mut all = Vec::new();
        Cases::new("same", 20).check(position, |view| all.push(view.clone()));
        all
    };
    assert_eq!(drawn(), drawn());
    assert_ne!(drawn()[0], drawn()[1]);
}

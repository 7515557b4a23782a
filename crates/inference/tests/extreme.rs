//! Positions that are large or extreme, and answered all the same.

#![allow(clippy::unwrap_used)]

use surefoot_inference::{Analysis, AnalysisError, Options, Unknown, Workspace};
use surefoot_rules::{Cell, Draft, Grid, Tile, View, view};
use surefoot_testing::under;

/// However often clues were asked, layers that are as unlikely as that are no floor that anything
/// falls through, and no counter runs over.
#[test]
fn clues_asked_a_billion_times_are_answered() {
    let rows = view!["7x2/?", "0M0M0M0", "*******"];
    let ring = view!["3x3/?", "333", "3*3", "333"];
    for (view, clues) in [(&rows, "optimistic:q=0.99"), (&ring, "cautious:q=0.999")] {
        let answer = |asks| Analysis::of(&under(view, clues, asks));
        let often = answer(1_000_000).unwrap();
        for asks in [100_000_000, 500_000_000, 1_000_000_000, u32::MAX] {
            let analysis = answer(asks).unwrap();
            let asked = format!("{clues}, asked {asks} times");
            for (ours, theirs) in analysis.probability.iter().zip(&often.probability) {
                let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
                assert!((ours - theirs).abs() < 1e-9, "{asked}: {ours}, not {theirs}");
            }
            assert_eq!((analysis.safe(), analysis.mines()), (often.safe(), often.mines()));
        }
    }
}

/// What is no density makes nothing certain: it is refused, unless it is not needed.
#[test]
fn what_is_no_density_is_refused() {
    let solve = |view: &View, p| {
        let options = Options { unknown: Unknown::Density(p), ..Options::default() };
        Analysis::with(view, options).map(|analysis| analysis.safe().len())
    };
    let (untold, told) = (view!["5x1/?", "* 1 * * *"], view!["5x1/2", "* 1 * * *"]);
    for p in [f64::NAN, -0.5, 0.0, 1.0, 1.5, f64::INFINITY] {
        assert_eq!(solve(&untold, p), Err(AnalysisError::NotADensity), "{p}");
        assert_eq!(solve(&told, p), Ok(0), "{p}");
    }
    for p in [1e-300, 1.0 - f64::EPSILON] {
        assert_eq!(solve(&untold, p), Ok(0), "{p}");
    }
}

/// A cell that has a mine once in 10¹³ has fewer closed neighbours than those that never have one.
#[test]
fn only_what_is_certain_ties_with_what_is() {
    let view = view!["3x3/?", "0**", "***", "***"];
    let options = Options { unknown: Unknown::Density(1e-13), ..Options::default() };
    let mut workspace = Workspace::new(options);
    let posterior = workspace.solve(&view).unwrap();
    let (cell, mine) = posterior.safest().unwrap();
    assert!(posterior.is_safe(cell) && mine == 0.0, "{cell:?} has a mine once in {}", 1.0 / mine);
}

/// Of tens of thousands of parts what is kept is narrower than the steps by which its place is
/// looked for, whatever total is told.
#[test]
fn thousands_of_parts_are_counted_under_any_told_total() {
    let parts = 17_000;
    // The middle alone, or both ends.
    let tiles =
        [Tile::Hidden, Tile::Clue(1), Tile::Hidden, Tile::Clue(1), Tile::Hidden, Tile::Silent];
    let mut workspace = Workspace::default();
    for with_two in (0..9).map(|share| share * 2_000 + 137) {
        let grid = Grid::new(6 * parts, 1).unwrap();
        let tiles = tiles.repeat(parts as usize);
        let draft = Draft::with_tiles(grid, Some(parts + with_two), tiles);
        let view = View::try_from(draft).unwrap();
        let posterior = workspace.solve(&view).unwrap();
        let expected = 1.0 - f64::from(with_two) / f64::from(parts);
        for part in [0, 1, 8_000, 16_999] {
            let middle = posterior.probability(Cell::new(6 * part + 2)).unwrap();
            assert!((middle - expected).abs() < 1e-9, "{middle}, not {expected}");
        }
    }
}

/// Two configurations are shown although there are too many to be counted: who asks why a cell is
/// not certain wants to see them, and not their number.
#[test]
fn a_contrast_needs_no_number() {
    let (parts, memory) = (3_000, 12_000_000);
    let tiles = [Tile::Hidden, Tile::Clue(1), Tile::Hidden, Tile::Clue(1), Tile::Hidden];
    let grid = Grid::new(5 * parts, 1).unwrap();
    let tiles = tiles.repeat(parts as usize);
    let draft = Draft::with_tiles(grid, Some(parts + parts / 2), tiles);
    let view = View::try_from(draft).unwrap();
    let mut workspace = Workspace::new(Options { memory, ..Options::default() });
    assert!(workspace.solve(&view).unwrap().solutions().is_err());
    let contrast = workspace.contrast(&view, Cell::new(2)).unwrap().unwrap();
    assert_eq!(contrast.counts(), None);
    assert!(contrast.as_mine.contains(&Cell::new(2)) && !contrast.as_safe.contains(&Cell::new(2)));
    assert_eq!(contrast.as_mine.len() as u32, parts + parts / 2);
}

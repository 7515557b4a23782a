//! Known positions, hard cases, and samples.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use surefoot_inference::{Analysis, AnalysisError, Options, UBig, Unknown, Workspace, oracle};
use surefoot_rules::{
    Action, Cell, ClueRule, Deal, Draft, GameKind, Grid, Point, Promise, Random, Rules, Tile, View,
    notation, view,
};
use surefoot_testing::{dealt, strewn};

fn at(x: u32, y: u32) -> Point {
    Point { x, y }
}

/// The points of cells of a board.
fn points(width: u32, cells: &[Cell]) -> Vec<Point> {
    cells.iter().map(|cell| at(cell.number() % width, cell.number() / width)).collect()
}

fn solutions(analysis: &Analysis) -> String {
    analysis.solutions.as_ref().unwrap().to_string()
}

/// Write-up 001's variable assignment tree, and A, B, C between rows of 1 2 1.
#[test]
fn the_examples_of_the_write_ups_are_solved() {
    let analysis = Analysis::of(&view!["1*2", "***", "*3*"]).unwrap();
    assert_eq!(solutions(&analysis), "3");
    assert_eq!(
        (points(3, &analysis.safe()), points(3, &analysis.mines())),
        (vec![at(0, 1)], vec![at(2, 1)])
    );
    let analysis = Analysis::of(&view!["121", "***", "121"]).unwrap();
    assert_eq!(solutions(&analysis), "1");
    assert_eq!(
        (points(3, &analysis.safe()), points(3, &analysis.mines())),
        (vec![at(1, 1)], vec![at(0, 1), at(2, 1)])
    );
}

fn hidden(width: u32, height: u32, mines: Option<u32>) -> View {
    View::new(Grid::new(width, height).unwrap(), mines).unwrap()
}

#[test]
fn empty_and_full_views_are_no_trouble() {
    let analysis = Analysis::of(&hidden(30, 16, Some(99))).unwrap();
    assert!(analysis.probability.iter().all(|p| (p.unwrap() - 99.0 / 480.0).abs() < 1e-12));
    // C(480, 99), by another program.
    let expected = concat!(
        "5602209993374213454290589857758211080592905027238979",
        "01281458809527214479570631168198385673295159633481600",
    );
    assert_eq!(solutions(&analysis), expected);
    assert_eq!(Analysis::of(&hidden(9, 9, Some(0))).unwrap().safe().len(), 81);
    assert_eq!(Analysis::of(&hidden(9, 9, Some(81))).unwrap().mines().len(), 81);
    let unknown = Analysis::of(&hidden(3, 3, None)).unwrap();
    assert_eq!(solutions(&unknown), "512");
    assert!(unknown.probability.iter().all(|p| (p.unwrap() - 0.5).abs() < 1e-12));
    let open = Analysis::of(&view!["3x1/1", "M 1 0"]).unwrap();
    assert_eq!((solutions(&open).as_str(), open.probability), ("1", vec![None; 3]));
    let mut workspace = Workspace::default();
    let huge = hidden(1000, 1000, Some(200_000));
    let p = workspace.solve(&huge).unwrap().probability(Cell::new(500_500)).unwrap();
    assert!((p - 0.2).abs() < 1e-12);
}

#[test]
fn small_and_odd_boards_are_solved() {
    let row = Analysis::of(&view!["7x1/2", "* 1 * * * 1 *"]).unwrap();
    assert_eq!(solutions(&row), "4");
    let eight = Analysis::of(&view!["3x3/8", "***", "*8*", "***"]).unwrap();
    assert_eq!(eight.mines().len(), 8);
    // Two cells walled off by mines are a pocket of their own: sea, with the rest.
    let pocket = Analysis::of(&view!["4x1/2", "1 * * *"]).unwrap();
    assert_eq!(points(4, &pocket.mines()), [at(1, 0)]);
    assert!((pocket.probability[3].unwrap() - 0.5).abs() < 1e-12);
    // A wrong flag is a claim, not evidence.
    let flagged = Analysis::of(&view!["3x1/1", "F 1 *"]).unwrap();
    assert!((flagged.probability[0].unwrap() - 0.5).abs() < 1e-12);
    // The total decides what the clues leave open.
    let last = Analysis::of(&view!["5x1/2", "* 1 * * *"]).unwrap();
    assert_eq!(solutions(&last), "4");
    let none_left = Analysis::of(&view!["5x1/1", "* 1 * * *"]).unwrap();
    assert_eq!(points(5, &none_left.safe()), [at(3, 0), at(4, 0)]);
}

#[test]
fn clashes_are_named_and_small() {
    let clash = |view: View| match Analysis::of(&view) {
        Err(AnalysisError::Inconsistent(clash)) => {
            (clash.points().collect::<Vec<_>>(), clash.total)
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(clash(view!["3x1/0", "0 1 0"]), (vec![at(1, 0)], false));
    assert!(!clash(view!["4x1/?", "0 * 1 1"]).1);
    assert_eq!(clash(view!["3x3/1", "2 * *", "* * *", "* * *"]), (vec![at(0, 0)], true));
    assert_eq!(clash(view!["3x1/3", "* 1 *"]), (vec![], true));
}

/// Samples are uniform over the configurations: chi-square on small views.
#[test]
fn samples_follow_the_posterior() {
    let uncertain = |view: View, rule: &str| {
        let rule: ClueRule = rule.parse().unwrap();
        View::try_from(Draft { rule, ..Draft::from(view) }).unwrap()
    };
    let views = [
        view!["4x3/4", "1 * * *", "* * 2 *", "* * * *"],
        view!["5x1/2", "* 1 * * *"],
        view!["3x3/?", "1 * 2", "* * *", "* 3 *"],
        view!["6x2/3", "* * * * * *", "1 * * * * 1"],
        uncertain(view!["4x2/?", "1 * * *", "* * 0 *"], "optimistic:q=0.6"),
        uncertain(view!["4x2/3", "2 * * *", "* * 3 *"], "cautious"),
    ];
    let mut random = Random::named("samples", [6, 0]);
    let mut workspace = Workspace::default();
    for view in views {
        let posterior = workspace.solve(&view).unwrap();
        let draws = 20_000;
        let mut seen: HashMap<Vec<Cell>, u32> = HashMap::new();
        for _ in 0..draws {
            *seen.entry(posterior.sample(&mut random)).or_default() += 1;
        }
        let truth = oracle::configurations(&view, Unknown::AnyTotal);
        let whole: f64 = truth.values().sum();
        assert!(seen.keys().all(|mines| truth.contains_key(mines)), "{view:?}");
        let mut chi = 0.0;
        for (mines, weight) in &truth {
            let expected = f64::from(draws) * weight / whole;
            let count = f64::from(seen.get(mines).copied().unwrap_or(0));
            chi += (count - expected).powi(2) / expected;
        }
        // Mean n − 1, variance 2 (n − 1): four and a half deviations.
        let free = truth.len() as f64 - 1.0;
        assert!(chi < free + 4.5 * (2.0 * free).sqrt(), "{chi} of {free} in\n{view:?}");
    }
}

/// Sixty percent of mines on a larger board: an answer, or a clear refusal.
#[test]
fn dense_boards_and_small_budgets_are_answered() {
    let grid = Grid::new(20, 20).unwrap();
    let rules = Rules { promise: Promise::None, ..Rules::new(GameKind::Score, grid.clone(), 240) };
    let mut game = dealt(rules, Deal::new(3, 0));
    let mut random = Random::named("dense", [3, 0]);
    while game.view().opened() < 200 {
        let _ = game.play(Action::Open(Cell::new(random.below(400))));
    }
    let analysis = Analysis::of(game.view()).unwrap();
    let layout = game.layout().unwrap();
    for cell in game.view().hidden() {
        let p = analysis.probability[cell.index()].unwrap();
        let possible = if layout.is_mine(cell) { p > 0.0 } else { p < 1.0 };
        assert!(possible, "the truth is ruled out at {cell:?}");
    }
    let tiny = Options { budget: 10, ..Options::default() };
    assert_eq!(Analysis::with(game.view(), tiny), Err(AnalysisError::OverBudget { budget: 10 }));
}

/// A board too wide for any order until what strips of it decide is taken out.
/// The expected number of mines is the told one, and the truth is possible.
#[test]
fn a_large_dense_board_is_answered() {
    let game = strewn(100, 0.3, 0.5, 1);
    let layout = game.layout().unwrap();
    let mut workspace = Workspace::default();
    let posterior = workspace.solve(game.view()).unwrap();
    let (mut expected, mut certain) = (0.0, 0);
    for cell in game.view().hidden() {
        expected += posterior.probability(cell).unwrap();
        let mine = layout.is_mine(cell);
        assert!(!(mine && posterior.is_safe(cell) || !mine && posterior.is_mine(cell)));
        certain += u32::from(posterior.is_safe(cell) || posterior.is_mine(cell));
    }
    assert!((expected - 3_000.0).abs() < 1e-6, "{expected}");
    assert!(certain > 3_000, "{certain}");
    let unsure = |&cell: &Cell| !posterior.is_safe(cell) && !posterior.is_mine(cell);
    let cell = game.view().hidden().find(unsure).unwrap();
    let numbers = workspace.numbers(game.view(), cell).unwrap().unwrap();
    assert!((numbers.iter().sum::<f64>() - 1.0).abs() < 1e-9);
}

/// Clues that speak against the told total so strongly that all that is possible
/// has a weight no double can hold: it is possible nevertheless.
#[test]
fn an_unlikely_total_is_not_an_impossible_one() {
    let blocks = 300;
    let grid = Grid::new(3 * blocks, 1).unwrap();
    let tiles = [Tile::Hidden, Tile::Clue(0), Tile::Hidden].repeat(blocks as usize);
    for safe in [1, 2, 2 * blocks - 1] {
        let mut draft = Draft::with_tiles(grid.clone(), Some(2 * blocks - safe), tiles.clone());
        draft.rule = "optimistic:q=0.999".parse().unwrap();
        let view = View::try_from(draft).unwrap();
        let mut workspace = Workspace::default();
        let posterior = workspace.solve(&view).unwrap();
        // All cells are alike.
        let share = 1.0 - f64::from(safe) / f64::from(2 * blocks);
        for cell in view.hidden() {
            let p = posterior.probability(cell).unwrap();
            assert!((p - share).abs() < 1e-9, "{p}, {share}");
        }
    }
}

/// `testdata/views.jsonl`: counts and fractions from another program.
#[test]
fn the_corpus_is_answered_exactly() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/views.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut entries = 0;
    for line in text.lines() {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = entry["name"].as_str().unwrap();
        let view = notation::drawing::read_one(entry["view"].as_str().unwrap()).unwrap();
        let analysis = Analysis::of(&view).unwrap();
        assert_eq!(solutions(&analysis), entry["solutions"], "{name}");
        let fractions = entry["probability"].as_array().unwrap();
        assert_eq!(fractions.len(), analysis.probability.len());
        for (fraction, ours) in fractions.iter().zip(&analysis.probability) {
            let theirs = fraction.as_str().map(|text| {
                let (above, below) = text.split_once('/').unwrap_or((text, "1"));
                above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
            });
            assert_eq!(ours.is_some(), theirs.is_some(), "{name}");
            let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
            assert!((ours - theirs).abs() < 1e-12, "{name}: {ours} is not {fraction}");
            let certain = [0.0_f64, 1.0].map(f64::to_bits).contains(&ours.to_bits());
            assert_eq!(certain, !fraction.to_string().contains('/'), "{name}");
        }
        entries += 1;
    }
    assert!(entries >= 20);
}

/// Where the total is unknown nothing may be left out of thousands of parts, and the time of that
/// is their square: there is an end to it, and what is said is why. Told the total, or a density,
/// the same position is counted.
#[test]
fn thousands_of_parts_are_refused_for_what_they_are() {
    let parts = 17_000;
    let tiles = [Tile::Hidden, Tile::Clue(1), Tile::Hidden, Tile::Clue(1), Tile::Hidden];
    let draft = |mines| {
        let grid = Grid::new(5 * parts, 1).unwrap();
        Draft::with_tiles(grid, mines, tiles.repeat(parts as usize))
    };
    let solve = |mines, unknown| {
        let view = View::try_from(draft(mines)).unwrap();
        let options = Options { unknown, ..Options::default() };
        let mut workspace = Workspace::new(options);
        workspace.solve(&view).map(|posterior| posterior.probability(Cell::new(2)).unwrap())
    };
    assert_eq!(solve(None, Unknown::AnyTotal), Err(AnalysisError::TooManyParts));
    // The middle alone, or both ends: as many of each.
    let even = solve(Some(parts + parts / 2), Unknown::AnyTotal).unwrap();
    assert!((even - 0.5).abs() < 1e-9, "{even}");
    let odds = solve(None, Unknown::Density(0.2)).unwrap();
    assert!((odds - 0.8).abs() < 1e-9, "{odds}");
}

/// Every part has two ways, and the sum of tens of thousands of them takes no time for each that
/// grows with their number.
#[test]
fn the_configurations_of_many_parts_are_counted() {
    let parts = 30_000;
    let tiles = [Tile::Hidden, Tile::Clue(1), Tile::Hidden].repeat(parts);
    let draft = Draft::with_tiles(Grid::new(3 * parts as u32, 1).unwrap(), None, tiles);
    let view = View::try_from(draft).unwrap();
    let mut workspace = Workspace::default();
    let solutions = workspace.solve(&view).unwrap().solutions().unwrap();
    assert!(solutions == UBig::ONE << parts);
}

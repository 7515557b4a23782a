//! What was wrong once, each as it was met: `docs/reliability.md` tells the stories.

#![allow(clippy::unwrap_used)]

use surefoot_inference::{
    Analysis, Analyst, Explanation, Prover, UBig, Unknown, Workspace, oracle,
};
use surefoot_rules::{Cell, Clues, Draft, Grid, Random, Tile, View, view};
use surefoot_soundness::counting::ERROR;
use surefoot_soundness::whole_numbers::{System, largest_error, ratio};
use surefoot_testing::under;

/// Columns of one cell and an opened mine, and of two cells, that change places half way.
fn chain(n: usize, told: Option<u32>) -> View {
    let halves = [["*M", "22", "**", "22"], ["**", "22", "*M", "22"]];
    let mut columns: Vec<&str> = halves.iter().flat_map(|half| half.repeat(n)).collect();
    columns.push("**");
    let grid = Grid::new(columns.len() as u32, 2).unwrap();
    let open_mines = |x: usize| u8::from(columns[x].ends_with('M'));
    let tile = |x: usize, y: usize| match columns[x].as_bytes()[y] {
        b'*' => Tile::Hidden,
        b'M' => Tile::Mine,
        _ => Tile::Clue(1 + open_mines(x - 1) + open_mines(x + 1)),
    };
    let places = (0..2).flat_map(|y| (0..columns.len()).map(move |x| (x, y)));
    let tiles = places.map(|(x, y)| tile(x, y)).collect();
    View::try_from(Draft::with_tiles(grid, told, tiles)).unwrap()
}

/// The share of layouts in which the first cell is a mine, in whole numbers.
fn first_cell(view: &View) -> f64 {
    let system = System::of(view);
    let whole = system.weigh(&system.ways(None), view.mines(), Unknown::AnyTotal);
    let mines = system.weigh(&system.ways(Some(0)), view.mines(), Unknown::AnyTotal);
    let alike = system.boxes[0].len();
    ratio(&mines, &(whole * UBig::from(alike)))
}

/// The forward pass dropped what was far below its layer, though what followed favoured it.
#[test]
fn a_chain_that_changes_its_mind_is_counted_rightly() {
    let unknown = chain(200, None);
    let system = System::of(&unknown);
    let possible: Vec<u32> = (system.ways(None).iter().zip(unknown.opened_mines()..))
        .filter(|(ways, _)| **ways > UBig::ZERO)
        .map(|(_, mines)| mines)
        .collect();
    // The total unknown, the fewest mines, some in between, the most.
    let some = [0, possible.len() / 3, possible.len() / 2, possible.len() - 1];
    let told = some.map(|at| Some(possible[at]));
    for told in told.into_iter().chain([None]) {
        let view = chain(200, told);
        let truth = first_cell(&view);
        let mut workspace = Workspace::default();
        let found = workspace.solve(&view).unwrap().probability(Cell::new(0)).unwrap();
        assert!((found - truth).abs() <= ERROR, "{found}, not {truth}, of {told:?} mines");
        if truth <= 0.0 || truth >= 1.0 {
            continue;
        }
        let why = Prover::default().explain(&view, Cell::new(0)).unwrap();
        let Explanation::Doubt(doubt) = why else { panic!("{truth} is no certainty") };
        assert!((doubt.probability - truth).abs() <= ERROR, "{}", doubt.probability);
    }
    assert!((first_cell(&unknown) - 0.4).abs() < 1e-3);
}

/// A likelihood that underflowed was taken for an impossibility.
#[test]
fn a_ring_asked_often_has_its_mine() {
    let ring = view!["3x3/1", "000", "0*0", "000"];
    for asks in [1, 134, 135, 1_000, 1_000_000] {
        let analysis = Analysis::of(&under(&ring, "optimistic", asks)).unwrap();
        assert_eq!(analysis.solutions, Some(UBig::ONE), "asked {asks} times");
        assert_eq!(analysis.mines(), [Cell::new(4)], "asked {asks} times");
    }
}

/// A probability that underflowed was taken for certainty.
#[test]
fn what_is_unlikely_is_not_impossible() {
    let row = view!["3x1/?", "0**"];
    for asks in [1, 1_075, 4_000_000_000] {
        let analysis = Analysis::of(&under(&row, "optimistic", asks)).unwrap();
        assert_eq!((analysis.safe(), analysis.mines()), (vec![], vec![]), "asked {asks} times");
        let best = analysis.best.unwrap();
        assert!(best.safety < 1.0 && best.why == "the least likely mine", "{best:?}");
        assert!(analysis.dead.is_empty(), "asked {asks} times");
    }
}

/// Nothing was divided by nothing.
#[test]
fn no_answer_is_not_a_number() {
    let view = view!["7x2/?", "0M0M0M0", "*******"];
    for (clues, asks) in [("optimistic:q=0.99", 50), ("optimistic:q=0.999", 20)] {
        let view = under(&view, clues, asks);
        let truth = oracle::enumerate(&view, Unknown::AnyTotal).unwrap();
        let analysis = Analysis::of(&view).unwrap();
        for (ours, theirs) in analysis.probability.iter().zip(&truth.probability) {
            let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
            assert!((ours - theirs).abs() <= ERROR && *ours > 0.0, "{ours}, not {theirs}");
        }
    }
    // The same from above.
    let full = under(&view!["3x3/1", "333", "3*3", "333"], "cautious:q=0.999", 20);
    assert_eq!(Analysis::of(&full).unwrap().mines(), [Cell::new(4)]);
}

/// What an uncertain clue had said was kept for the same number under another rule.
#[test]
fn an_analyst_notices_another_rule() {
    let exact = view!["4x2/?", "1 * * *", "* * 2 *"];
    let mut analyst = Analyst::default();
    for clues in ["exact", "optimistic", "exact", "silent:0.5", "cautious", "exact"] {
        let view = under(&exact, clues, 1);
        let truth = oracle::enumerate(&view, Unknown::AnyTotal).unwrap();
        let followed = analyst.follow(&view).unwrap();
        for cell in view.closed() {
            let (p, q) = (followed.probability(cell).unwrap(), truth.probability[cell.index()]);
            assert!((p - q.unwrap()).abs() <= ERROR, "{cell:?} under {clues}: {p}, not {q:?}");
        }
    }
}

/// A told total can make cells dead that touch the sea.
#[test]
fn dead_cells_beside_the_sea_are_found() {
    let mut dead = 0;
    for view in [
        view!["5x1/1", "* 1 * * *"],
        view!["4x2/1", "* * * *", "1 * * *"],
        view!["5x1/4", "* 1 * * *"],
        view!["6x1/2", "* 1 * * * *"],
        view!["3x3/8", "* * *", "* * *", "* * *"],
    ] {
        let Some(truth) = oracle::enumerate(&view, Unknown::AnyTotal) else { continue };
        assert_eq!(Workspace::default().dead(&view).unwrap(), truth.dead, "{view:?}");
        dead += truth.dead.len();
    }
    assert!(dead > 5, "{dead}");
}

/// Cells between two chains see the one and the other, and perhaps a sea that the total empties or fills:
/// what their numbers can be follows from both together.
#[test]
fn dead_cells_between_two_chains_are_those_of_enumeration() {
    // Rows that are closed and rows of clues: with a sea between the chains, and without.
    let shapes = [("*c***c*", 2), ("*c***c*", 3), ("*c**c*", 3), ("*c**c*", 4), ("*cc**c*c", 3)];
    let (mut dead, mut told) = (0, 0);
    for (number, (rows, width)) in (0..120).flat_map(|n| shapes.map(|shape| (n, shape))) {
        let mut random = Random::named("two chains", [number, u64::from(width)]);
        let grid = Grid::new(width, rows.len() as u32).unwrap();
        let row = |cell: Cell| rows.as_bytes()[grid.point(cell).y as usize];
        let density = 1 + random.below(9);
        let mined: Vec<bool> =
            grid.cells().map(|cell| row(cell) == b'*' && random.below(10) < density).collect();
        let beside = |cell| grid.neighbours(cell).iter().filter(|c| mined[c.index()]).count() as u8;
        let tile = |cell| if row(cell) == b'*' { Tile::Hidden } else { Tile::Clue(beside(cell)) };
        let tiles = grid.cells().map(tile).collect();
        let all = mined.iter().filter(|&&mine| mine).count() as u32;
        // A total that nearly empties the sea or fills it rules something out.
        let totals = [None, Some(all), Some(all.saturating_sub(1)), Some(all + 1)];
        let total = totals[random.below(4) as usize];
        let Ok(view) = View::try_from(Draft::with_tiles(grid.clone(), total, tiles)) else {
            continue;
        };
        let Some(truth) = oracle::enumerate(&view, Unknown::AnyTotal) else { continue };
        let found = Workspace::default().dead(&view).unwrap();
        assert_eq!(found, truth.dead, "{view:?}");
        dead += truth.dead.len();
        told += usize::from(total.is_some() && !truth.dead.is_empty());
    }
    assert!(dead > 200 && told > 30, "{dead} {told}");
}

/// For every cell beside the sea all other components were joined anew: minutes, where there are
/// thousands of them. A row of them has the dead cells of a short one, over and over.
#[test]
fn dead_cells_of_ten_thousand_components_are_those_of_ten() {
    let row = |clues: u32| {
        let grid = Grid::new(4 * clues, 1).unwrap();
        let mut draft = Draft::new(grid, Some(clues));
        for clue in 0..clues {
            draft.tiles[4 * clue as usize + 1] = Tile::Clue(1);
        }
        let view = View::try_from(draft).unwrap();
        Workspace::default().dead(&view).unwrap()
    };
    let (short, long) = (row(10), row(10_000));
    assert!(!short.is_empty());
    // The ends have one neighbour fewer; between them every fourth cell is alike.
    for cell in 4..36 {
        let dead = |of: &[Cell], cell| of.binary_search(&Cell::new(cell)).is_ok();
        assert!((0..900).all(|n| dead(&long, cell + 36 * n) == dead(&short, cell)), "{cell}");
    }
}

/// The clues want one mine, so fillings with two were left out as too unlikely; but two are left,
/// and where the second one is was asked of what had been kept.
#[test]
fn what_only_the_total_wants_is_not_lost() {
    let view = view!["7x2/5", "* * * * * * *", "M 2 M M 2 0 *"];
    let rule = "optimistic:q=0.99".parse::<Clues>().unwrap().rule;
    let mut draft = Draft { rule, ..Draft::from(view) };
    for (cell, asks) in [(8, 41), (11, 44), (12, 36)] {
        draft.asks.insert(Cell::new(cell), asks);
    }
    let view = View::try_from(draft).unwrap();
    let error = largest_error(&view, Unknown::AnyTotal, &mut Random::named("found", [0, 0]));
    assert!(error.is_some_and(|error| error <= ERROR), "{error:?}");
}

/// Of cells that are nearly certain mines the one was named that is certainly one.
#[test]
fn a_certain_mine_is_not_the_cell_to_open() {
    let column = ["0", "F", "*", "2", "*", "2", "*", "*", "*", "1", "1", "*"];
    let tiles = column.map(|tile| match tile {
        "*" => Tile::Hidden,
        "F" => Tile::Flag,
        number => Tile::Clue(number.parse().unwrap()),
    });
    let mut draft = Draft::with_tiles(Grid::new(1, 12).unwrap(), Some(6), tiles.to_vec());
    draft.rule = "optimistic:q=0.999".parse::<Clues>().unwrap().rule;
    for (cell, asks) in [(0, 6), (5, 6), (9, 2)] {
        draft.asks.insert(Cell::new(cell), asks);
    }
    let view = View::try_from(draft).unwrap();
    let truth = oracle::enumerate(&view, Unknown::AnyTotal).unwrap();
    let best = Analysis::of(&view).unwrap().best.expect("a cell may be safe");
    assert!(truth.possible[best.cell.index()].0, "{best:?}");
}

/// A step named a cell that is safe and flagged, which cannot be opened.
#[test]
fn a_step_names_no_flagged_cell() {
    let (mut analyst, mut safe) = (Analyst::default(), Vec::new());
    let view = view!["6x1/?", "* F 1 M 1 *"];
    let counted = analyst.step(&view, &mut safe).unwrap().is_some();
    assert_eq!((counted, &safe[..]), (false, &[Cell::new(5)][..]));
    let view = view!["5x1/?", "* F 1 M 1"];
    assert!(analyst.step(&view, &mut safe).unwrap().is_some());
    assert_eq!(safe, []);
}

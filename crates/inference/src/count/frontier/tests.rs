//! Each way to a frontier, against the slow definition: rules by scanning the board, boxes by
//! comparing all cells.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use surefoot_rules::{
    Cell, Deal, Draft, Game, GameKind, Grid, Promise, Random, Rules, Tile, View, view,
};
use surefoot_testing::{Cases, any_grid, dealt, open_some};

use super::{Frontier, Kind, Shows};

/// A random game of exact clues, in which a mine ends nothing.
fn game(random: &mut Random) -> Game {
    let grid = any_grid(random, 2..=7, 2..=6);
    let mines = random.below(grid.len() as u32 / 3 + 1);
    let rules = Rules { promise: Promise::None, ..Rules::new(GameKind::Score, grid, mines) };
    dealt(rules, Deal::new(random.bits(), 0))
}

fn some_view(random: &mut Random) -> View {
    let mut game = game(random);
    open_some(&mut game, 1 + random.below(8), random);
    game.view().clone()
}

/// What a frontier is by definition: the decided cells, and the undecided by the clues
/// that they touch.
#[derive(Debug, PartialEq, Eq)]
struct Slow {
    decided: BTreeMap<Cell, bool>,
    boxes: BTreeMap<BTreeSet<Cell>, Vec<Cell>>,
}

/// By scans of the whole board, from some cells that are known to be mines or safe.
fn slow(view: &View, mut decided: BTreeMap<Cell, bool>) -> Slow {
    let undecided = |decided: &BTreeMap<Cell, bool>, clue: Cell| -> Vec<Cell> {
        let around = view.neighbours(clue);
        let closed = around.iter().copied().filter(|&cell| view.tile(cell).is_closed());
        closed.filter(|cell| !decided.contains_key(cell)).collect()
    };
    loop {
        let before = decided.len();
        for clue in view.grid().cells() {
            let Tile::Clue(shown) = view.tile(clue) else { continue };
            let mined =
                |cell: &&Cell| view.tile(**cell) == Tile::Mine || decided.get(cell) == Some(&true);
            let left = usize::from(shown) - view.neighbours(clue).iter().filter(mined).count();
            let cells = undecided(&decided, clue);
            if left == 0 || left == cells.len() {
                decided.extend(cells.into_iter().map(|cell| (cell, left > 0)));
            }
        }
        if decided.len() == before {
            break;
        }
    }
    let mut boxes: BTreeMap<BTreeSet<Cell>, Vec<Cell>> = BTreeMap::new();
    for cell in view.closed().filter(|cell| !decided.contains_key(cell)) {
        let around = view.neighbours(cell);
        let clues = around.iter().filter(|&&clue| matches!(view.tile(clue), Tile::Clue(_)));
        boxes.entry(clues.copied().collect()).or_default().push(cell);
    }
    Slow { decided, boxes }
}

/// The same of a frontier, whose boxes are made.
fn of(frontier: &Frontier, view: &View) -> Slow {
    let kind = |cell: Cell| frontier.kinds[cell.index()];
    let decided = view.grid().cells().filter_map(|cell| match kind(cell) {
        Kind::Mine => Some((cell, true)),
        Kind::Safe => Some((cell, false)),
        _ => None,
    });
    let mut boxes: BTreeMap<BTreeSet<Cell>, Vec<Cell>> = BTreeMap::new();
    let clue_cell = |number: u32| {
        let mut open = view.grid().cells().filter(|&cell| kind(cell) == Kind::Open);
        open.find(|cell| frontier.place[cell.index()] == number).unwrap()
    };
    for cell in view.grid().cells() {
        let clues = match kind(cell) {
            Kind::Sea => BTreeSet::new(),
            Kind::Frontier => {
                let clues = frontier.clues_of(frontier.box_of(cell)).iter();
                clues.map(|&clue| clue_cell(clue)).collect()
            }
            _ => continue,
        };
        boxes.entry(clues).or_default().push(cell);
    }
    Slow { decided: decided.collect(), boxes }
}

/// What a frontier says of itself in several ways is the same.
fn check_books(frontier: &Frontier, view: &View) {
    let count = |wanted: Kind| frontier.kinds.iter().filter(|&&kind| kind == wanted).count();
    assert_eq!(frontier.sea as usize, count(Kind::Sea), "the sea");
    assert_eq!(frontier.cells.len(), count(Kind::Frontier), "frontier cells");
    assert_eq!(frontier.decided(), (count(Kind::Safe), count(Kind::Mine)), "decided cells");
    assert_eq!(frontier.known_mines as usize, count(Kind::Mine), "known mines");
    assert_eq!(frontier.opened_mines, view.opened_mines(), "opened mines");
    let sizes: u32 = frontier.boxes.sizes().sum();
    assert_eq!(sizes as usize, frontier.cells.len(), "cells in boxes");
    for (clue, number) in frontier.clues.iter().zip(0..) {
        let cells: u32 =
            frontier.boxes_beside(number).iter().map(|&box_| frontier.boxes.size(box_)).sum();
        assert_eq!(cells, u32::from(clue.hidden), "cells beside clue {number}");
        for &box_ in frontier.boxes_beside(number) {
            assert!(frontier.clues_of(box_).contains(&number), "clue {number}, box {box_}");
        }
    }
}

#[test]
fn reading_is_what_scanning_finds() {
    let mut frontier = Frontier::default();
    let mut seen = (0, 0);
    Cases::new("frontier: read", 1_500).check(some_view, |view| {
        frontier.read(view, None).unwrap();
        check_books(&frontier, view);
        let truth = slow(view, BTreeMap::new());
        assert_eq!(of(&frontier, view), truth);
        seen = (seen.0 + truth.decided.len(), seen.1 + truth.boxes.len());
    });
    assert!(seen.0 > 3_000 && seen.1 > 2_000, "{seen:?}");
}

/// A supposed number is the view in which it stands, possible or not.
#[test]
fn supposing_is_reading_what_is_supposed() {
    let mut frontiers = [Frontier::default(), Frontier::default(), Frontier::default()];
    let (mut possible, mut impossible) = (0, 0);
    let draw = |random: &mut Random| (some_view(random), random.bits());
    Cases::new("frontier: suppose", 700).check(draw, |(view, bits)| {
        let [base, supposed, read] = &mut frontiers;
        base.read(view, None).unwrap();
        let closed: Vec<Cell> = view.closed().collect();
        let Some(&cell) = closed.get(*bits as usize % closed.len().max(1)) else { return };
        for number in 0..=view.neighbours(cell).len() as u8 {
            let mut draft = Draft::from(view.clone());
            draft.tiles[cell.index()] = Tile::Clue(number);
            let Ok(opened) = View::try_from(draft) else { continue };
            let ours = supposed.suppose(base, view, cell, Shows::Number(number));
            assert_eq!(ours, read.read(&opened, None), "{cell:?} shows {number}");
            if ours.is_ok() {
                supposed.finish(view);
                check_books(supposed, view);
                assert_eq!(of(supposed, view), of(read, &opened), "{cell:?} shows {number}");
                possible += 1;
            } else {
                impossible += 1;
            }
        }
    });
    assert!(possible > 700 && impossible > 700, "{possible} {impossible}");
}

/// An observed cell is safe and says nothing; its clue is there to be read off.
#[test]
fn asking_is_supposing_a_sum() {
    let mut frontiers = [Frontier::default(), Frontier::default(), Frontier::default()];
    let mut observed = 0;
    Cases::new("frontier: ask", 700).check(some_view, |view| {
        let [base, supposed, read] = &mut frontiers;
        base.read(view, None).unwrap();
        for cell in view.closed() {
            let ours = supposed.suppose(base, view, cell, Shows::Sum);
            assert_eq!(ours, read.read(view, Some(cell)), "{cell:?}");
            if ours.is_err() {
                continue;
            }
            observed += 1;
            supposed.finish(view);
            assert_eq!(of(supposed, view), of(read, view), "{cell:?}");
            for frontier in [&*supposed, &*read] {
                let clue = frontier.clues[frontier.observed as usize];
                let beside = view.neighbours(cell);
                let unknown = |cell: &&Cell| {
                    matches!(frontier.kinds[cell.index()], Kind::Sea | Kind::Frontier)
                };
                let hidden = beside.iter().filter(unknown).count();
                assert_eq!(usize::from(clue.hidden), hidden, "{cell:?}");
            }
        }
    });
    assert!(observed > 2_000, "{observed}");
}

/// What strips decide is taken as given, and the rules go on from there.
#[test]
fn settling_decides_what_follows() {
    let mut frontier = Frontier::default();
    let mut further = 0;
    let cases = Cases::new("frontier: settle", 1_000);
    for index in 0..1_000 {
        let random = &mut cases.random(index);
        let mut game = game(random);
        open_some(&mut game, 1 + random.below(8), random);
        let view = game.view();
        frontier.read(view, None).unwrap();
        if frontier.boxes.is_empty() {
            continue;
        }
        // A box that is all mines or all safe, in truth.
        let box_ = random.below(frontier.boxes.len() as u32);
        let cells: Vec<Cell> =
            frontier.cells.iter().filter(|&&(_, at)| at == box_).map(|&(cell, _)| cell).collect();
        let layout = game.layout().unwrap();
        let mine = layout.is_mine(cells[0]);
        if cells.iter().any(|&cell| layout.is_mine(cell) != mine) {
            continue;
        }
        frontier.settle(view, &[(box_, mine)]).unwrap();
        check_books(&frontier, view);
        let given: BTreeMap<Cell, bool> = cells.iter().map(|&cell| (cell, mine)).collect();
        let truth = slow(view, given);
        further += truth.decided.len().saturating_sub(cells.len());
        assert_eq!(of(&frontier, view), truth, "case {index}");
    }
    assert!(further > 300, "{further}");
}

/// The 1s see one cell each beside the two they share.
#[test]
fn cells_beside_the_same_clues_share_a_box() {
    let view = view!["4x2/?", "* 1 1 *", "* * * *"];
    let mut frontier = Frontier::default();
    frontier.read(&view, None).unwrap();
    let sizes: Vec<u32> = frontier.boxes.sizes().collect();
    assert_eq!(sizes, [2, 2, 2], "left, right, between");
    let [left, right] = [0, 3].map(|cell| frontier.box_of(Cell::new(cell)));
    assert_eq!((frontier.clues_of(left), frontier.clues_of(right)), (&[0][..], &[1][..]));
    assert_eq!(frontier.boxes_beside(0).len(), 2);
}

#[test]
fn contradictions_are_found_wherever_they_are() {
    let clash = view!["0 *", "1 *"];
    let mut frontier = Frontier::default();
    assert!(frontier.read(&clash, None).is_err());
    // And nothing of it stays.
    let fine = view!["1 *", "1 *"];
    frontier.read(&fine, None).unwrap();
    assert_eq!(of(&frontier, &fine), slow(&fine, BTreeMap::new()));
    // Every cell around is open, and a mine is missing.
    let grid = Grid::new(2, 1).unwrap();
    let tiles = vec![Tile::Clue(1), Tile::Silent];
    let missing = View::try_from(Draft::with_tiles(grid, None, tiles)).unwrap();
    assert!(frontier.read(&missing, None).is_err());
}

//! Best play against a witness that shares no code with it: plain expectimax over what
//! is seen, by the rule book alone, without sets, bounds, windows or symmetries.

use std::collections::HashMap;

use surefoot_inference::{BestPlay, BestPlayError};
use surefoot_rules::{Cell, DealError, Grid, Neighbourhood, Point, Promise, View, view};

/// A tiny board of its own: cells as bits, who touches whom written out.
struct Witness {
    beside: Vec<u32>,
    mines: u32,
    /// By what is seen: `None` for a closed cell. The wins, of the layouts that fit.
    memory: HashMap<Vec<Option<u32>>, u32>,
}

impl Witness {
    fn new(width: usize, height: usize, mines: u32, four: bool) -> Self {
        let touch = |a: usize, b: usize| {
            let (dx, dy) = ((a % width).abs_diff(b % width), (a / width).abs_diff(b / width));
            if four { dx + dy == 1 } else { dx.max(dy) == 1 }
        };
        let cells = width * height;
        let around = |a: usize| (0..cells).filter(|&b| touch(a, b)).fold(0, |set, b| set | 1 << b);
        Self { beside: (0..cells).map(around).collect(), mines, memory: HashMap::new() }
    }

    fn cells(&self) -> usize {
        self.beside.len()
    }

    /// Every layout whose mines avoid these cells.
    fn layouts(&self, without: u32) -> Vec<u32> {
        (0..1_u32 << self.cells())
            .filter(|set| set.count_ones() == self.mines && set & without == 0)
            .collect()
    }

    /// The most layouts that can be won from what is seen.
    fn wins(&mut self, seen: &mut Vec<Option<u32>>, layouts: &[u32]) -> u32 {
        let open = seen.iter().flatten().count();
        if layouts.is_empty() || open + self.mines as usize == self.cells() {
            return layouts.len() as u32;
        }
        if let Some(&wins) = self.memory.get(seen) {
            return wins;
        }
        let closed: Vec<usize> = (0..self.cells()).filter(|&c| seen[c].is_none()).collect();
        let most = closed.into_iter().map(|cell| self.wins_by(seen, layouts, cell)).max();
        let most = most.expect("a safe cell is closed");
        self.memory.insert(seen.clone(), most);
        most
    }

    /// The same if this cell is opened next.
    fn wins_by(&mut self, seen: &mut Vec<Option<u32>>, layouts: &[u32], cell: usize) -> u32 {
        let beside = self.beside[cell];
        let mut parts = vec![Vec::new(); 9];
        for &set in layouts.iter().filter(|&set| set >> cell & 1 == 0) {
            parts[(set & beside).count_ones() as usize].push(set);
        }
        let mut wins = 0;
        for (part, number) in parts.iter().zip(0..) {
            seen[cell] = Some(number);
            wins += self.wins(seen, part);
        }
        seen[cell] = None;
        wins
    }

    /// The value as a fraction and every first move that has it; `None` if the promise
    /// can be kept nowhere.
    fn answer(&mut self, promise: Promise) -> Option<((u32, u32), Vec<usize>)> {
        let mut seen = vec![None; self.cells()];
        if promise == Promise::None && self.mines as usize == self.cells() {
            return Some(((1, 1), Vec::new()));
        }
        let mut values = Vec::new();
        self.memory.clear();
        for cell in 0..self.cells() {
            let free = match promise {
                Promise::None => 0,
                Promise::Safe => 1 << cell,
                Promise::Opening => 1 << cell | self.beside[cell],
            };
            let layouts = self.layouts(free);
            if layouts.is_empty() {
                continue;
            }
            let wins = self.wins_by(&mut seen, &layouts, cell);
            values.push((wins, layouts.len() as u32, cell));
        }
        let share = |&(wins, of, _): &(u32, u32, usize)| f64::from(wins) / f64::from(of);
        let most = values.iter().map(share).max_by(f64::total_cmp)?;
        values.retain(|value| (share(value) - most).abs() < 1e-12);
        let (wins, of, _) = values[0];
        Some(((wins, of), values.iter().map(|value| value.2).collect()))
    }
}

fn closed(grid: Grid, mines: u32) -> View {
    View::new(grid, Some(mines)).expect("the mines fit")
}

fn searched(view: &View, promise: Promise) -> Result<BestPlay, BestPlayError> {
    BestPlay::search(view, promise, BestPlay::USUAL_BYTES, &mut |_| true)
}

fn agree(width: u32, height: u32, mines: u32, neighbourhood: Neighbourhood) {
    let grid = Grid::with(width, height, neighbourhood).expect("a small grid");
    let view = closed(grid, mines);
    let four = neighbourhood == Neighbourhood::Square4;
    let mut witness = Witness::new(width as usize, height as usize, mines, four);
    for promise in Promise::ALL {
        let what = format!("{width}x{height}/{mines} {neighbourhood}, {promise}");
        match (searched(&view, promise), witness.answer(promise)) {
            (Ok(ours), Some((fraction, cells))) => {
                assert_eq!((ours.wins, ours.configurations), fraction, "{what}");
                let ours: Vec<usize> = ours.cells.iter().map(|cell| cell.index()).collect();
                assert_eq!(ours, cells, "{what}");
            }
            (Err(BestPlayError::Promise(DealError::Promise { .. })), None) => {}
            (ours, theirs) => panic!("{what}: {ours:?}, {theirs:?}"),
        }
    }
}

#[test]
fn every_board_of_few_cells_is_as_the_witness_says() {
    boards_are_as_the_witness_says(9);
}

#[test]
#[ignore = "slow: scripts/test --all"]
fn every_board_up_to_three_by_four_is_as_the_witness_says() {
    boards_are_as_the_witness_says(12);
}

fn boards_are_as_the_witness_says(most_cells: u32) {
    for (width, height) in (1..=4).flat_map(|width| (1..=4).map(move |height| (width, height))) {
        if width * height <= most_cells {
            for mines in 0..=width * height {
                agree(width, height, mines, Neighbourhood::Square8);
            }
        }
    }
    for mines in 0..=9 {
        agree(3, 3, mines, Neighbourhood::Square4);
    }
}

/// Wins under the best play on empty boards, found by others.
#[test]
fn boards_are_worth_what_others_found() {
    let known: [(u32, u32, &[u32]); 5] = [
        (3, 3, &[8, 24, 33, 27, 16]),
        (3, 4, &[11, 52, 124, 173, 157]),
        (4, 3, &[11, 52, 124, 173, 157]),
        (4, 4, &[15, 102, 400, 961, 1461, 1584]),
        (5, 5, &[24, 266, 1798]),
    ];
    for (width, height, wins) in known {
        for (&wins, mines) in wins.iter().zip(1..) {
            let view = closed(Grid::new(width, height).unwrap(), mines);
            let none = BestPlay::of(&view).unwrap();
            assert_eq!(none.wins, wins, "{width}x{height}/{mines}");
            // The same wins, of the deals in which the first click is safe.
            let safe = searched(&view, Promise::Safe).unwrap();
            assert_eq!((safe.wins, &safe.cells), (wins, &none.cells));
            let cells = width * height;
            assert_eq!(safe.configurations * cells, none.configurations * (cells - mines));
        }
    }
    let four = BestPlay::of(&closed(Grid::new(4, 4).unwrap(), 4)).unwrap();
    assert_eq!((four.wins, four.configurations), (961, 1820));
    let edges = [1, 2, 4, 7, 8, 11, 13, 14].map(Cell::new);
    assert_eq!(four.cells, edges);
}

#[test]
fn a_position_is_worth_what_others_found() {
    let view = view!["5x4/5", "*****", "*1***", "*3***", "*****"];
    let best = BestPlay::of(&view).unwrap();
    assert_eq!((best.wins, best.configurations), (285, 360));
    assert_eq!(best.cells, [view.grid().cell(Point { x: 2, y: 0 }).unwrap()]);
}

/// Positions: safe cells are all best, and a guess as good as them is found too.
#[test]
fn every_best_cell_of_a_position_is_found() {
    let best = |view: View| BestPlay::of(&view).unwrap();
    let cells = |best: &BestPlay| best.cells.iter().map(|cell| cell.index()).collect::<Vec<_>>();
    // Nothing tells the two apart.
    let flip = best(view!["3x1/1", "*1*"]);
    assert_eq!((flip.wins, flip.configurations, cells(&flip)), (1, 2, vec![0, 2]));
    // The cell beside the flip is safe and tells; the far end is only safe.
    let dead = best(view!["5x1/1", "*1***"]);
    assert_eq!((dead.wins, dead.configurations, cells(&dead)), (2, 2, vec![3, 4]));
    // Safe cells that tell nothing of a flip behind a wall; it may as well come first.
    let walled = best(view!["5x2/3", "*3M2*", "*3M2*"]);
    assert_eq!((walled.wins, walled.configurations), (1, 2));
    assert_eq!(cells(&walled), [0, 4, 5, 9]);
    // Nothing is left to open.
    let done = best(view!["2x1/1", "1*"]);
    assert_eq!((done.wins, done.configurations, cells(&done)), (1, 1, vec![]));
    let one = best(view!["2x1/0", "0*"]);
    assert_eq!((one.wins, one.configurations, cells(&one)), (1, 1, vec![1]));
}

#[test]
fn what_cannot_be_searched_is_said() {
    assert_eq!(BestPlay::of(&view!["1*", "**"]), Err(BestPlayError::UnknownTotal));
    let refused = BestPlay::of(&view!["3x1/1", "0*1"]);
    assert!(matches!(refused, Err(BestPlayError::Analysis(_))), "{refused:?}");
    let expert = closed(Grid::new(30, 16).unwrap(), 99);
    let refused = BestPlay::of(&expert);
    assert_eq!(refused, Err(BestPlayError::Cells { cells: 480, most: 128 }));
    let beginner = closed(Grid::new(9, 9).unwrap(), 10);
    let refused = BestPlay::of(&beginner).unwrap_err().to_string();
    let expected = "1878392407320 configurations do not fit into 2000000000 bytes";
    assert_eq!(refused, expected);
    let five = closed(Grid::new(5, 5).unwrap(), 5);
    let refused = BestPlay::search(&five, Promise::None, 15_000_000, &mut |_| true);
    assert!(matches!(refused, Err(BestPlayError::Bytes { bytes: 15_000_000, .. })), "{refused:?}");
    let stopped = BestPlay::search(&five, Promise::None, 1 << 30, &mut |_| false);
    assert!(matches!(stopped, Err(BestPlayError::Stopped { .. })), "{stopped:?}");
    let full = searched(&closed(Grid::new(2, 2).unwrap(), 4), Promise::Safe);
    assert!(matches!(full, Err(BestPlayError::Promise(_))), "{full:?}");
}

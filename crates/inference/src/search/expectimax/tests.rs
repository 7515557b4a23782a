//! The search against plain expectimax: no bounds, no windows, no memory of sets.

use super::*;
use surefoot_rules::{
    Action, Deal, Draft, Game, GameKind, Grid, Level, Neighbourhood, Rules, Status, View,
};

use crate::Workspace;
use crate::search::symmetry::symmetries;

/// A whole closed board, cell `i` at place `i`.
struct Board {
    beside: Vec<u128>,
    mines: Vec<u128>,
    symmetries: Vec<Vec<u8>>,
}

impl Board {
    fn new(width: u32, height: u32, mines: u32, neighbourhood: Neighbourhood) -> Self {
        let grid = Grid::with(width, height, neighbourhood).unwrap();
        let view = View::try_from(Draft::new(grid.clone(), Some(mines))).unwrap();
        let bits = |cell| grid.neighbours(cell).iter().fold(0, |b, c| b | 1_u128 << c.index());
        Self {
            beside: grid.cells().map(bits).collect(),
            mines: (0..1_u128 << grid.len()).filter(|set| set.count_ones() == mines).collect(),
            symmetries: symmetries(&view)
                .iter()
                .map(|to| to.iter().map(|cell| cell.index() as u8).collect())
                .collect(),
        }
    }

    /// The search for it, with its symmetries or without.
    fn search<const W: usize>(&self, symmetric: bool) -> Expectimax<W> {
        let mut search = Expectimax::default();
        let symmetries = if symmetric { &self.symmetries[..] } else { &[] };
        search.load(&Remainder { beside: &self.beside, mines: &self.mines, symmetries });
        search
    }

    fn number(&self, mines: u128, cell: usize) -> Option<u32> {
        (mines >> cell & 1 == 0).then(|| (mines & self.beside[cell]).count_ones())
    }

    /// By trying everything. Opening what is open already wins nothing, so a cell whose
    /// number is known everywhere is left alone unless nothing else is left.
    fn wins(&self, set: &[u128]) -> u32 {
        let cells = 0..self.beside.len();
        let tells = |&cell: &usize| {
            let mut numbers: Vec<_> = set.iter().filter_map(|&m| self.number(m, cell)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers.len() > 1 || numbers.len() == 1 && set.iter().any(|m| m >> cell & 1 == 1)
        };
        let by = cells.filter(tells).map(|cell| self.wins_by(set, cell, u32::MAX));
        by.max().unwrap_or(set.len().min(1) as u32)
    }

    /// The same if a cell is opened first, of its numbers below `most`.
    fn wins_by(&self, set: &[u128], cell: usize, most: u32) -> u32 {
        let part = |number: u32| {
            let of = |m: &u128| self.number(*m, cell) == Some(number);
            self.wins(&set.iter().copied().filter(of).collect::<Vec<_>>())
        };
        (0..most.min(9)).map(part).sum()
    }
}

fn unlimited(watch: &mut dyn FnMut(usize) -> bool) -> SearchLimits<'_> {
    SearchLimits { sets: usize::MAX, bytes: usize::MAX, watch }
}

/// Small enough for trying everything.
fn boards() -> Vec<(String, Board)> {
    let mut boards = Vec::new();
    for (width, height) in [(2, 2), (3, 2), (3, 3)] {
        for mines in 1..width * height {
            for neighbourhood in [Neighbourhood::Square8, Neighbourhood::Square4] {
                let of_nine = width * height == 9;
                if of_nine && (3..=6).contains(&mines) && neighbourhood == Neighbourhood::Square4 {
                    continue;
                }
                let name = format!("{width}x{height}/{mines} {neighbourhood}");
                boards.push((name, Board::new(width, height, mines, neighbourhood)));
            }
        }
    }
    boards
}

#[test]
fn wins_are_those_of_plain_expectimax() {
    for (name, board) in boards() {
        let expected = board.wins(&board.mines);
        for symmetric in [false, true] {
            let mut search = board.search::<16>(symmetric);
            let (wins, best) = search.best(&mut unlimited(&mut |_| true)).unwrap();
            assert_eq!(wins, expected, "{name}");
            if let Some(cell) = best {
                assert_eq!(board.wins_by(&board.mines, cell, u32::MAX), expected, "{name}");
            }
        }
    }
}

/// What is left of games by the safest cell, as far as it has so many configurations, searched
/// with circles of rivals and without: they win the same, and circles save sets.
fn circles_change_nothing(level: Level, games: u64, most: usize) {
    let rules =
        Rules::new(GameKind::Win, Grid::new(level.width, level.height).unwrap(), level.mines);
    let mut game = Game::new(rules).unwrap();
    let (mut workspace, mut remainders, mut sets) = (Workspace::default(), 0, [0; 2]);
    for index in 0..games {
        game.deal(Deal::new(28, index));
        while game.status() == Status::Playing {
            let posterior = workspace.solve(game.view()).unwrap();
            let (cell, mine) = posterior.safest().unwrap();
            let list = (mine > 0.0).then(|| posterior.configurations(most)).flatten();
            if let Some(list) = list {
                let beside = list.beside(game.view()).unwrap();
                let remainder = Remainder { beside: &beside, mines: &list.mines, symmetries: &[] };
                let mut search = |without_circles: bool, best: Option<usize>| {
                    let mut search = Expectimax::<128> { without_circles, ..Default::default() };
                    search.load(&remainder);
                    let watch = &mut |_: usize| true;
                    let mut limits = SearchLimits { sets: usize::MAX, bytes: usize::MAX, watch };
                    let found = match best {
                        None => search.best(&mut limits).unwrap(),
                        Some(cell) => (search.open(cell, false, 0, &mut limits).unwrap(), best),
                    };
                    sets[usize::from(without_circles)] += usize::MAX - limits.sets;
                    found
                };
                let (with, best) = search(false, None);
                let (without, _) = search(true, None);
                assert_eq!(with, without, "deal {index}: {:?}", game.view());
                let by_best = search(true, best).0;
                assert!(best.is_none() || by_best == with, "deal {index}: {:?}", game.view());
                remainders += 1;
            }
            game.play(Action::Open(cell)).unwrap();
        }
    }
    assert!(remainders > games as usize / 8 && sets[0] < sets[1], "{remainders}, {sets:?}");
}

#[test]
fn circles_of_rivals_change_no_value() {
    circles_change_nothing(Level::INTERMEDIATE, 40, 150);
}

#[test]
#[ignore = "a minute"]
fn circles_of_rivals_change_no_value_of_larger_remainders() {
    circles_change_nothing(Level::EXPERT, 400, 4_000);
}

/// Above its floor a cell's wins are exact; below it they are a bound.
#[test]
fn windows_and_bounds_hold() {
    for (name, board) in boards().into_iter().filter(|(_, board)| board.mines.len() <= 36) {
        for cell in 0..board.beside.len() {
            for zeros in [false, true] {
                let exact = board.wins_by(&board.mines, cell, if zeros { 1 } else { u32::MAX });
                for floor in 0..=exact + 1 {
                    let mut search = board.search::<16>(true);
                    let rated = search.rate(cell, zeros);
                    assert!(rated >= exact, "{name}: {cell} is rated {rated}, wins {exact}");
                    let mut limits =
                        SearchLimits { sets: usize::MAX, bytes: usize::MAX, watch: &mut |_| true };
                    let found = search.open(cell, zeros, floor, &mut limits).unwrap();
                    if exact > floor {
                        assert_eq!(found, exact, "{name}: {cell} above {floor}");
                    } else {
                        assert!((exact..=floor).contains(&found), "{name}: {cell} above {floor}");
                    }
                }
            }
        }
    }
}

#[test]
fn safe_and_dead_cells_are_counted() {
    // One mine among three in a row: the ends tell it apart, the middle is dead.
    let board = Board::new(3, 1, 1, Neighbourhood::Square8);
    let search = board.search::<16>(false);
    assert_eq!([0, 1, 2].map(|cell| search.safe(cell, false)), [2, 2, 2]);
    assert_eq!([0, 1, 2].map(|cell| search.safe(cell, true)), [1, 0, 1]);
    assert_eq!([0, 1, 2].map(|cell| search.is_dead(cell)), [false, true, false]);
}

#[test]
fn limits_are_kept() {
    let board = Board::new(4, 3, 4, Neighbourhood::Square8);
    let mut search = board.search::<16>(false);
    let mut limits = SearchLimits { sets: 3, bytes: usize::MAX, watch: &mut |_| true };
    assert_eq!(search.best(&mut limits), Err(SearchError::Sets));
    let mut search = board.search::<16>(false);
    let mut limits = SearchLimits { sets: usize::MAX, bytes: 10, watch: &mut |_| true };
    assert_eq!(search.best(&mut limits), Err(SearchError::Bytes));
    let mut search = board.search::<16>(false);
    let mut limits = SearchLimits {
        sets: tunables::WATCHED_EVERY + 1,
        bytes: usize::MAX,
        watch: &mut |_| false,
    };
    assert_eq!(search.best(&mut limits), Err(SearchError::Stopped));
}

/// The width is only how many cells fit.
#[test]
fn every_width_finds_the_same() {
    let board = Board::new(4, 3, 3, Neighbourhood::Square8);
    let mut searches = crate::search::searches::Searches::default();
    let remainder = Remainder { beside: &board.beside, mines: &board.mines, symmetries: &[] };
    let mut found = Vec::new();
    for cells in [12, 17, 33, 49, 128] {
        let search = searches.of(cells).unwrap();
        assert!(search.width() >= cells, "{cells}");
        search.load(&remainder);
        found.push(search.best(&mut unlimited(&mut |_| true)).unwrap());
    }
    assert!(found.iter().all(|wins| *wins == found[0]), "{found:?}");
    assert_eq!(found[0].0, 124);
    assert!(searches.of(129).is_none());
}

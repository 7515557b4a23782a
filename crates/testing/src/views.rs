//! Views of every kind: what games come to, and what nobody would ever meet in one.
//!
//! Positions of games are nearly all tame: few boxes, likelihoods that are neither tiny nor
//! near one, totals in the middle of what is possible. What breaks a count lies at the edges,
//! and random play does not come by there. So the second generator builds what is extreme:
//! chains, trees of chains, rings and narrow grids, nearly empty or nearly full, clues that
//! were asked again and again, totals beside the least and the largest that is possible.

use surefoot_rules::{
    Action, Cell, ClueRule, Clues, Deal, Draft, Game, GameKind, Graph, Grid, Layout, Promise,
    Random, Rules, Status, Tile, View,
};

use crate::any_grid;

/// Clue rules as a test may draw them, exact ones most often.
const CLUES: [&str; 8] = [
    "exact",
    "exact",
    "silent:0.6",
    "optimistic",
    "optimistic:q=0.8,asks=3",
    "cautious",
    "cautious:q=0.7,asks=2",
    "optimistic:q=0.5",
];

/// Clue rules under which likelihoods come near 0 and 1.
const EXTREME: [&str; 8] = [
    "exact",
    "exact",
    "silent:0.01",
    "optimistic",
    "optimistic:q=0.999",
    "optimistic:q=0.001",
    "cautious",
    "cautious:q=0.999",
];

fn pick<T: Copy>(random: &mut Random, list: &[T]) -> T {
    *random.pick(list).expect("something in the list")
}

fn parsed<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text}"))
}

/// The same view under these clues, each of which was asked so often.
///
/// # Panics
/// If there are no such clues, or they cannot show what is seen.
pub fn under(view: &View, clues: &str, asks: u32) -> View {
    let rule = parsed::<Clues>(clues).rule;
    let mut draft = Draft { rule, ..Draft::from(view.clone()) };
    for cell in draft.grid.cells() {
        if asks > 1 && matches!(draft.tiles[cell.index()], Tile::Clue(_)) {
            draft.asks.insert(cell, asks);
        }
    }
    View::try_from(draft).expect("clues that can show this")
}

/// A position with at most 14 closed cells: part of a game on any grid under any clues,
/// sometimes with a clue spoiled, so that it may be impossible.
///
/// # Panics
/// Never: every grid that is drawn can be played.
pub fn any_view(random: &mut Random) -> View {
    let grid = any_grid(random, 1..=5, 1..=5);
    let cells = grid.len() as u32;
    let mines = random.below(cells * 6 / 10 + 1);
    let mut rules = Rules::new(GameKind::Score, grid, mines);
    rules.promise = Promise::None;
    rules.told = random.below(2) == 0;
    rules.clues = parsed(pick(random, &CLUES));
    let mut game = Game::new(rules).expect("rules of a game");
    game.deal(Deal::new(random.bits(), 0));
    // Few enough cells stay closed for the witness.
    let closed = random.below(15).min(cells);
    while game.status() == Status::Playing && game.view().closed_count() > closed {
        let cell = Cell::new(random.below(cells));
        let action = if random.below(12) == 0 { Action::Flag(cell) } else { Action::Open(cell) };
        let _ = game.play(action);
        for _ in 0..random.below(3) {
            let _ = game.play(Action::Ask(cell));
        }
    }
    // A game can also end with more flags than that.
    let mut draft = Draft::from(game.view().clone());
    for tile in draft.tiles.iter_mut().filter(|tile| tile.is_closed()).skip(14) {
        *tile = Tile::Silent;
    }
    if random.below(4) == 0 {
        let cell = random.below(cells) as usize;
        if let Tile::Clue(clue) = &mut draft.tiles[cell] {
            *clue = random.below(u32::from(*clue) + 3) as u8;
        }
    }
    View::try_from(draft).unwrap_or_else(|_| game.view().clone())
}

/// A view that was built to be extreme, with at most so many closed cells (and at least
/// four).
///
/// # Panics
/// Never: what is built can be drawn.
pub fn extreme_view(random: &mut Random, most: u32) -> View {
    let closed = 4 + random.below(most.max(5) - 3);
    let (grid, open) = match random.below(4) {
        0 => narrow(random, closed),
        kind => built(random, closed, kind),
    };
    // Nearly empty, nearly full, or in between.
    let density = pick(random, &[0.02, 0.15, 0.5, 0.85, 0.98]);
    let mines = grid.cells().filter(|&cell| !open[cell.index()] && random.unit() < density);
    let layout = Layout::new(grid.clone(), mines.collect::<Vec<_>>()).expect("each once");
    let rule: ClueRule = parsed(pick(random, &EXTREME));
    let mut draft = Draft { rule, ..Draft::new(grid.clone(), None) };
    for cell in grid.cells().filter(|cell| open[cell.index()]) {
        let (number, around) = (layout.number(cell), grid.neighbours(cell).len() as u8);
        // What was shown is a likely draw or just a possible one.
        let likely = random.below(3) > 0;
        let shown = if likely {
            rule.draw(number, around, random)
        } else {
            let all: Vec<u8> = (0..=around)
                .filter(|&told| rule.bounds(Some(told), around).contains(&number))
                .collect();
            random.pick(&all).copied()
        };
        draft.tiles[cell.index()] = shown.map_or(Tile::Silent, Tile::Clue);
        if !rule.is_exact() && random.below(2) == 0 {
            draft.asks.insert(cell, 1 + random.below(8));
        }
    }
    let count = layout.count();
    let told = [None, Some(count), Some(count), Some(count + 1), count.checked_sub(1)];
    draft.mines = pick(random, &told);
    let plain = Draft { mines: None, ..draft.clone() };
    View::try_from(draft).or_else(|_| View::try_from(plain)).expect("as it was built")
}

/// A grid one to three cells wide, and which of its cells are open: all but so many.
fn narrow(random: &mut Random, closed: u32) -> (Grid, Vec<bool>) {
    let width = 1 + random.below(3);
    let height = (closed * (2 + random.below(2))).div_ceil(width).max(2);
    let grid = Grid::new(width, height).expect("a narrow one");
    let mut open = vec![false; grid.len()];
    let mut left = grid.len() as u32;
    while left > closed {
        let cell = &mut open[random.below(grid.len() as u32) as usize];
        left -= u32::from(!std::mem::replace(cell, true));
    }
    (grid, open)
}

/// Closed cells under clues as a graph of its own: a chain (1), a ring (2), or a tree of
/// chains that meet (3).
fn built(random: &mut Random, closed: u32, kind: u32) -> (Grid, Vec<bool>) {
    let mut clues: Vec<Vec<u32>> = Vec::new();
    // The sea: beside no clue.
    let sea = random.below(closed / 3 + 1);
    let cells = closed - sea;
    if kind == 3 {
        let mut at = 1;
        while at < cells {
            let from = if random.below(4) == 0 { random.below(at) } else { at - 1 };
            let end = (at + 1 + random.below(3)).min(cells);
            clues.push([from].into_iter().chain(at..end).collect());
            at = end;
        }
    } else {
        let (wide, step) = (2 + random.below(3), 1 + random.below(2));
        for from in (0..cells).step_by(step as usize) {
            let beside = (from..from + wide).filter(|&at| kind == 2 || at < cells);
            let mut beside: Vec<u32> = beside.map(|at| at % cells).collect();
            beside.sort_unstable();
            beside.dedup();
            clues.push(beside);
        }
    }
    let ends = clues.iter().zip(closed..);
    let ends: Vec<(u32, u32)> =
        ends.flat_map(|(beside, clue)| beside.iter().map(move |&cell| (cell, clue))).collect();
    let all = closed + clues.len() as u32;
    let grid = Grid::of(Graph::new(all, ends).expect("within the cells"));
    (grid, (0..all).map(|cell| cell >= closed).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_are_small_and_varied() {
        let mut random = Random::named("views", [1, 0]);
        let any: Vec<View> = (0..300).map(|_| any_view(&mut random)).collect();
        let built: Vec<View> = (0..300).map(|_| extreme_view(&mut random, 14)).collect();
        for views in [&any, &built] {
            assert!(views.iter().all(|view| view.closed_count() <= 14));
            assert!(views.iter().any(|view| view.mines().is_none()));
            assert!(views.iter().any(|view| view.grid().neighbourhood().is_none()));
            assert!(views.iter().any(|view| !view.rule().tells_truth()));
        }
        assert!(built.iter().all(|view| view.closed_count() >= 4));
        assert!(built.iter().any(|view| view.grid().cells().any(|cell| view.asks(cell) > 6)));
    }
}

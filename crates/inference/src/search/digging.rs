//! The best way to dig on small boards: the fewest digs, on average, until one
//! configuration is left.
//!
//! In `dig` a mine is harmless, so what matters is only which configurations are
//! still possible. A dig parts them by what it would show; the parts are searched in
//! turn, each set once (memoised on its members). What is summed is the number of digs over all
//! configurations, a whole number, so nothing is rounded.
//!
//! A dig has few outcomes, on a square board ten at the most, so `n` configurations need
//! at least as many digs as `n` leaves of a tree with so many branches are deep; that
//! bound cuts most cells off.

use std::collections::HashMap;

use surefoot_rules::{Cell, View};

use crate::information;
use crate::search::configurations::Configurations;

/// The best first dig of a position, and what it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dig {
    /// The cell to dig; `None` where all is known.
    pub best: Option<Cell>,
    /// Digs until all is known, summed over all configurations.
    pub digs: u64,
    /// How many configurations that is.
    pub configurations: u64,
}

impl Dig {
    /// Digs on average.
    pub fn mean(&self) -> f64 {
        self.digs as f64 / self.configurations as f64
    }
}

/// Digs of a remainder whose configurations are listed: what they tell, and which is best.
///
/// ```
/// use surefoot_inference::{ListedDigs, Workspace};
/// use surefoot_rules::{Cell, view};
///
/// // One mine in six cells in a row.
/// let view = view!["6x1/1", "* * * * * *"];
/// let list = Workspace::default().solve(&view)?.undecided(10).unwrap();
/// let digs = ListedDigs::of(&view, &list, []);
/// // Beside the end is the mine, a cell that sees it (one of two), or neither.
/// let by_one = digs.told(Cell::new(1));
/// assert!(by_one > digs.told(Cell::new(0)));
/// // With the best second dig it tells all there is to know.
/// let by_two = digs.told_by_two(Cell::new(1));
/// assert!(by_two > by_one && (by_two - 6_f64.log2()).abs() < 1e-9);
/// let best = digs.best(1_000).unwrap();
/// assert_eq!((best.digs, best.configurations), (11, 6));
/// # Ok::<(), surefoot_inference::AnalysisError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ListedDigs {
    /// The cells that may show one thing or another.
    cells: Vec<Cell>,
    /// Per cell and configuration: what the cell would show.
    shows: Vec<Vec<u8>>,
    count: usize,
    /// The most outcomes a dig can have: a mine, or a number.
    outcomes: u64,
}

impl ListedDigs {
    /// Of a view's configurations. Cells that are not listed and safe in all of them may be dug
    /// for their numbers.
    pub fn of(view: &View, list: &Configurations, safe: impl IntoIterator<Item = Cell>) -> Self {
        let mut digs =
            Self { cells: Vec::new(), shows: Vec::new(), count: list.mines.len(), outcomes: 2 };
        for cell in list.cells.iter().copied().chain(safe) {
            digs.take(view, cell, outcomes(view, list, cell));
        }
        digs
    }

    /// Takes a cell in, unless it shows the same in all.
    fn take(&mut self, view: &View, cell: Cell, shows: Vec<u8>) {
        if shows.iter().any(|&shown| shown != shows[0]) {
            self.cells.push(cell);
            self.shows.push(shows);
            self.outcomes = self.outcomes.max(view.neighbours(cell).len() as u64 + 2);
        }
    }

    /// The cells whose digs tell anything.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The bits that a dig is expected to tell.
    pub fn told(&self, cell: Cell) -> f64 {
        let all: Vec<u32> = (0..self.count as u32).collect();
        self.shows_of(cell).map_or(0.0, |shows| entropy(shows, &all))
    }

    /// The bits that a dig is expected to tell together with the dig that tells most after it.
    pub fn told_by_two(&self, cell: Cell) -> f64 {
        let Some(shows) = self.shows_of(cell) else { return 0.0 };
        let mut parts = [const { Vec::new() }; OUTCOMES];
        for (&shown, which) in shows.iter().zip(0..) {
            parts[place(shown)].push(which);
        }
        let then = parts.iter().map(|part| {
            let next = self.shows.iter().map(|shows| entropy(shows, part)).fold(0.0, f64::max);
            next * part.len() as f64 / self.count as f64
        });
        self.told(cell) + then.sum::<f64>()
    }

    /// The best first dig, and what it takes; `None` if the search takes more than `nodes` sets,
    /// or if there are too many configurations to be told apart.
    pub fn best(&self, nodes: usize) -> Option<Dig> {
        let count = u16::try_from(self.count).ok()?;
        let mut search = DigSearch { digs: self, memo: HashMap::new(), nodes };
        let all: Vec<u16> = (0..count).collect();
        let (best, digs) = search.best(&all)?;
        let best = best.map(|at| self.cells[at]);
        Some(Dig { best, digs, configurations: u64::from(count) })
    }

    fn shows_of(&self, cell: Cell) -> Option<&[u8]> {
        let at = self.cells.iter().position(|&other| other == cell)?;
        Some(&self.shows[at])
    }
}

/// Kinds of what a cell shows: a mine, or a number, of which those above 31 are one kind.
const OUTCOMES: usize = 33;

fn place(shown: u8) -> usize {
    usize::from(shown).min(OUTCOMES - 1)
}

/// The entropy of what a cell shows in some configurations, in bits.
fn entropy(shows: &[u8], of: &[u32]) -> f64 {
    let mut counts = [0_u32; OUTCOMES];
    for &which in of {
        counts[place(shows[which as usize])] += 1;
    }
    let all = of.len() as f64;
    information::entropy(counts.iter().map(|&count| f64::from(count) / all))
}

/// Memory of a search.
struct DigSearch<'a> {
    digs: &'a ListedDigs,
    memo: HashMap<Vec<u16>, u64>,
    nodes: usize,
}

/// What a cell shows in each configuration, up to what is the same in all.
fn outcomes(view: &View, of: &Configurations, cell: Cell) -> Vec<u8> {
    let own = of.cells.iter().position(|&c| c == cell);
    let beside = view.neighbours(cell);
    let around: u128 = of
        .cells
        .iter()
        .enumerate()
        .filter(|(_, c)| beside.contains(c))
        .fold(0, |mask, (at, _)| mask | 1 << at);
    let is_mine = |mines: u128| own.is_some_and(|at| mines >> at & 1 == 1);
    let shows = |&mines: &u128| {
        if is_mine(mines) { u8::MAX } else { (mines & around).count_ones() as u8 }
    };
    of.mines.iter().map(shows).collect()
}

impl DigSearch<'_> {
    /// The cell to dig and the digs it takes in all.
    fn best(&mut self, set: &[u16]) -> Option<(Option<usize>, u64)> {
        if set.len() <= 1 {
            return Some((None, 0));
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let mut candidates: Vec<(u64, usize, Vec<Vec<u16>>)> = Vec::new();
        for cell in 0..self.digs.shows.len() {
            let parts = self.parts(cell, set);
            if parts.len() > 1 {
                let bound = parts
                    .iter()
                    .map(|part| least(part.len() as u64, self.digs.outcomes))
                    .sum::<u64>();
                candidates.push((set.len() as u64 + bound, cell, parts));
            }
        }
        candidates.sort_by_key(|(bound, cell, _)| (*bound, *cell));
        let mut best = (None, u64::MAX);
        for (bound, cell, parts) in candidates {
            if bound >= best.1 {
                break;
            }
            let mut digs = bound;
            for part in &parts {
                digs = digs - least(part.len() as u64, self.digs.outcomes) + self.value(part)?;
                if digs >= best.1 {
                    break;
                }
            }
            if digs < best.1 {
                best = (Some(cell), digs);
            }
        }
        // Configurations that no dig tells apart do not exist: they differ in a cell.
        Some(best)
    }

    fn value(&mut self, set: &[u16]) -> Option<u64> {
        if set.len() <= 1 {
            return Some(0);
        }
        if let Some(&digs) = self.memo.get(set) {
            return Some(digs);
        }
        let (_, digs) = self.best(set)?;
        self.memo.insert(set.to_vec(), digs);
        Some(digs)
    }

    fn parts(&self, cell: usize, set: &[u16]) -> Vec<Vec<u16>> {
        let shows = &self.digs.shows[cell];
        let mut parts: Vec<(u8, Vec<u16>)> = Vec::new();
        for &configuration in set {
            let seen = shows[usize::from(configuration)];
            match parts.iter_mut().find(|(outcome, _)| *outcome == seen) {
                Some((_, part)) => part.push(configuration),
                None => parts.push((seen, vec![configuration])),
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }
}

/// The least digs in all that can tell `count` configurations apart, if each has one
/// of so many outcomes: leaves of a tree that is as flat as can be.
fn least(count: u64, outcomes: u64) -> u64 {
    let (mut depth, mut wide) = (0, 1);
    while wide * outcomes <= count {
        (depth, wide) = (depth + 1, wide * outcomes);
    }
    // So many leaves of the last full level must branch once more.
    let branched = (count - wide).div_ceil(outcomes - 1);
    depth * count + count - (wide - branched)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Workspace;
    use surefoot_rules::{Deal, GameKind, Grid, Layout, Random, Rules, Tile};
    use surefoot_testing::{dealt, open_some};

    /// The same by trying every dig on every layout, with views instead of sets.
    fn slow(view: &View, layouts: &[Layout]) -> u64 {
        if layouts.len() <= 1 {
            return 0;
        }
        let mut best = u64::MAX;
        for cell in view.hidden() {
            let seen = |layout: &Layout| {
                if layout.is_mine(cell) { None } else { Some(layout.number(cell)) }
            };
            let mut digs = layouts.len() as u64;
            let mut kinds: Vec<Option<u8>> = layouts.iter().map(seen).collect();
            kinds.sort_unstable();
            kinds.dedup();
            if kinds.len() == 1 {
                continue;
            }
            for kind in kinds {
                let part: Vec<Layout> =
                    layouts.iter().filter(|layout| seen(layout) == kind).cloned().collect();
                digs += slow(view, &part);
            }
            best = best.min(digs);
        }
        best
    }

    #[test]
    fn digs_are_the_fewest() {
        let mut workspace = Workspace::default();
        let mut compared = 0;
        for index in 0..200 {
            let mut random = Random::named("digging", [8, index]);
            let grid = Grid::new(2 + random.below(3), 2 + random.below(2)).unwrap();
            let mines = 1 + random.below(grid.len() as u32 / 2);
            let rules = Rules::new(GameKind::Dig, grid.clone(), mines);
            let mut game = dealt(rules, Deal::new(8, index));
            open_some(&mut game, 1 + random.below(3), &mut random);
            let view = game.view();
            let Ok(posterior) = workspace.solve(view) else { continue };
            let list = posterior.configurations(40).unwrap_or_default();
            if list.mines.is_empty() {
                continue;
            }
            let opened: Vec<Cell> =
                grid.cells().filter(|&cell| view.tile(cell) == Tile::Mine).collect();
            let certain: Vec<Cell> = view
                .hidden()
                .filter(|&cell| posterior.is_mine(cell) && !list.cells.contains(&cell))
                .collect();
            let layouts: Vec<Layout> = list
                .mines
                .iter()
                .map(|bits| {
                    let at = list.cells.iter().enumerate();
                    let mines = at.filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &cell)| cell);
                    let all = mines.chain(opened.iter().copied()).chain(certain.iter().copied());
                    Layout::new(grid.clone(), all.collect::<Vec<_>>()).unwrap()
                })
                .collect();
            let dig = ListedDigs::of(view, &list, []).best(1 << 20).unwrap();
            assert_eq!(dig.digs, slow(view, &layouts));
            compared += usize::from(list.mines.len() > 1);
        }
        assert!(compared > 60, "{compared}");
    }

    #[test]
    fn the_bound_is_that_of_a_tree_with_ten_branches() {
        let expected = [(1, 0), (2, 2), (10, 10), (11, 13), (19, 29), (20, 32), (100, 200)];
        for (count, digs) in expected {
            assert_eq!(least(count, 10), digs, "{count}");
        }
        assert_eq!(least(101, 10), 204);
    }
}

//! All configurations of a small remainder, one by one.
//!
//! The trellis holds them already: every path is a filling of the boxes, and every
//! filling stands for the ways to choose cells within boxes and sea. They are
//! walked in order and written down as bit sets over the closed cells, up to a limit;
//! beyond it there is nothing to be gained from a list.

use surefoot_rules::{Cell, View};

use crate::count::frontier::Kind;
use crate::posterior::{Engine, Finder, Posterior};
use crate::search::searches::NUMBERS;
use crate::tunables;

/// All configurations of a view: its closed cells but those that are plainly mines,
/// and for each configuration which of them are mines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configurations {
    /// The closed cells, less mines that single clues decide.
    pub cells: Vec<Cell>,
    /// Per configuration: bit `i` is set if cell `i` is a mine.
    pub mines: Vec<u128>,
}

impl Configurations {
    /// Per listed cell: the listed cells beside it, as bits; `None` if they are more than
    /// a search is made for.
    pub(crate) fn beside(&self, view: &View) -> Option<Vec<u128>> {
        let rows = self.cells.iter().map(|&cell| {
            let around = view.neighbours(cell);
            let beside = self.cells.iter().enumerate().filter(|(_, other)| around.contains(other));
            let bits = beside.fold(0_u128, |bits, (at, _)| bits | 1 << at);
            ((bits.count_ones() as usize) < NUMBERS).then_some(bits)
        });
        rows.collect()
    }
}

impl Posterior<'_> {
    /// About how many configurations there are: rounded, and infinite where a position is so wide
    /// that it was not counted that way. [`solutions`](Self::solutions) has the last digit.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::view;
    ///
    /// let mut workspace = Workspace::default();
    /// assert_eq!(workspace.solve(&view!["3x2/2", "1 * *", "* * *"])?.size(), 6.0);
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn size(&self) -> f64 {
        let Finder::Quick(quick, facts) = self.found else { return f64::INFINITY };
        let left = self.view.mines().and_then(|mines| mines.checked_sub(facts.known_mines()));
        left.map_or(f64::INFINITY, |left| quick.configurations(left))
    }

    /// All configurations, if there are at most `limit` and they are equally likely
    /// (a told total, clues that are exact or silent) over at most 128 cells.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::view;
    ///
    /// let (mut workspace, view) = (Workspace::default(), view!["3x1/1", "* 1 *"]);
    /// let all = workspace.solve(&view)?.configurations(100).unwrap();
    /// // Each has one mine, as a bit.
    /// assert_eq!(all.mines.iter().map(|mines| mines.count_ones()).collect::<Vec<_>>(), [1, 1]);
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn configurations(&self, limit: usize) -> Option<Configurations> {
        if let Finder::Quick(quick, facts) = self.found {
            let left = self.view.mines()?.checked_sub(facts.known_mines())?;
            let most = tunables::LISTED_ROUNDED * limit as f64;
            if facts.unknown() > 128 || quick.configurations(left) > most {
                return None;
            }
        }
        list(self.engine(), self.view, limit, true)
    }

    /// The same over the undecided cells only: where most of a board is known to be safe and still
    /// closed, as in `dig`, there is no room for the rest.
    pub fn undecided(&self, limit: usize) -> Option<Configurations> {
        if let Finder::Quick(quick, facts) = self.found {
            let left = self.view.mines()?.checked_sub(facts.known_mines())?;
            if quick.configurations(left) > 1.001 * limit as f64 {
                return None;
            }
        }
        list(self.engine(), self.view, limit, false)
    }
}

/// A step of the walk: the box's cells as bits from here on.
struct ListingStep<'a> {
    engine: &'a Engine,
    /// Per box: where its cells begin.
    starts: Vec<u32>,
    /// The total of the mines not decided, and the sea's place.
    left: u32,
    sea: (u32, u32),
    limit: usize,
    dead_ends: usize,
    found: Vec<u128>,
}

/// Writes a view's configurations down; `None` if there are more than `limit`, or
/// if they are not equally likely.
fn list(engine: &Engine, view: &View, limit: usize, with_safe: bool) -> Option<Configurations> {
    let frontier = &engine.frontier;
    let exact = view.rule().tells_truth();
    let left = view.mines()?.checked_sub(frontier.opened_mines + frontier.known_mines)?;
    let kinds = || frontier.kinds.iter().zip(0..);
    let of = |wanted: Kind| {
        kinds().filter(move |(kind, _)| **kind == wanted).map(|(_, index)| Cell::new(index))
    };
    let undecided = frontier.cells.len() + frontier.sea as usize;
    let safe = of(Kind::Safe).filter(|_| with_safe);
    if !exact || undecided > 128 || undecided + safe.clone().count() > 128 {
        return None;
    }
    let mut starts = Vec::with_capacity(frontier.boxes.len());
    let mut at = 0;
    for size in frontier.boxes.sizes() {
        starts.push(at);
        at += size;
    }
    let mut cells = vec![Cell::new(0); undecided];
    let mut next = starts.clone();
    for &(cell, box_) in &frontier.cells {
        let place = &mut next[box_ as usize];
        cells[*place as usize] = cell;
        *place += 1;
    }
    for (place, cell) in cells[at as usize..].iter_mut().zip(of(Kind::Sea)) {
        *place = cell;
    }
    cells.extend(safe);
    let sea = (at, frontier.sea);
    let mut walk =
        ListingStep { engine, starts, left, sea, limit, dead_ends: 0, found: Vec::new() };
    walk.go(0, 0, 0, 0)?;
    Some(Configurations { cells, mines: walk.found })
}

impl ListingStep<'_> {
    /// Goes on behind a state, before a step of the whole trellis.
    fn go(&mut self, component: usize, step: u32, mines: u32, bits: u128) -> Option<()> {
        let trellis = &self.engine.trellis;
        match trellis.components.get(component) {
            None => self.fill_sea(mines, bits),
            Some(of) => self.walk_on(component, step, of.states.0, mines, bits),
        }
    }

    fn walk_on(
        &mut self,
        component: usize,
        step: u32,
        state: u32,
        mines: u32,
        bits: u128,
    ) -> Option<()> {
        let trellis = &self.engine.trellis;
        if step == trellis.components[component].steps.1 {
            return self.go(component + 1, step, mines, bits);
        }
        let at = &trellis.steps[step as usize];
        let edges = trellis.edges_of(at);
        let from = edges.partition_point(|edge| edge.from < state);
        for edge in edges[from..].iter().take_while(|edge| edge.from == state) {
            let taken = mines + u32::from(edge.mines);
            if taken > self.left {
                self.dead_end()?;
                continue;
            }
            let start = self.starts[at.box_ as usize];
            for chosen in subsets(at.size, edge.mines.into()) {
                self.walk_on(component, step + 1, edge.to, taken, bits | chosen << start)?;
            }
        }
        Some(())
    }

    /// Paths that lead nowhere count too: their number may be any.
    fn dead_end(&mut self) -> Option<()> {
        self.dead_ends += 1;
        (self.dead_ends <= 16 * (self.limit + 64)).then_some(())
    }

    fn fill_sea(&mut self, mines: u32, bits: u128) -> Option<()> {
        let (start, size) = self.sea;
        let needed = self.left - mines;
        if needed > size {
            return self.dead_end();
        }
        for chosen in subsets(size, needed) {
            if self.found.len() == self.limit {
                return None;
            }
            // An empty sea may start where no bit is.
            self.found.push(if chosen == 0 { bits } else { bits | chosen << start });
        }
        Some(())
    }
}

/// All sets of `count` of the lowest `size` bits (Gosper's hack).
fn subsets(size: u32, count: u32) -> impl Iterator<Item = u128> {
    let first = if count == 128 { u128::MAX } else { (1 << count) - 1 };
    let fits = move |set: &u128| size == 128 || *set >> size == 0;
    std::iter::successors(Some(first), move |&set| {
        if set == 0 {
            return None;
        }
        let lowest = set & set.wrapping_neg();
        let carried = set.checked_add(lowest)?;
        Some((((carried ^ set) >> 2) / lowest) | carried)
    })
    .take_while(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Workspace, oracle};
    use surefoot_testing::small_game;

    #[test]
    fn subsets_are_all_there_are() {
        assert_eq!(subsets(4, 2).collect::<Vec<_>>(), [3, 5, 6, 9, 10, 12]);
        assert_eq!(subsets(3, 0).collect::<Vec<_>>(), [0]);
        assert_eq!(subsets(128, 1).count(), 128);
        assert_eq!(subsets(3, 3).collect::<Vec<_>>(), [7]);
        assert_eq!(subsets(0, 1).count(), 0);
    }

    /// The same configurations as plain enumeration finds.
    #[test]
    fn configurations_are_those_of_the_oracle() {
        configurations_agree(200);
    }

    #[test]
    #[ignore = "slow: scripts/test --all"]
    fn more_configurations_are_those_of_the_oracle() {
        configurations_agree(1_000);
    }

    fn configurations_agree(views: u64) {
        let mut workspace = Workspace::new(Options::default());
        for index in 0..views {
            let game = small_game("list", [9, index], [2..6, 2..5], (0, 2), 0..8);
            let view = game.view();
            if !view.hidden().any(|_| true) {
                continue;
            }
            let posterior = workspace.solve(view).unwrap();
            let listed = posterior.configurations(1 << 20).unwrap();
            let certain: Vec<Cell> = view.hidden().filter(|&c| posterior.is_mine(c)).collect();
            let mut ours: Vec<Vec<Cell>> = listed
                .mines
                .iter()
                .map(|bits| {
                    let cells = listed.cells.iter().enumerate();
                    let mines = cells.filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &cell)| cell);
                    let decided = certain.iter().copied().filter(|c| !listed.cells.contains(c));
                    let mut mines: Vec<Cell> = mines.chain(decided).collect();
                    mines.sort_unstable();
                    mines
                })
                .collect();
            ours.sort_unstable();
            let truth = oracle::enumerate(view, crate::Unknown::AnyTotal).unwrap();
            assert_eq!(ours.len() as u64, truth.solutions);
            ours.dedup();
            assert_eq!(ours.len() as u64, truth.solutions);
            for (cell, p) in view.grid().cells().zip(&truth.probability) {
                let Some(p) = p else { continue };
                let with = ours.iter().filter(|mines| mines.contains(&cell)).count();
                assert!((with as f64 / ours.len() as f64 - p).abs() < 1e-9);
            }
            assert_eq!(
                posterior.configurations(ours.len()).map(|l| l.mines.len()),
                Some(ours.len())
            );
            assert_eq!(posterior.configurations(ours.len() - 1), None);
        }
    }
}

//! Best play in the middle of a game.
//!
//! A player asks thousands of times a second, as soon as the configurations can be listed:
//! one best cell is enough, and so many sets are searched and no more. (Every best cell of
//! a whole board is `best_play`'s question.)

use surefoot_rules::{Cell, View};

use crate::search::configurations::Configurations;
use crate::search::searches::{Remainder, SearchLimits, Searches};
use crate::stop::Stop;

/// What the best play of a remainder is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// Configurations won by the best play, of all.
    pub wins: u32,
    /// How many configurations there are.
    pub configurations: u32,
    /// A best cell to open.
    pub best: Cell,
    /// Whether that cell is safe in every configuration.
    pub certain: bool,
}

impl Optimum {
    /// The probability to win.
    pub fn value(&self) -> f64 {
        f64::from(self.wins) / f64::from(self.configurations)
    }
}

/// Searches remainders, in memory that is used again.
///
/// ```
/// use surefoot_inference::{Endgame, Workspace};
/// use surefoot_rules::view;
///
/// // One mine in two cells nobody can tell apart.
/// let view = view!["3x1/1", "* 1 *"];
/// let mut workspace = Workspace::default();
/// let configurations = workspace.solve(&view)?.configurations(10).unwrap();
/// let optimum = Endgame::default().solve(&view, &configurations, 1_000).unwrap();
/// assert_eq!((optimum.wins, optimum.configurations, optimum.value()), (1, 2, 0.5));
/// # Ok::<(), surefoot_inference::AnalysisError>(())
/// ```
#[derive(Debug, Default)]
pub struct Endgame {
    searches: Searches,
    left: usize,
    stop: Stop,
}

/// A copy starts afresh: only memory would be copied, and no search needs another's.
impl Clone for Endgame {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Endgame {
    /// The best play of a view with these configurations; `None` if it takes more
    /// than `budget` sets or was [stopped](Stop::during), if a cell has more than 31
    /// undecided neighbours, or if there is nothing left to open.
    pub fn solve(
        &mut self,
        view: &View,
        configurations: &Configurations,
        budget: usize,
    ) -> Option<Optimum> {
        self.left = budget;
        let search = self.searches.of(configurations.cells.len())?;
        let beside = configurations.beside(view)?;
        search.load(&Remainder { beside: &beside, mines: &configurations.mines, symmetries: &[] });
        let watch = &mut |_| !self.stop.is_stopped();
        let mut limits = SearchLimits { sets: budget, bytes: usize::MAX, watch };
        let found = search.best(&mut limits);
        self.left = limits.sets;
        let (wins, live) = found.ok()?;
        // With nothing to find out, the rest is there to be opened.
        let safest =
            || (0..configurations.cells.len()).rev().max_by_key(|&c| search.safe(c, false));
        let best = live.or_else(safest)?;
        let (safe, count) = (search.safe(best, false), configurations.mines.len() as u32);
        let best = configurations.cells[best];
        (safe > 0).then_some(Optimum { wins, configurations: count, best, certain: safe == count })
    }

    /// What cells win that are opened first, each with best play afterwards: of how many of these
    /// configurations. Cells that are not listed are mines and win none. `None` as for
    /// [`solve`](Self::solve).
    ///
    /// ```
    /// use surefoot_inference::{Endgame, Workspace};
    /// use surefoot_rules::{Cell, view};
    ///
    /// // A mine beside the 1, another among the last two: the cells in the middle tell of both.
    /// let view = view!["5x1/2", "* 1 * * *"];
    /// let listed = Workspace::default().solve(&view)?.configurations(10).unwrap();
    /// let cells = [0, 2, 3, 4].map(Cell::new);
    /// let wins = Endgame::default().wins_by(&view, &listed, &cells, 1_000).unwrap();
    /// assert_eq!((listed.mines.len(), wins), (4, vec![1, 2, 2, 1]));
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn wins_by(
        &mut self,
        view: &View,
        configurations: &Configurations,
        cells: &[Cell],
        budget: usize,
    ) -> Option<Vec<u32>> {
        self.left = budget;
        let search = self.searches.of(configurations.cells.len())?;
        let beside = configurations.beside(view)?;
        search.load(&Remainder { beside: &beside, mines: &configurations.mines, symmetries: &[] });
        let watch = &mut |_| !self.stop.is_stopped();
        let mut limits = SearchLimits { sets: budget, bytes: usize::MAX, watch };
        let place = |cell: Cell| configurations.cells.iter().position(|&other| other == cell);
        let mut wins = Vec::with_capacity(cells.len());
        for &cell in cells {
            // The sets of one cell are remembered for the next.
            wins.push(match place(cell) {
                Some(at) => search.open(at, false, 0, &mut limits).ok()?,
                None => 0,
            });
        }
        self.left = limits.sets;
        Some(wins)
    }

    /// What the last search left of its budget.
    pub fn nodes_left(&self) -> usize {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Workspace, oracle};
    use surefoot_rules::{Grid, Layout, Point, view};
    use surefoot_testing::small_game;

    fn best(view: &View) -> Optimum {
        let mut workspace = Workspace::default();
        let configurations = workspace.solve(view).unwrap().configurations(100_000).unwrap();
        Endgame::default().solve(view, &configurations, 10_000_000).unwrap()
    }

    /// Wins under the best play, computed elsewhere.
    #[test]
    fn small_boards_are_worth_what_others_found() {
        let known: [(u32, u32, &[u32]); 4] = [
            (3, 3, &[8, 24, 33, 27, 16]),
            (4, 3, &[11, 52, 124, 173, 157]),
            (4, 4, &[15, 102, 400, 961, 1461]),
            (5, 5, &[24, 266]),
        ];
        for (width, height, wins) in known {
            for (&wins, mines) in wins.iter().zip(1..) {
                let grid = Grid::new(width, height).unwrap();
                let view = View::new(grid, Some(mines)).unwrap();
                assert_eq!(best(&view).wins, wins, "{width}x{height}/{mines}");
            }
        }
        let view = view!["5x4/5", "*****", "*1***", "*3***", "*****"];
        let optimum = best(&view);
        assert_eq!((optimum.wins, optimum.configurations), (285, 360));
        assert_eq!(view.grid().point(optimum.best), Point { x: 2, y: 0 });
    }

    /// By the rule book alone: try every cell, and every number it may show.
    fn by_hand(layouts: &[Layout], open: &mut Vec<Cell>) -> u32 {
        let Some(first) = layouts.first() else { return 0 };
        if open.len() + first.count() as usize == first.grid().len() {
            return layouts.len() as u32;
        }
        let mut most = 0;
        for cell in first.grid().cells() {
            if open.contains(&cell) || layouts.iter().all(|layout| layout.is_mine(cell)) {
                continue;
            }
            open.push(cell);
            let wins = (0..=8)
                .map(|number| {
                    let part: Vec<_> = layouts
                        .iter()
                        .filter(|l| !l.is_mine(cell) && l.number(cell) == number)
                        .cloned()
                        .collect();
                    by_hand(&part, open)
                })
                .sum();
            open.pop();
            most = most.max(wins);
        }
        most
    }

    #[test]
    fn best_play_is_that_of_plain_search() {
        let mut tried = 0;
        for index in 0..400 {
            let game = small_game("optimal", [3, index], [2..5, 2..4], (1, 2), 3..7);
            let (view, grid) = (game.view(), game.view().grid());
            let closed = view.hidden().count();
            if closed <= game.rules().mines as usize || closed > 7 || view.opened_mines() > 0 {
                continue;
            }
            let found = oracle::configurations(view, crate::Unknown::AnyTotal);
            let layouts: Vec<Layout> =
                found.into_keys().map(|mines| Layout::new(grid.clone(), mines).unwrap()).collect();
            let mut open: Vec<Cell> =
                grid.cells().filter(|&cell| !view.tile(cell).is_closed()).collect();
            let optimum = best(view);
            assert_eq!(optimum.wins, by_hand(&layouts, &mut open), "{view:?}");
            tried += 1;
        }
        assert!(tried > 50, "{tried}");
    }

    #[test]
    fn a_small_budget_is_kept() {
        let view = view!["5x5/5", "*****", "*****", "*****", "*****", "*****"];
        let configurations =
            Workspace::default().solve(&view).unwrap().configurations(60_000).unwrap();
        assert_eq!(Endgame::default().solve(&view, &configurations, 10), None);
        let stop = Stop::new();
        stop.stop();
        let mut stopped = stop.during(Endgame::default);
        assert_eq!(stopped.solve(&view, &configurations, usize::MAX), None);
    }
}

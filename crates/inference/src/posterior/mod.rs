//! From counts to probabilities: what the components, the sea and the total say of
//! each cell.
//!
//! The `engine` counts; `total` weighs what the components can have by what the sea
//! then must; where that rules something out, `possible` decides what is certain. A
//! [`Posterior`] is what they found, to be asked cell by cell: players ask for a few
//! numbers thousands of times, so nothing is computed before it is wanted.

mod counts;
pub(crate) mod engine;
mod options;
mod possible;
mod total;

use dashu_int::UBig;
use surefoot_rules::{Cell, Random, Tile, View};

use crate::count::frontier::Kind;
use crate::count::number::{Number, choose_exactly};
use crate::count::whole_product;
use crate::error::CountError;
use crate::sample;
use crate::search::configurations::{self, Configurations};
use crate::tunables;
pub(crate) use counts::Counts;
pub(crate) use engine::{Engine, Marginal};
pub use options::{Options, Unknown};

/// What a [`Workspace`](crate::Workspace) found, until it is used again.
#[derive(Clone, Copy, Debug)]
pub struct Posterior<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) view: &'a View,
}

impl Posterior<'_> {
    /// Whether a closed cell is beside no clue that says anything about it.
    pub fn is_sea(&self, cell: Cell) -> bool {
        self.engine.frontier.kinds[cell.index()] == Kind::Sea
    }

    /// The sea: how many cells it has, and the probability that one of them is a mine,
    /// which is the same for all. `None` if there is none.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::view;
    ///
    /// // One of the two mines is beside the 1, the other anywhere beyond.
    /// let view = view!["5x1/2", "1 * * * *"];
    /// let mut workspace = Workspace::default();
    /// assert_eq!(workspace.solve(&view)?.sea(), Some((3, 1.0 / 3.0)));
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn sea(&self) -> Option<(u32, f64)> {
        let cells = self.engine.frontier.sea;
        (cells > 0).then(|| (cells, never_certain(self.engine.sea)))
    }

    fn marginal(&self, cell: Cell) -> Option<Marginal> {
        self.engine.marginal(cell)
    }

    /// The probability that a closed cell is a mine; `None` for open cells.
    /// Exactly 0 or 1 means certain.
    pub fn probability(&self, cell: Cell) -> Option<f64> {
        self.marginal(cell).map(never_certain)
    }

    /// Whether a closed cell is safe in every configuration.
    pub fn is_safe(&self, cell: Cell) -> bool {
        self.marginal(cell).is_some_and(|marginal| !marginal.can_be_mine)
    }

    /// Whether a closed cell is a mine in every configuration.
    pub fn is_mine(&self, cell: Cell) -> bool {
        self.marginal(cell).is_some_and(|marginal| !marginal.can_be_safe)
    }

    /// The hidden cell least likely to be a mine, and that probability: of equals the
    /// one with the fewest closed neighbours, then the first.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::{Point, view};
    ///
    /// let view = view!["4x1/1", "1 * * *"];
    /// let mut workspace = Workspace::default();
    /// let (cell, mine) = workspace.solve(&view)?.safest().unwrap();
    /// // The 1 has its mine beside it, so the far end is safe, and so is the middle.
    /// assert_eq!((view.grid().point(cell), mine), (Point { x: 3, y: 0 }, 0.0));
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn safest(&self) -> Option<(Cell, f64)> {
        let view = self.view;
        let mut best: Option<(Cell, f64, usize)> = None;
        for cell in view.hidden() {
            let mine = self.probability(cell)?;
            if best.is_some_and(|(_, least, _)| mine > least + tunables::TIE) {
                continue;
            }
            let around = view.neighbours(cell);
            let closed = around.iter().filter(|&&c| view.tile(c).is_closed()).count();
            let better = best
                .is_none_or(|(_, least, fewest)| mine < least - tunables::TIE || closed < fewest);
            if better {
                best = Some((cell, mine, closed));
            }
        }
        best.map(|(cell, mine, _)| (cell, mine))
    }

    /// How many configurations of non-zero likelihood there are, to the last
    /// digit; an error if so large a number would take too much memory.
    pub fn solutions(&self) -> Result<UBig, CountError> {
        let frontier = &self.engine.frontier;
        let (first, terms) = product(self.engine)?;
        let placed = frontier.opened_mines + frontier.known_mines;
        Ok(match self.view.mines() {
            None => {
                let frontier_ways: UBig = terms.iter().fold(UBig::ZERO, |sum, ways| sum + ways);
                frontier_ways << frontier.sea as usize
            }
            Some(mines) => {
                let left = mines.saturating_sub(placed);
                let mines = first..first + terms.len() as u32;
                let possible = terms.iter().zip(mines).filter(|&(ways, m)| {
                    *ways > UBig::ZERO && m <= left && left - m <= frontier.sea
                });
                // From one number of mines in the sea to the next is one step.
                let mut sea: Option<(u32, UBig)> = None;
                possible.rev().fold(UBig::ZERO, |sum, (ways, m)| {
                    let mut ways_in_sea = match sea.take() {
                        None => (left - m, choose_exactly(frontier.sea, left - m)),
                        Some(before) => before,
                    };
                    for mines in ways_in_sea.0..left - m {
                        ways_in_sea.1 *= UBig::from(frontier.sea - mines);
                        ways_in_sea.1 /= UBig::from(mines + 1);
                    }
                    ways_in_sea.0 = left - m;
                    let sum = sum + ways * &ways_in_sea.1;
                    sea = Some(ways_in_sea);
                    sum
                })
            }
        })
    }

    /// Pairs of cells of which one is a mine, and of which nothing will ever tell
    /// which: every cell that may show a number sees both or neither.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::view;
    ///
    /// let mut workspace = Workspace::default();
    /// let walled = view!["4x2/3", "* 3 M *", "* 3 M *"];
    /// assert_eq!(workspace.solve(&walled)?.coin_flips().len(), 1);
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn coin_flips(&self) -> Vec<(Cell, Cell)> {
        let frontier = &self.engine.frontier;
        let pairs = frontier.boxes.sizes().zip(&self.engine.marginals).zip(0_u32..);
        let pairs = pairs.filter(|((size, marginal), _)| *size == 2 && marginal.always_one);
        let mut flips = Vec::new();
        for (_, number) in pairs {
            let mut cells = frontier.cells.iter().filter(|&&(_, box_)| box_ == number);
            let (Some(&(one, _)), Some(&(other, _))) = (cells.next(), cells.next()) else {
                continue;
            };
            if self.tells_nothing(one, other) && self.tells_nothing(other, one) {
                flips.push((one, other));
            }
        }
        flips
    }

    /// Whether no cell that may show a number sees the one and not the other.
    fn tells_nothing(&self, one: Cell, other: Cell) -> bool {
        self.view.neighbours(one).iter().all(|&beside| {
            let silent = match self.view.tile(beside) {
                Tile::Hidden | Tile::Flag => self.is_mine(beside),
                Tile::Silent => false,
                Tile::Clue(_) | Tile::Mine => true,
            };
            beside == other || silent || self.view.neighbours(other).contains(&beside)
        })
    }

    /// All configurations, if there are at most `limit` and they are equally likely
    /// (a told total, clues that are exact or silent) over at most 128 cells.
    pub fn configurations(&self, limit: usize) -> Option<Configurations> {
        configurations::list(self.engine, self.view, limit)
    }

    /// A configuration drawn from the exact posterior: the mines among the
    /// closed cells.
    pub fn sample(&self, random: &mut Random) -> Vec<Cell> {
        sample::draw(self.engine, self.view, random)
    }
}

/// The product of all components' polynomials in whole numbers.
pub(crate) fn product(engine: &Engine) -> Result<(u32, Vec<UBig>), CountError> {
    let (trellis, limits) = (&engine.trellis, engine.limits());
    let cells = trellis.components.iter().map(|component| component.cells).sum();
    let terms: u64 = trellis.components.iter().map(|c| u64::from(c.most - c.least) + 1).sum();
    // All of them, and twice as much again while the last two are multiplied.
    let each = (size_of::<UBig>() + UBig::bytes_beyond(cells)) as u64;
    if 3 * terms * each > limits.memory as u64 {
        return Err(CountError::OverMemory);
    }
    let (mut first, mut results) = (0, Vec::new());
    for component in &trellis.components {
        let (least, terms) = trellis.polynomial::<UBig>(component, limits)?;
        first += least;
        results.push(terms);
    }
    Ok((first, whole_product::product(results, limits.stop)?))
}

/// The probability of a mine. An uncertain cell never looks certain, however unlikely.
fn never_certain(marginal: Marginal) -> f64 {
    match marginal {
        Marginal { can_be_safe: true, can_be_mine: true, mine, .. } => {
            mine.clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0)
        }
        Marginal { mine, .. } => mine,
    }
}

#[cfg(test)]
mod tests;

//! From counts to probabilities: what the components, the sea and the total say of
//! each cell.
//!
//! The `engine` counts; `total` weighs what the components can have by what the sea
//! then must; where that rules something out, `possible` decides what is certain. A
//! [`Posterior`] is what they found, to be asked cell by cell: players ask for a few
//! numbers thousands of times, so nothing is computed before it is wanted.

mod counts;
pub(crate) mod engine;
mod kept;
pub(crate) mod not_quick;
mod options;
mod possible;
pub(crate) mod quick;
mod solutions;
mod total;

use surefoot_rules::{Cell, Tile, View};

use crate::count::frontier::Kind;
use crate::error::CountError;
use crate::logic::{Belief, Facts};
use crate::posterior::quick::Quick;
use crate::tunables;
pub(crate) use counts::Counts;
pub(crate) use engine::{Engine, Marginal};
pub use options::{Options, Unknown};

/// What a [`Workspace`](crate::Workspace) found, until it is used again.
///
/// ```
/// use surefoot_inference::Workspace;
/// use surefoot_rules::{Cell, view};
///
/// // The outer cells are mines, since each is all that its 1 has.
/// let view = view!["5x1/2", "* 1 * 1 *"];
/// let mut workspace = Workspace::default();
/// let posterior = workspace.solve(&view)?;
/// assert_eq!(posterior.safest(), Some((Cell::new(2), 0.0)));
/// assert!(posterior.is_mine(Cell::new(0)) && posterior.is_mine(Cell::new(4)));
/// # Ok::<(), surefoot_inference::AnalysisError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Posterior<'a> {
    pub(crate) found: Finder<'a>,
    pub(crate) view: &'a View,
}

/// Who found it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Finder<'a> {
    Quick(&'a Quick, &'a Facts),
    Whole(&'a Engine),
}

impl<'a> Posterior<'a> {
    /// The view that it is of.
    pub fn view(&self) -> &'a View {
        self.view
    }

    /// The trellises of all components, made if nobody needed them so far.
    pub(crate) fn engine(&self) -> &'a Engine {
        match self.found {
            Finder::Quick(quick, facts) => quick.whole(self.view, facts),
            Finder::Whole(engine) => engine,
        }
    }

    /// The same, within the memory that is allowed.
    pub(crate) fn engine_within(&self) -> Result<&'a Engine, CountError> {
        match self.found {
            Finder::Quick(quick, facts) => quick.whole_within(self.view, facts),
            Finder::Whole(engine) => Ok(engine),
        }
    }

    /// Makes what drawing configurations needs, within the memory that is allowed. Whoever calls this first
    /// is refused where it does not fit; [`sample`](Self::sample) and [`draw`](Self::draw) make it in any case.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::{Random, view};
    ///
    /// let (mut workspace, view) = (Workspace::default(), view!["3x1/1", "* 1 *"]);
    /// let posterior = workspace.solve(&view)?;
    /// posterior.make_ready_to_draw()?;
    /// assert_eq!(posterior.sample(&mut Random::named("drawn", [1, 0])).len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make_ready_to_draw(&self) -> Result<(), CountError> {
        self.engine_within().map(|_| ())
    }

    /// Whether a closed cell is beside no clue that says anything about it.
    pub fn is_sea(&self, cell: Cell) -> bool {
        match self.found {
            Finder::Quick(quick, facts) => {
                facts.belief(cell) == Belief::Unknown && quick.components.box_of(cell).is_none()
            }
            Finder::Whole(engine) => engine.frontier.kinds[cell.index()] == Kind::Sea,
        }
    }

    /// Whether counting may have made a cell certain that the rules had not: where it did
    /// not, nobody has to ask for every cell.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::view;
    ///
    /// let mut workspace = Workspace::default();
    /// // Of two cells one is a mine, and nothing tells which.
    /// assert!(!workspace.solve(&view!["3x1/1", "* 1 *"])?.decides());
    /// assert!(workspace.solve(&view!["3x2/?", "1 2 1", "* * *"])?.decides());
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn decides(&self) -> bool {
        match self.found {
            Finder::Quick(quick, _) => quick.decides(),
            Finder::Whole(_) => true,
        }
    }

    /// The closed cells that counting made certain, mines or not, where the rules had not; in
    /// no order that means anything. Some that the rules had decided may be among them.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::{Cell, view};
    ///
    /// let (mut workspace, mut decided) = (Workspace::default(), Vec::new());
    /// workspace.solve(&view!["3x2/?", "1 2 1", "* * *"])?.decided(&mut decided);
    /// decided.sort();
    /// assert_eq!(decided, [3, 4, 5].map(|cell| (Cell::new(cell), cell != 4)));
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn decided(&self, into: &mut Vec<(Cell, bool)>) {
        match self.found {
            Finder::Quick(quick, facts) => quick.decided(facts, into),
            Finder::Whole(_) => {
                let closed = self.view.closed();
                into.extend(closed.filter_map(|cell| Some((cell, self.certain(cell)?))));
            }
        }
    }

    /// Whether a closed cell is a mine in every configuration (`true`) or safe in every one
    /// (`false`), if it is either.
    #[inline]
    pub fn certain(&self, cell: Cell) -> Option<bool> {
        match self.marginal(cell)? {
            Marginal { can_be_mine: false, .. } => Some(false),
            Marginal { can_be_safe: false, .. } => Some(true),
            _ => None,
        }
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
        let (cells, sea) = match self.found {
            Finder::Quick(quick, _) => (quick.sea, quick.in_sea),
            Finder::Whole(engine) => (engine.frontier.sea, engine.sea),
        };
        (cells > 0).then(|| (cells, never_certain(sea)))
    }

    #[inline]
    fn marginal(&self, cell: Cell) -> Option<Marginal> {
        match self.found {
            Finder::Quick(quick, facts) => {
                self.view.tile(cell).is_closed().then(|| quick.marginal(facts, cell))
            }
            Finder::Whole(engine) => engine.marginal(cell),
        }
    }

    /// The probability that a closed cell is a mine; `None` for open cells.
    /// Exactly 0 or 1 means certain.
    pub fn probability(&self, cell: Cell) -> Option<f64> {
        self.marginal(cell).map(never_certain)
    }

    /// The probability that a closed cell is safe; `None` for open cells. Exactly 1 or 0 means
    /// certain: however unlikely its mine, a cell that may have one is not quite safe, although
    /// one less something very small is one in doubles.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::{Cell, view};
    ///
    /// let mut workspace = Workspace::default();
    /// let view = view!["3x1/1", "1 * *"];
    /// let posterior = workspace.solve(&view)?;
    /// assert_eq!(posterior.safety(Cell::new(2)), Some(1.0));
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn safety(&self, cell: Cell) -> Option<f64> {
        self.probability(cell).map(safe_unless)
    }

    /// Whether a closed cell is safe in every configuration.
    pub fn is_safe(&self, cell: Cell) -> bool {
        self.certain(cell) == Some(false)
    }

    /// Whether a closed cell is a mine in every configuration.
    pub fn is_mine(&self, cell: Cell) -> bool {
        self.certain(cell) == Some(true)
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
        let mine = |cell: Cell| self.probability(cell).unwrap_or(1.0);
        if let Finder::Quick(quick, facts) = self.found {
            // In the sea all are alike, so it needs to be looked at only if it is among the best.
            let cells = || quick.components.living().flat_map(|of| quick.components.cells_of(of));
            let hidden = || cells().map(|&(cell, _)| cell).filter(|&cell| self.is_hidden(cell));
            let least = hidden().map(mine).fold(f64::INFINITY, f64::min);
            let sea = if quick.sea > 0 { never_certain(quick.in_sea) } else { 1.0 };
            if !facts.has_safe() && least + tunables::TIE < sea {
                return self.best_placed(hidden(), mine, least);
            }
        }
        let least = self.view.hidden().map(mine).fold(f64::INFINITY, f64::min);
        self.best_placed(self.view.hidden(), mine, least)
    }

    fn is_hidden(&self, cell: Cell) -> bool {
        self.view.tile(cell) == Tile::Hidden
    }

    /// Of the cells that are as safe as the safest the one with the fewest closed neighbours,
    /// then the first.
    fn best_placed(
        &self,
        cells: impl Iterator<Item = Cell>,
        mine: impl Fn(Cell) -> f64,
        least: f64,
    ) -> Option<(Cell, f64)> {
        let view = self.view;
        let closed = |cell: Cell| {
            let around = view.neighbours(cell);
            around.iter().filter(|&&c| view.tile(c).is_closed()).count()
        };
        // What is certainly a mine is no tie with what is nearly so.
        let can_be_safe = |mine: f64| least >= 1.0 || mine < 1.0;
        // Nor what is nearly safe with what is certainly so: only that is exactly zero.
        let most = if least > 0.0 { least + tunables::TIE } else { 0.0 };
        let best = cells.filter(|&cell| mine(cell) <= most && can_be_safe(mine(cell)));
        best.min_by_key(|&cell| (closed(cell), cell)).map(|cell| (cell, mine(cell)))
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
        let mut flips = self.pairs();
        flips.retain(|&(one, other)| {
            self.tells_nothing(one, other) && self.tells_nothing(other, one)
        });
        flips.sort_unstable();
        flips
    }

    /// The boxes of two cells of which always one is a mine.
    fn pairs(&self) -> Vec<(Cell, Cell)> {
        let mut pairs = Vec::new();
        let mut take = |cells: &[(Cell, u32)], number: u32| {
            let mut cells = cells.iter().filter(|&&(_, of)| of == number);
            if let (Some(&(one, _)), Some(&(other, _))) = (cells.next(), cells.next()) {
                pairs.push((one.min(other), one.max(other)));
            }
        };
        match self.found {
            Finder::Quick(quick, _) => {
                for component in quick.components.living() {
                    for (kept, number) in quick.components.numbered_boxes(component) {
                        if kept.size == 2 && kept.marginal.always_one {
                            take(quick.components.cells_of(component), number);
                        }
                    }
                }
            }
            Finder::Whole(Engine { frontier, marginals, .. }) => {
                for ((size, marginal), number) in frontier.boxes.sizes().zip(marginals).zip(0..) {
                    if size == 2 && marginal.always_one {
                        take(&frontier.cells, number);
                    }
                }
            }
        }
        pairs
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
}

/// The probability of safety beside that of a mine: 1 only of what is certain.
pub(crate) fn safe_unless(mine: f64) -> f64 {
    let most = if mine > 0.0 { 1.0 - f64::EPSILON / 2.0 } else { 1.0 };
    (1.0 - mine).min(most)
}

/// The probability of a mine. An uncertain cell never looks certain, however unlikely.
pub(crate) fn never_certain(marginal: Marginal) -> f64 {
    match marginal {
        Marginal { can_be_safe: true, can_be_mine: true, mine, .. } => {
            mine.clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0)
        }
        Marginal { mine, .. } => mine,
    }
}

#[cfg(test)]
mod tests;

//! The friendly door: everything that is certain or probable about a view.

use dashu_int::UBig;
use surefoot_rules::{Cell, Grid, Point, Random, Tile, View};

use crate::count::frontier::Kind;
use crate::count::join::Join;
use crate::count::number::choose_exactly;
use crate::count::pass::Pass;
use crate::count::trellis::Trellis;
use crate::logic::Facts;
use crate::posterior::{Engine, Failure, Marginal, Options};
use crate::proof::clash;
use crate::sample;
use crate::search::configurations::{self, Configurations};

/// Why a view has no analysis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    /// No layout fits it.
    #[error("no layout fits this view: {0}")]
    Inconsistent(Clash),
    /// It is too wide to be counted within the budget.
    #[error("this view is too wide to be counted within the budget of {budget} states")]
    OverBudget {
        /// The budget that was not enough.
        budget: usize,
    },
}

/// A small set of clues that contradict each other: none can be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The clues, in order of index.
    pub clues: Vec<Point>,
    /// Whether the number of mines is part of it.
    pub total: bool,
}

impl std::fmt::Display for Clash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let points: Vec<String> = self.clues.iter().map(Point::to_string).collect();
        match (&points[..], self.total) {
            ([], _) => f.write_str("the number of mines is impossible"),
            ([one], false) => write!(f, "the clue at {one} cannot be satisfied"),
            (many, false) => write!(f, "the clues at {} contradict each other", many.join(" ")),
            (many, true) => {
                write!(f, "the clues at {} contradict the number of mines", many.join(" "))
            }
        }
    }
}

/// Reusable memory for analyses: nothing is allocated once it has grown to the
/// size of the positions it meets.
///
/// ```
/// use surefoot_inference::Workspace;
/// use surefoot_rules::view;
///
/// let mut workspace = Workspace::default();
/// for view in [view!["1*", "**"], view!["2*", "**"]] {
///     let posterior = workspace.solve(&view)?;
///     let cell = view.hidden().next().unwrap();
///     assert!(posterior.probability(cell).unwrap() > 0.3);
/// }
/// # Ok::<(), surefoot_inference::Trouble>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    engine: Engine,
    options: Options,
}

/// What a [`Workspace`] found, until it is used again.
#[derive(Clone, Copy, Debug)]
pub struct Posterior<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) view: &'a View,
}

impl Workspace {
    /// A workspace with other assumptions or limits than the usual ones.
    pub fn new(options: Options) -> Self {
        Self { engine: Engine::default(), options }
    }

    /// Analyses a view.
    pub fn solve<'a>(&'a mut self, view: &'a View) -> Result<Posterior<'a>, Trouble> {
        match self.engine.solve(view, None, &self.options) {
            Ok(()) => Ok(Posterior { engine: &self.engine, view }),
            Err(failure) => Err(self.trouble(view, failure)),
        }
    }

    /// Analyses a view of which somebody keeps the facts anyway: the rules are not applied
    /// a second time. The facts must be those of this view.
    ///
    /// ```
    /// use surefoot_inference::{Workspace, logic::Facts};
    /// use surefoot_rules::view;
    ///
    /// let view = view!["4x2/2", "1 2 * *", "* * * *"];
    /// let mut facts = Facts::of(&view);
    /// facts.settle();
    /// let (mut workspace, mut other) = (Workspace::default(), Workspace::default());
    /// let posterior = workspace.solve_from(&view, &facts)?;
    /// assert_eq!(posterior.solutions(), other.solve(&view)?.solutions());
    /// # Ok::<(), surefoot_inference::Trouble>(())
    /// ```
    pub fn solve_from<'a>(
        &'a mut self,
        view: &'a View,
        facts: &Facts,
    ) -> Result<Posterior<'a>, Trouble> {
        match self.engine.solve_from(view, facts, &self.options) {
            Ok(()) => Ok(Posterior { engine: &self.engine, view }),
            Err(failure) => Err(self.trouble(view, failure)),
        }
    }

    fn trouble(&mut self, view: &View, failure: Failure) -> Trouble {
        match failure {
            Failure::OverBudget => Trouble::OverBudget { budget: self.options.budget },
            Failure::Impossible => {
                Trouble::Inconsistent(clash::find(view, &mut self.engine, &self.options))
            }
        }
    }

    /// The distribution of the number that a closed cell would show, given that
    /// it is safe: the probability of 0, 1, …; `None` if it cannot be safe.
    pub fn numbers(&mut self, view: &View, cell: Cell) -> Result<Option<Vec<f64>>, Trouble> {
        match self.engine.solve(view, Some(cell), &self.options) {
            Err(Failure::Impossible) => return Ok(None),
            Err(failure) => return Err(self.trouble(view, failure)),
            Ok(()) => {}
        }
        let mut distribution = Vec::new();
        self.engine.distribution(view, cell, &mut distribution);
        Ok(Some(distribution))
    }
}

/// Follows a game: as a [`Workspace`], but what did not change since the last
/// view is not looked at again.
///
/// It may be given any view at any time; one that does not continue the last is
/// analysed afresh.
///
/// ```
/// use surefoot_inference::Analyst;
/// use surefoot_rules::view;
///
/// let mut analyst = Analyst::default();
/// analyst.follow(&view!["3x2/1", "1 * *", "* * *"])?;
/// let after = view!["3x2/1", "1 1 *", "* * *"];
/// let posterior = analyst.follow(&after)?;
/// assert_eq!(posterior.probability(after.hidden().next().unwrap()), Some(0.0));
/// # Ok::<(), surefoot_inference::Trouble>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Analyst(Workspace);

impl Analyst {
    /// An analyst with other assumptions or limits than the usual ones.
    pub fn new(options: Options) -> Self {
        Self(Workspace::new(options))
    }

    /// What is certainly safe in the next view of a game, collected in `safe`; if
    /// nothing is, its analysis. Where the rules find a cell, nothing is counted.
    pub fn step<'a>(
        &'a mut self,
        view: &'a View,
        safe: &mut Vec<Cell>,
    ) -> Result<Option<Posterior<'a>>, Trouble> {
        let Self(Workspace { engine, options }) = self;
        safe.clear();
        let followed = engine.frontier.follow(view).map_err(|_| Failure::Impossible);
        if followed.is_ok() && engine.frontier.has_safe() {
            engine.frontier.collect_safe(safe);
            return Ok(None);
        }
        let counted = followed.and_then(|()| {
            engine.frontier.finish(view);
            engine.count_frontier(view, options)
        });
        match counted {
            Ok(()) => {
                let posterior = Posterior { engine: &self.0.engine, view };
                safe.extend(view.hidden().filter(|&cell| posterior.is_safe(cell)));
                Ok(safe.is_empty().then_some(posterior))
            }
            Err(failure) => Err(self.0.trouble(view, failure)),
        }
    }

    /// Analyses the next view of a game.
    pub fn follow<'a>(&'a mut self, view: &'a View) -> Result<Posterior<'a>, Trouble> {
        let Self(Workspace { engine, options }) = self;
        match engine.follow(view, options) {
            Ok(()) => Ok(Posterior { engine: &self.0.engine, view }),
            Err(failure) => Err(self.0.trouble(view, failure)),
        }
    }
}

/// Configurations looked at before a cell is examined for being dead.
const SAMPLES: u32 = 24;

impl Workspace {
    /// The dead cells of a view: closed cells that may be safe, but whose number
    /// would then be the same in every configuration.
    pub fn dead(&mut self, view: &View) -> Result<Vec<Cell>, Trouble> {
        let posterior = self.solve(view)?;
        let decided = |cell: Cell| posterior.is_safe(cell) || posterior.is_mine(cell);
        // A sea cell that may be either makes every number beside it vary.
        let free = |cell: Cell| posterior.is_sea(cell) && !decided(cell);
        let mut candidates: Vec<Cell> = view
            .grid()
            .cells()
            .filter(|&cell| view.tile(cell).is_closed() && !posterior.is_mine(cell))
            .filter(|&cell| !view.neighbours(cell).iter().any(|&beside| free(beside)))
            .collect();
        // Most numbers vary already among a few configurations.
        let mut random = Random::named("dead", [0, 0]);
        let mut seen = vec![None; view.grid().len()];
        for _ in 0..SAMPLES {
            let mut mined = vec![false; view.grid().len()];
            for cell in posterior.sample(&mut random) {
                mined[cell.index()] = true;
            }
            candidates.retain(|&cell| {
                let beside = view.neighbours(cell);
                let number = beside.iter().filter(|beside| mined[beside.index()]).count();
                mined[cell.index()] || *seen[cell.index()].get_or_insert(number) == number
            });
        }
        let settled = |cell: &Cell| {
            let beside = view.neighbours(*cell);
            beside.iter().all(|&cell| !view.tile(cell).is_closed() || decided(cell))
        };
        let (mut dead, candidates): (Vec<Cell>, Vec<Cell>) =
            candidates.into_iter().partition(settled);
        for cell in candidates {
            let numbers = self.numbers(view, cell)?.unwrap_or_default();
            if numbers.iter().filter(|&&share| share > 0.0).count() == 1 {
                dead.push(cell);
            }
        }
        dead.sort_unstable();
        Ok(dead)
    }
}

impl Posterior<'_> {
    /// Whether a closed cell is beside no clue that says anything about it.
    pub fn is_sea(&self, cell: Cell) -> bool {
        self.engine.frontier.kinds[cell.index()] == Kind::Sea
    }

    fn marginal(&self, cell: Cell) -> Option<Marginal> {
        self.engine.marginal(cell)
    }

    /// The probability that a closed cell is a mine; `None` for open cells.
    /// Exactly 0 or 1 means certain.
    pub fn probability(&self, cell: Cell) -> Option<f64> {
        self.marginal(cell).map(|marginal| {
            // An uncertain cell never looks certain, however unlikely.
            match marginal {
                Marginal { can_be_safe: true, can_be_mine: true, mine, .. } => {
                    mine.clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0)
                }
                Marginal { mine, .. } => mine,
            }
        })
    }

    /// Whether a closed cell is safe in every configuration.
    pub fn is_safe(&self, cell: Cell) -> bool {
        self.marginal(cell).is_some_and(|marginal| !marginal.can_be_mine)
    }

    /// Whether a closed cell is a mine in every configuration.
    pub fn is_mine(&self, cell: Cell) -> bool {
        self.marginal(cell).is_some_and(|marginal| !marginal.can_be_safe)
    }

    /// How many configurations of non-zero likelihood there are, to the last
    /// digit.
    pub fn solutions(&self) -> UBig {
        let (trellis, frontier) = (&self.engine.trellis, &self.engine.frontier);
        let (first, terms) = product::<UBig>(trellis);
        let placed = frontier.opened_mines + frontier.known_mines;
        match self.view.mines() {
            None => {
                let frontier_ways: UBig = terms.iter().fold(UBig::ZERO, |sum, ways| sum + ways);
                frontier_ways << frontier.sea as usize
            }
            Some(mines) => {
                let left = mines.saturating_sub(placed);
                let ways = terms.iter().zip(first..).filter(|&(_, m)| m <= left);
                ways.fold(UBig::ZERO, |sum, (ways, m)| {
                    sum + ways * choose_exactly(frontier.sea, left - m)
                })
            }
        }
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
    /// # Ok::<(), surefoot_inference::Trouble>(())
    /// ```
    pub fn coin_flips(&self) -> Vec<(Cell, Cell)> {
        let frontier = &self.engine.frontier;
        let pairs = frontier.boxes.sizes().zip(&self.engine.marginals).zip(0_u32..);
        let pairs = pairs.filter(|((size, marginal), _)| *size == 2 && marginal.always_one);
        let mut flips = Vec::new();
        for (_, number) in pairs {
            let mut cells = frontier.cells.iter().filter(|&&(_, group)| group == number);
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

/// The product of all components' polynomials in another number.
pub(crate) fn product<N: crate::count::join::Joined>(trellis: &Trellis) -> (u32, Vec<N>) {
    let mut forward = Pass::<N>::default();
    trellis.forward(1.0, &mut forward);
    let mut join = Join::<N>::default();
    join.multiply(trellis.components.iter().map(|c| forward.result(c)));
    match join.whole() {
        (_, []) => (0, vec![N::one()]),
        (first, terms) => (first, terms.to_vec()),
    }
}

/// Everything about a view, at once.
///
/// ```
/// use surefoot_inference::Analysis;
/// use surefoot_rules::{Point, view};
///
/// // The variable assignment tree of a seed write-up: three fillings.
/// let analysis = Analysis::of(&view!["1 * 2", "* * *", "* 3 *"])?;
/// assert_eq!(analysis.solutions.to_string(), "3");
/// assert_eq!(analysis.safe(), [Point { x: 0, y: 1 }]);
/// assert_eq!(analysis.mines(), [Point { x: 2, y: 1 }]);
/// # Ok::<(), surefoot_inference::Trouble>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    grid: Grid,
    /// Per cell: the probability of a mine, exactly 0 or 1 where it is certain;
    /// `None` for open cells.
    pub probability: Vec<Option<f64>>,
    /// How many configurations of non-zero likelihood there are.
    pub solutions: UBig,
}

impl Analysis {
    /// Analyses a view under the usual assumptions.
    pub fn of(view: &View) -> Result<Self, Trouble> {
        Self::with(view, Options::default())
    }

    /// Analyses a view.
    pub fn with(view: &View, options: Options) -> Result<Self, Trouble> {
        let mut workspace = Workspace::new(options);
        let posterior = workspace.solve(view)?;
        let grid = view.grid().clone();
        let probability = grid.cells().map(|cell| posterior.probability(cell)).collect();
        let solutions = posterior.solutions();
        Ok(Self { grid, probability, solutions })
    }

    fn points(&self, wanted: f64) -> Vec<Point> {
        let cells = self.grid.cells().zip(&self.probability);
        let wanted = cells.filter(|(_, p)| p.is_some_and(|p| p.to_bits() == wanted.to_bits()));
        wanted.map(|(cell, _)| self.grid.point(cell)).collect()
    }

    /// The closed cells that are safe in every configuration.
    pub fn safe(&self) -> Vec<Point> {
        self.points(0.0)
    }

    /// The closed cells that are mines in every configuration.
    pub fn mines(&self) -> Vec<Point> {
        self.points(1.0)
    }
}

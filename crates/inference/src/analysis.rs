//! The friendly door: everything worth saying of a view at once.
//!
//! What is probable, certain and dead, and the cell to open. Of the certain cells the best
//! is one whose number may tell something; where nothing is certain it is the least likely
//! mine, and who wants a stronger guess asks a player. Front ends print this and add
//! nothing.
//!
//! Who needs less than all of it asks a [`Workspace`].

use dashu_int::UBig;
use surefoot_rules::{Cell, View};

use crate::approximate::{Estimate, EstimateError, estimate};
use crate::error::{AnalysisError, CountError};
use crate::posterior::{Options, Posterior, safe_unless};
use crate::workspace::Workspace;

/// Everything worth saying of a view.
///
/// ```
/// use surefoot_inference::Analysis;
/// use surefoot_rules::{Cell, view};
///
/// // The variable assignment tree of a write-up: three fillings.
/// let analysis = Analysis::of(&view!["1 * 2", "* * *", "* 3 *"])?;
/// assert_eq!(analysis.solutions, Some(3_u8.into()));
/// assert_eq!(analysis.safe(), [Cell::new(3)]);
/// assert_eq!(analysis.mines(), [Cell::new(5)]);
/// let best = analysis.best.unwrap();
/// assert_eq!((best.cell, best.safety), (Cell::new(3), 1.0));
/// # Ok::<(), surefoot_inference::AnalysisError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Per cell: the probability of a mine, exactly 0 or 1 where it is certain;
    /// `None` for open cells.
    pub probability: Vec<Option<f64>>,
    /// How many configurations of non-zero likelihood there are; `None` where they were
    /// not counted and the rest is an estimate.
    pub solutions: Option<UBig>,
    /// How far an estimate may be off: half the width of a 95 % interval, for the worst
    /// cell. `None` where all was counted.
    pub error: Option<f64>,
    /// The closed cells that may be safe, but whose number would then tell nothing.
    pub dead: Vec<Cell>,
    /// The cell to open, if one can be safe.
    pub best: Option<BestCell>,
}

/// A cell worth opening.
#[derive(Clone, Debug, PartialEq)]
pub struct BestCell {
    /// The cell.
    pub cell: Cell,
    /// How likely it is to be safe.
    pub safety: f64,
    /// Why this one.
    pub why: &'static str,
}

impl Analysis {
    /// Analyses a view under the usual assumptions.
    pub fn of(view: &View) -> Result<Self, AnalysisError> {
        Self::with(view, Options::default())
    }

    /// Analyses a view.
    pub fn with(view: &View, options: Options) -> Result<Self, AnalysisError> {
        Self::in_workspace(view, &mut Workspace::new(options))
    }

    /// Analyses a view in memory that is used again, and that a [`Stop`](crate::Stop) may
    /// have been given to.
    pub fn in_workspace(view: &View, workspace: &mut Workspace) -> Result<Self, AnalysisError> {
        let posterior = workspace.solve(view)?;
        let dead = match posterior.dead() {
            Ok(dead) => dead,
            Err(error) => return Err(workspace.error(view, error)),
        };
        Ok(Self {
            probability: view.grid().cells().map(|cell| posterior.probability(cell)).collect(),
            solutions: match posterior.solutions() {
                Err(CountError::Stopped) => return Err(AnalysisError::Stopped),
                counted => counted.ok(),
            },
            error: None,
            best: best(&posterior, &dead),
            dead,
        })
    }

    /// An estimate, for views too wide to be counted, where [`estimate`] makes one. It claims
    /// nothing certain or dead.
    ///
    /// ```
    /// use surefoot_inference::{Analysis, Options};
    /// use surefoot_rules::{Draft, View, view};
    ///
    /// let draft = Draft::from(view!["4x2/3", "1 * * *", "* * 2 *"]);
    /// let vague = View::try_from(Draft { rule: "cautious".parse().unwrap(), ..draft }).unwrap();
    /// let analysis = Analysis::estimated(&vague, Options::default(), 1).unwrap();
    /// assert!(analysis.error.unwrap() < 0.05 && analysis.solutions.is_none());
    /// ```
    pub fn estimated(view: &View, options: Options, seed: u64) -> Result<Self, EstimateError> {
        let Estimate { probability, error } = estimate(view, &options, seed)?;
        let mine = |cell: Cell| probability[cell.index()].unwrap_or(1.0);
        let least = view.hidden().min_by(|&a, &b| mine(a).total_cmp(&mine(b)));
        let why = "the least likely mine, by estimate";
        let best = least.map(|cell| BestCell { cell, safety: 1.0 - mine(cell), why });
        Ok(Self { probability, solutions: None, error: Some(error), dead: Vec::new(), best })
    }

    /// The closed cells that are safe in every configuration.
    pub fn safe(&self) -> Vec<Cell> {
        self.certain(0.0)
    }

    /// The closed cells that are mines in every configuration.
    pub fn mines(&self) -> Vec<Cell> {
        self.certain(1.0)
    }

    /// Exactly 0 or 1 is said of what is certain and of nothing else, unless it is an
    /// estimate, by which nothing is certain.
    fn certain(&self, wanted: f64) -> Vec<Cell> {
        let counted = self.error.is_none();
        let cells = (0..).map(Cell::new).zip(&self.probability);
        let wanted = cells.filter(|(_, mine)| counted && **mine == Some(wanted));
        wanted.map(|(cell, _)| cell).collect()
    }
}

/// A certain cell, if possible one that is not dead; else the least likely mine.
fn best(posterior: &Posterior<'_>, dead: &[Cell]) -> Option<BestCell> {
    let certain = || posterior.view.hidden().filter(|&cell| posterior.is_safe(cell));
    let lively = certain().find(|cell| dead.binary_search(cell).is_err());
    if let Some(cell) = lively.or_else(|| certain().next()) {
        return Some(BestCell { cell, safety: 1.0, why: "safe in every configuration" });
    }
    let (cell, mine) = posterior.safest()?;
    let (safety, why) = (safe_unless(mine), "the least likely mine");
    (mine < 1.0).then_some(BestCell { cell, safety, why })
}

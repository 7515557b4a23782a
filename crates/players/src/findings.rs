//! Everything worth saying of a position at once: what is probable, certain, dead,
//! and the cell to open.
//!
//! Probabilities are exact (`surefoot-inference`). Of the certain cells the best is
//! one whose number may tell something; where nothing is certain it is the least
//! likely mine. Who wants a stronger guess asks a player.

use surefoot_inference::{Options, Trouble, Workspace};
use surefoot_rules::{Cell, View};

use crate::ours::exact::safest;

/// What is said of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// Per cell: the probability of a mine, exactly 0 or 1 where it is certain;
    /// `None` for open cells.
    pub probability: Vec<Option<f64>>,
    /// How many configurations there are, in decimal digits.
    pub solutions: String,
    /// The cells whose number would tell nothing.
    pub dead: Vec<Cell>,
    /// The cell to open, if one can be safe.
    pub best: Option<Best>,
}

/// A cell worth opening.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// The cell.
    pub cell: Cell,
    /// How likely it is to be safe.
    pub safety: f64,
    /// Why this one.
    pub why: &'static str,
}

impl Findings {
    /// Looks at a view.
    ///
    /// ```
    /// use surefoot_inference::Options;
    /// use surefoot_players::Findings;
    /// use surefoot_rules::{Point, view};
    ///
    /// let view = view!["1 * 2", "* * *", "* 3 *"];
    /// let findings = Findings::of(&view, Options::default())?;
    /// let best = findings.best.unwrap();
    /// assert_eq!(view.grid().point(best.cell), Point { x: 0, y: 1 });
    /// assert_eq!((findings.solutions.as_str(), best.safety), ("3", 1.0));
    /// # Ok::<(), surefoot_inference::Trouble>(())
    /// ```
    pub fn of(view: &View, options: Options) -> Result<Self, Trouble> {
        let mut workspace = Workspace::new(options);
        let dead = workspace.dead(view)?;
        let posterior = workspace.solve(view)?;
        let certain = || view.hidden().filter(|&cell| posterior.is_safe(cell));
        let lively = certain().find(|cell| dead.binary_search(cell).is_err());
        let best = match lively.or_else(|| certain().next()) {
            Some(cell) => Some(Best { cell, safety: 1.0, why: "safe in every configuration" }),
            None => safest(view, &posterior).map(|(cell, mine)| Best {
                cell,
                safety: 1.0 - mine,
                why: "the least likely mine",
            }),
        };
        Ok(Self {
            probability: view.grid().cells().map(|cell| posterior.probability(cell)).collect(),
            solutions: posterior.solutions().to_string(),
            best: best.filter(|best| best.safety > 0.0),
            dead,
        })
    }
}

//! What an analysis assumes, and how much it may hold.

use crate::tunables;

/// What is assumed where a view does not tell its number of mines.
///
/// ```
/// use surefoot_inference::{Options, Unknown, Workspace};
/// use surefoot_rules::{Cell, view};
///
/// // The cell in the middle is beside no clue, and nobody told the number of mines.
/// let view = view!["5x1/?", "1 * * * 1"];
/// let options = Options { unknown: Unknown::Density(0.2), ..Options::default() };
/// let mut workspace = Workspace::new(options);
/// let mine = workspace.solve(&view)?.probability(Cell::new(2)).unwrap();
/// assert!((mine - 0.2).abs() < 1e-12);
/// # Ok::<(), surefoot_inference::AnalysisError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Unknown {
    /// Every total is equally likely, and given the total every layout.
    #[default]
    AnyTotal,
    /// Every cell is a mine with this probability, independently. It lies above 0 and below 1:
    /// what nobody saw is not certain.
    Density(f64),
}

impl Unknown {
    /// Whether it can be assumed.
    pub(crate) fn is_possible(self) -> bool {
        match self {
            Self::AnyTotal => true,
            Self::Density(p) => p > 0.0 && p < 1.0,
        }
    }
}

/// Assumptions and limits of an analysis.
///
/// ```
/// use surefoot_inference::{Options, Workspace};
///
/// // At most a hundred megabytes, whatever comes.
/// let workspace = Workspace::new(Options { memory: 100_000_000, ..Options::default() });
/// # let _ = workspace;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// What is assumed of an unknown total.
    pub unknown: Unknown,
    /// The most states and edges that may be made: with the memory, what bounds the time.
    pub budget: usize,
    /// The most bytes that may be held, all numbers counted: 1 GB unless told otherwise.
    pub memory: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { unknown: Unknown::AnyTotal, budget: tunables::BUDGET, memory: tunables::MEMORY }
    }
}

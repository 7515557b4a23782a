//! Why there is no answer: the view is impossible or too wide, or somebody stopped the work.
//!
//! [`AnalysisError`] is for people and names the clues that contradict each other, which
//! takes many counts to find. [`CountError`] is for those who look ahead hundreds of times
//! and only need to know which it was.

use crate::count::frontier::Contradiction;
use crate::proof::clash::Clash;

/// Why a view has no analysis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// No layout fits it.
    #[error("no layout fits this position: {0}")]
    Inconsistent(Clash),
    /// It is too wide to be counted within the budget.
    #[error(
        "this position is too complex to be counted exactly: it takes more than {budget} states"
    )]
    OverBudget {
        /// The budget that was not enough.
        budget: usize,
    },
    /// It cannot be counted within the memory allowed.
    #[error("this position cannot be counted within {} MB of memory", .memory / 1_000_000)]
    OverMemory {
        /// The bytes that were not enough.
        memory: usize,
    },
    /// Its total is unknown, and it falls into so many parts that the numbers of mines which
    /// they can have together cannot be weighed exactly.
    #[error(
        "this position has too many parts to weigh all numbers of mines that they may have together"
    )]
    TooManyParts,
    /// Its configurations are too many to be counted to the last digit within the memory.
    #[error("this position has too many configurations to count within the memory limit")]
    TooLarge,
    /// Its total is unknown, and what was assumed instead is no probability that leaves anything
    /// uncertain.
    #[error("a density of mines lies above 0 and below 1")]
    NotADensity,
    /// A [`Stop`](crate::Stop) ended the work.
    #[error("the work was stopped before it was done")]
    Stopped,
}

impl AnalysisError {
    /// Whether the view may be possible, and only too wide for what was allowed: an estimate
    /// may still help.
    ///
    /// ```
    /// use surefoot_inference::AnalysisError;
    ///
    /// assert!(AnalysisError::OverBudget { budget: 10 }.is_too_wide());
    /// assert!(!AnalysisError::Stopped.is_too_wide());
    /// ```
    pub fn is_too_wide(&self) -> bool {
        let limited = matches!(self, Self::OverBudget { .. } | Self::OverMemory { .. });
        limited || matches!(self, Self::TooManyParts | Self::TooLarge)
    }
}

/// Why something was not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// No layout fits.
    #[error("no layout fits")]
    Impossible,
    /// Too wide for the budget.
    #[error("this is too complex to be counted exactly within the budget")]
    OverBudget,
    /// Too large for the memory.
    #[error("this cannot be counted within the memory")]
    OverMemory,
    /// Too many parts to join with nothing left out.
    #[error("this has too many parts to be counted exactly")]
    TooManyParts,
    /// The density that is assumed of an unknown total is none.
    #[error("a density of mines lies above 0 and below 1")]
    NotADensity,
    /// A [`Stop`](crate::Stop) ended the work.
    #[error("the work was stopped")]
    Stopped,
}

impl From<CountError> for AnalysisError {
    /// Of a view that is possible: it was too large, or the work was stopped.
    fn from(error: CountError) -> Self {
        match error {
            CountError::Stopped => Self::Stopped,
            CountError::NotADensity => Self::NotADensity,
            _ => Self::TooLarge,
        }
    }
}

impl From<Contradiction> for CountError {
    fn from(Contradiction: Contradiction) -> Self {
        Self::Impossible
    }
}

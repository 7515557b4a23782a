//! Why there is no answer: the view is impossible, or too wide.
//!
//! [`AnalysisError`] is for people and names the clues that contradict each other, which
//! takes many counts to find. [`CountError`] is for those who look ahead hundreds of times
//! and only need to know which of the two it was.

use crate::count::frontier::Contradiction;
use crate::count::trellis::TrellisError;
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
}

impl From<TrellisError> for CountError {
    fn from(error: TrellisError) -> Self {
        match error {
            TrellisError::Impossible => Self::Impossible,
            TrellisError::OverBudget => Self::OverBudget,
        }
    }
}

impl From<Contradiction> for CountError {
    fn from(Contradiction: Contradiction) -> Self {
        Self::Impossible
    }
}

//! Why a replay cannot be read: as which format, where, and what is wrong.

use crate::notation::{ContentError, Place};
use crate::replay::ReplayFormat;

/// A replay that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{problem}")]
pub struct ReplayError {
    /// The format it was taken for; `None` if for none.
    pub format: Option<ReplayFormat>,
    /// Where.
    pub place: Place,
    /// Why.
    pub problem: ContentError,
}

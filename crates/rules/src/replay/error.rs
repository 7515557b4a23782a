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

impl ReplayError {
    /// What may be done about a file that can be read in part.
    pub const DAMAGED: &'static str = "the file may be damaged or cut off; try to save it again";

    /// What may be done about it, if it is a replay at all.
    ///
    /// ```
    /// use surefoot_rules::replay;
    ///
    /// let error = replay::read(b"Board:\n0*\nEvents:\n1.00 l").unwrap_err();
    /// assert!(error.advice().is_some_and(|advice| advice.contains("cut off")));
    /// assert_eq!(replay::read(b"a letter").unwrap_err().advice(), None);
    /// ```
    pub fn advice(&self) -> Option<&'static str> {
        self.format.map(|_| Self::DAMAGED)
    }
}

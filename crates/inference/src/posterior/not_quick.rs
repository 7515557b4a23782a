//! Why a position cannot go the quick way: said by those who count, join and keep components,
//! and read by those who then go the whole way or give up.

use crate::count::polynomials::NotCounted;
use crate::error::CountError;

/// Why a position cannot go the quick way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotQuick {
    /// No layout fits.
    Impossible,
    /// It must go the whole way.
    Whole,
    /// Somebody stopped the work.
    Stopped,
}

impl From<NotCounted> for NotQuick {
    fn from(reason: NotCounted) -> Self {
        match reason {
            NotCounted::Impossible => Self::Impossible,
            NotCounted::TooWide => Self::Whole,
        }
    }
}

impl From<CountError> for NotQuick {
    /// Of joining components, which is stopped or finds nothing that is possible.
    fn from(error: CountError) -> Self {
        if error == CountError::Stopped { Self::Stopped } else { Self::Impossible }
    }
}

//! Every number of the binding that was chosen and not derived.
//!
//! One documented line each, in one place, as CaDiCaL keeps its options.

use std::time::Duration;

/// How often it is looked whether the user interrupts.
pub(crate) const LOOK: Duration = Duration::from_millis(50);
/// Bytes that a search for best play may fill unless told otherwise.
pub(crate) const SEARCH_BYTES: usize = 2_000_000_000;

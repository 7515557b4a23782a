//! Every number of the binding that was chosen and not derived.
//!
//! One documented line each, in one place, as CaDiCaL keeps its options.

use std::time::Duration;

/// How often it is looked whether the user interrupts.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

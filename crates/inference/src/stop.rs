//! A stop: a flag by which somebody else ends work that takes too long.
//!
//! A budget bounds what a count may hold, not how long it takes; a server has promised an
//! answer by a time. So whoever asks may hand over a flag, and the loops that can take long
//! look at it every few thousand steps: no thread is killed, and all memory stays usable.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A handle that stops the work it was given to. Clones stop the same work; the default one
/// never stops anything.
///
/// ```
/// use surefoot_inference::{AnalysisError, Options, Stop, Workspace};
/// use surefoot_rules::view;
///
/// let stop = Stop::new();
/// let mut workspace = Workspace::new(Options::default()).stopped_by(&stop);
/// let view = view!["4x1/1", "1 * * *"];
/// assert!(workspace.solve(&view).is_ok());
/// stop.stop(); // from another thread, as a rule
/// assert_eq!(workspace.solve(&view).err(), Some(AnalysisError::Stopped));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Option<Arc<AtomicBool>>);

/// What nobody can stop.
#[cfg(test)]
pub(crate) static NEVER: Stop = Stop(None);

impl Stop {
    /// A handle that nobody has used yet.
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// Stops the work, now and for good.
    pub fn stop(&self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the work was stopped.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

//! A stop: a flag by which somebody else ends work that takes too long.
//!
//! A budget bounds what a count may hold, not how long it takes; a server has promised an
//! answer by a time. So whoever asks may hand over a flag, and the loops that can take long
//! look at it every few thousand steps: no thread is killed, and all memory stays usable.
//!
//! Much work is made deep inside: a player makes its workspaces itself. So that not every maker
//! of every player must pass a flag on, work is also stopped by the flag in whose time its
//! thread made it ([`Stop::during`]).

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static CURRENT: RefCell<Stop> = const { RefCell::new(Stop(None)) };
}

/// A handle that stops the work it was given to. Clones stop the same work. The default one is
/// that of [`Stop::during`], and outside of it never stops anything.
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
#[derive(Clone, Debug)]
pub struct Stop(Option<Arc<AtomicBool>>);

/// What nobody can stop.
#[cfg(test)]
pub(crate) static NEVER: Stop = Stop(None);

impl Default for Stop {
    fn default() -> Self {
        CURRENT.with_borrow(Self::clone)
    }
}

impl Stop {
    /// A handle that nobody has used yet.
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// Does some work, and whatever this thread makes meanwhile can be stopped by this handle.
    ///
    /// ```
    /// use surefoot_inference::{Analysis, AnalysisError, Stop};
    /// use surefoot_rules::view;
    ///
    /// let (stop, view) = (Stop::new(), view!["4x1/1", "1 * * *"]);
    /// assert!(stop.during(|| Analysis::of(&view)).is_ok());
    /// stop.stop();
    /// assert_eq!(stop.during(|| Analysis::of(&view)), Err(AnalysisError::Stopped));
    /// assert!(Analysis::of(&view).is_ok());
    /// ```
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        /// Puts back what was there before, whatever happens.
        struct Before(Stop);
        impl Drop for Before {
            fn drop(&mut self) {
                CURRENT.set(std::mem::replace(&mut self.0, Stop(None)));
            }
        }
        let _before = Before(CURRENT.replace(self.clone()));
        work()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_guess::{self, Logic, NoGuessError, Wish};
    use crate::{Analysis, AnalysisError, ProofError, Prover};
    use surefoot_rules::{Cell, Deal, Grid, Promise, view};

    /// Whatever can take long ends as stopped, and not with an answer that is none.
    #[test]
    fn what_was_stopped_has_no_answer() {
        let stop = Stop::new();
        stop.stop();
        let view = view!["4x4/3", "1***", "1***", "12**", "01**"];
        let analysed = stop.during(|| Analysis::of(&view));
        assert_eq!(analysed, Err(AnalysisError::Stopped));
        let explained = stop.during(|| Prover::default().explain(&view, Cell::new(7)));
        assert!(matches!(explained, Err(ProofError::Analysis(AnalysisError::Stopped))));
        let clashing = view!["3x1/1", "0*1"];
        let clashed = stop.during(|| Analysis::of(&clashing));
        assert!(clashed.is_err());
        let grid = Grid::new(9, 9).unwrap();
        let (promise, first, logic) = (Promise::Opening, grid.middle(), Logic::Full);
        let wish = Wish { grid, mines: 10, promise, first, logic };
        let dealt = stop.during(|| no_guess::deal(&wish, Deal::new(7, 0)));
        assert_eq!(dealt.unwrap_err(), NoGuessError::Stopped);
    }
}

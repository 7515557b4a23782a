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

use crate::current;
use crate::error::CountError;

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
        current::during(&CURRENT, self.clone(), work)
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

    /// An error if the work was stopped.
    #[inline]
    pub(crate) fn check(&self) -> Result<(), CountError> {
        if self.is_stopped() { Err(CountError::Stopped) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::join::Join;
    use crate::count::pass::{Pass, PassError};
    use crate::count::testing::{frontier, limits, trellis};
    use crate::count::trellis::Limits;
    use crate::count::whole_product;
    use crate::no_guess::{self, Logic, NoGuessError, Wish};
    use crate::{Analysis, AnalysisError, ProofError, Prover};
    use dashu_int::UBig;
    use surefoot_rules::{Cell, Deal, Grid, Promise, Wide, view};

    /// A pass that has begun ends too, each by itself: none waits for the next to look.
    #[test]
    fn every_pass_looks_at_the_flag() {
        let stop = Stop::new();
        let trellis = trellis(&frontier(&view!["9x2/?", "* * * * * * * * *", "1 2 1 2 1 2 1 2 1"]));
        let (free, stopped) = (limits(0), Limits { stop: &stop, ..limits(0) });
        let (mut pass, mut other) = (Pass::<f64>::default(), Pass::<Wide>::default());
        trellis.forward_watched(1.0, free, &mut pass).unwrap();
        stop.stop();
        let ended = Err(PassError::Count(CountError::Stopped));
        assert_eq!(trellis.forward_watched(1.0, stopped, &mut other), ended);
        assert_eq!(trellis.forward(1.0, stopped, &mut other), Err(CountError::Stopped));
        let component = &trellis.components[0];
        other.clear(&trellis);
        let polynomial = trellis.polynomial(component, stopped, &mut other);
        assert_eq!(polynomial, Err(CountError::Stopped));
        assert_eq!(trellis.reach(component, 1.0, &stop), Err(CountError::Stopped));
        let rest = vec![1.0; pass.result(component).1.len()];
        let mut backward = vec![0.0; pass.values.len()];
        let into = &mut backward;
        let passed = trellis.backward((0, &rest), 1.0, &pass, into, &stop, |_, _, _| {});
        assert_eq!(passed, ended);
        let mut join = Join::default();
        let leaves = || [(0, &[1.0, 2.0][..]), (1, &[3.0, 1.0])].into_iter();
        assert_eq!(join.multiply(leaves(), true, &stop), Err(CountError::Stopped));
        join.multiply(leaves(), true, &NEVER).unwrap();
        assert_eq!(join.hand_down(&[1.0; 3], &stop), Err(CountError::Stopped));
        let numbers = vec![vec![UBig::ONE; 2]; 2];
        assert_eq!(whole_product::product(numbers, &stop), Err(CountError::Stopped));
    }

    /// One product that takes a minute ends within it.
    #[test]
    fn a_long_product_is_stopped_half_way() {
        let terms = vec![Wide::ONE; 100_000];
        let stop = Stop::new();
        let multiplied = std::thread::scope(|scope| {
            let ours = stop.clone();
            let leaves = [(0, &terms[..]), (0, &terms[..])].into_iter();
            let work = scope.spawn(move || Join::default().multiply(leaves, false, &ours));
            std::thread::sleep(std::time::Duration::from_millis(50));
            stop.stop();
            work.join().unwrap()
        });
        assert_eq!(multiplied, Err(CountError::Stopped));
    }

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

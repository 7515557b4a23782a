//! An allowance: memory that everything which is made for one question holds together.
//!
//! [`Options`](crate::Options) say what one count may hold. But a player makes half a dozen
//! workspaces deep inside, each with limits of its own, and a server has promised how much a
//! question takes in all. As with [`Stop`](crate::Stop), not every maker of every player must pass
//! it on: what a thread makes in the time of an allowance shares it. Whoever counts may hold what
//! the others leave, and gives back what he held before.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::current;

thread_local! {
    static CURRENT: RefCell<Option<Arc<Pool>>> = const { RefCell::new(None) };
}

/// Bytes that all work of a time may hold together.
///
/// ```
/// use surefoot_inference::{Allowance, Workspace};
/// use surefoot_rules::{Draft, View, view};
///
/// let draft = Draft::from(view!["5x3/4", "* * * * *", "* 3 * 3 *", "* * * * *"]);
/// let vague = View::try_from(Draft { rule: "cautious".parse().unwrap(), ..draft }).unwrap();
/// assert!(Workspace::default().solve(&vague).is_ok());
/// let little = Allowance::of(100);
/// assert!(little.during(Workspace::default).solve(&vague).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Allowance(Arc<Pool>);

#[derive(Debug)]
struct Pool {
    bytes: usize,
    held: AtomicUsize,
}

impl Allowance {
    /// So many bytes.
    pub fn of(bytes: usize) -> Self {
        Self(Arc::new(Pool { bytes, held: AtomicUsize::new(0) }))
    }

    /// Does some work, and whatever this thread makes meanwhile shares the allowance.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        current::during(&CURRENT, Some(Arc::clone(&self.0)), work)
    }
}

/// What one of those who share an allowance holds of it. The default one is that of
/// [`Allowance::during`], and outside of it has no bounds.
#[derive(Debug)]
pub(crate) struct Share {
    of: Option<Arc<Pool>>,
    held: usize,
}

impl Default for Share {
    fn default() -> Self {
        Self { of: CURRENT.with_borrow(Clone::clone), held: 0 }
    }
}

impl Clone for Share {
    /// A copy holds as much again.
    fn clone(&self) -> Self {
        let mut copy = Self { of: self.of.clone(), held: 0 };
        copy.hold(self.held);
        copy
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.hold(0);
    }
}

impl Share {
    /// One of nobody's allowance.
    pub(crate) fn unbounded() -> Self {
        Self { of: None, held: 0 }
    }

    /// What may be held, by one who may hold so much himself: no more than the others leave.
    pub(crate) fn at_most(&self, memory: usize) -> usize {
        let Some(pool) = &self.of else { return memory };
        let others = pool.held.load(Ordering::Relaxed).saturating_sub(self.held);
        memory.min(pool.bytes.saturating_sub(others))
    }

    /// Notes what is held now.
    pub(crate) fn hold(&mut self, bytes: usize) {
        if let Some(pool) = &self.of {
            pool.held.fetch_add(bytes, Ordering::Relaxed);
            pool.held.fetch_sub(self.held, Ordering::Relaxed);
            self.held = bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one holds the others cannot, until it is given back.
    #[test]
    fn what_is_shared_is_held_once() {
        let (mut one, two) = Allowance::of(100).during(|| (Share::default(), Share::default()));
        one.hold(60);
        assert_eq!((one.at_most(1_000), two.at_most(1_000)), (100, 40));
        let copy = one.clone();
        assert_eq!((one.at_most(1_000), two.at_most(1_000)), (40, 0));
        drop(copy);
        one.hold(10);
        assert_eq!((two.at_most(1_000), two.at_most(50)), (90, 50));
        drop(one);
        assert_eq!(two.at_most(1_000), 100);
        assert_eq!(Share::default().at_most(1_000), 1_000);
    }
}

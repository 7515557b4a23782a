//! What holds for all that a thread does in some time: set for it, and put back after it.

use std::cell::RefCell;
use std::thread::LocalKey;

/// Does some work in whose time this thread has another value there.
pub(crate) fn during<V, T>(
    current: &'static LocalKey<RefCell<V>>,
    value: V,
    work: impl FnOnce() -> T,
) -> T {
    /// Puts back what was there before, whatever happens.
    struct Before<V: 'static>(&'static LocalKey<RefCell<V>>, Option<V>);
    impl<V> Drop for Before<V> {
        fn drop(&mut self) {
            if let Some(before) = self.1.take() {
                self.0.set(before);
            }
        }
    }
    let _before = Before(current, Some(current.replace(value)));
    work()
}

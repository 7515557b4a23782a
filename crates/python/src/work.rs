//! Work without the interpreter's lock: a panic in it becomes an exception, and where it may take
//! long, Ctrl-C ends it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use surefoot_inference::Stop;
use surefoot_rules::episode::PlayerFailure;

use crate::errors::{complaint, internal};
use crate::tunables;

fn told(panic: &(dyn Any + Send)) -> PyErr {
    if let Some(PlayerFailure(why)) = panic.downcast_ref::<PlayerFailure>() {
        return complaint(format!("the player failed: {why}"), "");
    }
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    internal(text.unwrap_or("without a word"))
}

/// Does something without the lock.
pub(crate) fn unlocked<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|panic| told(&*panic))
}

/// The same on a thread of its own, which is told to stop when the user interrupts: by the flag
/// that it is handed, and by the one that all counting looks at.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let (flag, stop) = (AtomicBool::new(false), Stop::new());
    let done = (Mutex::new(false), Condvar::new());
    let (flag, stop, done) = (&flag, &stop, &done);
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let result = catch_unwind(AssertUnwindSafe(|| stop.during(|| work(flag))));
            *done.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
            done.1.notify_all();
            result
        });
        let mut interrupted = Ok(());
        loop {
            let is_done = py.detach(|| {
                let guard = done.0.lock().unwrap_or_else(PoisonError::into_inner);
                let waited = done.1.wait_timeout_while(guard, tunables::LOOK, |done| !*done);
                *waited.unwrap_or_else(PoisonError::into_inner).0
            });
            if is_done {
                break;
            }
            if interrupted.is_ok()
                && let Err(signal) = py.check_signals()
            {
                interrupted = Err(signal);
                flag.store(true, Ordering::Relaxed);
                stop.stop();
            }
        }
        let result = py.detach(|| worker.join());
        interrupted?;
        result.and_then(|result| result).map_err(|panic| told(&*panic))
    })
}

/// So many threads; 0 for as many as there are cores.
pub(crate) fn pool(threads: usize) -> PyResult<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| complaint(error, "use fewer threads"))
}

/// Panics. For the test that this is no end of the program.
#[pyfunction]
pub(crate) fn panic_now(py: Python<'_>) -> PyResult<()> {
    unlocked(py, || panic!("as asked"))
}

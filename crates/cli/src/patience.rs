//! A word to whoever waits for a single answer.
//!
//! What is counted has no steps that could be told, so there is no bar to be drawn. But who sees
//! nothing for a while does not know whether anything is going on. So it is said once, on standard
//! error, from a thread that does nothing but wait.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::args::Common;
use crate::complaint::note;
use crate::tunables;

/// While it lives, somebody waits.
pub(crate) struct Patience {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Patience {
    /// Says after two seconds what takes so long, unless nothing is to be said.
    pub(crate) fn with(common: &Common, what: String) -> Self {
        if common.quiet {
            return Self { done: None, thread: None };
        }
        Self::after(tunables::PATIENCE, move || note(&what))
    }

    fn after(time: Duration, say: impl FnOnce() + Send + 'static) -> Self {
        let (done, is_done) = channel::<()>();
        let wait = move || {
            if is_done.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                say();
            }
        };
        // Where no thread can be had, nothing is said.
        Self { done: Some(done), thread: thread::Builder::new().spawn(wait).ok() }
    }
}

impl Drop for Patience {
    /// What is being said is said to its end, before anything else is.
    fn drop(&mut self) {
        self.done.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_waits_long_is_told() {
        let (say, said) = channel();
        drop(Patience::after(Duration::from_hours(1), {
            let say = say.clone();
            move || say.send("soon").unwrap()
        }));
        let long = Patience::after(Duration::ZERO, move || say.send("late").unwrap());
        assert_eq!(said.recv(), Ok("late"));
        drop(long);
        assert!(said.recv().is_err(), "and only once");
    }
}

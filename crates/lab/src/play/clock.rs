//! The clock of games: the CPU time of the thread that plays.
//!
//! A machine that is busy with something else stops a thread for milliseconds now and then;
//! wall time would count that as the player's. Players think on the thread that calls them,
//! so its CPU time is all of theirs. Linux and macOS tell it to the nanosecond; Windows only
//! to about 16 ms, too coarse for single games of quick players.

use std::time::Duration;

use cpu_time::ThreadTime;

/// A moment in the CPU time of the running thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock(ThreadTime);

impl Clock {
    /// Now.
    pub(crate) fn start() -> Self {
        Self(ThreadTime::now())
    }

    /// The CPU time of this thread since then.
    pub(crate) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_sleeps_takes_no_time() {
        let clock = Clock::start();
        std::thread::sleep(Duration::from_millis(60));
        assert!(clock.elapsed() < Duration::from_millis(30), "{:?}", clock.elapsed());
    }
}

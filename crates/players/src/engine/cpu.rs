//! The CPU time of a program and of all that it started, where the system tells it (Linux).
//!
//! The thread that plays only waits while a program thinks, so its own clock says nothing of
//! it. `/proc` tells each thread's time to the nanosecond; of threads and processes that have
//! ended nothing, so a program that starts others anew for every move looks quicker than it is.

use std::fs;
use std::time::Duration;

/// What a process and its children have taken so far.
pub(super) fn time_of(process: u32) -> Duration {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Duration::ZERO };
    let mut time = Duration::ZERO;
    for thread in threads.flatten() {
        let path = thread.path();
        let taken = fs::read_to_string(path.join("schedstat")).unwrap_or_default();
        let taken = taken.split_ascii_whitespace().next().and_then(|text| text.parse().ok());
        time += Duration::from_nanos(taken.unwrap_or(0));
        let children = fs::read_to_string(path.join("children")).unwrap_or_default();
        let children = children.split_ascii_whitespace().filter_map(|child| child.parse().ok());
        time += children.map(time_of).sum();
    }
    time
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    use super::*;

    /// Our own, which is known from elsewhere too.
    #[cfg(target_os = "linux")]
    #[test]
    fn work_takes_time() {
        let before = time_of(std::process::id());
        let mut sum = 0_u64;
        let start = std::time::Instant::now();
        while start.elapsed() < Duration::from_millis(40) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(time_of(std::process::id()) > before);
    }
}

//! Long runs of many games: Ctrl-C, players that panic, and a progress bar that
//! several threads advance.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::args::Common;
use crate::output::ProgressLine;

/// A run under way. While it lives, Ctrl-C asks it to stop and a player's panic does
/// not fill the screen: it is recorded with its game.
pub(crate) struct LongRun {
    stop: Arc<AtomicBool>,
    progress: Mutex<ProgressLine>,
}

/// What is set when Ctrl-C is pressed; a second one ends the program at once.
pub(crate) fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if handler.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(stop)
}

impl LongRun {
    /// A run of so many steps, called by their plural.
    pub(crate) fn start(common: &Common, total: u64, steps: &str) -> anyhow::Result<Self> {
        Self::with(ProgressLine::new(common, total, steps))
    }

    /// A run whose progress is told in percent.
    pub(crate) fn start_in_percent(common: &Common, total: u64) -> anyhow::Result<Self> {
        Self::with(ProgressLine::in_percent(common, total))
    }

    fn with(progress: ProgressLine) -> anyhow::Result<Self> {
        let stop = stop_on_interrupt()?;
        std::panic::set_hook(Box::new(|_| {}));
        Ok(Self { stop, progress: Mutex::new(progress) })
    }

    /// Set when it is to stop.
    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// So many steps are done.
    pub(crate) fn advance(&self, steps: u64) {
        if let Ok(mut progress) = self.progress.lock() {
            progress.advance(steps);
        }
    }

    /// What is being done now, in a word or two.
    pub(crate) fn say(&self, what: &str) {
        if let Ok(progress) = self.progress.lock() {
            progress.say(what);
        }
    }
}

impl Drop for LongRun {
    fn drop(&mut self) {
        let _ = std::panic::take_hook();
    }
}

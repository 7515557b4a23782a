//! Writing: to standard output, or to a file that is never left half written.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::Common;

/// Puts bytes where they were asked for. A file appears whole or not at all:
/// an older one stays until the new one is complete, and a link still leads to
/// it. What is not a file (a device, a pipe) is written to as it is.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if path == Path::new("-") {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    let cannot = || format!("cannot write {}", path.display());
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return fs::write(path, bytes).with_context(cannot);
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut beside = target.clone().into_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    let write = || {
        let mut file = fs::File::create(&beside)?;
        file.write_all(bytes)?;
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&beside, &target)
    };
    write().inspect_err(|_| drop(fs::remove_file(&beside))).with_context(cannot)
}

/// A progress bar on standard error that shows only when work takes long.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    shown: bool,
}

impl Progress {
    /// Work of `total` steps, called by their plural.
    pub(crate) fn new(common: &Common, total: u64, steps: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let form = format!(
            "{{wide_bar}} {{human_pos}} of {{human_len}} {steps}, {{per_sec}}, {{eta}} left"
        );
        if let Ok(style) = ProgressStyle::with_template(&form) {
            bar.set_style(style);
        }
        Self { bar, started: Instant::now(), shown: common.quiet }
    }

    /// Shows the bar at once, and that something is going on: a single step may take
    /// long.
    pub(crate) fn show(&mut self) {
        if !self.shown {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.enable_steady_tick(Duration::from_millis(500));
            self.shown = true;
        }
    }

    pub(crate) fn advance(&mut self, steps: u64) {
        if !self.shown && self.started.elapsed() > Duration::from_secs(1) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.shown = true;
        }
        self.bar.inc(steps);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

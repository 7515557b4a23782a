//! Writing: to standard output, or to a file that is never left half written.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use comfy_table::{CellAlignment, ContentArrangement, Row, Table, presets};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use surefoot_lab::experiment::folder;

use crate::args::Common;
use crate::tunables;

/// Answers on standard output, as JSON if that was asked for.
pub(crate) fn answer<J: Display>(
    common: &Common,
    as_json: impl FnOnce() -> J,
    in_words: impl FnOnce() -> String,
) -> anyhow::Result<()> {
    let mut out = anstream::stdout();
    if common.json {
        writeln!(out, "{}", as_json())?;
    } else {
        out.write_all(in_words().as_bytes())?;
    }
    Ok(out.flush()?)
}

/// Puts bytes where they were asked for. A file appears whole or not at all.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if path == Path::new("-") {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    folder::put(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// A table without lines: all columns but the first end on the right, and so many blanks stand
/// before the first.
pub(crate) fn table(heads: impl Into<Row>, rows: Vec<Vec<String>>, before: u16) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(heads).add_rows(rows);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    if let Some(column) = table.column_mut(0) {
        column.set_padding((before, 1));
    }
    table.trim_fmt()
}

/// A progress bar on standard error that shows only when work takes long.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    started: Instant,
    shown: bool,
}

impl ProgressLine {
    /// Work of `total` steps, called by their plural.
    pub(crate) fn new(common: &Common, total: u64, steps: &str) -> Self {
        let form = format!(
            "{{wide_bar}} {{human_pos}} of {{human_len}} {steps}, {{per_sec}}, {{eta}} left"
        );
        Self::of_form(common, total, &form)
    }

    /// Work whose steps mean nothing to a reader.
    pub(crate) fn in_percent(common: &Common, total: u64) -> Self {
        Self::of_form(common, total, "{wide_bar} {percent} % {msg}, {eta} left")
    }

    /// Work of which nobody knows how much it is.
    pub(crate) fn endless(common: &Common) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Self { bar, started: Instant::now(), shown: common.quiet }
    }

    fn of_form(common: &Common, total: u64, form: &str) -> Self {
        let line = Self::endless(common);
        line.bar.set_length(total);
        if let Ok(style) = ProgressStyle::with_template(form) {
            line.bar.set_style(style);
        }
        line
    }

    /// Shows the bar at once, and that something is going on: a single step may take
    /// long.
    pub(crate) fn show(&mut self) {
        if !self.shown {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.enable_steady_tick(tunables::PROGRESS_TICK);
            self.shown = true;
        }
    }

    pub(crate) fn advance(&mut self, steps: u64) {
        if !self.shown && self.started.elapsed() > tunables::PROGRESS_AFTER {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.shown = true;
        }
        self.bar.inc(steps);
    }

    /// Says how far endless work is.
    pub(crate) fn turn(&mut self, how_far: impl FnOnce() -> String) {
        if self.started.elapsed() > tunables::PROGRESS_AFTER {
            self.show();
            self.bar.set_message(how_far());
        }
    }

    /// What is being done now.
    pub(crate) fn say(&self, what: &str) {
        self.bar.set_message(what.to_owned());
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

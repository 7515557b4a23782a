//! Legends: to the right of all data, so that they cover none.

use super::look::Look;
use super::{Canvas, width_of};

/// One line of a legend.
pub(super) struct LegendEntry {
    pub(super) look: Look,
    pub(super) text: String,
    /// Whether the series is joined by a line.
    pub(super) joined: bool,
}

/// How wide a legend is.
pub(super) fn width(entries: &[LegendEntry]) -> f64 {
    entries.iter().map(|entry| width_of(&entry.text)).fold(0.0, f64::max) + 56.0
}

/// How high a legend is.
pub(super) fn height(entries: &[LegendEntry]) -> f64 {
    20.0 * entries.len() as f64
}

/// Draws a legend with its corner here.
pub(super) fn draw(canvas: &mut Canvas, (x, y): (f64, f64), entries: &[LegendEntry]) {
    for (entry, at) in entries.iter().zip(0..) {
        let middle = y + 10.0 + 20.0 * f64::from(at);
        if entry.joined {
            let class = format!("line {}", entry.look.line());
            canvas.path(&[(x, middle), (x + 34.0, middle)], &class, entry.look.dash());
        }
        entry.look.marker(canvas, (x + 17.0, middle));
        canvas.text((x + 42.0, middle + 4.0), "start", "ink", &entry.text);
    }
}

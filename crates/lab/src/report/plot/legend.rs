//! Legends: to the right of all data, so that they cover none.

use super::look::Look;
use super::{Anchor, Canvas, width_of};

/// One line of a legend.
pub(super) struct LegendEntry {
    /// How the series looks; one of a bundle has no look of its own.
    pub(super) look: Option<Look>,
    pub(super) text: String,
    /// Whether the series is joined by a line.
    pub(super) joined: bool,
}

impl LegendEntry {
    /// A series that is joined by a line.
    pub(super) fn joined(look: Look, text: impl Into<String>) -> Self {
        Self { look: Some(look), text: text.into(), joined: true }
    }

    /// A series of marks alone.
    pub(super) fn marks(look: Look, text: impl Into<String>) -> Self {
        Self { look: Some(look), text: text.into(), joined: false }
    }
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
        if let Some(look) = entry.look {
            if entry.joined {
                canvas.path(&[(x, middle), (x + 34.0, middle)], &look.line(), look.dash());
            }
            canvas.marker(look, (x + 17.0, middle));
        }
        let class = if entry.look.is_some() { "ink" } else { "soft" };
        canvas.text((x + 42.0, middle + 4.0), Anchor::Start, class, &entry.text);
    }
}

//! Axes: from values to places, and round numbers to mark on them.

use super::{Anchor, Canvas};

/// From values to pixels, straight or by logarithms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    values: (f64, f64),
    pixels: (f64, f64),
    log: bool,
}

impl Scale {
    pub(super) fn new(values: (f64, f64), pixels: (f64, f64), log: bool) -> Self {
        Self { values, pixels, log }
    }

    /// An axis' title, with what has to be known of the scale.
    pub(super) fn named(&self, title: &str) -> String {
        if self.log { format!("{title} (log scale)") } else { title.to_owned() }
    }

    /// Whether the scale leaves away a part above 0.
    fn is_cut(&self) -> bool {
        !self.log && self.values.0 > 0.0
    }

    /// How long it is, in pixels.
    pub(super) fn length(&self) -> f64 {
        (self.pixels.1 - self.pixels.0).abs()
    }

    pub(super) fn at(&self, value: f64) -> f64 {
        let place = |value: f64| if self.log { value.max(f64::MIN_POSITIVE).ln() } else { value };
        let (low, high) = (place(self.values.0), place(self.values.1));
        let share = if high > low { (place(value) - low) / (high - low) } else { 0.5 };
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }

    /// Round values within the scale, about so many.
    pub(super) fn ticks(&self, about: usize) -> Vec<f64> {
        let (low, high) = self.values;
        if self.log {
            return log_ticks(low, high);
        }
        let rough = (high - low) / about.max(1) as f64;
        let power = 10_f64.powi(rough.log10().floor() as i32);
        let step = [1.0, 2.0, 2.5, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|&step| step >= rough * 0.999)
            .unwrap_or(10.0 * power);
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        (first..=last).map(|at| at as f64 * step).collect()
    }
}

/// Powers of ten, and parts of each: the more of them, the fewer powers there are.
fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    let factors: &[f64] = match (high / low).log10() {
        decades if decades <= 1.0 => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0],
        decades if decades <= 2.0 => &[1.0, 2.0, 3.0, 5.0, 7.0],
        decades if decades <= 3.5 => &[1.0, 2.0, 5.0],
        _ => &[1.0, 3.0],
    };
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let all = (first..=last).flat_map(|power| factors.iter().map(move |f| f * 10_f64.powi(power)));
    all.filter(|&tick| tick >= low * 0.999 && tick <= high * 1.001).collect()
}

/// A number without needless digits.
pub(super) fn plain(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The bottom axis of a panel, with its title.
pub(super) fn bottom(
    canvas: &mut Canvas,
    scale: &Scale,
    ticks: &[(f64, String)],
    (top, bottom): (f64, f64),
    title: &str,
) {
    let x = |tick: &(f64, String)| scale.at(tick.0);
    canvas.lines("grid", ticks.iter().map(|tick| ((x(tick), top), (x(tick), bottom))));
    canvas.lines("axis", ticks.iter().map(|tick| ((x(tick), bottom), (x(tick), bottom + 4.0))));
    // Where there is no room for all, powers of ten are named first.
    let mut order: Vec<&(f64, String)> = ticks.iter().collect();
    let is_power = |tick: f64| (tick.log10() - tick.log10().round()).abs() < 1e-9;
    order.sort_by_key(|tick| scale.log && !is_power(tick.0));
    let mut named: Vec<(f64, f64)> = Vec::new();
    for tick in order {
        let half = TICK_LETTER * tick.1.chars().count() as f64 / 2.0;
        let (from, to) = (x(tick) - half, x(tick) + half);
        if named.iter().all(|&(low, high)| to < low || high < from) {
            canvas.text((x(tick), bottom + 18.0), Anchor::Middle, "soft", &tick.1);
            named.push((from, to));
        }
    }
    canvas.line((scale.pixels.0, bottom), (scale.pixels.1, bottom), "axis");
    let middle = f64::midpoint(scale.pixels.0, scale.pixels.1);
    canvas.text((middle, bottom + 38.0), Anchor::Middle, "ink", &scale.named(title));
}

/// How wide a letter under an axis is, in pixels.
const TICK_LETTER: f64 = 6.6;

/// Plain numbers with what they say.
pub(super) fn named(ticks: Vec<f64>) -> Vec<(f64, String)> {
    ticks.into_iter().map(|tick| (tick, plain(tick))).collect()
}

/// The left side of a panel that begins at `x` and is so wide: lines across it, and where it
/// has a name, that and the numbers. Where the axis does not begin at 0, two strokes say so.
pub(super) fn side(
    canvas: &mut Canvas,
    scale: &Scale,
    ticks: &[(f64, String)],
    (x, wide): (f64, f64),
    name: Option<&str>,
) {
    let (bottom, top) = scale.pixels;
    let across = ticks.iter().map(|(tick, _)| scale.at(*tick));
    canvas.lines("grid", across.map(|y| ((x, y), (x + wide, y))));
    if let Some(name) = name {
        for (tick, text) in ticks {
            canvas.text((x - 8.0, scale.at(*tick) + 4.0), Anchor::End, "soft", text);
        }
        let name = if scale.is_cut() {
            format!("{name} (axis begins at {})", plain(scale.values.0))
        } else {
            scale.named(name)
        };
        canvas.upward((x - 64.0, f64::midpoint(top, bottom)), "ink", &name);
    }
    let strokes = [bottom - 9.0, bottom - 5.0].map(|y| ((x - 4.0, y + 2.0), (x + 4.0, y - 2.0)));
    let strokes = strokes.into_iter().filter(|_| scale.is_cut());
    canvas.lines("axis", [((x, top), (x, bottom))].into_iter().chain(strokes));
}

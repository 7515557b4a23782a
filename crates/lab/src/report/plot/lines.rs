//! A measure against a number that was varied: one line per player.

use std::ops::Range;

use surefoot_rules::spelled;

use super::axis::{self, Scale, plain};
use super::bundle::bundle;
use super::frames::{Frames, TOP};
use super::legend::{self, LegendEntry};
use super::look::{Look, looks};
use super::{Anchor, Canvas, Figure, Mark, drawn, drawn_interval, heading, says, tick_text};
use crate::experiment::measure::Measure;
use crate::experiment::plan::{Panel, X};
use crate::report::answer::crossing;
use crate::report::measured_results::MeasuredResults;
use crate::statistics::results::Results;

/// Draws the figure of a measure.
pub(super) fn draw(data: MeasuredResults<'_>, name: String) -> Figure {
    let experiment = data.experiment;
    let range = range(data);
    let logarithmic = data.measure == Measure::Seconds;
    let bundle = bundle(data, &Scale::new(range, (1.0, 0.0), logarithmic));
    let entries = entries(data, &bundle);
    let frames = frames(experiment.panels.len(), &entries);

    let mut canvas = Canvas::new(&heading(data));
    for (at, (panel, points)) in experiment.panels_with_points().enumerate() {
        let (from, top) = frames.corner(at);
        let bottom = top + frames.high;
        let y = Scale::new(range, (bottom, top), logarithmic);
        let texts = |tick: f64| tick_text(data.measure, tick);
        let ticks = y.ticks(6).into_iter().map(|tick| (tick, texts(tick))).collect::<Vec<_>>();
        let named = frames.is_first(at).then_some(data.measure.axis());
        axis::side(&mut canvas, &y, &ticks, (from, frames.wide), named);
        canvas.text((from + frames.wide / 2.0, top - 14.0), Anchor::Middle, "ink", &panel.title);
        let x = scale(panel, (from + 12.0, from + frames.wide - 12.0));
        axis::bottom(&mut canvas, &x, &marks(panel, &x), (top, bottom), &panel.axis);
        let frame = LinePanel { data, panel, points, x, y };
        frame.crossings(&mut canvas, (from, from + frames.wide), bottom);
        if !bundle.is_empty() {
            frame.bundle(&mut canvas, &bundle);
        }
        let alone = drawn(data).filter(|player| !bundle.contains(player));
        alone.for_each(|player| frame.player(&mut canvas, player));
        frame.published(&mut canvas);
    }
    legend::draw(&mut canvas, (frames.right() + 18.0, TOP), &entries);
    let title = format!("{}: {}", experiment.title, data.measure.axis());
    let width = frames.right() + 26.0 + legend::width(&entries);
    canvas.finish(name, title, width, frames.height())
}

/// Who lies together in the main figure of an experiment.
pub(super) fn bundled(data: &Results<'_>) -> Vec<usize> {
    let measure = data.experiment.measures[0];
    let data = MeasuredResults::of(data, measure);
    let axis = Scale::new(range(data), (1.0, 0.0), measure == Measure::Seconds);
    bundle(data, &axis)
}

/// Room for so many panels beside a legend.
pub(super) fn frames(panels: usize, entries: &[LegendEntry]) -> Frames {
    let wide = match panels {
        1 => 520.0,
        2 | 4 => 340.0,
        _ => 270.0,
    };
    let high = if panels > 3 { 220.0 } else { 290.0_f64.max(legend::height(entries)) };
    Frames::new(panels, (wide, high), (84.0, 26.0 + legend::width(entries)))
}

/// Players as they stand at the right end, and published sources.
fn entries(data: MeasuredResults<'_>, bundle: &[usize]) -> Vec<LegendEntry> {
    let experiment = data.experiment;
    let last = experiment.points().count().saturating_sub(1);
    let mean = |player| data.estimated(last, player).unwrap_or(f64::NAN);
    let mut order: Vec<usize> = drawn(data).collect();
    order.sort_by(|&one, &other| mean(other).total_cmp(&mean(one)));
    let looks = looks(experiment);
    let mut entries: Vec<LegendEntry> = Vec::new();
    for (at, &player) in order.iter().enumerate() {
        let text = experiment.players[player].clone();
        if !bundle.contains(&player) {
            let text = if data.measure.is_of_board() { format!("boards of {text}") } else { text };
            entries.push(LegendEntry::joined(looks[player], text));
        } else if !order[..at].iter().any(|before| bundle.contains(before)) {
            // All of them where the first of them is met.
            let text = format!("{} lie together:", spelled(bundle.len() as u32));
            entries.push(LegendEntry::joined(Look::Bundle, text));
            let members = order.iter().filter(|player| bundle.contains(player));
            entries.extend(members.map(|&player| {
                let text = experiment.players[player].clone();
                LegendEntry { look: None, text, joined: false }
            }));
        }
    }
    if data.measure == experiment.measures[0] {
        entries.extend(experiment.sources().into_iter().enumerate().map(|(at, source)| {
            LegendEntry::joined(Look::Published(at), format!("published: {source}"))
        }));
    }
    entries
}

/// What the vertical axis has to hold, in the unit shown.
fn range(data: MeasuredResults<'_>) -> (f64, f64) {
    let experiment = data.experiment;
    let points = experiment.points().count();
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for (point, player) in
        (0..points).flat_map(|point| drawn(data).map(move |player| (point, player)))
    {
        let Some(estimate) = data.estimate(point, player) else { continue };
        let (from, to) = drawn_interval(&estimate).unwrap_or((estimate.mean, estimate.mean));
        low = low.min(from * data.measure.scale());
        high = high.max(to * data.measure.scale());
    }
    if data.measure == experiment.measures[0] {
        for &value in experiment.published.iter().flat_map(|entry| &entry.y) {
            (low, high) = (low.min(value), high.max(value));
        }
    }
    if !low.is_finite() || !high.is_finite() {
        return (0.0, 1.0);
    }
    if data.measure == Measure::Seconds {
        return (low / 1.3, high * 1.3);
    }
    if data.measure.is_share() {
        // Where all is above a half, the empty half is left out.
        let floor = if low > 0.5 * data.measure.scale() { 0.5 * data.measure.scale() } else { 0.0 };
        return (floor, (1.08 * high).min(data.measure.scale()).max(0.02 * data.measure.scale()));
    }
    (0.0, 1.08 * high.max(1e-9))
}

pub(super) fn number(x: &X) -> f64 {
    match x {
        X::Number(number) => *number,
        X::Label(_) => f64::NAN,
    }
}

/// By logarithms where values span decades.
pub(super) fn scale(panel: &Panel, pixels: (f64, f64)) -> Scale {
    let values = || panel.points.iter().map(|point| number(&point.x));
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    Scale::new((low, high), pixels, low > 0.0 && high / low >= 20.0 && high > 100.0)
}

/// The places that were played, if there is room to name them; else round ones.
pub(super) fn marks(panel: &Panel, scale: &Scale) -> Vec<(f64, String)> {
    let played: Vec<f64> = panel.points.iter().map(|point| number(&point.x)).collect();
    let apart = played.windows(2).all(|pair| {
        let room = 7.3 * (plain(pair[0]).len() + plain(pair[1]).len()) as f64 / 2.0 + 8.0;
        (scale.at(pair[1]) - scale.at(pair[0])).abs() >= room
    });
    axis::named(if apart { played } else { scale.ticks(5) })
}

/// A panel that is being drawn.
struct LinePanel<'a> {
    data: MeasuredResults<'a>,
    panel: &'a Panel,
    /// The numbers of its points.
    points: Range<usize>,
    x: Scale,
    y: Scale,
}

impl LinePanel<'_> {
    fn player(&self, canvas: &mut Canvas, player: usize) {
        let look = looks(self.data.experiment)[player];
        let mut marks = Vec::new();
        let seats = self.data.experiment.players.len();
        for (point, at) in self.panel.points.iter().zip(self.points.clone()) {
            let Some(estimate) = self.data.estimate(at, player) else { continue };
            let scale = self.data.measure.scale();
            let x = self.x.at(number(&point.x)) + aside(player, seats);
            let ends = drawn_interval(&estimate).map(<[f64; 2]>::from);
            let ends = ends.map(|ends| ends.map(|end| (x, self.y.at(end * scale))));
            let place = (x, self.y.at(estimate.mean * scale));
            let says = says(self.data, (at, player));
            marks.push(Mark { place, ends, says });
        }
        joined(canvas, look, &marks);
    }

    /// Several players as one band, from the least of their means to the most.
    fn bundle(&self, canvas: &mut Canvas, players: &[usize]) {
        let mut marks = Vec::new();
        for (point, at) in self.panel.points.iter().zip(self.points.clone()) {
            let means = players.iter().filter_map(|&player| {
                Some(self.data.estimate(at, player)?.mean * self.data.measure.scale())
            });
            let (low, high) = means.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), of| {
                (low.min(of), high.max(of))
            });
            if low > high {
                continue;
            }
            let x = self.x.at(number(&point.x));
            let place = (x, self.y.at(f64::midpoint(low, high)));
            let ends = Some([low, high].map(|end| (x, self.y.at(end))));
            let who = spelled(players.len() as u32);
            let says = format!("{who} that lie together, {}: {low:.1} to {high:.1}", point.x);
            marks.push(Mark { place, ends, says });
        }
        joined(canvas, Look::Bundle, &marks);
    }

    /// The threshold of the answer, and where each player crosses it.
    fn crossings(&self, canvas: &mut Canvas, (from, to): (f64, f64), bottom: f64) {
        let experiment = self.data.experiment;
        let main = self.data.measure == experiment.measures[0];
        let Some(threshold) = experiment.answer.threshold.filter(|_| main) else { return };
        let level = self.y.at(threshold);
        canvas.path(&[(from, level), (to, level)], "mark", "");
        let points: Vec<usize> = self.points.clone().collect();
        for (player, look) in looks(experiment).into_iter().enumerate() {
            let place = (self.panel, &points[..]);
            if let Some(at) = crossing(self.data, place, player, threshold) {
                let x = self.x.at(at.at);
                canvas.path(&[(x, level), (x, bottom)], &format!("mark {}", look.hue()), "");
            }
        }
    }

    fn published(&self, canvas: &mut Canvas) {
        if self.data.measure != self.data.experiment.measures[0] {
            return;
        }
        let sources = self.data.experiment.sources();
        for entry in &self.data.experiment.published {
            if entry.panel != self.panel.title {
                continue;
            }
            let at = sources.iter().position(|source| *source == entry.source).unwrap_or(0);
            let look = Look::Published(at);
            let both = entry.x.iter().zip(&entry.y);
            let marks = both.filter_map(|(x, &y)| {
                let place = (self.x.at(x.parse().ok()?), self.y.at(y));
                let says = format!("published: {}, {x}: {y}", entry.source);
                Some(Mark { place, ends: None, says })
            });
            joined(canvas, look, &marks.collect::<Vec<_>>());
        }
    }
}

/// Marks and the line through them.
pub(super) fn joined(canvas: &mut Canvas, look: Look, marks: &[Mark]) {
    let places: Vec<(f64, f64)> = marks.iter().map(|mark| mark.place).collect();
    canvas.path(&places, &look.line(), look.dash());
    canvas.marks(look, marks);
}

/// Beside each other, so that no interval hides another.
pub(super) fn aside(player: usize, seats: usize) -> f64 {
    1.6 * (player as f64 - (seats - 1) as f64 / 2.0)
}

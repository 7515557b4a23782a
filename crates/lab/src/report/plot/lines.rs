//! A measure against a number that was varied: one line per player, panels side by side.

use super::axis::{self, Scale, plain};
use super::legend::{self, LegendEntry};
use super::look::{Look, looks};
use super::{Canvas, Figure, drawn, heading, says, tidy};
use crate::experiment::measure::Measure;
use crate::experiment::plan::{Panel, X};
use crate::report::answer::crossing;
use crate::statistics::results::Results;

const TOP: f64 = 66.0;
const HEIGHT: f64 = 290.0;

/// Draws the figure of a measure.
pub(super) fn draw(data: &Results<'_>, measure: Measure, name: String) -> Figure {
    let experiment = data.experiment;
    let panels = experiment.panels.len();
    let wide = match panels {
        1 => 520.0,
        2 => 340.0,
        _ => 270.0,
    };
    let (left, gap) = (84.0, 26.0);
    let entries = entries(data, measure);
    let right = left + panels as f64 * (wide + gap);
    let width = right + legend::width(&entries);
    let bottom = TOP + HEIGHT.max(legend::height(&entries));
    let range = range(data, measure);
    let logarithmic = measure == Measure::Seconds;
    let y = Scale::new(range, (bottom, TOP), logarithmic);

    let mut canvas = Canvas::new(&heading(data, measure));
    axis::upward(&mut canvas, &y, 20.0, measure.axis());
    let mut first = 0;
    for (panel, at) in experiment.panels.iter().zip(0..) {
        let from = left + f64::from(at) * (wide + gap);
        for tick in y.ticks(6) {
            canvas.line((from, y.at(tick)), (from + wide, y.at(tick)), "grid");
            if at == 0 {
                let text = match measure {
                    Measure::Seconds => tidy(tick),
                    _ => plain(tick),
                };
                canvas.text((from - 8.0, y.at(tick) + 4.0), "end", "soft", &text);
            }
        }
        axis::left(&mut canvas, &y, from);
        canvas.text((from + wide / 2.0, TOP - 14.0), "middle", "ink", &panel.title);
        let x = scale(panel, (from + 12.0, from + wide - 12.0));
        axis::bottom(&mut canvas, &x, &marks(panel, &x), (TOP, bottom), &panel.axis);
        let frame = LinePanel { data, measure, panel, first, x, y };
        frame.crossings(&mut canvas, (from, from + wide), bottom);
        drawn(data, measure).for_each(|player| frame.player(&mut canvas, player));
        frame.published(&mut canvas);
        first += panel.points.len();
    }
    legend::draw(&mut canvas, (right - gap + 18.0, TOP), &entries);
    let title = format!("{}: {}", experiment.title, measure.axis());
    canvas.finish(name, title, width, bottom + 54.0)
}

/// Players as they stand at the right end, and published sources.
fn entries(data: &Results<'_>, measure: Measure) -> Vec<LegendEntry> {
    let experiment = data.experiment;
    let last = experiment.points().count().saturating_sub(1);
    let mean = |player| data.estimate(last, player, measure).map_or(f64::NAN, |at| at.mean);
    let mut order: Vec<usize> = drawn(data, measure).collect();
    order.sort_by(|&one, &other| mean(other).total_cmp(&mean(one)));
    let looks = looks(experiment);
    let ours = order.into_iter().map(|player| LegendEntry {
        look: looks[player],
        text: match (measure.is_of_board(), &experiment.players[player]) {
            (true, player) => format!("boards of {player}"),
            (false, player) => player.clone(),
        },
        joined: true,
    });
    let mut entries: Vec<LegendEntry> = ours.collect();
    if measure == experiment.measures[0] {
        entries.extend(experiment.sources().into_iter().enumerate().map(|(at, source)| {
            LegendEntry {
                look: Look::Published(at),
                text: format!("published: {source}"),
                joined: true,
            }
        }));
    }
    entries
}

/// What the vertical axis has to hold, in the unit shown.
fn range(data: &Results<'_>, measure: Measure) -> (f64, f64) {
    let experiment = data.experiment;
    let points = experiment.points().count();
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for (point, player) in
        (0..points).flat_map(|point| drawn(data, measure).map(move |player| (point, player)))
    {
        let Some(estimate) = data.estimate(point, player, measure) else { continue };
        let (from, to) = estimate.interval.unwrap_or((estimate.mean, estimate.mean));
        low = low.min(from * measure.scale());
        high = high.max(to * measure.scale());
    }
    if measure == experiment.measures[0] {
        for &value in experiment.published.iter().flat_map(|entry| &entry.y) {
            (low, high) = (low.min(value), high.max(value));
        }
    }
    if !low.is_finite() || !high.is_finite() {
        return (0.0, 1.0);
    }
    if measure == Measure::Seconds {
        return (low / 1.3, high * 1.3);
    }
    if measure.is_share() {
        // Where all is above a half, the empty half is left away.
        let floor = if low > 0.5 * measure.scale() { 0.5 * measure.scale() } else { 0.0 };
        return (floor, (1.08 * high).min(measure.scale()).max(0.02 * measure.scale()));
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
pub(super) fn marks(panel: &Panel, scale: &Scale) -> Vec<f64> {
    let played: Vec<f64> = panel.points.iter().map(|point| number(&point.x)).collect();
    let apart = played.windows(2).all(|pair| {
        let room = 7.3 * (plain(pair[0]).len() + plain(pair[1]).len()) as f64 / 2.0 + 8.0;
        (scale.at(pair[1]) - scale.at(pair[0])).abs() >= room
    });
    if apart { played } else { scale.ticks(5) }
}

/// A panel that is being drawn.
struct LinePanel<'a> {
    data: &'a Results<'a>,
    measure: Measure,
    panel: &'a Panel,
    /// The number of its first point.
    first: usize,
    x: Scale,
    y: Scale,
}

impl LinePanel<'_> {
    fn player(&self, canvas: &mut Canvas, player: usize) {
        let look = looks(self.data.experiment)[player];
        let mut places = Vec::new();
        let mut marks = Vec::new();
        let seats = self.data.experiment.players.len();
        for (point, at) in self.panel.points.iter().zip(self.first..) {
            let Some(estimate) = self.data.estimate(at, player, self.measure) else { continue };
            let scale = self.measure.scale();
            let x = self.x.at(number(&point.x)) + aside(player, seats);
            let ends = estimate.interval.map(<[f64; 2]>::from);
            let ends = ends.map(|ends| ends.map(|end| (x, self.y.at(end * scale))));
            let place = (x, self.y.at(estimate.mean * scale));
            places.push(place);
            marks.push((place, ends, says(self.data, (at, player), self.measure)));
        }
        canvas.path(&places, &format!("line {}", look.line()), look.dash());
        for (place, ends, says) in marks {
            canvas.mark(look, place, ends, &says);
        }
    }

    /// The threshold of the answer, and where each player crosses it.
    fn crossings(&self, canvas: &mut Canvas, (from, to): (f64, f64), bottom: f64) {
        let experiment = self.data.experiment;
        let main = self.measure == experiment.measures[0];
        let Some(threshold) = experiment.answer.threshold.filter(|_| main) else { return };
        let level = self.y.at(threshold);
        canvas.path(&[(from, level), (to, level)], "mark", "");
        let points: Vec<usize> = (self.first..self.first + self.panel.points.len()).collect();
        for (player, look) in looks(experiment).into_iter().enumerate() {
            let place = (self.panel, &points[..]);
            if let Some(at) = crossing(self.data, place, player, (self.measure, threshold)) {
                let x = self.x.at(at.at);
                canvas.path(&[(x, level), (x, bottom)], &format!("mark {}", look.line()), "");
            }
        }
    }

    fn published(&self, canvas: &mut Canvas) {
        if self.measure != self.data.experiment.measures[0] {
            return;
        }
        let sources = self.data.experiment.sources();
        for entry in &self.data.experiment.published {
            if entry.panel != self.panel.title {
                continue;
            }
            let at = sources.iter().position(|source| *source == entry.source).unwrap_or(0);
            let look = Look::Published(at);
            let places: Vec<(f64, f64)> = entry
                .x
                .iter()
                .zip(&entry.y)
                .filter_map(|(x, &y)| Some((self.x.at(x.parse().ok()?), self.y.at(y))))
                .collect();
            canvas.path(&places, "line lp", look.dash());
            for (place, (x, y)) in places.into_iter().zip(entry.x.iter().zip(&entry.y)) {
                canvas.mark(look, place, None, &format!("published: {}, {x}: {y}", entry.source));
            }
        }
    }
}

/// Beside each other, so that no interval hides another.
pub(super) fn aside(player: usize, seats: usize) -> f64 {
    1.6 * (player as f64 - (seats - 1) as f64 / 2.0)
}

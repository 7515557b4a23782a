//! A measure under a few named conditions: a row per player, a marker per condition.

use super::axis::{self, Scale};
use super::legend::{self, LegendEntry};
use super::look::Look;
use super::{Canvas, Figure, drawn, heading, says, width_of};
use crate::experiment::measure::Measure;
use crate::statistics::results::Results;

const TOP: f64 = 66.0;
const ROW: f64 = 36.0;
/// Between conditions, so that no interval hides another.
const STEP: f64 = 10.0;

/// Draws the figure of a measure.
pub(super) fn draw(data: &Results<'_>, measure: Measure, name: String) -> Figure {
    let experiment = data.experiment;
    let rows = rows(data, measure);
    let conditions = conditions(data);
    let entries: Vec<LegendEntry> = conditions
        .iter()
        .enumerate()
        .map(|(at, text)| LegendEntry {
            look: Look::condition(at),
            text: text.clone(),
            joined: false,
        })
        .collect();
    let label = rows.iter().map(|row| width_of(&row.text)).fold(0.0, f64::max);
    let (left, gap) = (label + 34.0, 26.0);
    let wide = if experiment.panels.len() > 2 { 300.0 } else { 400.0 };
    let bottom = TOP + (ROW * rows.len() as f64).max(legend::height(&entries) + 24.0) + 6.0;
    let mut canvas = Canvas::new(&heading(data, measure));
    for (row, y) in rows.iter().zip(middles()) {
        let class = if row.player.is_some() { "ink" } else { "soft" };
        canvas.text((left - 14.0, y + 4.0), "end", class, &row.text);
    }
    let high = highest(data, measure);
    let mut first = 0;
    for (panel, at) in experiment.panels.iter().zip(0..) {
        let from = left + f64::from(at) * (wide + gap);
        let x = Scale::new((0.0, high), (from, from + wide), false);
        canvas.text((from + wide / 2.0, TOP - 14.0), "middle", "ink", &panel.title);
        axis::bottom(&mut canvas, &x, &x.ticks(5), (TOP, bottom), measure.axis());
        for (row, y) in rows.iter().zip(middles()) {
            canvas.line((from, y), (from + wide, y), "grid");
            for (point, number) in panel.points.iter().zip(first..) {
                let label = point.x.to_string();
                let condition = conditions.iter().position(|known| *known == label).unwrap_or(0);
                let y = y + STEP * (condition as f64 - (conditions.len() - 1) as f64 / 2.0);
                match row.player {
                    Some(player) => {
                        let seat = (number, player);
                        ours(&mut canvas, data, seat, (measure, condition), (&x, y));
                    }
                    None => {
                        let here = experiment.published_at(&panel.title, &point.x);
                        for (_, value) in here.filter(|(entry, _)| entry.source == row.source) {
                            let says = format!("{}, {label}: {value}", row.text);
                            let look = Look::condition(condition);
                            canvas.mark(look, (x.at(value), y), None, &says);
                        }
                    }
                }
            }
        }
        first += panel.points.len();
    }
    let right = left + experiment.panels.len() as f64 * (wide + gap);
    let axis = &experiment.panels[0].axis;
    canvas.text((right - gap + 18.0, TOP), "start", "soft", axis);
    legend::draw(&mut canvas, (right - gap + 18.0, TOP + 10.0), &entries);
    let width = right + legend::width(&entries).max(width_of(axis) + 6.0);
    let title = format!("{}: {}", experiment.title, measure.axis());
    canvas.finish(name, title, width, bottom + 54.0)
}

/// A row: a player of ours, or a published source.
struct DotRow {
    text: String,
    player: Option<usize>,
    source: String,
}

fn rows(data: &Results<'_>, measure: Measure) -> Vec<DotRow> {
    let experiment = data.experiment;
    let points: Vec<usize> = (0..experiment.points().count()).collect();
    let mean = |player| data.average(&points, player, measure).unwrap_or(f64::NEG_INFINITY);
    let mut order: Vec<usize> = drawn(data, measure).collect();
    order.sort_by(|&one, &other| mean(other).total_cmp(&mean(one)));
    let ours = order.into_iter().map(|player| DotRow {
        text: experiment.players[player].clone(),
        player: Some(player),
        source: String::new(),
    });
    let mut rows: Vec<DotRow> = ours.collect();
    if measure == experiment.measures[0] {
        rows.extend(experiment.sources().into_iter().map(|source| DotRow {
            text: format!("published: {source}"),
            player: None,
            source: source.to_owned(),
        }));
    }
    rows
}

/// The conditions of all panels, each once.
fn conditions(data: &Results<'_>) -> Vec<String> {
    let mut conditions: Vec<String> = Vec::new();
    for (_, point) in data.experiment.points() {
        let label = point.x.to_string();
        if !conditions.contains(&label) {
            conditions.push(label);
        }
    }
    conditions
}

/// The middles of rows, from the top.
fn middles() -> impl Iterator<Item = f64> {
    (0..).map(|row| TOP + ROW * (f64::from(row) + 0.5))
}

fn highest(data: &Results<'_>, measure: Measure) -> f64 {
    let experiment = data.experiment;
    if measure.is_share() {
        return measure.scale();
    }
    let seats = (0..experiment.points().count())
        .flat_map(|point| (0..experiment.players.len()).map(move |player| (point, player)));
    let highs = seats.filter_map(|(point, player)| data.estimate(point, player, measure));
    highs
        .map(|estimate| estimate.interval.map_or(estimate.mean, |(_, high)| high))
        .fold(1e-9, f64::max)
        * measure.scale()
}

fn ours(
    canvas: &mut Canvas,
    data: &Results<'_>,
    (point, player): (usize, usize),
    (measure, condition): (Measure, usize),
    (x, y): (&Scale, f64),
) {
    let Some(estimate) = data.estimate(point, player, measure) else { return };
    let (look, scale) = (Look::condition(condition), measure.scale());
    let ends = estimate.interval.map(|(low, high)| [low, high].map(|end| (x.at(end * scale), y)));
    canvas.mark(
        look,
        (x.at(estimate.mean * scale), y),
        ends,
        &says(data, (point, player), measure),
    );
}

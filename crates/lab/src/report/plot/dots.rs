//! A measure under a few named conditions: a row per player, a marker per condition.

use super::axis::{self, Scale};
use super::frames::{Frames, TOP};
use super::legend::{self, LegendEntry};
use super::look::Look;
use super::{
    Anchor, Canvas, Figure, Mark, drawn, drawn_interval, heading, says, tick_text, width_of,
};
use crate::report::measured_results::MeasuredResults;
use crate::statistics::results::PlayerAt;

/// Between conditions, so that no interval hides another.
const STEP: f64 = 9.0;
/// Between rows, over what the conditions need.
const ROOM: f64 = 12.0;

/// Names longer than this take two lines, where rows are high enough for them.
const LONG: usize = 20;
const LINE: f64 = 14.0;
const TWO_LINES: f64 = 30.0;

/// Draws the figure of a measure.
pub(super) fn draw(data: MeasuredResults<'_>, name: String) -> Figure {
    let experiment = data.experiment;
    let rows = rows(data);
    let conditions = conditions(data);
    let entry = |(at, text): (usize, &String)| LegendEntry::marks(Look::condition(at), text);
    let entries: Vec<LegendEntry> = conditions.iter().enumerate().map(entry).collect();
    let row = STEP * conditions.len() as f64 + ROOM;
    let lines = |text| if row >= TWO_LINES { halves(text) } else { (text, "") };
    let widest = |text| {
        let (first, second) = lines(text);
        width_of(first).max(width_of(second))
    };
    let label = rows.iter().map(|row| widest(&row.text)).fold(0.0, f64::max);
    let axis = &experiment.panels[0].axis;
    let beside = 26.0 + legend::width(&entries).max(width_of(axis) + 6.0);
    let wide = if experiment.panels.len() > 2 { 300.0 } else { 400.0 };
    let high = (row * rows.len() as f64).max(legend::height(&entries) + 24.0);
    let frames = Frames::new(experiment.panels.len(), (wide, high), (label + 34.0, beside));
    let mut canvas = Canvas::new(&heading(data));
    let high = highest(data);
    let mut marks: Vec<Vec<Mark>> = vec![Vec::new(); conditions.len()];
    for (at, (panel, points)) in experiment.panels_with_points().enumerate() {
        let (from, top) = frames.corner(at);
        let middles = || (0..).map(|number| top + row * (f64::from(number) + 0.5));
        let x = Scale::new((0.0, high), (from, from + frames.wide), false);
        canvas.text((from + frames.wide / 2.0, top - 14.0), Anchor::Middle, "ink", &panel.title);
        let texts = |tick: f64| (tick, tick_text(data.measure, tick));
        let ticks = x.ticks(if frames.wide < 280.0 { 4 } else { 5 }).into_iter().map(texts);
        let ticks: Vec<_> = ticks.collect();
        axis::bottom(&mut canvas, &x, &ticks, (top, top + frames.high), data.measure.axis());
        // Between rows, so that it is seen what belongs to whom.
        let borders = (0..=rows.len()).map(|number| top + row * number as f64);
        canvas.lines("grid", borders.map(|y| ((from, y), (from + frames.wide, y))));
        for (row, middle) in rows.iter().zip(middles()) {
            if frames.is_first(at) {
                let class = if row.player.is_some() { "ink" } else { "soft" };
                let (first, second) = lines(&row.text);
                let up = if second.is_empty() { 0.0 } else { LINE / 2.0 };
                canvas.text((from - 14.0, middle + 4.0 - up), Anchor::End, class, first);
                if !second.is_empty() {
                    canvas.text((from - 14.0, middle + 4.0 + up), Anchor::End, class, second);
                }
            }
            for (point, number) in panel.points.iter().zip(points.clone()) {
                let label = point.x.to_string();
                let condition = conditions.iter().position(|known| *known == label).unwrap_or(0);
                let y = middle + STEP * (condition as f64 - (conditions.len() - 1) as f64 / 2.0);
                match row.player {
                    Some(player) => {
                        marks[condition].extend(ours(data, (number, player), (&x, y)));
                    }
                    None => {
                        let here = experiment.published_at(&panel.title, &point.x);
                        for (_, value) in here.filter(|(entry, _)| entry.source == row.source) {
                            let says = format!("{}, {label}: {value}", row.text);
                            let place = (x.at(value), y);
                            marks[condition].push(Mark { place, ends: None, says });
                        }
                    }
                }
            }
        }
    }
    for (condition, marks) in marks.iter().enumerate() {
        canvas.marks(Look::condition(condition), marks);
    }
    canvas.text((frames.right() + 18.0, TOP), Anchor::Start, "soft", axis);
    legend::draw(&mut canvas, (frames.right() + 18.0, TOP + 10.0), &entries);
    let title = format!("{}: {}", experiment.title, data.measure.axis());
    canvas.finish(name, title, frames.right() + beside, frames.height())
}

/// A long name in two lines, which leaves a phone's screen to the marks.
fn halves(text: &str) -> (&str, &str) {
    let spaces = text.match_indices(' ').map(|(at, _)| at);
    let longer = |at: usize| at.max(text.len() - at - 1);
    match spaces.min_by_key(|&at| longer(at)) {
        Some(at) if text.len() > LONG => (&text[..at], &text[at + 1..]),
        _ => (text, ""),
    }
}

/// A row: a player of ours, or a published source.
struct DotRow {
    text: String,
    player: Option<usize>,
    source: String,
}

fn rows(data: MeasuredResults<'_>) -> Vec<DotRow> {
    let experiment = data.experiment;
    let points: Vec<usize> = (0..experiment.points().count()).collect();
    let mean = |player| data.average(&points, player).unwrap_or(f64::NEG_INFINITY);
    let mut order: Vec<usize> = drawn(data).collect();
    order.sort_by(|&one, &other| mean(other).total_cmp(&mean(one)));
    let ours = order.into_iter().map(|player| DotRow {
        text: experiment.players[player].clone(),
        player: Some(player),
        source: String::new(),
    });
    let mut rows: Vec<DotRow> = ours.collect();
    if data.measure == experiment.measures[0] {
        rows.extend(experiment.sources().into_iter().map(|source| DotRow {
            text: format!("published: {source}"),
            player: None,
            source: source.to_owned(),
        }));
    }
    rows
}

/// The conditions of all panels, each once.
fn conditions(data: MeasuredResults<'_>) -> Vec<String> {
    let mut conditions: Vec<String> = Vec::new();
    for (_, point) in data.experiment.points() {
        let label = point.x.to_string();
        if !conditions.contains(&label) {
            conditions.push(label);
        }
    }
    conditions
}

fn highest(data: MeasuredResults<'_>) -> f64 {
    let experiment = data.experiment;
    if data.measure.is_share() {
        return data.measure.scale();
    }
    let seats = (0..experiment.points().count())
        .flat_map(|point| (0..experiment.players.len()).map(move |player| (point, player)));
    let highs = seats.filter_map(|(point, player)| data.estimate(point, player));
    highs
        .map(|estimate| drawn_interval(&estimate).map_or(estimate.mean, |(_, high)| high))
        .fold(1e-9, f64::max)
        * data.measure.scale()
}

fn ours(
    data: MeasuredResults<'_>,
    (point, player): PlayerAt,
    (x, y): (&Scale, f64),
) -> Option<Mark> {
    let estimate = data.estimate(point, player)?;
    let at = |value: f64| (x.at(value * data.measure.scale()), y);
    let ends = drawn_interval(&estimate).map(|(low, high)| [low, high].map(at));
    Some(Mark { place: at(estimate.mean), ends, says: says(data, (point, player)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_split_near_its_middle() {
        let split = halves("published: Minesweeper-AI (write-up 002)");
        assert_eq!(split, ("published: Minesweeper-AI", "(write-up 002)"));
        assert_eq!(halves("periphery:weigh,sea"), ("periphery:weigh,sea", ""));
        assert_eq!(halves("periphery:weigh,sea,piece=40"), ("periphery:weigh,sea,piece=40", ""));
    }
}

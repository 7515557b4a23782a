//! How far single games lie apart along a sweep: the standard deviation of the players that the
//! question is about. Intervals of means do not show it: they shrink with the number of games.

use super::axis::{self, Scale};
use super::frames::TOP;
use super::legend::{self, LegendEntry};
use super::lines::{aside, frames, joined, marks, number, scale};
use super::look::looks;
use super::{Anchor, Canvas, Figure, Mark, rounded};
use crate::statistics::interval::half_of_deviation;
use crate::statistics::results::{PlayerAt, Results};

/// The figure, if the experiment asks for one.
pub(super) fn draw(data: &Results<'_>) -> Option<Figure> {
    let experiment = data.experiment;
    let measure = experiment.measures[0];
    let numeric = experiment.panels.iter().all(|panel| panel.over.is_numeric());
    let seats = experiment.answer.about.iter().filter_map(|player| experiment.seat(player));
    let players: Vec<usize> = seats.collect();
    if !experiment.answer.spread || !numeric || players.is_empty() {
        return None;
    }
    // A deviation and its interval, in the unit shown.
    let spread = |(point, player): PlayerAt| {
        let estimate = data.estimate(point, player, measure)?;
        let found = estimate.deviation? * measure.scale();
        let half = half_of_deviation(found, estimate.count);
        Some((found, (found - half).max(0.0), found + half))
    };
    let all = (0..experiment.points().count())
        .flat_map(|point| players.iter().map(move |&player| (point, player)));
    let high = all.filter_map(spread).map(|(_, _, high)| high).fold(1e-9, f64::max);
    let looks = looks(experiment);
    let entry = |&player: &usize| LegendEntry::joined(looks[player], &experiment.players[player]);
    let entries: Vec<LegendEntry> = players.iter().map(entry).collect();
    let frames = frames(experiment.panels.len(), &entries);
    let what = format!("spread of single games in {}", measure.noun());
    let mut canvas = Canvas::new(&format!("{} – {what}", experiment.title));
    let unit = match measure.unit() {
        Some("%") => ", points",
        _ => "",
    };
    let name = format!("standard deviation{unit}");
    for (at, (panel, numbers)) in experiment.panels_with_points().enumerate() {
        let (from, top) = frames.corner(at);
        let bottom = top + frames.high;
        let y = Scale::new((0.0, 1.08 * high), (bottom, top), false);
        let named = frames.is_first(at).then_some(&name[..]);
        axis::side(&mut canvas, &y, &axis::named(y.ticks(6)), (from, frames.wide), named);
        canvas.text((from + frames.wide / 2.0, top - 14.0), Anchor::Middle, "ink", &panel.title);
        let x = scale(panel, (from + 12.0, from + frames.wide - 12.0));
        axis::bottom(&mut canvas, &x, &marks(panel, &x), (top, bottom), &panel.axis);
        for &player in &players {
            let points = panel.points.iter().zip(numbers.clone());
            let marks = points.filter_map(|(place, point)| {
                let (value, low, high) = spread((point, player))?;
                let x = x.at(number(&place.x)) + aside(player, experiment.players.len());
                let [said, from, to] = [value, low, high].map(|of| rounded(of, 1));
                let name = &experiment.players[player];
                let says = format!("{name}, {}: {said} [{from}, {to}]", place.x);
                let ends = Some([low, high].map(|end| (x, y.at(end))));
                Some(Mark { place: (x, y.at(value)), ends, says })
            });
            joined(&mut canvas, looks[player], &marks.collect::<Vec<_>>());
        }
    }
    legend::draw(&mut canvas, (frames.right() + 18.0, TOP), &entries);
    let title = format!("{}: {what}", experiment.title);
    let width = frames.right() + 26.0 + legend::width(&entries);
    Some(canvas.finish(format!("{}-spread", experiment.name), title, width, frames.height()))
}

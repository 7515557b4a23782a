//! One measure against another, game by game: games are sorted by the one within each
//! setting and cut into groups of equal size, and the other is shown for each group.
//!
//! A cloud of thousands of games shows less: shares of games won are zeros and ones.

use super::axis::{self, Scale};
use super::legend::{self, LegendEntry};
use super::lines::joined;
use super::look::looks;
use super::{Canvas, Figure, Mark, heading, rounded, tick_text};
use crate::experiment::measure::Measure;
use crate::report::html_table::shown;
use crate::report::measured_results::MeasuredResults;
use crate::statistics::groups::{Group, groups};
use crate::tunables::GROUPS;

const TOP: f64 = 66.0;
const HEIGHT: f64 = 290.0;
const WIDE: f64 = 520.0;

/// Draws `measure` against another.
pub(super) fn draw(data: MeasuredResults<'_>, against: Measure, name: String) -> Figure {
    let MeasuredResults { results, experiment, measure } = data;
    let series: Vec<Vec<Group>> = (0..experiment.players.len())
        .map(|player| groups(results, player, against, measure))
        .collect();
    let all = || series.iter().flatten();
    let x_range = span(all().map(|group| group.at));
    let scale = measure.scale();
    let ends = all().flat_map(|group| {
        let (low, high) = group.interval.unwrap_or((group.value, group.value));
        [group.value * scale, low * scale, high * scale]
    });
    let (low, high) = span(ends);
    let timed = measure == Measure::Seconds;
    let y_range = match measure {
        Measure::Seconds => (low.max(1e-9) / 1.3, high.max(1e-9) * 1.3),
        _ => (0.0, if measure.is_share() { (1.08 * high).min(scale) } else { 1.08 * high }),
    };
    let bottom = TOP + HEIGHT;
    let left = 84.0;
    let x = Scale::new(x_range, (left + 12.0, left + WIDE - 12.0), false);
    let y = Scale::new(y_range, (bottom, TOP), timed);
    let mut canvas = Canvas::new(&heading(data));
    let ticks = y.ticks(6).into_iter().map(|tick| (tick, tick_text(measure, tick)));
    let ticks: Vec<_> = ticks.collect();
    axis::side(&mut canvas, &y, &ticks, (left, WIDE), Some(measure.axis()));
    let beneath = format!("{}; games in {GROUPS} groups within each setting", against.axis());
    axis::bottom(&mut canvas, &x, &axis::named(x.ticks(6)), (TOP, bottom), &beneath);
    let looks = looks(experiment);
    for ((groups, &look), name) in series.iter().zip(&looks).zip(&experiment.players) {
        let marks = groups.iter().map(|group| {
            let place = (x.at(group.at), y.at(group.value * scale));
            let ends = group
                .interval
                .map(|(low, high)| [low.max(0.0), high].map(|end| (place.0, y.at(end * scale))));
            let value = shown(measure, measure.digits(), group.value);
            let at = rounded(group.at * against.scale(), 1);
            let says = format!("{name}, {at}: {value} ({} games)", group.count);
            Mark { place, ends, says }
        });
        joined(&mut canvas, look, &marks.collect::<Vec<_>>());
    }
    let entries: Vec<LegendEntry> = experiment
        .players
        .iter()
        .zip(&looks)
        .map(|(text, &look)| LegendEntry::joined(look, text))
        .collect();
    legend::draw(&mut canvas, (left + WIDE + 18.0, TOP), &entries);
    let width = left + WIDE + 26.0 + legend::width(&entries);
    let title = format!("{}: {} against {}", experiment.title, measure.axis(), against.axis());
    canvas.finish(name, title, width, bottom + 54.0)
}

fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    match low < high {
        true => (low, high),
        false if low.is_finite() => (low - 0.5, low + 0.5),
        false => (0.0, 1.0),
    }
}

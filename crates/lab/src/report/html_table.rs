//! Tables of the page: values with their intervals, as HTML.

use std::fmt::Write;

use crate::experiment::measure::Measure;
use crate::experiment::plan::{Experiment, Over, SweepPoint};
use crate::report::plot::{duration, escape, rounded};
use crate::statistics::groups::groups;
use crate::statistics::results::Results;
use crate::tunables::GROUPS;

/// A table of a measure: a line per point, or per player where there are many. Published
/// values stand beside the main one.
pub(super) fn table(data: &Results<'_>, measure: Measure) -> String {
    let experiment = data.experiment;
    let points: Vec<_> = experiment.points().collect();
    let title = |panel: usize| experiment.panels[panel].title.as_str();
    let places = places(experiment);
    let sources = if measure == experiment.measures[0] { experiment.sources() } else { Vec::new() };
    let digits = digits(data, measure);
    let cell = |point: usize, column: usize| {
        let Some(source) = column.checked_sub(experiment.players.len()) else {
            let estimate = data.estimate(point, column, measure);
            return estimate.map_or("–".to_owned(), |estimate| {
                with_interval(measure, digits, estimate.mean, estimate.interval)
            });
        };
        let (panel, place) = points[point];
        let mut values = experiment.published_at(title(panel), &place.x);
        let value = values.find(|(entry, _)| entry.source == sources[source]);
        value.map_or("–".to_owned(), |(_, value)| value.to_string())
    };
    let mut columns = experiment.players.clone();
    columns.extend(sources.iter().map(|source| format!("published: {source}")));
    let seeds = experiment.panels.iter().all(|panel| panel.over == Over::Seed);
    if columns.len() > places.len() && !seeds {
        return grid("player", &places, &columns, |player, point| cell(point, player));
    }
    let axes = experiment.panels.iter().map(|panel| &panel.axis);
    let mut corner: Vec<&str> = axes.map(String::as_str).collect();
    corner.dedup();
    if !seeds {
        return grid(&corner.join(" / "), &columns, &places, cell);
    }
    // Seeds are the same again: taken together they are one value.
    let mut rows = places;
    let mut starts = Vec::new();
    for (number, panel) in experiment.panels.iter().enumerate() {
        starts.extend(std::iter::repeat_n(number, panel.points.len()));
    }
    let together = rows.len();
    rows.extend(experiment.panels.iter().map(|panel| format!("{}: all seeds", panel.title)));
    grid(&corner.join(" / "), &columns, &rows, |row, column| {
        let Some(panel) = row.checked_sub(together) else { return cell(row, column) };
        let points: Vec<usize> = (0..together).filter(|&point| starts[point] == panel).collect();
        let found = (column < experiment.players.len())
            .then(|| data.together(&points, column, measure))
            .flatten();
        found.map_or("–".to_owned(), |of| with_interval(measure, digits, of.mean, of.interval))
    })
}

/// What the points are called, each with its panel if that has a title.
pub(super) fn places(experiment: &Experiment) -> Vec<String> {
    let place = |(panel, point): (usize, &SweepPoint)| match &*experiment.panels[panel].title {
        "" => point.x.to_string(),
        title => format!("{title}: {}", point.x),
    };
    experiment.points().map(place).collect()
}

/// What one measure does in groups by another.
pub(super) fn related(data: &Results<'_>, against: Measure, measure: Measure) -> String {
    let players = &data.experiment.players;
    let found: Vec<_> =
        (0..players.len()).map(|player| groups(data, player, against, measure)).collect();
    let rows: Vec<String> = (1..=GROUPS).map(|group| group.to_string()).collect();
    let both = |player: &String| [format!("{player}: {}", against.axis()), player.clone()];
    let columns: Vec<String> = players.iter().flat_map(both).collect();
    let digits = measure.digits();
    grid("group", &columns, &rows, |row, column| {
        let Some(group) = found[column / 2].get(row) else { return "–".to_owned() };
        match column % 2 {
            0 => rounded(group.at * against.scale(), 1),
            _ => with_interval(measure, digits, group.value, group.interval),
        }
    })
}

/// A value and, under it, its interval.
fn with_interval(
    measure: Measure,
    digits: usize,
    mean: f64,
    interval: Option<(f64, f64)>,
) -> String {
    let text = |value: f64| shown(measure, digits, value);
    let interval =
        interval.map(|(low, high)| format!(" <small>[{}, {}]</small>", text(low), text(high)));
    text(mean) + &interval.unwrap_or_default()
}

/// A value in the unit and with the digits in which it is shown.
pub(super) fn shown(measure: Measure, digits: usize, value: f64) -> String {
    match measure {
        _ if measure.is_time() => duration(value),
        _ => rounded(measure.scale() * value, digits),
    }
}

/// Digits of a table: one more where the usual ones hide a difference that a test finds.
pub(super) fn digits(data: &Results<'_>, measure: Measure) -> usize {
    let usual = measure.digits();
    let players = data.experiment.players.len();
    let text = |point: usize, player: usize| {
        let estimate = data.estimate(point, player, measure)?;
        Some(rounded(estimate.mean * measure.scale(), usual))
    };
    let hidden = (0..data.experiment.points().count()).any(|point| {
        let texts: Vec<_> = (0..players).map(|player| text(point, player)).collect();
        (0..players).any(|one| {
            let alike = (0..one).filter(|&other| texts[one] == texts[other]);
            let mut gaps =
                alike.filter_map(|other| data.difference((point, one), (point, other), measure));
            gaps.any(|gap| gap.is_real())
        })
    });
    usual + usize::from(hidden)
}

/// A table of these columns and rows.
pub(super) fn grid(
    corner: &str,
    columns: &[String],
    rows: &[String],
    cell: impl Fn(usize, usize) -> String,
) -> String {
    let corner = escape(corner);
    let mut html = format!("<div class=\"wide\"><table>\n<thead><tr><th>{corner}</th>");
    for column in columns {
        let _ = write!(html, "<th>{}</th>", escape(column));
    }
    html += "</tr></thead>\n<tbody>\n";
    for (row, title) in rows.iter().enumerate() {
        let _ = write!(html, "<tr><td>{}</td>", escape(title));
        for column in 0..columns.len() {
            let _ = write!(html, "<td>{}</td>", cell(row, column));
        }
        html += "</tr>\n";
    }
    html + "</tbody></table></div>\n"
}

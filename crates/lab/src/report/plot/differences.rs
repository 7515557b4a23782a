//! Differences on the same deals along a sweep, with their intervals: what the answer compares,
//! or where values lie too near to each other to be told apart in a figure, the others' to the
//! first player.

use super::axis::{self, Scale, plain};
use super::legend::{self, LegendEntry};
use super::lines::{aside, marks, number, scale};
use super::look::looks;
use super::{Canvas, Figure, rounded};
use crate::experiment::measure::Measure;
use crate::experiment::plan::Panel;
use crate::statistics::paired::Difference;
use crate::statistics::results::{PlayerAt, Results};

const TOP: f64 = 66.0;
const HEIGHT: f64 = 250.0;

/// What is drawn on a panel: whose line, and what is subtracted from what at each point.
type Series = (usize, Vec<(PlayerAt, PlayerAt)>);

/// The figure, if the experiment asks for one.
pub(super) fn draw(data: &Results<'_>) -> Option<Figure> {
    let experiment = data.experiment;
    let measure = experiment.measures[0];
    let numeric = experiment.panels.iter().all(|panel| panel.over.is_numeric());
    if !numeric || measure == Measure::Seconds || experiment.related().len() > 1 {
        return None;
    }
    let (panels, what) = compared(data, measure)?;
    let gaps = |pairs: &[(PlayerAt, PlayerAt)]| -> Vec<Option<Difference>> {
        pairs.iter().map(|&(one, other)| data.difference(one, other, measure)).collect()
    };
    let all: Vec<_> = panels
        .iter()
        .map(|(panel, series)| {
            let lines = series.iter().map(|(player, pairs)| (*player, gaps(pairs)));
            (*panel, lines.collect::<Vec<_>>())
        })
        .collect();
    let shown = |value: f64| value * measure.scale();
    let ends = all.iter().flat_map(|(_, lines)| lines).flat_map(|(_, gaps)| gaps.iter().flatten());
    let (low, high) = ends.fold((0.0_f64, 0.0_f64), |(low, high), gap| {
        (low.min(shown(gap.interval.0)), high.max(shown(gap.interval.1)))
    });
    let room = 0.06 * (high - low).max(1e-9);
    let wide = match all.len() {
        1 => 520.0,
        2 => 340.0,
        _ => 270.0,
    };
    let looks = looks(experiment);
    let mut entries: Vec<LegendEntry> = Vec::new();
    for (player, _) in all.iter().flat_map(|(_, lines)| lines) {
        let text = experiment.players[*player].clone();
        if !entries.iter().any(|entry| entry.text == text) {
            entries.push(LegendEntry { look: looks[*player], text, joined: true });
        }
    }
    let (left, gap) = (84.0, 26.0);
    let right = left + all.len() as f64 * (wide + gap);
    let bottom = TOP + HEIGHT.max(legend::height(&entries));
    let y = Scale::new((low - room, high + room), (bottom, TOP), false);
    let mut canvas = Canvas::new(&format!("{}: {what}", experiment.title));
    let unit = match measure.unit() {
        Some("%") => ", points".to_owned(),
        Some(unit) => format!(", {unit}"),
        None => String::new(),
    };
    canvas.upward((20.0, f64::midpoint(TOP, bottom)), "ink", &format!("difference{unit}"));
    for ((panel, lines), at) in all.iter().zip(0..) {
        let from = left + f64::from(at) * (wide + gap);
        for tick in y.ticks(6) {
            canvas.line((from, y.at(tick)), (from + wide, y.at(tick)), "grid");
            if at == 0 {
                canvas.text((from - 8.0, y.at(tick) + 4.0), "end", "soft", &plain(tick));
            }
        }
        canvas.line((from, TOP), (from, bottom), "axis");
        if all.len() > 1 {
            canvas.text((from + wide / 2.0, TOP - 14.0), "middle", "ink", &panel.title);
        }
        let x = scale(panel, (from + 12.0, from + wide - 12.0));
        axis::bottom(&mut canvas, &x, &marks(panel, &x), (TOP, bottom), &panel.axis);
        canvas.line((from, y.at(0.0)), (from + wide, y.at(0.0)), "axis");
        for (player, gaps) in lines {
            let look = looks[*player];
            let both = panel.points.iter().zip(gaps);
            let places: Vec<_> = both
                .filter_map(|(point, gap)| {
                    let gap = (*gap)?;
                    let x = x.at(number(&point.x)) + aside(*player, experiment.players.len());
                    Some((point, gap, (x, y.at(shown(gap.mean)))))
                })
                .collect();
            let line: Vec<(f64, f64)> = places.iter().map(|place| place.2).collect();
            canvas.path(&line, &format!("line {}", look.line()), look.dash());
            for (point, gap, place) in places {
                let (low, high) = gap.interval;
                let ends = [low, high].map(|end| (place.0, y.at(shown(end))));
                let [mean, low, high] =
                    [gap.mean, low, high].map(|of| rounded(shown(of), measure.digits()));
                let name = &experiment.players[*player];
                let says = format!("{name}, {}: {mean} [{low}, {high}]", point.x);
                canvas.mark(look, place, Some(ends), &says);
            }
        }
    }
    legend::draw(&mut canvas, (right - gap + 18.0, TOP), &entries);
    let title = format!("{}: {}, {what}", experiment.title, measure.noun());
    let name = format!("{}-difference", experiment.name);
    Some(canvas.finish(name, title, right + legend::width(&entries), bottom + 54.0))
}

/// What each panel compares.
type Compared<'a> = Vec<(&'a Panel, Vec<Series>)>;

/// What is compared, by panel, and how that is called.
fn compared<'a>(data: &Results<'a>, measure: Measure) -> Option<(Compared<'a>, String)> {
    let experiment = data.experiment;
    let players = 0..experiment.players.len();
    let mut first = 0;
    let starts: Vec<usize> = experiment
        .panels
        .iter()
        .map(|panel| {
            first += panel.points.len();
            first - panel.points.len()
        })
        .collect();
    if let Some([one, other]) = &experiment.answer.contrast {
        let find =
            |title: &String| experiment.panels.iter().position(|panel| panel.title == *title);
        let (one_at, other_at) = (find(one)?, find(other)?);
        let panel = &experiment.panels[one_at];
        let points = 0..panel.points.len();
        let series = players.map(|player| {
            let pair = |at: usize| ((starts[one_at] + at, player), (starts[other_at] + at, player));
            (player, points.clone().map(pair).collect())
        });
        return Some((vec![(panel, series.collect())], format!("{one} less {other}")));
    }
    let seat = |text: &String| experiment.players.iter().position(|player| player == text);
    let (others, base) = match &experiment.answer.compare {
        Some([one, other]) => (vec![seat(one)?], seat(other)?),
        None if measure == Measure::DigDensity => (players.skip(1).collect(), 0),
        None => return None,
    };
    let panels = experiment.panels.iter().zip(&starts).map(|(panel, &start)| {
        let points = start..start + panel.points.len();
        let series = others.iter().map(|&player| {
            let pair = |point: usize| ((point, player), (point, base));
            (player, points.clone().map(pair).collect())
        });
        (panel, series.collect())
    });
    let whose = format!("difference to {}", experiment.players[base]);
    (!others.is_empty()).then(|| (panels.collect(), whose))
}

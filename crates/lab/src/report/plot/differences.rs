//! Differences on the same deals along a sweep, with their intervals: what the answer compares,
//! or, of players whose lines lie on top of each other, the others' to the first of them.

use surefoot_rules::spelled;

use super::axis::{self, Scale};
use super::frames::TOP;
use super::legend::{self, LegendEntry};
use super::lines::{aside, bundled, frames, joined, marks, number, scale};
use super::look::looks;
use super::{Anchor, Canvas, Figure, Mark, in_rows, rounded};
use crate::experiment::measure::Measure;
use crate::experiment::plan::Panel;
use crate::statistics::paired::{Claim, Difference};
use crate::statistics::results::{PlayerAt, Results};
use crate::tunables::SIGNS_THAT_TELL;

/// What is drawn on a panel: whose line, and what is subtracted from what at each point.
type Series = (usize, Vec<(PlayerAt, PlayerAt)>);

/// The figure, if the experiment asks for one.
pub(super) fn draw(data: &Results<'_>) -> Option<Figure> {
    let experiment = data.experiment;
    let measure = experiment.measures[0];
    let numeric = experiment.panels.iter().all(|panel| panel.over.is_numeric());
    let drawn = numeric && measure != Measure::Seconds && !in_rows(data);
    if !drawn || experiment.related().len() > 1 {
        return None;
    }
    let (panels, what) = compared(data)?;
    if panels.iter().all(|(_, series)| series.iter().all(|(_, pairs)| to_nothing(data, pairs))) {
        return None;
    }
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
        let (from, to) = ends_of(gap).unwrap_or((gap.mean, gap.mean));
        (low.min(shown(from)), high.max(shown(to)))
    });
    let room = 0.06 * (high - low).max(1e-9);
    let looks = looks(experiment);
    let mut entries: Vec<LegendEntry> = Vec::new();
    for (player, _) in all.iter().flat_map(|(_, lines)| lines) {
        let text = experiment.players[*player].clone();
        if !entries.iter().any(|entry| entry.text == text) {
            entries.push(LegendEntry::joined(looks[*player], text));
        }
    }
    let frames = frames(all.len(), &entries);
    let mut canvas = Canvas::new(&format!("{} – {what}", experiment.title));
    let unit = match measure.unit() {
        Some("%") => ", points".to_owned(),
        Some(unit) => format!(", {unit}"),
        None => String::new(),
    };
    let name = format!("difference in {}{unit}", measure.noun());
    for (at, (panel, lines)) in all.iter().enumerate() {
        let (from, top) = frames.corner(at);
        let bottom = top + frames.high;
        let y = Scale::new((low - room, high + room), (bottom, top), false);
        let named = frames.is_first(at).then_some(&name[..]);
        axis::side(&mut canvas, &y, &axis::named(y.ticks(6)), (from, frames.wide), named);
        if all.len() > 1 {
            let place = (from + frames.wide / 2.0, top - 14.0);
            canvas.text(place, Anchor::Middle, "ink", &panel.title);
        }
        let x = scale(panel, (from + 12.0, from + frames.wide - 12.0));
        axis::bottom(&mut canvas, &x, &marks(panel, &x), (top, bottom), &panel.axis);
        canvas.line((from, y.at(0.0)), (from + frames.wide, y.at(0.0)), "axis");
        for (player, gaps) in lines {
            let both = panel.points.iter().zip(gaps);
            let marks = both.filter_map(|(point, gap)| {
                let gap = (*gap)?;
                let x = x.at(number(&point.x)) + aside(*player, experiment.players.len());
                let text = |value: f64| rounded(shown(value), measure.digits());
                let ends = ends_of(&gap);
                let (low, high) = gap.interval;
                let interval = match gap.claim {
                    Claim::Identical => ", on every deal".to_owned(),
                    _ => format!(" [{}, {}]", text(low), text(high)),
                };
                let name = &experiment.players[*player];
                let says = format!("{name}, {}: {}{interval}", point.x, text(gap.mean));
                let ends = ends.map(|(low, high)| [low, high].map(|end| (x, y.at(shown(end)))));
                Some(Mark { place: (x, y.at(shown(gap.mean))), ends, says })
            });
            joined(&mut canvas, looks[*player], &marks.collect::<Vec<_>>());
        }
    }
    legend::draw(&mut canvas, (frames.right() + 18.0, TOP), &entries);
    let title = format!("{}: {}, {what}", experiment.title, measure.noun());
    let name = format!("{}-difference", experiment.name);
    let width = frames.right() + 26.0 + legend::width(&entries);
    Some(canvas.finish(name, title, width, frames.height()))
}

/// The interval of a difference; what is the same on every deal has none to show, and that of
/// very few deals shows nothing.
fn ends_of(gap: &Difference) -> Option<(f64, f64)> {
    let told = gap.claim != Claim::Identical && gap.deals >= SIGNS_THAT_TELL;
    told.then_some(gap.interval)
}

/// Whether what is subtracted is nothing anywhere: then the main figure shows the differences.
fn to_nothing(data: &Results<'_>, pairs: &[(PlayerAt, PlayerAt)]) -> bool {
    let measure = data.experiment.measures[0];
    pairs.iter().all(|&(_, (point, player))| {
        data.estimate(point, player, measure).is_none_or(|of| of.most <= 0.0)
    })
}

/// What each panel compares.
type PanelSeries<'a> = Vec<(&'a Panel, Vec<Series>)>;

/// What is compared, by panel, and how that is called.
fn compared<'a>(data: &Results<'a>) -> Option<(PanelSeries<'a>, String)> {
    let experiment = data.experiment;
    let players = 0..experiment.players.len();
    let panels: Vec<_> = experiment.panels_with_points().collect();
    if let Some([one, other]) = &experiment.answer.contrast {
        let find = |title: &String| panels.iter().find(|(panel, _)| panel.title == *title);
        let ((panel, ours), (_, theirs)) = (find(one)?, find(other)?);
        let series = players.map(|player| {
            let pair = |at: usize| ((ours.start + at, player), (theirs.start + at, player));
            (player, (0..ours.len()).map(pair).collect())
        });
        return Some((vec![(*panel, series.collect())], format!("{one} less {other}")));
    }
    let seat = |text: &String| experiment.seat(text);
    let bundle = bundled(data);
    let (others, base) = match &experiment.answer.compare {
        Some([one, other]) => (vec![seat(one)?], seat(other)?),
        None => (bundle.get(1..)?.to_vec(), *bundle.first()?),
    };
    let panels = panels.into_iter().map(|(panel, points)| {
        let series = others.iter().map(|&player| {
            let pair = |point: usize| ((point, player), (point, base));
            (player, points.clone().map(pair).collect())
        });
        (panel, series.collect())
    });
    let whose = format!("less {}", experiment.players[base]);
    let whose = match &others[..] {
        [one] => format!("{} {whose}", experiment.players[*one]),
        others => format!("{} that lie together, {whose}", spelled(others.len() as u32)),
    };
    Some((panels.collect(), whose))
}

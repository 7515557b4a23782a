//! Which of a player's values stand in a sentence: at most six, and those that say most.
//!
//! Of a sweep along numbers, its ends, and a highest or lowest value between them that is told
//! from both; of named conditions, all of them, or the last two where there are too many.

use super::words::{self, as_it_goes, from_to, list, on, value};
use crate::experiment::measure::Measure;
use crate::experiment::plan::{Over, Panel};
use crate::report::measured_results::MeasuredResults;
use crate::report::plot::rounded;
use crate::tunables::FEW_NUMBERS;

/// The values of a player, in words.
pub(super) fn values(data: MeasuredResults<'_>, player: usize) -> String {
    let panels = &data.experiment.panels;
    let numeric = panels.iter().all(|panel| panel.over.is_numeric());
    if panels.len() > 1 && panels.iter().all(|panel| panel.over == Over::Parameter) {
        parametric(data, player)
    } else if numeric {
        along(data, player)
    } else {
        named(data, player)
    }
}

/// What is left where clues are mostly right, and at the end: rules beside each other.
fn parametric(data: MeasuredResults<'_>, player: usize) -> String {
    let panels = &data.experiment.panels;
    let titles: Vec<String> = panels.iter().map(|panel| format!("`{}`", panel.title)).collect();
    let column = |back: usize| -> (Vec<f64>, String) {
        let places =
            (0..panels.len()).filter_map(|panel| data.points(panel).iter().nth_back(back).copied());
        let label = panels[0]
            .points
            .iter()
            .nth_back(back)
            .map_or(String::new(), |at| format!("`{}`", at.x));
        (places.filter_map(|point| data.estimated(point, player)).collect(), label)
    };
    let [(mostly, here), (end, there)] = [column(2), column(0)];
    rows(data.measure, &titles, [(mostly, &here), (end, &there)].into_iter())
}

/// What the first player achieves on each panel, all seeds together, with its interval.
pub(super) fn over_seeds(data: MeasuredResults<'_>) -> String {
    let panels = data.experiment.panels.iter().enumerate().take(FEW_NUMBERS / 3);
    let said = panels.filter_map(|(number, panel)| {
        let found = data.results.together(&data.points(number), 0, data.measure)?;
        let (low, high) = found.interval?;
        let digits = data.measure.digits();
        let [mean, low, high] =
            [found.mean, low, high].map(|of| rounded(of * data.measure.scale(), digits));
        let unit = data.measure.unit().map_or(String::new(), |unit| format!(" {unit}"));
        Some(format!("{mean} [{low}, {high}]{unit}{}", on(panel)))
    });
    let said = list(&said.collect::<Vec<_>>());
    format!("the {} of `{}` is {said}", data.measure.noun(), data.experiment.players[0])
}

/// From end to end of each panel.
fn along(data: MeasuredResults<'_>, player: usize) -> String {
    let panels = &data.experiment.panels;
    let mut said = Vec::new();
    let shown = panels.len().min(FEW_NUMBERS / 2);
    for (number, panel) in panels.iter().enumerate().take(shown) {
        let points = data.points(number);
        let at = |place: usize| data.estimated(points[place], player);
        let last = points.len() - 1;
        let (Some(from), Some(to)) = (at(0), at(last)) else { continue };
        if panels.len() > 1 {
            // What is varied is said once where it is the same.
            let next = panels.get(number + 1).filter(|_| number + 1 < shown);
            let goes = if next.is_some_and(|next| next.over == panel.over) {
                ""
            } else {
                as_it_goes(panel)
            };
            said.push(format!("{}{}{goes}", from_to(data.measure, from, to), on(panel)));
            continue;
        }
        let [from, to] = [from, to].map(|of| value(data.measure, of));
        let place = |place: usize| &panel.points[place].x;
        let unit = unit(panel);
        said.push(match inside(data, &points, player) {
            Some((word, top, between)) => format!(
                "from {from} at {} to {to} at {}{unit}, {word} with {} at {}",
                place(0),
                place(last),
                value(data.measure, top),
                place(between)
            ),
            None if last == 0 => format!("{from} at {}{unit}", place(0)),
            None if last == 1 => {
                format!("{from} at {} and {to} at {}{unit}", place(0), place(last))
            }
            None => format!("from {from} at {} to {to} at {}{unit}", place(0), place(last)),
        });
    }
    list(&said)
}

/// What stands behind a place of a sweep.
pub(super) fn unit(panel: &Panel) -> &'static str {
    match panel.over {
        Over::Density => " % mines",
        Over::Mines => " mines",
        Over::Area => " cells",
        _ => "",
    }
}

/// The highest or lowest value between the ends, where a paired test tells it from both; any
/// point inside could have been the one.
fn inside(
    data: MeasuredResults<'_>,
    points: &[usize],
    player: usize,
) -> Option<(&'static str, f64, usize)> {
    let [first, inner @ .., last] = points else { return None };
    let mean = |point: usize| data.estimated(point, player);
    [(1.0, "highest"), (-1.0, "lowest")].into_iter().find_map(|(sign, word)| {
        let found = inner.iter().filter_map(|&point| Some((point, mean(point)?)));
        let (point, most) =
            found.max_by(|one, other| (sign * one.1).total_cmp(&(sign * other.1)))?;
        let beyond = |end: usize| {
            let further = mean(end).is_some_and(|end| sign * most > sign * end);
            let gap = data.difference((point, player), (end, player));
            further && gap.is_some_and(|gap| gap.stands_out_of(inner.len(), data.measure))
        };
        (beyond(*first) && beyond(*last)).then_some((word, most, point - first))
    })
}

/// All values by condition; where there are too many, those of the last condition but one and
/// what the last one changes.
fn named(data: MeasuredResults<'_>, player: usize) -> String {
    let panels = &data.experiment.panels;
    let labels: Vec<String> = panels[0].points.iter().map(|point| point.x.to_string()).collect();
    let column = |label: usize| -> Vec<f64> {
        let found = (0..panels.len()).map(|panel| data.points(panel).get(label).copied());
        found.flatten().filter_map(|point| data.estimated(point, player)).collect()
    };
    if panels.len() == 1 {
        let shown = labels.iter().enumerate().take(FEW_NUMBERS);
        let said = shown.map(|(at, label)| {
            let found = column(at).first().map_or("–".to_owned(), |&of| value(data.measure, of));
            format!("{found} with `{label}`")
        });
        return list(&said.collect::<Vec<_>>());
    }
    let code = |text: &String| format!("`{text}`");
    let titles: Vec<String> = panels.iter().map(|panel| code(&panel.title)).collect();
    let labels: Vec<String> = labels.iter().map(code).collect();
    // The shorter list is spelled out: by condition, or by panel.
    if panels.len() * labels.len() <= FEW_NUMBERS && labels.len() > panels.len() {
        let row = |panel: usize| -> Vec<f64> {
            let found = data.points(panel).into_iter();
            found.filter_map(|point| data.estimated(point, player)).collect()
        };
        return rows(data.measure, &labels, (0..panels.len()).map(|at| (row(at), &titles[at])));
    }
    let shown = labels.len().min(FEW_NUMBERS / panels.len()).max(1);
    let from = labels.len() - shown;
    rows(data.measure, &titles, (from..labels.len()).map(|at| (column(at), &labels[at])))
}

/// Rows of values: what they stand for is said with the first.
fn rows<'a>(
    measure: Measure,
    columns: &[String],
    rows: impl Iterator<Item = (Vec<f64>, &'a String)>,
) -> String {
    let said = rows.enumerate().map(|(at, (row, title))| {
        let on = if at == 0 { &format!(" on {}", list(columns)) } else { "" };
        format!("{}{on} with {title}", words::values(measure, &row))
    });
    said.collect::<Vec<_>>().join(", ")
}

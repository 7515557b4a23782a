//! What a sweep does to a measure: from end to end, where a threshold is crossed, how fast
//! it grows. A highest or lowest value inside is named where it is told from both ends.

use std::fmt::Write;

use super::words::{list, name, numbers, on, plainly, signed, value, values};
use super::{points, ranking};
use crate::experiment::measure::Measure;
use crate::experiment::plan::{Panel, X};
use crate::statistics::results::Results;

/// What the best player's result does from one end of the sweep to the other. Deals are
/// paired by number, which is fair even where boards differ.
pub(super) fn trend(data: &Results<'_>, measure: Measure) -> String {
    let mut parts = Vec::new();
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let points = points(data, number);
        let [first, .., last] = points[..] else { continue };
        let Some(&(player, _)) = ranking(data, &points, measure).first() else { continue };
        let at = |point| data.estimate(point, player, measure).map(|estimate| estimate.mean);
        let (Some(from), Some(to)) = (at(first), at(last)) else { continue };
        let ends = (&panel.points[0].x, &panel.points[panel.points.len() - 1].x);
        let gap = data.difference((last, player), (first, player), measure);
        let (same, doubt) = match gap.filter(|gap| !gap.real) {
            Some(gap) if gap.same => (" (identical on every deal)", String::new()),
            Some(gap) => {
                let gap = plainly(measure, &gap);
                ("", format!(", with too few games to tell the ends apart: {gap}"))
            }
            None => ("", String::new()),
        };
        let shown = values(measure, &[from, to]);
        parts.push(format!(
            "{}from {} to {} for {} ({}: {} to {}){same}{}{doubt}",
            on(panel),
            shown[0],
            shown[1],
            name(data, player),
            panel.axis,
            ends.0,
            ends.1,
            inside(data, (panel, &points), player, measure)
        ));
    }
    format!("Over the sweep the {} goes {}.", measure.noun(), parts.join("; "))
}

/// The highest and the lowest value between the ends, where a paired test tells it from both.
fn inside(
    data: &Results<'_>,
    (panel, points): (&Panel, &[usize]),
    player: usize,
    measure: Measure,
) -> String {
    let [first, inner @ .., last] = points else { return String::new() };
    let mean = |point: usize| data.estimate(point, player, measure).map(|at| at.mean);
    let mut said = String::new();
    for (sign, word) in [(1.0, "highest"), (-1.0, "lowest")] {
        let found = inner.iter().filter_map(|&point| Some((point, mean(point)?)));
        let most = found.max_by(|one, other| (sign * one.1).total_cmp(&(sign * other.1)));
        let Some((point, most)) = most else { continue };
        let beyond = |end: usize| {
            let further = mean(end).is_some_and(|end| sign * most > sign * end);
            let gap = data.difference((point, player), (end, player), measure);
            // Any point inside could have been the one.
            further && gap.is_some_and(|gap| gap.stands_out_of(inner.len(), measure))
        };
        if beyond(*first) && beyond(*last) {
            let x = &panel.points[point - first].x;
            let _ = write!(said, ", {word} at {x} with {}", value(measure, most));
        }
    }
    said
}

/// Where each player falls below a threshold.
pub(super) fn crossings(data: &Results<'_>, measure: Measure, threshold: f64) -> String {
    let mut parts = Vec::new();
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let points = points(data, number);
        let mut order = ranking(data, &points, measure);
        order.reverse();
        let mut places: Vec<(String, Vec<String>)> = Vec::new();
        for (player, _) in order {
            let place = crossing(data, (panel, &points), player, (measure, threshold));
            let player = name(data, player);
            match places.iter_mut().find(|(known, _)| *known == place) {
                Some((_, players)) => players.push(player),
                None => places.push((place, vec![player])),
            }
        }
        let said: Vec<String> = places
            .iter()
            .enumerate()
            .map(|(at, (place, players))| {
                let axis = if at == 0 { &format!(" ({})", panel.axis) } else { "" };
                format!("{place}{axis} for {}", list(players))
            })
            .collect();
        parts.push(format!("{}at {}", on(panel), said.join(", ")));
    }
    let unit = measure.unit().map_or(String::new(), |unit| format!(" {unit}"));
    format!("The {} falls below {threshold}{unit} {}.", measure.noun(), parts.join("; "))
}

/// Where the means cross the threshold, between two points by a straight line.
fn crossing(
    data: &Results<'_>,
    (panel, points): (&Panel, &[usize]),
    player: usize,
    (measure, threshold): (Measure, f64),
) -> String {
    let mut before: Option<(f64, f64)> = None;
    for (point, place) in points.iter().zip(&panel.points) {
        let X::Number(x) = place.x else { continue };
        let Some(estimate) = data.estimate(*point, player, measure) else { continue };
        let y = estimate.mean * measure.scale();
        if y < threshold {
            return match before {
                Some((x0, y0)) => format!("{:.0}", x0 + (x - x0) * (y0 - threshold) / (y0 - y)),
                None => format!("less than {x}"),
            };
        }
        before = Some((x, y));
    }
    before.map_or("–".to_owned(), |(x, _)| format!("more than {x}"))
}

/// The power of the sweep by which a measure grows: a straight line through logarithms.
pub(super) fn growth(data: &Results<'_>, measure: Measure) -> String {
    let mut parts = Vec::new();
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let points = points(data, number);
        for (player, _) in ranking(data, &points, measure) {
            let places: Vec<(f64, f64)> = points
                .iter()
                .zip(&panel.points)
                .filter_map(|(&point, place)| match place.x {
                    X::Number(x) if x > 0.0 => {
                        let mean = data.estimate(point, player, measure)?.mean;
                        (mean > 0.0).then(|| (x.ln(), mean.ln()))
                    }
                    _ => None,
                })
                .collect();
            if let Some(power) = slope(&places) {
                parts.push(format!("{power:.2} for {}", name(data, player)));
            }
        }
    }
    let noun = measure.noun();
    format!("The {noun} grows as the area to the power of {}.", parts.join(", "))
}

/// The slope of the least-squares line.
fn slope(places: &[(f64, f64)]) -> Option<f64> {
    let n = places.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| places.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|place| place.0), mean(|place| place.1));
    let across: f64 = places.iter().map(|place| (place.0 - x) * (place.0 - x)).sum();
    let both: f64 = places.iter().map(|place| (place.0 - x) * (place.1 - y)).sum();
    (places.len() > 1 && across > 0.0).then(|| both / across)
}

/// What each step along named conditions is worth to the best player of a panel, on the
/// same deals.
pub(super) fn steps(data: &Results<'_>, measure: Measure) -> String {
    let mut parts = Vec::new();
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let points = points(data, number);
        let Some(&(player, _)) = ranking(data, &points, measure).first() else { continue };
        let Some(start) = points.first().and_then(|&at| data.estimate(at, player, measure)) else {
            continue;
        };
        let mut said =
            format!("{}{} for {}", on(panel), value(measure, start.mean), name(data, player));
        let _ = write!(said, " under `{}`", panel.points[0].x);
        for (pair, places) in points.windows(2).zip(panel.points.windows(2)) {
            if let Some(gap) = data.difference((pair[1], player), (pair[0], player), measure) {
                let gap = signed(measure, &gap);
                let _ = write!(said, ", {gap} from `{}` to `{}`", places[0].x, places[1].x);
            }
        }
        parts.push(said);
    }
    format!("Step by step on the same deals, the {} is {}.", measure.noun(), parts.join("; "))
}

/// All values of the only player.
pub(super) fn alone(data: &Results<'_>, measure: Measure) -> String {
    let unit = measure.unit().map_or(String::new(), |unit| format!(" {unit}"));
    let mut parts = Vec::new();
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let mut said = Vec::new();
        for (point, place) in points(data, number).into_iter().zip(&panel.points) {
            let Some(estimate) = data.estimate(point, 0, measure) else { continue };
            let (low, high) = estimate.interval.unwrap_or((estimate.mean, estimate.mean));
            let shown = numbers(measure, &[estimate.mean, low, high]);
            said.push(format!("{} [{}, {}]{unit} ({})", shown[0], shown[1], shown[2], place.x));
        }
        parts.push(on(panel) + &said.join(", "));
    }
    format!("The {} is {}.", measure.noun(), parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;
    use super::*;

    #[test]
    fn a_threshold_is_crossed_between_two_points() {
        // `exact` wins all at 10 mines and a quarter at 20: half at 16.7.
        let won = |point: usize, index: u64, player: usize| match (point, player) {
            (0, 1) => true,
            (_, 1) => index < 10,
            _ => index == 0,
        };
        let text = said("[10, 20]", "answer = { threshold = 50 }", won);
        let expected = "falls below 50 % at less than 10 (mines) for `queue`, 17 for `exact`.";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn a_highest_value_inside_is_named_where_a_test_finds_it() {
        let peak = |high: u64| {
            move |point: usize, index: u64, _: usize| match point {
                1 => index < high,
                _ => index < 10,
            }
        };
        let text = said("[10, 20, 30]", "", peak(38));
        assert!(text.contains("from 25.00 % to 25.00 % for `queue` (mines: 10 to 30)"), "{text}");
        assert!(text.contains(", highest at 20 with 95.00 %."), "{text}");
        // Two games more are nothing.
        let text = said("[10, 20, 30]", "", peak(12));
        assert!(!text.contains("highest at"), "{text}");
    }

    #[test]
    fn a_straight_line_is_found_through_logarithms() {
        let places: Vec<(f64, f64)> = [1.0, 2.0, 3.0].map(|x| (x, 1.5 * x + 4.0)).into();
        assert!((slope(&places).unwrap() - 1.5).abs() < 1e-12);
        assert_eq!(slope(&places[..1]), None);
    }
}

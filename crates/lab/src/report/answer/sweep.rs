//! Where a sweep leads across a threshold, and how fast a measure grows along it, both with
//! how far that can be trusted.

use std::fmt::Write;

use surefoot_rules::spelled;

use super::layout::unit;
use super::ranking;
use super::words::{name, on};
use crate::experiment::plan::{Panel, X};
use crate::report::measured_results::MeasuredResults;
use crate::report::plot::rounded;
use crate::statistics::interval;
use crate::statistics::moments::Moments;

/// Where a player's mean crosses a threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Crossing {
    /// Between two points, by a straight line.
    pub(crate) at: f64,
    /// Where the ends of the 95 % intervals cross it; an end is missing where they do not
    /// within the sweep.
    pub(crate) interval: (Option<f64>, Option<f64>),
}

/// Who falls below a threshold last and first, in the last panel: with intervals, and without.
pub(super) fn crossings(data: MeasuredResults<'_>, threshold: f64) -> [String; 2] {
    let number = data.experiment.panels.len() - 1;
    let panel = &data.experiment.panels[number];
    let points = data.points(number);
    let mut found: Vec<(usize, Option<Crossing>)> = ranking(data, &points)
        .iter()
        .map(|&(player, _)| (player, crossing(data, (panel, &points), player, threshold)))
        .collect();
    let place = |of: &Option<Crossing>| of.map_or(f64::INFINITY, |of| of.at);
    found.sort_by(|one, other| place(&other.1).total_cmp(&place(&one.1)));
    let mark =
        data.measure.unit().map_or(threshold.to_string(), |unit| format!("{threshold} {unit}"));
    let (unit, on, noun) = (unit(panel), on(panel), data.measure.noun());
    let Some((best, last)) = found.first() else { return [String::new(), String::new()] };
    let Some(last) = last else {
        let text = format!("the {noun} of {} stays above {mark} all along{on}", name(data, *best));
        return [text.clone(), text];
    };
    // Whose crossing could as well be that of the last is named with it.
    let near = |of: &Option<Crossing>, to: &Crossing| of.is_some_and(|of| of.overlaps(to));
    let group = |to: &Crossing| -> Vec<usize> {
        let all = found.iter().filter(|(_, of)| near(of, to));
        all.map(|(player, _)| *player).collect()
    };
    let who = |players: &[usize]| match players {
        [one] => name(data, *one),
        [one, other] => format!("{} and {}", name(data, *one), name(data, *other)),
        [one, others @ ..] => {
            format!("{} and {} others", name(data, *one), spelled(others.len() as u32))
        }
        [] => String::new(),
    };
    let lasting = group(last);
    [true, false].map(|ends| {
        let mut text = format!(
            "the {noun}{on} falls below {mark} last for {}, at {}{unit}",
            who(&lasting),
            last.said(ends)
        );
        if let Some((worst, Some(first))) = found.last().filter(|(at, _)| !lasting.contains(at)) {
            let mut soonest = group(first);
            soonest.retain(|at| !lasting.contains(at));
            soonest.sort_by_key(|at| at != worst);
            let _ = write!(text, ", and first for {}, at {}", who(&soonest), first.said(false));
        }
        text
    })
}

/// Where the players of the question fall below a threshold: with intervals, and without.
pub(super) fn crossings_of(
    data: MeasuredResults<'_>,
    threshold: f64,
    players: &[usize],
) -> [String; 2] {
    let panels = &data.experiment.panels;
    let asked = |panel: &Panel| data.experiment.answer.on.as_ref() == Some(&panel.title);
    let number = panels.iter().position(asked).unwrap_or(panels.len() - 1);
    let (panel, points) = (&panels[number], data.points(number));
    let mark =
        data.measure.unit().map_or(threshold.to_string(), |unit| format!("{threshold} {unit}"));
    let (unit, on, noun) = (unit(panel), on(panel), data.measure.noun());
    [true, false].map(|ends| {
        let said = players.iter().enumerate().map(|(at, &player)| {
            let found = crossing(data, (panel, &points), player, threshold);
            let unit = if at == 0 { unit } else { "" };
            let name = name(data, player);
            match found {
                Some(found) => format!("at {}{unit} for {name}", found.said(ends)),
                None => format!("nowhere for {name}"),
            }
        });
        let said: Vec<String> = said.collect();
        format!("the {noun}{on} falls below {mark} {}", super::list(&said))
    })
}

impl Crossing {
    /// In words, with its interval where that is wanted and it has one.
    fn said(&self, ends: bool) -> String {
        let near = |at: f64| rounded(at, usize::from(at < 10.0));
        let end = |end: Option<f64>| end.map_or("…".to_owned(), near);
        match (ends, self.interval) {
            (true, (low, high)) if low.is_some() || high.is_some() => {
                format!("{} [{}, {}]", near(self.at), end(low), end(high))
            }
            _ => near(self.at),
        }
    }

    /// Whether two could be the same.
    fn overlaps(&self, other: &Self) -> bool {
        let ends = |of: &Self| {
            (of.interval.0.unwrap_or(f64::NEG_INFINITY), of.interval.1.unwrap_or(f64::INFINITY))
        };
        let ((low, high), (from, to)) = (ends(self), ends(other));
        low <= to && from <= high && self.at <= to && other.at <= high
    }
}

/// Where a player falls below a threshold; `None` where it does not. What begins below it
/// crosses it at the first point, or before.
pub(crate) fn crossing(
    data: MeasuredResults<'_>,
    (panel, points): (&Panel, &[usize]),
    player: usize,
    threshold: f64,
) -> Option<Crossing> {
    let mut curve: Vec<(f64, [f64; 3])> = Vec::new();
    for (point, place) in points.iter().zip(&panel.points) {
        let (X::Number(x), Some(of)) = (&place.x, data.estimate(*point, player)) else {
            continue;
        };
        let (low, high) = of.interval.unwrap_or((of.mean, of.mean));
        curve.push((*x, [of.mean, low, high].map(|y| y * data.measure.scale())));
    }
    let cross = |of: usize| {
        let below = curve.iter().position(|(_, y)| y[of] < threshold)?;
        let (x1, y1) = (curve[below].0, curve[below].1[of]);
        let Some(before) = below.checked_sub(1) else { return Some(x1) };
        let (x0, y0) = (curve[before].0, curve[before].1[of]);
        Some(x0 + (x1 - x0) * (y0 - threshold) / (y0 - y1))
    };
    Some(Crossing { at: cross(0)?, interval: (cross(1), cross(2)) })
}

/// The power of the sweep by which a measure grows, for whom slowest and fastest.
pub(super) fn growth(data: MeasuredResults<'_>) -> String {
    let players = 0..data.experiment.players.len();
    let mut found: Vec<(usize, f64, (f64, f64))> = players
        .filter_map(|player| {
            let (power, ends) = power(data, player)?;
            Some((player, power, ends))
        })
        .collect();
    found.sort_by(|one, other| one.1.total_cmp(&other.1));
    // The least and the most of so many are looked at.
    let wider = interval::widening(found.len());
    let said = |(player, power, (low, high)): &(usize, f64, (f64, f64))| {
        let (low, high) = (power - wider * (power - low), power + wider * (high - power));
        format!("{power:.2} [{low:.2}, {high:.2}] for {}", name(data, *player))
    };
    let noun = data.measure.noun().replace("median ", "");
    match &found[..] {
        [] => String::new(),
        [one] => format!("The {noun} grows as the area to the power {}", said(one)),
        [slow, .., fast] => format!(
            "The {noun} grows slowest as the area to the power {}, and fastest as {}",
            said(slow),
            said(fast)
        ),
    }
}

/// The slope of the logarithms, deal by deal: each deal has a game at every point, and their
/// slopes have a mean and an interval as anything else.
pub(crate) fn power(data: MeasuredResults<'_>, player: usize) -> Option<(f64, (f64, f64))> {
    let mut deals: Vec<Vec<(f64, f64)>> = Vec::new();
    for (point, (_, place)) in data.experiment.points().enumerate() {
        let X::Number(x) = &place.x else { continue };
        let values = data.results.values(point, player, data.measure);
        deals.resize(deals.len().max(values.len()), Vec::new());
        for (deal, &value) in values.iter().enumerate().filter(|(_, value)| **value > 0.0) {
            deals[deal].push((x.ln(), value.ln()));
        }
    }
    let slopes: Moments = deals.iter().filter_map(|places| slope(places)).collect();
    Some((slopes.mean()?, interval::mean(&slopes)?))
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

#[cfg(test)]
mod tests {
    use super::super::tests::said;
    use super::*;

    #[test]
    fn a_threshold_is_crossed_between_two_points_with_an_interval() {
        // `exact` wins all at 10 mines and a quarter at 20: half at 16.7.
        let won = |point: usize, index: u64, player: usize| match (point, player) {
            (0, 1) => true,
            (_, 1) => index < 10,
            _ => index == 0,
        };
        let text = said("[10, 20]", "answer = { threshold = 50 }", won);
        let expected = "The share of games won falls below 50 % last for `exact`, at 17 [15, 18] \
                        mines, and first for `queue`, at 10.";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_highest_value_inside_is_named_where_a_test_finds_it() {
        let peak = |high: u64| {
            move |point: usize, index: u64, _: usize| match point {
                1 => index < high,
                _ => index < 10,
            }
        };
        let alone = "answer = { compare = [\"queue\", \"exact\"] }";
        let text = said("[10, 20, 30]", alone, peak(38));
        assert!(text.contains("`queue` and `exact` have the same"), "{text}");
        let text = said("[10, 20, 30]", "", peak(38));
        assert!(text.contains("highest with 95 % at 20"), "{text}");
        // Two games more are nothing.
        let text = said("[10, 20, 30]", "", peak(12));
        assert!(!text.contains("highest"), "{text}");
    }

    #[test]
    fn a_straight_line_is_found_through_logarithms() {
        let places: Vec<(f64, f64)> = [1.0, 2.0, 3.0].map(|x| (x, 1.5 * x + 4.0)).into();
        assert!((slope(&places).unwrap() - 1.5).abs() < 1e-12);
        assert_eq!(slope(&places[..1]), None);
    }
}

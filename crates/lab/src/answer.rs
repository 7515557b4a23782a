//! The answer to an experiment's question, in two sentences computed from the data.
//!
//! The first says who is best and whether the runner-up can be told from it; the second
//! what the experiment asks for beyond that: where a threshold is crossed, how fast
//! something grows, what a condition is worth. "Better" is only said where a paired test
//! says so; everything else is said to be no more than chance.

use surefoot_inference::{Analysis, Trouble};
use surefoot_rules::View;

use crate::data::{Data, Difference};
use crate::measure::Measure;
use crate::plan::{Over, Panel, X, image};
use crate::plot::shown;
use crate::source::Source;

/// Two sentences on the data.
pub fn answer(data: &Data<'_>) -> String {
    let experiment = data.experiment;
    let measure = experiment.measures[0];
    if experiment.panels.first().is_some_and(|panel| panel.over == Over::First) {
        return first_clicks(data, measure);
    }
    if let Some(against) = &experiment.answer.against {
        return related(data, against);
    }
    if experiment.players.len() == 1 {
        return format!("{} {}", alone(data, measure), published(data, measure));
    }
    let options = &experiment.answer;
    let second = if let Some(pair) = &options.contrast {
        contrast(data, measure, pair)
    } else if let Some([one, other]) = &options.compare {
        compared(data, measure, (one, other))
    } else if options.growth {
        growth(data, measure)
    } else if let Some(threshold) = options.threshold {
        crossings(data, measure, threshold)
    } else {
        trend(data, measure)
    };
    let first = match (options.threshold, &options.compare) {
        (Some(threshold), Some(_)) => crossings(data, measure, threshold),
        _ => best(data, measure),
    };
    format!("{first} {second}")
}

/// How measures go with one of them: by rank correlation within each point, so that what
/// both owe to the sweep does not count.
fn related(data: &Data<'_>, against: &str) -> String {
    let measures = &data.experiment.measures;
    let Some(&one) = measures.iter().find(|measure| measure.name() == against) else {
        return String::new();
    };
    let mut parts = Vec::new();
    for &measure in measures.iter().filter(|&&measure| measure != one) {
        let points = data.experiment.points().count();
        let said = (0..data.experiment.players.len()).filter_map(|player| {
            let (mut sum, mut games) = (0.0, 0.0);
            for point in 0..points {
                let both = data.both_at(point, player, one, measure);
                if let Some(correlation) = rank_correlation(&both) {
                    sum += correlation * both.len() as f64;
                    games += both.len() as f64;
                }
            }
            let correlation = sum / games;
            // Under chance a rank correlation is about normal with variance 1 / (n - 1).
            let real = correlation.abs() * (games - 1.0).max(0.0).sqrt() > 1.96;
            let chance = if real { "" } else { " (no more than chance)" };
            (games > 2.0).then(|| format!("{correlation:+.2} for {}{chance}", name(data, player)))
        });
        parts.push(format!("{}: {}", measure.noun(), said.collect::<Vec<_>>().join(", ")));
    }
    format!("Rank correlation with the {} at equal settings: {}.", one.noun(), parts.join("; "))
}

/// Spearman's: the correlation of ranks, ties sharing theirs; `None` where nothing varies.
fn rank_correlation(games: &[(f64, f64)]) -> Option<f64> {
    let ranks = |of: &dyn Fn(&(f64, f64)) -> f64| {
        let mut order: Vec<usize> = (0..games.len()).collect();
        order.sort_by(|&a, &b| of(&games[a]).total_cmp(&of(&games[b])));
        let mut ranks = vec![0.0; games.len()];
        let mut at = 0;
        while at < order.len() {
            let value = of(&games[order[at]]);
            let alike = order[at..].iter().take_while(|&&game| of(&games[game]) <= value).count();
            for &game in &order[at..at + alike] {
                ranks[game] = at as f64 + (alike - 1) as f64 / 2.0;
            }
            at += alike;
        }
        ranks
    };
    let (one, other) = (ranks(&|game| game.0), ranks(&|game| game.1));
    let mean = (games.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let spread = (product(&one, &one) * product(&other, &other)).sqrt();
    (spread > 0.0).then(|| product(&one, &other) / spread)
}

/// The number of a panel's first point.
fn first_point(data: &Data<'_>, panel: usize) -> usize {
    data.experiment.panels[..panel].iter().map(|panel| panel.points.len()).sum()
}

/// A panel's points by number.
fn points(data: &Data<'_>, panel: usize) -> Vec<usize> {
    let first = first_point(data, panel);
    (first..first + data.experiment.panels[panel].points.len()).collect()
}

fn unit(measure: Measure) -> &'static str {
    if measure.scale() > 1.0 { " %" } else { "" }
}

fn value(measure: Measure, value: f64) -> String {
    shown(measure, value) + unit(measure)
}

fn difference(measure: Measure, difference: &Difference) -> String {
    let Difference { mean, interval: (low, high), .. } = *difference;
    if measure == Measure::Seconds {
        return format!("{mean:.2} [{low:.2}, {high:.2}] times");
    }
    let points = if measure.scale() > 1.0 { " points" } else { "" };
    let [mean, low, high] = [mean, low, high].map(|value| shown(measure, value));
    format!("{mean} [{low}, {high}]{points}")
}

/// What is added to a difference that no test finds.
fn chance(difference: &Difference) -> &'static str {
    if difference.real { "" } else { " (no more than chance)" }
}

fn name(data: &Data<'_>, player: usize) -> String {
    format!("`{}`", data.experiment.players[player])
}

/// Players from best to worst over these points.
fn ranking(data: &Data<'_>, points: &[usize], measure: Measure) -> Vec<(usize, f64)> {
    let players = 0..data.experiment.players.len();
    let mut ranking: Vec<(usize, f64)> = players
        .filter_map(|player| Some((player, data.average(points, player, measure)?)))
        .collect();
    ranking.sort_by(|one, other| other.1.total_cmp(&one.1));
    if measure.less_is_better() == Some(true) {
        ranking.reverse();
    }
    ranking
}

fn best(data: &Data<'_>, measure: Measure) -> String {
    let all: Vec<usize> = (0..data.experiment.points().count()).collect();
    let ranking = ranking(data, &all, measure);
    let [(first, mean), (second, next), ..] = ranking[..] else {
        return "Nothing can be compared here.".to_owned();
    };
    let less = measure.less_is_better() == Some(true);
    // How far the runner-up is behind.
    let (more, fewer) = if less { (second, first) } else { (first, second) };
    let pairs: Vec<_> = all.iter().map(|&point| ((point, more), (point, fewer))).collect();
    let place = if less { "lowest" } else { "highest" };
    let head = format!(
        "Averaged over all points, {} has the {place} {} ({})",
        name(data, first),
        measure.noun(),
        value(measure, mean)
    );
    let other = format!("{} ({})", name(data, second), value(measure, next));
    match data.pooled(&pairs, measure) {
        Some(gap) if gap.real => {
            let by = if measure == Measure::Seconds { "which takes" } else { "by" };
            format!(
                "{head}, ahead of {other} {by} {} on the same deals.",
                difference(measure, &gap)
            )
        }
        Some(gap) => {
            let gap = difference(measure, &gap);
            format!("{head}, but {other} cannot be told from it ({gap} on the same deals).")
        }
        None => format!("{head}; {other} follows, with too few games for a test."),
    }
}

/// What the best player's result does from one end of the sweep to the other. Deals are
/// paired by number, which is fair even where boards differ.
fn trend(data: &Data<'_>, measure: Measure) -> String {
    let mut parts = Vec::new();
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let points = points(data, number);
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { continue };
        let Some(&(player, _)) = ranking(data, &points, measure).first() else { continue };
        let at = |point| data.estimate(point, player, measure);
        let (Some(from), Some(to)) = (at(first), at(last)) else { continue };
        let gap = data.difference((last, player), (first, player), measure);
        let ends = (&panel.points[0].x, &panel.points[panel.points.len() - 1].x);
        parts.push(format!(
            "{}{} at {} and {} at {} for {}{}",
            prefix(panel),
            value(measure, from.mean),
            ends.0,
            value(measure, to.mean),
            ends.1,
            name(data, player),
            gap.as_ref().map_or("", chance)
        ));
    }
    let (noun, axis) = (measure.noun(), axis(data));
    format!("From one end of the sweep to the other ({axis}), the {noun} is {}.", parts.join("; "))
}

fn axis<'a>(data: &'a Data<'_>) -> &'a str {
    data.experiment.panels.first().map_or("", |panel| panel.axis.as_str())
}

/// How a panel is named in front of what is said of it.
fn prefix(panel: &Panel) -> String {
    if panel.title.is_empty() { String::new() } else { format!("on {}: ", panel.title) }
}

fn crossings(data: &Data<'_>, measure: Measure, threshold: f64) -> String {
    let mut parts = Vec::new();
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let points = points(data, number);
        let mut order = ranking(data, &points, measure);
        order.reverse();
        let said: Vec<String> = order
            .iter()
            .map(|&(player, _)| {
                let place = crossing(data, (panel, &points), player, (measure, threshold));
                format!("{place} for {}", name(data, player))
            })
            .collect();
        parts.push(prefix(panel) + &said.join(", "));
    }
    let (noun, axis) = (measure.noun(), axis(data));
    let threshold = format!("{threshold}{}", unit(measure));
    format!("The {noun} falls below {threshold} at ({axis}) {}.", parts.join("; "))
}

/// Where the means cross the threshold, between two points by a straight line.
fn crossing(
    data: &Data<'_>,
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
fn growth(data: &Data<'_>, measure: Measure) -> String {
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
    format!("The {noun} grows like the power of the area {}.", parts.join(", "))
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

/// What the first of two panels changes against the second, on the same deals.
fn contrast(data: &Data<'_>, measure: Measure, [one, other]: &[String; 2]) -> String {
    let find = |title: &str| {
        let at = data.experiment.panels.iter().position(|panel| panel.title == title);
        at.map(|panel| points(data, panel)).unwrap_or_default()
    };
    let (ours, theirs) = (find(one), find(other));
    let mut said = Vec::new();
    for player in 0..data.experiment.players.len() {
        let pairs: Vec<_> = ours
            .iter()
            .zip(&theirs)
            .map(|(&ours, &theirs)| ((ours, player), (theirs, player)))
            .collect();
        let Some(gap) = data.pooled(&pairs, measure) else { continue };
        said.push(format!(
            "{} for {}{}",
            difference(measure, &gap),
            name(data, player),
            chance(&gap)
        ));
    }
    let noun = measure.noun();
    format!("`{one}` rather than `{other}` changes the {noun} by {}.", said.join(", "))
}

/// One player against another, panel by panel.
fn compared(data: &Data<'_>, measure: Measure, (one, other): (&str, &str)) -> String {
    let seat = |text: &str| data.experiment.players.iter().position(|player| player == text);
    let (Some(ours), Some(theirs)) = (seat(one), seat(other)) else { return String::new() };
    let mut said = Vec::new();
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let pairs: Vec<_> = points(data, number)
            .into_iter()
            .map(|point| ((point, ours), (point, theirs)))
            .collect();
        let Some(gap) = data.pooled(&pairs, measure) else { continue };
        said.push(format!("{}{}{}", prefix(panel), difference(measure, &gap), chance(&gap)));
    }
    format!("`{one}` less `{other}` on the same deals: {}.", said.join("; "))
}

/// All values of the only player.
fn alone(data: &Data<'_>, measure: Measure) -> String {
    let mut parts = Vec::new();
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let mut values = Vec::new();
        for (point, place) in points(data, number).into_iter().zip(&panel.points) {
            let Some(estimate) = data.estimate(point, 0, measure) else { continue };
            let (low, high) = estimate.interval.unwrap_or((estimate.mean, estimate.mean));
            let [mean, low, high] = [estimate.mean, low, high].map(|value| shown(measure, value));
            values.push(format!("{mean} [{low}, {high}]{} ({})", unit(measure), place.x));
        }
        parts.push(prefix(panel) + &values.join(", "));
    }
    format!("The {} is {}.", measure.noun(), parts.join("; "))
}

/// How many published values lie within the intervals of the only player.
fn published(data: &Data<'_>, measure: Measure) -> String {
    let (mut within, mut all) = (0, 0);
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        for (point, place) in points(data, number).into_iter().zip(&panel.points) {
            let label = place.x.to_string();
            let Some((low, high)) = data.estimate(point, 0, measure).and_then(|at| at.interval)
            else {
                continue;
            };
            let here = data.experiment.published.iter().filter(|entry| entry.panel == panel.title);
            let values = here.flat_map(|entry| entry.x.iter().zip(&entry.y));
            for (_, &value) in values.filter(|(at, _)| **at == label) {
                let value = value / measure.scale();
                all += 1;
                within += u32::from(low <= value && value <= high);
            }
        }
    }
    match all {
        0 => String::new(),
        all => format!("Of {all} published values {within} lie within these 95 % intervals."),
    }
}

/// Where to click first, and what it is worth against the middle of the board.
fn first_clicks(data: &Data<'_>, measure: Measure) -> String {
    let (mut best_cells, mut worth) = (Vec::new(), Vec::new());
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let points = points(data, number);
        let mean = |point: usize| data.estimate(point, 0, measure).map_or(f64::MIN, |at| at.mean);
        let Some(&best) = points.iter().max_by(|&&one, &&other| mean(one).total_cmp(&mean(other)))
        else {
            continue;
        };
        let alike = points.iter().filter(|&&point| {
            let gap = data.difference((best, 0), (point, 0), measure);
            point != best && gap.is_none_or(|gap| !gap.real)
        });
        let place = &panel.points[best - points[0]].x;
        best_cells.push(format!(
            "{place} on {} ({}; {} more cells, mirror images apart, cannot be told from it)",
            panel.title,
            value(measure, mean(best)),
            alike.count()
        ));
        let grid = &panel.points[0].rules.grid;
        let middle = Source::First(image(grid, grid.middle()));
        let at = panel.points.iter().position(|point| point.source == middle);
        let Some(middle) = at.map(|at| points[at]) else { continue };
        if let Some(gap) = data.difference((best, 0), (middle, 0), measure) {
            worth.push(format!("{}{}", difference(measure, &gap), chance(&gap)));
        }
    }
    format!(
        "The best first click found is {}. Against the middle of the board it is worth {}, \
         respectively.",
        best_cells.join(", "),
        worth.join(", ")
    )
}

/// Two sentences on a position.
pub fn of_position(view: &View) -> Result<String, Trouble> {
    let analysis = Analysis::of(view)?;
    let (safe, mines) = (analysis.safe().len(), analysis.mines().len());
    let unsure = view.grid().cells().filter_map(|cell| {
        let mine = analysis.probability[cell.index()]?;
        (mine > 0.0 && mine < 1.0).then_some((cell, mine))
    });
    let least = unsure.min_by(|one, other| one.1.total_cmp(&other.1));
    let second = least.map_or("Nothing is left to chance.".to_owned(), |(cell, mine)| {
        let point = view.grid().point(cell);
        format!(
            "Of the uncertain cells {point} is the safest, with a mine in {:.2} % of them.",
            100.0 * mine
        )
    });
    let count = analysis.solutions.to_string();
    let count = match count.len() {
        0..=15 => count,
        digits => format!("about {}.{}·10^{}", &count[..1], &count[1..3], digits - 1),
    };
    Ok(format!(
        "The position has {count} configurations, in all of which {safe} closed cells are safe \
         and {mines} are mines. {second}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::{experiment, record};
    use crate::ledger::Ledger;
    use crate::shard::Shard;

    /// The example of hours before a screen and IQ, as often printed: -29/165.
    #[test]
    fn rank_correlations_are_spearmans() {
        let iq = [106., 100., 86., 101., 99., 103., 97., 113., 112., 110.];
        let hours = [7., 27., 2., 50., 28., 29., 20., 12., 6., 17.];
        let games: Vec<(f64, f64)> = iq.into_iter().zip(hours).collect();
        assert!((rank_correlation(&games).unwrap() + 29.0 / 165.0).abs() < 1e-12);
        assert_eq!(rank_correlation(&[(1.0, 0.0), (2.0, 0.0)]), None);
        // Ties share their ranks.
        let tied = [(1.0, 1.0), (1.0, 1.0), (2.0, 5.0)];
        assert!((rank_correlation(&tied).unwrap() - 1.0).abs() < 1e-12);
    }

    fn said(rest: &str, won: impl Fn(usize, u64, usize) -> bool) -> String {
        let experiment = experiment(40, rest);
        let bytes = record(&experiment, won);
        let ledger = Ledger::read(&bytes, &experiment, Shard::WHOLE).unwrap();
        answer(&Data::read(&experiment, &ledger).unwrap())
    }

    #[test]
    fn a_difference_is_claimed_only_where_a_test_finds_one() {
        let clear = said("", |_, index, player| player == 1 || index < 10);
        let head =
            "Averaged over all points, `exact` has the highest share of games won (100.00 %)";
        assert!(
            clear.starts_with(&format!("{head}, ahead of `queue` (25.00 %) by 75.00 [")),
            "{clear}"
        );
        let level = said("", |_, index, player| index < 20 + player as u64);
        assert!(level.contains("`queue` (50.00 %) cannot be told from it"), "{level}");
        assert!(level.contains("(no more than chance)"), "{level}");
    }

    #[test]
    fn a_threshold_is_crossed_between_two_points() {
        // `exact` wins all at 10 mines and a quarter at 20: half at 16.7.
        let won = |point: usize, index: u64, player: usize| match (point, player) {
            (0, 1) => true,
            (_, 1) => index < 10,
            _ => index == 0,
        };
        let text = said("answer = { threshold = 50 }", won);
        assert!(text.contains("less than 10 for `queue`, 17 for `exact`"), "{text}");
    }

    #[test]
    fn a_straight_line_is_found_through_logarithms() {
        let places: Vec<(f64, f64)> = [1.0, 2.0, 3.0].map(|x| (x, 1.5 * x + 4.0)).into();
        assert!((slope(&places).unwrap() - 1.5).abs() < 1e-12);
        assert_eq!(slope(&places[..1]), None);
    }
}

//! The answer to an experiment's question, in sentences computed from the data.
//!
//! The first says who is best and whether the runner-up can be told from it; the second
//! what the experiment asks for beyond that: where a threshold is crossed, how fast
//! something grows, what a condition is worth. A third sets published values beside ours.
//! "Better" is only said where a paired test says so; of everything else it is said that
//! there are too few games to tell.

mod pairs;
mod published;
mod relation;
mod sweep;
mod words;

use surefoot_inference::{Analysis, AnalysisError};
use surefoot_rules::{View, counted};

use crate::experiment::measure::Measure;
use crate::experiment::plan::{Over, image};
use crate::play::source::Source;
use crate::statistics::results::Results;
use words::{difference, list, name, plainly, superlative, value, values};

/// Sentences on the data.
pub fn answer(data: &Results<'_>) -> String {
    let experiment = data.experiment;
    let measure = experiment.measures[0];
    let over = experiment.panels.first().map(|panel| panel.over);
    if over == Some(Over::First) {
        return first_clicks(data, measure);
    }
    if experiment.answer.against.is_some() {
        return relation::related(data);
    }
    let numeric = over.is_some_and(Over::is_numeric);
    let options = &experiment.answer;
    let first = match (options.threshold, &options.compare) {
        _ if experiment.players.len() == 1 => sweep::alone(data, measure),
        (Some(threshold), Some(_)) => sweep::crossings(data, measure, threshold),
        _ if numeric => best(data, measure),
        _ => leaders(data, measure),
    };
    let second = if let Some(pair) = &options.contrast {
        pairs::contrast(data, measure, pair)
    } else if let Some([one, other]) = &options.compare {
        pairs::compared(data, measure, (one, other))
    } else if options.growth {
        sweep::growth(data, measure)
    } else if let Some(threshold) = options.threshold {
        sweep::crossings(data, measure, threshold)
    } else if experiment.players.len() == 1 {
        String::new()
    } else if numeric {
        sweep::trend(data, measure)
    } else {
        sweep::steps(data, measure)
    };
    let third = published::published(data, measure);
    let said: Vec<String> =
        [first, second, third].into_iter().filter(|text| !text.is_empty()).collect();
    said.join(" ")
}

/// A panel's points by number.
fn points(data: &Results<'_>, panel: usize) -> Vec<usize> {
    let panels = &data.experiment.panels;
    let first: usize = panels[..panel].iter().map(|panel| panel.points.len()).sum();
    (first..first + panels[panel].points.len()).collect()
}

/// Players from best to worst over these points.
fn ranking(data: &Results<'_>, points: &[usize], measure: Measure) -> Vec<(usize, f64)> {
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

/// Who leads, as the beginning of a sentence.
fn leads(data: &Results<'_>, player: usize, measure: Measure) -> String {
    let (name, noun) = (name(data, player), measure.noun());
    match measure {
        Measure::Won => format!("{name} wins most often"),
        _ if measure.less_is_better().is_none() => {
            format!("The {noun} is {} with {name}", superlative(measure))
        }
        _ => format!("{name} has the {} {noun}", superlative(measure)),
    }
}

/// Who is best on the whole, and whether the runner-up can be told from it.
fn best(data: &Results<'_>, measure: Measure) -> String {
    let all: Vec<usize> = (0..data.experiment.points().count()).collect();
    let ranking = ranking(data, &all, measure);
    let [(first, mean), (second, next), ..] = ranking[..] else {
        return "Nothing can be compared here.".to_owned();
    };
    // How far the runner-up is behind.
    let less = measure.less_is_better() == Some(true);
    let (more, fewer) = if less { (second, first) } else { (first, second) };
    let pairs: Vec<_> = all.iter().map(|&point| ((point, more), (point, fewer))).collect();
    let shown = values(measure, &[mean, next]);
    let head = format!("{}: {}, averaged over all points", leads(data, first, measure), shown[0]);
    let other = format!("{} ({})", name(data, second), shown[1]);
    match data.pooled(&pairs, measure) {
        Some(gap) if gap.same => format!("{head}; {other} does the same on every deal."),
        Some(gap) if gap.real && measure == Measure::Seconds => {
            let gap = difference(measure, &gap);
            format!("{head}; {other} takes {gap} as long on the same deals.")
        }
        Some(gap) if gap.real => {
            let gap = difference(measure, &gap);
            // Of chains, more is not better.
            let place = if measure.less_is_better().is_none() { "below" } else { "behind" };
            format!("{head}; {other} is {gap} {place} on the same deals.")
        }
        Some(gap) => {
            let gap = plainly(measure, &gap);
            format!(
                "{head}; the games are too few to tell {other} apart from it: on the same deals \
                 they differ by {gap}."
            )
        }
        None => format!("{head}; {other} is second, with too few games for a test."),
    }
}

/// Who is best at how many points: named conditions are too unlike to be averaged.
fn leaders(data: &Results<'_>, measure: Measure) -> String {
    let all = data.experiment.points().count();
    let (mut firsts, mut clear) = (vec![0; data.experiment.players.len()], 0);
    for point in 0..all {
        let [(first, _), (second, _), ..] = ranking(data, &[point], measure)[..] else { continue };
        firsts[first] += 1;
        let gap = data.difference((point, first), (point, second), measure);
        clear += u32::from(gap.is_some_and(|gap| gap.real));
    }
    let mut order: Vec<usize> = (0..firsts.len()).filter(|&player| firsts[player] > 0).collect();
    order.sort_by_key(|&player| std::cmp::Reverse(firsts[player]));
    let [first, rest @ ..] = &order[..] else { return String::new() };
    let head = leads(data, *first, measure);
    let conditions = counted(all, "condition");
    if rest.is_empty() {
        return match all {
            1 if clear == 1 => format!("{head}; its lead is significant."),
            1 => format!("{head}; its lead is not significant."),
            _ => format!("{head} under all {conditions}; its lead is significant in {clear}."),
        };
    }
    let rest: Vec<String> = rest
        .iter()
        .map(|&player| format!("{} under {}", name(data, player), firsts[player]))
        .collect();
    format!(
        "{head} under {} of {conditions}, {}; the lead is significant in {clear}.",
        firsts[*first],
        list(&rest)
    )
}

/// Where to click first, and what it is worth against the middle of the board.
fn first_clicks(data: &Results<'_>, measure: Measure) -> String {
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
        let rest = match alike.count() {
            0 => "every other cell, mirror images aside, is significantly worse".to_owned(),
            count => format!("not significantly better than {}", counted(count, "other cell")),
        };
        let place = &panel.points[best - points[0]].x;
        let on = if panel.title.is_empty() { "" } else { &format!(" on {}", panel.title) };
        best_cells.push(format!("{place}{on} ({}; {rest})", value(measure, mean(best))));
        let grid = &panel.points[0].rules.grid;
        let middle = Source::First(image(grid, grid.middle()));
        let at = panel.points.iter().position(|point| point.source == middle);
        let Some(middle) = at.map(|at| points[at]) else { continue };
        if let Some(gap) = data.difference((best, 0), (middle, 0), measure) {
            worth.push(format!("{}{on}", difference(measure, &gap)));
        }
    }
    let best = match &best_cells[..] {
        [one] => format!("The best first click found, as column,row from 0, is {one}."),
        many => {
            format!("The best first clicks found, as column,row from 0, are {}.", many.join("; "))
        }
    };
    format!("{best} The gain over the middle of the board is {}.", worth.join("; "))
}

/// Two sentences on a position.
pub fn of_position(view: &View) -> Result<String, AnalysisError> {
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
            "Of the uncertain cells, {point} is the safest: it is a mine in {:.2} % of the \
             configurations.",
            100.0 * mine
        )
    });
    let count = analysis.solutions.unwrap_or_default().to_string();
    let count = match count.len() {
        0..=15 => count,
        digits => format!("about {}.{}·10^{}", &count[..1], &count[1..3], digits - 1),
    };
    Ok(format!(
        "The position has {count} configurations. Certain are {} and {}. {second}",
        counted(safe, "safe cell"),
        counted(mines, "mine")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::results::tests::{record, swept};

    /// The answer to 40 deals of `queue` and `exact` at these numbers of mines.
    pub(super) fn said(
        values: &str,
        rest: &str,
        won: impl Fn(usize, u64, usize) -> bool,
    ) -> String {
        let experiment = swept(40, &format!("over = \"mines\", values = {values}"), rest);
        told(&experiment, won)
    }

    fn told(
        experiment: &crate::experiment::plan::Experiment,
        won: impl Fn(usize, u64, usize) -> bool,
    ) -> String {
        let bytes = record(experiment, won);
        answer(&Results::read(experiment, &bytes[..]).unwrap())
    }

    #[test]
    fn a_difference_is_claimed_only_where_a_test_finds_one() {
        let clear = said("[10, 20]", "", |_, index, player| player == 1 || index < 10);
        let head = "`exact` wins most often: 100.00 %, averaged over all points";
        assert!(clear.starts_with(&format!("{head}; `queue` (25.00 %) is 75.00 [")), "{clear}");
        let level = said("[10, 20]", "", |_, index, player| index < 20 + player as u64);
        assert!(level.contains("too few to tell `queue` (50.00 %) apart from it"), "{level}");
        let same = said("[10, 20]", "", |_, index, _| index < 20);
        assert!(same.contains("(50.00 %) does the same on every deal"), "{same}");
    }

    #[test]
    fn named_conditions_are_not_averaged_but_taken_step_by_step() {
        let sweep = "over = \"promise\", values = [\"none\", \"safe\"]";
        let experiment = swept(40, sweep, "setting.mines = 10\n");
        let text = told(&experiment, |point, index, player| match player {
            1 => index < 10 + 20 * point as u64,
            _ => index < 5,
        });
        let expected =
            "`exact` wins most often under all 2 conditions; its lead is significant in 1.";
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("25.00 % for `exact` under `none`, +50.00 ["), "{text}");
        assert!(text.contains("points from `none` to `safe`."), "{text}");
    }
}

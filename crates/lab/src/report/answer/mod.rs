//! The answer to an experiment's question: one plain sentence computed from the data.
//!
//! A reader wants to know who is best and by how much, not forty numbers; those stand in the
//! tables beside it. So an answer is built of clauses, the most important first, and a clause
//! that would make it longer than a sentence can be ([`FEW_WORDS`], [`FEW_NUMBERS`]) is left
//! to the tables. What cannot be told apart is said to be so, with the number of deals that
//! would tell; who was picked as the best of several must stand out of that many.

mod about;
mod first_click;
mod layout;
mod pairs;
mod published;
mod relation;
mod sweep;
mod words;

use surefoot_inference::{Analysis, AnalysisError};
use surefoot_rules::{View, counted, spelled};

use crate::experiment::measure::Measure;
use crate::experiment::plan::Over;
use crate::report::measured_results::MeasuredResults;
use crate::statistics::paired::{Claim, Difference};
use crate::statistics::results::Results;
use crate::tunables::SIGNS_THAT_TELL;
pub use crate::tunables::{FEW_NUMBERS, FEW_WORDS};
pub(crate) use first_click::best_click;
pub(crate) use pairs::contrasts;
pub(crate) use published::{besides, interval_of};
pub(crate) use sweep::{crossing, power};
use words::{list, name, range};

/// The sentence on the data.
pub fn answer(results: &Results<'_>) -> String {
    let experiment = results.experiment;
    let data = MeasuredResults::of(results, experiment.measures[0]);
    let over = experiment.panels.first().map(|panel| panel.over);
    let form = &experiment.answer;
    let asked: Vec<usize> = form.about.iter().filter_map(|text| experiment.seat(text)).collect();
    let variants = if over == Some(Over::First) {
        vec![first_click::best(data)]
    } else if over == Some(Over::Seed) {
        vec![vec![layout::over_seeds(data)]]
    } else if form.against.is_some() {
        relation::related(data)
    } else if form.growth {
        vec![vec![sweep::growth(data)]]
    } else if let Some(source) = &form.nearest {
        vec![published::nearest(data, source)]
    } else if let Some(pair) = &form.contrast {
        match &asked[..] {
            [player] if !form.at.is_empty() => {
                let too = form.also(experiment);
                let first = pairs::contrast_at(data, pair, (*player, false));
                let too = too.map(|too| {
                    pairs::contrast_at(MeasuredResults::of(results, too), pair, (*player, true))
                });
                let [_, too] = too.unwrap_or_default();
                first.map(|clause| vec![clause, too.clone()]).into()
            }
            _ => pairs::contrast(data, pair),
        }
    } else if let Some(threshold) = form.threshold {
        let compared = form.compare.as_ref().map(|pair| pairs::compared(data, pair));
        let crossed = match &asked[..] {
            [] => sweep::crossings(data, threshold),
            players => sweep::crossings_of(data, threshold, players),
        };
        let [_, compared] = compared.unwrap_or_default();
        crossed.map(|clause| vec![clause, compared.clone()]).into()
    } else if let Some(pair) = &form.compare {
        let too = form.also(experiment).map(|too| MeasuredResults::of(results, too));
        let too = too.map(|too| pairs::compared_too(too, pair));
        let said = pairs::compared(data, pair);
        said.map(|clause| [clause].into_iter().chain(too.clone()).collect()).into()
    } else if !asked.is_empty() {
        about::about(data, &asked)
    } else {
        leader(data)
    };
    let whole = |clauses: &&Vec<String>| fits(&clauses.join("; "));
    // With all there is to say, or else the first whose first clause fits.
    let begun = |clauses: &&Vec<String>| clauses.first().is_some_and(|clause| fits(clause));
    let chosen = variants.iter().find(whole).or_else(|| variants.iter().rfind(begun));
    let chosen = chosen.or(variants.last());
    sentence(chosen.map_or(&[], |clauses| clauses))
}

/// Whether a sentence is short enough.
fn fits(text: &str) -> bool {
    words(text) <= FEW_WORDS && numbers(text) <= FEW_NUMBERS
}

/// The first clause, and those of the others that fit in behind it.
fn sentence(clauses: &[String]) -> String {
    let mut said = String::new();
    for clause in clauses.iter().filter(|clause| !clause.is_empty()) {
        let longer = if said.is_empty() { clause.clone() } else { format!("{said}; {clause}") };
        if said.is_empty() || fits(&longer) {
            said = longer;
        }
    }
    let mut letters = said.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => "Too few games to say anything.".to_owned(),
    }
}

/// Words of a sentence.
///
/// ```
/// use surefoot_lab::report::answer;
///
/// let text = "`gauss:cutoff=300` wins 5 % [4, 6] of its games.";
/// assert_eq!((answer::words(text), answer::numbers(text)), (9, 3));
/// ```
pub fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Numbers of a sentence; what stands in backticks is a name.
pub fn numbers(text: &str) -> usize {
    let said = text.split('`').step_by(2);
    said.flat_map(str::split_whitespace)
        .filter(|word| word.contains(|c: char| c.is_ascii_digit()))
        .count()
}

/// Players from best to worst over these points; where neither is better, from most to least.
fn ranking(data: MeasuredResults<'_>, points: &[usize]) -> Vec<(usize, f64)> {
    let players = 0..data.experiment.players.len();
    let mut ranking: Vec<(usize, f64)> =
        players.filter_map(|player| Some((player, data.average(points, player)?))).collect();
    let sign = if data.measure.less_is_better() == Some(true) { 1.0 } else { -1.0 };
    ranking.sort_by(|one, other| (sign * one.1).total_cmp(&(sign * other.1)));
    ranking
}

/// How the best compares with another over these points.
fn behind(
    data: MeasuredResults<'_>,
    points: &[usize],
    (best, other): (usize, usize),
) -> Option<Difference> {
    let pairs: Vec<_> = points.iter().map(|&point| ((point, best), (point, other))).collect();
    data.pooled(&pairs)
}

/// Who is best, those that cannot be told from it included, and what it achieves: with all
/// that there is to say, and with less.
fn leader(data: MeasuredResults<'_>) -> Vec<Vec<String>> {
    let all = data.all_points();
    let ranking = ranking(data, &all);
    let Some(&(best, _)) = ranking.first() else { return Vec::new() };
    let shown = layout::values(data, best);
    let published = published::compared(data);
    if ranking.len() == 1 {
        let goes = if shown.starts_with("from ") { "goes" } else { "is" };
        let text = format!("the {} {goes} {shown}", data.measure.noun());
        return vec![[text].into_iter().chain(published).collect()];
    }
    if all.iter().all(|&point| few(data, point)) {
        let head = words::leads(data.measure, &name(data, best), false);
        let doubts = ["on too few deals to tell", "on too few deals"];
        return doubts.map(|doubt| vec![format!("{head}, {doubt}: {shown}")]).into();
    }
    let Equals { players: equals, alike, needed } = equals(data, &all, &ranking);
    let head = words::leads(data.measure, &together(data, &equals), equals.len() > 1);
    let mut variants = Vec::new();
    if equals.len() > 1 {
        let doubt = if alike { "alike on every deal" } else { "not told apart" };
        if needed > 0 {
            variants
                .push(vec![format!("{head}, {doubt} (about {needed} deals would tell): {shown}")]);
        }
        variants.push(vec![format!("{head}, {doubt}: {shown}")]);
    }
    variants.push([format!("{head}: {shown}")].into_iter().chain(published).collect());
    let longer = best_among(data, &all, &ranking);
    let with = longer.iter().flat_map(|clause| {
        variants.iter().map(move |said| said.iter().chain([clause]).cloned().collect())
    });
    with.collect::<Vec<_>>().into_iter().chain(variants.clone()).collect()
}

/// The first of a ranking and all who are not told from it.
struct Equals {
    players: Vec<usize>,
    /// Whether they did the same on every deal.
    alike: bool,
    /// About how many deals would tell; 0 if nobody knows.
    needed: u64,
}

fn equals(data: MeasuredResults<'_>, points: &[usize], ranking: &[(usize, f64)]) -> Equals {
    let best = ranking[0].0;
    let mut equals = Equals { players: vec![best], alike: true, needed: 0 };
    for &(player, _) in &ranking[1..] {
        let Some(gap) = behind(data, points, (best, player)) else { continue };
        // Any of the others could have come second.
        if gap.stands_out_of(ranking.len() - 1, data.measure) {
            continue;
        }
        equals.players.push(player);
        equals.alike &= gap.claim == Claim::Identical;
        equals.needed = equals.needed.max(gap.needed.unwrap_or(0));
    }
    equals
}

/// Players by name; of many, the first.
fn together(data: MeasuredResults<'_>, players: &[usize]) -> String {
    match players {
        [_] | [_, _] | [_, _, _] => {
            list(&players.iter().map(|&player| name(data, player)).collect::<Vec<_>>())
        }
        [first, others @ ..] => {
            format!("{} and {} others", name(data, *first), spelled(others.len() as u32))
        }
        [] => String::new(),
    }
}

/// The best of those that the question is about, where somebody else is best of all: with what it
/// achieves, and without.
fn best_among(
    data: MeasuredResults<'_>,
    points: &[usize],
    ranking: &[(usize, f64)],
) -> Vec<String> {
    let Some(group) = &data.experiment.answer.among else { return Vec::new() };
    let inside = |player: usize| group.players.contains(&data.experiment.players[player]);
    let mut theirs = ranking.to_vec();
    theirs.retain(|(player, _)| inside(*player));
    let Some(&(best, _)) = theirs.first().filter(|_| !inside(ranking[0].0)) else {
        return Vec::new();
    };
    let Equals { players, .. } = equals(data, points, &theirs);
    let text = format!("of {} {}", group.who, together(data, &players));
    vec![format!("{text}: {}", layout::values(data, best)), text]
}

/// Whether so few deals were played that nothing can be told.
fn few(data: MeasuredResults<'_>, point: usize) -> bool {
    let points = data.experiment.points().nth(point);
    points.is_none_or(|(_, point)| data.experiment.deals_at(point) < SIGNS_THAT_TELL)
}

/// A sentence on a position.
pub fn of_position(view: &View) -> Result<String, AnalysisError> {
    let analysis = Analysis::of(view)?;
    let (safe, mines) = (analysis.safe().len(), analysis.mines().len());
    let unsure = view.grid().cells().filter_map(|cell| {
        let mine = analysis.probability[cell.index()]?;
        (mine > 0.0 && mine < 1.0).then_some((cell, mine))
    });
    let least = unsure.min_by(|one, other| one.1.total_cmp(&other.1));
    let second = least.map_or("nothing is left to chance".to_owned(), |(cell, mine)| {
        let point = view.grid().point(cell);
        format!("of the uncertain cells `{point}` is the safest, a mine in {:.0} % of the configurations", 100.0 * mine)
    });
    let first =
        format!("{} and {} are certain", counted(safe, "safe cell"), counted(mines, "mine"));
    Ok(sentence(&[first, second]))
}

/// A difference with its interval, or that it is not told.
fn told(measure: Measure, gap: &Difference) -> String {
    let foretold =
        gap.needed.map_or(String::new(), |deals| format!("; about {deals} deals would tell"));
    match gap.claim {
        Claim::Identical => "nothing, on any deal".to_owned(),
        Claim::Differs => range(measure, gap),
        Claim::Slight => "too little to matter".to_owned(),
        Claim::Unclear => format!("too little to tell ({}{foretold})", range(measure, gap)),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::statistics::results::tests::{record, swept};

    /// The answer to 40 deals of `queue` and `exact` at these numbers of mines.
    pub(super) fn said(
        values: &str,
        rest: &str,
        won: impl Fn(usize, u64, usize) -> bool,
    ) -> String {
        let experiment = swept(40, &format!("over = \"mines\", values = {values}"), rest);
        told_of(&experiment, won)
    }

    fn told_of(
        experiment: &crate::experiment::plan::Experiment,
        won: impl Fn(usize, u64, usize) -> bool,
    ) -> String {
        let bytes = record(experiment, won);
        answer(&Results::read(experiment, &bytes[..]).unwrap())
    }

    #[test]
    fn a_difference_is_claimed_only_where_a_test_finds_one() {
        let clear = said("[10, 20]", "", |_, index, player| player == 1 || index < 10);
        assert_eq!(clear, "`exact` wins most often: 100 % at 10 and 100 % at 20 mines.");
        let level = said("[10, 20]", "", |_, index, player| index < 20 + player as u64);
        let head = "`exact` and `queue` win most often, not told apart (about ";
        assert!(level.starts_with(head), "{level}");
        assert!(level.ends_with(" deals would tell): 52 % at 10 and 52 % at 20 mines."), "{level}");
        // Whoever is named first in the file is not better for that.
        let same = said("[10, 20]", "", |_, index, _| index < 20);
        assert!(
            same.starts_with("`queue` and `exact` win most often, alike on every deal"),
            "{same}"
        );
    }

    #[test]
    fn the_best_of_those_who_were_asked_about_is_named_too() {
        let among =
            "answer = { among = { who = \"the write-ups' players\", players = [\"queue\"] } }";
        let won = |_: usize, index: u64, player: usize| player == 1 || index < 10;
        let text = said("[10]", among, won);
        let expected = "`exact` wins most often: 100 % at 10 mines; of the write-ups' players \
                        `queue`: 25 % at 10 mines.";
        assert_eq!(text, expected);
        // By how much, where there is room for it.
        let text = said("[10, 20]", among, won);
        let expected = "`exact` wins most often: 100 % at 10 and 100 % at 20 mines; of the write-ups' \
                        players `queue`.";
        assert_eq!(text, expected);
        // Who is best of all is not named twice.
        let text = said("[10, 20]", among, |_, index, player| player == 0 || index < 10);
        assert_eq!(text, "`queue` wins most often: 100 % at 10 and 100 % at 20 mines.");
    }

    #[test]
    fn named_conditions_are_told_with_what_the_last_step_is_worth() {
        let sweep = "over = \"promise\", values = [\"none\", \"safe\"]";
        let experiment = swept(40, sweep, "setting.mines = 10\n");
        let text = told_of(&experiment, |point, index, player| match player {
            1 => index < 10 + 20 * point as u64,
            _ => index < 5,
        });
        assert_eq!(text, "`exact` wins most often: 25 % with `none` and 75 % with `safe`.");
    }
}

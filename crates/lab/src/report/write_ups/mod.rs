//! What the write-ups claim, and what was found: a page made of records.
//!
//! Every claim says in our words what a write-up says, and names the figures that decide it:
//! where they stand in an experiment, and where they would have to lie. The rest is computed,
//! so the page cannot age: a figure with its interval, and a verdict. A claim holds if the
//! intervals of all its figures lie where it wants them, and fails if all lie elsewhere;
//! what holds here and fails there depends; what no interval decides is open. Some figures
//! decide nothing and are there to be seen.
//!
//! The claims stand in `claims.json`, in the order of the write-ups' questions. What a figure has
//! to be is how we read the words of the write-up: "the same" is within a point of the score,
//! "as good as" within the interval of as many games as it played, and what is said to be seen
//! in a plot of single boards, two points at least.

use std::fmt::Write;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::experiment::measure::Measure;
use crate::experiment::plan::Experiment;
use crate::report::answer;
use crate::report::measured_results::MeasuredResults;
use crate::statistics::interval::half_of_deviation;
use crate::statistics::results::{PlayerAt, Results};

/// Every claim that is tested.
pub static CLAIMS: LazyLock<Vec<WriteUpClaim>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("claims.json"))
        .unwrap_or_else(|error| panic!("claims.json: {error}"))
});

/// A claim of a write-up.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WriteUpClaim {
    /// Which write-up.
    pub write_up: &'static str,
    /// What it says, in our words.
    pub says: &'static str,
    /// The experiment that tests it.
    pub experiment: &'static str,
    /// The figures that decide it.
    pub evidence: Vec<ClaimEvidence>,
    /// What else is to be said of it; may be empty.
    pub note: &'static str,
}

/// A figure, and where a claim wants it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimEvidence {
    /// What it is a figure of.
    pub of: &'static str,
    /// Where it stands.
    pub figure: ClaimFigure,
    /// Where it would have to lie, in the unit shown.
    pub wanted: Wanted,
}

/// Where a figure stands in an experiment. Panels and places go by what they are called.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimFigure {
    /// What a player achieved at a place.
    Value(ClaimSpot, &'static str),
    /// How far its single games are apart there: their standard deviation.
    Spread(ClaimSpot, &'static str),
    /// What was achieved at one spot less what was at another; of times, the ratio.
    Difference([ClaimSpot; 2], &'static str),
    /// One player less another over a whole panel.
    Overall(&'static str, [&'static str; 2], &'static str),
    /// Where a player's mean falls below a threshold.
    Crossing(&'static str, &'static str, f64),
    /// The power of the sweep by which a player's time grows.
    Power(&'static str),
    /// The rank correlation of two measures of a player's games.
    Correlation(&'static str, [&'static str; 2]),
}

/// A panel, a place on its sweep, and a player.
pub type ClaimSpot = (&'static str, &'static str, &'static str);

/// Where a figure would have to lie.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    /// Above this.
    Above(f64),
    /// Below this.
    Below(f64),
    /// Between these.
    Between(f64, f64),
    /// Anywhere: it decides nothing.
    Anywhere,
}

/// A figure that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FoundFigure {
    value: f64,
    interval: Option<(f64, f64)>,
    /// How it is written.
    unit: &'static str,
    digits: usize,
}

impl Wanted {
    /// Whether a figure lies there for certain, or elsewhere for certain.
    fn of(self, found: &FoundFigure) -> Option<bool> {
        let (least, most) = match self {
            Self::Above(bound) => (bound, f64::INFINITY),
            Self::Below(bound) => (f64::NEG_INFINITY, bound),
            Self::Between(least, most) => (least, most),
            Self::Anywhere => return None,
        };
        let (low, high) = found.interval.unwrap_or((found.value, found.value));
        match () {
            () if low >= least && high <= most => Some(true),
            () if high < least || low > most => Some(false),
            () => None,
        }
    }
}

/// A claim, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimRow {
    /// Its number on the page.
    pub number: usize,
    /// Which write-up.
    pub write_up: &'static str,
    /// What it says, in our words.
    pub says: &'static str,
    /// What was found.
    pub found: String,
    /// Whether it holds.
    pub verdict: &'static str,
    /// The experiment that tests it; empty where a test of the program does.
    pub experiment: &'static str,
}

/// The claims that an experiment tests.
pub fn tested_by(data: &Results<'_>) -> Vec<ClaimRow> {
    let ours = |claim: &WriteUpClaim| claim.experiment == data.experiment.name;
    rows().filter(|(_, claim)| ours(claim)).map(|one| row(one, Some(data))).collect()
}

fn rows() -> impl Iterator<Item = (usize, &'static WriteUpClaim)> {
    (1..).zip(CLAIMS.iter())
}

fn row((number, claim): (usize, &'static WriteUpClaim), data: Option<&Results<'_>>) -> ClaimRow {
    let WriteUpClaim { write_up, says, experiment, evidence, note } = claim;
    let (found, verdict) = match data {
        Some(data) => decided(evidence, note, data),
        None if evidence.is_empty() => ((*note).to_owned(), "tested"),
        None => ("not played".to_owned(), "open"),
    };
    ClaimRow { number, write_up, says, found, verdict, experiment }
}

/// The page, of those experiments whose results there are.
pub fn page(results: &[Results<'_>], made_by: &str) -> String {
    let mut text = format!(
        "# The write-ups' claims\n\nWhat the five write-ups behind this project say, each tested \
         as its authors meant it: our figure with its 95 % interval, and whether the claim holds. \
         A claim *depends* if it holds in one place and fails in another. Made of the records \
         by `{made_by}`; [the laboratory](results/README.md) has the experiments, with all \
         tables and figures.\n\n\
         | | write-up | claim | found | verdict | experiment |\n|---|---|---|---|---|---|\n"
    );
    for (number, claim) in rows() {
        let data = results.iter().find(|data| data.experiment.name == claim.experiment);
        let ClaimRow { write_up, says, found, verdict, experiment, .. } =
            row((number, claim), data);
        let experiment = match experiment {
            "" => String::new(),
            name => format!("[{name}](results/plans/{name}.toml)"),
        };
        let line =
            format!("| {number} | {write_up} | {says} | {found} | {verdict} | {experiment} |");
        let _ = writeln!(text, "{line}");
    }
    text
}

/// What was found of a claim, and the verdict.
fn decided(evidence: &[ClaimEvidence], note: &str, data: &Results<'_>) -> (String, &'static str) {
    let (mut said, mut verdicts) = (Vec::new(), Vec::new());
    for ClaimEvidence { of, figure, wanted } in evidence {
        let Some(found) = find(figure, data) else {
            said.push(format!("{of}: too few games"));
            verdicts.push(None);
            continue;
        };
        said.push(format!("{of} {}", written(&found)));
        if *wanted != Wanted::Anywhere {
            verdicts.push(wanted.of(&found));
        }
    }
    said.extend((!note.is_empty()).then(|| note.to_owned()));
    (said.join("; "), verdict(&verdicts))
}

/// What single figures come to: whether each lies where the claim wants it, if that is certain.
fn verdict(figures: &[Option<bool>]) -> &'static str {
    let any = |verdict: bool| figures.contains(&Some(verdict));
    match (any(true), any(false), figures.contains(&None)) {
        (true, true, _) => "depends",
        (true, false, false) => "holds",
        // All of it must hold, so one part that does not is enough.
        (false, true, _) => "fails",
        _ => "open",
    }
}

fn written(found: &FoundFigure) -> String {
    let FoundFigure { value, interval, unit, digits } = *found;
    let ends =
        interval.map_or(String::new(), |(low, high)| format!(" [{low:.digits$}, {high:.digits$}]"));
    format!("{value:.digits$}{ends}{unit}")
}

/// Finds a figure in what was measured.
fn find(figure: &ClaimFigure, data: &Results<'_>) -> Option<FoundFigure> {
    let experiment = data.experiment;
    let seat = |text: &str| experiment.seat(text);
    match *figure {
        ClaimFigure::Value(at, measure) => {
            let (measure, (point, player)) =
                (measured(experiment, measure)?, spot(experiment, at)?);
            let of = data.estimate(point, player, measure)?;
            Some(shown(measure, of.mean, of.interval))
        }
        ClaimFigure::Spread(at, measure) => {
            let (measure, (point, player)) =
                (measured(experiment, measure)?, spot(experiment, at)?);
            let of = data.estimate(point, player, measure)?;
            let spread = of.deviation?;
            let half = half_of_deviation(spread, of.count);
            Some(shown(measure, spread, Some((spread - half, spread + half))))
        }
        ClaimFigure::Difference([ours, theirs], measure) => {
            let measure = measured(experiment, measure)?;
            let (ours, theirs) = (spot(experiment, ours)?, spot(experiment, theirs)?);
            let gap = data.difference(ours, theirs, measure)?;
            Some(apart(measure, gap.mean, gap.interval))
        }
        ClaimFigure::Overall(panel, [ours, theirs], measure) => {
            let (ours, theirs) = (seat(ours)?, seat(theirs)?);
            let measure = measured(experiment, measure)?;
            let pairs: Vec<_> = places(experiment, panel)
                .into_iter()
                .map(|(point, _)| ((point, ours), (point, theirs)))
                .collect();
            let gap = data.pooled(&pairs, measure)?;
            Some(apart(measure, gap.mean, gap.interval))
        }
        ClaimFigure::Crossing(panel, player, threshold) => {
            let main = MeasuredResults::of(data, experiment.measures[0]);
            let number = experiment.panels.iter().position(|known| known.title == panel)?;
            let points: Vec<usize> =
                places(experiment, panel).into_iter().map(|(point, _)| point).collect();
            let panel = (&experiment.panels[number], &points[..]);
            let of = answer::crossing(main, panel, seat(player)?, threshold)?;
            let interval = of.interval.0.zip(of.interval.1);
            Some(FoundFigure { value: of.at, interval, unit: "", digits: 0 })
        }
        ClaimFigure::Power(player) => {
            let times = MeasuredResults::of(data, Measure::Seconds);
            let (value, interval) = answer::power(times, seat(player)?)?;
            Some(FoundFigure { value, interval: Some(interval), unit: "", digits: 2 })
        }
        ClaimFigure::Correlation(player, [one, other]) => {
            let (one, other) = (measured(experiment, one)?, measured(experiment, other)?);
            let (value, interval) = data.correlation(seat(player)?, one, other)?;
            Some(FoundFigure { value, interval: Some(interval), unit: "", digits: 2 })
        }
    }
}

fn measured(experiment: &Experiment, name: &str) -> Option<Measure> {
    let mut measures = experiment.measures.iter().copied().chain([Measure::Seconds]);
    measures.find(|measure| measure.name() == name)
}

/// The points of a panel by number, and what their places are called.
fn places(experiment: &Experiment, panel: &str) -> Vec<(usize, String)> {
    let all = experiment.points().enumerate();
    let ours = all.filter(|(_, (number, _))| experiment.panels[*number].title == panel);
    ours.map(|(point, (_, place))| (point, place.x.to_string())).collect()
}

/// The point and the seat of a spot.
fn spot(experiment: &Experiment, (panel, x, player): ClaimSpot) -> Option<PlayerAt> {
    let (point, _) = places(experiment, panel).into_iter().find(|(_, label)| label == x)?;
    Some((point, experiment.seat(player)?))
}

/// A value in the unit in which it is shown.
fn shown(measure: Measure, value: f64, interval: Option<(f64, f64)>) -> FoundFigure {
    let (scale, unit, digits) = match measure {
        Measure::Seconds | Measure::WonSeconds => (1e3, " ms", 3),
        Measure::Score => (1.0, "", 3),
        _ if measure.scale() > 1.0 => (measure.scale(), " %", 1),
        _ => (1.0, "", 2),
    };
    let interval = interval.map(|(low, high)| (scale * low, scale * high));
    FoundFigure { value: scale * value, interval, unit, digits }
}

/// A difference in the unit in which it is shown; of times, a ratio.
fn apart(measure: Measure, mean: f64, interval: (f64, f64)) -> FoundFigure {
    match measure {
        Measure::Seconds => {
            FoundFigure { value: mean, interval: Some(interval), unit: " times", digits: 2 }
        }
        _ => {
            let found = shown(measure, mean, Some(interval));
            let unit = if found.unit == " %" { " points" } else { found.unit };
            FoundFigure { unit, ..found }
        }
    }
}

#[cfg(all(test, feature = "toml"))]
mod tests;

//! What the write-ups claim, and what was found: a page made of records.
//!
//! Every claim says in our words what a write-up says, and names the figures that decide it:
//! where they stand in an experiment, and where they would have to lie. The rest is computed,
//! so the page cannot age: a figure with its interval, and a verdict. A claim holds if the
//! intervals of all its figures lie where it wants them, and fails if all lie elsewhere;
//! what holds here and fails there depends; what no interval decides is open. Some figures
//! decide nothing and are there to be seen.

mod claims;

use std::fmt::Write;

use crate::experiment::measure::Measure;
use crate::experiment::plan::Experiment;
use crate::report::answer;
use crate::statistics::results::Results;

pub use claims::CLAIMS;

/// A claim of a write-up.
#[derive(Clone, Copy, Debug)]
pub struct WriteUpClaim {
    /// Which write-up.
    pub write_up: &'static str,
    /// What it says, in our words.
    pub says: &'static str,
    /// The experiment that tests it.
    pub experiment: &'static str,
    /// The figures that decide it.
    pub evidence: &'static [ClaimEvidence],
    /// What else is to be said of it; may be empty.
    pub note: &'static str,
}

/// A figure, and where a claim wants it.
#[derive(Clone, Copy, Debug)]
pub struct ClaimEvidence {
    /// What it is a figure of.
    pub of: &'static str,
    /// Where it stands.
    pub figure: ClaimFigure,
    /// Where it would have to lie, in the unit shown.
    pub wanted: Wanted,
}

/// Where a figure stands in an experiment. Panels and places go by what they are called.
#[derive(Clone, Copy, Debug)]
pub enum ClaimFigure {
    /// What a player achieved at a place.
    Value(At, &'static str, &'static str),
    /// How far its single games are apart there: their standard deviation.
    Spread(At, &'static str, &'static str),
    /// One player less another at a place; of times, the ratio.
    Gap(At, [&'static str; 2], &'static str),
    /// One player less another over a whole panel.
    Overall(&'static str, [&'static str; 2], &'static str),
    /// A player at a place in one panel less itself in another.
    Contrast([&'static str; 2], &'static str, &'static str, &'static str),
    /// Where a player's mean falls below a threshold.
    Crossing(&'static str, &'static str, f64),
    /// The power of the sweep by which a player's time grows.
    Power(&'static str),
    /// The rank correlation of two measures of a player's games.
    Correlation(&'static str, [&'static str; 2]),
}

/// A panel and a place on its sweep.
pub type At = (&'static str, &'static str);

/// Where a figure would have to lie.
#[derive(Clone, Copy, Debug, PartialEq)]
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
struct Found {
    value: f64,
    interval: Option<(f64, f64)>,
    /// How it is written.
    unit: &'static str,
    digits: usize,
}

impl Wanted {
    /// Whether a figure lies there for certain, or elsewhere for certain.
    fn of(self, found: &Found) -> Option<bool> {
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
    for (number, claim) in (1..).zip(CLAIMS) {
        let data = results.iter().find(|data| data.experiment.name == claim.experiment);
        let (found, verdict) = match data {
            Some(data) => decided(claim.evidence, claim.note, data),
            None if claim.evidence.is_empty() => (claim.note.to_owned(), "tested"),
            None => ("not played".to_owned(), "open"),
        };
        let WriteUpClaim { write_up, says, experiment, .. } = claim;
        let experiment = match *experiment {
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
    let any = |verdict: bool| verdicts.contains(&Some(verdict));
    let verdict = match (any(true), any(false), verdicts.contains(&None)) {
        (true, true, _) => "depends",
        (true, false, false) => "holds",
        // All of it must hold, so one part that does not is enough.
        (false, true, _) => "fails",
        _ => "open",
    };
    (said.join("; "), verdict)
}

fn written(found: &Found) -> String {
    let Found { value, interval, unit, digits } = *found;
    let ends =
        interval.map_or(String::new(), |(low, high)| format!(" [{low:.digits$}, {high:.digits$}]"));
    format!("{value:.digits$}{ends}{unit}")
}

/// Finds a figure in what was measured.
fn find(figure: &ClaimFigure, data: &Results<'_>) -> Option<Found> {
    let experiment = data.experiment;
    let seat = |text: &str| experiment.players.iter().position(|player| player == text);
    match *figure {
        ClaimFigure::Value(at, player, measure) => {
            let measure = measured(experiment, measure)?;
            let of = data.estimate(place(experiment, at)?, seat(player)?, measure)?;
            Some(shown(measure, of.mean, of.interval))
        }
        ClaimFigure::Spread(at, player, measure) => {
            let measure = measured(experiment, measure)?;
            let of = data.estimate(place(experiment, at)?, seat(player)?, measure)?;
            let (spread, games) = (of.deviation?, of.count as f64);
            // The usual error of a standard deviation.
            let half = 1.96 * spread / (2.0 * (games - 1.0)).sqrt();
            Some(shown(measure, spread, Some((spread - half, spread + half))))
        }
        ClaimFigure::Gap(at, [ours, theirs], measure) => {
            let (measure, point) = (measured(experiment, measure)?, place(experiment, at)?);
            let gap = data.difference((point, seat(ours)?), (point, seat(theirs)?), measure)?;
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
        ClaimFigure::Contrast([one, other], x, player, measure) => {
            let (measure, player) = (measured(experiment, measure)?, seat(player)?);
            let [ours, theirs] = [place(experiment, (one, x))?, place(experiment, (other, x))?];
            let gap = data.difference((ours, player), (theirs, player), measure)?;
            Some(apart(measure, gap.mean, gap.interval))
        }
        ClaimFigure::Crossing(panel, player, threshold) => {
            let measure = experiment.measures[0];
            let number = experiment.panels.iter().position(|known| known.title == panel)?;
            let points: Vec<usize> =
                places(experiment, panel).into_iter().map(|(point, _)| point).collect();
            let panel = (&experiment.panels[number], &points[..]);
            let of = answer::crossing(data, panel, seat(player)?, (measure, threshold))?;
            let interval = of.interval.0.zip(of.interval.1);
            Some(Found { value: of.at, interval, unit: "", digits: 0 })
        }
        ClaimFigure::Power(player) => {
            let points: Vec<usize> = (0..experiment.points().count()).collect();
            let (value, interval) = answer::power(data, &points, seat(player)?, Measure::Seconds)?;
            Some(Found { value, interval: Some(interval), unit: "", digits: 2 })
        }
        ClaimFigure::Correlation(player, [one, other]) => {
            let (one, other) = (measured(experiment, one)?, measured(experiment, other)?);
            let (value, interval) = data.correlation(seat(player)?, one, other)?;
            Some(Found { value, interval: Some(interval), unit: "", digits: 2 })
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

fn place(experiment: &Experiment, (panel, x): At) -> Option<usize> {
    places(experiment, panel).into_iter().find(|(_, label)| label == x).map(|(point, _)| point)
}

/// A value in the unit in which it is shown.
fn shown(measure: Measure, value: f64, interval: Option<(f64, f64)>) -> Found {
    let (scale, unit, digits) = match measure {
        Measure::Seconds | Measure::WonSeconds => (1e3, " ms", 3),
        Measure::Score => (1.0, "", 3),
        _ if measure.scale() > 1.0 => (measure.scale(), " %", 1),
        _ => (1.0, "", 2),
    };
    let interval = interval.map(|(low, high)| (scale * low, scale * high));
    Found { value: scale * value, interval, unit, digits }
}

/// A difference in the unit in which it is shown; of times, a ratio.
fn apart(measure: Measure, mean: f64, interval: (f64, f64)) -> Found {
    match measure {
        Measure::Seconds => {
            Found { value: mean, interval: Some(interval), unit: " times", digits: 2 }
        }
        _ => {
            let found = shown(measure, mean, Some(interval));
            let unit = if found.unit == " %" { " points" } else { found.unit };
            Found { unit, ..found }
        }
    }
}

#[cfg(all(test, feature = "toml"))]
mod tests {
    use super::*;
    use crate::experiment::shipped;
    use crate::statistics::results::tests::{experiment, record};
    use surefoot_players::Roster;

    /// Every figure of every claim exists in its experiment: a name that is mistyped would
    /// pass for too few games.
    #[test]
    fn every_figure_can_be_found() {
        let roster = Roster::standard();
        for claim in CLAIMS.iter().filter(|claim| !claim.experiment.is_empty()) {
            let name = claim.experiment;
            let experiment =
                shipped::find(&roster, name).unwrap_or_else(|| panic!("{name}")).unwrap();
            let seat = |text: &str| {
                assert!(experiment.players.iter().any(|player| player == text), "{name} {text}");
            };
            let at = |at: At| assert!(place(&experiment, at).is_some(), "{name} {at:?}");
            let of = |text: &str| {
                assert!(measured(&experiment, text).is_some(), "{name} {text}");
            };
            for ClaimEvidence { figure, .. } in claim.evidence {
                match *figure {
                    ClaimFigure::Value(place, player, measure)
                    | ClaimFigure::Spread(place, player, measure) => {
                        at(place);
                        seat(player);
                        of(measure);
                    }
                    ClaimFigure::Gap(place, players, measure) => {
                        at(place);
                        players.into_iter().for_each(seat);
                        of(measure);
                    }
                    ClaimFigure::Overall(panel, players, measure) => {
                        assert!(!places(&experiment, panel).is_empty(), "{name} {panel}");
                        players.into_iter().for_each(seat);
                        of(measure);
                    }
                    ClaimFigure::Contrast(panels, x, player, measure) => {
                        for panel in panels {
                            at((panel, x));
                        }
                        seat(player);
                        of(measure);
                    }
                    ClaimFigure::Crossing(panel, player, _) => {
                        assert!(!places(&experiment, panel).is_empty(), "{name} {panel}");
                        seat(player);
                    }
                    ClaimFigure::Power(player) => seat(player),
                    ClaimFigure::Correlation(player, measures) => {
                        seat(player);
                        measures.into_iter().for_each(of);
                    }
                }
            }
        }
    }

    /// An interval inside holds, one outside fails, one across is open; one of each depends.
    #[test]
    fn verdicts_follow_intervals() {
        let experiment = experiment(40, "");
        let bytes = record(&experiment, |point, index, player| match (point, player) {
            (0, 0) => true,
            (0, _) => index < 20,
            _ => index < 2,
        });
        let data = Results::read(&experiment, &bytes[..]).unwrap();
        let at = |player| ClaimFigure::Value(("", "10"), player, "won");
        let of = |player, wanted| ClaimEvidence { of: "it wins", figure: at(player), wanted };
        let verdict = |evidence: &[ClaimEvidence]| decided(evidence, "", &data);
        let (said, holds) = verdict(&[of("exact", Wanted::Between(30.0, 70.0))]);
        assert_eq!((&said[..], holds), ("it wins 50.0 [35.2, 64.8] %", "holds"));
        assert_eq!(verdict(&[of("exact", Wanted::Above(70.0))]).1, "fails");
        assert_eq!(verdict(&[of("exact", Wanted::Below(60.0))]).1, "open");
        let both = ["exact", "queue"].map(|player| of(player, Wanted::Above(80.0)));
        assert_eq!(verdict(&both).1, "depends");
        assert_eq!(verdict(&[of("exact", Wanted::Anywhere)]).1, "open");
        let undecided = [of("exact", Wanted::Below(60.0)), of("queue", Wanted::Below(60.0))];
        assert_eq!(verdict(&undecided).1, "fails");
    }
}

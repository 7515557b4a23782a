//! Everything that is compared in an experiment, each with its interval and one verdict: the
//! other players with the first, what the answer compares, and published values with ours.
//!
//! Where the deals are too few to tell, the table says about how many would.

use std::fmt::Write;

use crate::experiment::measure::Measure;
use crate::record::columns::field;
use crate::report::answer::{besides, contrasts};
use crate::report::html_table::{grid, places, shown};
use crate::report::measured_results::MeasuredResults;
use crate::statistics::paired::{Claim, Difference};
use crate::statistics::results::Results;

/// One thing against another.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Where: a panel, or a place on it.
    pub at: String,
    /// What is compared.
    pub one: String,
    /// With what.
    pub other: String,
    /// The first less the second; of times, a ratio.
    pub difference: Difference,
}

/// All comparisons of the main measure.
pub fn comparisons(data: &Results<'_>) -> Vec<Comparison> {
    let experiment = data.experiment;
    let measured = MeasuredResults::of(data, experiment.measures[0]);
    let mut all = Vec::new();
    for (panel, points) in experiment.panels_with_points() {
        let pair = experiment.answer.compare.as_ref();
        let asked = pair.and_then(|[one, other]| experiment.seat(one).zip(experiment.seat(other)));
        let asked = asked.filter(|pair| pair.1 != 0);
        let others = (1..experiment.players.len()).map(|player| (player, 0));
        for (one, other) in others.chain(asked) {
            let pairs: Vec<_> =
                points.clone().map(|point| ((point, one), (point, other))).collect();
            let Some(difference) = measured.pooled(&pairs) else { continue };
            let [one, other] = [one, other].map(|player| experiment.players[player].clone());
            all.push(Comparison { at: panel.title.clone(), one, other, difference });
        }
    }
    if let Some([one, other]) = &experiment.answer.contrast {
        for (player, difference) in contrasts(measured, [one, other]) {
            let at = experiment.players[player].clone();
            all.push(Comparison { at, one: one.clone(), other: other.clone(), difference });
        }
    }
    let places = places(experiment);
    for beside in besides(measured) {
        let (low, high) = beside.interval;
        let claim = if low > 0.0 || high < 0.0 { Claim::Differs } else { Claim::Unclear };
        let ours = measured.estimate(beside.point, beside.player);
        let deals = ours.map_or(0, |ours| ours.count);
        let (mean, interval) = (beside.difference, beside.interval);
        all.push(Comparison {
            at: places[beside.point].clone(),
            one: experiment.players[beside.player].clone(),
            other: format!("published: {}", beside.entry.source),
            difference: Difference { mean, interval, claim, deals, needed: None },
        });
    }
    all
}

/// As CSV.
pub(super) fn csv(data: &Results<'_>) -> String {
    let mut text =
        "at,one,other,measure,deals,difference,low,high,verdict,deals_needed\n".to_owned();
    let measure = data.experiment.measures[0].name();
    for Comparison { at, one, other, difference } in comparisons(data) {
        let Difference { mean, interval: (low, high), claim, deals, needed } = difference;
        let [at, one, other] = [&at, &one, &other].map(|text| field(text));
        let _ = write!(text, "{at},{one},{other},{measure},{deals},{mean:.6},");
        let _ = match claim {
            Claim::Identical => write!(text, ",,"),
            _ => write!(text, "{low:.6},{high:.6},"),
        };
        let needed = needed.map_or(String::new(), |deals| deals.to_string());
        let _ = writeln!(text, "{},{needed}", claim.name());
    }
    text
}

/// As a table of the page.
pub(super) fn html(data: &Results<'_>) -> String {
    let measure = data.experiment.measures[0];
    let all = comparisons(data);
    let columns = ["with", "at", "difference", "verdict"].map(str::to_owned);
    let rows: Vec<String> = all.iter().map(|one| one.one.clone()).collect();
    grid("compared", &columns, &rows, |row, column| {
        let Comparison { at, other, difference, .. } = &all[row];
        match column {
            0 => crate::report::plot::escape(other),
            1 => crate::report::plot::escape(at),
            2 => apart(measure, difference),
            _ => verdict(difference),
        }
    })
}

/// A difference with its interval.
fn apart(measure: Measure, difference: &Difference) -> String {
    let Difference { mean, interval: (low, high), claim, .. } = *difference;
    let text = |value: f64| match measure {
        Measure::Seconds => format!("×{value:.2}"),
        _ => shown(measure, measure.digits() + 1, value),
    };
    match claim {
        Claim::Identical => text(mean),
        _ => format!("{} <small>[{}, {}]</small>", text(mean), text(low), text(high)),
    }
}

/// What can be said of it.
fn verdict(difference: &Difference) -> String {
    let needed = difference.needed.filter(|_| difference.claim == Claim::Unclear);
    let needed = needed.map_or(String::new(), |deals| format!(": about {deals} deals would tell"));
    format!("{}{needed}", difference.claim.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::results::tests::{experiment, record};

    #[test]
    fn every_comparison_has_one_verdict_and_too_few_say_how_many_would_do() {
        let published = "[[published]]\nsource = \"them\"\nplayer = \"exact\"\ngames = 50\n\
                         x = [20]\ny = [80]\n";
        let experiment = experiment(40, published);
        let bytes = record(&experiment, |_, index, player| index < 20 + 3 * player as u64);
        let data = Results::read(&experiment, &bytes[..]).unwrap();
        let text = csv(&data);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[1].starts_with(",exact,queue,won,40,0.075000,"), "{text}");
        assert!(lines[1].contains(",too few,"), "{text}");
        let needed: u64 = lines[1].rsplit(',').next().unwrap().parse().unwrap();
        assert!((60..400).contains(&needed), "{needed}");
        assert!(lines[2].starts_with("20,exact,published: them,won,40,-0.225000,"), "{text}");
        assert!(lines[2].ends_with(",differs,"), "{text}");
        assert!(html(&data).contains("deals would tell"));
    }
}

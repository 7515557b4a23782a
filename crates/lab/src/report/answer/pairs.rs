//! Two things against each other on the same deals: panels, or players.

use super::words::{name, on, range};
use super::{points, told};
use crate::experiment::measure::Measure;
use crate::statistics::paired::{Claim, Difference};
use crate::statistics::results::Results;

/// What the first of two panels changes against the second, for whom it changes most and
/// least; out of so many players somebody always does.
pub(super) fn contrast(
    data: &Results<'_>,
    measure: Measure,
    [one, other]: &[String; 2],
) -> Vec<String> {
    let mut gaps = contrasts(data, measure, [one, other]);
    let size = |gap: &Difference| match measure {
        Measure::Seconds => gap.mean.ln().abs(),
        _ => gap.mean.abs(),
    };
    gaps.sort_by(|one, two| size(&two.1).total_cmp(&size(&one.1)));
    let Some((most, gap)) = gaps.first() else { return Vec::new() };
    let noun = measure.noun();
    if !gap.stands_out_of(gaps.len(), measure) {
        let head =
            format!("`{one}` rather than `{other}` changes the {noun} of nobody for certain");
        let largest = format!("the largest change, for {}, is", name(data, *most));
        return match gap.claim {
            Claim::Identical => vec![format!("`{one}` rather than `{other}` changes nothing")],
            _ => vec![head, format!("{largest} {}", told(measure, gap))],
        };
    }
    let changes = if measure == Measure::Seconds { "multiplies" } else { "changes" };
    let whose = if gaps.len() > 1 { "most for" } else { "for" };
    let by = range(measure, gap);
    let mut clauses = vec![format!(
        "`{one}` rather than `{other}` {changes} the {noun} {whose} {}, by {by}",
        name(data, *most)
    )];
    if let [_, .., (least, gap)] = &gaps[..] {
        let by = match gap.claim {
            Claim::Unclear | Claim::Slight => "too little to tell".to_owned(),
            _ => told(measure, gap),
        };
        clauses.push(format!("least for {}, by {by}", name(data, *least)));
    }
    clauses
}

/// What the first of two panels changes against the second for each player, over all points.
pub(crate) fn contrasts(
    data: &Results<'_>,
    measure: Measure,
    [one, other]: [&String; 2],
) -> Vec<(usize, Difference)> {
    let find = |title: &String| {
        let at = data.experiment.panels.iter().position(|panel| panel.title == *title);
        at.map(|panel| points(data, panel)).unwrap_or_default()
    };
    let (ours, theirs) = (find(one), find(other));
    let of = |player: usize| {
        let both = ours.iter().zip(&theirs);
        let pairs: Vec<_> =
            both.map(|(&ours, &theirs)| ((ours, player), (theirs, player))).collect();
        Some((player, data.pooled(&pairs, measure)?))
    };
    (0..data.experiment.players.len()).filter_map(of).collect()
}

/// One player against another, panel by panel.
pub(super) fn compared(data: &Results<'_>, measure: Measure, [one, other]: &[String; 2]) -> String {
    let seat = |text: &String| data.experiment.players.iter().position(|player| player == text);
    let (Some(ours), Some(theirs)) = (seat(one), seat(other)) else { return String::new() };
    let panels = data.experiment.panels.len();
    let (mut said, mut alike) = (Vec::new(), Vec::new());
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let points = points(data, number);
        let pairs: Vec<_> = points.iter().map(|&point| ((point, ours), (point, theirs))).collect();
        let Some(gap) = data.pooled(&pairs, measure) else { continue };
        match gap.claim {
            Claim::Differs if panels == 1 => said.push(range(measure, &gap)),
            Claim::Differs => {
                let by = range(measure, &gap);
                // The interval stands in the table of comparisons.
                let (mean, unit) =
                    (by.split(' ').next().unwrap_or_default(), by.split("] ").nth(1));
                let unit = unit.map_or(String::new(), |unit| format!(" {unit}"));
                said.push(format!("{mean}{unit}{}", on(panel)));
            }
            _ if panels == 1 => said.push(told(measure, &gap)),
            _ => alike.push(format!("`{}`", panel.title)),
        }
    }
    let noun = measure.noun();
    let head = format!("the {noun} of `{one}`");
    let apart = format!("{head} differs from that of `{other}` by {}", said.join(", "));
    let same = format!("not told from that of `{other}` on {}", super::list(&alike));
    match (said.is_empty(), alike.is_empty()) {
        (true, _) => format!("{head} is {same}"),
        (false, true) => apart,
        (false, false) => format!("{apart}, and is {same}"),
    }
}

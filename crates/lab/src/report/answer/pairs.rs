//! Two things against each other on the same deals: panels, or players.

use super::words::{by_how_much, name, on, range};
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
) -> Vec<Vec<String>> {
    let mut gaps = contrasts(data, measure, [one, other]);
    let size = |gap: &Difference| match measure {
        Measure::Seconds => gap.mean.ln().abs(),
        _ => gap.mean.abs(),
    };
    gaps.sort_by(|one, two| size(&two.1).total_cmp(&size(&one.1)));
    let Some((most, gap)) = gaps.first() else { return Vec::new() };
    let (noun, rather) = (measure.noun(), format!("`{one}` rather than `{other}`"));
    if gap.claim == Claim::Identical {
        return vec![vec![format!("{rather} changes nothing")]];
    }
    if !gap.stands_out_of(gaps.len(), measure) {
        let head = format!("{rather} changes the {noun} of nobody for certain");
        let needed = gap.needed.map(|deals| format!("about {deals} deals would tell"));
        let largest =
            format!("the largest change is {} for {}", range(measure, gap), name(data, *most));
        return vec![[head, largest].into_iter().chain(needed).collect()];
    }
    let changes = |gap: &Difference| match measure {
        Measure::Seconds => "multiplies",
        _ if gap.mean > 0.0 => "raises",
        _ => "lowers",
    };
    let whose = if gaps.len() > 1 { "most for" } else { "for" };
    let by = by_how_much(measure, gap, true);
    let verb = changes(gap);
    let text = format!("{rather} {verb} the {noun} {whose} {}, by {by}", name(data, *most));
    let least = match &gaps[1..] {
        [.., (least, gap)] => {
            let name = name(data, *least);
            Some(match gap.claim {
                Claim::Identical => format!("and not at all for {name}"),
                Claim::Unclear | Claim::Slight => format!("and too little to tell for {name}"),
                Claim::Differs if changes(gap) == verb => {
                    format!("least for {name}, by {}", by_how_much(measure, gap, true))
                }
                Claim::Differs => {
                    format!(
                        "it {} that of {name} by {}",
                        changes(gap),
                        by_how_much(measure, gap, true)
                    )
                }
            })
        }
        [] => None,
    };
    vec![[text].into_iter().chain(least).collect()]
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
        let text = |interval: bool| {
            let word = match (measure, gap.mean) {
                (Measure::Seconds, _) => "as long",
                (_, mean) if mean > 0.0 => "more",
                _ => "less",
            };
            format!("{} {word}", by_how_much(measure, &gap, interval))
        };
        match gap.claim {
            Claim::Differs if panels == 1 => said.push(text(true)),
            // The interval stands in the table of comparisons.
            Claim::Differs => said.push(format!("{}{}", text(false), on(panel))),
            _ if panels == 1 => said.push(told(measure, &gap)),
            _ => alike.push(format!("`{}`", panel.title)),
        }
    }
    let noun = measure.noun();
    let apart =
        format!("the {noun} of `{one}` against that of `{other}` is {}", super::list(&said));
    let same = format!("not told from it on {}", super::list(&alike));
    match (said.is_empty(), alike.is_empty()) {
        (true, _) => format!("the {noun} of `{one}` is not told from that of `{other}`"),
        (false, true) => apart,
        (false, false) => format!("{apart}, {same}"),
    }
}

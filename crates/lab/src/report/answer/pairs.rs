//! Two things against each other on the same deals: panels, or players.

use super::points;
use super::words::{name, on, signed};
use crate::experiment::measure::Measure;
use crate::statistics::results::Results;

/// What the first of two panels changes against the second, on the same deals.
pub(super) fn contrast(data: &Results<'_>, measure: Measure, [one, other]: &[String; 2]) -> String {
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
        said.push(format!("{} for {}", signed(measure, &gap), name(data, player)));
    }
    let noun = measure.noun();
    format!("`{one}` rather than `{other}` changes the {noun} by {}.", said.join(", "))
}

/// One player against another, panel by panel.
pub(super) fn compared(data: &Results<'_>, measure: Measure, (one, other): (&str, &str)) -> String {
    let seat = |text: &str| data.experiment.players.iter().position(|player| player == text);
    let (Some(ours), Some(theirs)) = (seat(one), seat(other)) else { return String::new() };
    let mut said = Vec::new();
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let pairs: Vec<_> = points(data, number)
            .into_iter()
            .map(|point| ((point, ours), (point, theirs)))
            .collect();
        let Some(gap) = data.pooled(&pairs, measure) else { continue };
        said.push(format!("{}{}", on(panel), signed(measure, &gap)));
    }
    let colon = if said.len() > 1 { ":" } else { "" };
    let said = said.join("; ");
    let noun = measure.noun();
    match measure {
        Measure::Seconds => format!("On the same deals `{one}` takes, against `{other}`: {said}."),
        _ => format!(
            "On the same deals the {noun} of `{one}` differs from that of `{other}` by{colon} {said}."
        ),
    }
}

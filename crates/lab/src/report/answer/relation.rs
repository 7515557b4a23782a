//! How measures go with one of them: by rank correlation within each setting.

use super::words::{list, name};
use crate::report::measured_results::MeasuredResults;

/// A clause for each of the first two measures: whether it is higher or lower where the one is
/// greater; with the correlations of all players, and without.
pub(super) fn related(data: MeasuredResults<'_>) -> Vec<Vec<String>> {
    let pairs = data.experiment.related();
    let Some(&(one, _)) = pairs.first() else { return Vec::new() };
    [true, false]
        .map(|numbers| {
            let mut clauses = Vec::new();
            for &(_, measure) in pairs.iter().take(2) {
                let [mut higher, mut lower, mut open] = [const { Vec::new() }; 3];
                for player in 0..data.experiment.players.len() {
                    let Some((r, (low, high))) = data.results.correlation(player, one, measure)
                    else {
                        continue;
                    };
                    let name = name(data, player);
                    let text = if numbers { format!("{name} ({r:+.2})") } else { name.clone() };
                    match (low > 0.0, high < 0.0) {
                        (true, _) => higher.push(text),
                        (_, true) => lower.push(text),
                        _ => open.push(name),
                    }
                }
                let [up, down] = match measure {
                    _ if measure.is_time() => ["longer", "shorter"],
                    _ => ["higher", "lower"],
                };
                let sides = [
                    (higher, format!("{up} for")),
                    (lower, format!("{down} for")),
                    (open, "about the same for".to_owned()),
                ];
                let sides = sides.into_iter().filter(|(players, _)| !players.is_empty());
                let sides: Vec<String> =
                    sides.map(|(players, how)| format!("{how} {}", list(&players))).collect();
                if !sides.is_empty() {
                    let noun = measure.noun().replace("median ", "");
                    clauses.push(format!("the {noun} is {}", list(&sides)));
                }
            }
            if let Some(first) = clauses.first_mut() {
                let ranks = if numbers { " (rank correlations in brackets)" } else { "" };
                let more = if one.unit() == Some("links") { "longer" } else { "greater" };
                *first = format!("where the {} is {more}{ranks}, {first}", one.noun());
            }
            clauses
        })
        .into()
}

//! How measures go with one of them: by rank correlation within each setting.

use super::words::{list, name};
use crate::statistics::results::Results;

/// A clause for each measure: whether it is higher or lower where the one is greater.
pub(super) fn related(data: &Results<'_>) -> Vec<String> {
    let pairs = data.experiment.related();
    let Some(&(one, _)) = pairs.first() else { return Vec::new() };
    let mut clauses = Vec::new();
    for (_, measure) in pairs {
        let [mut higher, mut lower, mut open] = [const { Vec::new() }; 3];
        for player in 0..data.experiment.players.len() {
            let Some((r, (low, high))) = data.correlation(player, one, measure) else { continue };
            let name = name(data, player);
            match (low > 0.0, high < 0.0) {
                (true, _) => higher.push(format!("{r:+.2} for {name}")),
                (_, true) => lower.push(format!("{r:+.2} for {name}")),
                _ => open.push(name),
            }
        }
        let sides = [(higher, "higher"), (lower, "lower"), (open, "too uncertain with")];
        let sides = sides.into_iter().filter(|(players, _)| !players.is_empty());
        let sides: Vec<String> = sides
            .map(|(players, how)| match how {
                "higher" | "lower" => format!("{how} (rank correlation {})", list(&players)),
                how => format!("{how} {}", list(&players)),
            })
            .collect();
        if !sides.is_empty() {
            clauses.push(format!("the {} is {}", measure.noun(), sides.join(", ")));
        }
    }
    if let Some(first) = clauses.first_mut() {
        *first = format!("Where the {} is greater, {first}", one.noun());
    }
    clauses
}

//! What was played, in words: games, deals, players and boards.

use surefoot_rules::counted;

use crate::experiment::plan::Experiment;
use crate::report::plot::rounded;

/// What was played, in words.
pub(super) fn played(experiment: &Experiment) -> String {
    let players: Vec<String> =
        experiment.players.iter().map(|player| format!("`{player}`")).collect();
    format!(
        "{}: {} at {}, each played by {}; boards: {}; seed {}, plan {}.",
        counted(experiment.games(), "game"),
        deals(experiment),
        match experiment.points().count() {
            1 => "one point".to_owned(),
            points => format!("each of {points} points"),
        },
        players.join(", "),
        boards(experiment),
        experiment.seed,
        experiment.hash(),
    )
}

/// Deals a point, or from how many to how many.
fn deals(experiment: &Experiment) -> String {
    let all = || experiment.points().map(|(_, point)| experiment.deals_at(point));
    let [least, most] = [all().min(), all().max()].map(|deals| deals.unwrap_or(0));
    span(least, most, "deal")
}

/// From how many to how many, or just how many.
fn span(least: u64, most: u64, noun: &str) -> String {
    let all = counted(most, noun);
    if least == most { all } else { format!("{least} to {all}") }
}

/// The sizes, mines and densities that are played on.
fn boards(experiment: &Experiment) -> String {
    let mut said: Vec<String> = Vec::new();
    for panel in &experiment.panels {
        let mut all: Vec<_> = panel
            .points
            .iter()
            .map(|point| {
                let (width, height) = (point.rules.grid.width(), point.rules.grid.height());
                (width * height, format!("{width}x{height}"), point.rules.mines)
            })
            .collect();
        all.sort();
        let (Some(small), Some(large)) = (all.first(), all.last()) else { continue };
        let between = |from: String, to: String| {
            if from == to { from } else { format!("{from} to {to}") }
        };
        let sizes = between(small.1.clone(), large.1.clone());
        let mines = || all.iter().map(|board| board.2);
        let [least, most] = [mines().min(), mines().max()].map(|mines| mines.unwrap_or(0).into());
        let mines = span(least, most, "mine");
        let shares = || all.iter().map(|board| 100.0 * f64::from(board.2) / f64::from(board.0));
        let least = shares().fold(f64::INFINITY, f64::min);
        let most = shares().fold(f64::NEG_INFINITY, f64::max);
        let density = between(rounded(least, 1), rounded(most, 1));
        let text = format!("{sizes} with {mines} ({density} % of the cells)");
        if !said.contains(&text) {
            said.push(text);
        }
    }
    said.join(", ")
}

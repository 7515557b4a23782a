//! The tables of an experiment as Markdown, a row per player.

use std::fmt::Write;

use crate::experiment::measure::Measure;
use crate::report::html_table::{digits, shown};
use crate::statistics::results::{PlayerAt, Results};

/// Title, question and tables of an experiment.
pub fn section(results: &Results<'_>) -> String {
    let experiment = results.experiment;
    let mut text = format!("## {}\n\n{}", experiment.title, experiment.question);
    let _ = writeln!(text, " Seed {}, {} games.", experiment.seed, experiment.games());
    if !experiment.notes.is_empty() {
        let _ = writeln!(text, "\n{}", experiment.notes);
    }
    for &measure in &experiment.measures {
        let (digits, mut first) = (digits(results, measure), 0);
        for panel in &experiment.panels {
            let title = Some(&panel.title).filter(|title| !title.is_empty());
            let title = title.map_or(String::new(), |title| format!("{title}: "));
            let _ = writeln!(text, "\n{title}{}, by {}\n", measure.axis(), panel.axis);
            let places: Vec<String> =
                panel.points.iter().map(|point| point.x.to_string()).collect();
            let _ = writeln!(text, "| player | {} |", places.join(" | "));
            let _ = writeln!(text, "|---|{}", "---:|".repeat(places.len()));
            for (player, name) in experiment.players.iter().enumerate() {
                let points = first..first + places.len();
                let cells: Vec<String> =
                    points.map(|point| cell(results, (point, player), measure, digits)).collect();
                let _ = writeln!(text, "| `{name}` | {} |", cells.join(" | "));
            }
            if measure == experiment.measures[0] {
                published(&mut text, results, panel.title.as_str(), &places);
            }
            first += places.len();
        }
    }
    text
}

/// A value and its interval.
fn cell(results: &Results<'_>, at: PlayerAt, measure: Measure, digits: usize) -> String {
    let Some(estimate) = results.estimate(at.0, at.1, measure) else { return "–".to_owned() };
    let value = shown(measure, digits, estimate.mean);
    let Some((low, high)) = estimate.interval else { return value };
    format!("{value} [{}, {}]", shown(measure, digits, low), shown(measure, digits, high))
}

/// What others published of these places, a row per source.
fn published(text: &mut String, results: &Results<'_>, panel: &str, places: &[String]) {
    for entry in results.experiment.published.iter().filter(|entry| entry.panel == panel) {
        let value = |place: &String| {
            let found = entry.x.iter().position(|x| x == place);
            found.map_or("–".to_owned(), |at| entry.y[at].to_string())
        };
        let values: Vec<String> = places.iter().map(value).collect();
        let _ = writeln!(text, "| published: {} | {} |", entry.source, values.join(" | "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::results::tests::{experiment, record};

    #[test]
    fn a_row_per_player_and_one_per_source() {
        let published = "[[published]]\nsource = \"them\"\nx = [20]\ny = [80]\n";
        let experiment = experiment(20, published);
        let bytes = record(&experiment, |_, index, _| index < 10);
        let text = section(&Results::read(&experiment, &bytes[..]).unwrap());
        let cell = "50.00 [29.93, 70.07]";
        for row in [
            "## Two\n\nWho? Seed 2026, 80 games.\n",
            "\ngames won, %, by mines\n",
            "| player | 10 | 20 |\n|---|---:|---:|\n",
            &format!("| `exact` | {cell} | {cell} |\n"),
            "| published: them | – | 80 |\n",
        ] {
            assert!(text.contains(row), "{row}: {text}");
        }
    }
}

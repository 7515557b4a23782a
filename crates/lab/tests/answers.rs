//! Every shipped experiment at its quick size: one plain sentence answers its question.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use surefoot_lab::experiment::{run, shipped};
use surefoot_lab::report::page::{self, Made, Section};
use surefoot_lab::report::{answer, plot, table};
use surefoot_lab::statistics::results::Results;
use surefoot_players::Roster;

/// The section of an experiment, played at its quick size or with fewer deals, and its answer.
fn answered(name: &str, most: u64) -> (Section, String) {
    let roster = &Roster::standard();
    let mut experiment = shipped::find(roster, name).unwrap().unwrap();
    let command = "surefoot lab";
    if let Some(view) = &experiment.position {
        let answer = answer::of_position(view).unwrap();
        let figures = [plot::probabilities(view, &experiment.title, name.to_owned()).unwrap()];
        let made =
            Made { answer: &answer, figures: &figures, tables: &[], command, recorded: true };
        return (page::position(&experiment, &made), answer);
    }
    experiment.deals = experiment.quick.min(most);
    let record = run::whole_record(&experiment, roster).unwrap();
    let results = Results::read(&experiment, &record[..]).unwrap();
    let (answer, figures) = (answer::answer(&results), plot::figures(&results));
    let tables = table::tables(&results);
    let made =
        Made { answer: &answer, figures: &figures, tables: &tables, command, recorded: true };
    (page::section(&results, &made), answer)
}

#[track_caller]
fn is_short(name: &str, most: u64) -> Section {
    let (section, text) = answered(name, most);
    println!("{name}: {text}");
    let (words, numbers) = (answer::words(&text), answer::numbers(&text));
    assert!(words <= answer::FEW_WORDS, "{name}: {words} words: {text}");
    assert!(numbers <= answer::FEW_NUMBERS, "{name}: {numbers} numbers: {text}");
    assert!(text.ends_with('.') && !text.contains(". "), "{name}: one sentence: {text}");
    assert!(
        text.starts_with(|c: char| c == '`' || c.is_uppercase() || c.is_ascii_digit()),
        "{text}"
    );
    section
}

/// Those that are quick even so; the slow test has all.
#[test]
fn answers_are_one_short_sentence() {
    for name in [
        "win-rates",
        "forced-guesses",
        "probability-map",
        "score-told",
        "uncertain-silent",
        "influence-order",
        "influence-difficulty",
    ] {
        is_short(name, 10);
    }
}

/// All of them make one page that is soon loaded, with nothing too wide for it and no text too
/// small to read.
#[test]
#[ignore = "slow: scripts/test --all"]
fn every_answer_is_one_short_sentence_and_all_make_a_page() {
    let sections = shipped::SHIPPED.iter().map(|(name, _)| is_short(name, u64::MAX));
    let sections: Vec<Section> = sections.collect();
    let page = page::page(&sections.iter().collect::<Vec<_>>(), "surefoot lab --quick");
    println!("{} bytes", page.len());
    assert!(page.len() < 1_500_000, "{} bytes", page.len());
    assert!(page.contains("id=\"write-ups\"") && page.contains("href=\"#believe\">believe</a>"));
    for figure in page.split("<svg ").skip(1) {
        let width: f64 =
            figure.split("width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
        assert!(width <= 1160.0, "{width}: {}", &figure[..300]);
    }
    let sizes = page.split("font-size:").skip(1).filter_map(|rest| rest.split_once("px"));
    let sizes: Vec<f64> = sizes.filter_map(|(size, _)| size.parse().ok()).collect();
    assert!(sizes.len() >= 3 && sizes.iter().all(|&size| size >= 10.0), "{sizes:?}");
}

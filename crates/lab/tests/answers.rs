//! Every shipped experiment at its quick size: one plain sentence answers its question.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use surefoot_lab::experiment::{run, shipped};
use surefoot_lab::report::answer;
use surefoot_lab::statistics::results::Results;
use surefoot_players::Roster;

/// The answer of an experiment, played at its quick size or with fewer deals.
fn answered(name: &str, most: u64) -> String {
    let roster = &Roster::standard();
    let mut experiment = shipped::find(roster, name).unwrap().unwrap();
    if let Some(view) = &experiment.position {
        return answer::of_position(view).unwrap();
    }
    experiment.deals = experiment.quick.min(most);
    let record = run::whole_record(&experiment, roster).unwrap();
    answer::answer(&Results::read(&experiment, &record[..]).unwrap())
}

#[track_caller]
fn is_short(name: &str, most: u64) {
    let text = answered(name, most);
    println!("{name}: {text}");
    let (words, numbers) = (answer::words(&text), answer::numbers(&text));
    assert!(words <= answer::FEW_WORDS, "{name}: {words} words: {text}");
    assert!(numbers <= answer::FEW_NUMBERS, "{name}: {numbers} numbers: {text}");
    assert!(text.ends_with('.') && !text.contains(". "), "{name}: one sentence: {text}");
    assert!(
        text.starts_with(|c: char| c == '`' || c.is_uppercase() || c.is_ascii_digit()),
        "{text}"
    );
}

/// Those that are quick even so; the slow test has all.
#[test]
fn answers_are_one_short_sentence() {
    for name in [
        "win-rates",
        "forced-guesses",
        "probability-map",
        "dig-density",
        "runtime-density",
        "hardness-win",
        "score-told",
        "uncertain-silent",
        "uncertain-win",
        "influence-order",
        "influence-difficulty",
        "influence-reach",
    ] {
        is_short(name, 10);
    }
}

#[test]
#[ignore = "slow: scripts/test --all"]
fn every_answer_is_one_short_sentence() {
    for (name, _) in shipped::SHIPPED {
        is_short(name, u64::MAX);
    }
}

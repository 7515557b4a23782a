//! What Python's types list by hand is what there is.

#![allow(clippy::unwrap_used)]

use surefoot_inference::no_guess::Logic;
use surefoot_lab::play::Estimator;
use surefoot_rules::{Action, Cell, Status};

/// The names of a `Literal` that stands behind some words.
fn literal<'a>(file: &'a str, before: &str) -> Vec<&'a str> {
    let (_, rest) = file.split_once(&format!("{before}Literal[")).unwrap();
    let (names, _) = rest.split_once(']').unwrap();
    names.split(", ").map(|name| name.trim_matches(['"', '\''])).collect()
}

#[test]
fn literals_name_what_there_is() {
    let matches = include_str!("../../python/surefoot/matches.py");
    assert_eq!(literal(matches, "estimate: "), Estimator::ALL.map(Estimator::name));
    let deal = include_str!("../../crates/python/src/deal.rs");
    assert_eq!(literal(deal, "no_guess: \""), Logic::ALL.map(Logic::name));
    let types = include_str!("../../python/surefoot/_types.py");
    assert_eq!(literal(types, "Status: TypeAlias = "), Status::ALL.map(Status::name));
    let cell = Cell::new(0);
    let on_a_cell = [Action::Open, Action::Flag, Action::Chord, Action::Ask];
    let actions = on_a_cell.map(|action| action(cell)).into_iter().chain([Action::Declare]);
    let names: Vec<&str> = actions.map(Action::name).collect();
    assert_eq!(literal(types, "Action: TypeAlias = "), names);
}

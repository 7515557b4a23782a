//! The same calls, the same numbers: natively here, in Node (`web/test/unit`) and in
//! Chromium (`web/test/e2e`). The file holds calls and answers; with
//! `GOLDEN=overwrite` the answers are written anew, to be looked at in the diff.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use surefoot_web::{
    Game, Move, Order, Position, WatchedGame, advise, analyse, coach, compare, explain, numbers,
    read, review, write,
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.json");

fn value(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap()
}

fn failed(complaint: impl std::fmt::Display) -> Value {
    json!({"error": complaint.to_string()})
}

/// One call by name; an error is its text.
fn call(name: &str, args: &[Value]) -> Value {
    let position = |at: usize| serde_json::from_value::<Position>(args[at].clone()).unwrap();
    let order = |at: usize| serde_json::from_value::<Order>(args[at].clone()).unwrap();
    let text = |at: usize| args[at].as_str().unwrap();
    let number = |at: usize| args[at].as_u64().unwrap() as u32;
    let moves = |at: usize| serde_json::from_value::<Vec<Move>>(args[at].clone()).unwrap();
    let answer = match name {
        "read" => read(text(0).as_bytes()).map(value),
        "write" => write(&position(0), text(1)).map(value),
        "analyse" => analyse(&position(0), args.get(1).and_then(Value::as_str)).map(value),
        "numbers" => numbers(&position(0), number(1)).map(value),
        "explain" => explain(&position(0), number(1)).map(value),
        "advise" => advise(&position(0), text(1), text(2)).map(value),
        "coach" => coach(&position(0), text(1), number(2)).map(value),
        "compare" => compare(&position(0), number(1), number(2)).map(value),
        "review" => review(&order(0), &moves(1)).map(value),
        // A whole game of a person: what each turn changed.
        "play" => Game::new(&order(0)).map(|mut game| {
            let mut turn = |action: &Move| game.play(action).map_or_else(failed, value);
            value(moves(1).iter().map(&mut turn).collect::<Vec<_>>())
        }),
        // A whole game of a player: its steps.
        "watch" => WatchedGame::new(&order(0), text(1)).map(|mut game| {
            value(std::iter::from_fn(|| game.step()).take(number(2) as usize).collect::<Vec<_>>())
        }),
        // What led to a player's step of that number.
        "chains" => WatchedGame::new(&order(0), text(1)).map(|mut game| {
            (0..number(2)).for_each(|_| drop(game.step()));
            value(game.chains())
        }),
        other => panic!("no call `{other}`"),
    };
    answer.unwrap_or_else(failed)
}

fn cases() -> Vec<Value> {
    serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap()
}

/// The file is made by the engine it tests, so it can lose calls, or hold nothing but
/// complaints, and still be answered.
#[test]
fn every_call_is_made_and_most_are_answered() {
    let mut made: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for case in cases() {
        let (answered, refused) =
            made.entry(case["call"].as_str().unwrap().to_owned()).or_default();
        *(if case["answer"].get("error").is_none() { answered } else { refused }) += 1;
    }
    let made: Vec<_> = made.iter().map(|(name, counts)| (&**name, *counts)).collect();
    let expected = [
        ("advise", (2, 0)),
        ("analyse", (7, 0)),
        ("chains", (3, 0)),
        ("coach", (2, 0)),
        ("compare", (1, 1)),
        ("explain", (4, 0)),
        ("numbers", (1, 0)),
        ("play", (2, 0)),
        ("read", (3, 1)),
        ("review", (1, 0)),
        ("watch", (9, 2)),
        ("write", (3, 0)),
    ];
    assert_eq!(made, expected);
}

#[test]
fn every_call_answers_as_it_did() {
    let mut cases = cases();
    let overwrite = std::env::var("GOLDEN").is_ok_and(|how| how == "overwrite");
    for case in &mut cases {
        let name = case["call"].as_str().unwrap().to_owned();
        let args = case["args"].as_array().unwrap().clone();
        let answer = call(&name, &args);
        if overwrite {
            case["answer"] = answer;
        } else {
            assert_eq!(case["answer"], answer, "{name} {args:?}");
        }
    }
    if overwrite {
        let lines: Vec<String> = cases.iter().map(Value::to_string).collect();
        std::fs::write(FILE, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
}

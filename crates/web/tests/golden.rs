//! The same calls, the same numbers: natively here, in Node (`web/test/unit`) and in
//! Chromium (`web/test/e2e`). The file holds calls and answers; with
//! `GOLDEN=overwrite` the answers are written anew, to be looked at in the diff.

#![allow(clippy::unwrap_used)]

use serde::Serialize;
use serde_json::{Value, json};
use surefoot_web::{
    Move, Order, Position, Show, Table, advise, analyse, explain, numbers, read, review, write,
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
        "analyse" => analyse(&position(0)).map(value),
        "numbers" => numbers(&position(0), number(1)).map(value),
        "explain" => explain(&position(0), number(1)).map(value),
        "advise" => advise(&position(0), text(1), text(2)).map(value),
        "review" => review(&order(0), &moves(1)).map(value),
        // A whole game of a person: what each turn changed.
        "play" => Table::new(&order(0)).map(|mut table| {
            let mut turn = |action: &Move| table.play(action).map_or_else(failed, value);
            value(moves(1).iter().map(&mut turn).collect::<Vec<_>>())
        }),
        // A whole game of a player: its steps.
        "watch" => Show::new(&order(0), text(1)).map(|mut show| {
            value(std::iter::from_fn(|| show.step()).take(number(2) as usize).collect::<Vec<_>>())
        }),
        other => panic!("no call `{other}`"),
    };
    answer.unwrap_or_else(failed)
}

#[test]
fn every_call_answers_as_it_did() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let mut cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    let overwrite = std::env::var("GOLDEN").is_ok_and(|how| how == "overwrite");
    assert!(cases.len() >= 12, "the file has lost its calls");
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

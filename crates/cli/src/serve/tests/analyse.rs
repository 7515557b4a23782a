//! `/api/analyse`, and what is no position.

use serde_json::{Value, json};

use super::document::check;
use super::{DRAWING, document, post, post_text};

#[test]
fn an_analysis_is_what_the_command_line_prints() {
    let answer = post("/api/analyse", &json!({"position": "1*2\n***\n*3*"})).json();
    let printed = include_str!("../../../tests/cmd/analyse.trycmd");
    let line = printed.lines().find(|line| line.starts_with('{')).unwrap();
    assert_eq!(answer, serde_json::from_str::<Value>(line).unwrap());
    // The density, the clue rule and the format are heard.
    let question = json!({"position": "1*2\n***\n*3*", "density": 0.2});
    let denser = post("/api/analyse", &question).json();
    assert_ne!(answer["probability"], denser["probability"]);
    let question = json!({"position": "1*2\n***\n*3*", "clues": "optimistic:q=0.8,asks=3"});
    assert_eq!(post("/api/analyse", &question).json()["solutions"], "22");
    let question = json!({"position": "analysis=aeadaaadc2SObTclS", "format": "analysis"});
    assert_eq!(post("/api/analyse", &question).json()["solutions"], "2");
}

#[test]
fn a_contradiction_names_its_clues() {
    let answer = post("/api/analyse", &json!({"position": "3x1/1\n0*1"}));
    assert!(answer.refusal(422).contains("no layout fits"));
    let document = document();
    check(&answer.json(), &document["components"]["schemas"]["Failure"], &document).unwrap();
    assert_eq!(answer.json()["clash"], json!({"clues": [[0, 0], [2, 0]], "total": false}));
    post("/api/move", &json!({"position": "3x1/1\n0*1"})).refusal(422);
}

#[test]
fn what_is_no_position_is_refused() {
    let refusal =
        |position: &str| post("/api/analyse", &json!({"position": position})).refusal(400);
    assert!(refusal("").contains("nothing to read"));
    assert!(refusal("2x1/1\n1!").contains("line 2, column 2"));
    assert!(refusal("b=1&m=01").contains("whole board"));
    assert!(refusal(r#"{"width":8192,"height":8192,"mines":[]}"#).contains("whole board"));
    assert!(refusal("1*\n**\n\n1*\n**").contains("2 positions"));
    assert!(post_text("/api/analyse", "{").refusal(400).contains("line 1 column 1"));
    assert!(post_text("/api/analyse", "7").refusal(400).contains("expected an object"));
    assert!(
        post_text("/api/analyse", vec![0xff_u8; 9]).refusal(400).contains("cannot be understood")
    );
    let density = json!({"position": DRAWING, "density": 1.5});
    let refused = post("/api/analyse", &density);
    assert!(refused.refusal(400).contains("`density` 1.5 is out of range"));
    let hint = "try 0.2, or omit `density` to take every total as likely";
    assert_eq!(refused.json()["hint"], hint, "keys, not options");
}

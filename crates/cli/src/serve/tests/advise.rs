//! `/api/move`.

use serde_json::{Value, json};
use surefoot_players::{Entry, Roster};

use super::{DRAWING, post};

#[test]
fn a_move_is_by_the_player_that_is_named() {
    let question = json!({"position": DRAWING});
    let answer = post("/api/move", &question).json();
    assert_eq!((&answer["player"], &answer["action"]), (&json!("surefoot"), &json!("flag")));
    assert_eq!((&answer["certain"], &answer["safety"]), (&json!(true), &Value::Null));
    let guess = post("/api/move", &json!({"position": "2x2/1\n1*\n**"})).json();
    assert_eq!((&guess["action"], &guess["certain"]), (&json!("open"), &json!(false)));
    assert!((guess["safety"].as_f64().unwrap() - 2.0 / 3.0).abs() < 1e-12);
    for name in Roster::standard().entries().iter().map(Entry::name) {
        let answer = post("/api/move", &json!({"position": DRAWING, "player": name}));
        assert_eq!((answer.status.as_u16(), &answer.json()["player"]), (200, &json!(name)));
    }
    let first =
        post("/api/move", &json!({"position": "9x9/10\n".to_owned() + &"*********\n".repeat(9)}));
    assert_eq!(first.json()["action"], "open");

    let refusal = |question: Value| post("/api/move", &question).refusal(400);
    assert!(refusal(json!({"position": DRAWING, "player": "nobody"})).contains("no player"));
    let options = json!({"position": DRAWING, "player": "periphery:piece=40"});
    assert!(refusal(options).contains("has options"));
    assert!(refusal(json!({"position": "2x1/1\n1F"})).contains("no cell is hidden"));
}

/// Whoever has flagged the mine is told what to do next, not to flag it again.
#[test]
fn a_flag_that_is_there_is_not_the_next_move() {
    let next = post("/api/move", &json!({"position": "3x1/1\n1F*"})).json();
    assert_eq!((&next["action"], &next["cell"]), (&json!("open"), &json!([2, 0])));
    assert_eq!((&next["certain"], &next["safety"]), (&json!(true), &json!(1.0)));
}

//! `/api/deal`.

use axum::http::StatusCode;
use serde_json::{Value, json};
use surefoot_inference::no_guess::{Logic, NoGuessError};

use super::post;
use crate::serve::deal;

#[test]
fn a_deal_is_what_the_command_line_deals() {
    let board = post("/api/deal", &json!({"level": "8x4/5", "neighbourhood": "hex", "seed": 7}));
    let board = board.json();
    assert_eq!((&board["width"], &board["neighbourhood"]), (&json!(8), &json!("hex")));
    assert_eq!(board["mines"].as_array().unwrap().len(), 5);
    let again = json!({"level": "8x4/5", "neighbourhood": "hex", "seed": 7, "first": [4, 2]});
    assert_eq!(post("/api/deal", &again).json(), board);
    let other = json!({"level": "8x4/5", "neighbourhood": "hex", "seed": 7, "index": 1});
    assert_ne!(post("/api/deal", &other).json(), board);

    let easy = json!({"level": "beginner", "no_guess": "simple"});
    assert_eq!(post("/api/deal", &easy).json()["width"], 9);

    // What has no answer is not the fault of the question.
    let gave_up = NoGuessError::GaveUp { logic: Logic::Full, deals: 1, changes: 1 };
    assert_eq!(deal::not_found(gave_up).status, StatusCode::UNPROCESSABLE_ENTITY);

    let refusal = |question: &Value| post("/api/deal", question).refusal(400);
    assert!(refusal(&json!({"no_guess": "yes"})).contains("yes"));
    assert!(refusal(&json!({"level": "4x4/12"})).contains("cannot be kept"));
    assert!(refusal(&json!({"level": "huge"})).contains("not a level"));
    assert!(refusal(&json!({"first": [30, 0]})).contains("outside the board"));
    assert!(refusal(&json!({"promise": "win"})).contains("not a promise"));
}

/// Keys, not options.
#[test]
fn hints_speak_of_the_keys_of_a_request() {
    let hint = |question: &Value| {
        let answer = post("/api/deal", question);
        answer.refusal(400);
        answer.json()["hint"].as_str().unwrap().to_owned()
    };
    let promise = hint(&json!({"level": "4x4/12"}));
    assert_eq!(promise, r#"promise less (`promise`: "safe" or "none"), or lay fewer mines"#);
    let first = hint(&json!({"first": [30, 0]}));
    assert_eq!(first, "columns and rows count from 0; the last cell is [29, 15]");
    assert_eq!(hint(&json!({"level": "huge"})), "see `level` in /api/openapi.json");
    assert_eq!(hint(&json!({"no_guess": "yes"})), "see `no_guess` in /api/openapi.json");
}

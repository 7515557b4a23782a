//! `/api/coach`, and `/api/explain` of two cells.

use serde_json::json;

use super::document::check;
use super::{document, post};

#[test]
fn the_coach_names_what_wins() {
    let document = document();
    let form = |name: &str| document["components"]["schemas"][name].clone();
    // A mine beside the 1, another among the last two: the middle tells of both.
    let position = "5x1/2\n*1***";
    let counsel = post("/api/coach", &json!({"position": position, "candidates": 9})).json();
    check(&counsel, &form("Counsel"), &document).unwrap();
    assert_eq!((&counsel["action"], &counsel["decision"]), (&json!("open"), &json!("endgame")));
    assert_eq!((&counsel["win"]["value"], &counsel["win"]["exact"]), (&json!(0.5), &json!(true)));
    let candidates = counsel["candidates"].as_array().unwrap();
    assert_eq!((candidates.len(), &candidates[0]["cell"]), (4, &counsel["cell"]));
    assert_eq!(candidates[3]["win"]["value"], 0.25);
    // Nothing is left to open.
    let done = post("/api/coach", &json!({"position": "2x1/1\n1F"})).json();
    check(&done, &form("Counsel"), &document).unwrap();
    assert_eq!(done["action"], json!(null));
    let clash = post("/api/coach", &json!({"position": "4x1/1\n1**1"}));
    assert!(clash.refusal(422).contains("no layout fits"));
    let wrong = post("/api/coach", &json!({"position": position, "promise": "luck"}));
    assert!(wrong.refusal(400).contains("luck"));
}

#[test]
fn two_cells_are_compared() {
    let document = document();
    let ask = |cell: [u32; 2], against: [u32; 2]| {
        let position = "5x1/2\n*1***";
        post("/api/explain", &json!({"position": position, "cell": cell, "against": against}))
    };
    let compared = ask([0, 0], [2, 0]).json();
    check(&compared, &document["components"]["schemas"]["Comparison"], &document).unwrap();
    assert_eq!((&compared["better"], &compared["ahead"]), (&json!([2, 0]), &json!(0.25)));
    assert_eq!(compared["text"][0], "2,0 wins more often: 50.0 % against 25.0 %.");
    assert_eq!(compared["cell"]["dead"], true);
    assert!(ask([0, 0], [1, 0]).refusal(400).contains("1,0 is not a closed cell"));
    assert!(ask([0, 0], [0, 0]).refusal(400).contains("cannot be compared with itself"));
}

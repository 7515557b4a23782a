//! `/api/explain`.

use serde_json::json;

use super::document::check;
use super::{document, post};

#[test]
fn a_cell_is_explained_or_doubted() {
    let document = document();
    let form = |name: &str| document["components"]["schemas"][name].clone();
    // The total and the first clue leave no mine for the last cell.
    let position = "4x1/1\n1**1";
    let certain = post("/api/explain", &json!({"position": "3x1/1\n1**", "cell": [2, 0]}));
    assert_eq!((&certain.json()["mine"], &certain.json()["total"]), (&json!(false), &json!(true)));
    check(&certain.json(), &form("Explanation"), &document).unwrap();
    let clash = post("/api/explain", &json!({"position": position, "cell": [2, 0]}));
    assert!(clash.refusal(422).contains("no layout fits"));
    assert_eq!(clash.json()["clash"]["total"], true);
    let doubt = post("/api/explain", &json!({"position": "3x1/1\n*1*", "cell": [0, 0]}));
    assert_eq!(
        (&doubt.json()["certain"], &doubt.json()["probability"]),
        (&json!(false), &json!(0.5))
    );
    check(&doubt.json(), &form("Doubt"), &document).unwrap();
    let refusal = |cell: [u32; 2]| {
        post("/api/explain", &json!({"position": "3x1/1\n*1*", "cell": cell})).refusal(400)
    };
    assert!(refusal([1, 0]).contains("1,0 is not a closed cell"));
    assert!(refusal([9, 9]).contains("9,9 is not a closed cell"));
}

//! The server from inside: every route, every limit, and the document that describes
//! them.

use std::collections::BTreeSet;
use std::sync::mpsc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use serde_json::{Value, json};
use surefoot_players::{Entry, Roster};
use tower::ServiceExt;

use super::desk::{Desk, Limits};
use super::failure::Failure;
use super::{api, page, router};

const DRAWING: &str = "4x4/3\n1***\n1***\n12**\n01**";

/// What is answered to a request.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/json");
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The words of a refusal, which always has a hint too.
    #[track_caller]
    fn refusal(&self, status: u16) -> String {
        let body = self.json();
        assert_eq!(self.status, status, "{body}");
        assert!(body["hint"].as_str().is_some_and(|hint| !hint.is_empty()), "{body}");
        body["error"].as_str().unwrap().to_owned()
    }
}

fn run<T>(future: impl Future<Output = T>) -> T {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(1).enable_time().build().unwrap().block_on(future)
}

async fn ask(limits: Limits, request: Request<Body>) -> Answer {
    let response = router(Desk::new(2, limits)).oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap().to_vec();
    Answer { status: parts.status, headers: parts.headers, body }
}

fn post_text(path: &str, body: impl Into<Body>) -> Answer {
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
    run(ask(Limits::default(), request.body(body.into()).unwrap()))
}

fn post(path: &str, body: &Value) -> Answer {
    post_text(path, body.to_string())
}

fn get(path: &str) -> Answer {
    run(ask(Limits::default(), Request::get(path).body(Body::empty()).unwrap()))
}

fn document() -> Value {
    let answer = get("/api/openapi.json");
    assert_eq!(answer.status, 200);
    answer.json()
}

/// Whether a value is of the form a schema describes, as far as our schemas go; a
/// keyword that this does not know is an error too.
fn check(value: &Value, schema: &Value, document: &Value) -> Result<(), String> {
    for (keyword, wanted) in schema.as_object().unwrap() {
        let fits = match keyword.as_str() {
            "$ref" => {
                let path = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                check(value, document.pointer(path).unwrap(), document)?;
                true
            }
            "type" => {
                let is = |kind: &Value| match kind.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_u64(),
                    "number" => value.is_number(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    other => panic!("{other}"),
                };
                wanted.as_array().map_or_else(|| is(wanted), |kinds| kinds.iter().any(is))
            }
            "oneOf" => {
                let choices = wanted.as_array().unwrap().iter();
                choices.filter(|choice| check(value, choice, document).is_ok()).count() == 1
            }
            "enum" => wanted.as_array().unwrap().contains(value),
            "required" => {
                let names = wanted.as_array().unwrap();
                names.iter().all(|name| value.get(name.as_str().unwrap()).is_some())
            }
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        check(value, schema, document).map_err(|e| format!("{name}: {e}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                assert_eq!(*wanted, false);
                value
                    .as_object()
                    .is_none_or(|o| o.keys().all(|k| schema["properties"].get(k).is_some()))
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(item, wanted, document)?;
                }
                true
            }
            "minItems" => {
                value.as_array().is_none_or(|a| a.len() as u64 >= wanted.as_u64().unwrap())
            }
            "maxItems" => {
                value.as_array().is_none_or(|a| a.len() as u64 <= wanted.as_u64().unwrap())
            }
            "minimum" => value.as_f64().is_none_or(|n| n >= wanted.as_f64().unwrap()),
            "exclusiveMinimum" => value.as_f64().is_none_or(|n| n > wanted.as_f64().unwrap()),
            "exclusiveMaximum" => value.as_f64().is_none_or(|n| n < wanted.as_f64().unwrap()),
            "description" | "default" | "examples" => true,
            other => panic!("`{other}` is not a keyword we use"),
        };
        if !fits {
            return Err(format!("{value} is not as `{keyword}`: {wanted} says"));
        }
    }
    Ok(())
}

#[test]
fn the_document_describes_every_route_and_no_other() {
    let document = document();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    let described: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(|method| (path.clone(), method.clone()))
        })
        .collect();
    let routed: BTreeSet<(String, String)> =
        api::routes().iter().map(|r| (r.path.to_owned(), r.method.to_owned())).collect();
    assert_eq!(described, routed);
}

/// Every example is answered, and every answer is of the form described.
#[test]
fn the_examples_of_the_document_are_answered_as_it_says() {
    let document = document();
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let Some(question) = methods.get("post") else { continue };
        let content = &question["requestBody"]["content"]["application/json"];
        check(&content["example"], &content["schema"], &document).unwrap();
        let answer = post(path, &content["example"]);
        assert_eq!(answer.status, 200, "{path}: {}", answer.json());
        let described = &question["responses"]["200"]["content"]["application/json"]["schema"];
        check(&answer.json(), described, &document).unwrap();
        // A refusal, of the same form everywhere.
        let refused = post(path, &json!({"nonsense": 1}));
        assert!(refused.refusal(400).contains("nonsense"), "{path}");
        let described = &question["responses"]["400"]["content"]["application/json"]["schema"];
        check(&refused.json(), described, &document).unwrap();
        asked += 1;
    }
    assert_eq!(asked, 4);
}

#[test]
fn an_analysis_is_what_the_command_line_prints() {
    let answer = post("/api/analyse", &json!({"position": "1*2\n***\n*3*"})).json();
    let printed = include_str!("../../tests/cmd/analyse.trycmd");
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
    let none = Failure::from(crate::complaint::answer_no("there is no such board".to_owned()));
    assert_eq!(none.status, StatusCode::UNPROCESSABLE_ENTITY);

    let refusal = |question: &Value| post("/api/deal", question).refusal(400);
    assert!(refusal(&json!({"no_guess": "yes"})).contains("yes"));
    assert!(refusal(&json!({"level": "4x4/12"})).contains("cannot be kept"));
    assert!(refusal(&json!({"level": "huge"})).contains("not a level"));
    assert!(refusal(&json!({"first": [30, 0]})).contains("outside the board"));
    assert!(refusal(&json!({"promise": "win"})).contains("not a promise"));
}

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
    assert!(post_text("/api/analyse", vec![0xff_u8; 9]).refusal(400).contains("not understood"));
    let density = json!({"position": DRAWING, "density": 1.5});
    let refused = post("/api/analyse", &density);
    assert!(refused.refusal(400).contains("`density` 1.5 is out of range"));
    let hint = "try 0.2, or omit `density` to take every total as likely";
    assert_eq!(refused.json()["hint"], hint, "keys, not options");
}

#[test]
fn limits_are_kept_and_said() {
    let long = format!("{{\"position\": \"{}\"}}", "*".repeat(1 << 20));
    assert!(post_text("/api/analyse", long).refusal(413).contains("1 MB"));
    let wide = format!("101x100/1\n{}", format!("{}\n", "*".repeat(101)).repeat(100));
    assert!(post("/api/analyse", &json!({"position": wide})).refusal(422).contains("10100 cells"));
    assert!(post("/api/deal", &json!({"level": "1000x1000/1"})).refusal(422).contains("cells"));
    let few = Limits { budget: 1, ..Limits::default() };
    let request = |limits| {
        let body = Body::from(json!({"position": DRAWING}).to_string());
        let request = Request::post("/api/analyse");
        run(ask(
            limits,
            request.header(header::CONTENT_TYPE, "application/json").body(body).unwrap(),
        ))
    };
    assert!(request(few).refusal(422).contains("budget"));
    let plain = Request::post("/api/analyse").body(Body::from("{}")).unwrap();
    let answer = run(ask(Limits::default(), plain));
    assert!(answer.refusal(415).contains("JSON"));
}

/// One question keeps the only thread; one may wait; the third is refused, and when the
/// first is done the second is answered. No clock decides any of it.
#[test]
fn who_finds_the_queue_full_is_sent_away() {
    run(async {
        let limits = Limits { queue: 1, time: Duration::from_hours(1), ..Limits::default() };
        let desk = std::sync::Arc::new(Desk::new(1, limits));
        let (begun, has_begun) = mpsc::channel();
        let (go_on, may_go_on) = mpsc::channel();
        let first = tokio::spawn({
            let desk = desk.clone();
            async move {
                let question = move || {
                    begun.send(()).unwrap();
                    may_go_on.recv().unwrap();
                    Ok(1)
                };
                desk.answer(question).await
            }
        });
        tokio::task::spawn_blocking(move || has_begun.recv().unwrap()).await.unwrap();
        // The second is polled first and takes the place in the queue.
        let mut second = std::pin::pin!(desk.answer(|| Ok(2)));
        let refused = tokio::select! {
            biased;
            answered = &mut second => panic!("{answered:?}"),
            refused = desk.answer(|| Ok(3)) => refused.unwrap_err(),
        };
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        go_on.send(()).unwrap();
        assert_eq!(first.await.unwrap().unwrap(), 1);
        assert_eq!(second.await.unwrap(), 2);
    });
}

/// What takes too long is given up on, and keeps its thread until it is done.
#[test]
fn a_deadline_is_kept() {
    run(async {
        let desk =
            Desk::new(1, Limits { time: Duration::from_millis(1), queue: 0, ..Limits::default() });
        let (go_on, may_go_on) = mpsc::channel();
        let late = desk.answer(move || may_go_on.recv().map_err(|_| unreachable!())).await;
        let late: Failure = late.map(|()| 0).unwrap_err();
        assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(late.error.contains("0.001 s"), "{}", late.error);
        let busy = desk.answer(|| Ok(2)).await.unwrap_err();
        assert_eq!(busy.status, StatusCode::SERVICE_UNAVAILABLE);
        go_on.send(()).unwrap();
    });
}

#[test]
fn a_panic_is_answered_and_leaves_the_desk_open() {
    run(async {
        let desk = Desk::new(1, Limits { queue: 0, ..Limits::default() });
        let failed: Result<(), Failure> = desk.answer(|| panic!("on purpose")).await;
        assert_eq!(failed.unwrap_err().status, StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(desk.answer(|| Ok(7)).await.unwrap(), 7);
    });
}

#[test]
fn what_is_not_there_is_said() {
    assert!(get("/api/nothing").refusal(404).contains("/api/nothing"));
    assert!(get("/api/analyse").refusal(405).contains("GET"));
    assert!(post("/", &json!({})).refusal(405).contains("POST"));
    assert_eq!(get("/nothing").status, 404);
    assert_eq!(get("/../../Cargo.toml").status, 404);
    let busy = Failure::new(StatusCode::SERVICE_UNAVAILABLE, "", "");
    let busy = axum::response::IntoResponse::into_response(busy);
    assert_eq!(busy.headers()[header::RETRY_AFTER], "1");
}

#[test]
fn every_answer_protects_the_browser() {
    for answer in
        [get("/"), get("/api/openapi.json"), get("/nothing"), post("/api/deal", &json!({}))]
    {
        let policy = answer.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'"), "{policy}");
        assert!(!policy.contains("unsafe-inline"));
        assert_eq!(answer.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    }
}

#[test]
fn the_page_comes_from_inside_or_says_how_to_build_it() {
    let index = get("/");
    assert!(index.headers[header::CONTENT_TYPE].to_str().unwrap().starts_with("text/html"));
    if !page::is_built() {
        assert_eq!(index.status, 404);
        assert!(String::from_utf8(index.body).unwrap().contains("scripts/page"));
        return;
    }
    assert_eq!(index.status, 200);
    assert_eq!(index.headers[header::CACHE_CONTROL], "no-cache");
    let again = Request::get("/").header(header::IF_NONE_MATCH, &index.headers[header::ETAG]);
    let again = run(ask(Limits::default(), again.body(Body::empty()).unwrap()));
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    for (path, kind) in page::hashed() {
        let answer = get(&format!("/{path}"));
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.headers[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
        assert_eq!(answer.headers[header::CONTENT_TYPE], kind, "{path}");
    }
}

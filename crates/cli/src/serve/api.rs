//! What can be asked: four questions, each a JSON object in and one out.
//!
//! `openapi.json` beside this file says the same for programs, and is served as it is.
//! A test holds the two together.

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{body::Bytes, extract::rejection::BytesRejection};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use surefoot_inference::no_guess::Logic;
use surefoot_inference::{
    Analysis, AnalysisError, Explanation, Options, ProofError, Prover, Workspace,
};
use surefoot_players::{AnyPlayer, Entry, Roster, advise};
use surefoot_rules::notation::{self, Format, Keeps, ReadOptions};
use surefoot_rules::{
    Action, Cell, Clues, Deal, Level, Neighbourhood, Point, Promise, Random, View,
};

use super::desk::{Desk, Limits};
use super::failure::Failure;
use crate::args::{Color, Common, DealArguments, Generator, Seed};
use crate::assumptions::{self, AssumptionError};
use crate::{deal, json};

const OPENAPI: &str = include_str!("openapi.json");
const SEE: &str = "see /api/openapi.json for the keys and an example";

/// One path of the API.
pub(super) struct Route {
    pub(super) path: &'static str,
    /// In lower case, as `openapi.json` names it.
    #[cfg_attr(not(test), expect(dead_code, reason = "the document is compared with it"))]
    pub(super) method: &'static str,
    pub(super) answer: MethodRouter<Arc<Desk>>,
}

/// Every path there is.
pub(super) fn routes() -> Vec<Route> {
    let question = |path, answer| Route { path, method: "post", answer };
    vec![
        question("/api/analyse", post(analysis)),
        question("/api/explain", post(explanation)),
        question("/api/deal", post(board)),
        question("/api/move", post(best_move)),
        Route { path: "/api/openapi.json", method: "get", answer: get(openapi) },
    ]
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// A question: the body of a request as JSON of a known form.
struct Asked<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        // A page of another origin cannot send this type without being asked whether it
        // may, so it cannot keep a visitor's machine busy.
        if !is_json(request.headers()) {
            return Err(Failure::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the body is not said to be JSON",
                "send the header Content-Type: application/json",
            ));
        }
        let body =
            Bytes::from_request(request, state).await.map_err(|rejection| match &rejection {
                BytesRejection::FailedToBufferBody(_)
                    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE =>
                {
                    let error = "the body is longer than 1 MB";
                    Failure::new(rejection.status(), error, "ask about a smaller board")
                }
                _ => Failure::bad("the body cannot be read", "send it again"),
            })?;
        serde_json::from_slice(&body)
            .map(Self)
            .map_err(|error| Failure::bad(format!("the body is not understood: {error}"), SEE))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// An answer as JSON. It is written on the thread that found it.
fn written(answer: &Value) -> Vec<u8> {
    answer.to_string().into_bytes()
}

fn sent(body: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// A value in a request that is a text of ours.
fn parsed<T: std::str::FromStr>(text: Option<&str>, usual: T) -> Result<T, Failure>
where
    T::Err: std::fmt::Display,
{
    match text {
        None => Ok(usual),
        Some(text) => text.parse().map_err(|error: T::Err| Failure::bad(error.to_string(), SEE)),
    }
}

/// The position in a text of any notation.
fn position(text: &str, format: Option<&str>, limits: &Limits) -> Result<View, Failure> {
    let format = parsed(format, Format::recognise(text.as_bytes()))?;
    let board = || {
        let error = format!("the position is a whole board (read as `{format}`)");
        Failure::bad(error, "a position has hidden cells; try a drawing")
    };
    if format.keeps() == Keeps::Board {
        return Err(board());
    }
    let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let documents = notation::read(text.as_bytes(), options).map_err(|error| {
        let error = format!("the position, read as `{format}`: {error}");
        Failure::bad(error, "a drawing is a line 9x9/10 and a line per row; `format` names others")
    })?;
    let [document] = &documents[..] else {
        let error = format!("there are {} positions", documents.len());
        return Err(Failure::bad(error, "ask about one at a time"));
    };
    let view = document.view().ok_or_else(board)?;
    small_enough(view.grid().width(), view.grid().height(), limits)?;
    Ok(view.clone())
}

fn small_enough(width: u32, height: u32, limits: &Limits) -> Result<(), Failure> {
    let cells = u64::from(width) * u64::from(height);
    if cells <= limits.cells as u64 {
        return Ok(());
    }
    let error =
        format!("a board of {width}x{height} has {cells} cells, and the most is {}", limits.cells);
    Err(Failure::unanswerable(error, "the command line has no such limit"))
}

fn unanswered(error: &AnalysisError) -> Failure {
    match error {
        AnalysisError::Inconsistent(clash) => Failure {
            clash: Some(json::clash(clash)),
            ..Failure::unanswerable(error.to_string(), "look at the clues it names")
        },
        _ => Failure::unanswerable(error.to_string(), "the command line has a larger budget"),
    }
}

fn mistaken(error: AssumptionError) -> Failure {
    match error {
        AssumptionError::Density(p) => {
            let error = format!("`density` {p} is out of range: expected a number between 0 and 1");
            Failure::bad(error, "try 0.2, or omit `density` to take every total as likely")
        }
        AssumptionError::EndlessAsks => Failure::bad(
            "`asks=until` does not say how often a cell was asked",
            "give the number of asks in `clues`, as in optimistic:q=0.8,asks=4",
        ),
        AssumptionError::View(error) => {
            Failure::bad(error.to_string(), "check the clues and the number of mines in `position`")
        }
    }
}

/// What `surefoot analyse` is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnalyseQuestion {
    position: String,
    format: Option<String>,
    clues: Option<String>,
    density: Option<f64>,
}

async fn analysis(
    State(desk): State<Arc<Desk>>,
    Asked(asked): Asked<AnalyseQuestion>,
) -> Result<Response, Failure> {
    let limits = desk.limits;
    let question = move || {
        let clues = parsed(asked.clues.as_deref(), Clues::default())?;
        let unknown = assumptions::unknown(asked.density).map_err(mistaken)?;
        let view = position(&asked.position, asked.format.as_deref(), &limits)?;
        let view = match clues == Clues::default() {
            true => view,
            false => assumptions::under(&view, clues).map_err(mistaken)?,
        };
        let options = Options { unknown, budget: limits.budget };
        let analysis = Analysis::with(&view, options).map_err(|error| unanswered(&error))?;
        Ok(written(&json::analysis(&view, &analysis)))
    };
    desk.answer(question).await.map(sent)
}

/// What `surefoot explain` is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExplainQuestion {
    position: String,
    format: Option<String>,
    cell: [u32; 2],
}

async fn explanation(
    State(desk): State<Arc<Desk>>,
    Asked(asked): Asked<ExplainQuestion>,
) -> Result<Response, Failure> {
    let limits = desk.limits;
    let question = move || {
        let view = position(&asked.position, asked.format.as_deref(), &limits)?;
        let [x, y] = asked.cell;
        let point = Point { x, y };
        let cell = view.grid().cell(point).filter(|&cell| view.tile(cell).is_closed());
        let cell = cell.ok_or_else(|| {
            let error = format!("{point} is not a closed cell of the board");
            Failure::bad(error, "name one, as [column, row] from 0 at the top left")
        })?;
        Ok(written(&why(&view, cell, &limits)?))
    };
    desk.answer(question).await.map(sent)
}

/// Why a cell is certain, or that it is not.
fn why(view: &View, cell: Cell, limits: &Limits) -> Result<Value, Failure> {
    let options = Options { budget: limits.budget, ..Options::default() };
    match Prover::new(options).explain(view, cell) {
        Ok(Explanation::Clash(clash)) => Err(unanswered(&AnalysisError::Inconsistent(clash))),
        Ok(why) => Ok(json::explanation(view, &why)),
        Err(ProofError::Analysis(error)) => Err(unanswered(&error)),
        Err(error) => {
            let hint = "/api/analyse tells what is certain";
            Err(Failure::unanswerable(error.to_string(), hint))
        }
    }
}

/// What `surefoot deal` is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DealQuestion {
    level: Option<String>,
    neighbourhood: Option<String>,
    promise: Option<String>,
    first: Option<[u32; 2]>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    index: u64,
    no_guess: Option<String>,
}

async fn board(
    State(desk): State<Arc<Desk>>,
    Asked(asked): Asked<DealQuestion>,
) -> Result<Response, Failure> {
    let limits = desk.limits;
    let question = move || {
        let level = parsed(asked.level.as_deref(), Level::EXPERT)?;
        small_enough(level.width, level.height, &limits)?;
        let order = DealArguments {
            level,
            neighbourhood: parsed(asked.neighbourhood.as_deref(), Neighbourhood::default())?,
            promise: parsed(asked.promise.as_deref(), Promise::Opening)?,
            first: asked.first.map(|[x, y]| Point { x, y }),
            count: 1,
            index: asked.index,
            format: Some(Format::Boards),
            generator: Generator::Surefoot,
            no_guess: asked.no_guess.map(|logic| parsed(Some(&logic), Logic::Full)).transpose()?,
            proofs: None,
        };
        let common = Common {
            json: true,
            seed: Some(Seed::Number(asked.seed)),
            threads: None,
            color: Color::Never,
            quiet: true,
            verbose: false,
        };
        Ok(deal::one(&common, &order)?)
    };
    desk.answer(question).await.map(sent)
}

/// Whose move is asked for, and where.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveQuestion {
    position: String,
    format: Option<String>,
    player: Option<String>,
    promise: Option<String>,
    #[serde(default)]
    seed: u64,
}

async fn best_move(
    State(desk): State<Arc<Desk>>,
    Asked(asked): Asked<MoveQuestion>,
) -> Result<Response, Failure> {
    let limits = desk.limits;
    let question = move || {
        let promise = parsed(asked.promise.as_deref(), Promise::Opening)?;
        let name = asked.player.as_deref().unwrap_or("surefoot");
        let player = player(name)?;
        let view = position(&asked.position, asked.format.as_deref(), &limits)?;
        Ok(written(&move_of(player, name, &view, promise, asked.seed, &limits)?))
    };
    desk.answer(question).await.map(sent)
}

/// A player by its name alone: some options make a move take hours.
fn player(name: &str) -> Result<AnyPlayer, Failure> {
    if name.contains(':') {
        let error = format!("`{name}` has options, and players are taken by name here");
        return Err(Failure::bad(error, "the command line takes options"));
    }
    let roster = Roster::standard();
    roster.call(name).map_err(|error| {
        let names: Vec<&str> = roster.entries().iter().map(Entry::name).collect();
        Failure::bad(error.to_string(), format!("the players are {}", names.join(", ")))
    })
}

fn move_of(
    mut player: AnyPlayer,
    name: &str,
    view: &View,
    promise: Promise,
    seed: u64,
    limits: &Limits,
) -> Result<Value, Failure> {
    if view.hidden_count() == 0 {
        return Err(Failure::bad("no cell is hidden", "a move needs one that is"));
    }
    // No player is asked about what cannot be; how safe the move is, is of interest.
    let options = Options { budget: limits.budget, ..Options::default() };
    let mut workspace = Workspace::new(options);
    let posterior = match workspace.solve(view) {
        Ok(posterior) => Some(posterior),
        Err(AnalysisError::OverBudget { .. }) => None,
        Err(error) => return Err(unanswered(&error)),
    };
    let brief = advise::ordinary(view, promise);
    let random = Random::for_player(Deal::new(seed, 0), name);
    let choice = advise::advise(&mut player, &brief, view, random);
    let action = match choice.action {
        Action::Open(_) => "open",
        Action::Flag(_) => "flag",
        Action::Chord(_) => "chord",
        Action::Ask(_) => "ask",
        Action::Declare => "declare",
    };
    let grid = view.grid();
    let opened = match choice.action {
        Action::Open(cell) => Some(cell),
        _ => None,
    };
    let mine = posterior.and_then(|posterior| posterior.probability(opened?));
    Ok(json!({
        "player": name,
        "action": action,
        "cell": choice.action.cell().map(|cell| json::pair(grid, cell)),
        "certain": choice.certain,
        "why": choice.why,
        "because": json::pairs(grid, &choice.because),
        "safety": mine.map(|mine| 1.0 - mine),
        "value": choice.value,
    }))
}

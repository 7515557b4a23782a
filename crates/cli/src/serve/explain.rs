//! `/api/explain`: why a cell is what it is, or better than another.

use serde::Deserialize;
use serde_json::Value;
use surefoot_inference::{AnalysisError, Explanation, Options, ProofError, Prover, Unknown};
use surefoot_players::coach::{Coach, CoachError};
use surefoot_rules::{Cell, Point, View};

use super::api::{ApiAnswer, ApiQuestion, written};
use super::desk::{Attempt, QuestionLimits, QuestionWeight};
use super::failure::Failure;
use super::position::{self, unanswered};
use crate::json;

/// What `surefoot explain` is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(super) struct ExplainQuestion {
    position: String,
    format: Option<String>,
    cell: [u32; 2],
    against: Option<[u32; 2]>,
}

impl ApiQuestion for ExplainQuestion {
    fn answer(&self, limits: &QuestionLimits, weight: QuestionWeight) -> ApiAnswer {
        let view = position::read(&self.position, self.format.as_deref(), limits)?;
        let cell = closed(&view, self.cell)?;
        let options = limits.options(weight, Unknown::default());
        let answer = match self.against {
            None => why(&view, cell, options)?,
            Some(other) => better(&view, [cell, closed(&view, other)?], options)?,
        };
        Ok(Attempt::Answer(written(&answer)))
    }
}

/// The closed cell of a pair.
fn closed(view: &View, [x, y]: [u32; 2]) -> Result<Cell, Failure> {
    let point = Point { x, y };
    let cell = view.grid().cell(point).filter(|&cell| view.tile(cell).is_closed());
    cell.ok_or_else(|| {
        let error = format!("{point} is not a closed cell of the board");
        Failure::bad(error, "name a closed cell as [column, row], counted from 0 at the top left")
    })
}

/// What sets two cells apart.
fn better(view: &View, [one, other]: [Cell; 2], options: Options) -> Result<Value, Failure> {
    match Coach::new(options).compare(view, one, other) {
        Ok(compared) => Ok(json::comparison(view, &compared)),
        Err(CoachError::Analysis(error)) => Err(unanswered(&error)),
        Err(error) => Err(Failure::bad(error.to_string(), "name another closed cell in `against`")),
    }
}

/// Why a cell is certain, or that it is not.
fn why(view: &View, cell: Cell, options: Options) -> Result<Value, Failure> {
    match Prover::new(options).explain(view, cell) {
        Ok(Explanation::Clash(clash)) => Err(unanswered(&AnalysisError::Inconsistent(clash))),
        Ok(why) => Ok(json::explanation(view, &why)),
        Err(ProofError::Analysis(error)) => Err(unanswered(&error)),
        Err(error) => {
            let hint = "/api/analyse shows which cells are certain";
            Err(Failure::unanswerable(error.to_string(), hint))
        }
    }
}

//! `/api/deal`: one board, as `surefoot deal` deals it.

use serde::Deserialize;
use surefoot_inference::no_guess::{self, Logic, NoGuessError};
use surefoot_rules::notation::{self, Board, Document, Format};
use surefoot_rules::{
    Deal, DealError, Level, Point, Promise, RulesError, Setting, SettingError, SettingField,
};

use super::api::{ApiAnswer, ApiQuestion};
use super::desk::{Attempt, QuestionLimits, QuestionWeight};
use super::failure::Failure;
use super::position::{parsed, small_enough};

/// What `surefoot deal` is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(super) struct DealQuestion {
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

impl ApiQuestion for DealQuestion {
    /// Drawing boards until one needs no guess may take seconds.
    fn weight(&self) -> QuestionWeight {
        if self.no_guess.is_some() { QuestionWeight::Heavy } else { QuestionWeight::Light }
    }

    fn answer(&self, limits: &QuestionLimits, _: QuestionWeight) -> ApiAnswer {
        board(self, limits).map(Attempt::Answer)
    }
}

/// The board as a line of JSON.
fn board(asked: &DealQuestion, limits: &QuestionLimits) -> Result<Vec<u8>, Failure> {
    let no_guess = asked.no_guess.as_deref();
    let no_guess =
        no_guess.map(|logic| parsed("no_guess", Some(logic), Logic::Full)).transpose()?;
    let mut setting = Setting::at(Level::EXPERT);
    let texts = [
        (SettingField::Level, &asked.level),
        (SettingField::Neighbourhood, &asked.neighbourhood),
        (SettingField::Promise, &asked.promise),
    ];
    for (field, text) in texts {
        if let Some(text) = text {
            setting.set(field, text).map_err(mistaken)?;
        }
    }
    let (width, height) = setting.size.unwrap_or_default();
    small_enough(width, height, limits)?;
    setting.first = asked.first.map(|[x, y]| Point { x, y });
    let (rules, first) = setting.rules_and_first().map_err(mistaken)?;
    let deal = Deal::new(asked.seed, asked.index);
    let layout = no_guess::board(&rules, first, no_guess, deal).map_err(not_found)?;
    let tell_first = rules.promise != Promise::None || asked.first.is_some() || no_guess.is_some();
    let board = Document::Board(Board { layout, first: tell_first.then_some(first) });
    notation::write(&board, Format::Boards)
        .map_err(|error| Failure::unanswerable(error.to_string(), "try another `neighbourhood`"))
}

/// What is wrong with a setting, and which key to change.
fn mistaken(error: SettingError) -> Failure {
    let hint = match &error {
        SettingError::Rules(RulesError::Deal(DealError::Promise { .. })) => {
            "promise less (`promise`: \"safe\" or \"none\"), or lay fewer mines".to_owned()
        }
        SettingError::Rules(RulesError::Deal(_)) => "lay fewer mines".to_owned(),
        SettingError::Outside { width, height, .. } => {
            let (x, y) = (width - 1, height - 1);
            format!("columns and rows count from 0; the last cell is [{x}, {y}]")
        }
        _ => return Failure::of_key(error.field().name(), error),
    };
    Failure::bad(error.to_string(), hint)
}

/// What has no answer is not the fault of the question.
pub(super) fn not_found(error: NoGuessError) -> Failure {
    match error {
        NoGuessError::GaveUp { .. } => {
            let hint = "lay fewer mines, or try another `seed`, `first` or more logic";
            Failure::unanswerable(error.to_string(), hint)
        }
        NoGuessError::Deal(error) => mistaken(RulesError::Deal(error).into()),
        error => Failure::bad(error.to_string(), "see /api/openapi.json for the keys"),
    }
}

//! `/api/move`: what a player would do.

use serde::Deserialize;
use serde_json::{Value, json};
use surefoot_inference::{Allowance, Options, Unknown, Workspace};
use surefoot_players::{AnyPlayer, Entry, Roster, advise};
use surefoot_rules::{Action, Deal, Promise, Random, View};

use super::api::{ApiAnswer, ApiQuestion, written};
use super::desk::{Attempt, QuestionLimits, QuestionWeight};
use super::failure::Failure;
use super::position::{self, parsed, unanswered};
use crate::json;

/// Whose move is asked for, and where.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(super) struct AdviseQuestion {
    position: String,
    format: Option<String>,
    player: Option<String>,
    promise: Option<String>,
    #[serde(default)]
    seed: u64,
}

impl ApiQuestion for AdviseQuestion {
    fn answer(&self, limits: &QuestionLimits, weight: QuestionWeight) -> ApiAnswer {
        // The player too: what it makes for itself counts among the rest.
        Allowance::of(limits.for_moves(weight)).during(|| {
            let promise = parsed("promise", self.promise.as_deref(), Promise::Opening)?;
            let name = self.player.as_deref().unwrap_or("surefoot");
            let player = player(name)?;
            let view = position::read(&self.position, self.format.as_deref(), limits)?;
            let options = limits.options(weight, Unknown::default());
            let advised = move_of(player, name, &view, promise, self.seed, options)?;
            Ok(Attempt::Answer(written(&advised)))
        })
    }
}

/// A player by its name alone: some options make a move take hours.
fn player(name: &str) -> Result<AnyPlayer, Failure> {
    if name.contains(':') {
        let error = format!("`{name}` has options, but only plain names are accepted here");
        return Err(Failure::bad(
            error,
            "omit the options, or use the command line: surefoot watch",
        ));
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
    options: Options,
) -> Result<Value, Failure> {
    if view.hidden_count() == 0 {
        return Err(Failure::bad("no cell is hidden", "send a position with hidden cells"));
    }
    // No player is asked about what cannot be. It shares the memory of the question, so nothing
    // is held while it thinks.
    let counted = match Workspace::new(options).solve(view) {
        Ok(_) => true,
        Err(wide) if wide.is_too_wide() => false,
        Err(error) => return Err(unanswered(&error)),
    };
    let brief = advise::ordinary(view, promise);
    let random = Random::for_player(Deal::new(seed, 0), name);
    let choice = advise::advise(&mut player, &brief, view, random);
    drop(player);
    let grid = view.grid();
    let opened = match choice.action {
        Action::Open(cell) => Some(cell),
        _ => None,
    };
    let safety = |cell| Workspace::new(options).solve(view).ok()?.safety(cell);
    let safety = opened.filter(|_| counted).and_then(safety);
    Ok(json!({
        "player": name,
        "action": choice.action.name(),
        "cell": choice.action.cell().map(|cell| json::pair(grid, cell)),
        "certain": choice.certain,
        "why": choice.why,
        "because": json::pairs(grid, &choice.because),
        "safety": safety,
        "value": choice.value,
    }))
}

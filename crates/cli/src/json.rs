//! Answers as JSON: the same from the command line and over HTTP.
//!
//! Cells are pairs of column and row. Nothing is decided here: what is said of a position
//! is an [`Analysis`] or an [`Explanation`] of `surefoot-inference`, or what a coach or a review of
//! `surefoot-players` says.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use surefoot_inference::{Analysis, Bound, Clash, Doubt, Explanation, GivenBound, Proof};
#[cfg(feature = "serve")]
use surefoot_players::coach::Counsel;
use surefoot_players::coach::{CellComparison, Prospect};
use surefoot_players::review::{Guess, REVIEWER, Worth};
use surefoot_players::surefoot::WinChance;
use surefoot_rules::{Cell, Grid, Point, View};

use crate::review::ReviewedReplay;

/// A cell: column, row.
pub(crate) fn pair(grid: &Grid, cell: Cell) -> [u32; 2] {
    let Point { x, y } = grid.point(cell);
    [x, y]
}

pub(crate) fn pairs(grid: &Grid, cells: &[Cell]) -> Vec<[u32; 2]> {
    cells.iter().map(|&cell| pair(grid, cell)).collect()
}

/// Everything that is said of a view. It is written cell by cell: a JSON value of a large board
/// takes many times the memory of its analysis.
#[derive(Serialize)]
struct Said<'a> {
    approximate: bool,
    best: Option<Value>,
    dead: Pairs<'a>,
    error: Option<f64>,
    height: u32,
    mine: Pairs<'a>,
    mines: Option<u32>,
    probability: &'a [Option<f64>],
    safe: Pairs<'a>,
    solutions: Option<String>,
    width: u32,
}

/// Cells as pairs.
struct Pairs<'a>(&'a Grid, Cow<'a, [Cell]>);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.1.iter().map(|&cell| pair(self.0, cell)))
    }
}

/// Everything that is said of a view.
pub(crate) fn analysis<'a>(view: &'a View, analysis: &'a Analysis) -> impl Serialize + 'a {
    let grid = view.grid();
    let best = analysis
        .best
        .as_ref()
        .map(|best| json!({"cell": pair(grid, best.cell), "safety": best.safety, "why": best.why}));
    Said {
        approximate: analysis.error.is_some(),
        best,
        dead: Pairs(grid, Cow::Borrowed(&analysis.dead)),
        error: analysis.error,
        height: grid.height(),
        mine: Pairs(grid, Cow::Owned(analysis.mines())),
        mines: view.mines(),
        probability: &analysis.probability,
        safe: Pairs(grid, Cow::Owned(analysis.safe())),
        solutions: analysis.solutions.as_ref().map(ToString::to_string),
        width: grid.width(),
    }
}

/// The clues that contradict each other.
pub(crate) fn clash(clash: &Clash) -> Value {
    let clues: Vec<[u32; 2]> = clash.points().map(|point| [point.x, point.y]).collect();
    json!({"clues": clues, "total": clash.total})
}

/// Why a cell is what it is.
pub(crate) fn explanation(view: &View, explanation: &Explanation) -> Value {
    match explanation {
        Explanation::Proof(found) => proof(view, found),
        Explanation::Doubt(found) => doubt(view.grid(), found),
        Explanation::Clash(found) => json!({"clash": clash(found)}),
    }
}

fn proof(view: &View, proof: &Proof) -> Value {
    let grid = view.grid();
    let words = proof.in_words(view);
    let steps = proof.steps().into_iter().zip(words).map(|(step, text)| {
        let mut value = json!({
            "kind": step.kind.name(),
            "depth": step.depth,
            "clues": pairs(grid, &step.clues),
            "total": step.total,
            "cells": pairs(grid, &step.cells),
            "because": step.because,
            "given": step.given.iter().map(|given| self::given(grid, given)).collect::<Vec<_>>(),
            "text": text,
        });
        if let Some(said) = step.bound {
            bound(&mut value, said);
        }
        value
    });
    json!({
        "cell": pair(grid, proof.cell),
        "certain": true,
        "mine": proof.mine,
        "probability": if proof.mine { 1.0 } else { 0.0 },
        "clues": pairs(grid, &proof.clues),
        "total": proof.total,
        "smallest": proof.smallest,
        "splits": proof.splits(),
        "difficulty": proof.difficulty(),
        "steps": steps.collect::<Vec<_>>(),
    })
}

/// Something that a step takes for granted.
fn given(grid: &Grid, given: &GivenBound) -> Value {
    let mut value = json!({"cells": pairs(grid, &given.cells), "step": given.step});
    bound(&mut value, given.bound);
    value
}

fn bound(value: &mut Value, bound: Bound) {
    match bound {
        Bound::AtLeast(mines) => value["at_least"] = mines.into(),
        Bound::AtMost(mines) => value["at_most"] = mines.into(),
    }
}

fn doubt(grid: &Grid, doubt: &Doubt) -> Value {
    let contrast = &doubt.contrast;
    let counts = contrast.counts();
    json!({
        "cell": pair(grid, doubt.cell),
        "certain": false,
        "probability": doubt.probability,
        "solutions": counts.as_ref().map(|(all, _)| all.to_string()),
        "mine_in": counts.map(|(_, mine)| mine.to_string()),
        "differ": {
            "as_mine": pairs(grid, &contrast.only_as_mine()),
            "as_safe": pairs(grid, &contrast.only_as_safe()),
        },
    })
}

/// Everything that is said of a replay.
pub(crate) fn review(found: &ReviewedReplay<'_>) -> Value {
    let ReviewedReplay { name, replay, performance, review, .. } = found;
    let grid = replay.layout.grid();
    let level = replay.level();
    // In some modes mines give way.
    let can_fail = replay.mode.guesses_can_fail();
    let guess = |guess: &Guess| {
        let best = guess.better.as_ref().map(|(choice, safe)| {
            json!({
                "action": choice.action.name(),
                "cell": choice.action.cell().map(|cell| pair(grid, cell)),
                "safety": safe,
                "why": choice.why,
                "win": guess.worth.map(|worth| worth.best.value),
                "win_interval": guess.worth.map(|worth| worth.best.interval()),
            })
        });
        let safest =
            guess.safest.map(|(cell, safe)| json!({"cell": pair(grid, cell), "safety": safe}));
        json!({
            "move": guess.number,
            "seconds": found.seconds(guess.number),
            "action": guess.action.name(),
            "cell": guess.action.cell().map(|cell| pair(grid, cell)),
            "safety": guess.safety,
            "safest": safest,
            "best": best,
            "win": guess.worth.map(|worth| worth.chosen),
            "lost": guess.worth.map(Worth::lost),
            "forced": !guess.avoidable,
            "avoidable": guess.avoidable,
            "only_early": guess.is_only_early(),
            "verdict": guess.verdict().name(),
            "survived": guess.survived,
            "missed": guess.missed.as_ref().map(|missed| json!({
                "cell": pair(grid, missed.cell),
                "difficulty": missed.difficulty,
                "steps": missed.steps,
            })),
        })
    };
    let mut said = json!({
        "file": name,
        "format": replay.format.name(),
        "version": replay.version,
        "program": replay.program.to_string(),
        "player": replay.player.to_string(),
        "played_at": replay.played_at,
        "mode": replay.mode.to_string(),
        "width": level.width,
        "height": level.height,
        "mines": level.mines,
        "status": found.status(),
        "start": review.start.map(chance),
        "guesses": review.guesses.iter().map(guess).collect::<Vec<_>>(),
        "rated_by": REVIEWER,
        "luck": can_fail.then(|| review.luck()),
        "p_luck": can_fail.then(|| review.p_luck()),
        "lost": review.lost(),
        "first_click_lost": review.first_click_lost,
        "too_wide": review.too_wide,
        "unlooked": review.unlooked,
        "unweighed": review.unweighed,
        "false_claims": found.false_claims(),
    });
    // Its measures have the same names there, but for the time on the clock.
    if let (Value::Object(said), Value::Object(mut measures)) = (&mut said, json!(performance)) {
        said.extend(measures.remove("seconds").map(|time| ("time".to_owned(), time)));
        said.extend(measures);
    }
    said
}

/// What opening a cell promises.
fn prospect(grid: &Grid, prospect: &Prospect) -> Value {
    let follows = prospect.follows;
    json!({
        "cell": pair(grid, prospect.cell),
        "safety": prospect.safety,
        "win": prospect.win.map(chance),
        "goes_on": follows.map(|follows| follows.goes_on),
        "opening": follows.map(|follows| follows.opening),
        "next": follows.map(|follows| follows.next),
        "flip": prospect.flip.map(|cell| pair(grid, cell)),
        "text": prospect.words(),
    })
}

/// What a coach says of a position.
#[cfg(feature = "serve")]
pub(crate) fn counsel(view: &View, counsel: &Counsel) -> Value {
    let grid = view.grid();
    let decision = counsel.decision.as_ref();
    json!({
        "action": decision.map(|decision| decision.choice.action.name()),
        "cell": decision
            .and_then(|decision| decision.choice.action.cell())
            .map(|cell| pair(grid, cell)),
        "decision": decision.map(|decision| decision.kind.name()),
        "win": counsel.win.map(chance),
        "candidates": counsel.candidates.iter().map(|one| prospect(grid, one)).collect::<Vec<_>>(),
        "certain": counsel.certain,
    })
}

/// Two cells compared.
pub(crate) fn comparison(view: &View, compared: &CellComparison) -> Value {
    let grid = view.grid();
    let cell = |at: usize| {
        let mut value = prospect(grid, &compared.cells[at]);
        let reach = compared.reach.map(|reach| reach[at]);
        value["opens"] = reach.map(|reach| reach.opens).into();
        value["until_guess"] = reach.map(|reach| reach.until_guess).into();
        value["dead"] = compared.dead[at].into();
        value
    };
    json!({
        "cell": cell(0),
        "against": cell(1),
        "better": compared.better.map(|cell| pair(grid, cell)),
        "ahead": compared.ahead(),
        "instead": compared.instead.as_ref().map(|one| prospect(grid, one)),
        "text": compared.words(view),
    })
}

/// A win probability and the interval that holds it 19 times of 20.
fn chance(chance: WinChance) -> Value {
    let (low, high) = chance.interval();
    json!({"value": chance.value, "low": low, "high": high, "exact": chance.is_exact()})
}

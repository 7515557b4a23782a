//! Answers as JSON: the same from the command line and over HTTP.
//!
//! Cells are pairs of column and row. Nothing is decided here: what is said of a position
//! is an [`Analysis`] or an [`Explanation`] of `surefoot-inference`.

use serde_json::{Value, json};
use surefoot_inference::{Analysis, Bound, Clash, Doubt, Explanation, Proof};
use surefoot_rules::{Cell, Grid, Point, View};

/// A cell: column, row.
pub(crate) fn pair(grid: &Grid, cell: Cell) -> [u32; 2] {
    let Point { x, y } = grid.point(cell);
    [x, y]
}

pub(crate) fn pairs(grid: &Grid, cells: &[Cell]) -> Vec<[u32; 2]> {
    cells.iter().map(|&cell| pair(grid, cell)).collect()
}

/// Everything that is said of a view.
pub(crate) fn analysis(view: &View, analysis: &Analysis) -> Value {
    let grid = view.grid();
    let best = analysis
        .best
        .as_ref()
        .map(|best| json!({"cell": pair(grid, best.cell), "safety": best.safety, "why": best.why}));
    json!({
        "width": grid.width(),
        "height": grid.height(),
        "mines": view.mines(),
        "solutions": analysis.solutions.as_ref().map(ToString::to_string),
        "probability": analysis.probability,
        "approximate": analysis.error.is_some(),
        "error": analysis.error,
        "safe": pairs(grid, &analysis.safe()),
        "mine": pairs(grid, &analysis.mines()),
        "dead": pairs(grid, &analysis.dead),
        "best": best,
    })
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
            "cells": pairs(grid, &step.cells),
            "because": step.because,
            "text": text,
        });
        match step.bound {
            Some(Bound::AtLeast(mines)) => value["at_least"] = mines.into(),
            Some(Bound::AtMost(mines)) => value["at_most"] = mines.into(),
            None => {}
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

fn doubt(grid: &Grid, doubt: &Doubt) -> Value {
    let contrast = &doubt.contrast;
    json!({
        "cell": pair(grid, doubt.cell),
        "certain": false,
        "probability": doubt.probability,
        "solutions": (&contrast.mine_in + &contrast.safe_in).to_string(),
        "mine_in": contrast.mine_in.to_string(),
        "differ": {
            "as_mine": pairs(grid, &contrast.only_as_mine()),
            "as_safe": pairs(grid, &contrast.only_as_safe()),
        },
    })
}

//! Why a cell is certain, or why it is not.

use serde::{Deserialize, Serialize};
use surefoot_inference::{Bound, Doubt, Explanation as Explained, GivenBound, Prover};
use surefoot_rules::Cell;
use tsify::Tsify;

use crate::advice::{Clash, options};
use crate::{Position, WebError};

/// One step of a proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct ProofStep {
    /// The step as a sentence.
    pub words: String,
    /// `clue`, `subtraction`, `sum`, `count`, `supposition`, `contradiction`, `refutation`.
    pub kind: String,
    /// Under how many suppositions.
    pub depth: u32,
    /// The clues it looks at.
    pub clues: Vec<u32>,
    /// Whether it looks at the number of mines.
    pub total: bool,
    /// The cells it says something about.
    pub cells: Vec<u32>,
    /// What it says of them: `safe`, `mine`, or that `some` are mines; null for a contradiction.
    pub found: Option<String>,
    /// Every closed cell that it looks at, those included.
    pub looks_at: Vec<u32>,
    /// What it takes for granted.
    pub given: Vec<GivenFact>,
    /// The earlier steps it rests on, from 0.
    pub because: Vec<u32>,
}

/// Something that a step takes for granted: how many of some cells are mines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct GivenFact {
    /// The cells.
    pub cells: Vec<u32>,
    /// At least so many.
    pub at_least: Option<u32>,
    /// At most so many.
    pub at_most: Option<u32>,
    /// The earlier step that said so, from 0; null where it is plain.
    pub step: Option<u32>,
}

impl GivenFact {
    fn of(given: &GivenBound) -> Self {
        let (at_least, at_most) = match given.bound {
            Bound::AtLeast(mines) => (Some(mines), None),
            Bound::AtMost(mines) => (None, Some(mines)),
        };
        let step = given.step.map(|step| step as u32);
        Self { cells: numbers(&given.cells), at_least, at_most, step }
    }
}

/// Why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Explanation {
    /// The cell is certain, and this is the proof.
    Proof {
        /// The cell.
        cell: u32,
        /// Whether it is a mine; else it is safe.
        mine: bool,
        /// The clues that are needed.
        clues: Vec<u32>,
        /// Whether the number of mines is needed too.
        total: bool,
        /// Clues and suppositions needed.
        difficulty: u32,
        /// The steps; the last decides the cell.
        steps: Vec<ProofStep>,
    },
    /// The cell is not certain.
    Doubt {
        /// The cell.
        cell: u32,
        /// The probability of a mine.
        probability: f64,
        /// The mines of a configuration in which it is one.
        as_mine: Vec<u32>,
        /// The mines of a configuration in which it is safe.
        as_safe: Vec<u32>,
        /// In how many configurations it is a mine, in decimal digits; empty where they are too
        /// many to be counted.
        mine_in: String,
        /// In how many it is safe.
        safe_in: String,
    },
    /// No layout fits, so nothing can be said of any cell.
    Clash(Clash),
}

pub(crate) fn numbers(cells: &[Cell]) -> Vec<u32> {
    cells.iter().map(|cell| cell.number()).collect()
}

/// What a bound says of each cell, if it says that.
fn known(cells: &[Cell], bound: Bound) -> &'static str {
    match bound {
        Bound::AtMost(0) => "safe",
        Bound::AtLeast(mines) if mines as usize == cells.len() => "mine",
        _ => "some",
    }
}

/// Explains a closed cell.
pub fn explain(position: &Position, cell: u32) -> Result<Explanation, WebError> {
    let view = position.view()?;
    let cell = Cell::new(cell);
    Ok(match Prover::new(options()).explain(&view, cell).map_err(WebError::of)? {
        Explained::Proof(proof) => {
            let steps = proof.steps().into_iter().zip(proof.in_words(&view));
            let steps = steps.map(|(step, words)| ProofStep {
                words,
                kind: step.kind.name().to_owned(),
                depth: step.depth,
                clues: numbers(&step.clues),
                total: step.total,
                cells: numbers(&step.cells),
                found: step.bound.map(|bound| known(&step.cells, bound).to_owned()),
                looks_at: numbers(&step.looks_at()),
                given: step.given.iter().map(GivenFact::of).collect(),
                because: step.because.iter().map(|&step| step as u32).collect(),
            });
            Explanation::Proof {
                cell: cell.number(),
                mine: proof.mine,
                clues: numbers(&proof.clues),
                total: proof.total,
                difficulty: proof.difficulty() as u32,
                steps: steps.collect(),
            }
        }
        Explained::Doubt(Doubt { probability, contrast, .. }) => Explanation::Doubt {
            cell: cell.number(),
            probability,
            as_mine: numbers(&contrast.as_mine),
            as_safe: numbers(&contrast.as_safe),
            mine_in: contrast.mine_in.map_or_else(String::new, |count| count.to_string()),
            safe_in: contrast.safe_in.map_or_else(String::new, |count| count.to_string()),
        },
        Explained::Clash(clash) => Explanation::Clash(Clash::of(&clash)),
    })
}

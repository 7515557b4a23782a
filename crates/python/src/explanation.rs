//! `Explanation`: why a cell is what it is.

use pyo3::prelude::*;
use surefoot_inference::{Doubt, Explanation, Proof, Prover};
use surefoot_rules::{Cell, View};

use crate::cells::{Pair, pair, pairs};
use crate::errors::{Raise, inconsistent};
use crate::values::value_class;
use crate::work::unlocked;

value_class! {
    /// Why a cell is what it is: a proof, or a doubt.
    #[pyclass(frozen, name = "Explanation", module = "surefoot", get_all)]
    pub(crate) struct PyExplanation {
        /// The cell.
        cell: Pair,
        /// Whether it is certain what it is.
        certain: bool,
        /// The probability of a mine: 0 or 1 where it is certain.
        probability: f64,
        /// The steps of a proof in words; of a doubt, where two layouts differ.
        sentences: Vec<String>,
        /// The clues that a proof needs.
        clues: Vec<Pair>,
        /// Whether a proof needs the number of mines.
        total: bool,
        /// How hard a proof is: clues and suppositions needed. None for a doubt.
        difficulty: Option<usize>,
        /// A claim and its proof for `VeriPB`, the contents of `claim.opb` and `proof.pbp`. None for a
        /// doubt.
        certificate: Option<(String, String)>,
        /// Of a doubt: the cells that are mines only if this one is, and only if it is not.
        differ: Option<(Vec<Pair>, Vec<Pair>)>,
    }
    new;

    fn __str__(&self) -> String {
        self.sentences.join("\n")
    }
}

impl PyExplanation {
    fn proved(view: &View, proof: &Proof) -> Self {
        let grid = view.grid();
        let certificate = proof.certificate(view);
        Self {
            cell: pair(grid, proof.cell),
            certain: true,
            probability: f64::from(u8::from(proof.mine)),
            sentences: proof.in_words(view),
            clues: pairs(grid, &proof.clues),
            total: proof.total,
            difficulty: Some(proof.difficulty()),
            certificate: Some((certificate.claim, certificate.proof)),
            differ: None,
        }
    }

    fn doubted(view: &View, doubt: &Doubt) -> Self {
        let grid = view.grid();
        let contrast = &doubt.contrast;
        let point = grid.point(doubt.cell);
        let said = match contrast.counts() {
            Some((all, with)) => format!("{point} is a mine in {with} of {all} layouts"),
            None => format!("{point} is a mine in some of too many layouts to count"),
        };
        let differ = (pairs(grid, &contrast.only_as_mine()), pairs(grid, &contrast.only_as_safe()));
        Self {
            cell: pair(grid, doubt.cell),
            certain: false,
            probability: doubt.probability,
            sentences: vec![said],
            clues: Vec::new(),
            total: false,
            difficulty: None,
            certificate: None,
            differ: Some(differ),
        }
    }
}

/// Explains a cell.
pub(crate) fn explain(py: Python<'_>, view: &View, cell: Cell) -> PyResult<PyExplanation> {
    let explained = unlocked(py, || {
        Ok(match Prover::default().explain(view, cell)? {
            Explanation::Proof(proof) => Ok(PyExplanation::proved(view, &proof)),
            Explanation::Doubt(doubt) => Ok(PyExplanation::doubted(view, &doubt)),
            Explanation::Clash(clash) => Err(clash),
        })
    })?;
    explained
        .map_err(|error: surefoot_inference::ProofError| error.raise())?
        .map_err(|clash| inconsistent(&clash))
}

//! Certificates: proofs that a machine can check.
//!
//! A claim is a pseudo-Boolean formula: one equality per clue that is used, over
//! all its closed neighbours, the number of mines if it is used, and the contrary of
//! what is claimed. The proof shows in the format of `VeriPB`, version 3.0, that
//! this cannot be: `veripb claim.opb proof.pbp` prints `s VERIFIED UNSATISFIABLE`.
//! See Gocht and Nordström, "Certifying Parity Reasoning Efficiently Using
//! Pseudo-Boolean Proofs" (2021), and the checker's own manual.
//!
//! Every step of a derivation is an addition of inequalities (`pol`): the row's own, and
//! a bound for each region that is not concluded about; a plain bound is the sum of the
//! axioms of its literals. Suppositions become proofs by contradiction (`pbc`) of
//! sums over regions. Nothing is left to the checker's own propagation, so a proof is
//! checked in time that is linear in its length.

#![allow(clippy::cast_possible_wrap)] // there are at most 2^26 cells

use std::fmt::Write;

use surefoot_rules::{Cell, View};

use crate::count::frontier::NONE;
use crate::proof::derivation::{Bound, Derivation, DerivationStep, Premises};
use crate::proof::grounds::sum_of;
use crate::proof::prover::Proof;
use crate::proof::sums::SumRow;

/// A claim and its proof, as the contents of two files.
///
/// ```
/// use surefoot_inference::Prover;
/// use surefoot_rules::{Cell, view};
///
/// let view = view!["3x1/?", "1 * *"];
/// let proof = Prover::default().prove(&view, Cell::new(1))?;
/// let certificate = proof.certificate(&view);
/// assert!(certificate.claim.ends_with("+1 m_1_0 = 1 ;\n+1 ~m_1_0 >= 1 ;\n"));
/// assert!(certificate.proof.starts_with("pseudo-Boolean proof version 3.0\n"));
/// # Ok::<(), surefoot_inference::ProofError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The formula: `claim.opb`.
    pub claim: String,
    /// Why it has no solution: `proof.pbp`.
    pub proof: String,
}

/// Writes literals and bounds of one proof.
struct Writer<'a> {
    view: &'a View,
    derivation: &'a Derivation,
    text: String,
}

/// Writes the certificate of a proof.
pub(crate) fn write(view: &View, proof: &Proof) -> Certificate {
    let grid = view.grid();
    let mut claim = String::new();
    let variable = |cell: Cell| {
        let point = grid.point(cell);
        format!("m_{}_{}", point.x, point.y)
    };
    let sum = |claim: &mut String, cells: &mut dyn Iterator<Item = Cell>, need: i32| {
        for cell in cells {
            let _ = write!(claim, "+1 {} ", variable(cell));
        }
        let _ = writeln!(claim, "= {need} ;");
    };
    let mut variables: Vec<Cell> = vec![proof.cell];
    let closed = || view.closed();
    for &clue in &proof.clues {
        let Some((around, need)) = sum_of(view, clue) else { continue };
        variables.extend(&around);
        sum(&mut claim, &mut around.iter().copied(), need);
    }
    if proof.total {
        variables.extend(closed());
        let left = view.mines().unwrap_or(0) as i32 - view.opened_mines() as i32;
        sum(&mut claim, &mut closed(), left);
    }
    let denied = if proof.mine { "~" } else { "" };
    let _ = writeln!(claim, "+1 {denied}{} >= 1 ;", variable(proof.cell));
    variables.sort_unstable();
    variables.dedup();
    let equalities = proof.clues.len() + usize::from(proof.total);
    let header = format!(
        "* #variable= {} #constraint= {} #equal= {equalities} intsize= 32\n",
        variables.len(),
        equalities + 1,
    );

    let mut writer = Writer { view, derivation: &proof.derivation, text: String::new() };
    let _ = writeln!(writer.text, "pseudo-Boolean proof version 3.0\nf {};", 2 * equalities + 1);
    writer.steps();
    writer.end(proof, 2 * equalities + 1);
    Certificate { claim: header + &claim, proof: writer.text }
}

impl Writer<'_> {
    fn literal(&mut self, cell: Cell, negated: bool) {
        let point = self.view.grid().point(cell);
        let sign = if negated { "~" } else { "" };
        let _ = write!(self.text, "{sign}m_{}_{}", point.x, point.y);
    }

    fn steps(&mut self) {
        let mut depth = 0;
        for (node, number) in self.derivation.nodes.iter().zip(0_u32..) {
            match node {
                DerivationStep::Bounded { row, region, bound, by } => {
                    self.indent(depth);
                    let _ = write!(self.text, "@s{number} pol");
                    let row = &self.derivation.rows[*row as usize];
                    let sign = row.terms.iter().find(|term| term.0 == *region).map_or(1, |t| t.1);
                    let at_most = (sign > 0) == matches!(bound, Bound::AtMost(_));
                    self.addition(row, at_most, by);
                }
                DerivationStep::Clash { row, too_many, by } => {
                    self.indent(depth);
                    let _ = write!(self.text, "@s{number} pol");
                    self.addition(&self.derivation.rows[*row as usize], *too_many, by);
                }
                DerivationStep::Supposed { region, bound } => {
                    // What is shown is the contrary; its step has a label of its own.
                    self.indent(depth);
                    depth += 1;
                    let shown = self.derivation.nodes.iter().position(
                        |node| matches!(node, DerivationStep::Refuted { supposed, .. } if *supposed == number),
                    );
                    let _ = write!(self.text, "@s{} pbc ", shown.unwrap_or_default());
                    self.bound(*region, bound.contrary());
                    self.text.push_str(" : subproof\n");
                    self.indent(depth);
                    let _ = writeln!(self.text, "@s{number} pol -1;");
                }
                DerivationStep::Refuted { clash, .. } => {
                    depth -= 1;
                    self.indent(depth);
                    let _ = writeln!(self.text, "qed pbc : @s{clash};");
                }
            }
        }
    }

    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.text.push_str("  ");
        }
    }

    /// A row's inequality plus bounds of its regions.
    fn addition(&mut self, row: &SumRow, at_most: bool, by: &Premises) {
        let mut first = true;
        let mut plus = |text: &mut String| {
            if !std::mem::replace(&mut first, false) {
                text.push_str(" +");
            }
        };
        for &(clue, sign) in &row.clues {
            // An equality is two inequalities: at least, at most.
            let upper = (sign > 0) == at_most;
            let _ = write!(self.text, " {}", 2 * u32::from(clue) + 1 + u32::from(upper));
            plus(&mut self.text);
        }
        for premise in by {
            if premise.node == NONE {
                let negated = matches!(premise.bound, Bound::AtMost(_));
                for at in 0..self.derivation.regions[premise.region as usize].len() {
                    self.text.push(' ');
                    self.literal(self.derivation.regions[premise.region as usize][at], negated);
                    plus(&mut self.text);
                }
            } else {
                let _ = write!(self.text, " @s{}", premise.node);
                plus(&mut self.text);
            }
        }
        self.text.push_str(";\n");
    }

    /// A bound as a constraint.
    fn bound(&mut self, region: u16, bound: Bound) {
        let cells = &self.derivation.regions[region as usize];
        let (negated, degree) = match bound {
            Bound::AtLeast(mines) => (false, mines),
            Bound::AtMost(mines) => (true, cells.len() as u32 - mines),
        };
        for &cell in cells {
            self.text.push_str("+1 ");
            self.literal(cell, negated);
            self.text.push(' ');
        }
        let _ = write!(self.text, ">= {degree}");
    }

    /// What was derived of the cell's region, against the contrary of the claim.
    fn end(&mut self, proof: &Proof, contrary: usize) {
        let last = self.derivation.nodes.len().saturating_sub(1);
        let _ = write!(self.text, "pol @s{last} {contrary} +");
        for &cell in &self.derivation.regions[self.derivation.goal as usize] {
            if cell != proof.cell {
                self.text.push(' ');
                self.literal(cell, proof.mine);
                self.text.push_str(" +");
            }
        }
        self.text.push_str(";\noutput NONE;\nconclusion UNSAT;\nend pseudo-Boolean proof;\n");
    }
}

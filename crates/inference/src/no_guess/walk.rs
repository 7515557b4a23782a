//! How a board is opened by exact inference, with a proof of every cell; and where there is
//! nothing but to guess.

use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Layout, Rules, Status};

use crate::{Proof, ProofError, Prover, Workspace};

/// One deduction of a walk over a board.
#[derive(Clone, Debug)]
pub struct Deduction {
    /// The proof that the cell is safe.
    pub proof: Proof,
    /// Its steps in words, as things were then.
    pub words: Vec<String>,
}

/// A place where logic was stuck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stuck {
    /// The safe cell that was least likely to be a mine.
    pub cell: Cell,
    /// The probability that it is safe.
    pub safety: f64,
    /// How many cells were open.
    pub opened: u32,
}

/// How a board is opened by exact inference, the simplest deduction first.
///
/// ```
/// use surefoot_inference::no_guess::Walk;
/// use surefoot_rules::{Cell, layout};
///
/// // The 1 in the middle tells nothing of the two outer cells: a guess is due.
/// let walk = Walk::over(&layout!["M.."], Cell::new(1))?;
/// assert!(walk.deductions.is_empty());
/// assert_eq!(walk.guesses[0].safety, 0.5);
/// # Ok::<(), surefoot_inference::ProofError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// What was proved, in order.
    pub deductions: Vec<Deduction>,
    /// Where nothing was certain.
    pub guesses: Vec<Stuck>,
}

impl Walk {
    /// Walks over a board from a first click on. Where a guess is due, the likeliest of
    /// the cells that are really safe is opened.
    pub fn over(layout: &Layout, first: Cell) -> Result<Self, ProofError> {
        let rules = Rules::on(GameKind::Win, layout);
        let mut walk = Self::default();
        let Ok(mut game) = Game::new(rules) else { return Ok(walk) };
        if game.lay(layout, Deal::default()).is_err() || layout.is_mine(first) {
            return Ok(walk);
        }
        let mut prover = Prover::default();
        let mut workspace = Workspace::default();
        let _ = game.play(Action::Open(first));
        while game.status() == Status::Playing {
            let view = game.view().clone();
            let posterior = workspace.solve(&view)?;
            let safe: Vec<Cell> = view.hidden().filter(|&c| posterior.is_safe(c)).collect();
            if safe.is_empty() {
                let chance = |cell: Cell| posterior.probability(cell).unwrap_or(1.0);
                let really = view.hidden().filter(|&cell| !layout.is_mine(cell));
                let Some(cell) = really.min_by(|&a, &b| chance(a).total_cmp(&chance(b))) else {
                    break;
                };
                let (safety, opened) = (1.0 - chance(cell), view.opened());
                walk.guesses.push(Stuck { cell, safety, opened });
                let _ = game.play(Action::Open(cell));
                continue;
            }
            let mut proofs = Vec::with_capacity(safe.len());
            for cell in safe {
                proofs.push(prover.prove(&view, cell)?);
            }
            let least = proofs.iter().map(Proof::difficulty).min().unwrap_or(0);
            for proof in proofs.into_iter().filter(|proof| proof.difficulty() <= least.max(1)) {
                if game.status() == Status::Playing && game.view().tile(proof.cell).is_closed() {
                    let words = proof.in_words(&view);
                    let _ = game.play(Action::Open(proof.cell));
                    walk.deductions.push(Deduction { proof, words });
                }
            }
        }
        Ok(walk)
    }

    /// The hardest deduction.
    pub fn hardest(&self) -> Option<&Deduction> {
        // Of equals the first.
        self.deductions.iter().rev().max_by_key(|deduction| deduction.proof.difficulty())
    }
}

//! Why a cell is what it is: a proof, a doubt, or that the view cannot be.
//!
//! Everyone who asks "why?" wants the same three things in the same order. First whether
//! the view can be at all, because from one that cannot one or two clues prove anything;
//! then a proof; and if there is none because the cell may be either, two configurations
//! that show it. Where a view is too wide to be counted, a cell that one or two clues
//! decide is still proved: the proof holds for these clues, whatever the others say.

use surefoot_rules::{Cell, View};

use crate::error::AnalysisError;
use crate::proof::clash::Clash;
use crate::proof::contrast::Contrast;
use crate::proof::grounds::by_rules;
use crate::proof::prover::{Proof, ProofError, Prover, askable, closed};

/// Why a cell is what it is.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// It is certain, and this is why.
    Proof(Proof),
    /// It may be either.
    Doubt(Doubt),
    /// No layout fits the view, so nothing can be said of the cell.
    Clash(Clash),
}

/// Why a cell is not certain.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// The cell.
    pub cell: Cell,
    /// The probability of a mine.
    pub probability: f64,
    /// Two configurations that differ there.
    pub contrast: Contrast,
}

impl Prover {
    /// Explains a closed cell.
    ///
    /// ```
    /// use surefoot_inference::{Explanation, Prover};
    /// use surefoot_rules::{Cell, view};
    ///
    /// let mut prover = Prover::default();
    /// let mut why = |view, cell| prover.explain(&view, Cell::new(cell));
    /// assert!(matches!(why(view!["2x1/1", "1 *"], 1)?, Explanation::Proof(proof) if proof.mine));
    /// let Explanation::Doubt(doubt) = why(view!["3x1/1", "* 1 *"], 0)? else { unreachable!() };
    /// assert_eq!(doubt.contrast.only_as_safe(), [Cell::new(2)]);
    /// assert!(matches!(why(view!["3x1/?", "0 * 1"], 1)?, Explanation::Clash(_)));
    /// # Ok::<(), surefoot_inference::ProofError>(())
    /// ```
    pub fn explain(&mut self, view: &View, cell: Cell) -> Result<Explanation, ProofError> {
        closed(view, cell)?;
        let failed = match self.workspace.solve(view) {
            Err(AnalysisError::Inconsistent(clash)) => return Ok(Explanation::Clash(clash)),
            counted => counted.err(),
        };
        askable(view, cell)?;
        // What could not be counted once need not be tried again: that may have taken long.
        if let Some(error) = failed
            && by_rules(view, cell).is_none()
        {
            return Err(error.into());
        }
        match self.prove(view, cell) {
            Ok(proof) => Ok(Explanation::Proof(proof)),
            Err(error @ ProofError::NotCertain { probability, .. }) => {
                let contrast = self.workspace.contrast(view, cell)?.ok_or(error)?;
                Ok(Explanation::Doubt(Doubt { cell, probability, contrast }))
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::posterior::Options;
    use surefoot_rules::{Draft, Grid, Tile, view};

    /// One clue that is full decides its neighbours, however wide the rest.
    #[test]
    fn a_cell_that_one_clue_decides_is_proved_over_budget() {
        // The mine beside 0,0 is certain; which side of 4,0 has its mine takes counting.
        let view = view!["6x1/?", "1 * ? * 1 *"];
        let mut prover = Prover::new(Options { budget: 0, ..Options::default() });
        let Ok(Explanation::Proof(proof)) = prover.explain(&view, Cell::new(1)) else {
            panic!("0,0 has one neighbour");
        };
        assert_eq!((proof.mine, &proof.clues[..]), (true, &[Cell::new(0)][..]));
        let wide = prover.explain(&view, Cell::new(3)).unwrap_err();
        assert_eq!(wide, ProofError::Analysis(AnalysisError::OverBudget { budget: 0 }));
    }

    /// A board of far clues, each of which needs its mine: the sea is safe because of all of
    /// them, and nobody wants to read why.
    #[test]
    fn what_takes_thousands_of_clues_is_refused() {
        let grid = Grid::new(200, 200).unwrap();
        let mut draft = Draft::new(grid.clone(), None);
        for cell in grid.cells() {
            let point = grid.point(cell);
            if point.x.is_multiple_of(4) && point.y.is_multiple_of(4) {
                draft.tiles[cell.index()] = Tile::Clue(1);
            }
        }
        let clues = draft.tiles.iter().filter(|&&tile| tile == Tile::Clue(1)).count();
        draft.mines = Some(clues as u32);
        let view = View::try_from(draft.clone()).unwrap();
        let refused = Prover::default().explain(&view, Cell::new(2)).unwrap_err();
        assert!(matches!(refused, ProofError::TooHard(_)), "{refused}");
        // One mine too few for them: all are to blame, and only some are named.
        draft.mines = Some(clues as u32 - 1);
        let view = View::try_from(draft).unwrap();
        let Ok(Explanation::Clash(clash)) = Prover::default().explain(&view, Cell::new(2)) else {
            panic!("there are too few mines");
        };
        assert!(clash.total && clash.clues.len() > 1_000);
        let text = clash.to_string();
        assert!(text.contains("clues) contradict") && text.len() < 150, "{text}");
    }
}

//! What can be, where the total rules some numbers of mines out: a pass in booleans.
//!
//! Certainty never comes from a small number. A box is certain if the trellis has no
//! other edges; where the total forbids some of the ways through it, the edges alone
//! do not decide, and counting in floats could lose a way that is merely unlikely.

use crate::count::join::Join;
use crate::count::pass::{Pass, PassError};
use crate::posterior::CountError;
use crate::posterior::engine::{Engine, Marginal};
use crate::posterior::total::Total;
use crate::stop::Stop;

/// Hands down which numbers of mines the sea leaves possible, where so many are left; whether
/// a cell of the sea can be safe, and a mine.
pub(super) fn fit_the_sea(
    join: &mut Join<bool>,
    left: u32,
    sea: u32,
    stop: &Stop,
) -> Result<(bool, bool), CountError> {
    let (first, terms) = join.whole();
    let fits: Vec<bool> =
        (first..).take(terms.len()).map(|m| m <= left && left - m <= sea).collect();
    let (mut any, mut safe, mut mine) = (false, false, false);
    for ((&can, &fits), m) in terms.iter().zip(&fits).zip(first..) {
        if can && fits {
            any = true;
            safe |= left - m < sea;
            mine |= left > m;
        }
    }
    join.hand_down(&fits, stop)?;
    if any { Ok((safe, mine)) } else { Err(CountError::Impossible) }
}

impl Engine {
    /// Which cells can be what, where the total rules numbers of mines out.
    pub(super) fn check_possibilities(&mut self, total: Total) -> Result<(), CountError> {
        let Total::Left(left) = total else { return Ok(()) };
        let sea = self.frontier.sea;
        let mut forward = Pass::<bool>::default();
        self.trellis.forward(1.0, self.limits_beside(), &mut forward)?;
        let mut join = Join::<bool>::default();
        let trellis = &self.trellis;
        join.multiply(trellis.components.iter().map(|c| forward.result(c)), false, &self.stop)?;
        let fits = fit_the_sea(&mut join, left, sea, &self.stop)?;
        (self.sea.can_be_safe, self.sea.can_be_mine) = fits;
        self.marginals.resize(self.frontier.boxes.len(), Marginal::default());
        for marginal in &mut self.marginals {
            (marginal.can_be_safe, marginal.can_be_mine) = (false, false);
            marginal.always_one = true;
        }
        let mut backward = vec![false; forward.values.len()];
        let marginals = &mut self.marginals;
        for leaf in 0..self.trellis.components.len() {
            let passed = self.trellis.backward(
                (leaf, join.context(leaf)),
                1.0,
                &forward,
                &mut backward,
                &self.stop,
                |step, edge, &share| {
                    let marginal = &mut marginals[step.box_ as usize];
                    marginal.can_be_mine |= share && edge.mines > 0;
                    marginal.always_one &= !share || edge.mines == 1;
                    marginal.can_be_safe |= share && u32::from(edge.mines) < step.size;
                },
            );
            if let Err(PassError::Count(error)) = passed {
                return Err(error);
            }
            debug_assert_eq!(passed, Ok(()), "booleans are never out of range");
        }
        Ok(())
    }
}

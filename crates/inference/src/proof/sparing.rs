//! Sparing: leaving out of a set of clues what is not needed.
//!
//! By deletion, in halves of halves: as long as the rest will do, a part of the set goes, and
//! the parts become smaller and smaller. What is left when single clues have been tried can
//! spare none of them. Every try is a count of its own, and on a board of many thousand clues
//! all of which are needed there would be no end to them; so the effort is limited.

use crate::stop::Stop;
use crate::tunables;

/// What may still be spent on counting one set of clues after the other.
#[derive(Clone, Debug)]
pub(super) struct ProofEffort {
    left: usize,
    stop: Stop,
}

impl ProofEffort {
    /// As much as one question is worth.
    pub(super) fn new(stop: &Stop) -> Self {
        Self { left: tunables::PROOF_EFFORT, stop: stop.clone() }
    }

    /// Spends the effort of a count over so many cells and clues; `None` if there is too
    /// little left, or if the work was stopped.
    pub(super) fn spend(&mut self, cells: usize, clues: usize) -> Option<()> {
        if self.stop.is_stopped() {
            self.left = 0;
        }
        self.left = self.left.checked_sub(cells + tunables::CLUE_EFFORT * clues)?;
        Some(())
    }
}

/// What cannot be spared of a set that will do: parts are left out from its end on, the first
/// ones so large. `None` of `will_do` ends it, and then it is `false` that nothing can be
/// spared.
pub(super) fn spared<T: Copy>(
    mut kept: Vec<T>,
    mut step: usize,
    mut will_do: impl FnMut(&[T]) -> Option<bool>,
) -> (Vec<T>, bool) {
    while step > 0 {
        let mut end = kept.len();
        while end > 0 {
            let from = end.saturating_sub(step);
            let fewer = [&kept[..from], &kept[end..]].concat();
            match will_do(&fewer) {
                Some(true) => kept = fewer,
                Some(false) => {}
                None => return (kept, false),
            }
            end = from;
        }
        step = if step == 1 { 0 } else { step.div_ceil(2) };
    }
    (kept, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_stays_and_nothing_else() {
        for step in [1, 3, 50, 100] {
            let needed = |set: &[u32]| Some([7, 8, 93].iter().all(|one| set.contains(one)));
            assert_eq!(spared((0..100).collect(), step, needed), (vec![7, 8, 93], true));
        }
        assert_eq!(spared(vec![1], 1, |_| Some(true)), (vec![], true));
    }

    #[test]
    fn effort_ends() {
        let stop = Stop::new();
        let mut effort = ProofEffort::new(&stop);
        let tries = tunables::PROOF_EFFORT / 1_000_000;
        assert!((0..tries).all(|_| effort.spend(1_000_000, 0).is_some()));
        assert_eq!(effort.spend(1_000_000, 0), None);
        let (left, all) =
            spared((0..100).collect(), 50, |_| effort.spend(2_000_000, 9).map(|()| true));
        assert_eq!((left.len(), all), (100, false));
        let mut effort = ProofEffort::new(&stop);
        stop.stop();
        assert_eq!(effort.spend(1, 1), None);
    }
}

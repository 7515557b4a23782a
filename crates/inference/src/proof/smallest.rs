//! The fewest clues of a patch that refute the contrary, by duality.
//!
//! A set of clues that refutes must hit the complement of every set that does not
//! (Ignatiev and others, "Smallest MUS extraction with minimal hitting set dualization",
//! 2015). Guess a smallest hitting set; either it refutes, and is the answer, or it can be
//! grown until it almost does, and what was left out is one more set to hit.

use crate::tunables;
use surefoot_rules::Cell;

use super::patch::{Patch, PatchSearch};

impl Patch {
    /// A smallest set of the clues, if fewer than `known` will do; and whether
    /// it is known to be smallest.
    pub(super) fn smallest(
        &mut self,
        known: Vec<Cell>,
        is_proved: impl FnOnce(&[Cell]) -> bool,
    ) -> (Vec<Cell>, bool) {
        let clues = self.clues.len();
        if clues > 128 {
            return (known, false);
        }
        let mut to_hit: Vec<u128> = Vec::new();
        let mut least = 3;
        for _ in 0..tunables::HITTING_GUESSES {
            let hitting = loop {
                if least >= known.len() {
                    return (known, true);
                }
                let mut steps = tunables::HITTING_STEPS;
                match hit(&to_hit, 0, least, &mut steps) {
                    Some(set) => break set,
                    None if steps == 0 => return (known, false),
                    None => least += 1,
                }
            };
            for clue in 0..clues {
                self.active[clue] = hitting >> clue & 1 == 1;
            }
            match self.search() {
                PatchSearch::Possible => {}
                PatchSearch::Impossible => {
                    let chosen = (0..clues).filter(|clue| hitting >> clue & 1 == 1);
                    return (chosen.map(|clue| self.clues[clue]).collect(), true);
                }
                PatchSearch::GaveUp => return (known, false),
            }
            to_hit.push(self.left_out(clues));
        }
        // What guessing did not decide may still be proved by the set at hand.
        debug_assert!(is_proved(&known), "{known:?}");
        (known, false)
    }

    /// Adds clues to those satisfied as long as that is possible; what is left out.
    fn left_out(&mut self, clues: usize) -> u128 {
        let mut left_out = 0_u128;
        for clue in 0..clues {
            self.active[clue] = self.satisfies(clue);
        }
        for clue in 0..clues {
            if self.active[clue] {
                continue;
            }
            let before = self.value.clone();
            self.active[clue] = true;
            if self.search() == PatchSearch::Possible {
                for other in 0..clues {
                    self.active[other] |= left_out >> other & 1 == 0 && self.satisfies(other);
                }
            } else {
                self.active[clue] = false;
                self.value = before;
                left_out |= 1 << clue;
            }
        }
        left_out
    }
}

/// A set of at most `more` elements beside `chosen` that meets all sets.
fn hit(sets: &[u128], chosen: u128, more: usize, steps: &mut u32) -> Option<u128> {
    let missed = sets.iter().filter(|&&set| set & chosen == 0);
    let Some(&smallest) = missed.min_by_key(|set| set.count_ones()) else { return Some(chosen) };
    if more == 0 || *steps == 0 {
        return None;
    }
    *steps -= 1;
    let mut rest = smallest;
    while rest != 0 {
        let element = rest & rest.wrapping_neg();
        rest ^= element;
        if let Some(found) = hit(sets, chosen | element, more - 1, steps) {
            return Some(found);
        }
    }
    None
}

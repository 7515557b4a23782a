//! Stages of an experiment that stops by a rule: each is twice as long as all before it, and the
//! rule is looked at when it ends.
//!
//! A few looks cost some deals more than a look after every game would; they are always the same
//! ones, so a verdict does not depend on threads, kills or machines.

use crate::tunables::FIRST_LOOK;

/// The deals of the first stage.
pub(super) fn first(most: u64) -> u64 {
    FIRST_LOOK.min(most)
}

/// The deals of the stage after one of so many.
pub(super) fn next(deals: u64, most: u64) -> u64 {
    deals.saturating_mul(2).min(most)
}

/// Whether a stage has so many deals.
pub(super) fn is_stage(deals: u64, most: u64) -> bool {
    let stages =
        std::iter::successors(Some(first(most)), |&at| (at < most).then(|| next(at, most)));
    stages.into_iter().any(|stage| stage == deals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_double_up_to_the_last() {
        let stages: Vec<u64> = (1..=1000).filter(|&deals| is_stage(deals, 1000)).collect();
        assert_eq!(stages, [64, 128, 256, 512, 1000]);
        assert!(is_stage(20, 20) && !is_stage(64, 20));
    }
}

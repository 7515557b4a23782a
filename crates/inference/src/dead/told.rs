//! What a told number of mines allows, along the trellis that was built anyway.

use crate::count::join::Join;
use crate::count::pass::Pass;
use crate::error::CountError;
use crate::posterior::Engine;

/// What is possible under a told total, in booleans.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) left: u32,
    /// Whether the components can have every number of mines that they have ways for.
    pub(super) all_fit: bool,
    /// Whether every filling of them leaves the sea neither empty nor full.
    pub(super) sea_moves: bool,
    /// Whether in some filling a cell of the sea is safe and the others are neither all safe
    /// nor all mines.
    pub(super) sea_can_move: bool,
    pub(super) forward: Pass<bool>,
    pub(super) backward: Vec<bool>,
}

impl Told {
    pub(super) fn of(engine: &Engine, left: u32) -> Result<Self, CountError> {
        let (trellis, sea) = (&engine.trellis, engine.frontier.sea);
        let mut forward = Pass::<bool>::default();
        trellis.forward(1.0, engine.limits(), &mut forward)?;
        let mut join = Join::<bool>::default();
        let results = trellis.components.iter().map(|c| forward.result(c));
        join.multiply(results, false, &engine.stop)?;
        let (first, terms) = join.whole();
        let terms = if terms.is_empty() { &[true][..] } else { terms };
        let in_sea = |mines: u32| left.checked_sub(mines).filter(|&rest| rest <= sea);
        let fits: Vec<bool> =
            (first..).take(terms.len()).map(|mines| in_sea(mines).is_some()).collect();
        let can = || terms.iter().zip(first..).filter(|(can, _)| **can).map(|(_, mines)| mines);
        let all_fit = can().all(|mines| in_sea(mines).is_some());
        let moves = |mines: u32| (1..sea).contains(&mines);
        let sea_moves = can().all(|mines| in_sea(mines).is_some_and(moves));
        let sea_can_move =
            can().filter_map(in_sea).any(|mines| (1..sea.saturating_sub(1)).contains(&mines));
        let mut backward = vec![false; forward.values.len()];
        if !all_fit {
            join.hand_down(&fits);
            for leaf in 0..trellis.components.len() {
                let rest = join.context(leaf);
                // Booleans are never out of range.
                let _ = trellis.backward(leaf, rest, 1.0, &forward, &mut backward, |_, _, _| {});
            }
        }
        Ok(Self { left, all_fit, sea_moves, sea_can_move, forward, backward })
    }
}

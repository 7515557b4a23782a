//! What a told number of mines allows, along the trellis that was built anyway.

use std::collections::HashMap;
use std::rc::Rc;

use crate::count::join::Join;
use crate::count::pass::{Pass, PassError};
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
    /// Per component: its fewest mines, and its look, a place in `looks`.
    pub(super) components: Vec<ToldComponent>,
    /// The fewest mines of all components.
    pub(super) least: u32,
    /// Which numbers of mines a component can have, from its fewest on, and how many look so.
    looks: Vec<(Box<[bool]>, usize)>,
}

/// What the total needs to know of a component.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToldComponent {
    pub(super) least: u32,
    pub(super) look: u32,
}

impl Told {
    pub(super) fn of(engine: &Engine, left: u32) -> Result<Self, CountError> {
        let (trellis, sea) = (&engine.trellis, engine.frontier.sea);
        let mut forward = Pass::<bool>::default();
        trellis.forward(1.0, engine.limits_beside(), &mut forward)?;
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
            join.hand_down(&fits, &engine.stop)?;
            for leaf in 0..trellis.components.len() {
                let of = (leaf, join.context(leaf));
                let into = &mut backward;
                let passed = trellis.backward(of, 1.0, &forward, into, &engine.stop, |_, _, _| {});
                // Booleans are never out of range.
                if let Err(PassError::Count(error)) = passed {
                    return Err(error);
                }
            }
        }
        let mut places: HashMap<&[bool], u32> = HashMap::new();
        let mut looks: Vec<(Box<[bool]>, usize)> = Vec::new();
        let looked_at = trellis.components.iter().map(|component| {
            let (least, can) = forward.result(component);
            let look = *places.entry(can).or_insert_with(|| {
                looks.push((can.into(), 0));
                looks.len() as u32 - 1
            });
            looks[look as usize].1 += 1;
            ToldComponent { least, look }
        });
        let components: Vec<ToldComponent> = looked_at.collect();
        let least = components.iter().map(|component| component.least).sum();
        Ok(Self {
            left,
            all_fit,
            sea_moves,
            sea_can_move,
            forward,
            backward,
            components,
            least,
            looks,
        })
    }

    /// Which numbers of mines all components have together, from their fewest on, but for some
    /// of these looks.
    pub(super) fn rest(&self, without: &[u32]) -> Rc<[bool]> {
        let (mut len, mut gapped) = (1, Vec::new());
        for ((can, all), look) in self.looks.iter().zip(0..) {
            let count = all - without.iter().filter(|&&other| other == look).count();
            if can.contains(&false) {
                gapped.extend(std::iter::repeat_n(&can[..], count));
            } else {
                len += count * (can.len() - 1);
            }
        }
        // Where everything in a row is possible, gaps that are no longer are filled.
        let gap = |can: &&[bool]| can.split(|&can| can).map(<[bool]>::len).max();
        gapped.sort_by_key(gap);
        let mut rest = vec![true; len];
        let mut in_a_row = true;
        for can in gapped {
            if in_a_row && gap(&can) < Some(rest.len()) {
                rest.resize(rest.len() + can.len() - 1, true);
                continue;
            }
            let mut longer = vec![false; rest.len() + can.len() - 1];
            for (at, _) in can.iter().enumerate().filter(|(_, can)| **can) {
                for (into, &from) in longer[at..].iter_mut().zip(&rest) {
                    *into |= from;
                }
            }
            in_a_row = !longer.contains(&false);
            rest = longer;
        }
        rest.into()
    }
}

//! The search for a derivation.
//!
//! All rows are applied until nothing changes. Where no row helps any more, something is
//! supposed, led to a contradiction, and the contrary is known: suppositions of the
//! cell in question first, one deep as long as that helps, then two deep, and so on.

#![allow(clippy::cast_possible_wrap)] // there are at most 2^26 cells

use crate::count::frontier::NONE;
use crate::proof::derivation::{Bound, DerivationStep, Premise, Premises};
use crate::proof::sums::{SumRow, Sums};
use crate::tunables;

/// Bounds of all regions, each with the step it comes from.
#[derive(Clone, Debug)]
struct State {
    low: Vec<(i32, u32)>,
    high: Vec<(i32, u32)>,
}

enum Applied {
    Nothing,
    Changed,
    Clash(u32),
}

/// Derives what is to be shown, step by step.
#[derive(Debug)]
pub(crate) struct Deriver<'a> {
    sums: &'a Sums,
    mine: bool,
    nodes: Vec<DerivationStep>,
    tried: usize,
}

impl<'a> Deriver<'a> {
    /// Shows that the goal's cells are mines, or safe.
    pub(crate) fn new(sums: &'a Sums, mine: bool) -> Self {
        Self { sums, mine, nodes: Vec::new(), tried: 0 }
    }

    /// The steps that were found, and the one that reaches the goal; `None` if that takes
    /// too long.
    pub(crate) fn derive(mut self) -> Option<(Vec<DerivationStep>, u32)> {
        let regions = &self.sums.regions;
        let mut state = State {
            low: vec![(0, NONE); regions.len()],
            high: regions.iter().map(|cells| (cells.len() as i32, NONE)).collect(),
        };
        let mut depth = 0;
        loop {
            match self.work(&mut state, depth, true) {
                Some(end) => return Some((self.nodes, end)),
                None if depth == tunables::DERIVATION_DEPTH
                    || self.tried > tunables::DERIVATION_TERMS =>
                {
                    return None;
                }
                None => depth += 1,
            }
        }
    }

    /// Whether the goal is reached, and by which step.
    fn reached(&self, state: &State) -> Option<u32> {
        let goal = self.sums.goal as usize;
        let size = self.sums.regions[goal].len() as i32;
        let (value, node) = if self.mine { state.low[goal] } else { state.high[goal] };
        (value == if self.mine { size } else { 0 }).then_some(node)
    }

    /// Applies all rows until nothing changes; the clash, if there is one.
    ///
    /// What a person sees first comes first: clues that decide cells, pairs that do,
    /// and only then bounds that decide nothing yet.
    fn close(&mut self, state: &mut State, top: bool) -> Option<u32> {
        let [singles, pairs, all] = self.sums.tiers;
        let turns = [
            (0..singles, true),
            (singles..pairs, true),
            (0..singles, false),
            (singles..all, false),
        ];
        'again: loop {
            for (rows, deciding) in turns.clone() {
                for row in rows {
                    match self.apply(row, deciding, state) {
                        Applied::Clash(clash) => return Some(clash),
                        Applied::Changed => {
                            if top && let Some(end) = self.reached(state) {
                                return Some(end);
                            }
                            continue 'again;
                        }
                        Applied::Nothing => {}
                    }
                }
            }
            return None;
        }
    }

    /// Bounds regions of a row by the others.
    fn apply(&mut self, at: usize, deciding: bool, state: &mut State) -> Applied {
        let rows = &self.sums.rows;
        let row = &rows[at];
        self.tried += row.terms.len();
        let (mut least, mut most) = (-row.sum, -row.sum);
        for &(region, sign) in &row.terms {
            let (low, high) = (state.low[region as usize].0, state.high[region as usize].0);
            if sign > 0 {
                (least, most) = (least + low, most + high);
            } else {
                (least, most) = (least - high, most - low);
            }
        }
        if least > 0 || most < 0 {
            let by = premises(row, NONE, least > 0, state);
            self.nodes.push(DerivationStep::Clash { row: at as u32, too_many: least > 0, by });
            return Applied::Clash(self.nodes.len() as u32 - 1);
        }
        let mut changed = false;
        for term in 0..rows[at].terms.len() {
            let row = &rows[at];
            let (region, sign) = row.terms[term];
            let place = region as usize;
            let (low, high) = (state.low[place].0, state.high[place].0);
            let (new_low, new_high) =
                if sign > 0 { (high - most, low - least) } else { (high + least, low + most) };
            let size = self.sums.regions[place].len() as i32;
            if new_high < high && (!deciding || new_high == 0) {
                let by = premises(row, region.into(), sign > 0, state);
                let bound = Bound::AtMost(new_high as u32);
                self.nodes.push(DerivationStep::Bounded { row: at as u32, region, bound, by });
                state.high[place] = (new_high, self.nodes.len() as u32 - 1);
                changed = true;
            }
            if new_low > low && (!deciding || new_low == size) {
                let by = premises(&rows[at], region.into(), sign < 0, state);
                let bound = Bound::AtLeast(new_low as u32);
                self.nodes.push(DerivationStep::Bounded { row: at as u32, region, bound, by });
                state.low[place] = (new_low, self.nodes.len() as u32 - 1);
                changed = true;
            }
            if changed {
                // The sums above are those of before.
                return Applied::Changed;
            }
        }
        Applied::Nothing
    }

    /// Works with suppositions up to a depth: the step that reaches the goal (at the
    /// top) or a clash (under a supposition).
    fn work(&mut self, state: &mut State, depth: u32, top: bool) -> Option<u32> {
        if top && let Some(end) = self.reached(state) {
            return Some(end);
        }
        if let Some(end) = self.close(state, top) {
            return Some(end);
        }
        if depth == 0 {
            return None;
        }
        loop {
            let mut progress = false;
            for (region, bound) in self.suppositions(state, top) {
                let (low, high) = (state.low[region as usize].0, state.high[region as usize].0);
                let open = match bound {
                    Bound::AtLeast(mines) => low < mines as i32 && mines as i32 <= high,
                    Bound::AtMost(mines) => low <= mines as i32 && (mines as i32) < high,
                };
                if !open {
                    continue;
                }
                if self.tried > tunables::DERIVATION_TERMS {
                    return None;
                }
                let supposed = self.nodes.len() as u32;
                self.nodes.push(DerivationStep::Supposed { region, bound });
                let mut inner = state.clone();
                inner.learn(region, bound, supposed);
                let Some(clash) = self.work(&mut inner, depth - 1, false) else {
                    self.nodes.truncate(supposed as usize);
                    continue;
                };
                let contrary = bound.contrary();
                let node = self.nodes.len() as u32;
                self.nodes.push(DerivationStep::Refuted {
                    region,
                    bound: contrary,
                    supposed,
                    clash,
                });
                state.learn(region, contrary, node);
                if top && let Some(end) = self.reached(state) {
                    return Some(end);
                }
                if let Some(end) = self.close(state, top) {
                    return Some(end);
                }
                progress = true;
            }
            if !progress {
                return None;
            }
        }
    }

    /// What may be supposed: the contrary of the goal first, then the most decided regions.
    fn suppositions(&self, state: &State, top: bool) -> Vec<(u16, Bound)> {
        let mut regions: Vec<u16> = (0..self.sums.regions.len() as u16)
            .filter(|&region| state.low[region as usize].0 < state.high[region as usize].0)
            .collect();
        let width = |region: u16| state.high[region as usize].0 - state.low[region as usize].0;
        regions.sort_by_key(|&region| (region != self.sums.goal || !top, width(region), region));
        let mut all = Vec::new();
        for region in regions {
            let (low, high) =
                (state.low[region as usize].0 as u32, state.high[region as usize].0 as u32);
            if top && region == self.sums.goal {
                let size = self.sums.regions[region as usize].len() as u32;
                all.push((
                    region,
                    if self.mine { Bound::AtMost(size - 1) } else { Bound::AtLeast(1) },
                ));
            }
            for mines in low + 1..=high {
                all.push((region, Bound::AtLeast(mines)));
                all.push((region, Bound::AtMost(low + high - mines)));
            }
        }
        all
    }
}

impl State {
    fn learn(&mut self, region: u16, bound: Bound, node: u32) {
        match bound {
            Bound::AtLeast(mines) => self.low[region as usize] = (mines as i32, node),
            Bound::AtMost(mines) => self.high[region as usize] = (mines as i32, node),
        }
    }
}

/// The bounds of all regions of a row but one, on the side that makes its sum large
/// (to show that something is at most so many) or small.
fn premises(row: &SumRow, but: u32, from_below: bool, state: &State) -> Premises {
    let others = row.terms.iter().filter(|&&(region, _)| u32::from(region) != but);
    others
        .map(|&(region, sign)| {
            let below = (sign > 0) == from_below;
            let (value, node) =
                if below { state.low[region as usize] } else { state.high[region as usize] };
            let value = value as u32;
            let bound = if below { Bound::AtLeast(value) } else { Bound::AtMost(value) };
            Premise { region, bound, node }
        })
        .collect()
}

//! A patch: clues around a cell, and the search for a filling of all of them.
//!
//! The contrary of what is to be shown is supposed of the cell; bounds of boxes are narrowed
//! until nothing changes, and where that is not enough, values are tried. What did well
//! before is tried first, since most searches differ by a clue or two.

#![allow(clippy::cast_possible_wrap)] // there are at most 2^26 cells

use smallvec::SmallVec;
use surefoot_rules::{Cell, View};

use super::grounds::sum_of;
use crate::logic::Boxes;
use crate::logic::alike::touched;
use crate::tunables;

/// Clues around a cell, as sums over boxes of alike cells; box 0 is the cell alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Patch {
    pub(super) clues: Vec<Cell>,
    needs: Vec<i32>,
    boxes: Boxes,
    /// Bounds of each box, and a value that did well before.
    low: Vec<i32>,
    high: Vec<i32>,
    pub(super) value: Vec<i32>,
    /// Which clues are to be satisfied.
    pub(super) active: Vec<bool>,
    trail: Vec<(u32, i32, i32)>,
    queue: Vec<u32>,
    waiting: Vec<bool>,
    steps: u32,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PatchSearch {
    Possible,
    Impossible,
    GaveUp,
}

impl Patch {
    /// Takes in these clues. The one box that is asked about holds the contrary of
    /// what is to be shown.
    pub(super) fn read(&mut self, view: &View, clues: &[Cell], cell: Cell, contrary: i32) {
        self.clues.clear();
        self.needs.clear();
        self.boxes.clear();
        let mut around = Vec::with_capacity(clues.len());
        for &clue in clues {
            let Some((closed, need)) = sum_of(view, clue) else { continue };
            around.push(closed);
            self.clues.push(clue);
            self.needs.push(need);
        }
        let mut cells = touched(around.iter().map(|closed| &closed[..]));
        // The cell in question first, then boxes in order of their nearest clue.
        let own = cells.iter().position(|&(_, other)| other == cell);
        let own = own.map(|at| cells.remove(at).0).unwrap_or_default();
        self.boxes.add(own, 1);
        for (touched, _) in &cells {
            self.boxes.put(touched);
        }
        self.boxes.list(self.clues.len());
        self.value.clear();
        self.value.resize(self.boxes.len(), 0);
        self.value[0] = contrary;
        self.low.resize(self.boxes.len(), 0);
        self.high.resize(self.boxes.len(), 0);
        self.active.clear();
        self.active.resize(self.clues.len(), true);
        self.waiting.clear();
        self.waiting.resize(self.clues.len(), false);
    }

    /// Whether the active clues and the contrary can all be true; if so, `value` says
    /// how.
    pub(super) fn search(&mut self) -> PatchSearch {
        self.low.fill(0);
        for (high, size) in self.high.iter_mut().zip(self.boxes.sizes()) {
            *high = size as i32;
        }
        (self.low[0], self.high[0]) = (self.value[0], self.value[0]);
        self.trail.clear();
        self.steps = 0;
        for clue in (0..self.clues.len()).rev().filter(|&clue| self.active[clue]) {
            self.queue.push(clue as u32);
            self.waiting[clue] = true;
        }
        if self.settle() { self.go() } else { PatchSearch::Impossible }
    }

    /// How much the last search took: every step looks at all boxes.
    pub(super) fn effort(&self) -> usize {
        (self.steps as usize + 1) * self.boxes.len()
    }

    /// Narrows bounds until nothing changes; `false` if a clue cannot be satisfied.
    fn settle(&mut self) -> bool {
        while let Some(clue) = self.queue.pop() {
            self.waiting[clue as usize] = false;
            let boxes: SmallVec<[u32; 8]> = self.boxes.beside(clue).into();
            let need = self.needs[clue as usize];
            let low: i32 = boxes.iter().map(|&b| self.low[b as usize]).sum();
            let high: i32 = boxes.iter().map(|&b| self.high[b as usize]).sum();
            let possible = low <= need && need <= high;
            if possible && low < high {
                for &at in &boxes {
                    let (old_low, old_high) = (self.low[at as usize], self.high[at as usize]);
                    let most = old_high.min(need - (low - old_low));
                    let least = old_low.max(need - (high - old_high));
                    if (least, most) != (old_low, old_high) {
                        self.narrow(at, least, most, clue);
                    }
                }
            }
            if !possible {
                for clue in self.queue.drain(..) {
                    self.waiting[clue as usize] = false;
                }
                return false;
            }
        }
        true
    }

    fn narrow(&mut self, at: u32, least: i32, most: i32, but: u32) {
        let place = at as usize;
        self.trail.push((at, self.low[place], self.high[place]));
        (self.low[place], self.high[place]) = (least, most);
        for &clue in self.boxes.clues_of(at) {
            if clue != but && self.active[clue as usize] && !self.waiting[clue as usize] {
                self.waiting[clue as usize] = true;
                self.queue.push(clue);
            }
        }
    }

    fn go(&mut self) -> PatchSearch {
        self.steps += 1;
        if self.steps > tunables::PATCH_STEPS {
            return PatchSearch::GaveUp;
        }
        let undecided = |&at: &usize| {
            self.low[at] < self.high[at]
                && self.boxes.clues_of(at as u32).iter().any(|&clue| self.active[clue as usize])
        };
        let boxes = (1..self.boxes.len()).filter(undecided);
        let Some(at) = boxes.min_by_key(|&at| self.high[at] - self.low[at]) else {
            for at in 1..self.boxes.len() {
                self.value[at] = self.value[at].clamp(self.low[at], self.high[at]);
            }
            return PatchSearch::Possible;
        };
        let (least, most) = (self.low[at], self.high[at]);
        let first = self.value[at].clamp(least, most);
        for value in std::iter::once(first).chain((least..=most).filter(|&v| v != first)) {
            let mark = self.trail.len();
            self.narrow(at as u32, value, value, u32::MAX);
            if self.settle() {
                let found = self.go();
                if found != PatchSearch::Impossible {
                    return found;
                }
            }
            for (at, low, high) in self.trail.drain(mark..).rev() {
                (self.low[at as usize], self.high[at as usize]) = (low, high);
            }
        }
        PatchSearch::Impossible
    }

    /// Whether the found values satisfy a clue.
    pub(super) fn satisfies(&self, clue: usize) -> bool {
        let boxes = self.boxes.beside(clue as u32).iter();
        let sum: i32 = boxes.map(|&b| self.value[b as usize]).sum();
        sum == self.needs[clue]
    }
}

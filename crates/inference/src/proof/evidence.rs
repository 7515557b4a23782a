//! Evidence: the fewest clues that make a cell certain.
//!
//! The oldest rules come first, because they decide most cells and need no search:
//! one clue that is full or used up, then two clues by subtraction (where A needs as
//! many mines more than B as it has cells beyond B, those are mines, and B's own
//! cells are safe). Two clues can prove nothing that this pattern misses.
//!
//! For the rest, clues are taken in around the cell, ring by ring, until together
//! they refute the contrary; what can be spared is deleted. That is minimal, but not
//! always smallest. A smallest set is found by duality (Ignatiev and others,
//! "Smallest MUS extraction with minimal hitting set dualization", 2015): a set of
//! clues that refutes must hit the complement of every set that does not. Guess
//! a smallest hitting set; either it refutes, and is the answer, or it can be grown
//! until it almost does, and what was left out is one more set to hit.
//!
//! Trying all sets of three, then four, and so on was the obvious way; on a frontier of
//! sixty clues that is ten thousand sets of three and half a million of four.
//! The number of mines is used only where all clues together are not enough.

#![allow(clippy::cast_possible_wrap)] // there are at most 2^26 cells

use smallvec::SmallVec;
use surefoot_rules::{Cell, Tile, View};

use crate::posterior::{Engine, Options, Posterior};
use crate::proof::clash::reduced;

/// Steps of one search for a contradiction; beyond it the clues are counted.
const PATIENCE: u32 = 2_000;
/// Hitting sets that are guessed before a minimal set is good enough.
const GUESSES: usize = 150;
/// Steps of one search for a hitting set.
const HITTING: u32 = 20_000;
/// Sets of clues beside the number of mines that are tried for being smaller.
const TRIES: usize = 300;

/// The closed cells beside a clue.
pub(crate) type Around = SmallVec<[Cell; 8]>;

/// Why a cell is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Evidence {
    /// Whether it is a mine.
    pub(crate) mine: bool,
    /// The clues, in order of index.
    pub(crate) clues: Vec<Cell>,
    /// Whether the number of mines is needed too.
    pub(crate) total: bool,
    /// Whether it is known that fewer clues would not do.
    pub(crate) smallest: bool,
}

/// A clue's closed neighbours, and how many of them are mines.
pub(crate) fn sum_of(view: &View, clue: Cell) -> Option<(Around, i32)> {
    let Tile::Clue(shown) = view.tile(clue) else { return None };
    let mut closed = Around::new();
    let mut need = i32::from(shown);
    for beside in &view.neighbours(clue) {
        match view.tile(beside) {
            Tile::Hidden | Tile::Flag => closed.push(beside),
            Tile::Mine => need -= 1,
            Tile::Clue(_) | Tile::Silent => {}
        }
    }
    Some((closed, need))
}

/// One clue, or two, that decide a cell by the oldest rules. Of several, those with
/// the fewest cells.
pub(crate) fn by_rules(view: &View, cell: Cell) -> Option<Evidence> {
    let beside = view.neighbours(cell);
    let sums = beside.iter().filter_map(|&clue| Some((clue, sum_of(view, clue)?)));
    let sums: SmallVec<[(Cell, (Around, i32)); 8]> = sums.collect();
    let found = |clues: &[Cell], mine| {
        let mut clues = clues.to_vec();
        clues.sort_unstable();
        Evidence { mine, clues, total: false, smallest: true }
    };
    let full = |(closed, need): &(Around, i32)| *need == closed.len() as i32;
    let alone = sums.iter().filter(|(_, sum)| sum.1 == 0 || full(sum));
    if let Some((clue, sum)) = alone.min_by_key(|(clue, sum)| (sum.0.len(), *clue)) {
        return Some(found(&[*clue], full(sum)));
    }
    let mut best: Option<(usize, Cell, Cell, bool)> = None;
    let mut seen: SmallVec<[Cell; 32]> = SmallVec::new();
    for (one, (ours, needed)) in &sums {
        seen.clear();
        seen.push(*one);
        for &shared in ours {
            for other in &view.neighbours(shared) {
                if !matches!(view.tile(other), Tile::Clue(_)) || seen.contains(&other) {
                    continue;
                }
                seen.push(other);
                let Some((theirs, wanted)) = sum_of(view, other) else { continue };
                let more = needed - wanted;
                if theirs.contains(&cell) {
                    continue;
                }
                let both = ours.iter().filter(|cell| theirs.contains(cell)).count() as i32;
                let mine = more == ours.len() as i32 - both;
                if mine || -more == theirs.len() as i32 - both {
                    let size = ours.len() + theirs.len();
                    if best.is_none_or(|(least, ..)| size < least) {
                        best = Some((size, *one, other, mine));
                    }
                }
            }
        }
    }
    best.map(|(_, one, other, mine)| found(&[one, other], mine))
}

/// Clues around a cell, as sums over boxes of alike cells; box 0 is the cell alone.
#[derive(Clone, Debug, Default)]
struct Patch {
    clues: Vec<Cell>,
    needs: Vec<i32>,
    /// The boxes of each clue, and the clues of each box.
    boxes_of: Vec<SmallVec<[u16; 8]>>,
    clues_of: Vec<SmallVec<[u16; 8]>>,
    sizes: Vec<i32>,
    /// Bounds of each box, and a value that did well before.
    low: Vec<i32>,
    high: Vec<i32>,
    value: Vec<i32>,
    active: Vec<bool>,
    trail: Vec<(u16, i32, i32)>,
    queue: Vec<u16>,
    waiting: Vec<bool>,
    steps: u32,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    Possible,
    Impossible,
    GaveUp,
}

impl Patch {
    /// Takes in these clues. The one box that is asked about holds the contrary of
    /// what is to be shown.
    fn read(&mut self, view: &View, clues: &[Cell], cell: Cell, contrary: i32) {
        self.clues.clear();
        self.needs.clear();
        self.boxes_of.clear();
        self.clues_of.clear();
        self.sizes.clear();
        let mut cells: Vec<(Cell, u16)> = Vec::with_capacity(8 * clues.len());
        for &clue in clues {
            let Some((closed, need)) = sum_of(view, clue) else { continue };
            cells.extend(closed.iter().map(|&cell| (cell, self.clues.len() as u16)));
            self.clues.push(clue);
            self.needs.push(need);
            self.boxes_of.push(SmallVec::new());
        }
        cells.sort_unstable();
        let mut alike: Vec<(bool, SmallVec<[u16; 8]>)> = cells
            .chunk_by(|a, b| a.0 == b.0)
            .map(|group| (group[0].0 != cell, group.iter().map(|&(_, clue)| clue).collect()))
            .collect();
        // The cell in question first, then boxes in order of their nearest clue.
        alike.sort_unstable();
        if alike.first().is_none_or(|(other, _)| *other) {
            alike.insert(0, (false, SmallVec::new()));
        }
        for group in alike.chunk_by(|a, b| a == b) {
            let (_, clues) = &group[0];
            for &clue in clues {
                self.boxes_of[clue as usize].push(self.sizes.len() as u16);
            }
            self.clues_of.push(clues.clone());
            self.sizes.push(group.len() as i32);
        }
        self.value.clear();
        self.value.resize(self.sizes.len(), 0);
        self.value[0] = contrary;
        self.low.resize(self.sizes.len(), 0);
        self.high.resize(self.sizes.len(), 0);
        self.active.clear();
        self.active.resize(self.clues.len(), true);
        self.waiting.clear();
        self.waiting.resize(self.clues.len(), false);
    }

    /// Whether the active clues and the contrary can all be true; if so, `value` says
    /// how.
    fn search(&mut self) -> Search {
        self.low.fill(0);
        self.high.copy_from_slice(&self.sizes);
        (self.low[0], self.high[0]) = (self.value[0], self.value[0]);
        self.trail.clear();
        self.steps = 0;
        for clue in (0..self.clues.len()).rev().filter(|&clue| self.active[clue]) {
            self.queue.push(clue as u16);
            self.waiting[clue] = true;
        }
        if self.settle() { self.go() } else { Search::Impossible }
    }

    /// Narrows bounds until nothing changes; `false` if a clue cannot be satisfied.
    fn settle(&mut self) -> bool {
        while let Some(clue) = self.queue.pop() {
            self.waiting[clue as usize] = false;
            let boxes = std::mem::take(&mut self.boxes_of[clue as usize]);
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
            self.boxes_of[clue as usize] = boxes;
            if !possible {
                for clue in self.queue.drain(..) {
                    self.waiting[clue as usize] = false;
                }
                return false;
            }
        }
        true
    }

    fn narrow(&mut self, at: u16, least: i32, most: i32, but: u16) {
        let place = at as usize;
        self.trail.push((at, self.low[place], self.high[place]));
        (self.low[place], self.high[place]) = (least, most);
        for &clue in &self.clues_of[place] {
            if clue != but && self.active[clue as usize] && !self.waiting[clue as usize] {
                self.waiting[clue as usize] = true;
                self.queue.push(clue);
            }
        }
    }

    fn go(&mut self) -> Search {
        self.steps += 1;
        if self.steps > PATIENCE {
            return Search::GaveUp;
        }
        let undecided = |&at: &usize| {
            self.low[at] < self.high[at]
                && self.clues_of[at].iter().any(|&clue| self.active[clue as usize])
        };
        let boxes = (1..self.sizes.len()).filter(undecided);
        let Some(at) = boxes.min_by_key(|&at| self.high[at] - self.low[at]) else {
            for at in 1..self.sizes.len() {
                self.value[at] = self.value[at].clamp(self.low[at], self.high[at]);
            }
            return Search::Possible;
        };
        let (least, most) = (self.low[at], self.high[at]);
        let first = self.value[at].clamp(least, most);
        for value in std::iter::once(first).chain((least..=most).filter(|&v| v != first)) {
            let mark = self.trail.len();
            self.narrow(at as u16, value, value, u16::MAX);
            if self.settle() {
                let found = self.go();
                if found != Search::Impossible {
                    return found;
                }
            }
            for (at, low, high) in self.trail.drain(mark..).rev() {
                (self.low[at as usize], self.high[at as usize]) = (low, high);
            }
        }
        Search::Impossible
    }

    /// Whether the found values satisfy a clue.
    fn satisfies(&self, clue: usize) -> bool {
        let sum: i32 = self.boxes_of[clue].iter().map(|&b| self.value[b as usize]).sum();
        sum == self.needs[clue]
    }
}

/// Looks for evidence, in memory that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seeker {
    patch: Patch,
    /// Clues in rings around the cell, and where the last ring begins.
    clues: Vec<Cell>,
    last: usize,
    /// Per cell of the board: whether a ring has met it.
    met: Vec<bool>,
}

/// What evidence is looked for.
#[derive(Clone, Copy, Debug)]
struct Claim<'a> {
    view: &'a View,
    cell: Cell,
    mine: bool,
    options: &'a Options,
}

impl Claim<'_> {
    /// Whether these clues prove it, by counting. What is too wide proves nothing.
    fn is_proved(&self, engine: &mut Engine, clues: &[Cell], total: bool) -> bool {
        let mut clues = clues.to_vec();
        clues.sort_unstable();
        let Some(view) = reduced(self.view, &clues, total) else { return false };
        if engine.solve(&view, None, self.options).is_err() {
            return false;
        }
        let posterior = Posterior { engine, view: &view };
        if self.mine { posterior.is_mine(self.cell) } else { posterior.is_safe(self.cell) }
    }
}

impl Seeker {
    /// Evidence that a cell is a mine, or safe, where it is known that there is some
    /// and that two clues are not enough. `None` if it is too wide to be found.
    pub(crate) fn find(
        &mut self,
        view: &View,
        (cell, mine): (Cell, bool),
        engine: &mut Engine,
        options: &Options,
    ) -> Option<Evidence> {
        let claim = Claim { view, cell, mine, options };
        self.met.clear();
        self.met.resize(view.grid().len(), false);
        self.met[cell.index()] = true;
        self.clues.clear();
        self.last = 0;
        self.meet(view, cell);
        let mut rings = 1;
        loop {
            self.patch.read(view, &self.clues, cell, i32::from(!mine));
            if self.is_refuted(&claim, engine) {
                break;
            }
            if !self.grow(view) {
                return self.with_total(&claim, engine);
            }
            rings += 1;
        }
        let mut clues = self.spare(&claim, engine);
        let mut smallest = clues.len() <= 3;
        if !smallest {
            // Fewer clues hang together with the cell, so they are in these rings.
            while rings + 1 < clues.len() && self.grow(view) {
                rings += 1;
            }
            self.patch.read(view, &self.clues, cell, i32::from(!mine));
            (clues, smallest) = self.smaller(&claim, engine, clues);
        }
        clues.sort_unstable();
        Some(Evidence { mine, clues, total: false, smallest })
    }

    /// Takes in the clues beside a cell.
    fn meet(&mut self, view: &View, cell: Cell) {
        for clue in &view.neighbours(cell) {
            if matches!(view.tile(clue), Tile::Clue(_)) && !self.met[clue.index()] {
                self.met[clue.index()] = true;
                self.clues.push(clue);
            }
        }
    }

    /// Takes in one ring more; `false` if there is none.
    fn grow(&mut self, view: &View) -> bool {
        let ring = self.last..self.clues.len();
        self.last = self.clues.len();
        for at in ring {
            for cell in &view.neighbours(self.clues[at]) {
                if view.tile(cell).is_closed() && !self.met[cell.index()] {
                    self.met[cell.index()] = true;
                    self.meet(view, cell);
                }
            }
        }
        self.clues.len() > self.last
    }

    /// Whether the active clues of the patch refute the contrary.
    fn is_refuted(&mut self, claim: &Claim<'_>, engine: &mut Engine) -> bool {
        match self.patch.search() {
            Search::Possible => false,
            Search::Impossible => true,
            Search::GaveUp => {
                let clues = self.patch.clues.iter().zip(&self.patch.active);
                let clues: Vec<Cell> =
                    clues.filter(|(_, active)| **active).map(|(&clue, _)| clue).collect();
                claim.is_proved(engine, &clues, false)
            }
        }
    }

    /// Leaves out of the patch what can be spared, the farthest first.
    fn spare(&mut self, claim: &Claim<'_>, engine: &mut Engine) -> Vec<Cell> {
        let mut kept: Vec<usize> = (0..self.patch.clues.len()).collect();
        let mut step = kept.len().div_ceil(4).max(1);
        loop {
            let mut end = kept.len();
            while end > 0 {
                let from = end.saturating_sub(step);
                for &at in &kept[from..end] {
                    self.patch.active[at] = false;
                }
                if self.is_refuted(claim, engine) {
                    kept.drain(from..end);
                } else {
                    for &at in &kept[from..end] {
                        self.patch.active[at] = true;
                    }
                }
                end = from;
            }
            if step == 1 {
                return kept.into_iter().map(|at| self.patch.clues[at]).collect();
            }
            step = step.div_ceil(2);
        }
    }

    /// A smallest set of the patch's clues, if fewer than `known` will do; and whether
    /// it is known to be smallest.
    fn smaller(
        &mut self,
        claim: &Claim<'_>,
        engine: &mut Engine,
        known: Vec<Cell>,
    ) -> (Vec<Cell>, bool) {
        let clues = self.patch.clues.len();
        if clues > 128 {
            return (known, false);
        }
        let mut to_hit: Vec<u128> = Vec::new();
        let mut least = 3;
        for _ in 0..GUESSES {
            let hitting = loop {
                if least >= known.len() {
                    return (known, true);
                }
                let mut steps = HITTING;
                match hit(&to_hit, 0, least, &mut steps) {
                    Some(set) => break set,
                    None if steps == 0 => return (known, false),
                    None => least += 1,
                }
            };
            for clue in 0..clues {
                self.patch.active[clue] = hitting >> clue & 1 == 1;
            }
            match self.patch.search() {
                Search::Possible => {}
                Search::Impossible => {
                    let chosen = (0..clues).filter(|clue| hitting >> clue & 1 == 1);
                    return (chosen.map(|clue| self.patch.clues[clue]).collect(), true);
                }
                Search::GaveUp => return (known, false),
            }
            to_hit.push(self.left_out(clues));
        }
        // What guessing did not decide may still be proved by the set at hand.
        debug_assert!(claim.is_proved(engine, &known, false), "{known:?}");
        (known, false)
    }

    /// Adds clues to those satisfied as long as that is possible; what is left out.
    fn left_out(&mut self, clues: usize) -> u128 {
        let mut left_out = 0_u128;
        for clue in 0..clues {
            self.patch.active[clue] = self.patch.satisfies(clue);
        }
        for clue in 0..clues {
            if self.patch.active[clue] {
                continue;
            }
            let before = self.patch.value.clone();
            self.patch.active[clue] = true;
            if self.patch.search() == Search::Possible {
                for other in 0..clues {
                    self.patch.active[other] |=
                        left_out >> other & 1 == 0 && self.patch.satisfies(other);
                }
            } else {
                self.patch.active[clue] = false;
                self.patch.value = before;
                left_out |= 1 << clue;
            }
        }
        left_out
    }

    /// Evidence that uses the number of mines.
    fn with_total(&mut self, claim: &Claim<'_>, engine: &mut Engine) -> Option<Evidence> {
        let Claim { view, mine, .. } = *claim;
        // The clues that hang together with the cell first, so that others go first.
        for clue in view.grid().cells() {
            let telling = sum_of(view, clue).is_some_and(|(closed, _)| !closed.is_empty());
            if telling && !self.met[clue.index()] {
                self.clues.push(clue);
            }
        }
        let all = self.clues.clone();
        let mut kept = all.clone();
        if !claim.is_proved(engine, &kept, true) {
            return None;
        }
        let mut step = kept.len().div_ceil(2);
        while step > 0 {
            let mut end = kept.len();
            while end > 0 {
                let from = end.saturating_sub(step);
                let mut fewer = kept.clone();
                fewer.drain(from..end);
                if claim.is_proved(engine, &fewer, true) {
                    kept = fewer;
                }
                end = from;
            }
            step = if step == 1 { 0 } else { step.div_ceil(2) };
        }
        let mut tries = TRIES;
        let mut smallest = true;
        for size in 1..kept.len() {
            let fewer =
                one_of_size(&all, size, &mut tries, |set| claim.is_proved(engine, set, true));
            smallest = fewer.is_some() || tries > 0;
            if let Some(fewer) = fewer {
                kept = fewer;
                break;
            }
            if !smallest {
                break;
            }
        }
        kept.sort_unstable();
        Some(Evidence { mine, clues: kept, total: true, smallest })
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

/// The first set of so many clues that will do, as long as there are tries.
fn one_of_size(
    clues: &[Cell],
    size: usize,
    tries: &mut usize,
    mut will_do: impl FnMut(&[Cell]) -> bool,
) -> Option<Vec<Cell>> {
    let mut places: Vec<usize> = (0..size).collect();
    loop {
        *tries = tries.checked_sub(1)?;
        let set: Vec<Cell> = places.iter().map(|&at| clues[at]).collect();
        if will_do(&set) {
            return Some(set);
        }
        // The next combination, in order.
        let at = (0..size).rev().find(|&at| places[at] < clues.len() - size + at)?;
        places[at] += 1;
        for later in at + 1..size {
            places[later] = places[later - 1] + 1;
        }
    }
}

//! A small component counted for every number of mines at once.
//!
//! The passes over a trellis give marginals for one context: what the rest of the board weighs
//! by the mines left to it. Here the ways are kept apart by the component's mines, those of
//! the whole and those weighed by the mines in each box, so the marginals in any context are
//! a few products. What is found depends on the component alone, and can be kept for as long
//! as it does not change, and for every other that looks alike (`known`).
//!
//! The dynamic programme is that of `trellis`, for clues that tell the truth and states that
//! fit one word: layers are so small that looking a state up is comparing with all. Ways are
//! whole numbers below 2⁵³ for nearly all components, hence exact, in whichever order they
//! are added; what is larger is rounded, which never matters: no two are ever subtracted.
//! Possibility is not read off them but counted beside them, in bits by number of mines.
//!
//! Where there are few fillings they are listed instead (`listing`).
//!
//! Longer than 400 lines: the ways there and back share one layout of layers and terms.

mod listing;

use crate::count::number::choose;
use crate::count::part::{Part, members};
use crate::count::polynomials::listing::{Listed, Listing};
use crate::tunables;

/// What is counted of a component.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Polynomials {
    /// Its cells.
    pub(crate) cells: u32,
    /// The fewest mines it can have, and how many numbers from there on.
    pub(crate) least: u32,
    pub(crate) terms: usize,
    /// Ways by mines; then for each box, and behind them for each sum of the observed clue.
    values: Vec<f64>,
    /// Per box.
    pub(crate) boxes: Vec<Possible>,
}

/// What a box can have, by mines of the component: one bit for each from the least on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Possible {
    /// Some mine, some safe cell, another number of mines than one.
    pub(crate) mine: u64,
    pub(crate) safe: u64,
    pub(crate) not_one: u64,
}

impl Polynomials {
    /// Of a component with so many numbers of mines, to be added up.
    fn empty(part: &Part, least: u32, terms: usize) -> Self {
        let sums = part.observed.map_or(0, |clue| 1 + usize::from(part.cells[usize::from(clue)]));
        let boxes = part.sizes.len();
        Self {
            cells: part.sizes.iter().map(|&size| u32::from(size)).sum(),
            least,
            terms,
            values: vec![0.0; (1 + boxes + sums) * terms],
            boxes: vec![Possible::default(); boxes],
        }
    }

    /// Its numbers, and what is possible.
    fn books(&mut self) -> (&mut [f64], &mut [Possible]) {
        (&mut self.values, &mut self.boxes)
    }

    /// The ways, by mines.
    #[inline]
    pub(crate) fn ways(&self) -> &[f64] {
        &self.values[..self.terms]
    }

    /// The ways, each times the mines it has in a box.
    #[inline]
    pub(crate) fn mines_in(&self, number: usize) -> &[f64] {
        &self.values[(number + 1) * self.terms..][..self.terms]
    }

    /// The ways in which the observed clue has so many mines.
    pub(crate) fn ways_with(&self, sum: usize) -> Option<&[f64]> {
        let from = (1 + self.boxes.len() + sum) * self.terms;
        self.values.get(from..from + self.terms)
    }

    /// How many numbers it holds.
    pub(crate) fn numbers(&self) -> usize {
        self.values.len() + 3 * self.boxes.len()
    }

    /// The numbers of mines it can have, as bits from the least on.
    pub(crate) fn possible(&self) -> u64 {
        self.boxes.first().map_or(1, |first| first.mine | first.safe)
    }
}

/// Why a component is not counted here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotCounted {
    /// It has no filling.
    Impossible,
    /// It is too wide for this.
    TooWide,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    from: u32,
    to: u32,
    mines: u8,
    /// What the observed clue has, if it closes here.
    sum: u8,
    /// The ways to place the mines in the box.
    ways: f64,
}

/// The mines of some ways: the fewest, which, and where their numbers begin.
#[derive(Clone, Copy, Debug, Default)]
struct Terms {
    least: u32,
    /// One bit for each number of mines from the least on; none if there is no way.
    which: u64,
    start: u32,
}

impl Terms {
    fn len(self) -> usize {
        64 - self.which.leading_zeros() as usize
    }

    /// Takes in ways with so many more mines; `false` if there is no room for them.
    fn join(&mut self, other: Self, more: u32) -> bool {
        let least = other.least + more;
        if self.which == 0 {
            (self.least, self.which) = (least, other.which);
            return true;
        }
        let (mut low, high) = (*self, Self { least, ..other });
        let mut high = high;
        if high.least < low.least {
            (low, high) = (high, low);
        }
        let apart = high.least - low.least;
        self.least = low.least;
        self.which = low.which | high.which.checked_shl(apart).unwrap_or(0);
        apart <= high.which.leading_zeros()
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct PolynomialStep {
    number: u8,
    size: u8,
    /// Where its edges end, and the states behind it.
    edges: u32,
    states: u32,
}

/// Memory for counting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter {
    listing: Listing,
    order: Vec<u8>,
    steps: Vec<PolynomialStep>,
    edges: Vec<Edge>,
    keys: Vec<u64>,
    /// Per state: ways to reach it, and ways to go on.
    before: Vec<Terms>,
    after: Vec<Terms>,
    reached: Vec<f64>,
    /// As `reached`, each times the mines in the last box.
    weighed: Vec<f64>,
    rest: Vec<f64>,
    /// The clues of each box, one after the other, and where those of each begin.
    beside: Vec<u8>,
    starts: Vec<u16>,
    /// Per clue: its boxes, whether one was eliminated, its place in a state, and what is left.
    boxes_of: Vec<u128>,
    opened: Vec<bool>,
    places: Vec<u8>,
    left: Vec<u8>,
    /// Per box: what it opens less what it closes, its oldest clue, itself.
    ratings: Vec<u32>,
}

impl Counter {
    /// Counts a component.
    pub(crate) fn count(&mut self, part: &Part) -> Result<Polynomials, NotCounted> {
        if !part.whole {
            return Err(NotCounted::TooWide);
        }
        match self.listing.count(part) {
            Listed::All(found) => return Ok(found),
            Listed::None => return Err(NotCounted::Impossible),
            Listed::Many => {}
        }
        self.read(part);
        self.order(part);
        self.forward(part)?;
        self.backward(part)
    }

    /// Lists the clues of each box.
    #[inline(never)]
    fn read(&mut self, part: &Part) {
        self.beside.clear();
        self.starts.clear();
        self.starts.push(0);
        for &clues in &part.clues {
            let mut rest = clues;
            while rest != 0 {
                let clue = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                self.beside.push(clue);
            }
            self.starts.push(self.beside.len() as u16);
        }
    }

    /// The order in which boxes are eliminated: as `order`, always the box that opens the
    /// fewest clues less those it closes, of equals the one with the oldest clue. The ratings
    /// of all boxes are kept: a clue changes them when it opens and when one box is left.
    #[inline(never)]
    fn order(&mut self, part: &Part) {
        self.order.clear();
        let boxes = part.sizes.len();
        self.boxes_of.clear();
        self.boxes_of.resize(part.low.len(), 0);
        for number in 0..boxes {
            for at in self.starts[number]..self.starts[number + 1] {
                self.boxes_of[usize::from(self.beside[usize::from(at)])] |= 1 << number;
            }
        }
        self.left.clear();
        self.left.extend(self.boxes_of.iter().map(|set| set.count_ones() as u8));
        self.ratings.clear();
        for number in 0..boxes {
            let beside = self.starts[number]..self.starts[number + 1];
            let clues = &self.beside[usize::from(beside.start)..usize::from(beside.end)];
            let closes = clues.iter().filter(|&&clue| self.left[usize::from(clue)] == 1).count();
            let change = 16 + clues.len() as u32 - closes as u32;
            self.ratings.push(change << 16 | 0xff00 | number as u32);
        }
        self.opened.clear();
        self.opened.resize(part.low.len(), false);
        let (mut left, mut met, mut time) = (all(boxes), 0_u128, 0_u32);
        // The last box of the walk lies at an end.
        let mut next = boxes - 1;
        loop {
            self.order.push(next as u8);
            left &= !(1 << next);
            if left == 0 {
                break;
            }
            for at in self.starts[next]..self.starts[next + 1] {
                let clue = usize::from(self.beside[usize::from(at)]);
                let own = self.boxes_of[clue];
                if !std::mem::replace(&mut self.opened[clue], true) {
                    met |= own;
                    for number in members(own & left) {
                        let rating = &mut self.ratings[number];
                        let age = (*rating >> 8 & 0xff).min(time);
                        *rating = (*rating & !0xff00 | age << 8) - (1 << 16);
                    }
                    time = (time + 1).min(0xfe);
                }
                self.left[clue] -= 1;
                if self.left[clue] == 1 {
                    for number in members(own & left) {
                        self.ratings[number] -= 1 << 16;
                    }
                }
            }
            let Some(rating) = members(met & left).map(|number| self.ratings[number]).min() else {
                break;
            };
            next = (rating & 0xff) as usize;
        }
    }

    /// Makes the states and edges, and counts the ways to reach each.
    #[inline(never)]
    fn forward(&mut self, part: &Part) -> Result<(), NotCounted> {
        self.steps.clear();
        self.edges.clear();
        self.keys.clear();
        self.keys.push(0);
        self.before.clear();
        self.before.push(Terms { least: 0, which: 1, start: 0 });
        self.reached.clear();
        self.reached.push(1.0);
        self.weighed.clear();
        self.weighed.push(0.0);
        self.left.clear();
        self.left.extend_from_slice(&part.cells);
        self.places.clear();
        self.places.resize(part.low.len(), u8::MAX);
        let mut free = u16::MAX;
        let mut layer = 0;
        for at in 0..self.order.len() {
            let number = self.order[at];
            let size = part.sizes[usize::from(number)];
            // Per clue of the box: shift, what it needs at least before the box and allows.
            let mut open = [(0_u32, 0_u8, 0_u8); 8];
            let (mut count, mut unit, mut cleared, mut closing) = (0, 0_u64, 0_u64, 0_u16);
            let mut observed = None;
            for at in self.starts[usize::from(number)]..self.starts[usize::from(number) + 1] {
                let clue = usize::from(self.beside[usize::from(at)]);
                if self.places[clue] == u8::MAX {
                    let place = free.trailing_zeros();
                    if place > 15 || count == 8 {
                        return Err(NotCounted::TooWide);
                    }
                    free &= !(1 << place);
                    self.places[clue] = place as u8;
                }
                let place = self.places[clue];
                let shift = 4 * u32::from(place);
                self.left[clue] -= size;
                let left = self.left[clue];
                unit |= 1 << shift;
                if left == 0 {
                    cleared |= 15 << shift;
                    closing |= 1 << place;
                    if part.observed == Some(clue as u8) {
                        observed = Some(shift);
                    }
                }
                let Some(slot) = open.get_mut(count) else { return Err(NotCounted::TooWide) };
                *slot = (shift, part.low[clue].saturating_sub(left), part.high[clue]);
                count += 1;
            }
            free |= closing;
            let next = self.keys.len();
            self.step(layer, (size, unit, cleared), observed, &open[..count])?;
            layer = next;
            if layer == self.keys.len() {
                return Err(NotCounted::Impossible);
            }
            let (edges, states) = (self.edges.len() as u32, self.keys.len() as u32);
            let step = PolynomialStep { number, size, edges, states };
            self.weigh(layer);
            self.steps.push(step);
        }
        Ok(())
    }

    /// From every state of the last layer by every number of mines.
    #[inline(never)]
    fn step(
        &mut self,
        layer: usize,
        (size, unit, cleared): (u8, u64, u64),
        observed: Option<u32>,
        open: &[(u32, u8, u8)],
    ) -> Result<(), NotCounted> {
        let next = self.keys.len();
        let mut room = true;
        for from in layer..next {
            let (key, source) = (self.keys[from], self.before[from]);
            let (mut least, mut most) = (0_u8, size);
            for &(shift, low, high) in open {
                let so_far = (key >> shift) as u8 & 15;
                least = least.max(low.saturating_sub(so_far));
                // More than it allows is never reached.
                most = most.min(high - so_far);
            }
            for mines in least..=most {
                let filled = key + unit * u64::from(mines);
                let kept = filled & !cleared;
                let found = self.keys[next..].iter().position(|&other| other == kept);
                let to = next + found.unwrap_or(self.keys.len() - next);
                if found.is_none() {
                    self.keys.push(kept);
                    self.before.push(Terms::default());
                }
                let sum = observed.map_or(0, |shift| (filled >> shift) as u8 & 15);
                let ways = choose(size.into(), mines.into());
                self.edges.push(Edge { from: from as u32, to: to as u32, mines, sum, ways });
                room &= self.before[to].join(source, mines.into());
            }
        }
        let wide = !room || self.keys.len() - next > tunables::PART_LAYER;
        if wide || self.edges.len() > tunables::PART_EDGES {
            Err(NotCounted::TooWide)
        } else {
            Ok(())
        }
    }

    /// The ways to reach the states of a new layer, and what they have in its box.
    #[inline(never)]
    fn weigh(&mut self, layer: usize) {
        let start = self.reached.len();
        let mut end = start;
        for state in &mut self.before[layer..] {
            state.start = end as u32;
            end += state.len();
        }
        self.reached.resize(end, 0.0);
        self.weighed.resize(end, 0.0);
        let first = self.steps.last().map_or(0, |step| step.edges as usize);
        let (before, behind) = self.reached.split_at_mut(start);
        let weighed = &mut self.weighed[start..];
        for &Edge { from, to, mines, ways, .. } in &self.edges[first..] {
            let (source, target) = (self.before[from as usize], self.before[to as usize]);
            let shift = source.least + u32::from(mines) - target.least;
            let into = (target.start + shift) as usize - start;
            let values = &before[source.start as usize..][..source.len()];
            let sums = behind[into..].iter_mut().zip(&mut weighed[into..]);
            let many = ways * f64::from(mines);
            for (value, (sum, weighed)) in values.iter().zip(sums) {
                *sum += ways * value;
                *weighed += many * value;
            }
        }
    }

    /// Counts the ways to go on from each state, and with them what is wanted.
    #[inline(never)]
    fn backward(&mut self, part: &Part) -> Result<Polynomials, NotCounted> {
        let states = self.keys.len();
        let end = self.before[states - 1];
        let (least, terms) = (end.least, end.len());
        let boxes = self.order.len();
        let mut found = Polynomials::empty(part, least, terms);
        found.values[..terms].copy_from_slice(&self.reached[end.start as usize..][..terms]);
        self.after.clear();
        self.after.resize(states, Terms::default());
        self.after[states - 1] = Terms { least: 0, which: 1, start: 0 };
        self.rest.clear();
        self.rest.push(1.0);
        let closes = part.observed.and_then(|clue| {
            let beside = |number: &u8| part.clues[usize::from(*number)] >> clue & 1 == 1;
            self.order.iter().rposition(beside)
        });
        for at in (0..boxes).rev() {
            let step = self.steps[at];
            let (first_edge, first_state, layer) = match at {
                0 => (0, 0, 1),
                1 => (self.steps[0].edges, 1, self.steps[0].states),
                _ => {
                    (self.steps[at - 1].edges, self.steps[at - 2].states, self.steps[at - 1].states)
                }
            };
            let edges = first_edge as usize..step.edges as usize;
            let number = usize::from(step.number);
            let row = (number + 1) * terms;
            // What the states behind the box have in it, with all that follows.
            for state in layer as usize..step.states as usize {
                let (before, after) = (self.before[state], self.after[state]);
                if after.which != 0 {
                    let shift = (before.least + after.least - least) as usize;
                    let weighed = &self.weighed[before.start as usize..][..before.len()];
                    let rest = &self.rest[after.start as usize..][..after.len()];
                    convolve(weighed, rest, &mut found.values[row + shift..]);
                }
            }
            let mut possible = Possible::default();
            for edge in &self.edges[edges.clone()] {
                let (source, target) =
                    (self.before[edge.from as usize], self.after[edge.to as usize]);
                if target.which == 0 {
                    continue;
                }
                let mines = u32::from(edge.mines);
                let shift = source.least + mines + target.least - least;
                let which = sums_of(source.which, target.which) << shift;
                possible.mine |= if mines > 0 { which } else { 0 };
                possible.safe |= if edge.mines < step.size { which } else { 0 };
                possible.not_one |= if mines == 1 { 0 } else { which };
                self.after[edge.from as usize].join(target, mines);
                if closes == Some(at) {
                    let row = (1 + boxes + usize::from(edge.sum)) * terms;
                    let reached = &self.reached[source.start as usize..][..source.len()];
                    let rest = &self.rest[target.start as usize..][..target.len()];
                    let ways = edge.ways;
                    let into = &mut found.values[row + shift as usize..];
                    for (offset, value) in reached.iter().enumerate() {
                        for (into, rest) in into[offset..].iter_mut().zip(rest) {
                            *into += ways * value * rest;
                        }
                    }
                }
            }
            found.boxes[number] = possible;
            self.go_on(first_state as usize..layer as usize, edges);
        }
        if self.after[0].which == 0 { Err(NotCounted::Impossible) } else { Ok(found) }
    }

    /// The ways to go on from the states before a box.
    #[inline(never)]
    fn go_on(&mut self, states: std::ops::Range<usize>, edges: std::ops::Range<usize>) {
        let start = self.rest.len();
        let mut end = start;
        for state in &mut self.after[states] {
            state.start = end as u32;
            end += state.len();
        }
        self.rest.resize(end, 0.0);
        let (behind, before) = self.rest.split_at_mut(start);
        for &Edge { from, to, mines, ways, .. } in &self.edges[edges] {
            let (source, target) = (self.after[from as usize], self.after[to as usize]);
            if target.which == 0 {
                continue;
            }
            let shift = target.least + u32::from(mines) - source.least;
            let values = &behind[target.start as usize..][..target.len()];
            let sums = &mut before[(source.start + shift) as usize - start..];
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += ways * value;
            }
        }
    }
}

/// A set of so many.
fn all(count: usize) -> u128 {
    if count >= 128 { u128::MAX } else { (1 << count) - 1 }
}

/// The sums of one number of each set.
fn sums_of(one: u64, other: u64) -> u64 {
    let (mut few, many) =
        if one.count_ones() < other.count_ones() { (one, other) } else { (other, one) };
    let mut sums = 0;
    while few != 0 {
        sums |= many << few.trailing_zeros();
        few &= few - 1;
    }
    sums
}

/// Adds the product of two polynomials.
fn convolve(one: &[f64], other: &[f64], into: &mut [f64]) {
    for (at, x) in one.iter().enumerate() {
        for (sum, y) in into[at..].iter_mut().zip(other) {
            *sum += x * y;
        }
    }
}

#[cfg(test)]
mod tests;

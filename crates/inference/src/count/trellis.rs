//! The trellis of a component: every way to fill it, as paths of a layered graph.
//!
//! A dynamic programme along an elimination order of boxes (the idea is old, the cost
//! is exponential only in the front). A *state* is how many mines the open clues have
//! so far; a step fills one box with every number of mines that the clues allow. What
//! comes out is a layered graph whose paths are the fillings. It is built once,
//! without numbers: which states exist and which fillings are possible is a matter of
//! structure alone, and certainty is read off it, never off a probability that looks
//! like zero. States that lead nowhere are removed. What counts along it is in `pass`.
//!
//! A state is packed into one word, four bits per open clue (eight where a cell
//! has more than fifteen neighbours), with places reused as clues close.
//!
//! Longer than 400 lines: a third of it is the data that `pass`, `dead` and `sample` walk along.

use surefoot_rules::Wide;

use crate::count::frontier::{Clue, Frontier};
use crate::error::CountError;
use crate::stop::Stop;
use crate::tunables;

/// The edge's box gets `mines` mines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrellisEdge {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) mines: u16,
    /// If the observed clue closes here: the mines in its boxes.
    pub(crate) tag: u16,
    /// Which of the trellis's factors is the likelihood of the clues that close with it.
    pub(crate) factor: u32,
}

/// The first of a trellis's factors, which is one.
pub(crate) const CERTAIN: u32 = 0;

/// One box of a component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrellisStep {
    pub(crate) box_: u32,
    pub(crate) size: u32,
    /// Where its edges begin and end.
    pub(crate) edges: (u32, u32),
    /// The factors of its edges are at least one over two to this.
    pub(crate) bits: u32,
}

/// One component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrellisComponent {
    pub(crate) steps: (u32, u32),
    /// Its states; the first is the start, the last the end.
    pub(crate) states: (u32, u32),
    /// The least and largest number of mines in it.
    pub(crate) least: u32,
    pub(crate) most: u32,
    /// The cells of its boxes.
    pub(crate) cells: u32,
}

/// How much a count may make and hold, and who may end it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits<'a> {
    /// States and edges.
    pub(crate) budget: usize,
    /// Bytes.
    pub(crate) memory: usize,
    pub(crate) stop: &'a Stop,
}

/// The numbers of mines with which a state can be reached, and where its
/// polynomial begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) least: u32,
    pub(crate) most: u32,
    pub(crate) start: u32,
}

impl Span {
    pub(crate) fn len(self) -> usize {
        (self.most - self.least + 1) as usize
    }

    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len()
    }
}

/// No number of mines at all.
pub(crate) const DEAD: Span = Span { least: u32::MAX, most: 0, start: 0 };

/// The trellises of all components of a view.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trellis {
    pub(crate) components: Vec<TrellisComponent>,
    pub(crate) steps: Vec<TrellisStep>,
    pub(crate) edges: Vec<TrellisEdge>,
    pub(crate) spans: Vec<Span>,
    /// Likelihoods, of which edges name one each.
    pub(crate) factors: Vec<Wide>,
    /// Bits per open clue.
    field: u32,
    keys: Vec<u128>,
    next: Vec<u128>,
    table: Vec<u32>,
    alive: Vec<bool>,
    /// The most edges and states there ever were: so much of their room takes memory.
    touched: (usize, usize),
    places: Vec<u32>,
    free: Vec<u32>,
    left: Vec<u32>,
}

impl Trellis {
    /// Forgets everything; the components of this frontier are to come.
    pub(crate) fn clear(&mut self, frontier: &Frontier) {
        let clues = frontier.clues.len();
        let many = frontier.clues.iter().any(|clue| clue.hidden > 15);
        self.field = if many { 8 } else { 4 };
        self.touched = self.touched();
        self.components.clear();
        self.steps.clear();
        self.edges.clear();
        self.spans.clear();
        self.factors.clear();
        self.factors.push(Wide::ONE);
        self.left.clear();
        self.left.resize(clues, u32::MAX);
        self.places.resize(clues, 0);
    }

    /// Adds the component whose boxes are eliminated in this order.
    pub(crate) fn add(
        &mut self,
        frontier: &Frontier,
        order: &[u32],
        limits: Limits<'_>,
    ) -> Result<(), CountError> {
        let first_step = self.steps.len() as u32;
        let first_state = self.spans.len() as u32;
        self.free.clear();
        self.free.extend((0..128 / self.field).rev());
        self.keys.clear();
        self.keys.push(0);
        self.spans.push(DEAD);
        let mut layer = first_state;
        for &box_ in order {
            self.step(frontier, box_, layer, limits)?;
            layer = self.spans.len() as u32 - self.next.len() as u32;
            std::mem::swap(&mut self.keys, &mut self.next);
            if self.keys.is_empty() {
                return Err(CountError::Impossible);
            }
        }
        debug_assert_eq!(self.keys.len(), 1, "all clues are closed at the end");
        self.prune(first_step, first_state)
    }

    /// One box: from every state by every number of mines.
    fn step(
        &mut self,
        frontier: &Frontier,
        box_: u32,
        layer: u32,
        limits: Limits<'_>,
    ) -> Result<(), CountError> {
        let field = self.field;
        let size = frontier.boxes.size(box_);
        let clues = frontier.clues_of(box_);
        let mask = (1_u128 << field) - 1;
        let (mut unit, mut cleared) = (0_u128, 0_u128);
        // Clue, shift, cells left behind this box.
        let mut open = [(0_u32, 0_u32, 0_u32); 16];
        let mut many = Vec::new();
        for (at, &clue) in clues.iter().enumerate() {
            let left = &mut self.left[clue as usize];
            if *left == u32::MAX {
                *left = u32::from(frontier.clues[clue as usize].hidden);
                self.places[clue as usize] = self.free.pop().ok_or(CountError::OverBudget)?;
            }
            *left -= size;
            let shift = self.places[clue as usize] * field;
            unit |= 1 << shift;
            if *left == 0 {
                cleared |= mask << shift;
            }
            match open.get_mut(at) {
                Some(slot) => *slot = (clue, shift, *left),
                None => many.push((clue, shift, *left)),
            }
        }
        // Only now: a place given back must not go to a clue of the same box.
        for &clue in clues {
            if self.left[clue as usize] == 0 {
                self.free.push(self.places[clue as usize]);
            }
        }
        let open = &open[..clues.len().min(16)];
        let uncertain = clues.iter().any(|&clue| {
            let clue = &frontier.clues[clue as usize];
            clue.likelihoods != crate::count::frontier::NONE
        });

        let first_edge = self.edges.len() as u32;
        let first_factor = self.factors.len();
        self.next.clear();
        self.table.clear();
        self.table.resize(64, 0);
        for at in 0..self.keys.len() {
            if at % tunables::STOP_EVERY == 0 {
                let keys = (self.keys.len() - at).min(tunables::STOP_EVERY);
                self.check(limits, keys * (size as usize + 1))?;
            }
            let key = self.keys[at];
            let (mut least, mut most) = (0, size);
            for &(clue, shift, left) in open.iter().chain(&many) {
                let Clue { low, high, base, .. } = frontier.clues[clue as usize];
                let so_far = ((key >> shift) & mask) as u32;
                let (low, high) = (u32::from(low.saturating_sub(base)), u32::from(high - base));
                most = most.min(high.saturating_sub(so_far));
                least = least.max(low.saturating_sub(so_far + left));
                if so_far > high {
                    least = u32::MAX;
                }
            }
            if least > most {
                continue;
            }
            if self.edges.len() + self.spans.len() > limits.budget {
                return Err(CountError::OverBudget);
            }
            for mines in least..=most {
                let filled = key + unit * u128::from(mines);
                let (mut factor, mut tag) = (CERTAIN, 0);
                if uncertain {
                    let mut likelihood = Wide::ONE;
                    for &(clue, shift, left) in open.iter().chain(&many) {
                        if left == 0 {
                            let sum = ((filled >> shift) & mask) as u32;
                            if clue == frontier.observed {
                                tag = sum as u16;
                            }
                            let clue = frontier.clues[clue as usize];
                            likelihood = likelihood * frontier.likelihood(clue, sum);
                        }
                    }
                    if likelihood.is_zero() {
                        continue;
                    }
                    factor = self.factor(likelihood, first_factor);
                }
                let to = self.state(filled & !cleared);
                let (from, mines) = (layer + at as u32, mines as u16);
                self.edges.push(TrellisEdge { from, to, mines, tag, factor });
            }
        }
        let edges = (first_edge, self.edges.len() as u32);
        let bits = self.factors[first_factor..].iter().map(|factor| -factor.exponent()).max();
        let bits = bits.map_or(0, |bits| bits.clamp(0, u32::MAX.into()) as u32);
        self.steps.push(TrellisStep { box_, size, edges, bits });
        Ok(())
    }

    /// The place of a factor, one of those of this step if it has stood there lately.
    fn factor(&mut self, likelihood: Wide, first: usize) -> u32 {
        if likelihood == Wide::ONE {
            return CERTAIN;
        }
        let lately = first.max(self.factors.len().saturating_sub(tunables::FACTORS_COMPARED));
        let found = self.factors[lately..].iter().position(|&factor| factor == likelihood);
        let place = found.map_or(self.factors.len(), |at| lately + at);
        if found.is_none() {
            self.factors.push(likelihood);
        }
        place as u32
    }

    /// Whether there is memory left for so many more edges, and nobody stopped the work.
    fn check(&mut self, limits: Limits<'_>, more: usize) -> Result<(), CountError> {
        // As much again is needed to count along it.
        let left = (limits.memory / 2).saturating_sub(self.bytes());
        let all = left / size_of::<TrellisEdge>();
        if all == 0
            || !has_room(&mut self.edges, more, all)
            || !has_room(&mut self.spans, more, all)
        {
            return Err(CountError::OverMemory);
        }
        if limits.stop.is_stopped() { Err(CountError::Stopped) } else { Ok(()) }
    }

    fn touched(&self) -> (usize, usize) {
        (self.touched.0.max(self.edges.len()), self.touched.1.max(self.spans.len()))
    }

    /// The memory it holds, but for what is a fixed share of it.
    pub(crate) fn bytes(&self) -> usize {
        let (edges, spans) = self.touched();
        // What grows by doubling has left as much behind.
        size_of::<TrellisEdge>() * edges
            + size_of::<Span>() * spans
            + 2 * size_of::<Wide>() * self.factors.capacity()
            + 2 * size_of::<u128>() * (self.keys.capacity() + self.next.capacity())
            + 2 * size_of::<u32>() * self.table.capacity()
    }

    /// The state of the next layer with this key, made if it is new.
    #[inline]
    fn state(&mut self, key: u128) -> u32 {
        let layer = self.spans.len() - self.next.len();
        let bits = self.table.len() - 1;
        let mut at = hash(key) & bits;
        loop {
            match self.table[at] {
                0 => break,
                found => {
                    if self.next[found as usize - 1] == key {
                        return (layer + found as usize - 1) as u32;
                    }
                }
            }
            at = (at + 1) & bits;
        }
        self.next.push(key);
        self.spans.push(DEAD);
        self.table[at] = self.next.len() as u32;
        if self.next.len() * 2 > self.table.len() {
            self.grow();
        }
        self.spans.len() as u32 - 1
    }

    fn grow(&mut self) {
        let size = self.table.len() * 4;
        self.table.clear();
        self.table.resize(size, 0);
        for (&key, number) in self.next.iter().zip(1..) {
            let mut at = hash(key) & (size - 1);
            while self.table[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = number;
        }
    }

    /// Removes edges into states that lead nowhere, and measures the rest.
    fn prune(&mut self, first_step: u32, first_state: u32) -> Result<(), CountError> {
        let states = self.spans.len() as u32;
        let last = states - 1;
        self.alive.clear();
        self.alive.resize((states - first_state) as usize, false);
        self.alive[(last - first_state) as usize] = true;
        let first_edge = self.steps[first_step as usize].edges.0;
        for edge in self.edges[first_edge as usize..].iter().rev() {
            if self.alive[(edge.to - first_state) as usize] {
                self.alive[(edge.from - first_state) as usize] = true;
            }
        }
        if !self.alive[0] {
            return Err(CountError::Impossible);
        }

        self.spans[first_state as usize] = Span { least: 0, most: 0, start: 0 };
        let mut kept = first_edge as usize;
        for step in &mut self.steps[first_step as usize..] {
            let (from, to) = step.edges;
            step.edges.0 = kept as u32;
            for at in from..to {
                let edge = self.edges[at as usize];
                let source = self.spans[edge.from as usize];
                if !self.alive[(edge.to - first_state) as usize] || source.least > source.most {
                    continue;
                }
                self.edges[kept] = edge;
                kept += 1;
                let span = &mut self.spans[edge.to as usize];
                if span.least > span.most {
                    *span = Span { least: source.least + u32::from(edge.mines), most: 0, start: 0 };
                }
                span.least = span.least.min(source.least + u32::from(edge.mines));
                span.most = span.most.max(source.most + u32::from(edge.mines));
            }
            step.edges.1 = kept as u32;
        }
        self.edges.truncate(kept);
        let Span { least, most, .. } = self.spans[last as usize];
        let cells = self.steps[first_step as usize..].iter().map(|step| step.size).sum();
        let steps = (first_step, self.steps.len() as u32);
        self.components.push(TrellisComponent {
            steps,
            states: (first_state, states),
            least,
            most,
            cells,
        });
        Ok(())
    }

    /// The steps of a component.
    pub(crate) fn steps_of(&self, component: &TrellisComponent) -> &[TrellisStep] {
        &self.steps[component.steps.0 as usize..component.steps.1 as usize]
    }

    /// The edges of a step.
    pub(crate) fn edges_of(&self, step: &TrellisStep) -> &[TrellisEdge] {
        &self.edges[step.edges.0 as usize..step.edges.1 as usize]
    }
}

/// Sees to it that there is room for so many more, where that is much for all that may come; the
/// system may not have it.
fn has_room<T>(values: &mut Vec<T>, more: usize, all: usize) -> bool {
    let wanted = values.len() + more;
    if wanted <= values.capacity() || wanted * size_of::<T>() <= tunables::ROOM_LARGE {
        return true;
    }
    let most = values.len() + all.max(more);
    let ahead = most.min(tunables::ROOM_AHEAD * wanted).max(wanted);
    [ahead, wanted].iter().any(|&room| values.try_reserve_exact(room - values.len()).is_ok())
}

#[inline]
fn hash(key: u128) -> usize {
    let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(32);
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

#[cfg(test)]
mod tests;

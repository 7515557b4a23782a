//! Passes over a trellis: counting along it, in any number.
//!
//! Forward, the ways to reach a state with m mines so far; backward, the weight of
//! everything that can follow, the rest of the board included. An edge's share of
//! the whole is forward × edge × backward, so one pass each way gives the marginals of
//! all boxes; to fix each box in turn and count again would be a pass for every box.
//!
//! Floats would overflow on long components. Every mine is *tilted*, multiplied by a
//! weight that keeps numbers near one, and now and then a whole layer is scaled.

use crate::count::number::{Number, choose};
use crate::count::trellis::{Component, DEAD, Edge, Span, Step, Trellis};

impl Trellis {
    /// The weight of an edge as the passes see it.
    pub(crate) fn weight(step: &Step, edge: &Edge, tilt: f64) -> f64 {
        f64::tilted(step.size, edge.mines.into(), edge.factor, tilt)
    }

    /// The ways to reach every state, by mines so far. `tilt` multiplies the
    /// weight of every mine, so that numbers stay near one; where they do not, a
    /// whole layer is scaled, which no ratio within a layer can see. In floats,
    /// terms too small to matter are cut off at both ends: the mines of a long
    /// component spread like the root of its length, not like its length.
    pub(crate) fn forward<N: Tilted>(&self, tilt: f64, pass: &mut Pass<N>) {
        let Pass { spans, values } = pass;
        spans.clear();
        spans.resize(self.spans.len(), DEAD);
        values.clear();
        for component in &self.components {
            let start = values.len() as u32;
            spans[component.states.0 as usize] = Span { least: 0, most: 0, start };
            values.push(N::one());
            for (step, number) in self.steps_of(component).iter().zip(1..) {
                let edges = self.edges_of(step);
                let (mut first, mut last) = (u32::MAX, 0);
                for edge in edges {
                    let source = spans[edge.from as usize];
                    if source.least > source.most {
                        continue;
                    }
                    let mines = u32::from(edge.mines);
                    let target = &mut spans[edge.to as usize];
                    target.least = target.least.min(source.least + mines);
                    target.most = target.most.max(source.most + mines);
                    (first, last) = (first.min(edge.to), last.max(edge.to));
                }
                let layer = values.len();
                for span in &mut spans[first as usize..=last as usize] {
                    if span.least <= span.most {
                        span.start = values.len() as u32;
                        values.resize(values.len() + span.len(), N::zero());
                    }
                }
                let mut weights = Weights::new(step.size, tilt);
                for edge in edges {
                    let (source, target) = (spans[edge.from as usize], spans[edge.to as usize]);
                    if source.least > source.most {
                        continue;
                    }
                    let weight = weights.of(edge);
                    let shift = source.least + u32::from(edge.mines) - target.least;
                    // Sources lie before targets.
                    let (before, behind) = values.split_at_mut(target.start as usize);
                    let from = &before[source.range()];
                    let into = &mut behind[shift as usize..][..from.len()];
                    for (sum, value) in into.iter_mut().zip(from) {
                        sum.add_product(value, &weight);
                    }
                }
                if number % SCALED_EVERY == 0 {
                    N::scale(&mut values[layer..]);
                    N::cut(values, &mut spans[first as usize..=last as usize]);
                }
            }
        }
    }

    /// The weight of all that can follow a state, the rest of the board
    /// included; hands every edge's share of the whole to `visit`, step by step
    /// from the last to the first.
    pub(crate) fn backward<N: Tilted>(
        &self,
        component: &Component,
        rest: &[N],
        tilt: f64,
        pass: &Pass<N>,
        backward: &mut [N],
        mut visit: impl FnMut(&Step, &Edge, &N),
    ) {
        let Pass { spans, values } = pass;
        let end = spans[component.states.1 as usize - 1];
        backward[end.range()].clone_from_slice(rest);
        for (step, number) in self.steps_of(component).iter().rev().zip(1..) {
            let mut weights = Weights::new(step.size, tilt);
            let (mut first, mut last) = (usize::MAX, 0);
            for edge in self.edges_of(step) {
                let (source, target) = (spans[edge.from as usize], spans[edge.to as usize]);
                // What was cut off at either end has no counterpart.
                let shifted = source.least.wrapping_add(edge.mines.into());
                let low = shifted.max(target.least);
                let high = source.most.wrapping_add(edge.mines.into()).min(target.most);
                if source.least > source.most || low > high {
                    visit(step, edge, &N::zero());
                    continue;
                }
                let weight = weights.of(edge);
                let len = (high - low + 1) as usize;
                let (before, behind) = backward.split_at_mut(target.start as usize);
                let at = (source.start + low - shifted) as usize;
                let into = &mut before[at..at + len];
                let from = &behind[(low - target.least) as usize..][..len];
                let mut share = N::zero();
                for ((sum, value), reached) in into.iter_mut().zip(from).zip(&values[at..at + len])
                {
                    sum.add_product(value, &weight);
                    share.add_product(value, reached);
                }
                let mut whole = N::zero();
                whole.add_product(&share, &weight);
                visit(step, edge, &whole);
                first = first.min(source.start as usize);
                last = last.max(source.start as usize + source.len());
            }
            if number % SCALED_EVERY == 0 && first < last {
                N::scale(&mut backward[first..last]);
            }
        }
    }
}

/// A forward pass: the polynomials of all states.
#[derive(Clone, Debug)]
pub(crate) struct Pass<N> {
    pub(crate) spans: Vec<Span>,
    pub(crate) values: Vec<N>,
}

impl<N> Default for Pass<N> {
    fn default() -> Self {
        Self { spans: Vec::new(), values: Vec::new() }
    }
}

impl<N> Pass<N> {
    /// The polynomial of a component's last state: its least number of mines,
    /// and ways by number of mines.
    pub(crate) fn result(&self, component: &Component) -> (u32, &[N]) {
        let span = self.spans[component.states.1 as usize - 1];
        (span.least, &self.values[span.range()])
    }
}

/// Steps between two looks at whether numbers grow or shrink too far. A box of
/// eight has at most seventy ways, so this many steps stay far from the limits.
const SCALED_EVERY: u32 = 32;

/// The weights of a step's edges; most have no likelihood of their own and are
/// computed once.
struct Weights<N> {
    size: u32,
    tilt: f64,
    plain: [Option<N>; 9],
}

impl<N: Tilted> Weights<N> {
    fn new(size: u32, tilt: f64) -> Self {
        Self { size, tilt, plain: [const { None }; 9] }
    }

    #[inline]
    #[allow(clippy::float_cmp)] // exactly one means: no likelihood
    fn of(&mut self, edge: &Edge) -> N {
        let make = || N::tilted(self.size, edge.mines.into(), edge.factor, self.tilt);
        match self.plain.get_mut(usize::from(edge.mines)) {
            Some(slot) if edge.factor == 1.0 => slot.get_or_insert_with(make).clone(),
            _ => make(),
        }
    }
}

/// Numbers that know what to do with a tilt; exact ones ignore it.
pub(crate) trait Tilted: Number {
    fn tilted(size: u32, mines: u32, likelihood: f64, tilt: f64) -> Self {
        let _ = tilt;
        Self::ways(size, mines, likelihood)
    }

    /// Brings numbers that have grown or shrunk too far back to about one.
    fn scale(_: &mut [Self]) {}

    /// Shortens spans by terms too small to matter.
    fn cut(_: &[Self], _: &mut [Span]) {}
}

impl Tilted for f64 {
    #[inline]
    fn tilted(size: u32, mines: u32, likelihood: f64, tilt: f64) -> Self {
        let tilt = (0..mines).fold(1.0, |power, _| power * tilt);
        choose(size, mines) * likelihood * tilt
    }

    fn scale(values: &mut [Self]) {
        let largest = values.iter().copied().fold(0.0, f64::max);
        if largest > 0.0 && !(1e-60..1e60).contains(&largest) {
            for value in values {
                *value /= largest;
            }
        }
    }

    fn cut(values: &[Self], spans: &mut [Span]) {
        let alive = |span: &&Span| span.least <= span.most;
        let all = spans.iter().filter(alive).flat_map(|span| &values[span.range()]);
        let small = 1e-45 * all.copied().fold(0.0, f64::max);
        for span in spans.iter_mut().filter(|span| span.least <= span.most) {
            let terms = &values[span.range()];
            let front = terms.iter().take_while(|&&term| term < small).count() as u32;
            if front as usize == terms.len() {
                *span = DEAD;
                continue;
            }
            let back = terms.iter().rev().take_while(|&&term| term < small).count() as u32;
            span.least += front;
            span.start += front;
            span.most -= back;
        }
    }
}

impl Tilted for bool {}
impl Tilted for dashu_int::UBig {}

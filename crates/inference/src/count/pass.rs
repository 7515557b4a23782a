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
use crate::count::trellis::{Component, DEAD, Edge, Span, Trellis, TrellisStep};
use crate::tunables;

impl Trellis {
    /// The weight of an edge as the passes see it.
    pub(crate) fn weight(step: &TrellisStep, edge: &Edge, tilt: f64) -> f64 {
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
                if number % tunables::SCALED_EVERY == 0 {
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
        mut visit: impl FnMut(&TrellisStep, &Edge, &N),
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
            if number % tunables::SCALED_EVERY == 0 && first < last {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::frontier::Frontier;
    use crate::count::testing::{fillings, frontier, polynomial, position, trellis, ways};
    use dashu_int::UBig;
    use surefoot_rules::{Draft, Grid, Tile, View, view};
    use surefoot_testing::Cases;

    fn boxes_of(trellis: &Trellis, component: &Component) -> Vec<u32> {
        trellis.steps_of(component).iter().map(|step| step.box_).collect()
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * b.abs().max(1e-300)
    }

    fn power(base: f64, exponent: u32) -> f64 {
        (0..exponent).fold(1.0, |power, _| power * base)
    }

    #[test]
    fn drawn_components_have_these_polynomials() {
        for (view, least, expected) in [
            (view!["3x1/?", "* 1 *"], 1, vec![2_u32]),
            // The middle alone, or both ends.
            (view!["5x1/?", "* 1 * 1 *"], 1, vec![1, 1]),
            (view!["3x2/?", "* * *", "* 2 *"], 2, vec![10]),
            (view!["3x3/?", "1 * 2", "* * *", "* 3 *"], 3, vec![2, 1]),
        ] {
            let trellis = trellis(&frontier(&view));
            let mut pass = Pass::<UBig>::default();
            trellis.forward(1.0, &mut pass);
            let expected: Vec<UBig> = expected.into_iter().map(UBig::from).collect();
            assert_eq!(pass.result(&trellis.components[0]), (least, &expected[..]), "{view:?}");
        }
    }

    /// Forward counts what enumeration counts: to the digit in integers, to rounding in
    /// floats whatever the tilt, and whether there is any in booleans.
    #[test]
    fn forward_counts_the_fillings() {
        Cases::new("forward", 400).check(position, |view| {
            let frontier = frontier(view);
            let trellis = trellis(&frontier);
            let (mut exact, mut any) = (Pass::<UBig>::default(), Pass::<bool>::default());
            let (mut plain, mut tilted) = (Pass::<f64>::default(), Pass::<f64>::default());
            trellis.forward(1.0, &mut exact);
            trellis.forward(1.0, &mut any);
            trellis.forward(1.0, &mut plain);
            trellis.forward(0.25, &mut tilted);
            for component in &trellis.components {
                let terms = polynomial(&frontier, &boxes_of(&trellis, component));
                let (least, exact) = exact.result(component);
                for (at, mines) in (0..exact.len()).zip(least..) {
                    let (count, weight) = terms.get(&mines).copied().unwrap_or_default();
                    assert_eq!(exact[at], UBig::from(count), "{mines} mines");
                    assert_eq!(any.result(component).1[at], count > 0, "{mines} mines");
                    assert!(near(plain.result(component).1[at], weight), "{mines} mines");
                    let expected = weight * power(0.25, mines);
                    assert!(near(tilted.result(component).1[at], expected), "{mines} mines");
                }
                assert_eq!(exact.len() as u32, component.most - component.least + 1);
            }
        });
    }

    /// Per box and number of mines: the weight of all fillings that have so many there,
    /// if the rest of the board weighs `rest`.
    fn shares(frontier: &Frontier, boxes: &[u32], rest: impl Fn(u32) -> f64) -> Vec<Vec<f64>> {
        let mut shares = vec![vec![0.0; 64]; boxes.len()];
        for (filling, weight) in fillings(frontier, boxes) {
            let whole =
                weight * ways(frontier, boxes, &filling) as f64 * rest(filling.iter().sum());
            for (share, &mines) in shares.iter_mut().zip(&filling) {
                share[mines as usize] += whole;
            }
        }
        shares
    }

    /// Backward hands every edge its share of the whole.
    #[test]
    fn backward_gives_the_marginals() {
        let rest = |mines: u32| 1.0 / f64::from(mines * mines + 1);
        Cases::new("backward", 400).check(position, |view| {
            let frontier = frontier(view);
            let trellis = trellis(&frontier);
            let mut pass = Pass::<f64>::default();
            trellis.forward(0.5, &mut pass);
            let mut backward = vec![0.0; pass.values.len()];
            for component in &trellis.components {
                let boxes = boxes_of(&trellis, component);
                let context: Vec<f64> = (component.least..=component.most).map(rest).collect();
                let mut found = vec![vec![0.0; 64]; boxes.len()];
                trellis.backward(
                    component,
                    &context,
                    0.5,
                    &pass,
                    &mut backward,
                    |step, edge, s| {
                        let at = boxes.iter().position(|&b| b == step.box_).unwrap();
                        found[at][usize::from(edge.mines)] += s;
                    },
                );
                let tilted = |mines: u32| rest(mines) * power(0.5, mines);
                let expected = shares(&frontier, &boxes, tilted);
                for ((found, expected), b) in found.iter().zip(&expected).zip(&boxes) {
                    let agree = found.iter().zip(expected).all(|(&a, &b)| near(a, b));
                    assert!(agree, "box {b}: {found:?}, not {expected:?}");
                }
            }
        });
    }

    /// A component of hundreds of boxes: scaled and cut, yet every ratio is what exact
    /// counting says, whatever the tilt.
    #[test]
    fn long_components_are_scaled_and_stay_right() {
        let width = 400;
        let mut tiles = vec![Tile::Clue(2); width];
        tiles.extend(vec![Tile::Hidden; width]);
        let mut draft = Draft::with_tiles(Grid::new(width as u32, 2).unwrap(), None, tiles);
        draft.rule = "cautious".parse().unwrap();
        (draft.tiles[0], draft.tiles[width - 1]) = (Tile::Silent, Tile::Silent);
        let frontier = frontier(&View::try_from(draft).unwrap());
        let trellis = trellis(&frontier);
        let component = &trellis.components[0];
        assert!(component.steps.1 > 300, "{component:?}");
        let [mut few, mut many] = [Pass::<f64>::default(), Pass::<f64>::default()];
        trellis.forward(0.9, &mut few);
        trellis.forward(1.1, &mut many);
        let (from_few, few) = few.result(component);
        let (from_many, many) = many.result(component);
        assert!(few.iter().chain(many).all(|term| term.is_finite()));
        // Between neighbouring numbers of mines, where both see them well: what lies near
        // the ends has lost what was cut off.
        let largest = |terms: &[f64]| terms.iter().copied().fold(0.0, f64::max);
        let seen = [1e-20 * largest(few), 1e-20 * largest(many)];
        let mut compared = 0;
        for mines in from_few.max(from_many)..component.most {
            let two = |from: u32, terms: &[f64], seen: f64| {
                let at = (mines - from) as usize;
                let two = terms.get(at..at + 2)?;
                (two[0] > seen && two[1] > seen).then(|| two[1] / two[0])
            };
            let found = (two(from_few, few, seen[0]), two(from_many, many, seen[1]));
            let (Some(a), Some(b)) = found else { continue };
            assert!((a / 0.9 / (b / 1.1) - 1.0).abs() < 1e-9, "{mines} mines: {a} {b}");
            compared += 1;
        }
        assert!(compared > 50, "{compared}");
    }
}

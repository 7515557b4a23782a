//! Passes over a trellis: counting along it, in any number.
//!
//! Forward, the ways to reach a state with m mines so far; backward, the weight of
//! everything that can follow, the rest of the board included. An edge's share of
//! the whole is forward × edge × backward, so one pass each way gives the marginals of
//! all boxes; to fix each box in turn and count again would be a pass for every box.
//!
//! Every mine is *tilted*, multiplied by a weight that keeps numbers near one. All sums are
//! of positive numbers, so rounding alone never spoils a digit that matters: only what falls
//! out of the range of doubles does. A component of n cells at tilt t spans at most
//! n · log₂((1 + t) / t) powers of two (and those of its likelihoods), which for nearly all
//! is far less than doubles have. Longer ones are watched (`watch`), and where doubles may
//! not do, everything is counted again in [`Wide`](surefoot_rules::Wide) numbers.
//!
//! Longer than 400 lines: the two ways are mirror images, and who changes one reads the other.

use surefoot_rules::Wide;

use crate::count::number::Number;
use crate::count::trellis::{
    CERTAIN, DEAD, Limits, Span, Trellis, TrellisComponent, TrellisEdge, TrellisStep,
};
use crate::count::watch::Bits;
use crate::error::CountError;
use crate::stop::Stop;
use crate::tunables;

/// The exponent of a floor that nothing but zero is below, however unlikely the clues of a whole
/// board are.
pub(crate) const NO_FLOOR: i64 = i64::MIN / 4;

/// Why a pass came to no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PassError {
    /// Its numbers may have lost something that matters.
    OutOfRange,
    /// It would take too much memory, or was stopped.
    Count(CountError),
}

impl From<CountError> for PassError {
    fn from(error: CountError) -> Self {
        Self::Count(error)
    }
}

impl Trellis {
    /// The weight of an edge as the passes see it.
    pub(crate) fn weight<N: Number>(&self, step: &TrellisStep, edge: &TrellisEdge, tilt: f64) -> N {
        N::ways(step.size, edge.mines.into(), self.factors[edge.factor as usize], tilt)
    }

    /// The ways to reach every state, by mines so far, whatever their range. `tilt`
    /// multiplies the weight of every mine.
    pub(crate) fn forward<N: Number>(
        &self,
        tilt: f64,
        limits: Limits<'_>,
        pass: &mut Pass<N>,
    ) -> Result<(), CountError> {
        pass.clear(self);
        pass.make_room(self, limits);
        for component in &self.components {
            pass.begin(component);
            let mut cells = 0;
            for step in self.steps_of(component) {
                cells += step.size;
                self.advance(step, cells, tilt, limits, pass)?;
            }
            pass.certain();
        }
        Ok(())
    }

    /// The polynomial of a component alone: its least number of mines, and ways by number of
    /// mines. No more than two layers are held. The pass is to be cleared before the first
    /// component and not again: each has states of its own, and to forget all of them for every
    /// one of thousands would take the square of their number.
    pub(crate) fn polynomial<N: Number>(
        &self,
        component: &TrellisComponent,
        limits: Limits<'_>,
        pass: &mut Pass<N>,
    ) -> Result<(u32, Vec<N>), CountError> {
        pass.values.clear();
        pass.begin(component);
        let mut cells = 0;
        for step in self.steps_of(component) {
            cells += step.size;
            let before = pass.values.len();
            let (first, last) = self.advance(step, cells, 1.0, limits, pass)?;
            pass.values.drain(..before);
            pass.bytes = 0;
            for span in &mut pass.spans[first as usize..=last as usize] {
                span.start = span.start.wrapping_sub(before as u32);
            }
        }
        let (least, terms) = pass.result(component);
        Ok((least, terms.to_vec()))
    }

    /// One step forward, from the last layer into a new one; the first and the last state of
    /// that. `cells` are those of the boxes up to and with this one.
    pub(super) fn advance<N: Number>(
        &self,
        step: &TrellisStep,
        cells: u32,
        tilt: f64,
        limits: Limits<'_>,
        pass: &mut Pass<N>,
    ) -> Result<(u32, u32), CountError> {
        let Pass { spans, values, .. } = pass;
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
        let mut end = values.len();
        for span in &mut spans[first as usize..=last as usize] {
            if span.least <= span.most {
                span.start = end as u32;
                end += span.len();
            }
        }
        pass.bytes += (end - values.len()) * N::bytes_beyond(cells);
        let room = limits.memory.saturating_sub(self.bytes() + pass.bytes);
        if !has_room(values, end, room) {
            return Err(CountError::OverMemory);
        }
        values.resize(end, N::zero());
        let mut weights = Weights::new(self, step, tilt);
        for edges in edges.chunks(tunables::STOP_EVERY) {
            limits.stop.check()?;
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
        }
        Ok((first, last))
    }

    /// The weight of all that can follow a state, the rest of the board
    /// included; hands every edge's share of the whole to `visit`, step by step
    /// from the last to the first.
    pub(crate) fn backward<N: Number>(
        &self,
        (component, rest): (usize, &[N]),
        tilt: f64,
        pass: &Pass<N>,
        backward: &mut [N],
        stop: &Stop,
        mut visit: impl FnMut(&TrellisStep, &TrellisEdge, &N),
    ) -> Result<(), PassError> {
        let Pass { spans, values, kept, .. } = pass;
        let Kept { floor, level_after, .. } = kept[component];
        let (floor, bits) = (N::two_to(floor), Bits::of(tilt));
        let mut passed = 0_u32;
        let component = &self.components[component];
        let end = spans[component.states.1 as usize - 1];
        backward[end.range()].clone_from_slice(rest);
        for step in self.steps_of(component).iter().rev() {
            let mut weights = Weights::new(self, step, tilt);
            let (mut first, mut last) = (usize::MAX, 0);
            let mut layer = N::zero();
            for edges in self.edges_of(step).chunks(tunables::STOP_EVERY) {
                stop.check()?;
                for edge in edges {
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
                    for ((sum, value), reached) in
                        into.iter_mut().zip(from).zip(&values[at..at + len])
                    {
                        sum.add_product(value, &weight);
                        share.add_product(value, reached);
                    }
                    let mut whole = N::zero();
                    whole.add_product(&share, &weight);
                    layer.add_product(&share, &weight);
                    visit(step, edge, &whole);
                    first = first.min(source.start as usize);
                    last = last.max(source.start as usize + source.len());
                }
            }
            if layer < floor {
                return Err(PassError::OutOfRange);
            }
            passed = passed.saturating_add(bits.of_step(step));
            if passed > level_after && first < last {
                N::level(&mut backward[first..last]);
                passed = 0;
            }
        }
        Ok(())
    }
}

/// A forward pass: the polynomials of all states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pass<N> {
    pub(crate) spans: Vec<Span>,
    pub(crate) values: Vec<N>,
    /// Per component.
    pub(crate) kept: Vec<Kept>,
    pub(super) bytes: usize,
    /// The most values there ever were: so much of their room takes memory.
    touched: usize,
}

/// What a pass kept of a component, and what it lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    /// At most so much of the weight of all paths was left out, in the numbers of the last
    /// state.
    pub(crate) lost: Wide,
    /// The exponent of two below which the shares of a layer may have lost something.
    pub(crate) floor: i64,
    /// Powers of two after which a layer is brought back to about one.
    pub(crate) level_after: u32,
}

impl<N: Number> Pass<N> {
    pub(crate) fn clear(&mut self, trellis: &Trellis) {
        self.touched = self.touched();
        self.spans.clear();
        self.spans.reserve_exact(trellis.spans.len());
        self.spans.resize(trellis.spans.len(), DEAD);
        self.values.clear();
        self.kept.clear();
        self.bytes = size_of::<Span>() * self.spans.len();
    }

    /// Room for all values that there can be, if there is so much: vectors that grow are
    /// held twice.
    pub(super) fn make_room(&mut self, trellis: &Trellis, limits: Limits<'_>) {
        let spans = trellis.spans.iter().filter(|span| span.least <= span.most);
        let all: usize = spans.map(|span| span.len()).sum();
        let room = limits.memory.saturating_sub(trellis.bytes()) / size_of::<N>();
        if all > self.values.capacity() && all <= room / 2 {
            // Where the system has not so much, it is asked for step by step.
            let _ = self.values.try_reserve_exact(all);
        }
    }

    fn touched(&self) -> usize {
        self.touched.max(self.values.len())
    }

    /// The memory it holds.
    pub(crate) fn held(&self) -> usize {
        size_of::<N>() * self.touched() + size_of::<Span>() * self.spans.capacity()
    }

    pub(super) fn begin(&mut self, component: &TrellisComponent) {
        let start = self.values.len() as u32;
        self.spans[component.states.0 as usize] = Span { least: 0, most: 0, start };
        self.values.push(N::one());
    }

    /// The component just counted lost nothing, and cannot.
    fn certain(&mut self) {
        self.kept.push(Kept { lost: Wide::ZERO, floor: NO_FLOOR, level_after: u32::MAX });
    }

    /// The polynomial of a component's last state: its least number of mines,
    /// and ways by number of mines.
    pub(crate) fn result(&self, component: &TrellisComponent) -> (u32, &[N]) {
        let span = self.spans[component.states.1 as usize - 1];
        (span.least, &self.values[span.range()])
    }
}

/// Makes room for so many values, and as many backward: not by doubling where that would be
/// too much. Whether there is so much memory.
fn has_room<N>(values: &mut Vec<N>, wanted: usize, bytes: usize) -> bool {
    let most = bytes / size_of::<N>();
    if wanted <= values.capacity() {
        return 2 * wanted <= most && u32::try_from(wanted).is_ok();
    }
    // Later the new and the way back are held.
    if 2 * wanted > most || wanted >= u32::MAX as usize {
        return false;
    }
    // While it grows, the old and the new are.
    let all = most / 2;
    let ahead = (tunables::ROOM_AHEAD * wanted).min(all);
    let steps = [ahead, (2 * wanted).min(all), wanted + (wanted / 8).min(all - wanted)];
    steps.iter().any(|&room| values.try_reserve_exact(room - values.len()).is_ok())
}

/// The weights of a step's edges; most have no likelihood of their own and are
/// computed once.
pub(super) struct Weights<'a, N> {
    trellis: &'a Trellis,
    step: &'a TrellisStep,
    tilt: f64,
    plain: [Option<N>; 9],
}

impl<'a, N: Number> Weights<'a, N> {
    pub(super) fn new(trellis: &'a Trellis, step: &'a TrellisStep, tilt: f64) -> Self {
        Self { trellis, step, tilt, plain: [const { None }; 9] }
    }

    #[inline]
    pub(super) fn of(&mut self, edge: &TrellisEdge) -> N {
        let make = || self.trellis.weight(self.step, edge, self.tilt);
        match self.plain.get_mut(usize::from(edge.mines)) {
            Some(slot) if edge.factor == CERTAIN => slot.get_or_insert_with(make).clone(),
            _ => make(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::frontier::Frontier;
    use crate::count::testing::{fillings, frontier, limits, polynomial, position, trellis, ways};
    use crate::stop::NEVER;
    use dashu_int::UBig;
    use surefoot_rules::{Draft, Grid, Tile, View, view};
    use surefoot_testing::Cases;

    fn boxes_of(trellis: &Trellis, component: &TrellisComponent) -> Vec<u32> {
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
            trellis.forward(1.0, limits(0), &mut pass).unwrap();
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
            trellis.forward(1.0, limits(0), &mut exact).unwrap();
            trellis.forward(1.0, limits(0), &mut any).unwrap();
            trellis.forward_watched(1.0, limits(0), &mut plain).unwrap();
            trellis.forward_watched(0.25, limits(0), &mut tilted).unwrap();
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
            trellis.forward_watched(0.5, limits(0), &mut pass).unwrap();
            let mut backward = vec![0.0; pass.values.len()];
            for (leaf, component) in trellis.components.iter().enumerate() {
                let boxes = boxes_of(&trellis, component);
                let context: Vec<f64> = (component.least..=component.most).map(rest).collect();
                let mut found = vec![vec![0.0; 64]; boxes.len()];
                let passed = trellis.backward(
                    (leaf, &context),
                    0.5,
                    &pass,
                    &mut backward,
                    &NEVER,
                    |step, edge, s| {
                        let at = boxes.iter().position(|&b| b == step.box_).unwrap();
                        found[at][usize::from(edge.mines)] += s;
                    },
                );
                assert_eq!(passed, Ok(()));
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
        trellis.forward_watched(0.9, limits(0), &mut few).unwrap();
        trellis.forward_watched(1.1, limits(0), &mut many).unwrap();
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

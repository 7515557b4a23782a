//! Watching the range of a long count: nothing that matters is lost unnoticed.
//!
//! On the way through a long component doubles would overflow, and polynomials would grow as
//! long as the component, though their mines spread only like the root of its length. So
//! layers are brought back to about one, and terms too small to matter are left out. But a
//! term that is small *so far* may be favoured by all that follows: a chain of cells can be
//! built whose first half prefers by 10¹⁰⁰ what its second half forbids. So a term is judged
//! by its ways times all that can follow its state (`reach`, one number a state, found before
//! in a pass backward), and what is left out is added up. The sum of such products over a
//! layer is the weight of everything, so what was lost is known as a share of the whole, and
//! the engine refuses an answer that it could have changed.
//!
//! Whether doubles have room is known beforehand: see [`Bits`].

use surefoot_rules::Wide;

use crate::count::number::{Weight, largest};
use crate::count::pass::{Kept, NO_FLOOR, Pass, PassError, Weights};
use crate::count::trellis::{DEAD, Limits, Span, Trellis, TrellisComponent, TrellisStep};
use crate::error::CountError;
use crate::stop::Stop;
use crate::tunables;

/// How many powers of two the numbers of a component can span, by its cells.
///
/// All ways to fill a box of n cells weigh (1 + t)ⁿ together, and the least of them is 1 or
/// tⁿ; likelihoods are at most one. So numbers along a component stay between the products of
/// these.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits {
    /// Upwards and downwards, in 64ths a cell.
    up: i64,
    down: i64,
}

impl Bits {
    pub(crate) fn of(tilt: f64) -> Self {
        let log = |number: f64| Wide::from(number).power(64).exponent() + 1;
        Self { up: log(1.0 + tilt), down: (-log(tilt) + 1).max(0) }
    }

    /// For so many cells, and likelihoods down to one over two to `bits`.
    fn across(self, cells: u32, bits: u64) -> u64 {
        let cells = (i64::from(cells) * (self.up + self.down) / 64) as u64 + 2;
        cells + bits
    }

    /// Whether doubles have room for numbers along so many cells, under clues that tell the
    /// truth.
    pub(crate) fn have_room(self, cells: u32) -> bool {
        self.across(cells, 0) <= u64::from(tunables::RANGE_UNWATCHED)
    }

    /// Upwards alone.
    fn above(self, cells: u32) -> i32 {
        i32::try_from(i64::from(cells) * self.up / 64 + 1).unwrap_or(i32::MAX)
    }

    /// Across one step.
    pub(crate) fn of_step(self, step: &TrellisStep) -> u32 {
        u32::try_from(self.across(step.size, step.bits.into())).unwrap_or(u32::MAX)
    }
}

impl Trellis {
    /// As [`forward`](Self::forward), in numbers that may be left out where they are too
    /// small to matter; what doubles have no room for is out of range.
    pub(crate) fn forward_watched<N: Weight>(
        &self,
        tilt: f64,
        limits: Limits<'_>,
        pass: &mut Pass<N>,
    ) -> Result<(), PassError> {
        pass.clear(self);
        pass.make_room(self, limits);
        let bits = Bits::of(tilt);
        for component in &self.components {
            pass.begin(component);
            let unlikely = self.steps_of(component).iter().map(|step| u64::from(step.bits)).sum();
            let across = bits.across(component.cells, unlikely);
            let watched = across > u64::from(tunables::RANGE_UNWATCHED);
            let kept = if watched {
                self.watched(component, bits, tilt, limits, pass)?
            } else {
                let mut cells = 0;
                for step in self.steps_of(component) {
                    cells += step.size;
                    self.advance(step, cells, tilt, limits, pass)?;
                }
                let floor = floor::<N>(bits.above(component.cells));
                Kept { lost: Wide::ZERO, floor, level_after: u32::MAX }
            };
            pass.kept.push(kept);
        }
        Ok(())
    }

    fn watched<N: Weight>(
        &self,
        component: &TrellisComponent,
        bits: Bits,
        tilt: f64,
        limits: Limits<'_>,
        pass: &mut Pass<N>,
    ) -> Result<Kept, PassError> {
        let reach = self.reach(component, tilt, limits.stop)?;
        let held = size_of::<Wide>() * reach.len();
        pass.bytes += held;
        let first_state = component.states.0;
        // The last layer: where its values begin, and its states.
        let (mut values, mut states) = (pass.values.len() - 1, (first_state, first_state));
        let (mut passed, mut level, mut lost, mut cells) = (0_u32, 0, Wide::ZERO, 0);
        for step in self.steps_of(component) {
            let ahead = bits.of_step(step);
            if ahead > tunables::RANGE_STEPS && N::LIMITED {
                return Err(PassError::OutOfRange);
            }
            if passed.saturating_add(ahead) > tunables::RANGE_STEPS {
                level += N::level(&mut pass.values[values..]);
                let reach = &reach[(states.0 - first_state) as usize..];
                let spans = &mut pass.spans[states.0 as usize..=states.1 as usize];
                lost += cut(&pass.values, spans, reach).shifted(level);
                if N::LIMITED && too_far_apart(&pass.values, spans) {
                    return Err(PassError::OutOfRange);
                }
                passed = 0;
            }
            passed = passed.saturating_add(ahead);
            cells += step.size;
            values = pass.values.len();
            states = self.advance(step, cells, tilt, limits, pass)?;
        }
        pass.bytes -= held;
        let room = tunables::RANGE_STEPS;
        let floor = floor::<N>(room.cast_signed());
        Ok(Kept { lost: lost.shifted(-level), floor, level_after: room })
    }

    /// Per state of a component: the weight of all that can follow, any number of mines.
    pub(crate) fn reach(
        &self,
        component: &TrellisComponent,
        tilt: f64,
        stop: &Stop,
    ) -> Result<Vec<Wide>, CountError> {
        let (first, end) = component.states;
        let mut reach = vec![Wide::ZERO; (end - first) as usize];
        reach[(end - first) as usize - 1] = Wide::ONE;
        for step in self.steps_of(component).iter().rev() {
            let mut weights = Weights::<Wide>::new(self, step, tilt);
            for edges in self.edges_of(step).chunks(tunables::STOP_EVERY) {
                stop.check()?;
                for edge in edges {
                    let after = reach[(edge.to - first) as usize];
                    reach[(edge.from - first) as usize] += weights.of(edge) * after;
                }
            }
        }
        Ok(reach)
    }
}

/// The exponent of two below which shares may have lost something, where numbers are below
/// two to `above`.
fn floor<N: Weight>(above: i32) -> i64 {
    if N::LIMITED { i64::from(above) - tunables::RANGE_BELOW } else { NO_FLOOR }
}

/// Shortens spans at both ends by terms too small to matter, given what can follow their
/// states; the weight of what was left out.
fn cut<N: Weight>(values: &[N], spans: &mut [Span], reach: &[Wide]) -> Wide {
    let mut most = Wide::ZERO;
    for (span, &reach) in spans.iter().zip(reach).filter(|(span, _)| span.least <= span.most) {
        let weight = largest(&values[span.range()]).wide() * reach;
        if weight > most {
            most = weight;
        }
    }
    let small = most.shifted(-tunables::RANGE_CUT);
    let mut lost = Wide::ZERO;
    for (span, &reach) in spans.iter_mut().zip(reach).filter(|(span, _)| span.least <= span.most) {
        let terms = &values[span.range()];
        let mut count = |terms: &mut dyn Iterator<Item = &N>| {
            let weights = terms.map(|term| term.wide() * reach);
            weights.take_while(|&weight| weight < small).map(|weight| lost += weight).count() as u32
        };
        let front = count(&mut terms.iter());
        if front as usize == terms.len() {
            *span = DEAD;
            continue;
        }
        let back = count(&mut terms.iter().rev());
        span.least += front;
        span.start += front;
        span.most -= back;
    }
    lost
}

/// Whether some value is so far below one that the steps to come could lose it.
fn too_far_apart<N: Weight>(values: &[N], spans: &[Span]) -> bool {
    let least = N::two_to(-tunables::RANGE_APART);
    let alive = spans.iter().filter(|span| span.least <= span.most);
    alive.flat_map(|span| &values[span.range()]).any(|&value| value > N::zero() && value < least)
}

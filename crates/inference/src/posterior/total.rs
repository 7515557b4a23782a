//! What is known of the number of mines, and what the sea weighs by it.
//!
//! Let `m` be the mines in all components, `S` the cells of the sea. The weight of
//! the sea depends on what is known of the total:
//!
//! - **told**, `R` of them not yet placed: C(S, R − m) ways;
//! - **unknown, every total equally likely**: a layout with t of N cells mined
//!   has weight 1 / C(N, t). Summed over the sea that is, by the beta integral,
//!   1 / C(N − S, a) up to a constant, where `a` counts the mines outside the sea;
//!   and a sea cell is a mine with probability (a + 1) / (N − S + 2), Laplace's
//!   rule of succession;
//! - **independent mines of density p**: (p / (1 − p))^m.
//!
//! In all three only ratios between neighbouring m are needed; they are built
//! outward from the peak, so nothing overflows and what underflows does not
//! matter. Every mine is tilted by the odds at the peak, which keeps the
//! components' polynomials flat.

use surefoot_rules::Wide;

use crate::count::number::Weight;
use crate::posterior::{CountError, Marginal, Options, Unknown};
use crate::tunables;

/// What is known of the number of mines beyond the decided cells.
#[derive(Clone, Copy, Debug)]
pub(super) enum Total {
    /// So many are left for components and sea.
    Left(u32),
    /// Any; so many lie outside the sea and the components, of so many cells
    /// outside the sea.
    Any {
        placed: u32,
        outside: u32,
    },
    Odds(f64),
}

impl Total {
    /// What the told number of mines says, if there is one: so many mines are known, and so
    /// many cells lie outside the sea.
    pub(super) fn of(
        mines: Option<u32>,
        (placed, outside): (u32, u32),
        options: &Options,
    ) -> Result<Self, CountError> {
        match (mines, options.unknown) {
            (Some(mines), _) => {
                mines.checked_sub(placed).map(Self::Left).ok_or(CountError::Impossible)
            }
            (None, Unknown::AnyTotal) => Ok(Self::Any { placed, outside }),
            (None, Unknown::Density(p)) => Ok(Self::Odds(p / (1.0 - p))),
        }
    }

    /// The numbers of mines in the components that it allows, of those they can have.
    pub(super) fn allowed(self, sea: u32, (least, most): (u32, u32)) -> (u32, u32) {
        match self {
            Self::Left(left) => (least.max(left.saturating_sub(sea)), most.min(left)),
            _ => (least, most),
        }
    }

    /// The ratio of the sea's weights for m + 1 and m mines in the components.
    pub(super) fn ratio(self, sea: u32, mines: u32) -> f64 {
        match self {
            Self::Left(left) => {
                let rest = f64::from(left) - f64::from(mines);
                rest / (f64::from(sea) - rest + 1.0)
            }
            Self::Any { placed, outside } => {
                let placed = f64::from(placed + mines);
                (placed + 1.0) / (f64::from(outside) - placed)
            }
            Self::Odds(odds) => odds,
        }
    }

    /// The odds of a mine where most of the weight lies.
    pub(super) fn tilt(self, sea: u32, mines: u32) -> f64 {
        let odds = self.ratio(sea, mines);
        let (least, most) = tunables::TILT_ODDS;
        if odds.is_finite() { odds.clamp(least, most) } else { 1.0 }
    }

    /// The probability of a mine in the sea, given those in the components.
    pub(super) fn in_the_sea(self, sea: u32, mines: u32) -> f64 {
        match self {
            Self::Left(left) => f64::from(left.saturating_sub(mines)) / f64::from(sea).max(1.0),
            Self::Any { placed, outside } => {
                (f64::from(placed + mines) + 1.0) / (f64::from(outside) + 2.0)
            }
            Self::Odds(odds) => odds / (1.0 + odds),
        }
    }

    /// What is known of a cell of the sea, given the ways of the components and what it weighs,
    /// both by their mines; they can have every number of mines in a range.
    pub(super) fn weigh_sea(
        self,
        sea: u32,
        (first, ways): (u32, &[f64]),
        weights: &[f64],
        range: (u32, u32),
    ) -> Marginal {
        let ways = if ways.is_empty() { &[1.0][..] } else { ways };
        let (mut whole, mut mines) = (0.0, 0.0);
        for ((ways, weight), m) in ways.iter().zip(weights).zip(first..) {
            whole += ways * weight;
            mines += ways * weight * self.in_the_sea(sea, m);
        }
        let (can_be_safe, can_be_mine) = self.sea_can_be(sea, range);
        Marginal { mine: mines / whole, can_be_safe, can_be_mine, always_one: false }
    }

    /// Whether a cell of the sea can be safe, and whether it can be a mine, where the
    /// components can have every number of mines in a range.
    pub(super) fn sea_can_be(self, sea: u32, (least, most): (u32, u32)) -> (bool, bool) {
        match self {
            Self::Left(left) => (left.saturating_sub(most) < sea, left > least),
            Self::Any { .. } => (true, true),
            Self::Odds(odds) => (odds.is_finite(), odds > 0.0),
        }
    }
}

/// By how much the tilt must change for the weight of the whole to lie where the
/// components' polynomials are large; `None` if it does already.
///
/// Uncertain clues can speak against the told total so strongly that all that is
/// possible lies in tails too small to be kept. Their weight decides nothing less
/// for that, so the mines are tilted until the tails are the middle.
pub(super) fn better_tilt<N: Weight>(
    terms: &[N],
    weights: &[N],
    first: u32,
    (least, most): (u32, u32),
) -> Option<f64> {
    let mut peak = (N::zero(), first);
    let mut best = (N::zero(), first, N::zero());
    for ((&term, &weight), mines) in terms.iter().zip(weights).zip(first..) {
        if term > peak.0 {
            peak = (term, mines);
        }
        if term * weight > best.0 {
            best = (term * weight, mines, term);
        }
    }
    let (height, at) = peak;
    if best.0 == N::zero() {
        // All that is allowed was cut off.
        return match () {
            () if at < least => Some(tunables::TILT_STEP),
            () if at > most => Some(1.0 / tunables::TILT_STEP),
            () => None,
        };
    }
    let (_, mines, term) = best;
    let far = i64::from(mines) - i64::from(at);
    let apart = height.wide().over(term.wide()).exponent();
    (apart > tunables::TILT_TAIL && far != 0).then(|| two_to_the(apart, far))
}

/// The search for a tilt at which the weight of the whole lies where numbers are large.
///
/// Of thousands of components what is kept is narrower than a step, so steps alone would jump
/// from one side of it to the other for ever. As soon as there was a try on either side, the
/// next lies between them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TiltSearch {
    /// The nearest tries with too few mines, and with too many.
    low: Option<f64>,
    high: Option<f64>,
}

impl TiltSearch {
    /// What to try after a tilt that is to change by a factor; `None` where nothing is left
    /// between those that were tried.
    pub(super) fn after(&mut self, tilt: f64, factor: f64) -> Option<f64> {
        if factor > 1.0 {
            self.low = Some(tilt);
        } else {
            self.high = Some(tilt);
        }
        match (self.low, self.high) {
            (Some(low), Some(high)) => {
                (high > low * tunables::TILT_NEAR).then(|| low.sqrt() * high.sqrt())
            }
            _ => Some(tilt * factor),
        }
    }
}

/// Two to the power of a fraction, by square roots: the same on every platform.
fn two_to_the(over: i64, under: i64) -> f64 {
    let (over, under) = (over * under.signum(), under.abs());
    let mut result = Wide::ONE.shifted(over.div_euclid(under));
    let (mut rest, mut root) = (over.rem_euclid(under), 2.0_f64);
    for _ in 0..20 {
        root = root.sqrt();
        rest *= 2;
        if rest >= under {
            rest -= under;
            result = result * Wide::from(root);
        }
    }
    f64::from(result)
}

/// Fills weights over a range of mines from their ratios, outward from the
/// peak, which is one; outside the allowed numbers they are zero.
pub(super) fn fill_from_peak<N: Weight>(
    weights: &mut Vec<N>,
    range: std::ops::RangeInclusive<u32>,
    (least, most): (u32, u32),
    ratio: impl Fn(u32) -> f64,
) {
    let first = *range.start();
    weights.clear();
    weights.resize((range.end() - first + 1) as usize, N::zero());
    let (from, to) = (least.max(first), most.min(*range.end()));
    if from > to {
        return;
    }
    let (mut weight, mut best, mut peak) = (Wide::ONE, Wide::ONE, from);
    for m in from..to {
        weight = weight * Wide::from(ratio(m));
        if weight > best {
            (best, peak) = (weight, m + 1);
        }
    }
    weights[(peak - first) as usize] = N::one();
    for m in peak..to {
        weights[(m + 1 - first) as usize] = weights[(m - first) as usize].times(ratio(m));
    }
    for m in (from..peak).rev() {
        weights[(m - first) as usize] = weights[(m + 1 - first) as usize].over(ratio(m));
    }
}

//! Differences between what was played on the same deals: two players at a point, or one
//! player under two conditions.
//!
//! A difference is called real only by a paired test at 5 %: of wins the exact sign test of
//! the deals in which they differ (a test of McNemar), of means Student's, of times
//! Student's on logarithms, since times are compared by ratios.

use crate::experiment::measure::Measure;
use crate::statistics::interval;
use crate::statistics::moments::Moments;
use crate::statistics::results::{PlayerAt, Results};
use crate::tunables;

/// A paired difference; of times, a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean difference or ratio.
    pub mean: f64,
    /// Its 95 % interval.
    pub interval: (f64, f64),
    /// Whether a test at 5 % calls it real.
    pub real: bool,
    /// Whether all results are the same, pair by pair.
    pub same: bool,
}

impl Difference {
    /// Whether it would be called real as one of so many that were looked at.
    pub(crate) fn stands_out_of(&self, tests: usize, measure: Measure) -> bool {
        let place = |value: f64| if measure == Measure::Seconds { value.ln() } else { value };
        let [mean, low, high] = [self.mean, self.interval.0, self.interval.1].map(place);
        self.real && mean.abs() > interval::widening(tests) * (high - low) / 2.0
    }
}

impl Results<'_> {
    /// One (point, player) less another on the same deals.
    pub fn difference(
        &self,
        ours: PlayerAt,
        theirs: PlayerAt,
        measure: Measure,
    ) -> Option<Difference> {
        self.pooled(&[(ours, theirs)], measure)
    }

    /// The mean over several pairs of conditions of their paired differences, each
    /// condition counting alike.
    pub fn pooled(&self, pairs: &[(PlayerAt, PlayerAt)], measure: Measure) -> Option<Difference> {
        let (mut sum, mut variance, mut freedom) = (0.0, 0.0, 0.0);
        let (mut more, mut less, mut binary) = (0, 0, true);
        for &(ours, theirs) in pairs {
            let ours = self.values(ours.0, ours.1, measure);
            let theirs = self.values(theirs.0, theirs.1, measure);
            let both = ours.iter().zip(theirs).filter(|(a, b)| !a.is_nan() && !b.is_nan());
            let mut moments = Moments::default();
            for (&one, &other) in both {
                let gap = match measure {
                    Measure::Seconds => (one.max(TICK) / other.max(TICK)).ln(),
                    _ => one - other,
                };
                moments.add(gap);
                more += u64::from(one > other);
                less += u64::from(one < other);
                binary &= is_binary(one) && is_binary(other);
            }
            sum += moments.mean()?;
            variance += moments.variance()? / moments.count as f64;
            freedom += (moments.count - 1) as f64;
        }
        if pairs.is_empty() {
            return None;
        }
        let count = pairs.len() as f64;
        let (mean, error) = (sum / count, variance.sqrt() / count);
        let half = interval::quantile(freedom) * error;
        let interval = (mean - half, mean + half);
        let apart = interval.0 > 0.0 || interval.1 < 0.0;
        // Differences that never vary have no spread to go by: signs do.
        let real = if binary || error == 0.0 { signs(more, less) < 0.05 } else { apart };
        let shown = |value: f64| if measure == Measure::Seconds { value.exp() } else { value };
        let interval = (shown(interval.0), shown(interval.1));
        Some(Difference { mean: shown(mean), interval, real, same: more + less == 0 })
    }
}

pub(super) fn is_binary(value: f64) -> bool {
    value.to_bits() == 0.0_f64.to_bits() || value.to_bits() == 1.0_f64.to_bits()
}

/// The two-sided probability that fair coins are as uneven as this.
fn signs(more: u64, less: u64) -> f64 {
    let (all, fewer) = (more + less, more.min(less));
    if all == 0 {
        return 1.0;
    }
    if all > tunables::MANY_SIGNS {
        // So many coins are normal; with the usual correction by a half.
        let z = ((all as f64 / 2.0 - fewer as f64) - 0.5).max(0.0) / (all as f64 / 4.0).sqrt();
        return interval::beyond(z);
    }
    // Terms of the binomial from the far end, relative to the first, in logarithms.
    let mut log = -(all as f64) * std::f64::consts::LN_2;
    let mut sum = 0.0;
    for k in 0..=fewer {
        sum += log.exp();
        log += ((all - k) as f64 / (k + 1) as f64).ln();
    }
    (2.0 * sum).min(1.0)
}

/// The least time that a clock tells apart from none.
pub(super) const TICK: f64 = 1e-7;

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of R's `binom.test`.
    #[test]
    fn signs_agree_with_published_values() {
        for (more, less, p) in
            [(5, 0, 0.0625), (8, 2, 0.109_375), (15, 5, 0.041_389), (10, 10, 1.0), (0, 0, 1.0)]
        {
            assert!((signs(more, less) - p).abs() < 1e-5, "{more} {less}: {}", signs(more, less));
        }
        // Both ways of counting agree where they meet.
        assert!((signs(1050, 950) - signs(1051, 950)).abs() < 2e-3);
    }
}

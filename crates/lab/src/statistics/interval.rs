//! How far a measured value can be trusted: 95 % intervals.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use crate::statistics::moments::Moments;

/// The normal quantile of 97.5 %.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's score interval for a share of `hits` in `trials` (1927): unlike the
/// textbook interval it is right for shares near 0 and 1 and for few trials.
///
/// ```
/// use surefoot_lab::statistics::interval::wilson;
///
/// let (low, high) = wilson(8, 10).unwrap();
/// assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4);
/// assert_eq!(wilson(0, 0), None);
/// ```
pub fn wilson(hits: u64, trials: u64) -> Option<(f64, f64)> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let share = hits as f64 / n;
    let squared = Z * Z;
    let centre = (share + squared / (2.0 * n)) / (1.0 + squared / n);
    let half =
        Z / (1.0 + squared / n) * (share * (1.0 - share) / n + squared / (4.0 * n * n)).sqrt();
    // At the ends rounding could step outside.
    let low = if hits == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if hits == trials { 1.0 } else { (centre + half).min(1.0) };
    Some((low, high))
}

/// Student's interval for a mean; `None` below two values.
///
/// ```
/// use surefoot_lab::statistics::{interval, moments::Moments};
///
/// let moments: Moments = [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().collect();
/// let (low, high) = interval::mean(&moments).unwrap();
/// assert!((low - 1.0368).abs() < 1e-4 && (high - 4.9632).abs() < 1e-4);
/// ```
pub fn mean(moments: &Moments) -> Option<(f64, f64)> {
    let (mean, variance) = (moments.mean()?, moments.variance()?);
    let n = moments.count as f64;
    let half = quantile(n - 1.0) * (variance / n).sqrt();
    Some((mean - half, mean + half))
}

/// Student's quantile of 97.5 % for so many degrees of freedom.
pub(crate) fn quantile(freedom: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) if freedom < 999.0 => student.inverse_cdf(0.975),
        _ => Z,
    }
}

/// By how much wider an interval is that is to hold at 95 % for all of so many tests
/// together (Bonferroni).
pub(crate) fn widening(tests: usize) -> f64 {
    Normal::standard().inverse_cdf(1.0 - 0.025 / tests.max(1) as f64) / Z
}

/// The probability that a normal value lies beyond `z` on either side.
pub(crate) fn beyond(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z)
}

/// The same for values between 0 and 1, beyond which no mean can lie.
pub fn share(moments: &Moments) -> Option<(f64, f64)> {
    mean(moments).map(|(low, high)| (low.max(0.0), high.min(1.0)))
}

/// Spearman's rank correlation of `count` pairs: Fisher's transform, with the variance of
/// Bonett and Wright (2000); `None` below five pairs.
///
/// ```
/// use surefoot_lab::statistics::interval::correlation;
///
/// let (r, (low, high)) = correlation(&[(0.5, 103)]).unwrap();
/// assert!((r - 0.5).abs() < 1e-9);
/// assert!((low - 0.3287).abs() < 1e-4 && (high - 0.6394).abs() < 1e-4);
/// ```
///
/// Several samples are averaged by their sizes, so that what sets the samples apart does not
/// count.
pub fn correlation(samples: &[(f64, u64)]) -> Option<(f64, (f64, f64))> {
    let (mut sum, mut variance, mut weights) = (0.0, 0.0, 0.0);
    for &(r, count) in samples.iter().filter(|(_, count)| *count >= 5) {
        let weight = count as f64 - 3.0;
        sum += weight * r.clamp(-LARGEST, LARGEST).atanh();
        variance += weight * (1.0 + r * r / 2.0);
        weights += weight;
    }
    if weights <= 0.0 {
        return None;
    }
    let (mean, half) = (sum / weights, Z * variance.sqrt() / weights);
    Some((mean.tanh(), ((mean - half).tanh(), (mean + half).tanh())))
}

/// The largest correlation whose transform is taken: that of 1 has no end.
const LARGEST: f64 = 1.0 - 1e-9;

#[cfg(test)]
mod tests {
    use super::*;

    /// Twenty tests at 5 % are tests at 0.25 %: 3.0233 instead of 1.96.
    #[test]
    fn intervals_of_many_tests_are_wider() {
        assert!((widening(1) - 1.0).abs() < 1e-6);
        assert!((widening(20) * Z - 3.0233).abs() < 1e-4);
    }

    /// Values of R's `binom::binom.wilson`.
    #[test]
    fn wilson_agrees_with_published_values() {
        for (hits, trials, low, high) in [
            (0, 10, 0.0, 0.277_532_8),
            (10, 10, 0.722_467_2, 1.0),
            (5, 10, 0.236_593_1, 0.763_406_9),
        ] {
            let (ours_low, ours_high) = wilson(hits, trials).unwrap();
            assert!((ours_low - low).abs() < 1e-6, "{hits}/{trials}: {ours_low}");
            assert!((ours_high - high).abs() < 1e-6, "{hits}/{trials}: {ours_high}");
        }
    }
}

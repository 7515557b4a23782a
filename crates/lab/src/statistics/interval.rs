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

/// Student's interval for a mean; `None` below two values, and where all are the same: then
/// there is no spread to go by.
///
/// ```
/// use surefoot_lab::statistics::{interval, moments::Moments};
///
/// let moments: Moments = [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().collect();
/// let (low, high) = interval::mean(&moments).unwrap();
/// assert!((low - 1.0368).abs() < 1e-4 && (high - 4.9632).abs() < 1e-4);
/// ```
pub fn mean(moments: &Moments) -> Option<(f64, f64)> {
    let (mean, variance) = (moments.mean()?, moments.variance().filter(|&spread| spread > 0.0)?);
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

/// Student's interval for a mean of values that all lie within these bounds; where all are the
/// same, that of values that are all the same.
///
/// ```
/// use surefoot_lab::statistics::{interval, moments::Moments};
///
/// // Two games won out of two are no proof that all will be.
/// let moments: Moments = [1.0, 1.0].into_iter().collect();
/// let (low, high) = interval::bounded(&moments, (0.0, 1.0)).unwrap();
/// assert!((low - 0.2236).abs() < 1e-4 && high == 1.0);
/// ```
pub fn bounded(moments: &Moments, (least, most): (f64, f64)) -> Option<(f64, f64)> {
    let agreed = || Some(unanimous(moments.mean()?, moments.count, (least, most)));
    let found = if moments.count > 1 { mean(moments).or_else(agreed) } else { None };
    found.map(|(low, high)| (low.max(least), high.min(most)))
}

/// [`bounded`] by 0 and 1.
///
/// ```
/// use surefoot_lab::statistics::{interval, moments::Moments};
///
/// // Four games of ten were won.
/// let mut games = Moments::default();
/// (0..10).for_each(|game| games.add(if game < 4 { 1.0 } else { 0.0 }));
/// let (low, high) = interval::share(&games).unwrap();
/// assert!(0.0 < low && low < 0.4 && 0.4 < high && high < 1.0);
/// ```
pub fn share(moments: &Moments) -> Option<(f64, f64)> {
    bounded(moments, (0.0, 1.0))
}

/// Where the mean may lie if so many values are all the same: with 95 % confidence no more
/// than a share q of all others differ, where (1 − q)ⁿ = 5 % (the rule of three: about 3/n), and
/// those lie anywhere within the bounds.
pub(crate) fn unanimous(value: f64, count: u64, (least, most): (f64, f64)) -> (f64, f64) {
    let share = 1.0 - 0.05_f64.powf(1.0 / count.max(1) as f64);
    let ends = [least, most].map(|end| value + share * (end - value));
    (ends[0].min(ends[1]), ends[0].max(ends[1]))
}

/// Tango's score interval for the difference of two paired shares (Statistics in Medicine 17,
/// 1998): of so many pairs `more` are hits of the first alone and `less` of the second alone.
///
/// ```
/// use surefoot_lab::statistics::interval::tango;
///
/// // Of 44 pairs 3 and 1 differ; by a search for the largest likelihood, without his formula.
/// let (low, high) = tango(3, 1, 44);
/// assert!((low + 0.061_306_5).abs() < 1e-6 && (high - 0.164_313_4).abs() < 1e-6);
/// ```
pub fn tango(more: u64, less: u64, pairs: u64) -> (f64, f64) {
    let [b, c, n] = [more, less, pairs].map(|count| count as f64);
    let score = |delta: f64| {
        let (two, linear) = (2.0 * n, (2.0 * n - b + c) * delta - b - c);
        let constant = -c * delta * (1.0 - delta);
        let root = (linear * linear - 4.0 * two * constant).max(0.0).sqrt();
        let share = (root - linear) / (2.0 * two);
        let variance = n * (2.0 * share + delta * (1.0 - delta));
        (b - c - n * delta) / variance.max(f64::MIN_POSITIVE).sqrt()
    };
    // It falls as the difference grows.
    let solve = |target: f64| {
        let (mut low, mut high) = (-1.0, 1.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if score(middle) > target { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    };
    (solve(Z), solve(-Z))
}

/// Half of the interval of a deviation that was measured in so many trials: the usual error of one.
pub(crate) fn half_of_deviation(deviation: f64, trials: u64) -> f64 {
    Z * deviation / (2.0 * (trials as f64 - 1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_players::surefoot::WinChance;

    /// Players know nothing of the laboratory, but mean the same by an interval.
    #[test]
    fn a_win_chance_has_the_same_quantile() {
        let (low, high) = WinChance { value: 0.5, error: 0.1 }.interval();
        assert!((low - (0.5 - 0.1 * Z)).abs() < 1e-12 && (high - (0.5 + 0.1 * Z)).abs() < 1e-12);
    }

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

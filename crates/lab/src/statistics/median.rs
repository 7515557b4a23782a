//! The median and how far it can be trusted.

use crate::tunables;
use surefoot_rules::Random;

/// The middle value; the upper of two.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// The ranks of the median of many values and of the ends of its interval: how many lie below
/// it is nearly normal, with half the root as deviation.
pub(crate) fn middle(count: u64) -> [u64; 3] {
    let (middle, half) = (count / 2, (count as f64).sqrt() as u64);
    [middle.saturating_sub(half), middle, (middle + half).min(count.saturating_sub(1))]
}

/// A percentile interval of the median, from resampled values; from ranks if there are
/// many. Of five values not even the least and the most enclose it with 95 %.
pub(crate) fn bootstrap(values: &[f64]) -> Option<(f64, f64)> {
    if (values.len() as u64) < tunables::SIGNS_THAT_TELL {
        return None;
    }
    if values.len() > tunables::MANY {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let [low, _, high] = middle(sorted.len() as u64).map(|rank| sorted[rank as usize]);
        return Some((low, high));
    }
    let mut random = Random::named("bootstrap", [0, values.len() as u64]);
    let mut drawn = vec![0.0; values.len()];
    let mut medians: Vec<f64> = (0..tunables::RESAMPLES)
        .map(|_| {
            let draw = || values[random.below(values.len() as u32) as usize];
            drawn.fill_with(draw);
            median(&mut drawn)
        })
        .collect();
    medians.sort_unstable_by(f64::total_cmp);
    Some((
        medians[tunables::RESAMPLES / 40],
        medians[tunables::RESAMPLES - 1 - tunables::RESAMPLES / 40],
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In 95 of 100 samples, nearly.
    #[test]
    fn the_bootstrap_covers_the_median() {
        let mut random = Random::named("normal", [1, 0]);
        let mut covered = 0;
        for _ in 0..200 {
            let values: Vec<f64> =
                (0..40).map(|_| (0..12).map(|_| random.unit()).sum::<f64>()).collect();
            let (low, high) = bootstrap(&values).unwrap();
            covered += u32::from(low < 6.0 && 6.0 < high);
        }
        assert!((180..=198).contains(&covered), "{covered}");
    }
}

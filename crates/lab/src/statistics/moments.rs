//! Counts over many games, as values that can be added.
//!
//! A tally of two halves of a match is the sum of their tallies, so threads,
//! shards and resumed runs need nothing else to be joined. Means and variances
//! come from exact sums of small numbers; nothing depends on the order of games
//! that a reader could see.

use std::ops::AddAssign;

/// Sums from which mean and variance follow.
///
/// ```
/// use surefoot_lab::statistics::moments::Moments;
///
/// let (mut one, mut other) = (Moments::default(), Moments::default());
/// [1.0, 2.0].map(|value| one.add(value));
/// other.add(6.0);
/// one += other;
/// assert_eq!((one.mean(), one.variance()), (Some(3.0), Some(7.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// How many values.
    pub count: u64,
    sum: f64,
    squares: f64,
}

impl Moments {
    /// Takes in one value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean; `None` of nothing.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// The variance of the values about their mean, as an estimate for the
    /// population they come from; `None` below two values.
    pub fn variance(&self) -> Option<f64> {
        let n = self.count as f64;
        let mean = self.mean()?;
        (self.count > 1).then(|| ((self.squares - n * mean * mean) / (n - 1.0)).max(0.0))
    }
}

impl AddAssign for Moments {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut moments = Self::default();
        values.into_iter().for_each(|value| moments.add(value));
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_add_up() {
        let values = [0.25, 0.5, 1.0, 0.0, 0.75, 0.5];
        let whole: Moments = values.into_iter().collect();
        let mut joined: Moments = values[..2].iter().copied().collect();
        joined += values[2..].iter().copied().collect();
        assert_eq!(joined, whole);
        assert_eq!(whole.mean(), Some(0.5));
        assert!((whole.variance().unwrap() - 0.125).abs() < 1e-15);
        assert_eq!(Moments::default().mean(), None);
    }
}

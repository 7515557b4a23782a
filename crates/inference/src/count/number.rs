//! What to count in: one algorithm, three kinds of number.
//!
//! - `f64` for speed: probabilities;
//! - [`UBig`] for truth: how many configurations there are, to the last digit;
//! - `bool` for possibility: whether there is any.
//!
//! A likelihood weighs a configuration in `f64`; in the other two it only
//! decides whether the configuration counts, and edges of likelihood zero are
//! never made.

use dashu_int::UBig;

/// A number that ways can be counted in.
pub(crate) trait Number: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    /// The ways to place so many mines in a box of so many cells, weighed.
    fn ways(size: u32, mines: u32, likelihood: f64) -> Self;
    /// Adds a product.
    fn add_product(&mut self, a: &Self, b: &Self);
}

impl Number for f64 {
    fn zero() -> Self {
        0.0
    }

    fn one() -> Self {
        1.0
    }

    fn ways(size: u32, mines: u32, likelihood: f64) -> Self {
        choose(size, mines) * likelihood
    }

    #[inline]
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }
}

impl Number for bool {
    fn zero() -> Self {
        false
    }

    fn one() -> Self {
        true
    }

    fn ways(_: u32, _: u32, _: f64) -> Self {
        true
    }

    #[inline]
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self |= a & b;
    }
}

impl Number for UBig {
    fn zero() -> Self {
        Self::ZERO
    }

    fn one() -> Self {
        Self::ONE
    }

    fn ways(size: u32, mines: u32, _: f64) -> Self {
        choose_exactly(size, mines)
    }

    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }
}

/// Binomial coefficient; exact while it fits 53 bits, as it does for every box
/// of a regular grid.
pub(crate) fn choose(n: u32, k: u32) -> f64 {
    let k = k.min(n.saturating_sub(k));
    (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1))
}

/// Binomial coefficient, to the last digit.
pub(crate) fn choose_exactly(n: u32, k: u32) -> UBig {
    if k > n {
        return UBig::ZERO;
    }
    let k = k.min(n - k);
    (0..k).fold(UBig::ONE, |ways, i| ways * UBig::from(n - i) / UBig::from(i + 1))
}

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
/// of a regular grid. `k` is at most `n`.
pub(crate) fn choose(n: u32, k: u32) -> f64 {
    debug_assert!(k <= n, "{k} of {n}");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_those_of_pascals_triangle() {
        let mut row = vec![UBig::ONE];
        for n in 0..=70_u32 {
            for (ways, k) in row.iter().zip(0..) {
                assert_eq!(&choose_exactly(n, k), ways, "{k} of {n}");
                let exact = u64::try_from(ways).ok().filter(|&ways| ways < 1 << 53);
                if let Some(ways) = exact.filter(|_| n <= 50) {
                    assert_eq!(choose(n, k).to_bits(), (ways as f64).to_bits(), "{k} of {n}");
                }
            }
            assert_eq!(choose_exactly(n, n + 1), UBig::ZERO);
            let inner = row.windows(2).map(|two| &two[0] + &two[1]);
            row = std::iter::once(UBig::ONE).chain(inner).chain([UBig::ONE]).collect();
        }
    }

    /// The same sum of products in every kind of number.
    #[test]
    fn numbers_count_alike() {
        fn sum<N: Number>(pairs: &[(u32, u32)]) -> N {
            let mut sum = N::zero();
            for &(size, mines) in pairs {
                sum.add_product(&N::ways(size, mines, 1.0), &N::one());
                sum.add_product(&N::ways(size, mines, 1.0), &N::zero());
            }
            sum
        }
        assert_eq!(sum::<UBig>(&[(8, 4), (2, 1), (5, 0)]), UBig::from(73_u8));
        assert_eq!(sum::<f64>(&[(8, 4), (2, 1), (5, 0)]).to_bits(), 73.0_f64.to_bits());
        assert!(sum::<bool>(&[(8, 4)]) && !sum::<bool>(&[]));
        // A likelihood weighs floats only.
        assert_eq!(<f64 as Number>::ways(4, 1, 0.25).to_bits(), 1.0_f64.to_bits());
        assert_eq!(<UBig as Number>::ways(4, 1, 0.25), UBig::from(4_u8));
    }
}

//! What to count in: one algorithm, four kinds of number.
//!
//! - `f64` for speed: probabilities, where they are known to stay in range;
//! - [`Wide`] for probabilities that would not;
//! - [`UBig`] for truth: how many configurations there are, to the last digit;
//! - `bool` for possibility: whether there is any.
//!
//! A likelihood weighs a configuration in the first two; in the others it only
//! decides whether the configuration counts, and edges of likelihood zero are
//! never made.

use std::ops::Mul;

use dashu_int::UBig;
use surefoot_rules::Wide;

/// A number that ways can be counted in.
pub(crate) trait Number: Clone + Default + PartialOrd {
    /// Whether numbers can be too small for it without being zero.
    const LIMITED: bool = false;

    /// The default of every kind.
    fn zero() -> Self {
        Self::default()
    }

    fn one() -> Self;

    /// The ways to place so many mines in a box of so many cells; weighed by a likelihood,
    /// and every mine by `tilt`, in numbers that can be.
    fn ways(size: u32, mines: u32, likelihood: Wide, tilt: f64) -> Self;

    /// Adds a product.
    fn add_product(&mut self, a: &Self, b: &Self);

    /// The bytes it holds elsewhere, if it counts the ways to fill so many cells.
    fn bytes_beyond(_cells: u32) -> usize {
        0
    }

    /// Brings numbers back to about one; says by how many powers of two they were more.
    fn level(_: &mut [Self]) -> i64 {
        0
    }

    /// Two to a power: what numbers are compared with that may be too small. Of those that
    /// are exact none is, so theirs is zero.
    fn two_to(_power: i64) -> Self {
        Self::zero()
    }

    /// Scales values so that the largest is about one.
    fn normalise(_: &mut [Self]) {}
}

/// A number that weighs: it can be compared, and small ones be left out.
pub(crate) trait Weight:
    Number + Copy + From<f64> + Into<Wide> + Mul<Output = Self> + 'static
{
    fn wide(self) -> Wide {
        self.into()
    }

    fn times(self, factor: f64) -> Self {
        self * Self::from(factor)
    }

    fn over(self, factor: f64) -> Self;
    /// Its share of a whole; not a number if that is zero.
    fn ratio(self, whole: Self) -> f64;
}

/// The largest of some numbers.
pub(crate) fn largest<N: Weight>(values: &[N]) -> N {
    values.iter().copied().fold(N::zero(), |a, b| if b > a { b } else { a })
}

/// The sum of products.
#[inline]
pub(crate) fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

impl Number for f64 {
    const LIMITED: bool = true;

    fn one() -> Self {
        1.0
    }

    #[inline]
    fn ways(size: u32, mines: u32, likelihood: Wide, tilt: f64) -> Self {
        let tilt = (0..mines).fold(1.0, |power, _| power * tilt);
        choose(size, mines) * Self::from(likelihood) * tilt
    }

    #[inline]
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }

    fn level(values: &mut [Self]) -> i64 {
        let largest = largest(values);
        if largest == 0.0 {
            return 0;
        }
        // By a power of two, which rounds nothing.
        let exponent = Wide::from(largest).exponent();
        let scale = Self::two_to(-exponent);
        for value in values {
            *value *= scale;
        }
        exponent
    }

    fn two_to(power: i64) -> Self {
        Self::from(Wide::ONE.shifted(power))
    }

    fn normalise(values: &mut [Self]) {
        let largest = largest(values);
        if largest > 0.0 {
            for value in values {
                *value /= largest;
            }
        }
    }
}

impl Weight for f64 {
    fn over(self, factor: f64) -> Self {
        self / factor
    }

    fn ratio(self, whole: Self) -> f64 {
        self / whole
    }
}

impl Number for Wide {
    fn one() -> Self {
        Self::ONE
    }

    fn ways(size: u32, mines: u32, likelihood: Wide, tilt: f64) -> Self {
        Self::from(choose(size, mines)) * likelihood * Self::from(tilt).power(mines)
    }

    #[inline]
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += *a * *b;
    }

    fn two_to(power: i64) -> Self {
        Self::ONE.shifted(power)
    }

    fn normalise(values: &mut [Self]) {
        let exponent = largest(values).exponent();
        for value in values {
            *value = value.shifted(-exponent);
        }
    }
}

impl Weight for Wide {
    fn over(self, factor: f64) -> Self {
        Self::over(self, Self::from(factor))
    }

    fn ratio(self, whole: Self) -> f64 {
        if whole.is_zero() { f64::NAN } else { f64::from(Self::over(self, whole)) }
    }
}

impl Number for bool {
    fn one() -> Self {
        true
    }

    fn ways(_: u32, _: u32, _: Wide, _: f64) -> Self {
        true
    }

    #[inline]
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self |= a & b;
    }
}

impl Number for UBig {
    fn one() -> Self {
        Self::ONE
    }

    fn ways(size: u32, mines: u32, _: Wide, _: f64) -> Self {
        choose_exactly(size, mines)
    }

    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }

    fn bytes_beyond(cells: u32) -> usize {
        // At most two to as many ways as there are cells; two words need no place elsewhere.
        if cells <= 128 { 0 } else { cells as usize / 8 + 16 }
    }
}

/// Those of the boxes of regular grids.
const SMALL: [[f64; 9]; 9] = {
    let mut rows = [[0.0; 9]; 9];
    let mut n = 0;
    while n < 9 {
        rows[n][0] = 1.0;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// Binomial coefficient; exact while it fits 53 bits, as it does for every box
/// of a regular grid. `k` is at most `n`.
pub(crate) fn choose(n: u32, k: u32) -> f64 {
    debug_assert!(k <= n, "{k} of {n}");
    if let Some(&ways) = SMALL.get(n as usize).and_then(|row| row.get(k as usize)) {
        return ways;
    }
    let k = k.min(n.saturating_sub(k));
    (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1))
}

/// Binomial coefficient, to the last digit: the primes of it by Kummer's theorem (as many of
/// p as there are carries when k and n − k are added to base p), multiplied in a tree. Factor
/// by factor would be quadratic, which a sea of a million cells does not forgive.
pub(crate) fn choose_exactly(n: u32, k: u32) -> UBig {
    if k > n {
        return UBig::ZERO;
    }
    let k = k.min(n - k);
    if k < 64 {
        return (0..k).fold(UBig::ONE, |ways, i| ways * UBig::from(n - i) / UBig::from(i + 1));
    }
    let carries = |p: u32| {
        let (mut a, mut b, mut carry, mut carries) = (k, n - k, 0, 0);
        while a + b + carry > 0 {
            carry = u32::from(a % p + b % p + carry >= p);
            carries += carry;
            (a, b) = (a / p, b / p);
        }
        carries
    };
    let mut composite = vec![false; n as usize + 1];
    let mut factors = Vec::new();
    for p in 2..=n {
        if composite[p as usize] {
            continue;
        }
        for multiple in (u64::from(p) * u64::from(p)..=u64::from(n)).step_by(p as usize) {
            composite[multiple as usize] = true;
        }
        factors.extend((0..carries(p)).map(|_| UBig::from(p)));
    }
    while factors.len() > 1 {
        factors = factors.chunks(2).map(|two| two.iter().product()).collect();
    }
    factors.pop().unwrap_or(UBig::ONE)
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
                let ways = N::ways(size, mines, Wide::ONE, 1.0);
                sum.add_product(&ways, &N::one());
                sum.add_product(&ways, &N::zero());
            }
            sum
        }
        assert_eq!(sum::<UBig>(&[(8, 4), (2, 1), (5, 0)]), UBig::from(73_u8));
        assert_eq!(sum::<f64>(&[(8, 4), (2, 1), (5, 0)]).to_bits(), 73.0_f64.to_bits());
        assert_eq!(sum::<Wide>(&[(8, 4), (2, 1), (5, 0)]), Wide::from(73.0));
        assert!(sum::<bool>(&[(8, 4)]) && !sum::<bool>(&[]));
        // A likelihood weighs floats only.
        let quarter = Wide::from(0.25);
        assert_eq!(<f64 as Number>::ways(4, 1, quarter, 1.0).to_bits(), 1.0_f64.to_bits());
        assert_eq!(<Wide as Number>::ways(4, 2, quarter, 0.5), Wide::from(0.375));
        assert_eq!(<UBig as Number>::ways(4, 1, quarter, 0.5), UBig::from(4_u8));
    }
}

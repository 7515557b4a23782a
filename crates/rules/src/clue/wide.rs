//! Numbers of any size: a double with an exponent of its own.
//!
//! The likelihood of a clue that was asked a thousand times, or of a chain of ten thousand
//! cells, is far below the smallest double, and decides all the same. Logarithms would carry
//! it too, but sums of them take transcendental functions, whose last bits differ between
//! platforms. Here every operation is one of doubles, scaled by powers of two: each is right
//! to a unit in the last place, as among doubles, and nothing underflows. There is no minus,
//! so errors never grow by cancellation.

use std::cmp::Ordering;

/// A number that is zero or positive, of any size.
///
/// ```
/// use surefoot_rules::Wide;
///
/// let tiny = Wide::from(0.5).power(5_000);
/// assert!(!tiny.is_zero() && f64::from(tiny) == 0.0);
/// // Its size is not lost: against itself it is one.
/// assert_eq!(f64::from(tiny.over(tiny)), 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wide {
    /// Zero, or from one to two.
    mantissa: f64,
    exponent: i64,
}

/// Two to a power, for powers whose result is an ordinary double.
#[inline]
fn two_to(power: i64) -> f64 {
    debug_assert!((-1022..=1023).contains(&power), "2 to the {power}");
    f64::from_bits(((power + 1023) as u64) << 52)
}

impl Wide {
    /// Nothing.
    pub const ZERO: Self = Self { mantissa: 0.0, exponent: 0 };
    /// One.
    pub const ONE: Self = Self { mantissa: 1.0, exponent: 0 };

    /// Two to a power.
    #[inline]
    pub fn two_to(power: i32) -> Self {
        Self::ONE.shifted(power.into())
    }

    /// Whether it is nothing: never by being small.
    #[inline]
    pub fn is_zero(self) -> bool {
        self.mantissa == 0.0
    }

    /// The whole part of its logarithm to base two; meaningless for zero.
    #[inline]
    pub fn exponent(self) -> i64 {
        self.exponent
    }

    /// The same, times a power of two.
    #[inline]
    #[must_use]
    pub fn shifted(self, by: i64) -> Self {
        Self { exponent: if self.is_zero() { 0 } else { self.exponent + by }, ..self }
    }

    /// One number over another, which must not be zero.
    #[inline]
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        debug_assert!(!other.is_zero());
        // From a half to two.
        let mantissa = self.mantissa / other.mantissa;
        Self::near_one(mantissa).shifted(self.exponent - other.exponent)
    }

    /// A whole power, by squaring.
    #[must_use]
    pub fn power(self, mut exponent: u32) -> Self {
        let (mut base, mut result) = (self, Self::ONE);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * base;
            }
            base = base * base;
            exponent >>= 1;
        }
        result
    }

    /// The natural logarithm, to the accuracy of the platform's.
    pub fn ln(self) -> f64 {
        self.mantissa.ln() + self.exponent as f64 * std::f64::consts::LN_2
    }

    /// From a mantissa that is zero, or from a half to four.
    #[inline]
    fn near_one(mantissa: f64) -> Self {
        if mantissa >= 2.0 {
            Self { mantissa: mantissa * 0.5, exponent: 1 }
        } else if mantissa >= 1.0 {
            Self { mantissa, exponent: 0 }
        } else if mantissa > 0.0 {
            Self { mantissa: mantissa * 2.0, exponent: -1 }
        } else {
            Self::ZERO
        }
    }
}

impl Default for Wide {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<f64> for Wide {
    /// A double that is zero or positive and finite.
    #[inline]
    fn from(value: f64) -> Self {
        debug_assert!(value >= 0.0 && value.is_finite(), "{value}");
        if value < f64::MIN_POSITIVE {
            // Zero, or a double with leading zeros.
            return if value > 0.0 {
                Self::from(value * two_to(600)).shifted(-600)
            } else {
                Self::ZERO
            };
        }
        let bits = value.to_bits();
        let exponent = (bits >> 52).cast_signed() - 1023;
        let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
        Self { mantissa, exponent }
    }
}

impl From<Wide> for f64 {
    /// The nearest double: zero or infinity where it is out of range.
    #[inline]
    fn from(Wide { mantissa, exponent }: Wide) -> Self {
        match exponent {
            -1022..=1023 => mantissa * two_to(exponent),
            // One rounding only: the first factor is exact.
            -1100..=-1023 => mantissa * two_to(-1022) * two_to(exponent + 1022),
            ..-1100 => 0.0,
            _ => Self::INFINITY,
        }
    }
}

impl std::ops::Mul for Wide {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        let product = Self::near_one(self.mantissa * other.mantissa);
        product.shifted(self.exponent + other.exponent)
    }
}

impl std::ops::Add for Wide {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let (large, small) = if self.is_zero() || !other.is_zero() && other.exponent > self.exponent
        {
            (other, self)
        } else {
            (self, other)
        };
        let apart = large.exponent - small.exponent;
        if apart > 60 || small.is_zero() {
            return large;
        }
        Self::near_one(large.mantissa + small.mantissa * two_to(-apart)).shifted(large.exponent)
    }
}

impl std::ops::AddAssign for Wide {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl PartialOrd for Wide {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self.is_zero(), other.is_zero()) {
            (false, false) if self.exponent != other.exponent => {
                self.exponent.partial_cmp(&other.exponent)
            }
            _ => self.mantissa.partial_cmp(&other.mantissa),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Where doubles have room, the same to the last bit.
    #[test]
    fn they_are_doubles_where_doubles_have_room() {
        let mut random = Random::named("wide", [0, 0]);
        let mut drawn = || {
            let scale = two_to(i64::from(random.below(400)) - 200);
            if random.below(20) == 0 { 0.0 } else { random.unit() * scale }
        };
        for _ in 0..20_000 {
            let (a, b) = (drawn(), drawn());
            let (x, y) = (Wide::from(a), Wide::from(b));
            assert_eq!(f64::from(x).to_bits(), a.to_bits());
            assert_eq!(f64::from(x * y).to_bits(), (a * b).to_bits(), "{a:e} · {b:e}");
            let sum = f64::from(x + y);
            assert!((sum - (a + b)).abs() <= (a + b) * 2e-16, "{a:e} + {b:e} = {sum:e}");
            assert_eq!(x.partial_cmp(&y), a.partial_cmp(&b), "{a:e} {b:e}");
            if b > 0.0 {
                assert_eq!(f64::from(x.over(y)).to_bits(), (a / b).to_bits(), "{a:e} / {b:e}");
            }
        }
        for odd in [5e-324, 1e-310, f64::MIN_POSITIVE, f64::MAX, 0.0, 1.0] {
            assert_eq!(f64::from(Wide::from(odd)).to_bits(), odd.to_bits());
        }
    }

    #[test]
    fn nothing_underflows() {
        let third = Wide::from(1.0 / 3.0);
        let tiny = third.power(100_000);
        assert!(!tiny.is_zero());
        assert!((tiny.ln() + 100_000.0 * 3.0_f64.ln()).abs() < 1e-6, "{}", tiny.ln());
        assert_eq!((tiny + tiny).over(tiny), Wide::from(2.0));
        assert_eq!(tiny + Wide::ONE, Wide::ONE);
        assert_eq!(Wide::ONE + tiny, Wide::ONE);
        assert!(tiny < third && Wide::ZERO < tiny);
        assert_eq!(tiny * Wide::ZERO, Wide::ZERO);
        assert!(f64::from(Wide::from(2.0).power(3_000)).is_infinite());
    }
}

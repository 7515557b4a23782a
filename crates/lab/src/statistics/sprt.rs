//! A sequential test of a paired difference: stop as soon as the data decide.
//!
//! Wald's sequential probability ratio test (1945) on the mean of paired
//! differences, in the generalised form that chess engines use (fastchess): with
//! many pairs their mean is normal, and the log-likelihood ratio of "the mean is
//! d1" to "the mean is d0" is
//!
//! ```text
//! LLR = n (d1 − d0) (mean − (d0 + d1) / 2) / variance
//! ```
//!
//! H0 (the difference is at most d0) is accepted below ln β/(1−α), H1 (it is at
//! least d1) above ln (1−β)/α, with α = β = 0.05. The test is looked at only
//! after whole batches of games, always the same ones, so its verdict does not
//! depend on threads.

use std::str::FromStr;

use crate::statistics::moments::Moments;
use crate::tunables::SPRT_ERROR;

/// The two hypotheses, as differences of win rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// H0: at most this.
    pub d0: f64,
    /// H1: at least this.
    pub d1: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is at most d0.
    H0,
    /// The difference is at least d1.
    H1,
    /// Not decided.
    Open,
}

impl Sprt {
    /// The log-likelihood ratio after these pairs.
    pub fn llr(&self, pairs: &Moments) -> f64 {
        if pairs.count == 0 {
            return 0.0;
        }
        // One imagined pair of each outcome: equal differences so far are no
        // proof that all will be equal.
        let mut pairs = *pairs;
        pairs += [-1.0, 0.0, 1.0].into_iter().collect();
        let (Some(mean), Some(variance)) = (pairs.mean(), pairs.variance()) else { return 0.0 };
        let middle = f64::midpoint(self.d0, self.d1);
        pairs.count as f64 * (self.d1 - self.d0) * (mean - middle) / variance
    }

    /// The bound that decides for H1; its negative decides for H0.
    pub fn bound() -> f64 {
        ((1.0 - SPRT_ERROR) / SPRT_ERROR).ln()
    }

    /// The verdict after these pairs.
    pub fn verdict(&self, pairs: &Moments) -> Verdict {
        match self.llr(pairs) {
            llr if llr >= Self::bound() => Verdict::H1,
            llr if llr <= -Self::bound() => Verdict::H0,
            _ => Verdict::Open,
        }
    }
}

/// A text that is not two differences.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not D0,D1: expected two differences of win rates, the smaller first, as in 0,0.01"
)]
pub struct ParseSprtError(String);

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = |part: &str| part.trim().parse::<f64>().ok().filter(|d| d.abs() <= 1.0);
        text.split_once(',')
            .and_then(|(d0, d1)| Some(Self { d0: parse(d0)?, d1: parse(d1)? }))
            .filter(|sprt| sprt.d0 < sprt.d1)
            .ok_or_else(|| ParseSprtError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::Random;

    /// Pairs with a true difference, drawn until the test decides.
    fn decide(difference: f64, seed: u64) -> (Verdict, u64) {
        let sprt = Sprt { d0: 0.0, d1: 0.02 };
        let mut random = Random::named("sprt", [seed, 0]);
        let mut pairs = Moments::default();
        loop {
            for _ in 0..256 {
                let draw = random.unit();
                let up = 0.1 + difference / 2.0;
                pairs.add(if draw < up {
                    1.0
                } else if draw > 0.9 + difference / 2.0 {
                    -1.0
                } else {
                    0.0
                });
            }
            match sprt.verdict(&pairs) {
                Verdict::Open => {}
                verdict => return (verdict, pairs.count),
            }
        }
    }

    #[test]
    fn the_errors_are_as_rare_as_promised() {
        let wrong_h1 = (0..200).filter(|&seed| decide(0.0, seed).0 == Verdict::H1).count();
        let wrong_h0 = (0..200).filter(|&seed| decide(0.02, seed).0 == Verdict::H0).count();
        // 5 % of 200 is 10; 21 is beyond the 99.9 % point.
        assert!(wrong_h1 <= 21 && wrong_h0 <= 21, "{wrong_h1} {wrong_h0}");
    }

    #[test]
    fn equal_differences_decide_too() {
        let sprt = Sprt { d0: 0.0, d1: 0.02 };
        let same: Moments = std::iter::repeat_n(0.0, 5_000).collect();
        assert_eq!(sprt.verdict(&same), Verdict::H0);
        let better: Moments = std::iter::repeat_n(1.0, 5_000).collect();
        assert_eq!(sprt.verdict(&better), Verdict::H1);
        assert_eq!(sprt.verdict(&Moments::default()), Verdict::Open);
    }

    #[test]
    fn hypotheses_are_read() {
        assert_eq!("0,0.01".parse(), Ok(Sprt { d0: 0.0, d1: 0.01 }));
        assert_eq!("-0.005, 0.005".parse(), Ok(Sprt { d0: -0.005, d1: 0.005 }));
        for text in ["", "1", "0.1,0", "0,0", "a,b", "0,2", "0,NaN"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}

//! Clues: how a true count becomes what is shown, and how likely that was.
//!
//! In the classic game an opened cell tells its number. Two of the seed
//! write-ups ask what happens when it may stay silent, understate or overstate.
//! A rule here draws what is shown, joins repeated asks, and gives the
//! likelihood of what is shown for every true number; an exact engine needs
//! nothing else. Repeated asks keep only the best value seen (the largest of
//! an optimist, the smallest of a pessimist) and how many asks it took: that is
//! a sufficient statistic for the *bound*, and the likelihood below is that of
//! the maximum or minimum of so many independent draws.

use std::fmt;
use std::ops::RangeInclusive;

use super::Wide;
use crate::Random;

/// What a newly opened safe cell tells.
///
/// ```
/// use surefoot_rules::ClueRule;
///
/// let rule: ClueRule = "optimistic:q=0.8".parse()?;
/// // Shown 1 where the truth is 3: not the truth (0.2), then one of 0, 1, 2.
/// let likelihood = f64::from(rule.likelihood(Some(1), 1, 3, 8));
/// assert!((likelihood - 0.2 / 3.0).abs() < 1e-15);
/// // An optimist never shows more than the truth.
/// assert!(rule.likelihood(Some(4), 1, 3, 8).is_zero());
/// # Ok::<(), surefoot_rules::ParseCluesError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ClueRule {
    /// Its number.
    #[default]
    Exact,
    /// Its number with this probability, else nothing.
    Silent {
        /// The probability to speak.
        speaks: f64,
    },
    /// At most its number: uniform from 0 to the truth; or, with `truth` given,
    /// the truth with that probability and else uniform below it.
    Optimistic {
        /// The probability of the truth, if the rule has one.
        truth: Option<f64>,
    },
    /// At least its number: uniform from the truth to the number of neighbours;
    /// or, with `truth` given, the truth with that probability and else uniform
    /// above it.
    Cautious {
        /// The probability of the truth, if the rule has one.
        truth: Option<f64>,
    },
}

impl ClueRule {
    /// Whether every clue is its number.
    pub fn is_exact(self) -> bool {
        self == Self::Exact
    }

    /// Whether a number that is shown is the true one: under exact clues, and under
    /// silent ones, which withhold numbers but never bend them.
    ///
    /// ```
    /// use surefoot_rules::ClueRule;
    ///
    /// assert!(ClueRule::Silent { speaks: 0.7 }.tells_truth());
    /// assert!(!ClueRule::Cautious { truth: None }.tells_truth());
    /// ```
    pub fn tells_truth(self) -> bool {
        matches!(self, Self::Exact | Self::Silent { .. })
    }

    /// One draw for a cell whose number is `number` of `neighbours`; `None` is
    /// silence.
    pub fn draw(self, number: u8, neighbours: u8, random: &mut Random) -> Option<u8> {
        let other_than_truth = |truth: Option<f64>, others: u8, random: &mut Random| match truth {
            // With q: the truth with probability q, and always if there is
            // nothing else to say; a uniform draw over the others otherwise.
            Some(q) if others == 0 || random.unit() < q => None,
            Some(_) => Some(random.below(u32::from(others)) as u8),
            None => {
                let drawn = random.below(u32::from(others) + 1) as u8;
                (drawn < others).then_some(drawn)
            }
        };
        match self {
            Self::Exact => Some(number),
            Self::Silent { speaks } => (random.unit() < speaks).then_some(number),
            Self::Optimistic { truth } => {
                Some(other_than_truth(truth, number, random).unwrap_or(number))
            }
            Self::Cautious { truth } => {
                let above = other_than_truth(truth, neighbours - number, random);
                Some(above.map_or(number, |more| number + 1 + more))
            }
        }
    }

    /// What is kept of an earlier draw and a new one: the number if any was
    /// told, the largest of an optimist, the smallest of a pessimist.
    pub fn join(self, earlier: Option<u8>, new: Option<u8>) -> Option<u8> {
        match (earlier, new) {
            (Some(a), Some(b)) => Some(match self {
                Self::Cautious { .. } => a.min(b),
                _ => a.max(b),
            }),
            (one, None) | (None, one) => one,
        }
    }

    /// The probability that `asks` draws joined show `shown`, given the truth.
    ///
    /// Exact clues are never silent; a position that leaves a number out all the
    /// same tells nothing by it, so that silence has likelihood 1.
    ///
    /// It is zero only for what cannot be: after a thousand asks a likelihood may be far
    /// below the smallest double, and decides all the same.
    ///
    /// ```
    /// use surefoot_rules::{ClueRule, Wide};
    ///
    /// let clues = ClueRule::Optimistic { truth: None };
    /// assert_eq!(clues.likelihood(Some(0), 1, 1, 8), Wide::from(0.5));
    /// assert!(!clues.likelihood(Some(0), 2_000, 1, 8).is_zero());
    /// ```
    pub fn likelihood(self, shown: Option<u8>, asks: u32, number: u8, neighbours: u8) -> Wide {
        let either = |is: bool| if is { Wide::ONE } else { Wide::ZERO };
        match (self, shown) {
            (Self::Exact, Some(told)) => either(told == number),
            // A position may leave a number out under any rule; that is no evidence.
            (Self::Exact, None) => Wide::ONE,
            (Self::Silent { speaks }, None) => Wide::from(1.0 - speaks).power(asks),
            (Self::Silent { speaks }, Some(told)) => {
                either(told == number) * Wide::from(at_least_once(speaks, asks))
            }
            (Self::Optimistic { .. } | Self::Cautious { .. }, None) => Wide::ZERO,
            (Self::Optimistic { truth }, Some(told)) => understated(truth, told, asks, number),
            // A pessimist understates the cells that are *not* mines.
            (Self::Cautious { truth }, Some(told)) => match neighbours.checked_sub(told) {
                Some(free) => understated(truth, free, asks, neighbours - number),
                None => Wide::ZERO,
            },
        }
    }

    /// The true numbers that could show this, for a cell with so many neighbours.
    ///
    /// Exact and uncertain clues differ only in this interval and the weights
    /// within it.
    pub fn bounds(self, shown: Option<u8>, neighbours: u8) -> RangeInclusive<u8> {
        match (self, shown) {
            (_, None) => 0..=neighbours,
            (Self::Exact | Self::Silent { .. }, Some(told)) => told..=told,
            (Self::Optimistic { .. }, Some(told)) => told..=neighbours,
            (Self::Cautious { .. }, Some(told)) => 0..=told,
        }
    }
}

/// The probability that the largest of `asks` draws is `told`, each uniform
/// from 0 to `number`, or the truth with probability q and else below it.
fn understated(truth: Option<f64>, told: u8, asks: u32, number: u8) -> Wide {
    if told > number {
        return Wide::ZERO;
    }
    let at_most = |bound: u8| {
        let ways = f64::from(bound) + 1.0;
        match truth {
            _ if bound >= number => 1.0,
            None => ways / (f64::from(number) + 1.0),
            Some(q) => (1.0 - q) * ways / f64::from(number),
        }
    };
    // All at most `told`, and one of them `told` itself, given that.
    let most = at_most(told);
    if most == 0.0 {
        return Wide::ZERO;
    }
    let told_itself = match truth {
        Some(q) if told == number && number > 0 => q,
        _ => 1.0 / (f64::from(told) + 1.0),
    };
    Wide::from(most).power(asks) * Wide::from(at_least_once(told_itself, asks))
}

/// The probability that something of probability `once` happens in `times` tries. As one less the
/// probability that it never does, what is unlikely would become impossible; so tries are doubled,
/// and nothing is ever taken from what is nearly the same.
fn at_least_once(once: f64, times: u32) -> f64 {
    let (mut found, mut doubled, mut left) = (0.0, once, times);
    while left > 0 {
        if left % 2 == 1 {
            found += doubled * (1.0 - found);
        }
        doubled += doubled * (1.0 - doubled);
        left /= 2;
    }
    found
}

impl fmt::Display for ClueRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, truth) = match self {
            Self::Exact => return f.write_str("exact"),
            Self::Silent { speaks } => return write!(f, "silent:{speaks}"),
            Self::Optimistic { truth } => ("optimistic", truth),
            Self::Cautious { truth } => ("cautious", truth),
        };
        match truth {
            None => f.write_str(name),
            Some(q) => write!(f, "{name}:q={q}"),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Cell;
    use crate::Deal;

    pub(in crate::clue) const RULES: [&str; 10] = [
        "exact",
        "silent:0",
        "silent:0.3",
        "silent:1",
        "optimistic",
        "optimistic:q=0",
        "optimistic:q=0.8",
        "cautious",
        "cautious:q=0.25",
        "cautious:q=1",
    ];

    fn shown_values(neighbours: u8) -> impl Iterator<Item = Option<u8>> {
        (0..=neighbours).map(Some).chain([None])
    }

    #[test]
    fn likelihoods_sum_to_one() {
        for rule in RULES.map(|text| text.parse::<ClueRule>().unwrap()) {
            for neighbours in [0, 1, 3, 8] {
                for number in 0..=neighbours {
                    for asks in [1, 2, 4, 9] {
                        let total: f64 = shown_values(neighbours)
                            .filter(|shown| !(rule.is_exact() && shown.is_none()))
                            .map(|shown| {
                                f64::from(rule.likelihood(shown, asks, number, neighbours))
                            })
                            .sum();
                        assert!((total - 1.0).abs() < 1e-12, "{rule} {number}/{neighbours} {asks}");
                    }
                }
            }
        }
    }

    /// The likelihood is of what `draw` and `join` really do, by plain
    /// enumeration of all sequences of draws for two and three asks.
    #[test]
    fn joined_draws_follow_the_likelihood() {
        for rule in RULES.map(|text| text.parse::<ClueRule>().unwrap()) {
            if rule.is_exact() {
                continue; // an exact cell is never asked
            }
            for (number, neighbours) in [(0, 3), (2, 3), (3, 3), (1, 5), (4, 8)] {
                let single = |shown| f64::from(rule.likelihood(shown, 1, number, neighbours));
                for shown in shown_values(neighbours) {
                    let mut three = 0.0;
                    for a in shown_values(neighbours) {
                        for b in shown_values(neighbours) {
                            for c in shown_values(neighbours) {
                                if rule.join(rule.join(a, b), c) == shown {
                                    three += single(a) * single(b) * single(c);
                                }
                            }
                        }
                    }
                    let closed = f64::from(rule.likelihood(shown, 3, number, neighbours));
                    assert!((three - closed).abs() < 1e-12, "{rule} {shown:?} {three} {closed}");
                }
            }
        }
    }

    #[test]
    fn draws_follow_the_single_likelihood() {
        for rule in RULES.map(|text| text.parse::<ClueRule>().unwrap()) {
            for (number, neighbours) in [(0, 5), (2, 5), (5, 5)] {
                let mut seen = std::collections::HashMap::new();
                for ask in 0..4_000 {
                    let mut random = Random::for_clue(Deal::new(1, 2), Cell::new(3), ask);
                    *seen.entry(rule.draw(number, neighbours, &mut random)).or_insert(0) += 1;
                }
                for shown in shown_values(neighbours) {
                    if rule.is_exact() && shown.is_none() {
                        continue;
                    }
                    let likelihood = f64::from(rule.likelihood(shown, 1, number, neighbours));
                    let expected = 4_000.0 * likelihood;
                    let count = f64::from(seen.get(&shown).copied().unwrap_or(0));
                    // Five standard deviations; impossible values must not occur.
                    let slack = 5.0 * (expected * (1.0 - expected / 4_000.0)).sqrt();
                    assert!((count - expected).abs() <= slack, "{rule} {number} {shown:?} {count}");
                }
            }
        }
    }

    /// However unlikely the truth is told, it is not impossible, and likelier the more often
    /// one asks.
    #[test]
    fn what_is_rarely_true_is_not_impossible() {
        for (text, q) in [("q=1e-17", 1e-17), ("q=1e-300", 1e-300), ("q=5e-324", 5e-324)] {
            for (rule, shown, number) in [("optimistic", 1, 1), ("cautious", 1, 1)] {
                let rule: ClueRule = format!("{rule}:{text}").parse().unwrap();
                let once = rule.likelihood(Some(shown), 1, number, 2);
                assert!((f64::from(once) / q - 1.0).abs() < 1e-15, "{rule}");
                let often = f64::from(rule.likelihood(Some(shown), 100, number, 2));
                assert!((often / q - 100.0).abs() < 1e-9, "{rule}: {often}");
            }
        }
        assert!((at_least_once(1.0, 7) - 1.0).abs() < 1e-15 && at_least_once(0.0, 7) <= 0.0);
        assert!((at_least_once(0.3, 5) - (1.0 - 0.7_f64.powi(5))).abs() < 1e-15);
    }

    #[test]
    fn bounds_are_where_the_likelihood_is_not_zero() {
        for rule in
            ["exact", "silent:0.3", "optimistic", "cautious", "cautious:q=0.5", "cautious:q=1e-17"]
        {
            let rule: ClueRule = rule.parse().unwrap();
            let silent = rule.tells_truth();
            for shown in (0..=6).map(Some).chain(silent.then_some(None)) {
                for number in 0..=6 {
                    let possible = !rule.likelihood(shown, 2, number, 6).is_zero();
                    assert_eq!(rule.bounds(shown, 6).contains(&number), possible, "{rule}");
                }
            }
        }
    }
}

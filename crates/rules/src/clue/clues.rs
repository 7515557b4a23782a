//! Clues as an option of a game: a rule, how often a cell may be asked, and their text.

use std::fmt;
use std::str::FromStr;

use crate::{ClueRule, one_of};

/// How a rule may be written.
const FORMS: [&str; 6] =
    ["exact", "silent:P", "optimistic", "optimistic:q=Q", "cautious", "cautious:q=Q"];

/// How many draws a cell grants, the one at its opening included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asks {
    /// At most this many.
    UpTo(u32),
    /// As many as the player likes.
    Until,
}

impl Default for Asks {
    fn default() -> Self {
        Self::UpTo(1)
    }
}

impl Asks {
    /// Whether a cell that gave `asked` draws may be asked again.
    pub fn allow(self, asked: u32) -> bool {
        match self {
            Self::UpTo(limit) => asked < limit,
            Self::Until => asked < u32::MAX,
        }
    }
}

/// A clue rule and how often a cell may be asked: one option of a match.
///
/// ```
/// use surefoot_rules::{Asks, ClueRule, Clues};
///
/// let clues: Clues = "silent:0.7,asks=until".parse()?;
/// assert_eq!(clues.rule, ClueRule::Silent { speaks: 0.7 });
/// assert_eq!(clues.asks, Asks::Until);
/// assert_eq!(clues.to_string(), "silent:0.7,asks=until");
/// # Ok::<(), surefoot_rules::ParseCluesError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clues {
    /// What a cell tells.
    pub rule: ClueRule,
    /// How often.
    pub asks: Asks,
}

impl From<ClueRule> for Clues {
    fn from(rule: ClueRule) -> Self {
        Self { rule, asks: Asks::default() }
    }
}

impl fmt::Display for Clues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.rule.to_string();
        let joint = if rule.contains(':') { ',' } else { ':' };
        match self.asks {
            Asks::UpTo(1) => f.write_str(&rule),
            Asks::UpTo(limit) => write!(f, "{rule}{joint}asks={limit}"),
            Asks::Until => write!(f, "{rule}{joint}asks=until"),
        }
    }
}

/// Why a text is not a clue rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseCluesError {
    /// No rule of that name.
    #[error(
        "`{0}` is not a clue rule: expected {forms}\nand asks=K or asks=until behind it, if cells \
         may be asked again, as in silent:0.7,asks=3",
        forms = one_of(&FORMS)
    )]
    Rule(String),
    /// An option the rule does not have.
    #[error("`{rule}` has no option `{option}`: expected {expected}")]
    Option {
        /// The rule's name.
        rule: String,
        /// What was given.
        option: String,
        /// What it takes.
        expected: &'static str,
    },
    /// A probability outside [0, 1], or no number at all.
    #[error("`{0}` is not a probability: expected a number from 0 to 1, as in 0.7")]
    Probability(String),
    /// A number of asks that is zero or no number.
    #[error("`asks={0}` is not possible: expected a whole number from 1, or `until`")]
    Asks(String),
    /// `silent` without its probability.
    #[error("`silent` needs the probability that a cell speaks, as in silent:0.7")]
    NoProbability,
}

impl FromStr for Clues {
    type Err = ParseCluesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let probability = |text: &str| match text.parse::<f64>() {
            Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
            _ => Err(ParseCluesError::Probability(text.to_owned())),
        };
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let (mut speaks, mut truth, mut asks) = (None, None, Asks::default());
        let expected = match name {
            "exact" => "asks=K or asks=until",
            "silent" => "a probability, asks=K or asks=until",
            "optimistic" | "cautious" => "q=Q, asks=K or asks=until",
            _ => return Err(ParseCluesError::Rule(text.to_owned())),
        };
        for option in options.split(',').filter(|option| !option.is_empty()) {
            match option.split_once('=') {
                Some(("asks", "until")) => asks = Asks::Until,
                Some(("asks", count)) => match count.parse() {
                    Ok(limit) if limit > 0 => asks = Asks::UpTo(limit),
                    _ => return Err(ParseCluesError::Asks(count.to_owned())),
                },
                Some(("q", q)) if matches!(name, "optimistic" | "cautious") => {
                    truth = Some(probability(q)?);
                }
                None if name == "silent" => speaks = Some(probability(option)?),
                _ => {
                    return Err(ParseCluesError::Option {
                        rule: name.to_owned(),
                        option: option.to_owned(),
                        expected,
                    });
                }
            }
        }
        let rule = match name {
            "silent" => ClueRule::Silent { speaks: speaks.ok_or(ParseCluesError::NoProbability)? },
            "optimistic" => ClueRule::Optimistic { truth },
            "cautious" => ClueRule::Cautious { truth },
            _ => ClueRule::Exact,
        };
        Ok(Self { rule, asks })
    }
}

impl FromStr for ClueRule {
    type Err = ParseCluesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let clues: Clues = text.parse()?;
        if clues.asks != Asks::default() {
            let (name, option) = text.split_once(':').unwrap_or((text, ""));
            return Err(ParseCluesError::Option {
                rule: name.to_owned(),
                option: option.to_owned(),
                expected: "the rule alone, without asks",
            });
        }
        Ok(clues.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clue::rule::tests::RULES;

    #[test]
    fn texts_round_trip_and_mistakes_are_named() {
        for text in RULES.into_iter().chain(["optimistic:asks=4", "cautious:q=0.5,asks=until"]) {
            assert_eq!(text.parse::<Clues>().unwrap().to_string(), text);
        }
        let error = |text: &str| text.parse::<Clues>().unwrap_err();
        assert!(matches!(error("loud"), ParseCluesError::Rule(_)));
        assert!(matches!(error("silent"), ParseCluesError::NoProbability));
        assert!(matches!(error("silent:1.5"), ParseCluesError::Probability(_)));
        assert!(matches!(error("cautious:q=NaN"), ParseCluesError::Probability(_)));
        assert!(matches!(error("exact:q=0.5"), ParseCluesError::Option { .. }));
        assert!(matches!(error("optimistic:asks=0"), ParseCluesError::Asks(_)));
    }
}

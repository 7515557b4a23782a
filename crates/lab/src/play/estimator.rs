//! How the share of games won is estimated.

use std::str::FromStr;

use serde::Deserialize;
use surefoot_rules::{GameKind, Rules};

use crate::play::source::Source;

/// How the share of games won is estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Estimator {
    /// Games won are counted.
    #[default]
    Plain,
    /// Every guess is survived, and the game weighs the product of the exact
    /// probabilities of doing so: the same expectation with much less noise.
    Survival,
    /// The first player as by survival; of the others, what their choices gain where
    /// they are not the first player's, by playing on as the first player from both.
    /// The same expectation, and differences with less noise still, for players that
    /// mostly agree.
    Advantage,
}

/// A text that names no estimate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no estimate: expected plain, survival or advantage")]
pub struct ParseEstimatorError(String);

impl FromStr for Estimator {
    type Err = ParseEstimatorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let all = [Self::Plain, Self::Survival, Self::Advantage];
        let named = all.into_iter().find(|one| one.name() == text);
        named.ok_or_else(|| ParseEstimatorError(text.to_owned()))
    }
}

impl Estimator {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Survival => "survival",
            Self::Advantage => "advantage",
        }
    }

    /// Whether these games can be weighed so. Survival is weighed in the game that is lost by
    /// a mine, on deals whose number of mines is told: only there the posterior is that of
    /// the deals.
    pub(crate) fn suits(self, rules: &Rules, source: &Source) -> bool {
        let dealt = matches!(source, Source::Deals | Source::First(_));
        self == Self::Plain || (rules.kind == GameKind::Win && rules.told && dealt)
    }
}

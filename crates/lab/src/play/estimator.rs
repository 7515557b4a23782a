//! How the share of games won is estimated.

use surefoot_rules::{GameKind, Rules};

use crate::play::source::Source;

/// How the share of games won is estimated.
///
/// ```
/// use surefoot_lab::play::Estimator;
///
/// assert_eq!("survival".parse(), Ok(Estimator::Survival));
/// let error = "luck".parse::<Estimator>().unwrap_err().to_string();
/// assert_eq!(error, "`luck` is not an estimate: expected plain, survival or advantage");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

surefoot_rules::named! {
    Estimator is "an estimate" { Plain => "plain", Survival => "survival", Advantage => "advantage" }
}

impl Estimator {
    /// Whether these games can be weighed so. Survival is weighed in the game that is lost by
    /// a mine, on deals whose number of mines is told: only there the posterior is that of
    /// the deals.
    pub(crate) fn suits(self, rules: &Rules, source: &Source) -> bool {
        let dealt = matches!(source, Source::Deals | Source::First(_));
        self == Self::Plain || (rules.kind == GameKind::Win && rules.told && dealt)
    }
}

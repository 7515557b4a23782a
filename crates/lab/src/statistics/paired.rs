//! Differences between what was played on the same deals: two players at a point, or one
//! player under two conditions, or either at several points together.
//!
//! Points share deals, so what is pooled over points is not so many independent games: a deal
//! that is easy is easy at every density. The difference is the mean over points of the mean
//! over deals, and its error is taken from deals, each counting once with all its points
//! (Liang and Zeger's sandwich, 1986; where nothing is missing it is the plain error of the
//! means per deal). Adding variances over points, as if points were independent, called a
//! player different from itself in 17 of 80 runs.
//!
//! One verdict: a difference is claimed if its 95 % interval lies off zero. Of wins at one
//! point the interval is Tango's (1998), which agrees with `McNemar`'s test; Fagerland, Lydersen
//! and Laake (2013) compare it with others. Else it is Student's, of times on logarithms,
//! since times are compared by ratios. Fewer deals that differ than a sign test could judge
//! claim nothing, and neither do times that differ by less than what the order of play or a
//! warm cache can make of them.

use crate::experiment::measure::Measure;
use crate::record::columns::TICK;
use crate::statistics::interval;
use crate::statistics::moments::Moments;
use crate::statistics::results::{PlayerAt, Results};
use crate::tunables;

/// A paired difference; of times, a ratio.
///
/// ```
/// use surefoot_lab::experiment::measure::Measure;
/// use surefoot_lab::experiment::{plan::Experiment, run};
/// use surefoot_lab::statistics::results::Results;
/// use surefoot_players::Roster;
///
/// let text = r#"
/// title = "Who is better?"
/// question = "Does exact win more than random?"
/// players = ["random", "exact"]
/// deals = 30
/// sweep = { over = "level", values = ["beginner"] }
/// "#;
/// let roster = Roster::standard();
/// let experiment = Experiment::read(&roster, "mine", "mine.toml", text)?;
/// let record = run::whole_record(&experiment, &roster)?;
/// let results = Results::read(&experiment, &record[..])?;
/// // Of a point and a player each: exact less random, deal by deal.
/// let difference = results.difference((0, 1), (0, 0), Measure::Won).unwrap();
/// assert!(difference.mean > 0.0 && difference.is_real());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean difference or ratio.
    pub mean: f64,
    /// Its 95 % interval.
    pub interval: (f64, f64),
    /// What can be said of it.
    pub claim: Claim,
    /// Deals it rests on.
    pub deals: u64,
    /// About how many would tell, where these do not and some number would.
    pub needed: Option<u64>,
}

/// What can be said of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// All results are the same, pair by pair.
    Identical,
    /// They differ.
    Differs,
    /// Times differ by too little to be anybody's merit.
    Slight,
    /// Too few deals to tell.
    Unclear,
}

impl Claim {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::Differs => "differs",
            Self::Slight => "slight",
            Self::Unclear => "too few",
        }
    }
}

impl Difference {
    /// Whether it is claimed.
    pub fn is_real(&self) -> bool {
        self.claim == Claim::Differs
    }

    /// Whether it would be claimed as one of so many that were looked at (Bonferroni).
    pub(crate) fn stands_out_of(&self, tests: usize, measure: Measure) -> bool {
        let place = |value: f64| if measure == Measure::Seconds { value.ln() } else { value };
        let [mean, low, high] = [self.mean, self.interval.0, self.interval.1].map(place);
        let half = if mean > 0.0 { mean - low } else { high - mean };
        self.is_real() && mean.abs() > interval::widening(tests) * half
    }
}

impl Results<'_> {
    /// One (point, player) less another on the same deals.
    pub fn difference(
        &self,
        ours: PlayerAt,
        theirs: PlayerAt,
        measure: Measure,
    ) -> Option<Difference> {
        self.pooled(&[(ours, theirs)], measure)
    }

    /// The mean over several pairs of conditions of their paired differences, each
    /// condition counting alike.
    pub fn pooled(&self, pairs: &[(PlayerAt, PlayerAt)], measure: Measure) -> Option<Difference> {
        pooled(&self.paired(pairs, measure), measure)
    }

    /// The values by deal of each pair.
    fn paired(&self, pairs: &[(PlayerAt, PlayerAt)], measure: Measure) -> Vec<(&[f64], &[f64])> {
        let values = |of: PlayerAt| self.values(of.0, of.1, measure);
        pairs.iter().map(|&(ours, theirs)| (values(ours), values(theirs))).collect()
    }

    /// One value per deal whose mean is the pooled difference, and whose spread tells how far
    /// that can be trusted.
    pub(crate) fn gaps(
        &self,
        pairs: &[(PlayerAt, PlayerAt)],
        measure: Measure,
    ) -> Option<Vec<f64>> {
        let Gaps { mean, deals, .. } = gaps(&self.paired(pairs, measure), measure)?;
        let n = deals.len() as f64;
        Some(deals.into_iter().map(|(error, _)| mean + n * error).collect())
    }
}

/// The pooled difference of values by deal; NaN where there is none.
pub(crate) fn pooled(pairs: &[(&[f64], &[f64])], measure: Measure) -> Option<Difference> {
    let timed = measure == Measure::Seconds;
    let Gaps { mean, signs, deals } = gaps(pairs, measure)?;
    let count = deals.len() as u64;
    if count < 2 {
        return None;
    }
    let n = count as f64;
    let variance = deals.iter().map(|(error, _)| error * error).sum::<f64>() * n / (n - 1.0);
    let differing = deals.iter().filter(|(_, sum)| *sum != 0.0).count() as u64;
    let counted = pairs.len() == 1
        && pairs.iter().all(|(ours, theirs)| {
            ours.iter().chain(*theirs).all(|&value| value.is_nan() || is_binary(value))
        });
    let interval = if counted {
        interval::tango(signs.0, signs.1, count)
    } else if variance > 0.0 {
        let half = interval::quantile(n - 1.0) * variance.sqrt();
        (mean - half, mean + half)
    } else {
        let reach = if measure.is_share() { (-1.0, 1.0) } else { (0.0, 2.0 * mean) };
        interval::unanimous(mean, count, reach)
    };
    // So few say nothing about zero, however much they agree.
    let few = differing < tunables::SIGNS_THAT_TELL;
    let interval = if few { (interval.0.min(0.0), interval.1.max(0.0)) } else { interval };
    let off = |bound: f64| interval.0 > bound || interval.1 < -bound;
    let claim = match () {
        () if signs == (0, 0) => Claim::Identical,
        () if !off(0.0) => Claim::Unclear,
        () if timed && !off(tunables::SLIGHT_TIMES.ln()) => Claim::Slight,
        () => Claim::Differs,
    };
    let half = (interval.1 - interval.0) / 2.0;
    // The squared error falls with the number of deals.
    let sign =
        tunables::SIGNS_THAT_TELL as f64 / if few { differing as f64 } else { f64::INFINITY };
    let enough = n * (half / mean).powi(2).max(sign).max(1.0);
    let needed = (claim == Claim::Unclear && enough < tunables::MOST_DEALS_FORETOLD)
        .then(|| round_up(enough));
    let shown = |value: f64| if timed { value.exp() } else { value };
    let interval = (shown(interval.0), shown(interval.1));
    Some(Difference { mean: shown(mean), interval, claim, deals: count, needed })
}

/// Differences, deal by deal.
struct Gaps {
    /// Their mean, each condition counting alike.
    mean: f64,
    /// How many are upwards and downwards.
    signs: (u64, u64),
    /// By deal: what it adds to the error of the mean, and its own sum.
    deals: Vec<(f64, f64)>,
}

fn gaps(pairs: &[(&[f64], &[f64])], measure: Measure) -> Option<Gaps> {
    let gap = |one: f64, other: f64| match measure {
        Measure::Seconds => (one.max(TICK) / other.max(TICK)).ln(),
        _ => one - other,
    };
    let conditions = pairs.len() as f64;
    let (mut mean, mut signs) = (0.0, (0, 0));
    let mut deals: Vec<Option<(f64, f64)>> = Vec::new();
    for (ours, theirs) in pairs {
        let both = ours.iter().zip(*theirs).enumerate();
        let both = both.filter(|(_, (one, other))| !one.is_nan() && !other.is_nan());
        let gaps: Vec<(usize, f64)> =
            both.map(|(deal, (&one, &other))| (deal, gap(one, other))).collect();
        let moments: Moments = gaps.iter().map(|(_, gap)| *gap).collect();
        let centre = moments.mean()?;
        mean += centre / conditions;
        deals.resize(deals.len().max(ours.len()), None);
        for (deal, gap) in gaps {
            let (error, sum) = deals[deal].get_or_insert((0.0, 0.0));
            *error += (gap - centre) / (moments.count as f64 * conditions);
            *sum += gap;
            signs.0 += u64::from(gap > 0.0);
            signs.1 += u64::from(gap < 0.0);
        }
    }
    Some(Gaps { mean, signs, deals: deals.into_iter().flatten().collect() })
}

/// To two digits: it is a rough number.
fn round_up(number: f64) -> u64 {
    let step = 10_f64.powi((number.log10().floor() as i32 - 1).max(0));
    ((number / step).ceil() * step) as u64
}

pub(super) fn is_binary(value: f64) -> bool {
    value.to_bits() == 0.0_f64.to_bits() || value.to_bits() == 1.0_f64.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::Random;

    /// One point looked at nine times is not nine times the evidence.
    #[test]
    fn the_same_games_again_tell_nothing_new() {
        let mut random = Random::named("pooled", [1, 0]);
        let mut draw = |high: f64| -> Vec<f64> { (0..60).map(|_| high * random.unit()).collect() };
        let (ours, theirs) = (draw(1.1), draw(1.0));
        let once = pooled(&[(&ours, &theirs)], Measure::Score).unwrap();
        let often = pooled(&[(&ours[..], &theirs[..]); 9], Measure::Score).unwrap();
        assert!((once.interval.0 - often.interval.0).abs() < 1e-12, "{once:?} {often:?}");
        assert!((once.interval.1 - often.interval.1).abs() < 1e-12, "{once:?} {often:?}");
        assert_eq!(once.deals, 60);
    }

    /// Where nothing is missing: one mean per deal, one interval.
    #[test]
    fn errors_are_those_of_means_per_deal() {
        let ours = [[0.9, 0.2, 0.4, 0.7, 0.1, 0.9, 0.3], [0.8, 0.1, 0.6, 0.7, 0.3, 0.5, 0.2]];
        let theirs = [[0.1, 0.3, 0.4, 0.2, 0.1, 0.6, 0.2], [0.7, 0.0, 0.5, 0.5, 0.1, 0.1, 0.9]];
        let found =
            pooled(&[(&ours[0], &theirs[0]), (&ours[1], &theirs[1])], Measure::Score).unwrap();
        let means: Moments = (0..7)
            .map(|deal| (0..2).map(|at| ours[at][deal] - theirs[at][deal]).sum::<f64>() / 2.0)
            .collect();
        let (low, high) = interval::mean(&means).unwrap();
        assert!((found.mean - means.mean().unwrap()).abs() < 1e-12);
        assert!((found.interval.0 - low).abs() < 1e-12 && (found.interval.1 - high).abs() < 1e-12);
    }

    #[test]
    fn a_claim_and_its_interval_never_contradict_each_other() {
        for n in [2, 5, 6, 12, 40] {
            for more in 0..=n {
                for less in 0..=(n - more) {
                    let at = |deal: usize, from: usize, to: usize| {
                        f64::from(u8::from((from..to).contains(&deal)))
                    };
                    let ours: Vec<f64> = (0..n).map(|deal| at(deal, 0, more)).collect();
                    let theirs: Vec<f64> = (0..n).map(|deal| at(deal, more, more + less)).collect();
                    let gap = pooled(&[(&ours, &theirs)], Measure::Won).unwrap();
                    let off = gap.interval.0 > 0.0 || gap.interval.1 < 0.0;
                    assert_eq!(gap.is_real(), off, "{n} {more} {less}: {gap:?}");
                    assert!(gap.interval.0 < gap.interval.1, "{n} {more} {less}: {gap:?}");
                    assert!(gap.interval.0 <= gap.mean && gap.mean <= gap.interval.1);
                }
            }
        }
    }

    /// Twice the time is claimed, two per cent are not.
    #[test]
    fn little_time_is_nobodys_merit() {
        let mut random = Random::named("times", [1, 0]);
        let base: Vec<f64> = (0..200).map(|_| 0.001 * (1.0 + random.unit())).collect();
        let by = |factor: f64| -> Claim {
            let other: Vec<f64> = base
                .iter()
                .map(|time| time * factor * (1.0 + 0.001 * random.clone().unit()))
                .collect();
            pooled(&[(&other, &base)], Measure::Seconds).unwrap().claim
        };
        assert_eq!((by(1.03), by(2.0)), (Claim::Slight, Claim::Differs));
    }

    /// Twice the deals halve the squared error.
    #[test]
    fn the_number_of_deals_that_would_tell_is_foretold() {
        let mut random = Random::named("needed", [1, 0]);
        let mut draw = |n: usize| -> (Vec<f64>, Vec<f64>) {
            (0..n).map(|_| (0.05 + random.unit(), random.unit())).unzip()
        };
        let (ours, theirs) = draw(40);
        let gap = pooled(&[(&ours, &theirs)], Measure::Digs).unwrap();
        assert_eq!(gap.claim, Claim::Unclear, "{gap:?}");
        let needed = gap.needed.unwrap();
        assert!((60..20_000).contains(&needed), "{needed}");
        assert_eq!([11.0, 99.5, 1234.0, 100_001.0].map(round_up), [11, 100, 1300, 110_000]);
    }
}

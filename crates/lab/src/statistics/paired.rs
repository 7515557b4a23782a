//! What an experiment measured, deal by deal, and what can be said of it.
//!
//! Values are kept by deal, so that anything played on the same deals can be compared
//! pair by pair: two players at a point, or one player under two conditions. Shares of
//! games have Wilson's interval, means Student's. Times are CPU times; they are given by their
//! median, with a bootstrap's interval, and compared by ratios: a few games are far longer
//! than all others. A difference is called real
//! only by a paired test at 5 %: of wins the exact sign test of the deals in which they
//! differ (a test of McNemar), of means Student's, of times Student's on logarithms.

use std::io::Read;
use std::sync::OnceLock;

use surefoot_rules::Random;

use crate::experiment::ledger::{Ledger, LedgerError};
use crate::experiment::measure::Measure;
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;
use crate::statistics::interval;
use crate::statistics::tally::Moments;

/// See the [module](self).
#[derive(Debug)]
pub struct Data<'a> {
    /// What was played.
    pub experiment: &'a Experiment,
    /// The record that tells of it.
    pub ledger: Ledger,
    /// The experiment's measures, and the time if it is none of them.
    pub measures: Vec<Measure>,
    /// By point, player and measure.
    columns: Vec<Vec<Vec<Column>>>,
    /// Games of each player that ended by its fault, and certain claims that were wrong.
    pub faults: Vec<(u64, u64)>,
}

/// What one player achieved at one point in one measure.
#[derive(Clone, Debug)]
struct Column {
    /// A value per deal, NaN where there is none.
    values: Vec<f64>,
    /// What they come to, once somebody has asked: tables, figures and answers all do.
    estimate: OnceLock<Option<Estimated>>,
}

/// A point and a player.
pub type Seat = (usize, usize);

/// A mean, share or median with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// Games.
    pub count: u64,
    /// The mean; of times, the median.
    pub mean: f64,
    /// Its 95 % interval, where there are enough games.
    pub interval: Option<(f64, f64)>,
    /// The standard deviation of single games.
    pub deviation: Option<f64>,
    /// The least value.
    pub least: f64,
    /// The largest value.
    pub most: f64,
}

/// A paired difference; of times, a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean difference or ratio.
    pub mean: f64,
    /// Its 95 % interval.
    pub interval: (f64, f64),
    /// Whether a test at 5 % calls it real.
    pub real: bool,
    /// Whether all results are the same, pair by pair.
    pub same: bool,
}

impl Difference {
    /// Whether it would be called real as one of so many that were looked at.
    pub(crate) fn stands_out_of(&self, tests: usize, measure: Measure) -> bool {
        let place = |value: f64| if measure == Measure::Seconds { value.ln() } else { value };
        let [mean, low, high] = [self.mean, self.interval.0, self.interval.1].map(place);
        self.real && mean.abs() > interval::widening(tests) * (high - low) / 2.0
    }
}

/// Bootstrap samples of a median.
const RESAMPLES: usize = 1000;
/// Of more values the ranks of the interval are near enough to normal.
const MANY: usize = 1000;

impl<'a> Data<'a> {
    /// What a complete record says.
    pub fn read(experiment: &'a Experiment, source: impl Read) -> Result<Self, LedgerError> {
        let mut measures = experiment.measures.clone();
        if !measures.contains(&Measure::Seconds) {
            measures.push(Measure::Seconds);
        }
        let players = experiment.players.len();
        let mut columns: Vec<Vec<Vec<Column>>> = experiment
            .points()
            .map(|(_, point)| {
                let deals = experiment.deals_at(point) as usize;
                let column = || Column { values: vec![f64::NAN; deals], estimate: OnceLock::new() };
                let seat = || measures.iter().map(|_| column()).collect();
                (0..players).map(|_| seat()).collect()
            })
            .collect();
        let mut faults = vec![(0, 0); players];
        let ledger = Ledger::read_rows(source, experiment, Shard::WHOLE, |point, row| {
            let seat = &mut columns[point][row.player];
            for (column, measure) in seat.iter_mut().zip(&measures) {
                column.values[row.index as usize] = measure.of(&row).unwrap_or(f64::NAN);
            }
            faults[row.player].0 += u64::from(row.error.is_some());
            faults[row.player].1 += u64::from(row.wrong_claims);
        })?;
        Ok(Self { experiment, ledger, measures, columns, faults })
    }

    fn column(&self, point: usize, player: usize, measure: Measure) -> Option<&Column> {
        let at = self.measures.iter().position(|&known| known == measure)?;
        Some(&self.columns[point][player][at])
    }

    /// The values of a player at a point, by deal.
    fn values(&self, point: usize, player: usize, measure: Measure) -> &[f64] {
        self.column(point, player, measure).map_or(&[], |column| &column.values)
    }

    /// Two measures of every game of a player at a point, with the number of its deal.
    pub fn both(
        &self,
        (point, player): Seat,
        one: Measure,
        other: Measure,
    ) -> Vec<(u64, f64, f64)> {
        let (ours, theirs) = (self.values(point, player, one), self.values(point, player, other));
        let games = ours.iter().zip(theirs).zip(0..);
        games
            .map(|((&one, &other), index)| (index, one, other))
            .filter(|(_, one, other)| !one.is_nan() && !other.is_nan())
            .collect()
    }

    /// What a player achieved at a point.
    pub fn estimate(&self, point: usize, player: usize, measure: Measure) -> Option<Estimated> {
        let column = self.column(point, player, measure)?;
        *column.estimate.get_or_init(|| estimated(&column.values, measure))
    }

    /// One (point, player) less another on the same deals.
    pub fn difference(&self, ours: Seat, theirs: Seat, measure: Measure) -> Option<Difference> {
        self.pooled(&[(ours, theirs)], measure)
    }

    /// The mean over several pairs of conditions of their paired differences, each
    /// condition counting alike.
    pub fn pooled(&self, pairs: &[(Seat, Seat)], measure: Measure) -> Option<Difference> {
        let (mut sum, mut variance, mut freedom) = (0.0, 0.0, 0.0);
        let (mut more, mut less, mut binary) = (0, 0, true);
        for &(ours, theirs) in pairs {
            let ours = self.values(ours.0, ours.1, measure);
            let theirs = self.values(theirs.0, theirs.1, measure);
            let both = ours.iter().zip(theirs).filter(|(a, b)| !a.is_nan() && !b.is_nan());
            let mut moments = Moments::default();
            for (&one, &other) in both {
                let gap = match measure {
                    Measure::Seconds => (one.max(TICK) / other.max(TICK)).ln(),
                    _ => one - other,
                };
                moments.add(gap);
                more += u64::from(one > other);
                less += u64::from(one < other);
                binary &= is_binary(one) && is_binary(other);
            }
            sum += moments.mean()?;
            variance += moments.variance()? / moments.count as f64;
            freedom += (moments.count - 1) as f64;
        }
        if pairs.is_empty() {
            return None;
        }
        let count = pairs.len() as f64;
        let (mean, error) = (sum / count, variance.sqrt() / count);
        let half = interval::quantile(freedom) * error;
        let interval = (mean - half, mean + half);
        let apart = interval.0 > 0.0 || interval.1 < 0.0;
        // Differences that never vary have no spread to go by: signs do.
        let real = if binary || error == 0.0 { signs(more, less) < 0.05 } else { apart };
        let shown = |value: f64| if measure == Measure::Seconds { value.exp() } else { value };
        let interval = (shown(interval.0), shown(interval.1));
        Some(Difference { mean: shown(mean), interval, real, same: more + less == 0 })
    }

    /// The mean of a player's means over these points; of times, the geometric one.
    pub fn average(&self, points: &[usize], player: usize, measure: Measure) -> Option<f64> {
        let means: Option<Vec<f64>> = points
            .iter()
            .map(|&point| self.estimate(point, player, measure).map(|estimate| estimate.mean))
            .collect();
        let means = means.filter(|means| !means.is_empty())?;
        let count = means.len() as f64;
        Some(match measure {
            Measure::Seconds => {
                (means.iter().map(|mean| mean.max(TICK).ln()).sum::<f64>() / count).exp()
            }
            _ => means.iter().sum::<f64>() / count,
        })
    }
}

/// What the values of single games come to.
fn estimated(values: &[f64], measure: Measure) -> Option<Estimated> {
    let games = || values.iter().copied().filter(|value| !value.is_nan());
    let moments: Moments = games().collect();
    let mut mean = moments.mean()?;
    let least = games().fold(f64::INFINITY, f64::min);
    let most = games().fold(f64::NEG_INFINITY, f64::max);
    let counted = measure.is_share() && games().all(is_binary);
    let interval = if counted && measure != Measure::Score && measure != Measure::DigDensity {
        interval::wilson(games().sum::<f64>() as u64, moments.count)
    } else if measure == Measure::Seconds {
        let mut times: Vec<f64> = games().collect();
        let interval = bootstrap(&times);
        mean = median(&mut times);
        interval
    } else if measure.is_share() {
        interval::share(&moments)
    } else {
        interval::mean(&moments).map(|(low, high)| (low.max(0.0), high))
    };
    let deviation = moments.variance().map(f64::sqrt);
    Some(Estimated { count: moments.count, mean, interval, deviation, least, most })
}

fn is_binary(value: f64) -> bool {
    value.to_bits() == 0.0_f64.to_bits() || value.to_bits() == 1.0_f64.to_bits()
}

/// The two-sided probability that fair coins are as uneven as this.
fn signs(more: u64, less: u64) -> f64 {
    let (all, fewer) = (more + less, more.min(less));
    if all == 0 {
        return 1.0;
    }
    if all > 2000 {
        // So many coins are normal; with the usual correction by a half.
        let z = ((all as f64 / 2.0 - fewer as f64) - 0.5).max(0.0) / (all as f64 / 4.0).sqrt();
        return interval::beyond(z);
    }
    // Terms of the binomial from the far end, relative to the first, in logarithms.
    let mut log = -(all as f64) * std::f64::consts::LN_2;
    let mut sum = 0.0;
    for k in 0..=fewer {
        sum += log.exp();
        log += ((all - k) as f64 / (k + 1) as f64).ln();
    }
    (2.0 * sum).min(1.0)
}

/// The least time that a clock tells apart from none.
const TICK: f64 = 1e-7;

/// The middle value; the upper of two.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// A percentile interval of the median, from resampled values; from ranks if there are
/// many.
pub(crate) fn bootstrap(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < 2 {
        return None;
    }
    if values.len() > MANY {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let (middle, half) = (sorted.len() / 2, (sorted.len() as f64).sqrt() as usize);
        return Some((sorted[middle - half], sorted[middle + half]));
    }
    let mut random = Random::named("bootstrap", [0, values.len() as u64]);
    let mut drawn = vec![0.0; values.len()];
    let mut medians: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let draw = || values[random.below(values.len() as u32) as usize];
            drawn.fill_with(draw);
            median(&mut drawn)
        })
        .collect();
    medians.sort_unstable_by(f64::total_cmp);
    Some((medians[RESAMPLES / 40], medians[RESAMPLES - 1 - RESAMPLES / 40]))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::experiment::ledger::heading;
    use crate::experiment::line::block;
    use crate::experiment::shard::Shard;
    use crate::play::record::Row;

    /// An experiment of two players and so many deals at 10 and 20 mines.
    pub(crate) fn experiment(deals: u64, rest: &str) -> Experiment {
        swept(deals, "over = \"mines\", values = [10, 20]", rest)
    }

    /// The same over another sweep.
    pub(crate) fn swept(deals: u64, sweep: &str, rest: &str) -> Experiment {
        let text = format!(
            "title = \"Two\"\nquestion = \"Who?\"\nplayers = [\"queue\", \"exact\"]\n\
             deals = {deals}\nsetting.size = \"9x9\"\nsweep = {{ {sweep} }}\n{rest}"
        );
        Experiment::read("two", "two.toml", &text).unwrap()
    }

    /// A record in which (point, deal, player) is won or not, as told.
    pub(crate) fn record(
        experiment: &Experiment,
        won: impl Fn(usize, u64, usize) -> bool,
    ) -> Vec<u8> {
        let mut bytes = heading(experiment, Shard::WHOLE).into_bytes();
        for (point, (_, place)) in experiment.points().enumerate() {
            for index in 0..experiment.deals_at(place) {
                let rows: Vec<Row> = (0..experiment.players.len())
                    .map(|player| Row {
                        index,
                        player,
                        won: Some(won(point, index, player)),
                        value: None,
                        score: None,
                        dig_density: None,
                        digs: 3,
                        guesses: 0,
                        forced: None,
                        false_flags: 0,
                        wrong_claims: 0,
                        wrong_declaration: None,
                        error: None,
                        readings: Vec::new(),
                        seconds: 0.001 * (1 + player) as f64,
                    })
                    .collect();
                bytes.extend(block(experiment, point, &rows));
            }
        }
        bytes
    }

    #[test]
    fn values_intervals_and_paired_differences() {
        let experiment = experiment(10, "");
        // At point 0 `queue` wins 4 deals and `exact` 9, all of those among them.
        let bytes = record(&experiment, |point, index, player| match (point, player) {
            (0, 0) => index < 4,
            (0, _) => index < 9,
            _ => index % 2 == 0,
        });
        let data = Data::read(&experiment, &bytes[..]).unwrap();
        let queue = data.estimate(0, 0, Measure::Won).unwrap();
        assert_eq!((queue.count, queue.mean), (10, 0.4));
        assert_eq!(queue.interval, interval::wilson(4, 10));
        let gap = data.difference((0, 1), (0, 0), Measure::Won).unwrap();
        assert!((gap.mean - 0.5).abs() < 1e-12);
        // Five of five: 6.25 % by chance, whatever a normal interval says.
        assert!(gap.interval.0 > 0.0 && !gap.real);
        let same = data.difference((1, 1), (1, 0), Measure::Won).unwrap();
        assert_eq!((same.mean, same.interval, same.real), (0.0, (0.0, 0.0), false));
        assert!(same.same && !gap.same);
        let slower = data.difference((0, 1), (0, 0), Measure::Seconds).unwrap();
        assert!((slower.mean - 2.0).abs() < 1e-9, "twice the time");
        assert_eq!(data.average(&[0, 1], 0, Measure::Won), Some(0.45));
    }

    /// Values of R's `binom.test`.
    #[test]
    fn signs_agree_with_published_values() {
        for (more, less, p) in
            [(5, 0, 0.0625), (8, 2, 0.109_375), (15, 5, 0.041_389), (10, 10, 1.0), (0, 0, 1.0)]
        {
            assert!((signs(more, less) - p).abs() < 1e-5, "{more} {less}: {}", signs(more, less));
        }
        // Both ways of counting agree where they meet.
        assert!((signs(1050, 950) - signs(1051, 950)).abs() < 2e-3);
    }

    /// In 95 of 100 samples, nearly.
    #[test]
    fn the_bootstrap_covers_the_median() {
        let mut random = Random::named("normal", [1, 0]);
        let mut covered = 0;
        for _ in 0..200 {
            let values: Vec<f64> =
                (0..40).map(|_| (0..12).map(|_| random.unit()).sum::<f64>()).collect();
            let (low, high) = bootstrap(&values).unwrap();
            covered += u32::from(low < 6.0 && 6.0 < high);
        }
        assert!((180..=198).contains(&covered), "{covered}");
    }
}

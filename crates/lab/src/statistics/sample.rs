//! The values of a player at a point in one measure, in memory that is bounded.
//!
//! A value per deal, so that anything played on the same deals can be compared pair by pair. Of
//! a hundred million games that would be gigabytes; there, deals of neighbouring numbers are taken
//! in batches, and each batch has the mean of its values (of times, the geometric one: times are
//! compared by ratios). Deals are independent, so means of batches are, too, and an interval from a
//! million of them is as good as one from all games (batch means: Conway 1963). Counts, means and
//! deviations of single games are summed up as they come and stay what they are; a median is read
//! off a histogram of fixed relative width. What is set against another measure game by game,
//! where a mean would say something else, is one game of each batch.

use std::sync::OnceLock;

use crate::experiment::measure::Measure;
use crate::record::columns::TICK;
use crate::statistics::interval;
use crate::statistics::median::{bootstrap, median, middle};
use crate::statistics::moments::Moments;
use crate::statistics::paired::is_binary;
use crate::statistics::results::Estimated;
use crate::tunables::TIME_DIGITS;

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// A value per deal or batch, NaN where there is none.
    values: Vec<f64>,
    /// Where there are batches.
    gathered: Option<Gathered>,
    /// What they come to, once somebody has asked: tables, figures and answers all do.
    estimate: OnceLock<Option<Estimated>>,
}

/// What batches do not tell.
#[derive(Clone, Debug)]
struct Gathered {
    /// Deals in a batch.
    batch: u64,
    /// Values in each so far.
    counts: Vec<u32>,
    /// The value of the first deal of each.
    singles: Vec<f64>,
    games: Games,
    times: Histogram,
}

/// What single games come to.
#[derive(Clone, Copy, Debug)]
struct Games {
    moments: Moments,
    least: f64,
    most: f64,
    /// Whether each was won or lost, and nothing between.
    binary: bool,
}

impl Sample {
    /// Of so many deals, in batches of so many.
    pub(super) fn new(deals: u64, batch: u64) -> Self {
        let places = deals.div_ceil(batch) as usize;
        let gathered = || Gathered {
            batch,
            counts: vec![0; places],
            singles: vec![f64::NAN; places],
            games: Games::default(),
            times: Histogram::default(),
        };
        let values = vec![f64::NAN; places];
        Self { values, gathered: (batch > 1).then(gathered), estimate: OnceLock::new() }
    }

    /// Takes in the value of a deal.
    pub(super) fn put(&mut self, index: u64, value: f64, measure: Measure) {
        let Some(gathered) = &mut self.gathered else {
            self.values[index as usize] = value;
            return;
        };
        let place = (index / gathered.batch) as usize;
        if index.is_multiple_of(gathered.batch) {
            gathered.singles[place] = value;
        }
        if value.is_nan() {
            return;
        }
        gathered.games.add(value);
        gathered.counts[place] += 1;
        let (mean, count) = (&mut self.values[place], f64::from(gathered.counts[place]));
        if measure == Measure::Seconds {
            gathered.times.add(value);
            let before = if count > 1.0 { mean.ln() } else { 0.0 };
            *mean = (before + (value.max(TICK).ln() - before) / count).exp();
        } else {
            let before = if count > 1.0 { *mean } else { 0.0 };
            *mean = before + (value - before) / count;
        }
    }

    /// A value per deal or batch.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Values of single games, by the places of `values`.
    pub(super) fn singles(&self) -> &[f64] {
        self.gathered.as_ref().map_or(&self.values, |gathered| &gathered.singles)
    }

    /// How many games have a value, and their mean.
    pub(super) fn mean(&self) -> (u64, Option<f64>) {
        let moments = self.games().moments;
        (moments.count, moments.mean())
    }

    fn games(&self) -> Games {
        match &self.gathered {
            Some(gathered) => gathered.games,
            None => {
                let mut games = Games::default();
                self.there().for_each(|value| games.add(value));
                games
            }
        }
    }

    /// The values that there are.
    fn there(&self) -> impl Iterator<Item = f64> {
        self.values.iter().copied().filter(|value| !value.is_nan())
    }

    /// What they come to.
    pub(super) fn estimate(&self, measure: Measure) -> Option<Estimated> {
        *self.estimate.get_or_init(|| self.estimated(measure))
    }

    fn estimated(&self, measure: Measure) -> Option<Estimated> {
        let Games { moments, least, most, binary } = self.games();
        let mut mean = moments.mean()?;
        let counted = measure.is_share() && binary;
        let interval = if counted && measure != Measure::Score && measure != Measure::DigDensity {
            let ones = (mean * moments.count as f64).round() as u64;
            interval::wilson(ones, moments.count)
        } else if measure == Measure::Seconds {
            let (found, interval) = self.median();
            mean = found;
            interval
        } else if measure.is_share() {
            interval::share(&moments)
        } else {
            interval::mean(&moments).map(|(low, high)| (low.max(0.0), high))
        };
        let deviation = moments.variance().map(f64::sqrt);
        Some(Estimated { count: moments.count, mean, interval, deviation, least, most })
    }

    /// The median time, and its interval.
    fn median(&self) -> (f64, Option<(f64, f64)>) {
        match &self.gathered {
            Some(Gathered { times, games, .. }) => {
                let [low, at, high] = middle(games.moments.count).map(|rank| times.at(rank));
                (at, Some((low, high)))
            }
            None => {
                let mut times: Vec<f64> = self.there().collect();
                let interval = bootstrap(&times);
                (median(&mut times), interval)
            }
        }
    }
}

impl Default for Games {
    fn default() -> Self {
        let (least, most) = (f64::INFINITY, f64::NEG_INFINITY);
        Self { moments: Moments::default(), least, most, binary: true }
    }
}

impl Games {
    fn add(&mut self, value: f64) {
        self.moments.add(value);
        (self.least, self.most) = (self.least.min(value), self.most.max(value));
        self.binary &= is_binary(value);
    }
}

/// How many times there are of each length, to one part in two thousand, as `HdrHistogram` counts
/// (Tene 2012): within a power of two all lengths are equally wide.
#[derive(Clone, Debug, Default)]
struct Histogram(Vec<u64>);

impl Histogram {
    fn add(&mut self, seconds: f64) {
        let ticks = (seconds / TICK).round() as u64;
        let shift = (64 - ticks.leading_zeros()).saturating_sub(TIME_DIGITS + 1);
        let place = ((shift as usize) << TIME_DIGITS) + (ticks >> shift) as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        self.0[place] += 1;
    }

    /// The time that so many others come before.
    fn at(&self, rank: u64) -> f64 {
        let mut before = 0;
        let found = self.0.iter().position(|count| {
            before += count;
            before > rank
        });
        let place = found.unwrap_or(self.0.len().saturating_sub(1));
        let shift = (place >> TIME_DIGITS).saturating_sub(1);
        let ticks = ((place - (shift << TIME_DIGITS)) as u64) << shift;
        // The middle of what is counted together.
        (ticks as f64 + ((1_u64 << shift) - 1) as f64 / 2.0) * TICK
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::Random;

    /// The same values one by one and in batches: what they come to hardly differs.
    #[test]
    fn batches_say_what_single_games_say() {
        let mut random = Random::named("batches", [1, 0]);
        let games = 40_000;
        for measure in [Measure::Won, Measure::Seconds, Measure::Digs, Measure::DigDensity] {
            let mut draw = || match measure {
                Measure::Won => f64::from(u8::from(random.unit() < 0.4)),
                Measure::Seconds => (random.unit() / TICK / 100.0).round() * TICK,
                Measure::Digs => (random.unit() * 50.0).floor(),
                _ if random.unit() < 0.1 => f64::NAN,
                _ => random.unit(),
            };
            let [mut one, mut many] = [1, 7].map(|batch| Sample::new(games, batch));
            for index in 0..games {
                let value = draw();
                one.put(index, value, measure);
                many.put(index, value, measure);
            }
            assert_eq!(many.values().len(), 5715);
            let [one, many] = [one, many].map(|sample| sample.estimate(measure).unwrap());
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-3 * a.abs();
            assert_eq!((one.count, one.least, one.most), (many.count, many.least, many.most));
            assert!(near(one.mean, many.mean), "{one:?} {many:?}");
            let ((low, high), (from, to)) = (one.interval.unwrap(), many.interval.unwrap());
            assert!(near(low, from) && near(high, to), "{one:?} {many:?}");
        }
    }

    /// Every length is found again, to one part in two thousand.
    #[test]
    fn a_histogram_keeps_times_to_three_digits() {
        for ticks in (0..40).flat_map(|power| [1_u64 << power, (1 << power) + (1 << power) / 3]) {
            let (mut times, seconds) = (Histogram::default(), ticks as f64 * TICK);
            times.add(seconds);
            assert!((times.at(0) / seconds - 1.0).abs() < 1.0 / 2000.0, "{ticks}");
        }
    }
}

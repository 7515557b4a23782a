//! What an experiment measured, deal by deal, and what each player achieved.
//!
//! Values are kept by deal, in memory that is bounded (`sample`), so that anything played on
//! the same deals can be compared [pair by pair](super::paired). Shares of games have Wilson's interval, means Student's.
//! Times are CPU times; they are given by their median: a few games are far
//! longer than all others.

use std::io::Read;

use crate::experiment::measure::Measure;
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;
use crate::record::columns::TICK;
use crate::record::{RecordError, RecordFile, Row};
use crate::statistics::interval;
use crate::statistics::moments::Moments;
use crate::statistics::sample::Sample;
use crate::tunables;

/// See the [module](self).
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
/// let won = results.estimate(0, 1, Measure::Won).unwrap();
/// assert!(won.mean > 0.5 && won.interval.is_some_and(|(low, high)| low < won.mean && won.mean < high));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Results<'a> {
    /// What was played.
    pub experiment: &'a Experiment,
    /// The record that tells of it.
    pub file: RecordFile,
    /// The experiment's measures, and the time if it is none of them.
    pub measures: Vec<Measure>,
    /// By point, player and measure.
    columns: Vec<Vec<Vec<Sample>>>,
    /// Games of each player that ended by its fault, and certain claims that were wrong.
    pub faults: Vec<(u64, u64)>,
}

/// A point and a player.
pub type PlayerAt = (usize, usize);

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

impl<'a> Results<'a> {
    /// What a complete record says.
    pub fn read(experiment: &'a Experiment, source: impl Read) -> Result<Self, RecordError> {
        Self::read_in(batch(experiment), experiment, source, |_, _| {})
    }

    /// The same with deals in batches of so many, and a look at every row.
    pub(crate) fn read_in(
        batch: u64,
        experiment: &'a Experiment,
        source: impl Read,
        mut each: impl FnMut(usize, &Row),
    ) -> Result<Self, RecordError> {
        let measures = measured(experiment);
        let players = experiment.players.len();
        let mut columns: Vec<Vec<Vec<Sample>>> = experiment
            .points()
            .map(|(_, point)| {
                let column = || Sample::new(experiment.deals_at(point), batch);
                let seat = || measures.iter().map(|_| column()).collect();
                (0..players).map(|_| seat()).collect()
            })
            .collect();
        let mut faults = vec![(0, 0); players];
        let file = RecordFile::read_rows(source, experiment, Shard::WHOLE, |point, row| {
            let seat = &mut columns[point][row.player];
            for (column, &measure) in seat.iter_mut().zip(&measures) {
                column.put(row.index, measure.of(&row).unwrap_or(f64::NAN), measure);
            }
            faults[row.player].0 += u64::from(row.error.is_some());
            faults[row.player].1 += u64::from(row.wrong_claims);
            each(point, &row);
        })?;
        Ok(Self { experiment, file, measures, columns, faults })
    }

    fn column(&self, point: usize, player: usize, measure: Measure) -> Option<&Sample> {
        let at = self.measures.iter().position(|&known| known == measure)?;
        Some(&self.columns[point][player][at])
    }

    /// The values of a player at a point, by deal; of very many, by batches of deals.
    pub(crate) fn values(&self, point: usize, player: usize, measure: Measure) -> &[f64] {
        self.column(point, player, measure).map_or(&[], Sample::values)
    }

    /// The mean over single games of a player at a point, also of times.
    pub fn mean(&self, point: usize, player: usize, measure: Measure) -> Option<f64> {
        self.column(point, player, measure)?.mean().1
    }

    /// Two measures of every game of a player at a point, with the number of its deal; of very
    /// many, of one game of every batch.
    pub fn both(
        &self,
        (point, player): PlayerAt,
        one: Measure,
        other: Measure,
    ) -> Vec<(u64, f64, f64)> {
        let singles =
            |measure| self.column(point, player, measure).map_or(&[][..], Sample::singles);
        let (ours, theirs) = (singles(one), singles(other));
        let games = ours.iter().zip(theirs).zip(0..);
        games
            .map(|((&one, &other), index)| (index, one, other))
            .filter(|(_, one, other)| !one.is_nan() && !other.is_nan())
            .collect()
    }

    /// What a player achieved at a point.
    pub fn estimate(&self, point: usize, player: usize, measure: Measure) -> Option<Estimated> {
        self.column(point, player, measure)?.estimate(measure)
    }

    /// The mean of that; of times, the geometric one.
    pub(crate) fn estimated(&self, point: usize, player: usize, measure: Measure) -> Option<f64> {
        Some(self.estimate(point, player, measure)?.mean)
    }

    /// What a player achieved at several points together, deal by deal: games of the same
    /// number count once, with the mean of their values, so that points which share deals are
    /// not taken for more games than there are.
    pub fn together(&self, points: &[usize], player: usize, measure: Measure) -> Option<Estimated> {
        let columns: Vec<&[f64]> =
            points.iter().map(|&point| self.values(point, player, measure)).collect();
        let deals = columns.iter().map(|values| values.len()).max()?;
        let mean = |deal: usize| {
            let values = columns.iter().filter_map(|values| values.get(deal).copied());
            values.filter(|value| !value.is_nan()).collect::<Moments>().mean()
        };
        let moments: Moments = (0..deals).filter_map(mean).collect();
        let games = points.iter().filter_map(|&point| self.column(point, player, measure));
        Some(Estimated {
            count: games.map(|column| column.mean().0).sum(),
            mean: moments.mean()?,
            interval: interval::mean(&moments),
            deviation: moments.variance().map(f64::sqrt),
            least: f64::NAN,
            most: f64::NAN,
        })
    }

    /// The mean of a player's means over these points; of times, the geometric one.
    pub fn average(&self, points: &[usize], player: usize, measure: Measure) -> Option<f64> {
        let means = points.iter().map(|&point| self.estimated(point, player, measure));
        let means = means.collect::<Option<Vec<f64>>>().filter(|means| !means.is_empty())?;
        let count = means.len() as f64;
        Some(match measure {
            Measure::Seconds => {
                (means.iter().map(|mean| mean.max(TICK).ln()).sum::<f64>() / count).exp()
            }
            _ => means.iter().sum::<f64>() / count,
        })
    }
}

/// The experiment's measures, and the time if it is none of them.
fn measured(experiment: &Experiment) -> Vec<Measure> {
    let mut measures = experiment.measures.clone();
    if !measures.contains(&Measure::Seconds) {
        measures.push(Measure::Seconds);
    }
    measures
}

/// How many deals of an experiment are taken together, so that its values fit in memory.
pub(crate) fn batch(experiment: &Experiment) -> u64 {
    let values = experiment.games().saturating_mul(measured(experiment).len() as u64);
    values.div_ceil(tunables::VALUES).max(1)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::experiment::shard::Shard;
    use crate::statistics::paired::{Claim, Difference};
    use surefoot_players::Roster;

    use crate::record::columns::block;
    use crate::record::heading;

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
        Experiment::read(&Roster::standard(), "two", "two.toml", &text).unwrap()
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
                        digs: 3,
                        seconds: 0.001 * (1 + player) as f64,
                        ..Row::default()
                    })
                    .collect();
                bytes.extend(block(experiment, point, &rows));
            }
        }
        bytes
    }

    /// Points of other seeds are other deals, and count as such.
    #[test]
    fn seeds_are_taken_together() {
        let sweep = "over = \"seed\", values = [7, 8, 9]";
        let experiment = swept(30, sweep, "setting.mines = 10\n");
        let seeds: Vec<_> = experiment.points().map(|(_, point)| point.seed).collect();
        assert_eq!(seeds, [Some(7), Some(8), Some(9)]);
        let bytes = record(&experiment, |point, index, _| (index * 7 + point as u64 * 3) % 5 < 2);
        let data = Results::read(&experiment, &bytes[..]).unwrap();
        let found = data.together(&[0, 1, 2], 0, Measure::Won).unwrap();
        assert_eq!(found.count, 90);
        assert!((found.mean - 0.4).abs() < 1e-12);
        let one = data.together(&[0], 0, Measure::Won).unwrap();
        // The same games again are not more of them.
        assert_eq!(data.together(&[0, 0], 0, Measure::Won).unwrap().interval, one.interval);
    }

    /// In batches, as of a hundred million games: the same means, intervals as good.
    #[test]
    fn batches_of_deals_tell_what_deals_tell() {
        let experiment = experiment(4_000, "");
        let won = |point: usize, index: u64, player: usize| {
            let luck = surefoot_rules::Random::named("batched", [index, 0]).unit();
            luck < 0.4 + 0.05 * player as f64 + 0.1 * point as f64
        };
        let bytes = record(&experiment, won);
        let read = |batch| Results::read_in(batch, &experiment, &bytes[..], |_, _| {}).unwrap();
        let (one, many) = (read(1), read(8));
        assert_eq!(many.values(1, 0, Measure::Won).len(), 500);
        assert_eq!(one.estimate(1, 0, Measure::Won), many.estimate(1, 0, Measure::Won));
        assert_eq!(one.mean(0, 1, Measure::Seconds), many.mean(0, 1, Measure::Seconds));
        let pairs = [((0, 1), (0, 0)), ((1, 1), (1, 0))];
        let [won, batched] = [&one, &many].map(|of| of.pooled(&pairs, Measure::Won).unwrap());
        assert!((won.mean - batched.mean).abs() < 1e-12, "{won:?} {batched:?}");
        let width = |of: &Difference| of.interval.1 - of.interval.0;
        assert!((0.8..1.25).contains(&(width(&won) / width(&batched))), "{won:?} {batched:?}");
        assert_eq!(won.claim, batched.claim);
        let slower = many.pooled(&pairs, Measure::Seconds).unwrap();
        assert!((slower.mean - 2.0).abs() < 1e-9, "twice the time: {slower:?}");
        assert_eq!(
            (batch(&experiment), many.both((0, 0), Measure::Won, Measure::Seconds).len()),
            (1, 500)
        );
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
        let data = Results::read(&experiment, &bytes[..]).unwrap();
        let queue = data.estimate(0, 0, Measure::Won).unwrap();
        assert_eq!((queue.count, queue.mean), (10, 0.4));
        assert_eq!(queue.interval, interval::wilson(4, 10));
        let gap = data.difference((0, 1), (0, 0), Measure::Won).unwrap();
        assert!((gap.mean - 0.5).abs() < 1e-12);
        // Five of five: 6.25 % by chance.
        assert_eq!((gap.claim, gap.interval.0), (Claim::Unclear, 0.0));
        let same = data.difference((1, 1), (1, 0), Measure::Won).unwrap();
        assert_eq!((same.mean, same.claim), (0.0, Claim::Identical));
        // Ten deals alike do not prove that all are.
        assert!(same.interval.0 < -0.2 && same.interval.1 > 0.2, "{same:?}");
        let slower = data.difference((0, 1), (0, 0), Measure::Seconds).unwrap();
        assert!((slower.mean - 2.0).abs() < 1e-9, "twice the time");
        assert_eq!(data.average(&[0, 1], 0, Measure::Won), Some(0.45));
    }
}

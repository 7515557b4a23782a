//! Games sorted by one measure and cut into groups, to see how another goes with it.
//!
//! Games are sorted within each setting, and a group takes its share of every setting: what
//! both measures owe to the setting does not count. Games that tie are put in an order drawn
//! from the number of their deal, the same on every machine and of no meaning; the order of
//! the record would put easy settings first.

use crate::experiment::measure::Measure;
use crate::statistics::interval;
use crate::statistics::median::{bootstrap, median};
use crate::statistics::moments::Moments;
use crate::statistics::results::Results;
use crate::tunables;

/// Games that are alike in one measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    /// Games.
    pub count: u64,
    /// The mean of what they were sorted by.
    pub at: f64,
    /// The mean of the other measure; of times, the median.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Option<(f64, f64)>,
}

/// The games of a player in groups from the least to the most of `against`.
pub fn groups(data: &Results<'_>, player: usize, against: Measure, measure: Measure) -> Vec<Group> {
    let mut parts: Vec<Vec<(f64, f64)>> = vec![Vec::new(); tunables::GROUPS];
    for point in 0..data.experiment.points().count() {
        let mut games = data.both((point, player), against, measure);
        games.sort_by(|one, other| one.1.total_cmp(&other.1).then(lot(one.0).cmp(&lot(other.0))));
        let count = games.len();
        for (rank, (_, one, other)) in games.into_iter().enumerate() {
            parts[rank * tunables::GROUPS / count].push((one, other));
        }
    }
    parts.iter().filter_map(|part| group(part, measure)).collect()
}

fn group(games: &[(f64, f64)], measure: Measure) -> Option<Group> {
    let at: Moments = games.iter().map(|game| game.0).collect();
    let moments: Moments = games.iter().map(|game| game.1).collect();
    let mut values: Vec<f64> = games.iter().map(|game| game.1).collect();
    let mean = moments.mean()?;
    let (value, interval) = match measure {
        Measure::Won => (mean, interval::wilson(values.iter().sum::<f64>() as u64, moments.count)),
        Measure::Seconds => (median(&mut values), bootstrap(&values)),
        _ => (mean, interval::mean(&moments)),
    };
    Some(Group { count: moments.count, at: at.mean()?, value, interval })
}

/// A number drawn by the number of a deal: the finaliser of `SplitMix64`.
fn lot(index: u64) -> u64 {
    let mut bits = index.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::results::tests::{experiment, record};

    /// All games tie in the number of digs, and those of the second setting are all lost.
    #[test]
    fn ties_fall_without_regard_to_setting_or_order() {
        let experiment = experiment(400, "measures = [\"won\", \"digs\"]\n");
        let bytes = record(&experiment, |point, index, _| point == 0 && index < 200);
        let data = Results::read(&experiment, &bytes[..]).unwrap();
        let found = groups(&data, 0, Measure::Digs, Measure::Won);
        assert_eq!(found.len(), tunables::GROUPS);
        for group in found {
            assert_eq!((group.count, group.at), (100, 3.0));
            // A quarter of all games, in every group; the order of the record would have
            // half of the games in the first four groups and none in the others.
            assert!((0.1..0.4).contains(&group.value), "{group:?}");
        }
    }
}

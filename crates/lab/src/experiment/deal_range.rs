//! A range of deals as a unit of work, for a pool of workers that come and go.
//!
//! The deals of all points stand one after the other, so a plan and two numbers say what is to be
//! played: anywhere, by anybody, and again if whoever had it is lost. What comes of it are lines of
//! the record, the same every time but for the times in them. [Shares](super::shard) are for
//! machines that know how many they are and finish what they begin; ranges are small, and a
//! lost one costs only itself.

use std::sync::atomic::{AtomicBool, Ordering};

use surefoot_players::Roster;

use crate::experiment::plan::{Experiment, SweepPoint};
use crate::experiment::run::seat_at;
use crate::play::seat::Seat;
use crate::record::{Columns, Done};

/// Deals of an experiment, counted over all its points, one after the other.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use surefoot_lab::experiment::{deal_range::DealRange, shard::Shard, shipped};
/// use surefoot_lab::record::{Done, RecordFile, heading};
/// use surefoot_players::Roster;
///
/// let roster = Roster::standard();
/// let mut experiment = shipped::find(&roster, "score-told").unwrap()?;
/// experiment.deals = 3;
/// let mut done = Done::new(&experiment);
/// // Units of four deals each, if every deal costs as much as any other.
/// let costs = vec![1.0; experiment.points().count()];
/// let mut record = heading(&experiment, Shard::WHOLE);
/// for range in DealRange::cut(&done, &costs, 4.0) {
///     let lines = range.play(&experiment, &roster, &AtomicBool::new(false)).unwrap();
///     done.take(&experiment, range, &lines, &mut record)?;
/// }
/// assert!(RecordFile::read(record.as_bytes(), &experiment, Shard::WHOLE)?.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DealRange {
    /// The first of them.
    pub first: u64,
    /// The one behind the last.
    pub end: u64,
}

impl DealRange {
    /// Cuts what is left to play into ranges that cost about `most` each; `costs` are those of a
    /// deal at each point, in whatever is counted (seconds of a
    /// [forecast](super::forecast::Forecast::deal_seconds)).
    pub fn cut(done: &Done, costs: &[f64], most: f64) -> Vec<Self> {
        let mut ranges: Vec<Self> = Vec::new();
        let mut spent = f64::INFINITY;
        for job in (0..done.all()).filter(|&job| done.is_open(job)) {
            let (cost, at) = (costs[done.job(job).0], job as u64);
            match ranges.last_mut().filter(|last| last.end == at && spent + cost <= most) {
                Some(last) => {
                    last.end += 1;
                    spent += cost;
                }
                None => {
                    ranges.push(Self { first: at, end: at + 1 });
                    spent = cost;
                }
            }
        }
        ranges
    }

    /// How many deals there are.
    pub fn deals(self) -> u64 {
        self.end.saturating_sub(self.first)
    }

    /// Whether a deal is one of them.
    pub fn has(self, deal: u64) -> bool {
        (self.first..self.end).contains(&deal)
    }

    /// Plays them one after the other, on this thread, and gives their lines of the record; nothing
    /// if it was stopped before the last.
    pub fn play(
        self,
        experiment: &Experiment,
        roster: &Roster,
        stop: &AtomicBool,
    ) -> Option<Vec<u8>> {
        let points: Vec<&SweepPoint> = experiment.points().map(|(_, point)| point).collect();
        let (done, columns) = (Done::new(experiment), Columns::of_record(experiment));
        let mut lines = String::new();
        let mut seat: Option<(usize, Seat<'_>)> = None;
        for job in self.first..self.end.min(done.all() as u64) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let (point, index) = done.job(job as usize);
            if seat.as_ref().is_none_or(|(at, _)| *at != point) {
                seat = Some((point, seat_at(experiment, roster, points[point])));
            }
            let Some((_, seat)) = &mut seat else { continue };
            columns.write(&mut lines, point, &seat.play(index));
        }
        Some(lines.into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::run::whole_record;
    use crate::experiment::shard::Shard;
    use crate::record::{RecordError, heading};
    use crate::statistics::results::tests::experiment;

    /// All but the time, and the checksum that covers it.
    fn timeless(record: &str) -> Vec<String> {
        record.lines().map(|line| line.rsplitn(3, ',').last().unwrap().to_owned()).collect()
    }

    /// Cut into units, played in any order, some of them twice: the record of a single run.
    #[test]
    fn ranges_make_the_record_of_one_run() {
        let (experiment, roster) = (&experiment(11, ""), &Roster::standard());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let whole = pool.install(|| whole_record(experiment, roster)).unwrap();
        let (mut done, stop) = (Done::new(experiment), AtomicBool::new(false));
        let ranges = DealRange::cut(&done, &[1.0, 2.0], 4.0);
        let sizes: Vec<u64> = ranges.iter().map(|range| range.deals()).collect();
        assert_eq!(sizes, [4, 4, 3, 2, 2, 2, 2, 2, 1]);
        let play = |range: DealRange| range.play(experiment, roster, &stop).unwrap();
        let mut parts: Vec<(DealRange, String)> = Vec::new();
        for &range in ranges.iter().rev() {
            let mut text = String::new();
            let lines = play(range);
            assert_eq!(done.take(experiment, range, &lines, &mut text), Ok(range.deals()));
            // A unit that comes again says nothing new.
            assert_eq!(done.take(experiment, range, &lines, &mut text), Ok(0));
            parts.push((range, text));
        }
        assert!(done.is_complete(Shard::WHOLE) && DealRange::cut(&done, &[1.0; 2], 4.0).is_empty());
        parts.sort_by_key(|(range, _)| range.first);
        let mut record = heading(experiment, Shard::WHOLE);
        record.extend(parts.into_iter().map(|(_, text)| text));
        assert_eq!(timeless(&record), timeless(std::str::from_utf8(&whole).unwrap()));
    }

    #[test]
    fn what_is_no_part_of_a_range_is_refused() {
        let (experiment, roster) = (&experiment(11, ""), &Roster::standard());
        let (mut done, stop) = (Done::new(experiment), AtomicBool::new(false));
        let (ours, theirs) = (DealRange { first: 2, end: 5 }, DealRange { first: 5, end: 6 });
        let lines = ours.play(experiment, roster, &stop).unwrap();
        let mut text = String::new();
        let mut take =
            |range, lines: &[u8]| done.take(experiment, range, lines, &mut text).unwrap_err();
        let foreign = take(theirs, &lines);
        assert!(foreign.to_string().contains("not one that was asked for"), "{foreign}");
        let short = take(ours, &lines[..lines.len() - 2]);
        assert_eq!(short, RecordError::Missing { missing: 1, point: 0, index: 4 });
        let mut other = lines.clone();
        other[8] ^= 1;
        assert!(matches!(take(ours, &other), RecordError::Damaged { .. }));
        // Nothing was taken of any of them.
        assert!(done.take(experiment, ours, &lines, &mut text).is_ok_and(|new| new == 3));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(ours.play(experiment, roster, &stop), None);
    }
}

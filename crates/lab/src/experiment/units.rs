//! Work units: what is left of an experiment, handed out to workers in pieces.
//!
//! A deal takes microseconds or minutes, depending on who plays where, and nobody knows
//! beforehand. So a unit is not a number of deals but a time: a worker is given some ranges of
//! deals, plays until the time is over, and what it did not come to is handed out again. How long
//! deals took so far only decides how many go into a unit, so that little comes back. Towards
//! the end units become shorter, so that nobody waits long for the last one (guided
//! self-scheduling, Polychronopoulos and Kuck 1987); with very many workers they become longer, so
//! that whoever hands them out keeps up.
//!
//! A unit that is lost is handed out again as a whole: nothing of it was recorded. What a deal comes
//! to depends on the deal alone, so who plays it, and how often it was tried, leaves no trace.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use surefoot_players::Roster;

use crate::experiment::plan::{Experiment, SweepPoint};
use crate::experiment::run::seat_at;
use crate::play::seat::Seat;
use crate::record::{Done, Row};
use crate::tunables;

/// Some deals for one worker. They are numbered through all points of the experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkUnit {
    /// Which deals, in the order in which they are to be played.
    pub deals: Vec<Range<usize>>,
    /// After how long no further deal is begun.
    pub time: Duration,
}

impl WorkUnit {
    /// How many deals it has.
    pub fn len(&self) -> usize {
        self.deals.iter().map(ExactSizeIterator::len).sum()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Plays it on this thread, one deal at the least; `each` gets the point and the games of
    /// every deal. Gives how many were played.
    pub fn play(
        &self,
        experiment: &Experiment,
        roster: &Roster,
        stop: &AtomicBool,
        mut each: impl FnMut(usize, Vec<Row>),
    ) -> usize {
        let points: Vec<&SweepPoint> = experiment.points().map(|(_, point)| point).collect();
        let (numbering, begun) = (Done::new(experiment), Instant::now());
        let mut seat: Option<(usize, Seat<'_>)> = None;
        let mut played = 0;
        for job in self.deals.iter().cloned().flatten().filter(|&job| job < numbering.all()) {
            if stop.load(Ordering::Relaxed) || played > 0 && begun.elapsed() >= self.time {
                break;
            }
            let (number, index) = numbering.job(job);
            if seat.as_ref().is_none_or(|(at, _)| *at != number) {
                seat = Some((number, seat_at(experiment, roster, points[number])));
            }
            let Some((_, seat)) = &mut seat else { continue };
            each(number, seat.play(index));
            played += 1;
        }
        played
    }
}

/// What is left of an experiment.
///
/// ```
/// use std::time::Duration;
/// use surefoot_lab::experiment::units::Units;
///
/// let mut units = Units::new(std::iter::once(0..1000), Duration::from_secs(20));
/// let first = units.next(2).unwrap();
/// units.arrived(&first, 30, Duration::from_secs(1)); // of what it was given, in its time
/// let second = units.next(2).unwrap();
/// assert_eq!(second.deals[0].start, 30);
/// units.lost(&second);
/// assert_eq!((units.open(), units.under_way()), (970, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Units {
    /// What nobody has: where each range begins and ends.
    open: BTreeMap<usize, usize>,
    left: usize,
    under_way: usize,
    longest: Duration,
    /// Seconds a deal, by those that came back lately.
    pace: Option<f64>,
}

impl Units {
    /// These deals, in units of this time at the most, unless there are very many workers.
    pub fn new(open: impl IntoIterator<Item = Range<usize>>, longest: Duration) -> Self {
        let mut units = Self { open: BTreeMap::new(), left: 0, under_way: 0, longest, pace: None };
        open.into_iter().for_each(|range| units.put_back(range));
        units
    }

    /// What a record does not have yet.
    #[cfg(any(feature = "toml", test))]
    pub(crate) fn of(done: &Done, longest: Duration) -> Self {
        let mut open: Vec<Range<usize>> = Vec::new();
        for job in (0..done.all()).filter(|&job| done.is_open(job)) {
            match open.last_mut() {
                Some(last) if last.end == job => last.end += 1,
                _ => open.push(job..job + 1),
            }
        }
        Self::new(open, longest)
    }

    /// How many deals nobody has.
    pub fn open(&self) -> usize {
        self.left
    }

    /// How many somebody has.
    pub fn under_way(&self) -> usize {
        self.under_way
    }

    /// Seconds a deal took lately, if that is known.
    pub fn pace(&self) -> Option<f64> {
        self.pace
    }

    /// The next unit, for one of so many workers.
    pub fn next(&mut self, workers: usize) -> Option<WorkUnit> {
        if self.left == 0 {
            return None;
        }
        // However many workers there are, whoever hands out keeps up with them.
        let least = tunables::UNIT_COST * u32::try_from(workers).unwrap_or(u32::MAX);
        let longest = self.longest.max(least);
        let shortest = tunables::SHORTEST_UNIT.min(self.longest).max(least);
        let parts = tunables::UNITS_AHEAD * workers.max(1);
        let (time, wanted) = match self.pace {
            // The first ones find out.
            None => (shortest, self.left.div_ceil(2 * parts)),
            Some(pace) => {
                let share = self.left as f64 * pace / parts as f64;
                let time = share.clamp(shortest.as_secs_f64(), longest.as_secs_f64());
                (Duration::from_secs_f64(time), (time / pace).ceil() as usize)
            }
        };
        let mut wanted = wanted.clamp(1, self.left);
        self.left -= wanted;
        self.under_way += wanted;
        let mut deals = Vec::new();
        while wanted > 0 {
            let Some((start, end)) = self.open.pop_first() else { break };
            let cut = end.min(start + wanted);
            deals.push(start..cut);
            wanted -= cut - start;
            if cut < end {
                self.open.insert(cut, end);
            }
        }
        Some(WorkUnit { deals, time })
    }

    /// A unit came back, with so many of its deals played.
    pub fn arrived(&mut self, unit: &WorkUnit, played: usize, spent: Duration) {
        self.under_way -= unit.len();
        let mut skipped = played;
        for range in &unit.deals {
            let cut = skipped.min(range.len());
            skipped -= cut;
            self.put_back(range.start + cut..range.end);
        }
        if played > 0 {
            // Never nothing: what takes no time still takes some.
            let pace = (spent.as_secs_f64() / played as f64).max(1e-9);
            self.pace = Some(self.pace.map_or(pace, |before| f64::midpoint(before, pace)));
        }
    }

    /// A unit will not come back.
    pub fn lost(&mut self, unit: &WorkUnit) {
        self.under_way -= unit.len();
        unit.deals.iter().cloned().for_each(|range| self.put_back(range));
    }

    fn put_back(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        self.left += range.len();
        let mut range = range;
        if let Some(end) = self.open.remove(&range.end) {
            range.end = end;
        }
        match self.open.range_mut(..range.start).next_back() {
            Some((_, end)) if *end == range.start => *end = range.end,
            _ => drop(self.open.insert(range.start, range.end)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::iter::once;

    use super::*;
    use crate::experiment::run::whole_record;
    use crate::record::columns::block;
    use crate::record::{RecordFile, heading};

    const SECOND: Duration = Duration::from_secs(1);

    /// Workers that need a millisecond a deal, some of which are lost.
    #[test]
    fn every_deal_is_played_once_whatever_is_lost() {
        for workers in [1, 3, 40] {
            let mut units = Units::new([5..100_000, 200_000..250_000], 20 * SECOND);
            let mut seen = vec![0_u8; 250_000];
            let mut under_way: Vec<WorkUnit> = Vec::new();
            let mut handed_out = 0;
            loop {
                while under_way.len() < workers {
                    let Some(unit) = units.next(workers) else { break };
                    assert!(!unit.is_empty() && unit.time <= 20 * SECOND);
                    under_way.push(unit);
                }
                if under_way.is_empty() {
                    break;
                }
                handed_out += 1;
                let unit = under_way.remove(handed_out % under_way.len());
                if handed_out % 5 == 0 {
                    units.lost(&unit);
                    continue;
                }
                let most = unit.time.as_millis() as usize;
                let played = unit.len().min(most.max(1));
                for job in unit.deals.iter().cloned().flatten().take(played) {
                    seen[job] += 1;
                }
                units.arrived(&unit, played, Duration::from_millis(played as u64));
            }
            assert_eq!((units.open(), units.under_way()), (0, 0));
            let should = |job: usize| u8::from((5..100_000).contains(&job) || job >= 200_000);
            assert!(seen.iter().enumerate().all(|(job, &times)| times == should(job)));
            // 145 seconds of work in units of at most 20: hardly more than are needed.
            assert!(handed_out < 20 * workers + 40, "{handed_out} units for {workers}");
        }
    }

    #[test]
    fn units_of_many_workers_are_long_enough_for_one_driver() {
        let mut units = Units::new(once(0..usize::MAX / 2), 20 * SECOND);
        let unit = units.next(100_000).unwrap();
        assert_eq!(unit.time, 100_000 * tunables::UNIT_COST);
        units.arrived(&unit, 200, SECOND);
        assert_eq!(units.next(1_000).unwrap().time, 20 * SECOND);
        assert_eq!(units.next(100_000).unwrap().time, 100_000 * tunables::UNIT_COST);
    }

    #[test]
    fn units_take_the_time_they_should_and_less_at_the_end() {
        let mut units = Units::new(once(0..10_000_000), 20 * SECOND);
        let probe = units.next(2).unwrap();
        assert_eq!(probe.time, tunables::SHORTEST_UNIT);
        units.arrived(&probe, 20_000, SECOND);
        let unit = units.next(2).unwrap();
        assert_eq!((unit.time, unit.len()), (20 * SECOND, 400_000));
        units.arrived(&unit, 400_000, 20 * SECOND);
        let mut times = Vec::new();
        while let Some(unit) = units.next(2) {
            let spent = Duration::from_secs_f64(unit.len() as f64 * 5e-5);
            units.arrived(&unit, unit.len(), spent);
            times.push(spent.as_secs_f64());
        }
        assert!(times.windows(2).all(|pair| pair[0] >= pair[1] - 1e-3), "{times:?}");
        assert!(times[times.len() - 1] <= 1.001, "{times:?}");
    }

    /// A record put together of units is the one of a single run.
    #[test]
    fn units_make_the_record() {
        let text = "title = \"t\"\nquestion = \"q\"\nplayers = [\"queue\", \"random\"]\ndeals = 9\n\
                    sweep = { over = \"level\", values = [\"6x6/4\", \"beginner\"] }\n";
        let roster = &Roster::standard();
        let experiment = &Experiment::read(roster, "x", "x.toml", text).unwrap();
        let mut units = Units::of(&Done::new(experiment), Duration::ZERO);
        let mut bytes = heading(experiment, crate::experiment::shard::Shard::WHOLE).into_bytes();
        let stop = AtomicBool::new(false);
        // Without time, a deal each.
        while let Some(unit) = units.next(3) {
            let unit = WorkUnit { time: Duration::ZERO, ..unit };
            let each = |point, rows: Vec<Row>| bytes.extend(block(experiment, point, &rows));
            let played = unit.play(experiment, roster, &stop, each);
            assert_eq!(played, 1);
            units.arrived(&unit, played, Duration::ZERO);
        }
        let shard = crate::experiment::shard::Shard::WHOLE;
        let whole = whole_record(experiment, roster).unwrap();
        let timeless = |bytes: &[u8]| {
            let mut rows = Vec::new();
            let each = |point, row: Row| rows.push((point, Row { seconds: 0.0, ..row }));
            let file = RecordFile::read_rows(bytes, experiment, shard, each).unwrap();
            assert!(file.is_complete());
            rows.sort_by_key(|(point, row)| (*point, row.index, row.player));
            rows
        };
        assert_eq!(timeless(&bytes), timeless(&whole));
    }
}

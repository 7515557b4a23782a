//! Plays an experiment: in parallel, on the same deals, from wherever it was left. A match is
//! played by it too, as an experiment of one point.
//!
//! The unit of work is one deal at one point, played by everybody; so each pair of results
//! is complete, and what a thread happens to do next changes nothing. Threads take the next
//! open deal in order and hand on what came of it when it ends: no thread waits for another,
//! not even at the end of a point. Deals of a fraction of a millisecond are handed on several
//! at once: a call to write each took a fourteenth of a beginner's game. Whoever takes deals in order
//! may let threads wait, so that no more than so many pile up behind a slow one.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Instant;

use surefoot_players::Roster;

use crate::experiment::plan::{Experiment, SweepPoint};
use crate::experiment::shard::Shard;
use crate::play::seat::{Seat, Setup};
use crate::record::{Columns, Done, Row, heading};
use crate::tunables;

/// What of an experiment is to be played.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use surefoot_lab::experiment::plan::Experiment;
/// use surefoot_lab::experiment::run::Run;
/// use surefoot_lab::experiment::shard::Shard;
/// use surefoot_lab::record::{Done, heading};
/// use surefoot_players::Roster;
///
/// let text = r#"
/// title = "Who is better?"
/// question = "Does closure win more than queue?"
/// players = ["queue", "closure"]
/// deals = 20
/// sweep = { over = "level", values = ["beginner"] }
/// "#;
/// let roster = &Roster::standard();
/// let experiment = &Experiment::read(roster, "mine", "mine.toml", text)?;
/// let (done, stop) = (&Done::new(experiment), &AtomicBool::new(false));
/// let run = Run { experiment, roster, done, shard: Shard::WHOLE, stop };
/// let mut record = heading(experiment, Shard::WHOLE).into_bytes();
/// run.record(|_| {}, |lines| Ok(record.extend_from_slice(lines)))?;
/// assert_eq!(record.split(|&byte| byte == b'\n').count(), 2 + 2 * 20 + 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// Who its players are called from.
    pub roster: &'a Roster,
    /// Deals that need not be played again.
    pub done: &'a Done,
    /// Whose deals are played.
    pub shard: Shard,
    /// Ends it after the deals under way.
    pub stop: &'a AtomicBool,
}

/// What whoever takes deals wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// More deals.
    More,
    /// No more from this thread, until somebody else's were taken.
    Wait,
    /// No more at all.
    Enough,
}

impl Run<'_> {
    /// Plays on the current pool of threads. `played` is told the work of every finished
    /// deal, from any thread; `write` gets the lines of whole deals, in no particular order.
    /// A failure to write ends it.
    pub fn record(
        &self,
        played: impl Fn(u64) + Sync,
        mut write: impl FnMut(&[u8]) -> io::Result<()> + Send,
    ) -> io::Result<()> {
        let columns = Columns::of_record(self.experiment);
        let keep = |held: &mut String, point, rows: Vec<Row>| columns.write(held, point, &rows);
        self.play(played, keep, |held| {
            if !held.is_empty() {
                write(held.as_bytes())?;
                held.clear();
            }
            Ok(Next::More)
        })
    }

    /// The same with whatever a thread is to `keep` of its deals until they are handed on.
    pub(crate) fn play<H: Default>(
        &self,
        played: impl Fn(u64) + Sync,
        keep: impl Fn(&mut H, usize, Vec<Row>) + Sync,
        hand_on: impl FnMut(&mut H) -> io::Result<Next> + Send,
    ) -> io::Result<()> {
        let Self { experiment, roster, done, shard, stop } = *self;
        let points: Vec<&SweepPoint> = experiment.points().map(|(_, point)| point).collect();
        let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (out, taken) = (Mutex::new((hand_on, Ok(()))), Condvar::new());
        let is_over = || stop.load(Ordering::Relaxed) || over.load(Ordering::Relaxed);
        let hand_on = |held: &mut H| {
            let Ok(mut out) = out.lock() else { return };
            while !over.load(Ordering::Relaxed) {
                let (hand_on, result) = &mut *out;
                match hand_on(held) {
                    // Whom it waits for is at play and has nothing to wait for; and nobody
                    // waits for ever, whatever became of that one.
                    Ok(Next::Wait) if !is_over() => match taken.wait_timeout(out, tunables::HELD) {
                        Ok(woken) => out = woken.0,
                        Err(_) => return,
                    },
                    Ok(Next::More | Next::Wait) => break,
                    Ok(Next::Enough) => over.store(true, Ordering::Relaxed),
                    Err(error) => {
                        *result = Err(error);
                        over.store(true, Ordering::Relaxed);
                    }
                }
            }
            taken.notify_all();
        };
        let turn = || {
            let mut seat: Option<(usize, Seat<'_>)> = None;
            let (mut held, mut since) = (H::default(), Instant::now());
            let (mut deals, mut begun) = (0, since);
            while !is_over() {
                let job = next.fetch_add(1, Ordering::Relaxed);
                if job >= done.all() {
                    break;
                }
                let (number, index) = done.job(job);
                if !done.is_open(job) || !shard.has(index) {
                    continue;
                }
                let point = points[number];
                if seat.as_ref().is_none_or(|(at, _)| *at != number) {
                    seat = Some((number, seat_at(experiment, roster, point)));
                    (deals, begun) = (0, Instant::now());
                }
                let Some((_, seat)) = &mut seat else { continue };
                keep(&mut held, number, seat.play(index));
                played(weight(experiment, point));
                deals += 1;
                let now = Instant::now();
                if now - since >= tunables::HELD || now - begun >= tunables::BRIEF * deals {
                    hand_on(&mut held);
                    since = now;
                }
            }
            hand_on(&mut held);
        };
        rayon::broadcast(|_| turn());
        let failed = |_| Err(io::Error::other("a thread failed"));
        out.into_inner().map_or_else(failed, |(_, result)| result)
    }
}

/// The record of a whole experiment, in memory.
///
/// ```
/// use surefoot_lab::experiment::{run, shipped};
/// use surefoot_lab::report::answer::answer;
/// use surefoot_lab::statistics::results::Results;
/// use surefoot_players::Roster;
///
/// let roster = Roster::standard();
/// let mut experiment = shipped::find(&roster, "score-told").unwrap()?;
/// experiment.deals = 2;
/// let record = run::whole_record(&experiment, &roster)?;
/// assert!(answer(&Results::read(&experiment, &record[..])?).ends_with('.'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn whole_record(experiment: &Experiment, roster: &Roster) -> io::Result<Vec<u8>> {
    let (done, stop, shard) = (&Done::new(experiment), &AtomicBool::new(false), Shard::WHOLE);
    let mut record = heading(experiment, shard).into_bytes();
    let write = |lines: &[u8]| {
        record.extend_from_slice(lines);
        Ok(())
    };
    Run { experiment, roster, done, shard, stop }.record(|_| {}, write)?;
    Ok(record)
}

/// How much work is left of a share of an experiment.
pub fn work(experiment: &Experiment, done: &Done, shard: Shard) -> u64 {
    let points: Vec<&SweepPoint> = experiment.points().map(|(_, point)| point).collect();
    let open = (0..done.all()).filter(|&job| done.is_open(job)).map(|job| done.job(job));
    let ours = open.filter(|&(_, index)| shard.has(index));
    ours.map(|(point, _)| weight(experiment, points[point])).sum()
}

/// How much work a deal is taken to be, to foretell the time: cells to be looked at.
fn weight(experiment: &Experiment, point: &SweepPoint) -> u64 {
    (experiment.players.len() * point.rules.grid.len()) as u64
}

/// A table for the deals of a point.
pub(crate) fn seat_at<'a>(
    experiment: &'a Experiment,
    roster: &'a Roster,
    point: &'a SweepPoint,
) -> Seat<'a> {
    Seat::new(&Setup {
        roster,
        rules: &point.rules,
        players: &experiment.players,
        seed: point.seed.unwrap_or(experiment.seed),
        source: &point.source,
        estimate: experiment.estimate,
        judged: experiment.judged,
        gauges: &experiment.gauges,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::columns::block;
    use crate::record::{RecordError, RecordFile, RecordPart, heading};
    use crate::record::{make_whole, write_in_order};

    const TEXT: &str = r#"
title = "t"
question = "q"
game = "score"
players = ["queue", "exact", "random"]
deals = 12
gauges = ["board"]
forced = true
setting = { size = "8x8" }
sweep = { over = "density", values = [10, 20] }
"#;

    fn experiment() -> Experiment {
        Experiment::read(&Roster::standard(), "small", "small.toml", TEXT).unwrap()
    }

    /// A record as a run leaves it, begun with what is there already.
    fn record(threads: usize, shard: Shard, begun: &[u8], most: usize) -> Vec<u8> {
        let experiment = experiment();
        let mut bytes = heading(&experiment, shard).into_bytes();
        let mut done = Done::new(&experiment);
        if !begun.is_empty() {
            let file = RecordFile::read(begun, &experiment, shard).unwrap();
            done = file.done().clone();
            bytes = begun[..file.end()].to_vec();
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (stop, count) = (AtomicBool::new(false), AtomicUsize::new(0));
        let played = |_: u64| {
            if count.fetch_add(1, Ordering::Relaxed) + 1 >= most {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let write = |block: &[u8]| {
            bytes.extend_from_slice(block);
            Ok(())
        };
        let (experiment, roster) = (&experiment, &Roster::standard());
        let run = Run { experiment, roster, done: &done, shard, stop: &stop };
        pool.install(|| run.record(played, write)).unwrap();
        in_order(&[(shard, bytes)], shard)
    }

    /// The deals of these records in order.
    fn in_order(parts: &[(Shard, Vec<u8>)], whole: Shard) -> Vec<u8> {
        let experiment = &experiment();
        let part = |(shard, bytes): &'_ (Shard, Vec<u8>)| {
            let (shard, source) = (*shard, io::Cursor::new(bytes.clone()));
            RecordPart { experiment, shard, source, ordered: false }
        };
        let mut out = Vec::new();
        let heading = heading(experiment, whole);
        let beside = &std::env::temp_dir().join("surefoot-in-order");
        write_in_order(parts.iter().map(part).collect(), &heading, beside, &mut out).unwrap();
        out
    }

    fn timeless(bytes: &[u8]) -> Vec<String> {
        surefoot_testing::timeless(std::str::from_utf8(bytes).unwrap())
    }

    #[test]
    fn threads_interruptions_and_shares_leave_no_trace() {
        let whole = record(1, Shard::WHOLE, b"", usize::MAX);
        let lines = timeless(&whole);
        assert_eq!(lines.len(), 2 + 2 * 12 * 3);
        assert!(lines[2].starts_with("0,0,queue,,"), "{}", lines[2]);
        assert_eq!(lines, timeless(&record(3, Shard::WHOLE, b"", usize::MAX)));

        // Stopped early, and cut off at every byte of the rest.
        let begun = record(2, Shard::WHOLE, b"", 5);
        assert!(begun.len() < whole.len());
        for cut in (heading(&experiment(), Shard::WHOLE).len()..begun.len()).step_by(37) {
            let resumed = record(2, Shard::WHOLE, &begun[..cut], usize::MAX);
            assert_eq!(lines, timeless(&resumed), "cut at {cut}");
        }

        let experiment = experiment();
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).into();
        let parts: Vec<(Shard, Vec<u8>)> =
            shards.iter().map(|&shard| (shard, record(2, shard, b"", usize::MAX))).collect();
        let read = |(shard, bytes): &(Shard, Vec<u8>)| {
            RecordFile::read(&bytes[..], &experiment, *shard).unwrap()
        };
        let files: Vec<RecordFile> = parts.iter().map(read).collect();
        assert_eq!(make_whole(&experiment, &files), Ok(()));
        assert_eq!(lines, timeless(&in_order(&parts, Shard::WHOLE)));
        let missing = make_whole(&experiment, &files[1..]).unwrap_err();
        assert_eq!(missing, RecordError::Missing { missing: 8, point: 0, index: 1 });
        let twice = make_whole(&experiment, &[files[0].clone(), files[0].clone()]).unwrap_err();
        assert!(matches!(twice, RecordError::Twice { .. }));
    }

    #[test]
    fn what_does_not_belong_is_refused() {
        let experiment = experiment();
        let whole = record(2, Shard::WHOLE, b"", usize::MAX);
        let text = String::from_utf8(whole.clone()).unwrap();
        let refused = |text: String| {
            RecordFile::read(text.as_bytes(), &experiment, Shard::WHOLE).unwrap_err().to_string()
        };
        assert!(RecordFile::read(&whole[..], &experiment, Shard::WHOLE).is_ok());
        assert!(refused("hello".into()).contains("not a record"));
        // As the version before checksums wrote it.
        let old = "# surefoot record 1; experiment small; plan 1a2b3c4d5e6f7081; engine \
                   1544783584672479126; seed 2026; shard 1/1\n";
        let old = old.to_owned()
            + "point,index,player,won,score,dig_density,digs,guesses,forced,false_flags,\
               wrong_claims,wrong_declaration,error,seconds\n\
               0,0,queue,0,,,21,3,,0,0,,,0.0000412\n0,0,exact,1,,,67,1,,0,0,,,0.0001208\n";
        assert!(refused(old.clone()).contains("is of schema 1, this version reads and writes"));
        assert!(refused(old.clone()).contains("it has no checksums"));
        assert!(matches!(crate::record::said(old.as_bytes()), Err(RecordError::Schema(_))));
        assert!(refused(text.replacen("deals 12", "deals 13", 1)).contains("has 13 deals"));
        assert!(
            refused(text.replacen("seed 2026", "seed 1", 1)).contains("seed of this record is 1")
        );
        assert!(refused(text.replacen("engine ", "engine 1", 1)).contains("by engine 1"));
        assert!(refused(text.replacen("plan ", "plan 0", 1)).contains("plan of this record is 0"));
        assert!(
            refused(text.replacen("shard 1/1", "shard 1/2", 1))
                .contains("share of this record is 1/2")
        );
        assert!(refused(text.replacen(",queue,", ",closure,", 1)).contains("line 3"));
        // A value that was changed later, wherever it stands, is not believed.
        let line = text.lines().nth(5).unwrap();
        for (at, _) in line.match_indices(',') {
            let field = &line[at + 1..].split(',').next().unwrap();
            let changed = format!("{}{field}1{}", &line[..=at], &line[at + 1 + field.len()..]);
            let said = refused(text.replacen(line, &changed, 1));
            assert!(said.contains("line 6 is damaged"), "{changed}: {said}");
        }
        assert!(refused(text.replace('\n', "\r\n")).contains("lines end with CR LF"));
        let block: Vec<&str> = text.lines().skip(2).take(3).collect();
        let twice = text.clone() + &block.join("\n") + "\n";
        assert!(refused(twice).contains("deal 0 of point 0 occurs twice"));
        let half: Vec<&str> = text.lines().filter(|line| !line.starts_with("1,3,exact")).collect();
        assert!(refused(half.join("\n") + "\n").contains("another player was expected"));
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let experiment = experiment();
        let whole = record(2, Shard::WHOLE, b"", usize::MAX);
        let mut again = heading(&experiment, Shard::WHOLE).into_bytes();
        let each = |point, row| again.extend(block(&experiment, point, &[row]));
        let file = RecordFile::read_rows(&whole[..], &experiment, Shard::WHOLE, each).unwrap();
        assert!(file.is_ordered() && file.is_complete());
        assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(whole).unwrap());
    }
}

//! Plays an experiment: in parallel, on the same deals, from wherever it was left.
//!
//! The unit of work is one deal at one point, played by everybody. Threads take the next
//! open one in order and hand on its block of lines when it ends; a match's batches are
//! not needed, since nothing is decided on the way. So no thread waits for another, not
//! even at the end of a point. Deals of some microseconds are handed on several at once:
//! a call to write each took a fourteenth of a beginner's game.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::experiment::ledger::Done;
use crate::experiment::line::Lines;
use crate::experiment::plan::{Experiment, Point};
use crate::experiment::shard::Shard;
use crate::play::seat::{Seat, Setup};

/// How long a thread may hold back the lines of deals that ended, and how brief deals must
/// be on average for that: no deal waits for a long one.
const HELD: Duration = Duration::from_micros(500);
const BRIEF: Duration = Duration::from_micros(50);

/// How much work a deal is taken to be, to foretell the time: cells to be looked at.
fn weight(experiment: &Experiment, point: &Point) -> u64 {
    (experiment.players.len() * point.rules.grid.len()) as u64
}

/// How much work is left.
pub fn work(experiment: &Experiment, done: &Done, shard: Shard) -> u64 {
    let points: Vec<&Point> = experiment.points().map(|(_, point)| point).collect();
    let open = (0..done.all()).filter(|&job| done.is_open(job)).map(|job| done.job(job));
    let ours = open.filter(|&(_, index)| shard.has(index));
    ours.map(|(point, _)| weight(experiment, points[point])).sum()
}

/// Plays what is left of a share of an experiment on the current pool of threads.
///
/// `played` is told the work of every finished deal, from any thread; `write` gets the
/// lines of whole deals, in no particular order. `stop` ends the run after the
/// deals under way, as does a failure to write.
pub fn run(
    experiment: &Experiment,
    done: &Done,
    shard: Shard,
    stop: &AtomicBool,
    played: impl Fn(u64) + Sync,
    write: impl FnMut(&[u8]) -> io::Result<()> + Send,
) -> io::Result<()> {
    let points: Vec<&Point> = experiment.points().map(|(_, point)| point).collect();
    let next = AtomicUsize::new(0);
    let out = Mutex::new((write, Ok(())));
    let hand_on = |held: &mut Lines| {
        let Ok(mut out) = out.lock() else { return false };
        let (write, result) = &mut *out;
        if result.is_ok() && !held.as_bytes().is_empty() {
            *result = write(held.as_bytes());
        }
        held.clear();
        result.is_ok()
    };
    let turn = || {
        let mut seat: Option<(usize, Seat<'_>)> = None;
        let (mut held, mut since) = (Lines::default(), Instant::now());
        let (mut deals, mut begun) = (0, since);
        while !stop.load(Ordering::Relaxed) {
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
                seat = Some((number, Seat::new(&setup(experiment, point))));
                (deals, begun) = (0, Instant::now());
            }
            let Some((_, seat)) = &mut seat else { continue };
            held.add(experiment, number, &seat.play(index));
            played(weight(experiment, point));
            deals += 1;
            let now = Instant::now();
            if now - since >= HELD || now - begun >= BRIEF * deals {
                if !hand_on(&mut held) {
                    break;
                }
                since = now;
            }
        }
        hand_on(&mut held);
    };
    rayon::broadcast(|_| turn());
    out.into_inner().map_or_else(|_| Err(io::Error::other("a thread failed")), |(_, result)| result)
}

fn setup<'a>(experiment: &'a Experiment, point: &'a Point) -> Setup<'a> {
    Setup {
        rules: &point.rules,
        players: &experiment.players,
        seed: experiment.seed,
        source: &point.source,
        estimate: experiment.estimate,
        judged: experiment.judged,
        gauges: &experiment.gauges,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::ledger::{Ledger, LedgerError, heading, merge};
    use crate::experiment::line::block;

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
        Experiment::read("small", "small.toml", TEXT).unwrap()
    }

    /// A record as a run leaves it, begun with what is there already.
    fn record(threads: usize, shard: Shard, begun: &[u8], most: usize) -> Vec<u8> {
        let experiment = experiment();
        let mut bytes = heading(&experiment, shard).into_bytes();
        let mut done = Done::new(&experiment);
        if !begun.is_empty() {
            let ledger = Ledger::read(begun, &experiment, shard).unwrap();
            done = ledger.done().clone();
            bytes = begun[..ledger.end()].to_vec();
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
        pool.install(|| run(&experiment, &done, shard, &stop, played, write)).unwrap();
        let ledger = Ledger::read(&bytes[..], &experiment, shard).unwrap();
        ledger.in_order(&bytes, &experiment)
    }

    /// All but the time.
    fn timeless(bytes: &[u8]) -> Vec<String> {
        let text = std::str::from_utf8(bytes).unwrap();
        text.lines()
            .map(|line| line.rsplit_once(',').map_or(line, |(rest, _)| rest).into())
            .collect()
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
        let parts: Vec<Vec<u8>> =
            shards.iter().map(|&shard| record(2, shard, b"", usize::MAX)).collect();
        let ledgers: Vec<(Ledger, &[u8])> = shards
            .iter()
            .zip(&parts)
            .map(|(&shard, bytes)| {
                (Ledger::read(&bytes[..], &experiment, shard).unwrap(), &bytes[..])
            })
            .collect();
        assert_eq!(lines, timeless(&merge(&experiment, &ledgers).unwrap()));
        let missing = merge(&experiment, &ledgers[1..]).unwrap_err();
        assert_eq!(missing, LedgerError::Missing { missing: 8, point: 0, index: 1 });
        let twice = merge(&experiment, &[ledgers[0].clone(), ledgers[0].clone()]).unwrap_err();
        assert!(matches!(twice, LedgerError::Twice { .. }));
    }

    #[test]
    fn what_does_not_belong_is_refused() {
        let experiment = experiment();
        let whole = record(2, Shard::WHOLE, b"", usize::MAX);
        let text = String::from_utf8(whole.clone()).unwrap();
        let refused = |text: String| {
            Ledger::read(text.as_bytes(), &experiment, Shard::WHOLE).unwrap_err().to_string()
        };
        assert!(Ledger::read(&whole[..], &experiment, Shard::WHOLE).is_ok());
        assert!(refused("hello".into()).contains("not a record"));
        assert!(refused(text.replacen("record 1", "record 2", 1)).contains("schema is 2, but 1"));
        assert!(refused(text.replacen("seed 2026", "seed 1", 1)).contains("seed is 1"));
        assert!(refused(text.replacen("engine ", "engine 1", 1)).contains("engine is 1"));
        assert!(refused(text.replacen("plan ", "plan 0", 1)).contains("plan is 0"));
        assert!(refused(text.replacen("shard 1/1", "shard 1/2", 1)).contains("share is 1/2"));
        assert!(refused(text.replacen(",queue,", ",closure,", 1)).contains("line 3"));
        let block: Vec<&str> = text.lines().skip(2).take(3).collect();
        let twice = text.clone() + &block.join("\n") + "\n";
        assert!(refused(twice).contains("deal 0 of point 0 is there twice"));
        let half: Vec<&str> = text.lines().filter(|line| !line.starts_with("1,3,exact")).collect();
        assert!(refused(half.join("\n") + "\n").contains("another player was expected"));
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let experiment = experiment();
        let whole = record(2, Shard::WHOLE, b"", usize::MAX);
        let mut again = heading(&experiment, Shard::WHOLE).into_bytes();
        let each = |point, row| again.extend(block(&experiment, point, &[row]));
        let ledger = Ledger::read_rows(&whole[..], &experiment, Shard::WHOLE, each).unwrap();
        assert!(ledger.is_ordered() && ledger.is_complete());
        assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(whole).unwrap());
    }
}

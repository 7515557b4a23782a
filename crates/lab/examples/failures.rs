//! What failures and a single driver cost at 10, 1 000 and 100 000 cores, by simulation:
//! `cargo run -p surefoot-lab --example failures`.
//!
//! Units are handed out by the very [`Units`] that a cluster's driver uses; only time, workers and
//! their ends are made up. Machines fail by an exponential law and come back after a while; what
//! their cores had is lost and handed out again. The driver does one thing at a time, and a core
//! whose unit came back waits until the driver has seen to it. What a driver needs for a unit was
//! measured; the guide (`docs/guide/scale.md`) says where.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, VecDeque};
use std::fmt::Write;
use std::time::Duration;

use surefoot_lab::experiment::units::{Units, WorkUnit};
use surefoot_rules::Random;

/// Cores of a machine.
const MACHINE: usize = 32;
/// Hours between two failures of one machine: machines that are taken back when somebody pays more.
const HOURS: f64 = 10.0;
/// Seconds until there is another.
const AWAY: f64 = 180.0;
/// Seconds that the driver needs for a unit, whatever is in it.
const DRIVER: f64 = 0.002;
/// Seconds that the driver needs for a megabyte of records.
const MEGABYTE: f64 = 0.001;
/// Bytes of a game's line in a record.
const LINE: f64 = 53.0;
/// Seconds of a game: `surefoot` on expert boards, and with `effort=high`.
pub(crate) const QUICK: f64 = 0.001;
const SLOW: f64 = 1.7;
/// Seconds of work for every core.
const WORK: f64 = 3600.0;

/// What happens, and when.
struct Event {
    at: f64,
    core: usize,
    /// Whether its machine fails; else a unit comes back.
    fails: bool,
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Event {}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Event {
    fn cmp(&self, other: &Self) -> Ordering {
        self.at.total_cmp(&other.at).then(self.core.cmp(&other.core))
    }
}

/// What a run came to.
pub(crate) struct Outcome {
    /// Of the time of all cores, the share that made records.
    pub(crate) used: f64,
    /// Of what was played, the share that was lost.
    pub(crate) lost: f64,
    /// Of the whole time, the share in which the driver was busy.
    pub(crate) driver: f64,
    /// Deals that were recorded; each once.
    #[allow(dead_code, reason = "the guide's test reads it")]
    pub(crate) recorded: usize,
}

/// Plays so many seconds of work for each of so many cores, in units of this time; a game takes
/// `game` seconds.
pub(crate) fn simulate(game: f64, cores: usize, unit: f64, work: f64) -> Outcome {
    // A second's games at once: the simulation need not know them one by one.
    let deal = game.max(1.0);
    let cost = |deals: usize| DRIVER + deals as f64 * deal / game * LINE / 1e6 * MEGABYTE;
    let deals = (cores as f64 * work / deal) as usize;
    let mut units = Units::new(std::iter::once(0..deals), Duration::from_secs_f64(unit));
    let mut random = Random::named("failures", [cores as u64, unit as u64]);
    let mut next_failure = move || -HOURS * 3600.0 * (1.0 - random.unit()).ln();
    let mut fails: Vec<f64> = (0..cores.div_ceil(MACHINE)).map(|_| next_failure()).collect();
    // Who has which unit, comes how far in it, and how long that takes.
    let mut given: Vec<Option<(WorkUnit, usize, f64)>> = vec![None; cores];
    let mut events: BinaryHeap<Reverse<Event>> = BinaryHeap::new();
    let mut idle: VecDeque<(f64, usize)> = (0..cores).map(|core| (0.0, core)).collect();
    let (mut driver_free, mut driver_busy, mut now) = (0.0_f64, 0.0, 0.0_f64);
    let (mut recorded, mut lost) = (0, 0.0);
    loop {
        while let Some(&(since, core)) = idle.front() {
            let Some(handed) = units.next(cores) else { break };
            idle.pop_front();
            let begin = since.max(now);
            let fail = &mut fails[core / MACHINE];
            // Failures of a machine that nobody was waiting for.
            while *fail + AWAY < begin {
                *fail += AWAY + next_failure();
            }
            let begin = if *fail < begin { *fail + AWAY } else { begin };
            let played = (handed.time.as_secs_f64() / deal).ceil() as usize;
            let played = played.clamp(1, handed.len());
            let spent = played as f64 * deal;
            let end = begin + spent;
            let fails = (begin..end).contains(fail);
            let at = if fails { *fail } else { end };
            given[core] = Some((handed, played, at - begin));
            events.push(Reverse(Event { at, core, fails }));
        }
        let Some(Reverse(Event { at, core, fails })) = events.pop() else { break };
        now = at;
        let Some((handed, played, spent)) = given[core].take() else { continue };
        if fails {
            units.lost(&handed);
            lost += spent;
            idle.push_back((at + AWAY, core));
        } else {
            let cost = cost(played);
            driver_free = driver_free.max(at) + cost;
            driver_busy += cost;
            units.arrived(&handed, played, Duration::from_secs_f64(spent));
            recorded += played;
            idle.push_back((driver_free, core));
        }
    }
    let whole = now.max(driver_free);
    let useful = recorded as f64 * deal;
    Outcome {
        used: useful / (whole * cores as f64),
        lost: lost / (useful + lost),
        driver: driver_busy / whole,
        recorded,
    }
}

/// The table of the guide: cores, drivers among whom they are shared out, and seconds of a unit.
pub(crate) fn table() -> String {
    let names = ["a game takes", "cores", "drivers", "seconds of a unit", "time used, %"];
    let names = [&names[..], &["lost, %", "driver busy, %"]].concat();
    let mut text = format!("| {} |\n{}|\n", names.join(" | "), "|---".repeat(names.len()));
    for (game, cores, drivers, unit) in [
        (QUICK, 10, 1, 20.0),
        (QUICK, 1_000, 1, 10.0),
        (QUICK, 1_000, 1, 20.0),
        (QUICK, 1_000, 1, 60.0),
        (QUICK, 100_000, 1, 60.0),
        (QUICK, 100_000, 40, 20.0),
        (QUICK, 100_000, 40, 60.0),
        (SLOW, 1_000, 1, 20.0),
        (SLOW, 100_000, 1, 60.0),
        (SLOW, 100_000, 40, 60.0),
    ] {
        let Outcome { used, lost, driver, .. } = simulate(game, cores / drivers, unit, WORK);
        let [used, lost, driver] = [used, lost, driver].map(|share| 100.0 * share);
        let takes = if game < 1.0 { format!("{:.0} ms", 1e3 * game) } else { format!("{game} s") };
        let _ = writeln!(
            text,
            "| {takes} | {cores} | {drivers} | {unit:.0} | {used:.1} | {lost:.2} | {driver:.1} |"
        );
    }
    text
}

#[expect(clippy::print_stdout, reason = "it is what it is for")]
fn main() {
    print!("{}", table());
}

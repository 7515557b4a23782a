//! `scripts/soundness`: claims and counts against the truth, by the million.
//!
//! Tests look at some thousands of cases in every run. A fault that shows once in ten million
//! games is met by nobody who tests, and by everybody who plays; so before a release this is
//! run for hours. Every case comes from a seed and its number: with any number of threads, and
//! in one piece or in several (`--from`), the same cases are looked at.
//!
//! Longer than 400 lines: one short function for each command.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand};
use surefoot_inference::Unknown;
use surefoot_players::Roster;
use surefoot_rules::{Deal, Random, Rules, Setting, SettingField, View};
use surefoot_soundness::calibration::{Calibration, Oracle, PredictedGuess};
use surefoot_soundness::claims::{Court, Judge};
use surefoot_soundness::counting::{Compared, Witnesses};
use surefoot_soundness::whole_numbers::largest_error;
use surefoot_soundness::{bytes, constructed, following};
use surefoot_testing::{Shrink, any_view, extreme_view};

/// Cases that a thread takes at once.
const CHUNK: u64 = 64;
/// Failures that are printed.
const SHOWN: usize = 5;
/// By how much predictions of a tenth may be off.
const POINT: f64 = 0.01;
/// Guesses that a part must have for that to be told from chance.
const TOLD: u64 = 1_000;

#[derive(Parser)]
#[command(name = "soundness", about = "Set claims and counts against the truth, by the million")]
struct Arguments {
    /// The seed of all cases
    #[arg(long, default_value_t = 2026, global = true)]
    seed: u64,
    /// The number of the first case: to go on, or to share the work
    #[arg(long, default_value_t = 0, global = true)]
    from: u64,
    /// Threads [default: one for every core]
    #[arg(long, global = true)]
    threads: Option<NonZero<usize>>,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Play games, and hold every move that is claimed certain against the truth
    Games {
        /// The player, as in `surefoot match`
        player: String,
        #[arg(long)]
        games: u64,
        /// The level
        #[arg(long, default_value = "expert")]
        level: String,
        /// The rule of clues
        #[arg(long, default_value = "exact")]
        clues: String,
        /// Which game
        #[arg(long, default_value = "win")]
        game: String,
    },
    /// Ask everyone about small views under all rules, and hold it against enumeration
    Views {
        #[arg(long)]
        views: u64,
    },
    /// Count chains, trees and narrow boards built to mislead, and hold it against whole numbers
    Built {
        #[arg(long)]
        views: u64,
    },
    /// Predict the wins of guesses, and hold them against the survival of the games; exit 1 if a
    /// decile of all predictions is off by more than a point
    Wins {
        /// Games, once for each level
        #[arg(long, required = true)]
        games: Vec<u64>,
        /// The level; as often as there are levels to be looked at together
        #[arg(long, default_value = "expert")]
        level: Vec<String>,
        /// Playouts for a prediction
        #[arg(long, default_value_t = 32)]
        playouts: usize,
        /// Write every guess into this file: level, game, predicted, survived, whether exact
        #[arg(long)]
        record: Option<PathBuf>,
    },
    /// Do what the fuzzers do, with random bytes: views, and followers led astray
    Fuzz {
        #[arg(long)]
        cases: u64,
    },
}

/// Which cases, and on how many threads.
#[derive(Clone, Copy)]
struct Cases {
    seed: u64,
    from: u64,
    count: u64,
    threads: usize,
}

/// What came of some cases: sums by name, in order of their names, and failures.
#[derive(Default)]
struct Findings {
    sums: BTreeMap<String, u64>,
    worst: f64,
    /// The same for the same cases, in whatever order they were looked at.
    signature: u64,
    failures: u64,
    /// Predicted wins by the number of the case, so that they are added up in order.
    predicted: BTreeMap<u64, Vec<PredictedGuess>>,
}

impl Findings {
    fn add(&mut self, name: impl Into<String>, number: u64) {
        *self.sums.entry(name.into()).or_default() += number;
    }

    /// Takes a number into the signature.
    fn sign(&mut self, index: u64, number: u64) {
        let mut mixed = Random::named("signature", [index, number]);
        self.signature = self.signature.wrapping_add(mixed.bits());
    }

    fn and(mut self, other: Self) -> Self {
        for (name, number) in other.sums {
            self.add(name, number);
        }
        self.worst = self.worst.max(other.worst);
        self.signature = self.signature.wrapping_add(other.signature);
        self.failures += other.failures;
        self.predicted.extend(other.predicted);
        self
    }
}

/// Looks at cases on all threads. `case` looks at one and adds to the findings; an error, or a
/// panic, is a failure.
fn run<S>(
    Cases { from, count, threads, .. }: Cases,
    begin: impl Fn() -> S + Sync,
    case: impl Fn(&mut S, u64, &mut Findings) -> Result<(), String> + Sync,
) -> Findings {
    let (done, failed, shown) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(0_usize));
    let start = Instant::now();
    let said = Mutex::new(start);
    let chunk = |state: &mut S, chunk: u64| {
        let mut findings = Findings::default();
        let (first, last) = (from + chunk * CHUNK, from + ((chunk + 1) * CHUNK).min(count));
        for index in first..last {
            let looked = catch_unwind(AssertUnwindSafe(|| case(state, index, &mut findings)));
            let failure = match looked {
                Ok(Ok(())) => continue,
                Ok(Err(failure)) => failure,
                Err(panic) => {
                    *state = begin();
                    let text = panic.downcast_ref::<String>().cloned();
                    text.unwrap_or_else(|| "a panic".to_owned())
                }
            };
            findings.failures += 1;
            failed.fetch_add(1, Ordering::Relaxed);
            let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
            *shown += 1;
            if *shown <= SHOWN {
                println!("case {index} fails: {failure}");
            }
        }
        let done = done.fetch_add(last - first, Ordering::Relaxed) + last - first;
        if let Ok(mut said) = said.try_lock()
            && said.elapsed() > Duration::from_secs(10)
        {
            *said = Instant::now();
            let each = done as f64 / start.elapsed().as_secs_f64();
            let left = (count - done) as f64 / each;
            let failed = failed.load(Ordering::Relaxed);
            eprintln!("{done} of {count}, {each:.0} a second, {left:.0} s left, {failed} wrong");
        }
        findings
    };
    let (next, all) = (AtomicU64::new(0), Mutex::new(Findings::default()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let (mut state, mut findings) = (begin(), Findings::default());
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count.div_ceil(CHUNK) {
                        break;
                    }
                    findings = findings.and(chunk(&mut state, number));
                }
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                *all = std::mem::take(&mut *all).and(findings);
            });
        }
    });
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    eprintln!("{count} in {:.1} s", start.elapsed().as_secs_f64());
    all
}

fn rules(level: &str, clues: &str, game: &str) -> Result<Rules, String> {
    let mut setting = Setting::default();
    let fields =
        [(SettingField::Level, level), (SettingField::Clues, clues), (SettingField::Game, game)];
    for (field, text) in fields {
        setting.set(field, text).map_err(|error| error.to_string())?;
    }
    setting.rules().map_err(|error| error.to_string())
}

fn games(cases: Cases, player: &str, rules: &Rules) -> Result<Findings, String> {
    let roster = Roster::standard();
    let court = || Court::new(&roster, player, rules.clone());
    court()?;
    // It was made once, so it can be made again.
    Ok(run(
        cases,
        || court().ok(),
        |court, index, findings| {
            let Some(court) = court else { return Err("no table".to_owned()) };
            court.judge = Judge::default();
            let record = court.play(Deal::new(cases.seed, index));
            findings.add("games won", u64::from(record.won()));
            findings.add("claims", court.judge.claims);
            findings.add("guesses", court.judge.guesses);
            findings.sign(index, record.actions ^ court.judge.claims << 32);
            match &court.judge.wrong[..] {
                [] => Ok(()),
                [first, ..] => {
                    findings.add("wrong claims", court.judge.wrong.len() as u64);
                    Err(first.clone())
                }
            }
        },
    ))
}

fn count(findings: &mut Findings, index: u64, compared: Compared) {
    findings.add("possible", compared.possible);
    findings.add("impossible", compared.impossible);
    findings.add("probabilities", compared.cells);
    findings.add("probabilities of uncertain cells", compared.uncertain);
    findings.add("dead cells", compared.dead);
    findings.worst = findings.worst.max(compared.worst);
    findings.sign(index, compared.cells << 16 | compared.uncertain << 8 | compared.dead);
}

/// Checks a view; what fails is drawn.
fn look(
    witnesses: &mut Witnesses,
    (view, unknown): (&View, Unknown),
    random: &mut Random,
) -> Result<Compared, String> {
    let looked = catch_unwind(AssertUnwindSafe(|| witnesses.check(view, unknown, random)));
    looked.map_err(|panic| {
        *witnesses = Witnesses::default();
        let said = panic.downcast_ref::<String>().map_or("a panic", |text| text);
        format!("{said} under {unknown:?} in\n{}", view.drawn())
    })
}

fn views(cases: Cases) -> Findings {
    run(cases, Witnesses::default, |witnesses, index, findings| {
        let mut random = Random::named("views", [cases.seed, index]);
        let view = match index % 2 {
            0 => any_view(&mut random),
            _ => extreme_view(&mut random, bytes::MOST_CLOSED),
        };
        let unknown = match random.below(2) {
            0 => Unknown::AnyTotal,
            _ => Unknown::Density(0.05 + 0.9 * random.unit()),
        };
        findings.add(format!("views under {}", view.rule()), 1);
        let compared = look(witnesses, (&view, unknown), &mut random)?;
        count(findings, index, compared);
        Ok(())
    })
}

fn built(cases: Cases) -> Findings {
    run(
        cases,
        || (),
        |(), index, findings| {
            let mut random = Random::named("built", [cases.seed, index]);
            let (name, draw): (_, fn(&mut Random) -> _) = match index % 4 {
                0 => ("chains", constructed::chain),
                1 => ("trees", constructed::tree),
                2 => ("narrow boards", constructed::board),
                _ => ("uncertain boards", constructed::uncertain),
            };
            let (view, unknown) = draw(&mut random);
            match largest_error(&view, unknown, &mut random) {
                None => findings.add(format!("{name} refused"), 1),
                Some(error) => {
                    findings.add(format!("{name} answered"), 1);
                    findings.worst = findings.worst.max(error);
                    if error > surefoot_soundness::counting::ERROR {
                        return Err(format!("off by {error:e} under {unknown:?} in\n{view:?}"));
                    }
                }
            }
            findings.sign(index, view.closed_count().into());
            Ok(())
        },
    )
}

/// The wins that are predicted of the guesses of games, and what came of them.
fn wins(cases: Cases, rules: &Rules, playouts: usize) -> Findings {
    run(
        cases,
        || Oracle::new(rules.clone(), playouts).ok(),
        |oracle, index, findings| {
            let oracle = oracle.as_mut().ok_or_else(|| "no table".to_owned())?;
            let guesses = oracle.play(Deal::new(cases.seed, index));
            let bits = guesses.iter().map(|guess| guess.predicted.to_bits());
            findings.sign(index, bits.fold(0, |sum, bits| sum.rotate_left(1) ^ bits));
            findings.predicted.insert(index, guesses);
            Ok(())
        },
    )
}

/// The same on some levels, each told and all of them together, which is what may fail.
fn wins_of_levels(
    boards: &[(&String, Cases)],
    playouts: usize,
    record: Option<&PathBuf>,
) -> Result<Findings, String> {
    let mut all = Findings::default();
    let mut lines = String::from("level,game,predicted,survived,exact\n");
    for (number, &(level, cases)) in boards.iter().enumerate() {
        let mut found = wins(cases, &rules(level, "exact", "win")?, playouts);
        let games = std::mem::take(&mut found.predicted);
        for (game, guesses) in &games {
            for PredictedGuess { predicted, exact, survived } in guesses {
                _ = writeln!(lines, "{level},{game},{predicted},{survived},{exact}");
            }
        }
        if boards.len() > 1 {
            println!("{level}");
            tell(&games, false);
        }
        // Games of different levels are different games.
        let own = |(game, guesses)| ((number as u64) << 48 | game, guesses);
        found.predicted = games.into_iter().map(own).collect();
        all = all.and(found);
    }
    all.failures += tell(&all.predicted, true);
    let guesses = all.predicted.values().map(|guesses| guesses.len() as u64).sum();
    all.add("guesses", guesses);
    if let Some(file) = record {
        std::fs::write(file, lines).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(all)
}

/// Prints what was predicted and what came of it; how many parts are off by more than a point.
fn tell(games: &BTreeMap<u64, Vec<PredictedGuess>>, tenths: bool) -> u64 {
    let calibration: Calibration = games
        .iter()
        .flat_map(|(game, guesses)| guesses.iter().map(move |&guess| (*game, guess)))
        .collect();
    let tables = [("deciles", calibration.deciles()), ("tenths", calibration.tenths())];
    let mut off = 0;
    for (title, parts) in &tables[..if tenths { 2 } else { 1 }] {
        println!("| {title}: guesses | predicted, % | survived, % | off by, points | error |");
        println!("|---|---|---|---|---|");
        for part in parts.iter().filter(|part| part.guesses > 0) {
            let [predicted, survived, excess, error] =
                [part.predicted, part.survived, part.excess(), part.error].map(|of| 100.0 * of);
            println!(
                "| {} | {predicted:.2} | {survived:.2} | {excess:+.2} | {error:.2} |",
                part.guesses
            );
            off += u64::from(part.guesses >= TOLD && part.excess().abs() > POINT);
        }
    }
    off
}

fn fuzz(cases: Cases) -> Findings {
    run(cases, Witnesses::default, |witnesses, index, findings| {
        let mut random = Random::named("fuzz", [cases.seed, index]);
        if index % 2 == 0 {
            let bytes = bytes::drawn(&mut random, 30);
            let Some((view, unknown)) = bytes::view(&bytes) else { return Ok(()) };
            let compared = look(witnesses, (&view, unknown), &mut random)?;
            count(findings, index, compared);
        } else {
            let followed = following::check(&following::drawn(&mut random, 80));
            findings.add("views followed", followed.views);
            findings.add("probabilities followed", followed.cells);
            findings.sign(index, followed.views << 20 | followed.cells);
        }
        Ok(())
    })
}

fn main() -> ExitCode {
    let Arguments { seed, from, threads, what } = Arguments::parse();
    let threads = threads.or(std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let cases = |count| Cases { seed, from, count, threads };
    // What panics is a failure and told as one.
    std::panic::set_hook(Box::new(|_| {}));
    let (title, count, found) = match &what {
        What::Games { player, games: count, level, clues, game } => {
            let found =
                rules(level, clues, game).and_then(|rules| games(cases(*count), player, &rules));
            (format!("games of {player}, {level}, {game}, {clues}"), *count, found)
        }
        What::Views { views: count } => {
            ("small views against enumeration".into(), *count, Ok(views(cases(*count))))
        }
        What::Built { views: count } => {
            ("views against whole numbers".into(), *count, Ok(built(cases(*count))))
        }
        What::Wins { games, level: levels, playouts, record } => {
            let boards: Vec<(&String, Cases)> =
                levels.iter().zip(games.iter().map(|&count| cases(count))).collect();
            let found = if levels.len() == games.len() {
                wins_of_levels(&boards, *playouts, record.as_ref())
            } else {
                Err("expected --games once for each --level".to_owned())
            };
            let title =
                format!("games survived, {}, {playouts} playouts a guess", levels.join(", "));
            (title, games.iter().sum(), found)
        }
        What::Fuzz { cases: count } => {
            ("cases of random bytes".into(), *count, Ok(fuzz(cases(*count))))
        }
    };
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    println!("{count} {title}; seed {seed}, from case {from}");
    for (name, number) in &found.sums {
        println!("  {name}: {number}");
    }
    if found.worst > 0.0 {
        println!("  largest error: {:e}", found.worst);
    }
    println!("  signature: {:016x}", found.signature);
    println!("  wrong: {}", found.failures);
    if found.failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

//! How fast the engine and its players are, in CPU time of one core.
//!
//! `cargo bench -p surefoot-players --bench speed` measures everything;
//! `… -- fresh exact` only those. `scripts/speed` does it together with a peer and writes
//! docs/speed.md, and with `--instructions` counts instructions instead: those are the same
//! on a busy machine.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod works;

use std::sync::OnceLock;

use cpu_time::ThreadTime;
use surefoot_inference::{Analyst, Workspace};
use surefoot_players::review;
use surefoot_rules::{Action, Cell, Deal, Game, Random};
use works::{due, expert_games, maker, played, seated, stuck, uncertain};

/// A name, what it measures, and how.
type Work = (&'static str, &'static str, fn(&str));

/// What is measured, by name: what it is, and how.
const WORKS: [Work; 10] = [
    ("fresh", "expert, a guess is due, all probabilities afresh (µs)", fresh),
    ("followed", "the same while a game is followed from guess to guess (µs)", followed),
    ("exact", "`exact` on expert (games/s)", |what| games(what, "exact", 2_000)),
    ("surefoot", "`surefoot` on expert (games/s)", |what| games(what, "surefoot", 400)),
    ("low", "`surefoot:effort=low` on expert (games/s)", |what| {
        games(what, "surefoot:effort=low", 400);
    }),
    ("large", "1000x1000 at 20 %, stuck (µs)", large),
    ("cautious", "expert under cautious clues (µs)", cautious),
    ("review", "expert game of `surefoot`, reviewed (µs)", |what| reviews(what, "surefoot")),
    ("weak", "expert game of `queue`, reviewed (µs)", |what| reviews(what, "queue")),
    ("no-guess", "expert boards without a guess (boards/s)", no_guess),
];

/// How often single analyses are timed; the least counts, which others' work disturbs least.
const ROUNDS: usize = 20;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    for (name, what, work) in WORKS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            work(what);
        }
    }
}

/// Microseconds of one core that something takes, less what looking at the clock takes: that
/// is a call of the system, up to a microsecond.
fn time(work: impl FnOnce()) -> f64 {
    static CLOCK: OnceLock<f64> = OnceLock::new();
    let nothing = || timed(|| {});
    let clock = CLOCK.get_or_init(|| (0..10_000).map(|_| nothing()).fold(f64::INFINITY, f64::min));
    (timed(work) - clock).max(0.0)
}

fn timed<T>(work: impl FnOnce() -> T) -> f64 {
    let start = ThreadTime::now();
    std::hint::black_box(work());
    start.elapsed().as_secs_f64() * 1e6
}

fn report(what: &str, mut times: Vec<f64>) {
    times.sort_unstable_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let p99 = times[(times.len() * 99).div_ceil(100) - 1];
    let most = times[times.len() - 1];
    println!(
        "{what:<58} mean {mean:>10.1}   p99 {p99:>10.1}   most {most:>10.1}   of {}",
        times.len()
    );
}

/// Reviews of whole games, with all that is told of every guess.
fn reviews(what: &str, player: &str) {
    let time_of = |(beginning, actions): &(Game, Vec<Action>)| {
        let review = || timed(|| review::thorough(beginning, actions));
        (0..3).map(|_| review()).fold(f64::INFINITY, f64::min)
    };
    report(what, played(player, 60).iter().map(time_of).collect());
}

fn fresh(what: &str) {
    let views = due(300);
    let mut workspace = Workspace::default();
    for (kept, what) in [(false, what), (true, "  the same, with all components known")] {
        let mut times = vec![f64::INFINITY; views.len()];
        for _ in 0..ROUNDS {
            for (view, least) in views.iter().zip(&mut times) {
                if !kept {
                    workspace.forget();
                }
                *least = least.min(time(|| drop(workspace.solve(view))));
            }
        }
        report(what, times);
    }
}

fn followed(what: &str) {
    let games: Vec<_> = expert_games(77, false).take(300).collect();
    let mut times: Vec<f64> = vec![f64::INFINITY; games.iter().map(Vec::len).sum()];
    for _ in 0..ROUNDS {
        // Every round knows only what it met before.
        let mut analyst = Analyst::default();
        for (view, least) in games.iter().flatten().zip(&mut times) {
            *least = least.min(time(|| drop(analyst.follow(view))));
        }
    }
    report(what, times);
    let games: Vec<_> = expert_games(77, true).take(300).collect();
    // What is certain, and all probabilities where a guess is due.
    let mut times = vec![(f64::INFINITY, false); games.iter().map(Vec::len).sum()];
    for _ in 0..ROUNDS {
        let (mut analyst, mut safe) = (Analyst::default(), Vec::new());
        for (view, (least, due)) in games.iter().flatten().zip(&mut times) {
            *least = least.min(time(|| *due = analyst.step(view, &mut safe).unwrap().is_some()));
        }
    }
    let due = times.iter().filter(|(_, due)| *due).map(|(micros, _)| *micros);
    report("  the same, shown every view on the way to it (µs)", due.collect());
    let all = times.iter().map(|(micros, _)| *micros).collect();
    report("  all those views, most with something certain (µs)", all);
}

/// Games a second of a player.
fn games(what: &str, player: &str, count: u64) {
    let mut play = seated(player);
    // Other deals each time, so that nothing is known of them.
    let rounds = (0..5).map(|round| {
        let (mut wins, deals) = (0, 1 + round * count..=(round + 1) * count);
        (time(|| wins = deals.filter(|&index| play(index)).count()), wins)
    });
    let (micros, wins): (Vec<f64>, Vec<usize>) = rounds.unzip();
    let least = micros.into_iter().fold(f64::INFINITY, f64::min);
    let (rate, wins) = (count as f64 / least * 1e6, wins.into_iter().sum::<usize>());
    println!("{what:<58} {rate:>10.0}   wins {wins} of {}", 5 * count);
}

fn large(what: &str) {
    let mut game = stuck(1_000);
    let mut workspace = Workspace::default();
    let view = game.view().clone();
    let afresh =
        (0..3).map(|_| time(|| drop(workspace.solve(&view)))).fold(f64::INFINITY, f64::min);
    report(what, vec![afresh]);
    let mut analyst = Analyst::default();
    drop(analyst.follow(&view));
    let mut random = Random::named("more", [5, 0]);
    let mut times = Vec::new();
    while times.len() < 50 {
        let cell = Cell::new(random.below(1_000_000));
        if game.view().tile(cell).is_closed() && game.play(Action::Open(cell)).is_ok() {
            let view = game.view().clone();
            let beside = view.neighbours(cell).only(|cell| view.tile(cell).is_closed());
            times.push(time(|| {
                let posterior = analyst.follow(&view).unwrap();
                std::hint::black_box(beside.first().map(|&cell| posterior.probability(cell)));
            }));
        }
    }
    report("  one more cell opened, the odds beside it asked for (µs)", times);
}

fn cautious(what: &str) {
    let mut workspace = Workspace::default();
    let (mut times, mut failed) = (Vec::new(), 0);
    for view in uncertain("cautious") {
        times.push(time(|| failed += u32::from(workspace.solve(&view).is_err())));
    }
    report(what, times);
    println!("  of these over budget {failed}");
}

fn no_guess(what: &str) {
    let mut maker = maker();
    let micros = time(|| {
        for index in 0..500 {
            maker.deal(Deal::new(1, index)).unwrap();
        }
    });
    println!("{what:<58} {:>10.0}", 500.0 / micros * 1e6);
}

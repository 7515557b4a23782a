//! How fast the rules are, in CPU time of one core.
//!
//! `cargo bench -p surefoot-rules`. The machine may be busy with other work, so
//! CPU time is measured instead of wall-clock time.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use surefoot_rules::{
    Action, Brief, Choice, Deal, Dealer, Game, GameKind, Grid, Layout, Level, Player, Promise,
    Random, Rules, Tile, View, episode,
};

/// CPU time of the measuring thread.
struct CpuTime;

impl Measurement for CpuTime {
    type Intermediate = ThreadTime;
    type Value = Duration;

    fn start(&self) -> ThreadTime {
        ThreadTime::now()
    }

    fn end(&self, start: ThreadTime) -> Duration {
        start.elapsed()
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_nanos() as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

fn expert() -> Grid {
    Grid::new(Level::EXPERT.width, Level::EXPERT.height).expect("expert is a size")
}

fn deals(criterion: &mut Criterion<CpuTime>) {
    let mut group = criterion.benchmark_group("expert deal");
    group.throughput(Throughput::Elements(1));
    let (grid, first) = (expert(), expert().middle());
    let mut layout = Layout::empty(grid.clone());
    let mut dealer = Dealer::new(grid, Level::EXPERT.mines).expect("expert can be dealt");
    for promise in Promise::ALL {
        let mut index = 0;
        group.bench_function(promise.name(), |bencher| {
            bencher.iter(|| {
                dealer
                    .deal(Deal::new(1, index), promise, first, &mut layout)
                    .expect("expert can be dealt");
                index += 1;
                black_box(&layout);
            });
        });
    }
    let mut index = 0;
    group.bench_function("the random numbers alone", |bencher| {
        bencher.iter(|| {
            let mut random = Random::for_deal(Deal::new(1, index));
            index += 1;
            (0..99).fold(0, |sum, k| sum ^ random.below(480 - k))
        });
    });
    group.finish();
}

/// A random hidden cell; the floor of every roster.
struct Chance(Random);

impl Player for Chance {
    fn begin(&mut self, _: &Brief, _: &View, random: Random) {
        self.0 = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        let cells = view.grid().len() as u32;
        loop {
            let cell = surefoot_rules::Cell::new(self.0.below(cells));
            if view.tile(cell) == Tile::Hidden {
                return Action::Open(cell).into();
            }
        }
    }
}

fn episodes(criterion: &mut Criterion<CpuTime>) {
    let mut group = criterion.benchmark_group("expert episode of a random player");
    group.throughput(Throughput::Elements(1));
    for promise in Promise::ALL {
        let mut rules = Rules::new(GameKind::Win, expert(), Level::EXPERT.mines);
        rules.promise = promise;
        let mut game = Game::new(rules).expect("expert can be played");
        let mut player = Chance(Random::for_player(Deal::new(1, 0), "random"));
        let mut index = 0;
        group.bench_function(promise.name(), |bencher| {
            bencher.iter(|| {
                game.deal(Deal::new(1, index));
                let random = Random::for_player(Deal::new(1, index), "random");
                index += 1;
                episode::play(&mut game, &mut player, random)
            });
        });
    }
    group.finish();
}

/// One click on boards of growing size with 0.1 % mines: linear in the cells.
fn floods(criterion: &mut Criterion<CpuTime>) {
    let mut group = criterion.benchmark_group("flood at 0.1 % mines");
    group.sample_size(10);
    for side in [256, 1024, 4096] {
        let grid = Grid::new(side, side).expect("within the bounds");
        let mines = grid.len() as u32 / 1000;
        let first = grid.middle();
        let mut game = Game::new(Rules::new(GameKind::Win, grid, mines)).expect("few mines");
        group.throughput(Throughput::Elements(u64::from(side) * u64::from(side)));
        group.bench_function(format!("{side}x{side}, the deal included"), |bencher| {
            bencher.iter(|| {
                game.deal(Deal::new(1, 0));
                game.play(Action::Open(first))
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = rules;
    config = Criterion::default().with_measurement(CpuTime);
    targets = deals, episodes, floods
}
criterion_main!(rules);

//! How fast the rules are, in CPU time of one core.
//!
//! `cargo bench -p surefoot-rules`. The machine may be busy with other work, so
//! CPU time is measured instead of wall-clock time.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use surefoot_rules::replay::{
    MouseEvent, MouseKind, Performance, Played, Replay, ReplayFormat, rawvf,
};
use surefoot_rules::{
    Action, Brief, Choice, Deal, Dealer, Game, GameKind, Grid, Layout, Level, Player, Promise,
    Random, Rules, Tile, View, Zini, episode,
};

/// The time of one call: the least mean of ten rounds of fifty milliseconds or more.
fn measure<T>(what: &str, mut work: impl FnMut() -> T) {
    let (mut calls, mut rounds, mut least) = (1, 0, f64::INFINITY);
    while rounds < 10 {
        let start = ThreadTime::now();
        for _ in 0..calls {
            black_box(work());
        }
        let spent = start.elapsed();
        if spent < Duration::from_millis(50) {
            calls *= 2;
        } else {
            least = least.min(spent.as_secs_f64() * 1e6 / f64::from(calls));
            rounds += 1;
        }
    }
    println!("{what:<58} {least:>10.2} µs");
}

fn expert() -> Grid {
    Grid::new(Level::EXPERT.width, Level::EXPERT.height).expect("expert is a size")
}

fn deals() {
    let (grid, first) = (expert(), expert().middle());
    let mut layout = Layout::empty(grid.clone());
    let mut dealer = Dealer::new(grid, Level::EXPERT.mines).expect("expert can be dealt");
    for promise in Promise::ALL {
        let mut index = 0;
        measure(&format!("expert deal, promise {promise}"), || {
            dealer
                .deal(Deal::new(1, index), promise, first, &mut layout)
                .expect("expert can be dealt");
            index += 1;
            black_box(&layout);
        });
    }
    let mut index = 0;
    measure("expert deal, the random numbers alone", || {
        let mut random = Random::for_deal(Deal::new(1, index));
        index += 1;
        (0..99).fold(0, |sum, k| sum ^ random.below(480 - k))
    });
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

fn episodes() {
    for promise in Promise::ALL {
        let rules = Rules { promise, ..Rules::new(GameKind::Win, expert(), Level::EXPERT.mines) };
        let mut game = Game::new(rules).expect("expert can be played");
        let mut player = Chance(Random::for_player(Deal::new(1, 0), "random"));
        let mut index = 0;
        measure(&format!("expert episode of a random player, promise {promise}"), || {
            game.deal(Deal::new(1, index));
            let random = Random::for_player(Deal::new(1, index), "random");
            index += 1;
            episode::play(&mut game, &mut player, random)
        });
    }
}

/// One click on boards of growing size with 0.1 % mines: linear in the cells.
fn floods() {
    for side in [256, 1024, 4096] {
        let grid = Grid::new(side, side).expect("within the bounds");
        let mines = grid.len() as u32 / 1000;
        let first = grid.middle();
        let mut game = Game::new(Rules::new(GameKind::Win, grid, mines)).expect("few mines");
        measure(&format!("flood of {side}x{side} at 0.1 % mines, the deal included"), || {
            game.deal(Deal::new(1, 0));
            game.play(Action::Open(first))
        });
    }
}

/// ZiNi of expert boards, and an expert replay that is opened cell by cell, with moves of the mouse.
fn replays() {
    let (grid, first) = (expert(), expert().middle());
    let mut dealer = Dealer::new(grid.clone(), Level::EXPERT.mines).expect("expert can be dealt");
    let boards: Vec<Layout> = (0..100)
        .map(|index| {
            let mut layout = Layout::empty(grid.clone());
            let dealt = dealer.deal(Deal::new(1, index), Promise::None, first, &mut layout);
            dealt.expect("expert can be dealt");
            layout
        })
        .collect();
    let mut boards_again = boards.iter().cycle();
    measure("both ZiNi of an expert board", || boards_again.next().map(Zini::of));
    let mut replay = Replay::new(ReplayFormat::Rawvf, boards[0].clone());
    for cell in boards[0].safe() {
        let point = grid.point(cell);
        let mut event = |kind| {
            let (x, y) = (point.x.cast_signed() * 16 + 8, point.y.cast_signed() * 16 + 8);
            let time = 50 * cell.number().cast_signed();
            replay.events.push(MouseEvent { time, kind, x, y });
        };
        (0..10).for_each(|_| event(MouseKind::Move));
        event(MouseKind::LeftDown);
        event(MouseKind::LeftUp);
    }
    let text = rawvf::write(&replay).expect("of the classic grid");
    measure("expert replay of 4 500 events, read and measured", || {
        let replay = rawvf::read(text.as_bytes()).expect("as it was written");
        Performance::of(&replay, &Played::of(&replay))
    });
}

fn main() {
    deals();
    episodes();
    floods();
    replays();
}

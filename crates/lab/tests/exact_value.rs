//! The exact values of players: against playing every board one by one, and against best play.

#![allow(clippy::unwrap_used)]

use surefoot_inference::BestPlay;
use surefoot_lab::exact_value::{ExactValue, ExactValueError, exact_value};
use surefoot_players::Roster;
use surefoot_rules::{
    Action, Brief, Cell, Choice, Deal, Game, GameKind, Grid, Layout, Player, Promise, Random,
    Rules, Status, View, episode, view,
};

fn closed(width: u32, height: u32, mines: u32) -> View {
    View::new(Grid::new(width, height).unwrap(), Some(mines)).unwrap()
}

fn of(view: &View, promise: Promise, text: &str) -> ExactValue {
    exact_value(&Roster::standard(), text, view, promise, 7, 100_000, &mut |_| true).unwrap()
}

/// A player that is told of another promise than the table's.
struct Promised<P>(P, Promise);

impl<P: Player> Player for Promised<P> {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.0.begin(&Brief { promise: self.1, ..*brief }, view, random);
    }

    fn choose(&mut self, view: &View) -> Choice {
        self.0.choose(view)
    }
}

/// Every board that the promise allows, played from the beginning.
fn one_by_one(width: u32, height: u32, mines: u32, promise: Promise, text: &str) -> (u64, u64) {
    let grid = Grid::new(width, height).unwrap();
    let rules = Rules { promise: Promise::None, ..Rules::new(GameKind::Win, grid.clone(), mines) };
    let mut game = Game::new(rules).unwrap();
    let mut player = Promised(Roster::standard().call(text).unwrap(), promise);
    let random = || Random::for_player(Deal::new(7, 0), text);
    player.begin(&game.brief(), game.view(), random());
    let Action::Open(first) = player.choose(game.view()).action else { panic!("{text}") };
    let (mut wins, mut boards) = (0, 0);
    for set in (0..1_u32 << grid.len()).filter(|set| set.count_ones() == mines) {
        let under = grid.cells().filter(|cell| set >> cell.number() & 1 == 1);
        let under: Vec<Cell> = under.collect();
        if under.iter().any(|&cell| promise.frees(&grid, first, cell)) {
            continue;
        }
        game.lay(&Layout::new(grid.clone(), under).unwrap(), Deal::default()).unwrap();
        let record = episode::play(&mut game, &mut player, random());
        assert_eq!(record.fault, None);
        boards += 1;
        wins += u64::from(record.outcome.status == Status::Won);
    }
    (wins, boards)
}

#[test]
fn the_exact_value_is_the_share_of_boards_won() {
    for text in ["random", "queue", "closure", "periphery", "exact", "surefoot"] {
        for (width, height, mines) in [(5, 2, 2), (4, 3, 3), (4, 4, 3)] {
            for promise in Promise::ALL {
                let ours = of(&closed(width, height, mines), promise, text);
                let theirs = one_by_one(width, height, mines, promise, text);
                let what = format!("{text} on {width}x{height}/{mines}, {promise}");
                assert_eq!((ours.wins, ours.configurations), theirs, "{what}");
                assert_eq!(ours.fault, None, "{what}");
            }
        }
    }
}

/// On every small board whose best play is published `surefoot` plays it.
#[test]
fn surefoot_loses_nothing_on_small_boards() {
    let boards: [(u32, u32, u32); 4] = [(3, 3, 5), (4, 3, 5), (4, 4, 6), (5, 5, 3)];
    for (width, height, most) in boards {
        for (mines, promise) in (1..=most).flat_map(|m| Promise::ALL.map(|promise| (m, promise))) {
            let view = closed(width, height, mines);
            let best = BestPlay::search(&view, promise, 1 << 30, &mut |_| true).unwrap();
            let ours = of(&view, promise, "surefoot");
            let cross = ours.wins * u64::from(best.configurations);
            let what = format!("{width}x{height}/{mines}, {promise}: {ours:?} {best:?}");
            assert_eq!(cross, u64::from(best.wins) * ours.configurations, "{what}");
        }
    }
}

#[test]
fn a_position_has_a_worth_too() {
    let view = view!["5x4/5", "*****", "*1***", "*3***", "*****"];
    let surefoot = of(&view, Promise::None, "surefoot");
    assert_eq!((surefoot.wins, surefoot.configurations), (285, 360));
    let flagged = view!["5x4/5", "*****", "F1***", "*3***", "*****"];
    assert_eq!(of(&flagged, Promise::None, "surefoot"), surefoot);
    assert!(of(&view, Promise::None, "exact").wins <= 285);
    // A wall of opened mines beside the last guess, and mines that are certain.
    let walled = view!["5x2/5", "*3M4*", "*3M4*"];
    let exact = of(&walled, Promise::None, "exact");
    assert_eq!((exact.wins, exact.configurations), (1, 2));
}

#[test]
fn what_has_no_worth_is_said() {
    let four = closed(4, 4, 8);
    let many =
        exact_value(&Roster::standard(), "exact", &four, Promise::None, 0, 100, &mut |_| true);
    assert_eq!(many, Err(ExactValueError::TooMany { most: 100 }));
    let nobody =
        exact_value(&Roster::standard(), "nobody", &four, Promise::None, 0, 100_000, &mut |_| true);
    assert!(matches!(nobody, Err(ExactValueError::Roster(_))));
    let stopped =
        exact_value(&Roster::standard(), "exact", &four, Promise::None, 0, 100_000, &mut |done| {
            done < 5
        });
    assert_eq!(stopped, Err(ExactValueError::Stopped { decisions: 5 }));
    // `exact` begins a little inside, where nine cells cannot be kept free.
    let broken = of(&four, Promise::Opening, "exact");
    assert_eq!(broken.wins, 0);
    assert!(broken.fault.unwrap().contains("the promise `opening` at 1,1 cannot be kept"));
}

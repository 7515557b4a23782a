//! Kaboom against plain enumeration: what is needed, what is needless, and what then happens.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashMap};

use surefoot_inference::{Judgement, Kaboom, KaboomError, Unknown, oracle};
use surefoot_rules::{
    Action, Cell, Deal, Game, GameKind, Grid, History, Layout, Neighbourhood, Promise, Random,
    Rules, Status, Tile, View,
};
use surefoot_testing::Cases;

/// What an action is, from every configuration written out.
fn witness(view: &View, cells: &[Cell], all: &HashMap<Vec<Cell>, f64>) -> Judgement {
    let safe = |cell: Cell| all.keys().all(|mines| !mines.contains(&cell));
    let goes_well = |mines: &Vec<Cell>| cells.iter().all(|cell| !mines.contains(cell));
    if all.keys().all(goes_well) {
        Judgement::Certain
    } else if cells.iter().any(|cell| all.keys().all(|mines| mines.contains(cell))) {
        Judgement::Hopeless
    } else if view.closed().any(safe) {
        Judgement::Needless
    } else if all.keys().any(goes_well) {
        Judgement::Needed
    } else {
        Judgement::Hopeless
    }
}

/// A small game, dealt or laid out, and a stream of clicks.
fn any_game(random: &mut Random) -> (Layout, (bool, u64)) {
    let neighbourhood = *random.pick(&Neighbourhood::ALL).unwrap();
    let (width, height) = (2 + random.below(3), 2 + random.below(3));
    let grid = Grid::with(width, height, neighbourhood).unwrap();
    let share = 3 + random.below(4);
    let mut mines: Vec<Cell> = grid.cells().filter(|_| random.below(share) == 0).collect();
    mines.truncate(grid.len() - 1);
    (Layout::new(grid, mines).unwrap(), (random.below(2) == 0, random.bits()))
}

fn begin(layout: &Layout, dealt: bool, stream: u64) -> History {
    let rules = Rules::on(GameKind::Win, layout);
    let mut game = Game::new(Rules { promise: Promise::Safe, ..rules.clone() }).unwrap();
    game.deal(Deal::new(stream, 1));
    if !dealt {
        game = Game::new(rules).unwrap();
        game.lay(layout, Deal::new(stream, 1)).unwrap();
    }
    History::of(game)
}

fn check_games(count: u64) {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    let mut chords = 0;
    let mut kaboom = Kaboom::default();
    Cases::new("kaboom", count).check(any_game, |(layout, (dealt, stream))| {
        let mut history = begin(layout, *dealt, *stream);
        let mut random = Random::named("clicks", [*stream, 0]);
        let cells = layout.grid().len() as u32;
        for _ in 0..60 {
            if history.game().status() != Status::Playing {
                break;
            }
            let cell = Cell::new(random.below(cells));
            let action = match random.below(6) {
                0 => Action::Flag(cell),
                1 | 2 => Action::Chord(cell),
                _ => Action::Open(cell),
            };
            let before = history.clone();
            let view = before.game().view();
            let opens = action.opens(view);
            let Ok((status, judgement)) = kaboom.play(&mut history, action) else {
                // What is refused leaves no trace.
                assert_eq!(history.game().layout(), before.game().layout());
                assert_eq!(history.actions().len(), before.actions().len());
                continue;
            };
            if opens.is_empty() || before.game().layout().is_none() {
                assert_eq!(judgement, None);
                assert_ne!(status, Status::Lost, "the first click is safe");
                continue;
            }
            let all = oracle::configurations(view, Unknown::AnyTotal);
            let expected = witness(view, &opens, &all);
            assert_eq!(judgement, Some(expected), "{action:?}\n{view:?}");
            *seen.entry(expected.name()).or_default() += 1;
            chords += u32::from(matches!(action, Action::Chord(_)));
            let lost = matches!(expected, Judgement::Needless | Judgement::Hopeless);
            assert_eq!(status == Status::Lost, lost, "{expected} {action:?}\n{view:?}");
            // The truth is one of the configurations that were possible before.
            let now = history.game().layout().unwrap();
            let closed: Vec<Cell> = view.closed().filter(|&cell| now.is_mine(cell)).collect();
            assert!(all.contains_key(&closed), "{now:?}\n{view:?}");

            if random.below(5) == 0 {
                history.take_back().unwrap();
                assert_eq!(history.game().view(), view);
                assert_eq!(history.game().layout(), before.game().layout());
            }
        }
        // In hindsight the game looks as it did, with nothing replaced.
        let mut again = history.in_hindsight();
        for &action in history.actions() {
            again.play(action).unwrap();
        }
        assert_eq!(again.view(), history.game().view());
    });
    let of = |judgement: Judgement| seen.get(judgement.name()).copied().unwrap_or_default();
    let count = count as u32;
    for (judgement, least) in [
        (Judgement::Certain, count / 4),
        (Judgement::Needed, count),
        (Judgement::Needless, count / 8),
        (Judgement::Hopeless, count / 40),
    ] {
        assert!(of(judgement) > least, "{seen:?}");
    }
    assert_eq!(of(Judgement::TooWide), 0);
    assert!(chords > count / 20, "{chords}");
}

#[test]
fn games_are_judged_as_by_enumeration() {
    check_games(400);
}

#[test]
#[ignore = "slow: scripts/test --all"]
fn ten_thousand_games_are_judged_as_by_enumeration() {
    check_games(10_000);
}

/// The same deal and the same clicks give the same board, and one who never guesses without need
/// always wins.
#[test]
fn whoever_guesses_only_where_it_is_needed_wins() {
    let mut kaboom = Kaboom::default();
    for index in 0..8 {
        let grid = Grid::new(16, 16).unwrap();
        let mut play = |order: &dyn Fn(Cell) -> u64| {
            let mut game = Game::new(Rules::new(GameKind::Win, grid.clone(), 60)).unwrap();
            game.deal(Deal::new(7, index));
            let mut history = History::of(game);
            history.play(Action::Open(grid.middle())).unwrap();
            while history.game().status() == Status::Playing {
                let view = history.game().view();
                let mut hidden: Vec<Cell> = view.hidden().collect();
                hidden.sort_by_key(|&cell| order(cell));
                let mut judged = hidden.iter().map(|&c| (c, kaboom.judge(view, &[c]).unwrap()));
                let wanted = [Judgement::Certain, Judgement::Needed];
                let (cell, _) = judged.find(|(_, judgement)| wanted.contains(judgement)).unwrap();
                kaboom.play(&mut history, Action::Open(cell)).unwrap();
            }
            history
        };
        let forward = |cell: Cell| u64::from(cell.number());
        let (one, same) = (play(&forward), play(&forward));
        assert_eq!(one.game().status(), Status::Won);
        assert_eq!(one.game().layout(), same.game().layout());
        let backward = |cell: Cell| u64::from(1000 - cell.number());
        assert_eq!(play(&backward).game().status(), Status::Won);
    }
}

/// Who flags what is safe has not made a guess needed.
#[test]
fn flags_make_no_guess_needed() {
    let layout = surefoot_rules::layout!["M . . . ."];
    let mut history = begin(&layout, false, 1);
    let mut kaboom = Kaboom::default();
    let mut play = |action| kaboom.play(&mut history, action).unwrap();
    assert_eq!(play(Action::Open(Cell::new(1))), (Status::Playing, Some(Judgement::Needed)));
    for cell in [3, 4] {
        assert_eq!(play(Action::Flag(Cell::new(cell))), (Status::Playing, None));
    }
    assert_eq!(play(Action::Open(Cell::new(2))), (Status::Lost, Some(Judgement::Needless)));
    assert_eq!(history.game().view().tile(Cell::new(2)), Tile::Mine);
}

#[test]
fn rules_without_certainty_are_refused() {
    let usual = Rules::new(GameKind::Win, Grid::new(9, 9).unwrap(), 10);
    assert_eq!(Kaboom::check_dealt(&usual), Ok(()));
    let none = Rules { promise: Promise::None, ..usual.clone() };
    assert_eq!(Kaboom::check(&none), Ok(()));
    assert_eq!(Kaboom::check_dealt(&none), Err(KaboomError::Promise));
    let clues = "silent:0.5".parse().unwrap();
    assert_eq!(Kaboom::check(&Rules { clues, ..usual.clone() }), Err(KaboomError::Clues));
    assert_eq!(Kaboom::check(&Rules { told: false, ..usual.clone() }), Err(KaboomError::Untold));
    let score = Rules { kind: GameKind::Score, ..usual };
    assert_eq!(Kaboom::check(&score), Err(KaboomError::Kind(GameKind::Score)));
}

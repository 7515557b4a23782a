//! No-guess boards: finished by players that never guess.

#![allow(clippy::unwrap_used)]

use surefoot_inference::no_guess::{Logic, Maker, Sweeper, Walk, Wish, deal};
use surefoot_players::Roster;
use surefoot_rules::{
    Action, Cell, Deal, Game, GameKind, Grid, Layout, Promise, Random, Rules, Status, episode,
};

fn wish(width: u32, height: u32, mines: u32, logic: Logic) -> Wish {
    let grid = Grid::new(width, height).unwrap();
    let first = grid.middle();
    Wish { grid, mines, promise: Promise::Opening, first, logic }
}

/// How a player of the roster does on a board after its first click.
fn guesses(player: &str, layout: &Layout, first: Cell) -> (Status, u32) {
    let mut game = Game::new(Rules::on(GameKind::Win, layout)).unwrap();
    game.lay(layout, Deal::default()).unwrap();
    game.play(Action::Open(first)).unwrap();
    let mut seated = Roster::standard().call(player).unwrap();
    let record = episode::play(&mut game, &mut seated, Random::for_player(Deal::default(), player));
    (game.status(), record.guesses)
}

#[test]
fn players_finish_no_guess_boards_without_guessing() {
    for (logic, player) in
        [(Logic::Simple, "cascade"), (Logic::Pairs, "exact"), (Logic::Full, "exact")]
    {
        let wish = wish(16, 16, 40, logic);
        let mut maker = Maker::new(wish.clone()).unwrap();
        for index in 0..15 {
            let found = maker.deal(Deal::new(5, index)).unwrap();
            assert_eq!(found.repaired, None);
            let how = guesses(player, &found.layout, wish.first);
            assert_eq!(how, (Status::Won, 0), "{logic} {index}");
        }
    }
}

/// And deals that `exact` has to guess on are not no-guess.
#[test]
fn boards_are_no_guess_exactly_if_exact_never_guesses() {
    let mut dealer = surefoot_rules::Dealer::new(Grid::new(9, 9).unwrap(), 16).unwrap();
    let grid = Grid::new(9, 9).unwrap();
    let mut sweeper = Sweeper::new(grid.clone(), 16).unwrap();
    let mut layout = Layout::empty(grid.clone());
    let mut kept = 0;
    for index in 0..100 {
        dealer.deal(Deal::new(6, index), Promise::Opening, grid.middle(), &mut layout).unwrap();
        let free = sweeper.finishes(&layout, grid.middle(), Logic::Full);
        let (status, guesses) = guesses("exact", &layout, grid.middle());
        assert_eq!(free, (status, guesses) == (Status::Won, 0), "deal {index}");
        let walk = Walk::over(&layout, grid.middle()).unwrap();
        assert_eq!(free, walk.guesses.is_empty(), "deal {index}");
        // Less logic never does more.
        let by = |sweeper: &mut Sweeper, logic| sweeper.finishes(&layout, grid.middle(), logic);
        let levels = Logic::ALL.map(|logic| by(&mut sweeper, logic));
        assert!(levels.is_sorted(), "deal {index}: {levels:?}");
        kept += u32::from(free);
    }
    assert!((20..80).contains(&kept), "{kept}");
}

#[test]
fn dense_boards_are_repaired_and_say_so() {
    let wish = wish(12, 12, 50, Logic::Full);
    let found = deal(&wish, Deal::new(1, 0)).unwrap();
    assert!(found.repaired.is_some());
    assert_eq!(found.layout.count(), 50);
    assert_eq!(found.layout.number(wish.first), 0);
    assert_eq!(guesses("exact", &found.layout, wish.first), (Status::Won, 0));
    let again = deal(&wish, Deal::new(1, 0)).unwrap();
    assert!(found.layout.mines().eq(again.layout.mines()), "the same board anywhere");
}

//! What reviews weigh, and what they leave.

use super::*;
use crate::Roster;
use surefoot_rules::{Deal, GameKind, Grid, Layout, Player, Random, Rules, Status};

/// A game with guesses: with few mines one that knows nothing makes avoidable ones, with many
/// one that knows all makes forced ones.
fn game_of_guesses(deal: u64) -> (Game, Vec<Action>) {
    let (name, mines) = if deal.is_multiple_of(2) { ("random", 4) } else { ("exact", 18) };
    let grid = Grid::new(9, 9).unwrap();
    let mut game = Game::new(Rules::new(GameKind::Win, grid, mines)).unwrap();
    game.deal(Deal::new(5, deal));
    let mut player = Roster::standard().call(name).unwrap();
    player.begin(&game.brief(), game.view(), Random::for_player(Deal::new(5, deal), name));
    let mut actions = Vec::new();
    while game.status() == Status::Playing {
        let action = player.choose(game.view()).action;
        game.play(action).unwrap();
        actions.push(action);
    }
    let mut beginning = Game::new(game.rules().clone()).unwrap();
    beginning.lay(game.layout().unwrap(), Deal::default()).unwrap();
    (beginning, actions)
}

/// Two that share a game, and one that begins at its end, find what one finds in order: nothing in
/// their memory matters.
#[test]
fn positions_are_weighed_alike_in_any_order() {
    let (mut forced, mut avoidable) = (0, 0);
    for deal in 0..8 {
        let (game, actions) = game_of_guesses(deal);
        let whole = crate::review::thorough(&game, &actions);
        let positions = 1 + whole.guesses.len();
        let mut backwards = ThoroughReview::new(&game, &actions);
        assert!((0..positions).rev().all(|position| backwards.weigh(position)));
        assert!(!backwards.weigh_next() && !backwards.weigh(positions));
        assert_eq!(*backwards.review(), whole, "backwards, deal {deal}");
        for half in 0..2 {
            let mut sharing = ThoroughReview::new(&game, &actions);
            for position in (half..positions).step_by(2) {
                assert!(sharing.weigh(position));
                match position.checked_sub(1) {
                    None => assert_eq!(sharing.review().start, whole.start),
                    Some(at) => assert_eq!(sharing.review().guesses[at], whole.guesses[at]),
                }
            }
        }
        avoidable += whole.count(GuessVerdict::Avoidable);
        forced += positions - 1 - whole.count(GuessVerdict::Avoidable);
    }
    assert!(forced >= 3 && avoidable >= 3, "{forced} {avoidable}");
}

/// A board with a pair at the upper left that nothing will ever tell apart, walled in by mines; the rest is
/// any. And actions that open all but the pair and the right half, and then guess one of the pair.
fn walled_pair(number: u64) -> (Game, Vec<Action>) {
    let grid = Grid::new(14, 6).unwrap();
    let mut random = Random::named("walled pair", [number, 0]);
    let at = |x: u32, y: u32| Cell::new(14 * y + x);
    let mut mines = vec![at(0, 1), at(2, 0), at(2, 1), at(0, 2), at(1, 2), at(2, 2)];
    while mines.len() < 16 {
        let mine = at(7 + random.below(7), random.below(6));
        if !mines.contains(&mine) {
            mines.push(mine);
        }
    }
    let layout = Layout::new(grid.clone(), mines).unwrap();
    let mut game = Game::new(Rules::on(GameKind::Win, &layout)).unwrap();
    game.lay(&layout, Deal::default()).unwrap();
    let (mut table, mut actions) = (game.clone(), Vec::new());
    let left = grid.cells().filter(|&cell| grid.point(cell).x < 6 && cell != at(0, 0));
    let left: Vec<Cell> = left.filter(|&cell| !layout.is_mine(cell)).collect();
    for &cell in left.iter().rev() {
        if table.play(Action::Open(cell)).is_ok() {
            actions.push(Action::Open(cell));
        }
    }
    actions.push(Action::Open(at(0, 0)));
    (game, actions)
}

/// An avoidable guess that had to be made in any case costs nothing, and one that waiting would have
/// answered costs its risk.
#[test]
fn a_coin_flip_made_early_loses_nothing() {
    let mut seen = 0;
    for number in 0..12 {
        let (game, actions) = walled_pair(number);
        let review = crate::review::thorough(&game, &actions);
        let guess = review.guesses.last().unwrap();
        let Some(worth) = guess.worth.filter(|_| guess.avoidable) else { continue };
        if worth.best.is_exact() {
            continue;
        }
        assert!((guess.safety - 0.5).abs() < 1e-12, "{number}");
        assert_eq!((worth.lost(), guess.is_only_early()), (0.0, true), "{number}: {guess:?}");
        seen += 1;
    }
    assert!(seen > 2, "{seen}");
}

/// However many guesses a game has, no position of them is kept; and what is too much work is counted.
#[test]
fn work_is_bounded_and_what_is_left_is_counted() {
    let grid = Grid::new(120, 120).unwrap();
    let mut game = Game::new(Rules::new(GameKind::Win, grid.clone(), 1_500)).unwrap();
    game.deal(Deal::new(3, 1));
    let mut actions = Vec::new();
    for cell in grid.cells().step_by(37) {
        let hit = game.layout().is_some_and(|layout| layout.is_mine(cell));
        if !hit && game.play(Action::Open(cell)).is_ok() {
            actions.push(Action::Open(cell));
        }
    }
    let layout = game.layout().unwrap().clone();
    let mut beginning = Game::new(game.rules().clone()).unwrap();
    beginning.lay(&layout, Deal::default()).unwrap();
    let mut looking = ThoroughReview::new(&beginning, &actions);
    let review = looking.review();
    assert!(review.unweighed > 10, "{}", review.unweighed);
    let (guesses, left) = (review.guesses.len(), review.unweighed);
    assert_eq!(1 + guesses - left, looking.affordable);
    assert!(looking.affordable * looking.playouts * grid.len() <= tunables::REVIEW_WORK);
    // One that is not weighed takes no time, and has no worth.
    assert!(looking.weigh(guesses));
    assert!(looking.review().guesses[guesses - 1].worth.is_none());
    assert_eq!(looking.at.0, 0, "nothing was played for it");
}

/// Who hits a mine with the first click could know nothing, and what followed was worth nothing.
#[test]
fn a_first_click_on_a_mine_has_no_start() {
    let board = surefoot_rules::layout!["M . . ."];
    let mut game = Game::new(Rules::on(GameKind::Win, &board)).unwrap();
    game.lay(&board, Deal::default()).unwrap();
    let review = crate::review::thorough(&game, &[Action::Open(Cell::new(0))]);
    assert!(review.first_click_lost && review.start.is_none() && review.guesses.is_empty());
}

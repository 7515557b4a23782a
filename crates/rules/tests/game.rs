//! The three games, played move by move on drawn boards.

#![allow(clippy::unwrap_used)]

use surefoot_rules::{
    Action, ActionError, Asks, Cell, Deal, Game, GameKind, Grid, InconsistentError, Layout, Point,
    Promise, Random, Rules, Status, Tile, View, layout, view,
};

fn at(game: &Game, x: u32, y: u32) -> Cell {
    game.view().grid().cell(Point { x, y }).unwrap()
}

fn laid(kind: GameKind, layout: &Layout) -> Game {
    let mut game = Game::new(Rules::on(kind, layout)).unwrap();
    game.lay(layout, Deal::default()).unwrap();
    game
}

#[track_caller]
fn sees(game: &Game, expected: &View) {
    assert_eq!(game.view(), expected, "\n{:?}\n{expected:?}", game.view());
}

/// An illegal action says why and leaves everything as it was.
#[track_caller]
fn refuses(game: &mut Game, action: Action) -> ActionError {
    let (before, journal) = (game.view().clone(), game.view().journal().to_vec());
    let status = game.status();
    let reason = game.play(action).unwrap_err();
    assert_eq!(*game.view(), before);
    assert_eq!(game.view().journal(), journal);
    assert_eq!(game.status(), status);
    reason
}

#[test]
fn win_floods_and_is_won_by_the_last_safe_cell() {
    let mut game = laid(GameKind::Win, &layout![". . . .", ". . . M", ". . . .", "M . . ."]);
    let corner = at(&game, 0, 0);
    assert_eq!(game.play(Action::Open(corner)), Ok(Status::Playing));
    sees(&game, &view!["4x4/2", "0 0 1 *", "0 0 1 *", "1 1 1 *", "* * * *"]);
    let corner = at(&game, 3, 3);
    assert_eq!(game.play(Action::Open(corner)), Ok(Status::Playing));
    sees(&game, &view!["4x4/2", "0 0 1 *", "0 0 1 *", "1 1 1 1", "* 1 0 0"]);
    let last = at(&game, 3, 0);
    assert_eq!(game.play(Action::Open(last)), Ok(Status::Won));
    assert_eq!(refuses(&mut game, Action::Open(Cell::new(12))), ActionError::Over);
    let outcome = game.outcome();
    assert_eq!((outcome.digs, outcome.exploded), (14, 0));
    assert_eq!((outcome.score, outcome.dig_density), (None, None));
}

#[test]
fn win_is_lost_by_a_mine() {
    let mut game = laid(GameKind::Win, &layout!["M . .", ". . ."]);
    assert_eq!(game.play(Action::Open(Cell::new(0))), Ok(Status::Lost));
    sees(&game, &view!["3x2/1", "M * *", "* * *"]);
    assert_eq!(game.outcome().exploded, 1);
}

#[test]
fn a_board_of_mines_alone_is_won_before_it_begins() {
    let game = laid(GameKind::Win, &layout!["M M"]);
    assert_eq!(game.status(), Status::Won);
}

#[test]
fn a_flag_holds_off_opening_and_flooding() {
    let mut game = laid(GameKind::Win, &layout![". . . M"]);
    game.play(Action::Flag(Cell::new(1))).unwrap();
    game.play(Action::Open(Cell::new(0))).unwrap();
    sees(&game, &view!["4x1/1", "0 F * *"]);
    let reason = refuses(&mut game, Action::Open(Cell::new(1)));
    assert_eq!(reason, ActionError::Flagged(Point { x: 1, y: 0 }));
    game.play(Action::Flag(Cell::new(1))).unwrap();
    game.play(Action::Open(Cell::new(1))).unwrap();
    sees(&game, &view!["4x1/1", "0 0 1 *"]);
}

#[test]
fn a_chord_opens_what_is_not_flagged() {
    let board = layout!["M . .", ". . .", ". . M"];
    let mut game = laid(GameKind::Win, &board);
    let centre = at(&game, 1, 1);
    assert_eq!(
        refuses(&mut game, Action::Chord(centre)),
        ActionError::NoClue(Point { x: 1, y: 1 })
    );
    game.play(Action::Open(centre)).unwrap();
    game.play(Action::Flag(Cell::new(0))).unwrap();
    assert!(matches!(
        refuses(&mut game, Action::Chord(centre)),
        ActionError::ChordCount { clue: 2, marked: 1, .. }
    ));
    game.play(Action::Flag(Cell::new(8))).unwrap();
    assert_eq!(game.play(Action::Chord(centre)), Ok(Status::Won));
    sees(&game, &view!["3x3/2", "F 1 0", "1 2 1", "0 1 F"]);

    // With a wrong flag it opens the mine.
    let mut game = laid(GameKind::Win, &board);
    game.play(Action::Open(centre)).unwrap();
    game.play(Action::Flag(Cell::new(0))).unwrap();
    game.play(Action::Flag(Cell::new(1))).unwrap();
    assert_eq!(game.play(Action::Chord(centre)), Ok(Status::Lost));

    // In the forgiving games an opened mine counts as marked.
    let mut game = laid(GameKind::Dig, &board);
    for cell in [centre, Cell::new(0), Cell::new(8)] {
        game.play(Action::Open(cell)).unwrap();
    }
    game.play(Action::Chord(centre)).unwrap();
    assert_eq!(game.view().hidden_count(), 0);
    let reason = refuses(&mut game, Action::Chord(centre));
    assert_eq!(reason, ActionError::NothingToOpen(Point { x: 1, y: 1 }));
}

#[test]
fn score_goes_on_after_a_mine_and_counts_flags() {
    let mut game = laid(GameKind::Score, &layout!["M . M", ". . .", "M . M"]);
    for cell in [0, 1] {
        assert_eq!(game.play(Action::Open(Cell::new(cell))), Ok(Status::Playing));
    }
    sees(&game, &view!["3x3/4", "M 2 *", "* * *", "* * *"]);
    for cell in [2, 6, 3] {
        game.play(Action::Flag(Cell::new(cell))).unwrap();
    }
    let reason = refuses(&mut game, Action::Flag(Cell::new(2)));
    assert_eq!(reason, ActionError::FlagIsFinal(Point { x: 2, y: 0 }));
    let reason = refuses(&mut game, Action::Flag(Cell::new(1)));
    assert_eq!(reason, ActionError::FlagOnOpen(Point { x: 1, y: 0 }));
    assert_eq!(game.play(Action::Declare), Ok(Status::Finished));
    let outcome = game.outcome();
    assert_eq!((outcome.true_flags, outcome.false_flags, outcome.exploded), (2, 1, 1));
    assert_eq!(outcome.score, Some(0.25));
}

#[test]
fn score_ends_when_nothing_is_left_and_is_never_negative() {
    let mut game = laid(GameKind::Score, &layout!["M ."]);
    game.play(Action::Open(Cell::new(0))).unwrap();
    assert_eq!(game.play(Action::Flag(Cell::new(1))), Ok(Status::Finished));
    assert_eq!(game.outcome().score, Some(0.0));
    let mut bare = laid(GameKind::Score, &layout![". ."]);
    bare.play(Action::Declare).unwrap();
    assert_eq!(bare.outcome().score, Some(1.0));
}

#[test]
fn zeros_flood_only_where_the_game_or_the_match_says_so() {
    let board = layout![". . . M"];
    for (kind, flood, opened) in [
        (GameKind::Win, None, 3),
        (GameKind::Win, Some(false), 1),
        (GameKind::Score, None, 1),
        (GameKind::Dig, None, 1),
        (GameKind::Dig, Some(true), 3),
    ] {
        let rules = Rules { flood, ..Rules::on(kind, &board) };
        let mut game = Game::new(rules).unwrap();
        game.lay(&board, Deal::default()).unwrap();
        game.play(Action::Open(Cell::new(0))).unwrap();
        assert_eq!(game.view().opened(), opened, "{kind} {flood:?}");
    }
}

#[test]
fn dig_is_won_by_the_right_declaration_alone() {
    let board = layout!["M . . M"];
    for (flagged, status) in [(3, Status::Won), (2, Status::Lost)] {
        let mut game = laid(GameKind::Dig, &board);
        assert_eq!(game.play(Action::Open(Cell::new(0))), Ok(Status::Playing));
        game.play(Action::Open(Cell::new(1))).unwrap();
        game.play(Action::Flag(Cell::new(flagged))).unwrap();
        assert_eq!(game.play(Action::Declare), Ok(status));
        assert_eq!(game.outcome().dig_density, (status == Status::Won).then_some(0.5));
    }
    let mut early = laid(GameKind::Dig, &board);
    assert_eq!(early.play(Action::Declare), Ok(Status::Lost));
}

#[test]
fn what_is_not_possible_is_said() {
    let mut game = laid(GameKind::Win, &layout![". M ."]);
    assert_eq!(refuses(&mut game, Action::Declare), ActionError::DeclareInWin);
    let reason = refuses(&mut game, Action::Open(Cell::new(3)));
    assert_eq!(reason, ActionError::NoSuchCell(Cell::new(3)));
    let reason = refuses(&mut game, Action::Ask(Cell::new(0)));
    assert_eq!(reason, ActionError::AskClosed(Point { x: 0, y: 0 }));
    game.play(Action::Open(Cell::new(0))).unwrap();
    let reason = refuses(&mut game, Action::Open(Cell::new(0)));
    assert_eq!(reason, ActionError::AlreadyOpen(Point { x: 0, y: 0 }));
    let reason = refuses(&mut game, Action::Ask(Cell::new(0)));
    assert_eq!(reason, ActionError::AskedEnough { point: Point { x: 0, y: 0 }, asked: 1 });
}

#[test]
fn the_first_click_decides_the_deal_and_its_promise_is_kept() {
    let grid = Grid::new(9, 9).unwrap();
    for first in grid.cells() {
        let mut rules = Rules::new(GameKind::Win, grid.clone(), 10);
        let mut game = Game::new(rules.clone()).unwrap();
        game.deal(Deal::new(5, u64::from(first.number())));
        assert!(game.layout().is_none());
        game.play(Action::Open(first)).unwrap();
        assert_eq!(game.view().tile(first), Tile::Clue(0));
        assert_eq!(game.layout().unwrap().count(), 10);

        rules.promise = Promise::Safe;
        let mut safe = Game::new(rules).unwrap();
        safe.deal(Deal::new(5, u64::from(first.number())));
        safe.play(Action::Open(first)).unwrap();
        assert!(safe.view().tile(first).is_safe());
    }
}

#[test]
fn a_table_is_cleared_between_games() {
    let grid = Grid::new(9, 9).unwrap();
    let mut reused = Game::new(Rules::new(GameKind::Score, grid.clone(), 10)).unwrap();
    for index in 0..20 {
        let mut fresh = Game::new(Rules::new(GameKind::Score, grid.clone(), 10)).unwrap();
        reused.deal(Deal::new(8, index));
        fresh.deal(Deal::new(8, index));
        for game in [&mut reused, &mut fresh] {
            let mut random = Random::for_player(Deal::new(8, index), "test");
            for _ in 0..40 {
                let cell = Cell::new(random.below(81));
                let action =
                    if random.below(4) == 0 { Action::Flag(cell) } else { Action::Open(cell) };
                let _ = game.play(action);
            }
        }
        assert_eq!(reused.view(), fresh.view());
        assert_eq!(reused.outcome(), fresh.outcome());
        assert_eq!(reused.layout(), fresh.layout());
    }
}

#[test]
fn asking_again_joins_draws_and_counts_them() {
    let board = layout!["M M M", "M . M", "M M M"];
    let mut rules = Rules::on(GameKind::Score, &board);
    rules.clues = "optimistic:asks=4".parse().unwrap();
    let mut game = Game::new(rules.clone()).unwrap();
    let centre = Cell::new(4);
    let mut most = 0;
    for index in 0..50 {
        game.lay(&board, Deal::new(3, index)).unwrap();
        game.play(Action::Open(centre)).unwrap();
        let mut shown = Vec::new();
        for asks in 1..=4 {
            let Tile::Clue(clue) = game.view().tile(centre) else { panic!() };
            shown.push(clue);
            assert_eq!(game.view().asks(centre), asks);
            if asks < 4 {
                game.play(Action::Ask(centre)).unwrap();
            }
        }
        assert!(shown.is_sorted() && shown[3] <= 8, "{shown:?}");
        most = most.max(shown[3]);
        assert!(matches!(
            refuses(&mut game, Action::Ask(centre)),
            ActionError::AskedEnough { asked: 4, .. }
        ));
    }
    assert_eq!(most, 8);

    rules.clues.asks = Asks::Until;
    rules.clues.rule = "silent:0.2".parse().unwrap();
    let mut game = Game::new(rules).unwrap();
    game.lay(&board, Deal::new(3, 0)).unwrap();
    game.play(Action::Open(centre)).unwrap();
    while game.view().tile(centre) == Tile::Silent {
        game.play(Action::Ask(centre)).unwrap();
    }
    assert_eq!(game.view().tile(centre), Tile::Clue(8));
}

#[test]
fn clue_draws_do_not_depend_on_the_order_of_opening() {
    let board = layout![". . M", "M . .", ". . M"];
    let mut rules = Rules::new(GameKind::Score, board.grid().clone(), 3);
    rules.clues = "cautious".parse().unwrap();
    let mut games = [Game::new(rules.clone()).unwrap(), Game::new(rules).unwrap()];
    let mut order: Vec<Cell> = board.safe().collect();
    for game in &mut games {
        game.lay(&board, Deal::new(1, 1)).unwrap();
        for &cell in &order {
            game.play(Action::Open(cell)).unwrap();
        }
        order.reverse();
    }
    assert_eq!(games[0].view(), games[1].view());
}

#[test]
fn a_layout_is_replaced_only_by_one_that_agrees() {
    let mut game = laid(GameKind::Win, &layout!["M . .", ". . .", ". . M"]);
    game.play(Action::Open(Cell::new(4))).unwrap();
    game.play(Action::Flag(Cell::new(0))).unwrap();
    let other = layout![". M .", ". . .", ". M ."];
    game.replace_layout(&other).unwrap();
    assert_eq!(game.layout(), Some(&other));
    game.play(Action::Open(Cell::new(3))).unwrap();
    sees(&game, &view!["3x3/2", "F * *", "2 2 *", "* * *"]);

    let disagrees = layout!["M . .", ". . .", ". . M"];
    let error = game.replace_layout(&disagrees).unwrap_err();
    assert_eq!(error, InconsistentError::Tile(Point { x: 0, y: 1 }));
    let on_open = layout![". . .", "M . M", ". . ."];
    assert!(matches!(game.replace_layout(&on_open), Err(InconsistentError::Tile(_))));
    let three = layout!["M M M", ". . .", ". . ."];
    let error = game.replace_layout(&three).unwrap_err();
    assert_eq!(error, InconsistentError::Mines { expected: 2, found: 3 });
    assert_eq!(game.replace_layout(&layout!["M M"]), Err(InconsistentError::Grid));
    assert_eq!(game.layout(), Some(&other));
}

/// One click may open sixteen million cells; a recursive flood would have died
/// long before.
#[test]
fn a_huge_flood_needs_no_stack() {
    let grid = Grid::new(2048, 2048).unwrap();
    let mut game = Game::new(Rules::new(GameKind::Win, grid.clone(), 4_000)).unwrap();
    let play = move || {
        game.play(Action::Open(grid.middle())).unwrap();
        game.view().opened()
    };
    let small_stack = std::thread::Builder::new().stack_size(128 * 1024).spawn(play).unwrap();
    assert!(small_stack.join().unwrap() > 4_000_000);
}

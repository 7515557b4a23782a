//! Replays on the page: what was written is read, played back and reviewed.

#![allow(clippy::unwrap_used, clippy::float_cmp)]
#![cfg(feature = "replays")]

use surefoot_web::{
    Game, GameReviewer, Move, Order, ReplayedGame, TimedMove, choices, count_replays, list_replays,
    replay_format, write_replay,
};

fn order() -> Order {
    let board = r#"{"width":5,"height":1,"mines":[0]}"#;
    Order { board: Some(board.to_owned()), ..choices().usual }
}

/// Opens 1, flags the mine, and opens 2 at a risk, which opens the rest.
fn moves() -> Vec<TimedMove> {
    let open = |cell| Move::Open { cell };
    let actions = [(0, open(1)), (700, Move::Flag { cell: 0 }), (1500, open(2))];
    actions.map(|(time, action)| TimedMove { time, action }).to_vec()
}

#[test]
fn a_game_of_the_page_is_saved_and_played_back() {
    let text = write_replay(&order(), &moves(), "Ann").unwrap();
    assert_eq!(count_replays(text.as_bytes()), Ok(1));
    assert_eq!(replay_format(text.as_bytes()).as_deref(), Some("rawvf"));
    let line = &list_replays(text.as_bytes()).unwrap().replays[0];
    assert_eq!((&*line.level, &*line.player), ("5x1/1", "Ann"));
    assert_eq!((&*line.status, line.time), ("won", 1500));
    let mut replayed = ReplayedGame::new(text.as_bytes(), 0).unwrap();
    let facts = replayed.facts();
    assert_eq!((&*facts.player, &*facts.program, &*facts.format), ("Ann", "Surefoot", "rawvf"));
    assert_eq!((facts.width, facts.height, &facts.mines[..]), (5, 1, &[0][..]));
    assert_eq!((&*facts.status, facts.time, facts.actions.len()), ("won", 1500, 3));
    assert_eq!(facts.actions, moves());
    assert_eq!((facts.events[0].time, &*facts.events[0].kind), (0, "lc"));
    assert_eq!((facts.events[0].x, facts.events[0].y), (1.5, 0.5));
    assert_eq!((facts.measures.three_bv, facts.measures.clicks.left), (1, 2));

    // Forth and back, the positions are those of the game.
    let mut game =
        Game::new(&Order { board: Some(facts.board.clone()), ..choices().usual }).unwrap();
    let mut seen = vec![game.position()];
    for timed in &facts.actions {
        game.play(&timed.action).unwrap();
        seen.push(game.position());
    }
    for number in [0, 3, 2, 1, 9] {
        let expected = &seen[(number as usize).min(3)];
        assert_eq!(replayed.position(number), *expected, "{number}");
    }
    assert_eq!(replayed.rawvf(), Ok(text));
}

#[test]
fn a_review_is_made_guess_by_guess() {
    let text = write_replay(&order(), &moves(), "").unwrap();
    let mut ours = GameReviewer::new(
        &order(),
        &moves().into_iter().map(|timed| timed.action).collect::<Vec<_>>(),
    )
    .unwrap();
    let mut theirs = ReplayedGame::new(text.as_bytes(), 0).unwrap().reviewer();
    let first = ours.so_far();
    assert_eq!((first.guesses.len(), first.weighed, first.start), (1, 0, None));
    assert_eq!((first.guesses[0].safety, first.guesses[0].lost), (0.5, None));
    while ours.weigh_next() {}
    while theirs.weigh_next() {}
    let found = ours.so_far();
    assert_eq!(found, theirs.so_far());
    assert_eq!((found.weighed, found.start.unwrap().exact), (1, true));
    let guess = &found.guesses[0];
    assert_eq!((&*guess.verdict, guess.survived), ("avoidable", true));
    assert!(guess.missed.is_some() && !guess.missed_why.is_empty());
    assert!(guess.lost.unwrap() > 0.4 && found.lost == guess.lost.unwrap());
    assert_eq!(found.luck, 0.5);
}

#[test]
fn what_is_no_replay_is_refused() {
    assert!(count_replays(b"a letter").unwrap_err().to_string().contains("none of the replays"));
    let text = write_replay(&order(), &moves(), "").unwrap();
    let missing = ReplayedGame::new(text.as_bytes(), 3).unwrap_err().to_string();
    assert_eq!(missing, "the file holds 1 replays, so there is no replay 3");
    assert!(write_replay(&choices().usual, &[], "").is_err(), "nothing is dealt yet");
    let hex = Order { neighbourhood: "hex".to_owned(), ..choices().usual };
    let moves = [TimedMove { time: 0, action: Move::Open { cell: 40 } }];
    let refused = write_replay(&hex, &moves, "").unwrap_err().to_string();
    assert!(refused.contains("hex"), "{refused}");
    let silent = Order { clues: "silent:0.7".to_owned(), ..choices().usual };
    assert!(write_replay(&silent, &moves, "").unwrap_err().to_string().contains("exact clues"));
    let middle = Order { board: Some("3x3/2\n1**\n1**\n***\n".to_owned()), ..choices().usual };
    assert!(write_replay(&middle, &[], "").unwrap_err().to_string().contains("half way"));
    assert_eq!(replay_format(b"3x1/1\n*1*\n"), None);
}

/// A board that comes with its first click has it in the replay; a board without guesses has the one
/// that found it.
#[test]
fn the_first_click_of_a_board_is_written() {
    let given = r#"{"width":4,"height":1,"mines":[2],"first":[0,0]}"#.to_owned();
    let given = Order { board: Some(given), ..choices().usual };
    let no_guess = Order { no_guess: Some("simple".to_owned()), ..choices().usual };
    let first = [TimedMove { time: 0, action: Move::Open { cell: 20 } }];
    for (order, moves) in [(&given, &[][..]), (&no_guess, &first[..])] {
        let mut game = Game::new(order).unwrap();
        for timed in moves {
            game.play(&timed.action).unwrap();
        }
        let text = write_replay(order, moves, "").unwrap();
        let mut replayed = ReplayedGame::new(text.as_bytes(), 0).unwrap();
        assert_eq!(replayed.position(9), game.position());
    }
}

//! Replays on the page: what was written is read, played back and reviewed.

#![allow(clippy::unwrap_used, clippy::float_cmp)]
#![cfg(feature = "replays")]

use surefoot_rules::Random;
use surefoot_testing::{BinaryForm, any_replay, write_binary, write_collection};
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
    assert_eq!(found.luck, Some(0.5));
    // The engine's words, as `surefoot review` has them.
    assert_eq!((&*guess.verdict_words, guess.only_early), ("avoidable", false));
    let missed = guess.missed_words.as_deref();
    assert!(missed.is_some_and(|words| words.ends_with(",0 was certainly safe")), "{missed:?}");
    assert_eq!((found.without_guesses, found.left_out), (None, vec![]));
}

/// Two cells that nothing will ever tell apart, one of them opened before what is safe: it costs nothing.
#[test]
fn a_guess_that_was_only_early_is_told() {
    let mut text = String::from("Board:\n*000*0\n0000*0\nEvents:\n");
    for (time, x, y) in [(1, 2, 0), (2, 0, 1), (3, 5, 0), (4, 5, 1)] {
        let (px, py) = (16 * x + 8, 16 * y + 8);
        for kind in ["lc", "lr"] {
            text += &format!("{time}.00 {kind} {} {} ({px} {py})\n", x + 1, y + 1);
        }
    }
    let replayed = ReplayedGame::new(text.as_bytes(), 0).unwrap();
    assert_eq!(replayed.facts().ending, "won in 3.00 s");
    let mut reviewer = replayed.reviewer();
    while reviewer.weigh_next() {}
    let [guess] = &reviewer.so_far().guesses[..] else { panic!("one guess") };
    assert_eq!((&*guess.verdict_words, guess.only_early), ("avoidable, only early", true));
    let due = "was certainly safe, though the guess would have been due in any case";
    assert!(guess.missed_words.as_ref().is_some_and(|words| words.ends_with(due)), "{guess:?}");
}

/// What a file says of its game and is not so, and what its mode changes, is told here as elsewhere.
#[test]
fn false_claims_and_modes_are_told() {
    let game = "Board:\n0*\nEvents:\n1.00 lc 2 1 (24 8)\n1.25 lr 2 1 (24 8)\n";
    let facts =
        |head: &str| ReplayedGame::new(format!("{head}{game}").as_bytes(), 0).unwrap().facts();
    assert_eq!((&*facts("").ending, facts("").remarks), ("lost after 0.00 s", vec![]));
    let claims = "says it was won, but played again it is lost; it may have been changed";
    assert_eq!(facts("Status: Won\n").remarks, [claims]);
    let remarks = facts("Mode: guessable, strong\nStatus: Won\n").remarks;
    assert!(remarks[0].contains("its mines give way") && remarks[1] == claims, "{remarks:?}");
    let text = format!("Mode: guessable, strong\n{game}");
    let given_way = ReplayedGame::new(text.as_bytes(), 0).unwrap().reviewer().so_far();
    assert_eq!((given_way.luck, given_way.p_luck), (None, None));
    let lost = "lost by the first click, of which nothing could be known";
    assert_eq!(given_way.without_guesses.as_deref(), Some(lost));
    // A game of the page says how it was played.
    let kaboom = Order { kaboom: true, promise: "safe".to_owned(), ..choices().usual };
    let moves = [TimedMove { time: 0, action: Move::Open { cell: 0 } }];
    let text = write_replay(&kaboom, &moves, "").unwrap();
    let facts = ReplayedGame::new(text.as_bytes(), 0).unwrap().facts();
    assert_eq!(facts.mode, "guessable, strong");
    assert!(facts.ending.starts_with("broken off after"), "{}", facts.ending);
}

/// Of a collection each game is listed, those too that cannot be read, and with what is wrong with them.
#[test]
fn damaged_games_are_listed_with_what_is_wrong() {
    let mut random = Random::named("damaged", [1, 0]);
    let games: Vec<_> = (0..3).map(|_| any_replay(&mut random, 8, 8, 10)).collect();
    let mut files: Vec<_> =
        games.iter().map(|game| write_binary(game, BinaryForm::Evf(3))).collect();
    files[1].truncate(60);
    let bytes = write_collection(&files, 0);
    let lines = list_replays(&bytes).unwrap().replays;
    assert_eq!((lines.len(), count_replays(&bytes)), (3, Ok(3)));
    let problem = lines[1].problem.as_deref().unwrap();
    assert!(problem.contains("damaged or cut off"), "{problem}");
    assert!(lines[0].problem.is_none() && lines[2].problem.is_none());
    // Numbers are those of the list.
    let facts = |number| ReplayedGame::new(&bytes, number).map(|game| game.facts().mines.len());
    assert_eq!((facts(0), facts(2)), (Ok(10), Ok(10)));
    assert_eq!(facts(1).unwrap_err().to_string(), problem);
    // The whole of a game that is cut off is refused with the same words.
    let error = ReplayedGame::new(&files[1], 0).unwrap_err().to_string();
    assert!(error.contains("damaged or cut off; try to save it again"), "{error}");
}

#[test]
fn what_is_no_replay_is_refused() {
    assert!(count_replays(b"a letter").unwrap_err().to_string().contains("none of the replays"));
    let text = write_replay(&order(), &moves(), "").unwrap();
    let missing = ReplayedGame::new(text.as_bytes(), 3).unwrap_err().to_string();
    assert_eq!(missing, "the file holds 1 replay, so there is no replay 3");
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

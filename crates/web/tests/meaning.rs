//! What the answers mean, on boards small enough to be counted by hand. The golden file
//! says that answers stay as they are; this says that they are right.

#![allow(clippy::unwrap_used, clippy::float_cmp)]

use surefoot_web::{
    Answer, CoachAnswer, CoachComparison, Explanation, Game, Move, Order, Position, WatchedGame,
    analyse, choices, coach, compare, explain, numbers, review,
};

fn position(mines: Option<u32>, rows: &[&str]) -> Position {
    Position {
        width: rows[0].len() as u32,
        height: rows.len() as u32,
        neighbourhood: "square8".to_owned(),
        mines,
        clues: "exact".to_owned(),
        tiles: rows.concat(),
        asks: Vec::new(),
    }
}

/// A board that is laid out, not dealt: its mines.
fn board(width: u32, height: u32, mines: &str) -> Order {
    let board = format!(r#"{{"width":{width},"height":{height},"mines":[{mines}]}}"#);
    Order { board: Some(board), ..choices().usual }
}

#[test]
fn an_analysis_counts_every_filling() {
    let corner = position(Some(1), &["1**", "***"]);
    let Answer::Analysis { probability, solutions, best, .. } = analyse(&corner, None).unwrap()
    else {
        panic!("it can be counted")
    };
    // The 1 touches 1,0 0,1 and 1,1, and the only mine is among them.
    let third = 1.0 / 3.0;
    assert_eq!(probability, [None, Some(third), Some(0.0), Some(third), Some(third), Some(0.0)]);
    assert_eq!(solutions, "3");
    let best = best.unwrap();
    assert!([2, 5].contains(&best.cell), "{best:?}");
    assert_eq!(best.safety, 1.0);
    // 2,0 touches two of the three cells that may hold the mine.
    let share = numbers(&corner, 2).unwrap().share.unwrap();
    assert_eq!(share.len(), 4);
    assert!((share[0] - third).abs() < 1e-15 && (share[1] - 2.0 * third).abs() < 1e-15);
    assert_eq!(share[2..], [0.0, 0.0]);
}

#[test]
fn a_proof_names_its_clue_and_a_doubt_counts_both_ways() {
    // Each 2 touches both closed cells, and one of them is enough.
    let pair = position(None, &["02*", "02*"]);
    let Explanation::Proof { cell, mine, clues, total, difficulty, steps } =
        explain(&pair, 5).unwrap()
    else {
        panic!("both closed cells are mines")
    };
    assert_eq!((cell, mine, total, difficulty, steps.len()), (5, true, false, 1, 1));
    assert!(clues == [1] || clues == [4], "{clues:?}");
    assert!(steps[0].words.ends_with("so 2,0 and 2,1 are mines."), "{steps:?}");

    let corner = position(Some(1), &["1**", "***"]);
    let Explanation::Doubt { probability, mine_in, safe_in, as_mine, as_safe, .. } =
        explain(&corner, 1).unwrap()
    else {
        panic!("nothing tells where the mine is")
    };
    assert_eq!((probability, &*mine_in, &*safe_in), (1.0 / 3.0, "1", "2"));
    assert_eq!(as_mine, [1]);
    assert!(as_safe == [3] || as_safe == [4], "{as_safe:?}");
}

#[test]
fn a_contradiction_is_named_by_every_answer() {
    // The 0 says that no cell beside it is a mine, the 1 that one of the same cells is.
    let wrong = position(None, &["01", "**"]);
    let Answer::Clash(clash) = analyse(&wrong, None).unwrap() else { panic!("no layout fits") };
    assert_eq!((&*clash.clues, clash.total), (&[0, 1][..], false));
    assert_eq!(explain(&wrong, 2).unwrap(), Explanation::Clash(clash));
}

#[test]
fn a_game_tells_what_changed_and_how_it_ended() {
    // . . M
    let mut game = Game::new(&board(3, 1, "2")).unwrap();
    assert_eq!(game.position().tiles, "***");
    let flagged = game.play(&Move::Flag { cell: 2 }).unwrap();
    assert_eq!((flagged.changed, &*flagged.shows, flagged.flags), (vec![2], "F", 1));
    assert!(game.undo() && !game.undo());
    let won = game.play(&Move::Open { cell: 0 }).unwrap();
    assert_eq!((won.changed, &*won.shows, &*won.status), (vec![0, 1], "01", "won"));
    assert_eq!((won.mines, won.three_bv), (Some(vec![2]), Some((1, 1))));
    assert_eq!(game.position().tiles, "01*");

    let mut game = Game::new(&board(3, 1, "2")).unwrap();
    let lost = game.play(&Move::Open { cell: 2 }).unwrap();
    assert_eq!((lost.changed, &*lost.shows, &*lost.status), (vec![2], "M", "lost"));
    assert_eq!((lost.mines, lost.three_bv), (Some(vec![2]), Some((1, 0))));
}

#[test]
fn a_review_finds_the_guess_and_its_luck() {
    // . 1 M .: the first click is no guess. The 1 leaves the mine left or right of it, and
    // as there is no other, the last cell was certain.
    let order = board(4, 1, "2");
    let moves = [Move::Open { cell: 1 }, Move::Open { cell: 0 }, Move::Open { cell: 3 }];
    let found = review(&order, &moves).unwrap();
    let told: Vec<_> =
        found.guesses.iter().map(|it| (it.number, it.safety, it.avoidable, it.survived)).collect();
    assert_eq!(told, [(1, 0.5, true, true)], "{found:?}");
    assert_eq!((found.luck, found.left_out), (0.5, vec![]));
    assert_eq!(found.without_guesses, None);
    assert_eq!(found.guesses[0].better, Some(Move::Open { cell: 3 }));
}

#[test]
fn kaboom_punishes_needless_guesses_and_spares_needed_ones() {
    // M . . . .: whatever is opened first is safe; 1 shows a mine at 0 or 2.
    let order = Order { kaboom: true, ..board(5, 1, "0") };
    let mut game = Game::new(&order).unwrap();
    let mut open = |cell| {
        let turn = game.play(&Move::Open { cell }).unwrap();
        (turn.shows, turn.status, turn.judgement.unwrap())
    };
    let told = |shows: &str, status: &str, judgement: &str| {
        (shows.to_owned(), status.to_owned(), judgement.to_owned())
    };
    assert_eq!(open(1), told("1", "playing", "needed"));
    assert_eq!(open(2), told("M", "lost", "needless"));
    let moves = [1, 2].map(|cell| Move::Open { cell });
    let found = review(&order, &moves).unwrap();
    let [.., last] = &found.guesses[..] else { panic!("{found:?}") };
    assert!(last.avoidable && !last.survived && last.safety == 0.5, "{found:?}");
    assert!(game.undo());
    assert_eq!(game.play(&Move::Open { cell: 3 }).unwrap().status, "won");

    let refused = |order: Order| Game::new(&order).unwrap_err().to_string();
    let dealt = Order { kaboom: true, ..choices().usual };
    assert!(Game::new(&dealt).is_ok());
    let none = Order { promise: "none".to_owned(), ..dealt.clone() };
    assert_eq!(refused(none), "kaboom needs a first click that finds a safe cell or an opening");
    let silent = Order { clues: "silent:0.8".to_owned(), ..dealt };
    assert_eq!(refused(silent), "kaboom needs exact clues");
}

#[test]
fn a_watched_player_gives_its_reasons() {
    // . . . M: the zeros open all that is safe, and the game is won by the first click.
    let mut game = WatchedGame::new(&board(4, 1, "3"), "exact").unwrap();
    let mut steps = Vec::new();
    while let Some(step) = game.step() {
        steps.push(step);
    }
    let last = steps.last().unwrap();
    assert_eq!((&*last.turn.status, last.fault.as_deref()), ("won", None));
    assert!(!steps[0].certain && steps[0].because.is_empty());
    assert_eq!(steps.iter().filter(|step| !step.certain).count(), 1, "{steps:?}");
    assert!(WatchedGame::new(&board(4, 1, "3"), "nobody").is_err());
}

/// A mine beside the 1, another among the last two: the middle tells of both.
#[test]
fn the_coach_names_what_wins_and_compares_by_it() {
    let row = position(Some(2), &["*1***"]);
    let CoachAnswer::Counsel { action, win, candidates, certain, .. } =
        coach(&row, "opening", 9).unwrap()
    else {
        panic!("it can be counted")
    };
    assert_eq!((certain, candidates.len()), (0, 4));
    let best = &candidates[0];
    assert!([2, 3].contains(&best.cell), "{candidates:?}");
    assert_eq!(action, Some(Move::Open { cell: best.cell }));
    assert_eq!((best.safety, best.win, win.unwrap().value), (0.5, win, 0.5));
    assert_eq!(best.words, "50.0 % safe, wins 50.0 %");
    assert_eq!(candidates[3].win.unwrap().value, 0.25);

    let CoachComparison::Compared { better, words, .. } = compare(&row, 0, 2).unwrap() else {
        panic!("it can be counted")
    };
    assert_eq!((better, &*words[0]), (Some(2), "2,0 wins more often: 50.0 % against 25.0 %."));
    assert!(compare(&row, 0, 1).is_err(), "1 is open");
    let wrong = position(None, &["01", "**"]);
    assert!(matches!(coach(&wrong, "none", 3), Ok(CoachAnswer::Clash(_))));
    assert!(matches!(compare(&wrong, 2, 3), Ok(CoachComparison::Clash(_))));
}

/// A step of a proof names what it takes for granted, and which step said so.
#[test]
fn a_proof_names_every_premise() {
    let row = position(Some(2), &["*1***1*"]);
    let Explanation::Proof { steps, .. } = explain(&row, 3).unwrap() else {
        panic!("both mines are beside the clues")
    };
    let last = steps.last().unwrap();
    assert_eq!((&*last.kind, &last.because[..]), ("count", &[0, 1][..]));
    let mut given: Vec<_> = last.given.iter().filter_map(|given| given.step).collect();
    given.sort_unstable();
    assert_eq!(given, [0, 1]);
    assert_eq!(last.given[0].at_least, Some(1));
    assert_eq!(last.looks_at, [0, 2, 3, 4, 6]);
}

/// Wherever one begins, what is open goes on by logic; flags of before stay.
#[test]
fn the_first_click_finds_a_board_without_guesses() {
    let order = Order { no_guess: Some("full".to_owned()), seed: 5, ..choices().usual };
    for first in [0, 40, 80] {
        let mut game = Game::new(&order).unwrap();
        assert_eq!(game.position().tiles, "*".repeat(81));
        game.play(&Move::Flag { cell: 44 }).unwrap();
        let mut turn = game.play(&Move::Open { cell: first }).unwrap();
        assert_eq!((&turn.shows[..1], turn.flags), ("0", 1), "{first}");
        while turn.status == "playing" {
            let Answer::Analysis { probability, .. } = analyse(&game.position(), None).unwrap()
            else {
                panic!("a beginner's board can be counted")
            };
            let flagged = |cell: usize| game.position().tiles.as_bytes()[cell] == b'F';
            let safe = probability.iter().position(|it| *it == Some(0.0)).expect("no guess is due");
            if flagged(safe) {
                game.play(&Move::Flag { cell: safe as u32 }).unwrap();
            }
            turn = game.play(&Move::Open { cell: safe as u32 }).unwrap();
        }
        assert_eq!(turn.status, "won", "from {first}");
    }
    // Taken back to its beginning, it is any board again.
    let mut game = Game::new(&order).unwrap();
    game.play(&Move::Open { cell: 0 }).unwrap();
    assert!(game.undo());
    assert_eq!(&game.play(&Move::Open { cell: 80 }).unwrap().shows[..1], "0");
}

#[test]
fn a_position_is_played_on_with_mines_that_fit_it() {
    let text = "5x1/2\n1 * * 1 *\n".to_owned();
    let order = Order { board: Some(text), ..choices().usual };
    // The mine of the first clue is certain, that of the second lies left or right of it.
    let mut lost = 0;
    for seed in 0..20 {
        let mut game = Game::new(&Order { seed, ..order.clone() }).unwrap();
        assert_eq!(game.position().tiles, "1**1*");
        let turn = game.play(&Move::Open { cell: 2 }).unwrap();
        lost += u32::from(turn.status == "lost");
    }
    assert!((3..17).contains(&lost), "{lost} of 20");
    let wrong = Order { board: Some("2x1/?\n0 1\n".to_owned()), ..choices().usual };
    assert!(Game::new(&wrong).is_err());
}

/// Before the first click no cell can lose the game, whatever share of the board is mines.
#[test]
fn before_the_first_click_its_promise_counts() {
    let untouched = position(Some(3), &["***", "***"]);
    let probabilities = |promise| match analyse(&untouched, promise).unwrap() {
        Answer::Analysis { probability, .. } => probability,
        other => panic!("{other:?}"),
    };
    assert_eq!(probabilities(Some("safe")), vec![Some(0.0); 6]);
    assert_eq!(probabilities(Some("none")), vec![Some(0.5); 6]);
    assert_eq!(probabilities(None), vec![Some(0.5); 6]);
    let begun = position(Some(1), &["1**", "***"]);
    assert_eq!(analyse(&begun, Some("opening")).unwrap(), analyse(&begun, None).unwrap());
}

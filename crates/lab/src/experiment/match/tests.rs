use super::*;
use std::sync::atomic::AtomicUsize;
use surefoot_players::Entry;
use surefoot_rules::{Action, Brief, Choice, Grid, Player, Promise, Random, View, layout};

fn game(kind: GameKind, players: &[&str], games: u64) -> Match {
    Match::between(players, Rules::new(kind, Grid::new(9, 9).unwrap(), 10), games, 5)
}

fn rows(game: &Match, threads: usize) -> Vec<Row> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut all = Vec::new();
    let stop = AtomicBool::new(false);
    pool.install(|| {
        game.run(&Roster::standard(), &stop, || {}, |rows| all.extend_from_slice(rows))
    })
    .unwrap();
    for row in &mut all {
        row.seconds = 0.0;
    }
    all
}

#[test]
fn results_do_not_depend_on_threads_or_company() {
    for kind in GameKind::ALL {
        let both = game(kind, &["queue", "closure"], 600);
        let alone = rows(&game(kind, &["closure"], 600), 1);
        let one = rows(&both, 1);
        assert_eq!(one, rows(&both, 3));
        let mut closure: Vec<Row> = one.into_iter().filter(|row| row.player == 1).collect();
        for row in &mut closure {
            row.player = 0;
        }
        assert_eq!(closure, alone);
    }
}

#[test]
fn a_stopped_match_keeps_what_was_played() {
    let game = game(GameKind::Win, &["random"], 100_000);
    let stop = AtomicBool::new(false);
    let result = game
        .run(&Roster::standard(), &stop, || stop.store(true, Ordering::Relaxed), |_| {})
        .unwrap();
    assert!(result.stopped);
    assert!((1..tunables::BATCH).contains(&result.standings.0[0].games));
}

/// Opens the first hidden cell; sits over its first game until told to go on.
#[derive(Clone)]
struct Slow {
    begun: Arc<AtomicBool>,
    go_on: Arc<AtomicBool>,
}

impl Player for Slow {
    fn begin(&mut self, _: &Brief, _: &View, _: Random) {
        if !self.begun.swap(true, Ordering::Relaxed) {
            while !self.go_on.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        }
    }

    fn choose(&mut self, view: &View) -> Choice {
        Choice::guess(view.hidden().next().map_or(Action::Declare, Action::Open), "the first")
    }
}

#[test]
fn few_deals_wait_for_a_slow_one() {
    let go_on = Arc::new(AtomicBool::new(false));
    let slow = Slow { begun: Arc::default(), go_on: Arc::clone(&go_on) };
    let roster = Roster::standard().with(Entry::new("slow", move || slow.clone())).unwrap();
    let mut game = game(GameKind::Win, &["slow"], 3 * tunables::WAITING as u64);
    game.rules = Rules::new(GameKind::Win, Grid::new(2, 2).unwrap(), 1);
    game.rules.promise = Promise::None;
    game.check(&roster).unwrap();
    let (played, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let (stop, most) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        // Lets it go on when the others have not played anything for a while.
        scope.spawn(|| {
            let mut last = usize::MAX;
            while last == 0 || played.load(Ordering::Relaxed) != last {
                last = played.load(Ordering::Relaxed);
                std::thread::sleep(std::time::Duration::from_millis(200));
            }
            most.store(last, Ordering::Relaxed);
            go_on.store(true, Ordering::Relaxed);
        });
        let one_more = || _ = played.fetch_add(1, Ordering::Relaxed);
        let take = |rows: &[Row]| _ = taken.fetch_add(rows.len(), Ordering::Relaxed);
        pool.install(|| game.run(&roster, &stop, one_more, take)).unwrap();
    });
    // All that waits, and what a thread or two held.
    let most = most.into_inner();
    assert!((1..2 * tunables::WAITING).contains(&most), "{most}");
    assert_eq!(taken.into_inner() as u64, game.games);
}

#[test]
fn boards_of_any_size_are_played_with_their_first_click() {
    let boards = vec![
        Board { layout: layout!["M..", "..."], first: None },
        Board { layout: layout!["M....", "....."], first: Some(surefoot_rules::Cell::new(4)) },
        Board { layout: layout!["M.M..", "....."], first: Some(surefoot_rules::Cell::new(0)) },
    ];
    let mut game = game(GameKind::Win, &["closure", "random"], 3);
    game.rules.promise = Promise::None;
    game.boards = Some(boards.into());
    let rows = rows(&game, 2);
    assert_eq!(rows.len(), 6);
    // The first click opens everything but the mine's column: won for all.
    assert_eq!((rows[2].guesses, rows[2].digs), (rows[3].guesses, rows[3].digs));
    // The first click is a mine: lost, one dig, no guess.
    assert_eq!((rows[4].won, rows[4].digs, rows[4].guesses), (Some(false), 1, 0));
}

/// What choices gain adds up to the difference of the players, with less noise than
/// that of two survival estimates.
#[test]
fn advantages_add_up_to_the_difference() {
    let mut game = game(GameKind::Win, &["exact", "surefoot:effort=low,endgame=50"], 4_000);
    game.rules = Rules::new(GameKind::Win, Grid::new(7, 7).unwrap(), 11);
    game.rules.promise = Promise::Safe;
    let run = |game: &Match| {
        let result = game.run(&Roster::standard(), &AtomicBool::new(false), || {}, |_| {}).unwrap();
        let pairs = result.standings.0[1].against_first;
        (pairs.mean().unwrap(), pairs.variance().unwrap())
    };
    game.estimate = Estimator::Survival;
    let (difference, spread) = run(&game);
    (game.estimate, game.games, game.seed) = (Estimator::Advantage, 400, 6);
    let (gained, noise) = run(&game);
    assert!(noise < spread / 2.0, "{noise} {spread}");
    let tolerated = 4.0 * (spread / 4_000.0 + noise / 400.0).sqrt();
    assert!((gained - difference).abs() < tolerated, "{gained} {difference} {tolerated}");
    assert!(gained > 2.0 * (noise / 400.0).sqrt(), "{gained} {noise}");
    game.players[0] = "queue".to_owned();
    assert_eq!(game.check(&Roster::standard()), Err(MatchError::Advantage("queue".to_owned())));
}

/// Players that choose alike differ by nothing at all, however late they are asked.
#[test]
fn who_chooses_the_same_gains_nothing() {
    let mut game =
        game(GameKind::Win, &["surefoot:effort=low", "surefoot:effort=low,nodes=49999"], 60);
    game.rules = Rules::new(GameKind::Win, Grid::new(9, 9).unwrap(), 16);
    game.estimate = Estimator::Advantage;
    let result = game.run(&Roster::standard(), &AtomicBool::new(false), || {}, |_| {}).unwrap();
    let other = &result.standings.0[1];
    assert!(other.guesses > 20, "{}", other.guesses);
    let gained = (other.against_first.mean(), other.against_first.variance());
    assert_eq!(gained, (Some(0.0), Some(0.0)));
}

/// The weighed and the counted share agree, with less noise, also of
/// players that guess badly.
#[test]
fn survival_is_an_unbiased_estimate() {
    for text in ["exact", "closure", "queue"] {
        let mut game = game(GameKind::Win, &[text], 3_000);
        game.rules.promise = Promise::Safe;
        let run = |game: &Match| {
            game.run(&Roster::standard(), &AtomicBool::new(false), || {}, |_| {}).unwrap().standings
        };
        let wins = run(&game).0[0].wins as f64 / 3_000.0;
        game.estimate = Estimator::Survival;
        game.seed += 1;
        let values = run(&game).0[0].values;
        let (value, spread) = (values.mean().unwrap(), values.variance().unwrap());
        let counted = wins * (1.0 - wins);
        assert!(spread < counted, "{text}: {spread} {counted}");
        let noise = ((spread + counted) / 3_000.0).sqrt();
        assert!((value - wins).abs() < 4.0 * noise, "{text}: {value} {wins}");
    }
    let score = Match { estimate: Estimator::Survival, ..game(GameKind::Score, &["random"], 1) };
    assert_eq!(score.check(&Roster::standard()), Err(MatchError::Survival));
    let mut hidden = Match { estimate: Estimator::Survival, ..game(GameKind::Win, &["random"], 1) };
    assert_eq!(hidden.check(&Roster::standard()), Ok(()));
    hidden.rules.told = false;
    assert_eq!(hidden.check(&Roster::standard()), Err(MatchError::Survival));
}

#[test]
fn forced_guesses_are_counted() {
    let mut game = game(GameKind::Win, &["exact", "closure"], 300);
    game.judged = true;
    let rows = rows(&game, 2);
    let sum = |player: usize| {
        let rows = rows.iter().filter(|row| row.player == player);
        rows.fold((0, 0), |(guesses, forced), row| {
            (guesses + row.guesses, forced + row.forced.unwrap())
        })
    };
    let ((exact, forced), (closure, not_all)) = (sum(0), sum(1));
    // Whoever sees everything guesses only where there is nothing to see.
    assert_eq!(exact, forced);
    assert!(not_all < closure && not_all > 0);
}

#[test]
fn a_sequential_test_stops_early() {
    let mut game = game(GameKind::Win, &["random", "closure"], 100_000);
    game.sprt = Some("0,0.05".parse().unwrap());
    let stop = AtomicBool::new(false);
    let result = game.run(&Roster::standard(), &stop, || {}, |_| {}).unwrap();
    assert_eq!(result.standings.0[0].games, tunables::BATCH);
    game.players.pop();
    assert_eq!(game.check(&Roster::standard()), Err(MatchError::Sprt));
}

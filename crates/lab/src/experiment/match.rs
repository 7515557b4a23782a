//! A match: several players on the same deals. It is an experiment of one point, with
//! standings that are kept as deals come in, and perhaps a sequential test that ends it.
//!
//! Threads finish deals in any order; they are taken in by their numbers, and the test is
//! looked at after every so many of them. So neither depends on the number of threads. Where
//! too many wait for a slow one, threads wait too: what is kept of a match stays small.
//!
//! A player that acts illegally or panics loses that game and the match goes on.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use surefoot_players::{Roster, RosterError};
use surefoot_rules::notation::Board;
use surefoot_rules::{GameKind, Rules, RulesError};

use crate::experiment::plan::Experiment;
use crate::experiment::run::{Next, Run};
use crate::experiment::shard::Shard;
use crate::play::Estimator;
use crate::play::gauge::GaugeEntry;
use crate::play::source::Source;
use crate::play::standings::Standings;
use crate::record::{Done, Row};
use crate::statistics::sprt::{Sprt, Verdict};
use crate::tunables;

/// What is played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The rules; of given boards, all but grid and mines.
    pub rules: Rules,
    /// The players' texts.
    pub players: Vec<String>,
    /// How many deals.
    pub games: u64,
    /// The seed of deals, clue draws and players.
    pub seed: u64,
    /// Given boards instead of deals; game i is played on board i.
    pub boards: Option<Arc<[Board]>>,
    /// A sequential test of the second player against the first.
    pub sprt: Option<Sprt>,
    /// How wins are estimated.
    pub estimate: Estimator,
    /// Whether it is found out which guesses were forced.
    pub judged: bool,
    /// What else is read off each game.
    pub gauges: Vec<GaugeEntry>,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// A player that does not exist or cannot play this.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// Rules that do not fit together.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Nobody to play.
    #[error("a match needs at least one player")]
    Nobody,
    /// Survival is weighed in the game that is lost by a mine, on deals whose
    /// number of mines is told: only there the posterior is that of the deals.
    #[error("survival and advantage need the game `win`, deals, and a told number of mines")]
    Survival,
    /// An advantage over a player that cannot be asked in the middle of a game.
    #[error(
        "an advantage is over a first player that misses nothing certain and goes only by what \
         it sees, as `exact` and `surefoot` do; `{0}` does not"
    )]
    Advantage(String),
    /// A sequential test of other than two players, or not of wins.
    #[error("a sequential test compares the wins of exactly two players")]
    Sprt,
}

/// How a match ended.
#[derive(Clone, Debug)]
pub struct MatchResult {
    /// The standings.
    pub standings: Standings,
    /// Whether it was stopped before all games were played.
    pub stopped: bool,
}

impl Match {
    /// Whether it can be played; to be asked before it starts.
    pub fn check(&self, roster: &Roster) -> Result<(), MatchError> {
        if self.players.is_empty() {
            return Err(MatchError::Nobody);
        }
        if self.sprt.is_some() && (self.players.len() != 2 || self.rules.kind != GameKind::Win) {
            return Err(MatchError::Sprt);
        }
        if !self.estimate.suits(&self.rules, &self.source()) {
            return Err(MatchError::Survival);
        }
        if let (Estimator::Advantage, Some(first)) = (self.estimate, self.players.first())
            && let Ok(entry) = roster.entry_of(first)
            && !entry.abilities().misses_nothing
        {
            return Err(MatchError::Advantage(first.clone()));
        }
        self.rules.check()?;
        for text in &self.players {
            roster.check(text, &self.rules)?;
        }
        Ok(())
    }

    fn source(&self) -> Source {
        let Some(boards) = &self.boards else { return Source::Deals };
        let some = boards.get(..self.games as usize).filter(|some| some.len() < boards.len());
        Source::Boards(some.map_or_else(|| Arc::clone(boards), Into::into))
    }

    /// Itself as an experiment of one point.
    fn experiment(&self) -> Experiment {
        let mut experiment = Experiment::of_one_point(self.rules.clone(), self.source());
        experiment.players.clone_from(&self.players);
        (experiment.deals, experiment.seed) = (self.games, self.seed);
        (experiment.estimate, experiment.judged) = (self.estimate, self.judged);
        experiment.gauges.clone_from(&self.gauges);
        experiment
    }

    /// Plays the match on the current pool of threads. `played` is called for
    /// every finished deal, from any thread; `rows` gets the rows of deals in
    /// order; `stop` ends the match after the deals under way.
    pub fn run(
        &self,
        roster: &Roster,
        stop: &AtomicBool,
        played: impl Fn() + Sync,
        mut rows: impl FnMut(&[Row]) + Send,
    ) -> Result<MatchResult, MatchError> {
        self.check(roster)?;
        let experiment = self.experiment();
        let done = Done::new(&experiment);
        let shard = Shard::WHOLE;
        let run = Run { experiment: &experiment, roster, done: &done, shard, stop };
        let mut standings = Standings::new(self.players.len());
        let (mut early, mut next) = (BTreeMap::new(), 0);
        let mut ready: Vec<Row> = Vec::new();
        let ran = run.play(
            |_| played(),
            |held: &mut Vec<Vec<Row>>, _, deal| held.push(deal),
            |held| {
                early.extend(held.drain(..).map(|deal| (deal[0].index, deal)));
                let mut decided = false;
                while let (Some(deal), false) = (early.remove(&next), decided) {
                    standings.add(&deal);
                    ready.extend(deal);
                    next += 1;
                    decided = next % tunables::BATCH == 0 && self.is_decided(&standings);
                }
                if !ready.is_empty() {
                    rows(&ready);
                    ready.clear();
                }
                Ok(match early.len() {
                    _ if decided => Next::Enough,
                    waiting if waiting < tunables::WAITING => Next::More,
                    _ => Next::Wait,
                })
            },
        );
        debug_assert!(ran.is_ok(), "nothing was written");
        Ok(MatchResult { standings, stopped: stop.load(Ordering::Relaxed) })
    }

    /// Whether the sequential test, if there is one, has come to an end.
    fn is_decided(&self, standings: &Standings) -> bool {
        let verdict = |sprt: Sprt| sprt.verdict(&standings.0[1].against_first);
        self.sprt.is_some_and(|sprt| verdict(sprt) != Verdict::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use surefoot_players::Entry;
    use surefoot_rules::{Action, Brief, Choice, Grid, Player, Promise, Random, View, layout};

    fn game(kind: GameKind, players: &[&str], games: u64) -> Match {
        let players = players.iter().map(|&text| text.to_owned()).collect();
        let rules = Rules::new(kind, Grid::new(9, 9).unwrap(), 10);
        Match {
            rules,
            players,
            games,
            seed: 5,
            boards: None,
            sprt: None,
            estimate: Estimator::Plain,
            judged: false,
            gauges: Vec::new(),
        }
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
        let mut game = game(GameKind::Win, &["exact", "surefoot:endgame=50"], 4_000);
        game.rules = Rules::new(GameKind::Win, Grid::new(7, 7).unwrap(), 11);
        game.rules.promise = Promise::Safe;
        let run = |game: &Match| {
            let result =
                game.run(&Roster::standard(), &AtomicBool::new(false), || {}, |_| {}).unwrap();
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
        let mut game = game(GameKind::Win, &["surefoot", "surefoot:nodes=49999"], 60);
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
                game.run(&Roster::standard(), &AtomicBool::new(false), || {}, |_| {})
                    .unwrap()
                    .standings
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
        let score =
            Match { estimate: Estimator::Survival, ..game(GameKind::Score, &["random"], 1) };
        assert_eq!(score.check(&Roster::standard()), Err(MatchError::Survival));
        let mut hidden =
            Match { estimate: Estimator::Survival, ..game(GameKind::Win, &["random"], 1) };
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
}

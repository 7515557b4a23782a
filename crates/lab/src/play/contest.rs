//! A match: several players on the same deals, in parallel, and always with the
//! same results.
//!
//! The unit of work is one deal, played by every player in turn; so each pair of
//! results is complete, and what a thread happens to do next changes nothing. Deals
//! are handed out in batches of fixed size, in order: between batches rows are
//! passed on and the sequential test is looked at, so neither depends on the number
//! of threads.
//!
//! A player that acts illegally or panics loses that game and the match goes on.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::Deserialize;
use surefoot_players::{Roster, RosterError};
use surefoot_rules::notation::Board;
use surefoot_rules::{GameKind, Rules, RulesError};

use crate::play::record::Row;
use crate::play::seat::{Seat, Setup};
use crate::play::source::Source;
use crate::play::standings::Standings;
use crate::statistics::sprt::{Sprt, Verdict};

/// Deals per batch. Small enough that a sequential test stops soon, large
/// enough that threads rarely wait for each other.
const BATCH: u64 = 256;

/// What is played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The rules; of given boards, all but grid and mines.
    pub rules: Rules,
    /// The players' texts.
    pub players: Vec<String>,
    /// How many deals.
    pub games: u64,
    /// The seed of deals, clue draws and players.
    pub seed: u64,
    /// Given boards instead of deals; game i is played on board i.
    pub boards: Option<Vec<Board>>,
    /// A sequential test of the second player against the first.
    pub sprt: Option<Sprt>,
    /// How wins are estimated.
    pub estimate: Estimate,
    /// Whether it is found out which guesses were forced.
    pub judged: bool,
}

/// How the share of games won is estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Estimate {
    /// Games won are counted.
    #[default]
    Plain,
    /// Every guess is survived, and the game weighs the product of the exact
    /// probabilities of doing so: the same expectation with much less noise.
    Survival,
    /// The first player as by survival; of the others, what their choices gain where
    /// they are not the first player's, by playing on as the first player from both.
    /// The same expectation, and differences with less noise still, for players that
    /// mostly agree.
    Advantage,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
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
    #[error("survival is estimated in the game `win` only, on deals, with the total told")]
    Survival,
    /// An advantage over a player that cannot be asked in the middle of a game.
    #[error(
        "an advantage is one over a player that misses nothing certain and goes by what it sees, \
         `exact` or `surefoot`; `{0}` does not"
    )]
    Advantage(String),
    /// A sequential test of other than two players, or not of wins.
    #[error("a sequential test compares the wins of two players")]
    Sprt,
}

/// How a match ended.
#[derive(Clone, Debug)]
pub struct Result {
    /// The standings.
    pub standings: Standings,
    /// Whether it was stopped before all games were played.
    pub stopped: bool,
}

impl Contest {
    /// Whether it can be played; to be asked before it starts.
    pub fn check(&self) -> std::result::Result<(), ContestError> {
        if self.players.is_empty() {
            return Err(ContestError::Nobody);
        }
        if self.sprt.is_some() && (self.players.len() != 2 || self.rules.kind != GameKind::Win) {
            return Err(ContestError::Sprt);
        }
        let weighed = self.rules.kind == GameKind::Win && self.rules.told && self.boards.is_none();
        if self.estimate != Estimate::Plain && !weighed {
            return Err(ContestError::Survival);
        }
        if let (Estimate::Advantage, Some(first)) = (self.estimate, self.players.first())
            && let Ok(entry) = Roster::standard().entry_of(first)
            && !entry.abilities().misses_nothing
        {
            return Err(ContestError::Advantage(first.clone()));
        }
        self.rules.check()?;
        for text in &self.players {
            Roster::standard().check(text, &self.rules)?;
        }
        Ok(())
    }

    /// Plays the match on the current pool of threads. `played` is called for
    /// every finished deal, from any thread; `rows` gets the rows of each batch in
    /// order; `stop` ends the match after the deals under way.
    pub fn run(
        &self,
        stop: &AtomicBool,
        played: impl Fn() + Sync,
        mut rows: impl FnMut(&[Row]),
    ) -> std::result::Result<Result, ContestError> {
        self.check()?;
        let source = match &self.boards {
            Some(boards) => Source::Boards(Cow::Borrowed(boards)),
            None => Source::Deals,
        };
        let setup = Setup {
            rules: &self.rules,
            players: &self.players,
            seed: self.seed,
            source: &source,
            estimate: self.estimate,
            judged: self.judged,
            gauges: &[],
        };
        let mut standings = Standings::new(self.players.len());
        let mut from = 0;
        while from < self.games && !stop.load(Ordering::Relaxed) {
            let to = self.games.min(from + BATCH);
            let deals: Vec<Option<Vec<Row>>> = (from..to)
                .into_par_iter()
                .map_init(
                    || Seat::new(&setup),
                    |seat, index| {
                        if stop.load(Ordering::Relaxed) {
                            return None;
                        }
                        let rows = seat.play(index);
                        played();
                        Some(rows)
                    },
                )
                .collect();
            let finished: Vec<Row> =
                deals.into_iter().flatten().inspect(|deal| standings.add(deal)).flatten().collect();
            rows(&finished);
            from = to;
            let decided = self
                .sprt
                .is_some_and(|sprt| sprt.verdict(&standings.0[1].against_first) != Verdict::Open);
            if decided {
                break;
            }
        }
        let stopped = stop.load(Ordering::Relaxed);
        Ok(Result { standings, stopped })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::{Grid, Promise, layout};

    fn contest(kind: GameKind, players: &[&str], games: u64) -> Contest {
        let players = players.iter().map(|&text| text.to_owned()).collect();
        let rules = Rules::new(kind, Grid::new(9, 9).unwrap(), 10);
        Contest {
            rules,
            players,
            games,
            seed: 5,
            boards: None,
            sprt: None,
            estimate: Estimate::Plain,
            judged: false,
        }
    }

    fn rows(contest: &Contest, threads: usize) -> Vec<Row> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut all = Vec::new();
        let stop = AtomicBool::new(false);
        pool.install(|| contest.run(&stop, || {}, |rows| all.extend_from_slice(rows))).unwrap();
        for row in &mut all {
            row.seconds = 0.0;
        }
        all
    }

    #[test]
    fn results_do_not_depend_on_threads_or_company() {
        for kind in GameKind::ALL {
            let both = contest(kind, &["queue", "closure"], 600);
            let alone = rows(&contest(kind, &["closure"], 600), 1);
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
        let contest = contest(GameKind::Win, &["random"], 100_000);
        let stop = AtomicBool::new(false);
        let result = contest.run(&stop, || stop.store(true, Ordering::Relaxed), |_| {}).unwrap();
        assert!(result.stopped);
        assert!((1..BATCH).contains(&result.standings.0[0].games));
    }

    #[test]
    fn boards_of_any_size_are_played_with_their_first_click() {
        let boards = vec![
            Board { layout: layout!["M..", "..."], first: None },
            Board { layout: layout!["M....", "....."], first: Some(surefoot_rules::Cell::new(4)) },
            Board { layout: layout!["M.M..", "....."], first: Some(surefoot_rules::Cell::new(0)) },
        ];
        let mut contest = contest(GameKind::Win, &["closure", "random"], 3);
        contest.rules.promise = Promise::None;
        contest.boards = Some(boards);
        let rows = rows(&contest, 2);
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
        let mut contest = contest(GameKind::Win, &["exact", "surefoot:endgame=50"], 4_000);
        contest.rules = Rules::new(GameKind::Win, Grid::new(7, 7).unwrap(), 11);
        contest.rules.promise = Promise::Safe;
        let run = |contest: &Contest| {
            let result = contest.run(&AtomicBool::new(false), || {}, |_| {}).unwrap();
            let pairs = result.standings.0[1].against_first;
            (pairs.mean().unwrap(), pairs.variance().unwrap())
        };
        contest.estimate = Estimate::Survival;
        let (difference, spread) = run(&contest);
        (contest.estimate, contest.games, contest.seed) = (Estimate::Advantage, 400, 6);
        let (gained, noise) = run(&contest);
        assert!(noise < spread / 2.0, "{noise} {spread}");
        let tolerated = 4.0 * (spread / 4_000.0 + noise / 400.0).sqrt();
        assert!((gained - difference).abs() < tolerated, "{gained} {difference} {tolerated}");
        assert!(gained > 2.0 * (noise / 400.0).sqrt(), "{gained} {noise}");
        contest.players[0] = "queue".to_owned();
        assert_eq!(contest.check(), Err(ContestError::Advantage("queue".to_owned())));
    }

    /// Players that choose alike differ by nothing at all, however late they are asked.
    #[test]
    fn who_chooses_the_same_gains_nothing() {
        let mut contest = contest(GameKind::Win, &["surefoot", "surefoot:nodes=49999"], 60);
        contest.rules = Rules::new(GameKind::Win, Grid::new(9, 9).unwrap(), 16);
        contest.estimate = Estimate::Advantage;
        let result = contest.run(&AtomicBool::new(false), || {}, |_| {}).unwrap();
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
            let mut contest = contest(GameKind::Win, &[text], 3_000);
            contest.rules.promise = Promise::Safe;
            let run = |contest: &Contest| {
                contest.run(&AtomicBool::new(false), || {}, |_| {}).unwrap().standings
            };
            let wins = run(&contest).0[0].wins as f64 / 3_000.0;
            contest.estimate = Estimate::Survival;
            contest.seed += 1;
            let values = run(&contest).0[0].values;
            let (value, spread) = (values.mean().unwrap(), values.variance().unwrap());
            let counted = wins * (1.0 - wins);
            assert!(spread < counted, "{text}: {spread} {counted}");
            let noise = ((spread + counted) / 3_000.0).sqrt();
            assert!((value - wins).abs() < 4.0 * noise, "{text}: {value} {wins}");
        }
        let score =
            Contest { estimate: Estimate::Survival, ..contest(GameKind::Score, &["random"], 1) };
        assert_eq!(score.check(), Err(ContestError::Survival));
        let mut hidden =
            Contest { estimate: Estimate::Survival, ..contest(GameKind::Win, &["random"], 1) };
        assert_eq!(hidden.check(), Ok(()));
        hidden.rules.told = false;
        assert_eq!(hidden.check(), Err(ContestError::Survival));
    }

    #[test]
    fn forced_guesses_are_counted() {
        let mut contest = contest(GameKind::Win, &["exact", "closure"], 300);
        contest.judged = true;
        let rows = rows(&contest, 2);
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
        let mut contest = contest(GameKind::Win, &["random", "closure"], 100_000);
        contest.sprt = Some("0,0.05".parse().unwrap());
        let stop = AtomicBool::new(false);
        let result = contest.run(&stop, || {}, |_| {}).unwrap();
        assert_eq!(result.standings.0[0].games, BATCH);
        contest.players.pop();
        assert_eq!(contest.check(), Err(ContestError::Sprt));
    }
}

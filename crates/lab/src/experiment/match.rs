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
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use surefoot_lab::experiment::Match;
/// use surefoot_players::Roster;
/// use surefoot_rules::{Level, Setting};
///
/// let rules = Setting::at(Level::BEGINNER).rules()?;
/// let game = Match::between(&["exact", "random"], rules, 20, 1);
/// let stop = AtomicBool::new(false);
/// let result = game.run(&Roster::standard(), &stop, || (), |_rows| ())?;
/// let [exact, random] = &result.standings.0[..] else { panic!("two play") };
/// assert!(exact.wins > random.wins);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    #[error("{} need the game `win`, deals, and a told number of mines", weighed())]
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

/// The estimates that weigh games and do not count them.
fn weighed() -> String {
    let weigh = |estimator: &Estimator| *estimator != Estimator::Plain;
    let names = Estimator::ALL.into_iter().filter(weigh).map(Estimator::name);
    names.collect::<Vec<_>>().join(" and ")
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
    /// A match of so many deals of a seed, whose wins are counted.
    pub fn between(players: &[&str], rules: Rules, games: u64, seed: u64) -> Self {
        Self {
            rules,
            players: players.iter().map(|&player| player.to_owned()).collect(),
            games,
            seed,
            boards: None,
            sprt: None,
            estimate: Estimator::Plain,
            judged: false,
            gauges: Vec::new(),
        }
    }

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
mod tests;

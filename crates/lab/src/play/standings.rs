//! The standings of a match: a tally per player, and of each against the first.

use surefoot_rules::GameKind;

use crate::play::Estimator;
use crate::record::Row;
use crate::statistics::interval;
use crate::statistics::moments::Moments;

/// What one player achieved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Games played.
    pub games: u64,
    /// Games won, where that applies.
    pub wins: u64,
    /// Estimated probabilities to win, where survival is weighed.
    pub values: Moments,
    /// Final scores.
    pub scores: Moments,
    /// Dig densities of right declarations.
    pub digs: Moments,
    /// Guesses, all together.
    pub guesses: u64,
    /// Flags on safe cells, all together.
    pub false_flags: u64,
    /// Claims of certainty that were wrong, all together.
    pub wrong_claims: u64,
    /// Wrong declarations.
    pub wrong_declarations: u64,
    /// Games lost by a fault.
    pub errors: u64,
    /// The first fault, to be shown.
    pub first_error: Option<String>,
    /// The CPU seconds of every game.
    pub seconds: Vec<f32>,
    /// What the gauges read, one by one.
    pub readings: Vec<Moments>,
    /// This player's result less the first player's, on the same deals: wins,
    /// scores, or dig densities, whichever the game is measured by.
    pub against_first: Moments,
}

impl Standing {
    fn add(&mut self, row: &Row) {
        self.games += 1;
        self.wins += u64::from(row.won == Some(true));
        row.value.into_iter().for_each(|value| self.values.add(value));
        row.score.into_iter().for_each(|score| self.scores.add(score));
        row.dig_density.into_iter().for_each(|density| self.digs.add(density));
        self.guesses += u64::from(row.guesses);
        self.false_flags += u64::from(row.false_flags);
        self.wrong_claims += u64::from(row.wrong_claims);
        self.wrong_declarations += u64::from(row.wrong_declaration == Some(true));
        self.errors += u64::from(row.error.is_some());
        if self.first_error.is_none() {
            self.first_error.clone_from(&row.error);
        }
        self.seconds.push(row.seconds as f32);
        self.readings.resize(self.readings.len().max(row.readings.len()), Moments::default());
        for (moments, reading) in self.readings.iter_mut().zip(&row.readings) {
            if let Some(reading) = *reading {
                moments.add(reading);
            }
        }
    }

    /// What a game is measured by, with its 95 % interval: wins (where survival is weighed, the
    /// estimated ones), the score, or the dig density.
    ///
    /// ```
    /// use surefoot_lab::play::standings::Standing;
    /// use surefoot_rules::GameKind;
    ///
    /// let standing = Standing { games: 10, wins: 4, ..Standing::default() };
    /// let (rate, interval) = standing.measure(GameKind::Win);
    /// assert_eq!(rate, Some(0.4));
    /// assert!(interval.is_some_and(|(low, high)| 0.1 < low && high < 0.8));
    /// ```
    pub fn measure(&self, kind: GameKind) -> (Option<f64>, Option<(f64, f64)>) {
        let share = |moments: &Moments| (moments.mean(), interval::share(moments));
        match kind {
            GameKind::Win if self.values.count > 0 => share(&self.values),
            GameKind::Win => {
                let rate = (self.games > 0).then(|| self.wins as f64 / self.games as f64);
                (rate, interval::wilson(self.wins, self.games))
            }
            GameKind::Score => share(&self.scores),
            GameKind::Dig => share(&self.digs),
        }
    }

    /// Games won; nothing where they are not counted: in `score`, and where every guess is survived
    /// and wins are estimated.
    pub fn counted_wins(&self, kind: GameKind, estimate: Estimator) -> Option<u64> {
        (kind != GameKind::Score && estimate == Estimator::Plain).then_some(self.wins)
    }

    /// The share of games won, counted or estimated, with its 95 % interval.
    pub fn win_rate(
        &self,
        kind: GameKind,
        estimate: Estimator,
    ) -> (Option<f64>, Option<(f64, f64)>) {
        if kind == GameKind::Win {
            return self.measure(kind);
        }
        let wins = self.counted_wins(kind, estimate).filter(|_| self.games > 0);
        let rate = wins.map(|wins| wins as f64 / self.games as f64);
        (rate, wins.and_then(|wins| interval::wilson(wins, self.games)))
    }

    /// Mean CPU seconds per game.
    pub fn mean_seconds(&self) -> Option<f64> {
        let total: f64 = self.seconds.iter().map(|&s| f64::from(s)).sum();
        (self.games > 0).then(|| total / self.games as f64)
    }

    /// The CPU seconds that 99 % of the games stay within.
    pub fn p99_seconds(&self) -> Option<f64> {
        let mut sorted = self.seconds.clone();
        sorted.sort_unstable_by(f32::total_cmp);
        let at = (sorted.len() * 99).div_ceil(100).checked_sub(1)?;
        sorted.get(at).map(|&seconds| seconds.into())
    }
}

/// The standings of all players of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings(pub Vec<Standing>);

impl Standings {
    /// Empty standings of so many players.
    pub fn new(players: usize) -> Self {
        Self(vec![Standing::default(); players])
    }

    /// Takes in one deal: a row of every player, in their order.
    pub fn add(&mut self, rows: &[Row]) {
        let Some(first) = rows.first() else { return };
        for row in rows {
            let standing = &mut self.0[row.player];
            standing.add(row);
            // In `dig` a pair counts if both declared rightly.
            let difference = match (row.score.zip(first.score), row.wrong_declaration) {
                (Some((ours, theirs)), _) => Some(ours - theirs),
                (None, Some(_)) => {
                    row.dig_density.zip(first.dig_density).map(|(ours, theirs)| ours - theirs)
                }
                (None, None) => {
                    let won = |row: &Row| row.value.or(row.won.map(|won| f64::from(u8::from(won))));
                    won(row).zip(won(first)).map(|(ours, theirs)| ours - theirs)
                }
            };
            if let Some(difference) = difference {
                standing.against_first.add(difference);
            }
        }
    }
}

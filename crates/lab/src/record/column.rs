//! What is kept of a game, column by column: the one list that records, Parquet files and
//! tables of other languages are made from.

use super::Row;
use crate::play::gauge::GaugeEntry;

/// A column of a table of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The number of the condition, in experiments.
    Point,
    /// The number of the deal or board.
    Index,
    /// Who played.
    Player,
    /// Whether it was won.
    Won,
    /// The estimated probability to win; a record has it in place of `won`.
    Value,
    /// The final score.
    Score,
    /// Opened cells of all.
    DigDensity,
    /// Cells opened.
    Digs,
    /// Opens that were not claimed certain.
    Guesses,
    /// Guesses that nobody could have avoided.
    Forced,
    /// Flags on safe cells.
    FalseFlags,
    /// Claims of certainty that were wrong.
    WrongClaims,
    /// Whether a declaration was wrong.
    WrongDeclaration,
    /// What the player did wrong.
    Error,
    /// What a gauge read: its place among all that gauges read, and its name.
    Reading(usize, &'static str),
    /// CPU time of the player.
    Seconds,
    /// In records, the checksum of what stands before it.
    Check,
}

/// What of every game is told before the gauges' readings and the time.
const GAME: [Column; 14] = [
    Column::Point,
    Column::Index,
    Column::Player,
    Column::Won,
    Column::Value,
    Column::Score,
    Column::DigDensity,
    Column::Digs,
    Column::Guesses,
    Column::Forced,
    Column::FalseFlags,
    Column::WrongClaims,
    Column::WrongDeclaration,
    Column::Error,
];

/// What stands in one place of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// The number of a deal.
    Index(u64),
    /// A player, by its place.
    Player(usize),
    /// A count.
    Count(Option<u32>),
    /// A number that may have a fraction.
    Real(Option<f64>),
    /// Yes or no.
    Truth(Option<bool>),
    /// Words.
    Text(Option<&'a str>),
}

impl Column {
    /// All of a table of games that these gauges watched: an experiment's, or without `Point` a
    /// match's.
    ///
    /// ```
    /// use surefoot_lab::record::{Column, Row, Value};
    ///
    /// let row = Row { digs: 71, ..Row::default() };
    /// let digs = Column::of_games(&[]).find(|column| column.name() == "digs").unwrap();
    /// assert_eq!(digs.value(0, &row), Value::Count(Some(71)));
    /// ```
    pub fn of_games(gauges: &[GaugeEntry]) -> impl Iterator<Item = Self> {
        let readings = gauges.iter().flat_map(|gauge| gauge.columns).enumerate();
        let readings = readings.map(|(place, &(name, _))| Self::Reading(place, name));
        GAME.into_iter().chain(readings).chain([Self::Seconds])
    }

    /// Its name in every table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Index => "index",
            Self::Player => "player",
            Self::Won => "won",
            Self::Value => "value",
            Self::Score => "score",
            Self::DigDensity => "dig_density",
            Self::Digs => "digs",
            Self::Guesses => "guesses",
            Self::Forced => "forced",
            Self::FalseFlags => "false_flags",
            Self::WrongClaims => "wrong_claims",
            Self::WrongDeclaration => "wrong_declaration",
            Self::Error => "error",
            Self::Reading(_, name) => name,
            Self::Seconds => "seconds",
            Self::Check => "check",
        }
    }

    /// What stands there for a game of this point.
    ///
    /// Where the probability to win is weighed every guess is survived, so nothing is won.
    pub fn value(self, point: usize, row: &Row) -> Value<'_> {
        match self {
            Self::Point => Value::Count(Some(point as u32)),
            Self::Index => Value::Index(row.index),
            Self::Player => Value::Player(row.player),
            Self::Won => Value::Truth(row.won.filter(|_| row.value.is_none())),
            Self::Value => Value::Real(row.value),
            Self::Score => Value::Real(row.score),
            Self::DigDensity => Value::Real(row.dig_density),
            Self::Digs => Value::Count(Some(row.digs)),
            Self::Guesses => Value::Count(Some(row.guesses)),
            Self::Forced => Value::Count(row.forced),
            Self::FalseFlags => Value::Count(Some(row.false_flags)),
            Self::WrongClaims => Value::Count(Some(row.wrong_claims)),
            Self::WrongDeclaration => Value::Truth(row.wrong_declaration),
            Self::Error => Value::Text(row.error.as_deref()),
            Self::Reading(place, _) => Value::Real(row.readings.get(place).copied().flatten()),
            Self::Seconds => Value::Real(Some(row.seconds)),
            Self::Check => Value::Text(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_weighed_was_not_won() {
        let weighed = Row { won: Some(true), value: Some(0.25), ..Row::default() };
        assert_eq!(Column::Won.value(0, &weighed), Value::Truth(None));
        assert_eq!(Column::Value.value(0, &weighed), Value::Real(Some(0.25)));
        let counted = Row { value: None, ..weighed };
        assert_eq!(Column::Won.value(0, &counted), Value::Truth(Some(true)));
    }
}

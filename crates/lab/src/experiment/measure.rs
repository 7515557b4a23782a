//! What can be measured of a game: how it is read off a row, and in which unit and
//! range it is shown.

use surefoot_rules::GameKind;

#[cfg(feature = "toml")]
use crate::play::gauge::GaugeEntry;
use crate::record::Row;

/// See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Games won, or their estimated probability.
    Won,
    /// Final scores.
    Score,
    /// Opened cells of all, where the declaration was right.
    DigDensity,
    /// Cells opened.
    Digs,
    /// Opens that were not claimed certain.
    Guesses,
    /// Games with a guess that nobody could have avoided.
    Forced,
    /// Flags on safe cells.
    FalseFlags,
    /// Wrong declarations.
    WrongDeclarations,
    /// CPU time.
    Seconds,
    /// CPU time of the games that were won: those that are lost end early.
    WonSeconds,
    /// A column of a gauge.
    Reading {
        /// Its place among all columns of the experiment's gauges.
        column: usize,
        /// Its name.
        name: &'static str,
        /// What stands on its axis.
        axis: &'static str,
    },
}

#[cfg(feature = "toml")]
const FIXED: [Measure; 10] = [
    Measure::Won,
    Measure::Score,
    Measure::DigDensity,
    Measure::Digs,
    Measure::Guesses,
    Measure::Forced,
    Measure::FalseFlags,
    Measure::WrongDeclarations,
    Measure::Seconds,
    Measure::WonSeconds,
];

impl Measure {
    /// What a game is usually measured by.
    pub fn usual(kind: GameKind) -> Self {
        match kind {
            GameKind::Win => Self::Won,
            GameKind::Score => Self::Score,
            GameKind::Dig => Self::DigDensity,
        }
    }

    /// By its name, among the fixed ones and the columns of these gauges.
    #[cfg(feature = "toml")]
    pub(crate) fn find(name: &str, gauges: &[GaugeEntry]) -> Result<Self, String> {
        let columns = gauges.iter().flat_map(|gauge| gauge.columns).enumerate();
        let readings = columns.map(|(column, &(name, axis))| Self::Reading { column, name, axis });
        let all: Vec<Self> = FIXED.into_iter().chain(readings).collect();
        all.iter().copied().find(|measure| measure.name() == name).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|measure| measure.name()).collect();
            format!("unknown measure `{name}`: expected one of\n  {}", names.join("\n  "))
        })
    }

    /// Whether games of this kind have it; `forced` is whether forced guesses are looked for.
    #[cfg(feature = "toml")]
    pub(crate) fn applies(self, kind: GameKind, forced: bool) -> Result<(), String> {
        let there = match self {
            Self::Won | Self::WonSeconds => kind != GameKind::Score,
            Self::Score => kind == GameKind::Score,
            Self::DigDensity | Self::WrongDeclarations => kind == GameKind::Dig,
            Self::Forced if !forced => {
                return Err("`forced` needs `forced = true`: who finds out?".to_owned());
            }
            _ => true,
        };
        let reason = || format!("`{}` is not measured in `{kind}`", self.name());
        there.then_some(()).ok_or_else(reason)
    }

    /// Its name, what stands on an axis, and what a sentence calls it.
    fn words(self) -> [&'static str; 3] {
        match self {
            Self::Won => ["won", "games won, %", "share of games won"],
            Self::Score => ["score", "final score (1 = all mines flagged)", "final score"],
            Self::DigDensity => ["dig-density", "dig density, % of cells opened", "dig density"],
            Self::Digs => ["digs", "cells opened", "number of cells opened"],
            Self::Guesses => ["guesses", "guesses per game", "number of guesses"],
            Self::Forced => {
                ["forced", "games with a forced guess, %", "share of games with a forced guess"]
            }
            Self::FalseFlags => ["false-flags", "false flags per game", "number of false flags"],
            Self::WrongDeclarations => {
                let axis = "games wrongly declared, %";
                ["wrong-declarations", axis, "share of wrong declarations"]
            }
            Self::Seconds => ["seconds", "median CPU time per game", "median CPU time per game"],
            Self::WonSeconds => ["won-seconds", "CPU time of won games", "CPU time of won games"],
            // Without its unit.
            Self::Reading { name, axis, .. } => {
                [name, axis, axis.split(',').next().unwrap_or(axis)]
            }
        }
    }

    /// Its name in experiments and tables.
    pub fn name(self) -> &'static str {
        self.words()[0]
    }

    /// What stands on an axis that shows it, with its unit.
    pub fn axis(self) -> &'static str {
        self.words()[1]
    }

    /// What a sentence calls it.
    pub fn noun(self) -> &'static str {
        self.words()[2]
    }

    /// What values are multiplied by to be shown.
    pub fn scale(self) -> f64 {
        match self {
            Self::Won | Self::DigDensity | Self::Forced | Self::WrongDeclarations => 100.0,
            _ => 1.0,
        }
    }

    /// The unit in which it is shown, if it has one.
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Self::Reading { axis, .. } => axis.split_once(", ").map(|(_, unit)| unit),
            _ if self.scale() > 1.0 => Some("%"),
            _ => None,
        }
    }

    /// Whether it is a time, in seconds.
    pub fn is_time(self) -> bool {
        matches!(self, Self::Seconds | Self::WonSeconds)
    }

    /// Whether it is of the board, whoever plays.
    pub fn is_of_board(self) -> bool {
        matches!(self, Self::Reading { name: "three_bv" | "openings", .. })
    }

    /// Digits after the point, in the unit shown.
    pub fn digits(self) -> usize {
        match self {
            Self::Score => 3,
            _ => 2,
        }
    }

    /// Whether it lies between 0 and 1 (before it is scaled).
    pub fn is_share(self) -> bool {
        let whole = matches!(self, Self::Won | Self::Score | Self::DigDensity);
        whole || matches!(self, Self::Forced | Self::WrongDeclarations)
    }

    /// Whether less of it is better; `None` where neither is.
    pub fn less_is_better(self) -> Option<bool> {
        match self {
            Self::Won | Self::Score => Some(false),
            Self::Reading { .. } | Self::Forced => None,
            _ => Some(true),
        }
    }

    /// What a game is worth in it; `None` where it does not apply.
    pub fn of(self, row: &Row) -> Option<f64> {
        let yes = |is: bool| f64::from(u8::from(is));
        match self {
            Self::Won => row.value.or(row.won.map(yes)),
            Self::Score => row.score,
            Self::DigDensity => row.dig_density,
            Self::Digs => Some(row.digs.into()),
            Self::Guesses => Some(row.guesses.into()),
            Self::Forced => row.forced.map(|forced| yes(forced > 0)),
            Self::FalseFlags => Some(row.false_flags.into()),
            Self::WrongDeclarations => row.wrong_declaration.map(yes),
            Self::Seconds => Some(row.seconds),
            Self::WonSeconds => (row.won == Some(true)).then_some(row.seconds),
            Self::Reading { column, .. } => row.readings.get(column).copied().flatten(),
        }
    }
}

//! What an experiment varies: the points of a sweep, and what they are called.

use std::fmt;

use serde::Deserialize;
use surefoot_rules::Rules;

use crate::play::source::Source;

/// One condition under which deals are played.
#[derive(Clone, Debug)]
pub struct SweepPoint {
    /// Where it lies on the sweep.
    pub x: X,
    /// What is played.
    pub rules: Rules,
    /// On which boards.
    pub source: Source,
    /// A seed of its own, where seeds are what is varied.
    pub seed: Option<u64>,
}

/// A place on a sweep.
#[derive(Clone, Debug, PartialEq)]
pub enum X {
    /// A number on an axis.
    Number(f64),
    /// One of several things.
    Label(String),
}

impl fmt::Display for X {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Label(label) => label.fmt(f),
        }
    }
}

/// What is varied along a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// The number of cells, at a fixed density; boards as square as can be.
    Area,
    /// Mines in percent of the cells.
    Density,
    /// Mines.
    Mines,
    /// Named or written levels.
    Level,
    /// What the first click is promised.
    Promise,
    /// Whether the number of mines is told.
    Total,
    /// Clue rules.
    Clues,
    /// The number that stands for `{}` in the clue rule.
    Parameter,
    /// The first click: every cell, mirror images once.
    First,
    /// The seed: the same again on other deals, which are taken together.
    Seed,
}

impl Over {
    /// Whether its values are numbers on an axis.
    pub fn is_numeric(self) -> bool {
        matches!(self, Self::Area | Self::Density | Self::Mines | Self::Parameter)
    }

    pub(crate) fn usual_axis(self) -> &'static str {
        match self {
            Self::Area => "board area, cells",
            Self::Density => "mines, % of cells",
            Self::Mines => "mines",
            Self::Level => "level",
            Self::Promise => "first click promised",
            Self::Total => "number of mines",
            Self::Clues => "clues",
            Self::Parameter => "parameter of the clue rule",
            Self::First => "first click",
            Self::Seed => "seed",
        }
    }
}

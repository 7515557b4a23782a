//! What can be wrong with a setting, and of which field.

use crate::{
    DealError, GridError, ParseCluesError, ParseLevelError, ParseNameError, ParsePointError, Point,
    RulesError, named,
};

/// One thing that a setting can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingField {
    /// Size and mines in one text: `expert`, `30x16/99`, `20x20@15%`.
    Level,
    /// The size alone: `30x16`.
    Size,
    /// The number of mines: `99`.
    Mines,
    /// Mines in percent of the cells: `15` or `15%`.
    Density,
    /// Which cells touch: `square8`, `hex`, …
    Neighbourhood,
    /// Which game: `win`, `score` or `dig`.
    Game,
    /// What the first click is promised: `none`, `safe` or `opening`.
    Promise,
    /// Where the first click will be: `3,7`.
    First,
    /// Whether the number of mines is told: `told` or `hidden`.
    Total,
    /// How clues come about: `exact`, `silent:0.7`, …
    Clues,
    /// Whether zeros open their neighbours: `on` or `off`.
    Flood,
}

named! {
    SettingField {
        Level => "level",
        Size => "size",
        Mines => "mines",
        Density => "density",
        Neighbourhood => "neighbourhood",
        Game => "game",
        Promise => "promise",
        First => "first",
        Total => "total",
        Clues => "clues",
        Flood => "flood",
    }
}

impl SettingField {
    /// Whether both say the same thing, so that a list of fields without an order must not
    /// have both: a level is a size and a number of mines, and a density is one too.
    ///
    /// ```
    /// use surefoot_rules::SettingField;
    ///
    /// assert!(SettingField::Level.repeats(SettingField::Density));
    /// assert!(SettingField::Density.repeats(SettingField::Mines));
    /// assert!(!SettingField::Size.repeats(SettingField::Mines));
    /// ```
    pub fn repeats(self, other: Self) -> bool {
        let says = |field| match field {
            Self::Level => (true, true),
            Self::Size => (true, false),
            Self::Mines | Self::Density => (false, true),
            _ => (false, false),
        };
        let ((size, mines), (again, more)) = (says(self), says(other));
        self == other || (size && again) || (mines && more)
    }
}

/// What is wrong with a setting; [`field`](Self::field) says of what.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingError {
    /// Not a level.
    #[error(transparent)]
    Level(#[from] ParseLevelError),
    /// Not a size.
    #[error("`{0}` is not a size: expected WIDTHxHEIGHT, as in 30x16")]
    Size(String),
    /// A size that no board has.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// Not a number of mines.
    #[error("`{0}` is not a number of mines: expected a whole number, as in 99")]
    Mines(String),
    /// Not a density.
    #[error("`{0}` is not a density: expected a number from 0 to 100, in percent")]
    Density(String),
    /// Not a neighbourhood, a game or a promise.
    #[error("{1}")]
    Name(SettingField, ParseNameError),
    /// Not a cell.
    #[error(transparent)]
    First(#[from] ParsePointError),
    /// The first click is not on the board.
    #[error("the first click {first} lies outside the board of {width}x{height}")]
    Outside {
        /// The first click.
        first: Point,
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// Neither told nor hidden.
    #[error("`{0}` is not possible: expected told or hidden")]
    Total(String),
    /// Not a clue rule.
    #[error(transparent)]
    Clues(#[from] ParseCluesError),
    /// Neither on nor off.
    #[error("`{0}` is not possible: expected on or off")]
    Flood(String),
    /// No size was given.
    #[error("the size of the board is missing")]
    NoSize,
    /// No number of mines was given.
    #[error("the number of mines is missing")]
    NoMines,
    /// Something was said that a given board says itself.
    #[error("the {0} of a given board cannot be chosen")]
    Given(SettingField),
    /// What was said does not fit together.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

impl From<DealError> for SettingError {
    fn from(error: DealError) -> Self {
        Self::Rules(error.into())
    }
}

impl SettingError {
    /// What it is about.
    #[expect(clippy::match_same_arms, reason = "a table: one kind of mistake a line")]
    pub fn field(&self) -> SettingField {
        match self {
            Self::Level(_) => SettingField::Level,
            Self::Size(_) | Self::Grid(_) | Self::NoSize => SettingField::Size,
            Self::Mines(_) | Self::NoMines => SettingField::Mines,
            Self::Density(_) => SettingField::Density,
            Self::First(_) | Self::Outside { .. } => SettingField::First,
            Self::Total(_) => SettingField::Total,
            Self::Clues(_) => SettingField::Clues,
            Self::Flood(_) => SettingField::Flood,
            Self::Name(field, _) | Self::Given(field) => *field,
            Self::Rules(RulesError::Deal(DealError::TooManyMines { .. })) => SettingField::Mines,
            Self::Rules(RulesError::Deal(DealError::Promise { .. })) => SettingField::Promise,
            Self::Rules(RulesError::Flood(_)) => SettingField::Flood,
            Self::Rules(RulesError::DigUntold) => SettingField::Total,
        }
    }
}

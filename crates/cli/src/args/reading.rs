//! How to read a file: what every command that reads one understands.

use clap::{Args, ValueEnum};
use surefoot_rules::notation::Format;
use surefoot_rules::notation::course::SafeReading;

/// How to read a file.
#[derive(Debug, Args)]
pub(crate) struct ReadingOptions {
    /// The format of the file [default: recognised by content].
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,
    /// How to read `safe` in a course file.
    #[arg(long, default_value = "auto", value_name = "HOW")]
    pub(crate) safe: Safe,
}

/// How a course file means `safe`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Safe {
    /// Whichever is not a mine; row,col if neither is.
    Auto,
    #[value(name = "row,col")]
    RowCol,
    #[value(name = "col,row")]
    ColRow,
}

impl From<Safe> for SafeReading {
    fn from(safe: Safe) -> Self {
        match safe {
            Safe::Auto => Self::Auto,
            Safe::RowCol => Self::RowColumn,
            Safe::ColRow => Self::ColumnRow,
        }
    }
}

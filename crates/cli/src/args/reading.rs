//! How to read a file: what every command that reads one understands.

use clap::{Args, ValueEnum};
use surefoot_rules::notation::Format;
use surefoot_rules::notation::course::SafeReading;

/// How to read a file.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// The format to read, instead of recognising it.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,
    /// How a course file means `safe`.
    #[arg(long, default_value = "auto", value_name = "HOW")]
    pub(crate) safe: Safe,
}

/// How a course file means `safe`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Safe {
    /// The reading that is no mine, row,col if both are.
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

//! `surefoot lab`: experiments to run.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use surefoot_lab::experiment::shard::Shard;

pub(super) const HELP: &str =
    "An experiment is a TOML file; the shipped ones go by name. Every game is recorded when
it ends, so a run that was stopped or killed goes on with --resume and ends with the same
records. Times are CPU times of the players. Shares for several machines are put together
by `lab merge`.

Examples:
  surefoot lab --quick --out quick            every question, roughly, in a minute
  surefoot lab dig-area win-rates             two of them at full size
  surefoot lab show dig-area > mine.toml      a start for your own,
  surefoot lab mine.toml --out mine           and its run
  surefoot lab --out lab --resume             go on where it stopped
  surefoot lab --shard 1/2 --out a            one half here,
  surefoot lab --shard 2/2 --out b            the other there,
  surefoot lab merge a b --out whole          and both together
  surefoot lab course-boards --boards DIR     the course's own files";

/// Experiments to run.
#[derive(Debug, Args)]
pub(crate) struct Lab {
    #[command(subcommand)]
    pub(crate) command: Option<LabCommand>,
    /// Shipped experiments by name, or files of your own [default: all that are shipped].
    #[arg(value_name = "EXPERIMENT")]
    pub(crate) experiments: Vec<String>,
    /// The folder for records, tables, figures and the report.
    #[arg(long, default_value = "lab", value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Keep records in this folder [default: `records` in the folder of --out].
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    /// Few deals a point: every question in a minute, with wide intervals.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Go on with the records that are there.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Play only share I of N.
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// For experiments on the public course's boards: its own JSON files, a folder of
    /// folders.
    #[arg(long, value_name = "DIR")]
    pub(crate) boards: Option<PathBuf>,
    /// Write records as Parquet too (if built with `--features parquet`).
    #[arg(long)]
    pub(crate) parquet: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LabCommand {
    /// List the shipped experiments.
    List,
    /// Print the file of a shipped experiment.
    Show {
        /// Its name.
        #[arg(value_name = "EXPERIMENT")]
        name: String,
    },
    /// Put shares together: their records, and the tables, figures and report of all.
    Merge {
        /// The folders of the shares.
        #[arg(required = true, value_name = "DIR")]
        folders: Vec<PathBuf>,
        /// The folder for the whole.
        #[arg(long, default_value = "lab", value_name = "DIR")]
        out: PathBuf,
        /// The course's files, if the shares were made with them.
        #[arg(long, value_name = "DIR")]
        boards: Option<PathBuf>,
    },
}

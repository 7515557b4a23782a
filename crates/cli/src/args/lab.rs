//! `surefoot lab`: experiments to run.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use surefoot_lab::experiment::folder::More;
use surefoot_lab::experiment::shard::{ParseShardError, Shard};

pub(super) const HELP: &str =
    "An experiment is a TOML file; the shipped ones are called by name. Every game is recorded
as it ends, so a run that was stopped or killed continues with --resume and ends with the
same records. Times are the players' CPU times. `lab merge` puts together what several
machines played.

Examples:
  surefoot lab --quick --out quick            rough answers to all questions, in a minute
  surefoot lab dig-area win-rates             two experiments at full size
  surefoot lab show dig-area > mine.toml      a file to start your own from,
  surefoot lab mine.toml --out mine           and its run
  surefoot lab --out lab --resume             continue where it stopped
  surefoot lab --shard 1/2 --out a            one half here,
  surefoot lab --shard 2/2 --out b            the other there,
  surefoot lab merge a b --out whole          and both together
  surefoot lab plan win-rates                 what it will cost, before it is played
  surefoot lab --shard env --out $SLURM_ARRAY_TASK_ID   the share of a job array's task
  surefoot lab dig-area --out lab --more 500  500 more deals on a finished record,
  surefoot lab dig-area --out lab --more gauss   or one more player
  surefoot lab compare old new                two runs, deal by deal; exit 1 if the second is worse
  surefoot lab course-boards --boards DIR     the course's own files";

/// Experiments to run.
#[derive(Clone, Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // switches
pub(crate) struct Lab {
    #[command(subcommand)]
    pub(crate) command: Option<LabCommand>,
    /// Shipped experiments by name, or files of your own [default: all shipped ones].
    #[arg(value_name = "EXPERIMENT")]
    pub(crate) experiments: Vec<String>,
    /// The folder for records, tables, figures and the report.
    #[arg(long, default_value = "lab", value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// The folder for records alone [default: `records` inside that of --out].
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    /// Play few deals per point: rough answers in a minute, with wide intervals.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Continue the records that are already there.
    #[arg(long)]
    pub(crate) resume: bool,
    /// With --resume: drop a damaged line of a record and all after it, and play those deals
    /// again.
    #[arg(long, requires = "resume")]
    pub(crate) drop: bool,
    /// Add to finished records: a number of deals at every point, or one more player on the
    /// deals that were played [experiments by default: all that the folder has records of].
    #[arg(long, value_name = "N|PLAYER", conflicts_with_all = ["resume", "quick"])]
    pub(crate) more: Option<More>,
    /// Play only share I of N; `env` takes the share that a Slurm array or a Kubernetes Indexed
    /// Job gives this job.
    #[arg(long, value_name = "I/N|env")]
    pub(crate) shard: Option<ShardChoice>,
    /// With --shard env: how many shares there are [default: as Slurm says].
    #[arg(long, value_name = "N", requires = "shard")]
    pub(crate) shards: Option<u64>,
    /// For experiments on the public course's boards: the folder with its own JSON files,
    /// in subfolders.
    #[arg(long, value_name = "DIR")]
    pub(crate) boards: Option<PathBuf>,
    /// Also write records as Parquet (in builds with `--features parquet`).
    #[arg(long)]
    pub(crate) parquet: bool,
}

/// Which share is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShardChoice {
    /// This one.
    Given(Shard),
    /// The one that a scheduler's variables name.
    Env,
}

impl std::str::FromStr for ShardChoice {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "env" { Ok(Self::Env) } else { text.parse().map(Self::Given) }
    }
}

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum LabCommand {
    /// List the shipped experiments.
    List,
    /// Print the file of a shipped experiment.
    Show {
        /// Its name.
        #[arg(value_name = "EXPERIMENT")]
        name: String,
    },
    /// Estimate CPU time and the size of the records, by playing a few deals of every point.
    Plan {
        /// Shipped experiments by name, or files of your own [default: all shipped ones].
        #[arg(value_name = "EXPERIMENT")]
        experiments: Vec<String>,
        /// Estimate a --quick run.
        #[arg(long)]
        quick: bool,
    },
    /// Compare two runs of the same experiments deal by deal; exit 1 where the second is worse.
    Compare {
        /// The folder of the first run.
        #[arg(value_name = "A")]
        before: PathBuf,
        /// The folder of the second run, maybe by another version of the engine.
        #[arg(value_name = "B")]
        after: PathBuf,
    },
    /// Compare the write-ups' claims with finished records; writes Markdown.
    WriteUps {
        /// The folder of records.
        #[arg(value_name = "DIR")]
        records: PathBuf,
        /// The file to write.
        #[arg(long, default_value = "-", value_name = "FILE.md")]
        out: PathBuf,
    },
    /// Put the shares of several machines together, and report on the whole.
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

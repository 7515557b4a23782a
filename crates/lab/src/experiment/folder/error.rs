//! What can go wrong with a folder of experiments.

use std::io;
use std::path::{Path, PathBuf};

use surefoot_inference::AnalysisError;
use surefoot_players::RosterError;
use surefoot_rules::notation::ReadError;

use crate::experiment::plan::PlanError;
use crate::record::RecordError;

/// Why an experiment could not be played into a folder, or made into a report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// A file or folder that cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file or folder that cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Two experiments of one name: records go by that.
    #[error("two experiments are called `{0}`")]
    SameName(String),
    /// An experiment that a program put together: nobody could play it again from the folder.
    #[error("an experiment is played into a folder by its file: name and text are missing")]
    NoFile,
    /// A record that was not to be continued.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// A record that somebody else is writing.
    #[error("{} is being written by another run", .0.display())]
    Locked(PathBuf),
    /// Nothing to add to.
    #[error("there is no record {}", .0.display())]
    NoRecord(PathBuf),
    /// A folder that no run has written to.
    #[error("{} holds no records", .0.display())]
    NoRecords(PathBuf),
    /// A record that is to be finished before more is added to it.
    #[error("{} is not finished", .0.display())]
    Unfinished(PathBuf),
    /// Given boards have all been played.
    #[error("`{0}` plays boards that were given, and has played all of them")]
    AllBoards(String),
    /// Advantages are measured over the first player, who would have to play again.
    #[error("`{0}` measures advantages over its first player: nobody can be added to that")]
    NoAdding(String),
    /// A rule to stop by needs all deals.
    #[error("`{0}` stops by a rule, and whoever plays a share does not see the others")]
    StopsWhole(String),
    /// Folders without a common experiment.
    #[error("the two folders hold no finished record of the same experiment")]
    NothingCommon,
    /// Two runs that have only the name in common.
    #[error("`{0}` was played otherwise in the two folders: its seed, points or players differ")]
    Unlike(String),
    /// A record that does not belong here.
    #[error("{}: {error}", path.display())]
    Record {
        /// Its file.
        path: PathBuf,
        /// Why not.
        error: RecordError,
    },
    /// An experiment beside a record that cannot be read.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A player that does not exist, or cannot play this.
    #[error(transparent)]
    Player(#[from] RosterError),
    /// Folders without shares.
    #[error("these folders hold no shares")]
    NoShares,
    /// Shares that are not all there, or there twice.
    #[error("the shares of `{name}` are not complete: {error}")]
    Shares {
        /// The experiment.
        name: String,
        /// What is missing or there twice.
        error: RecordError,
    },
    /// A folder without the course's files.
    #[error("{} holds no course files (*.json)", .0.display())]
    NoCourse(PathBuf),
    /// One of the course's files that cannot be read.
    #[error("{}: {error}", path.display())]
    Course {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: ReadError,
    },
    /// Boards for experiments that take none.
    #[error("none of these experiments plays the course's boards")]
    NoBoards,
    /// A position that cannot be analysed.
    #[error(transparent)]
    Position(#[from] AnalysisError),
    /// A figure that cannot be drawn.
    #[cfg(feature = "png")]
    #[error("cannot draw a figure")]
    Figure(#[from] crate::report::plot::PixelError),
    /// Parquet was asked for.
    #[error("this build has no Parquet")]
    NoParquet,
    /// A record that cannot be written as Parquet.
    #[cfg(feature = "parquet")]
    #[error(transparent)]
    Parquet(#[from] crate::record::parquet::ParquetFileError),
}

impl FolderError {
    pub(crate) fn reading(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Read { path: path.to_owned(), source }
    }

    pub(crate) fn writing(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Write { path: path.to_owned(), source }
    }

    pub(crate) fn record(path: &Path) -> impl FnOnce(RecordError) -> Self {
        move |error| Self::Record { path: path.to_owned(), error }
    }
}

//! Games on file: one row per game and player, its columns, and the file of an experiment.

pub(crate) mod columns;
mod done;
mod error;
mod file;
mod heading;
mod merge;
#[cfg(feature = "parquet")]
pub mod parquet;
mod row;

pub use columns::Columns;
pub use done::Done;
pub use error::RecordError;
pub use file::RecordFile;
pub use heading::{Identity, SCHEMA, heading, points, said};
#[cfg(feature = "toml")]
pub(crate) use merge::join_players;
pub use merge::merge;
pub use row::Row;

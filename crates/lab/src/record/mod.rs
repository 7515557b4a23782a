//! Games on file: one row per game and player, its columns, and the file of an experiment.

mod blocks;
mod column;
pub(crate) mod columns;
mod done;
mod error;
mod file;
mod heading;
mod merge;
#[cfg(feature = "parquet")]
pub mod parquet;
mod row;

pub use column::{Column, Value};
pub use columns::Columns;
pub use done::Done;
pub use error::{JoinError, RecordError};
pub use file::RecordFile;
pub use heading::{Identity, SCHEMA, heading, points, said};
pub use merge::{RecordPart, make_whole, write_in_order};
pub use row::Row;

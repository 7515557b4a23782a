//! Games on file: one row per game and player, its columns, and the file of an experiment.

mod done;
mod error;
mod file;
mod heading;
pub(crate) mod line;
mod merge;
#[cfg(feature = "parquet")]
pub mod parquet;
mod row;

pub use done::Done;
pub use error::RecordError;
pub use file::RecordFile;
pub use heading::{SCHEMA, Said, heading, points, said};
pub use line::Columns;
pub use merge::merge;
pub use row::Row;

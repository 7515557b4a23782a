//! Experiments: declared as data, played in any order on any machines, recorded.

pub(crate) mod draft;
pub mod folder;
mod hash;
mod r#match;
pub mod measure;
pub mod plan;
pub mod run;
pub mod shard;
pub mod shipped;
mod sweep;

pub use r#match::{Match, MatchError, Outcome};

//! Experiments: declared as data, played in any order on any machines, recorded.

#[cfg(feature = "toml")]
pub(crate) mod draft;
#[cfg(feature = "toml")]
pub mod folder;
pub mod forecast;
mod hash;
mod r#match;
pub mod measure;
pub mod plan;
pub mod run;
pub mod shard;
#[cfg(feature = "toml")]
pub mod shipped;
pub mod stopping;
mod sweep;
pub mod units;

pub use r#match::{Match, MatchError, MatchResult};

#![doc = include_str!("../README.md")]

pub mod arena;
pub mod bench;
#[cfg(feature = "engines")]
pub mod engine_file;
pub mod exact_value;
pub mod experiment;
mod fnv;
#[cfg(feature = "toml")]
pub mod league;
pub mod play;
pub mod record;
pub mod report;
pub mod statistics;
mod tunables;

#![doc = include_str!("../README.md")]

pub mod bench;
pub mod exact_value;
pub mod experiment;
pub mod play;
pub mod record;
pub mod report;
pub mod statistics;
mod tunables;

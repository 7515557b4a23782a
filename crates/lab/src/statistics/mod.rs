//! What can be said of many games: sums that add, intervals, tests, pairs and groups.

mod correlation;
pub mod groups;
pub mod interval;
pub(crate) mod median;
pub mod moments;
pub mod paired;
pub mod results;
mod sample;
pub mod sprt;

//! Many games: matches on the same deals, tallies that add, intervals, sequential
//! tests, and one number that says whether behaviour changed.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use surefoot_lab::contest::{Contest, Estimate};
//! use surefoot_rules::{GameKind, Grid, Rules};
//!
//! let contest = Contest {
//!     rules: Rules::new(GameKind::Win, Grid::new(9, 9)?, 10),
//!     players: vec!["random".into(), "closure".into()],
//!     games: 200,
//!     seed: 1,
//!     boards: None,
//!     sprt: None,
//!     estimate: Estimate::Plain,
//!     judged: false,
//! };
//! let result = contest.run(&AtomicBool::new(false), || {}, |_| {})?;
//! let [random, closure] = &result.standings.0[..] else { unreachable!() };
//! assert!(closure.wins > random.wins);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advantage;
pub mod answer;
mod clock;
#[cfg(feature = "parquet")]
pub mod columns;
pub mod contest;
pub mod data;
mod draft;
pub mod gauge;
pub mod groups;
pub mod influence;
pub mod interval;
pub mod ledger;
mod line;
pub mod measure;
pub mod plan;
pub mod plot;
pub mod record;
pub mod report;
pub mod run;
mod seat;
pub mod shape;
pub mod shard;
pub mod shipped;
pub mod signature;
pub mod source;
pub mod sprt;
pub mod standings;
pub mod table;
pub mod tally;
mod umpire;
pub mod worth;

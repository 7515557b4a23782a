//! Many games: matches on the same deals, tallies that add, intervals, sequential
//! tests, and one number that says whether behaviour changed.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use surefoot_lab::play::contest::{Contest, Estimate};
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

pub mod experiment;
pub mod play;
pub mod report;
pub mod statistics;

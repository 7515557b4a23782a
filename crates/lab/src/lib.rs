//! Many games: matches on the same deals, tallies that add, intervals, sequential
//! tests, and one number that says whether behaviour changed.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use surefoot_lab::play::{Match, Estimate};
//! use surefoot_players::Roster;
//! use surefoot_rules::{GameKind, Grid, Rules};
//!
//! let game = Match {
//!     rules: Rules::new(GameKind::Win, Grid::new(9, 9)?, 10),
//!     players: vec!["random".into(), "closure".into()],
//!     games: 200,
//!     seed: 1,
//!     boards: None,
//!     sprt: None,
//!     estimate: Estimate::Plain,
//!     judged: false,
//! };
//! let result = game.run(&Roster::standard(), &AtomicBool::new(false), || {}, |_| {})?;
//! let [random, closure] = &result.standings.0[..] else { unreachable!() };
//! assert!(closure.wins > random.wins);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bench;
pub mod exact_value;
pub mod experiment;
pub mod play;
pub mod record;
pub mod report;
pub mod statistics;

//! Minesweeper players: every agent of the five write-ups, the floor, and ours.
//!
//! One file per player; each opens with what its write-up says, where we differ
//! and why, and holds the player's own line of the [`roster`]: its name, options, abilities and
//! how it is made. The nine of the write-ups and ours live in folders of their own, and what
//! several share exists once, in a third.
//!
//! | module | what |
//! |---|---|
//! | [`roster`] | players by name, and a place for yours |
//! | [`surefoot`] | the strongest player, and what kind of decisions it makes |
//! | [`influence`] | which clues led to which cell, over a game |
//! | [`review`] | a finished game looked at again |
//!
//! Every player plays every game, total told or hidden, and under uncertain clues
//! by the sound form of its write-up's adaptation: a lower bound never proves a cell
//! safe, an upper bound never proves a mine.
//!
//! ```
//! use surefoot_players::Roster;
//! use surefoot_rules::{Deal, Game, GameKind, Grid, Random, Rules, episode};
//!
//! let mut game = Game::new(Rules::new(GameKind::Win, Grid::new(9, 9)?, 10))?;
//! let mut player = Roster::standard().call("closure")?;
//! let deal = Deal::new(1, 0);
//! game.deal(deal);
//! let record = episode::play(&mut game, &mut player, Random::for_player(deal, "closure"));
//! assert_eq!(record.fault, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod findings;
pub mod influence;
mod ours;
pub mod review;
pub mod roster;
mod shared;
pub mod surefoot;
#[cfg(test)]
mod testing;
mod write_ups;

pub use findings::{Best, Findings};
pub use ours::exact::safest;
pub use roster::{Abilities, AnyPlayer, Entry, Roster, RosterError, RosterPlayer};

#![doc = include_str!("../README.md")]
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
//! | [`coach`] | the cells worth opening, with safety and win probability; two cells compared |
//! | [`advise`] | what a player would do in a position it did not play |
//! | [`review`] | a finished game looked at again; the risk of one guess |
//! | [`engine`] | programs as players, and players as programs: a line protocol |
//! | [`scripted`] | a player that is told where to guess |
//!
//! Every player plays every game, total told or hidden, and under uncertain clues
//! by the sound form of its write-up's adaptation: a lower bound never proves a cell
//! safe, an upper bound never proves a mine.

pub mod advise;
pub mod coach;
pub mod engine;
pub mod influence;
mod ours;
pub mod review;
pub mod roster;
pub mod scripted;
mod shared;
pub mod surefoot;
#[cfg(test)]
mod testing;
mod tunables;
mod write_ups;

pub use roster::{
    Abilities, AnyPlayer, Entry, PlayerLook, PlayerMaker, Roster, RosterError, RosterPlayer,
};
pub use shared::knowledge::ALL_MINES;

#![doc = include_str!("../README.md")]
//!
//! One file per player; each opens with what its write-up says, where we differ
//! and why. What several share exists once: adjusted clues, the two rules and a
//! queue of changed clues (`knowledge`), independent parts of a position
//! (`parts`), sets to pick from (`cells`), weights to draw by (`weights`).
//!
//! Every player plays every game, total told or hidden, and under uncertain clues
//! by the sound form of its seed's adaptation: a lower bound never proves a cell
//! safe, an upper bound never proves a mine.

pub mod advise;
pub mod influence;
mod ours;
pub mod review;
pub mod roster;
mod shared;
mod surefoot;
#[cfg(test)]
mod testing;
mod write_ups;

pub use roster::{Abilities, AnyPlayer, Entry, Roster, RosterError, RosterPlayer};

//! Cheap logic: what a view makes certain without counting anything.
//!
//! [`Facts`] follow a game and apply the two oldest rules, one clue at a time: a clue that
//! has all its mines makes the rest around it safe, and one that needs all its cells makes
//! them mines. That decides most cells of most games, in time that follows what changed
//! and not the size of the board.
//!
//! Every fact says what it rests on:
//!
//! ```
//! use surefoot_inference::logic::{Because, Belief, Facts};
//! use surefoot_rules::{Point, view};
//!
//! let view = view![
//!     "4x3/2",
//!     "0 2 * *",
//!     "0 2 * *",
//!     "0 1 1 *",
//! ];
//! let cell = |x, y| view.grid().cell(Point { x, y }).unwrap();
//! let mut facts = Facts::of(&view);
//! facts.settle();
//! // The first 1 of the last row has one closed cell beside it, so that is a mine.
//! let mine = facts.log().iter().find(|fact| fact.mine).unwrap();
//! assert_eq!((mine.cell, mine.because), (cell(2, 1), Because::Clue(cell(1, 2))));
//! // The second 1 has its mine then, and the cells beyond it are safe.
//! assert_eq!(facts.belief(cell(3, 1)), Belief::Safe);
//! assert_eq!(facts.belief(cell(3, 0)), Belief::Unknown);
//! // The two mines are all there are.
//! facts.settle_total();
//! assert_eq!(facts.belief(cell(3, 0)), Belief::Safe);
//! ```
//!
//! [`Facts::look_at_pairs`] subtracts clues from each other, for those who want to know a
//! little more.
//!
//! Clues are intervals, so nothing here is unsound under uncertain clues: a lower bound
//! never proves a cell safe, an upper bound never proves a mine.

pub(crate) mod alike;
mod facts;
pub(crate) mod pairs;
pub(crate) mod rows;
mod sum;
pub(crate) mod undo;
mod waiting;
pub(crate) mod whole;

pub use alike::Boxes;
pub use facts::{Because, Fact, Facts};
pub use sum::{Belief, Sum};

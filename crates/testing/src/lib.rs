//! Random tests: one seed for all of them, and failing boards made small.
//!
//! A test that draws its cases at random says how to draw one and what holds of it:
//!
//! ```
//! use surefoot_rules::{Draft, Grid, Tile, View};
//! use surefoot_testing::Cases;
//!
//! Cases::new("hidden cells are closed", 100).check(
//!     |random| {
//!         let mut draft = Draft::new(Grid::new(1 + random.below(9), 1).unwrap(), None);
//!         draft.tiles[0] = *random.pick(&[Tile::Flag, Tile::Clue(0)]).unwrap();
//!         View::try_from(draft).unwrap()
//!     },
//!     |view| assert!(view.hidden().all(|cell| view.tile(cell).is_closed())),
//! );
//! ```
//!
//! Every run draws the same cases, unless `SUREFOOT_TEST_SEED` is set to another
//! number. Where a case fails, it is made smaller for as long as the same assertion
//! fails, and what is left is drawn, to be pasted into a test of its own. (Drawing with
//! proptest would bring shrinking of its own; but it makes the numbers behind a board
//! smaller, not the board, and a position that was played cannot be undone that way.)
//!
//! Tests of whole programs have folders that go when they do, and hear what a program says.

mod cases;
mod folder;
mod games;
mod grids;
mod mutate;
mod replays;
mod said;
mod shrink;
mod timeless;
mod views;

pub use cases::{Cases, seed};
pub use folder::TempFolder;
pub use games::{dealt, open_some, small_game, strewn};
pub use grids::any_grid;
pub use mutate::mutated;
pub use replays::{BinaryForm, any_replay, write_binary, write_collection};
pub use said::Said;
pub use shrink::Shrink;
pub use timeless::timeless;
pub use views::{any_view, extreme_view, under};

//! Boards that can be finished without guessing, and what there is to guess on others.
//!
//! A board is no-guess at a [level](Logic) of logic if that logic opens every safe cell from
//! the first click on: a [`Sweeper`] tells. A [`Maker`] deals such boards, and a [`Walk`]
//! says why every cell of a board is safe.

mod levels;
mod maker;
mod sweeper;
mod walk;

pub use levels::Logic;
pub use maker::{Found, Maker, NoGuessError, Wish, board, deal};
pub use sweeper::Sweeper;
pub use walk::{Deduction, Stuck, Walk};

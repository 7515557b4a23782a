//! Games of several players on the same deals: the table, who watches it, and what is kept.

pub(crate) mod advantage;
mod board_chain;
pub(crate) mod clock;
mod estimator;
mod flag_gauge;
pub mod gauge;
pub mod mine_distribution;
pub(crate) mod seat;
pub mod source;
pub mod standings;
pub(crate) mod umpire;

pub use estimator::Estimator;

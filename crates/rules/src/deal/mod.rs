//! From seeds to boards: the pinned generator, deals that wait for the first click, and the
//! boards of others' generators.

mod dealer;
pub mod jsm;
mod random;

pub use dealer::{DealError, Dealer, ParsePromiseError, Promise};
pub use random::Random;

//! From seeds to boards: the pinned generator, deals that wait for the first click, and the
//! boards of others' generators.

#[expect(clippy::module_inception, reason = "the file is named after the type it holds")]
mod deal;
mod dealer;
pub mod jsm;
mod promise;
mod random;

pub use deal::Deal;
pub use dealer::Dealer;
pub use promise::{DealError, Promise};
pub use random::Random;

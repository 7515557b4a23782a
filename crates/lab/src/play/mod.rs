//! Games of several players on the same deals: the table, who watches it, and what is kept.

pub(crate) mod advantage;
pub(crate) mod clock;
pub mod contest;
pub mod exact_value;
pub mod gauge;
pub mod mine_distribution;
pub mod record;
pub(crate) mod seat;
pub mod signature;
pub mod source;
pub mod standings;
pub(crate) mod umpire;

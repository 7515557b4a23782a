//! Every number of the page's engine that was chosen and not derived.
//!
//! One documented line each, in one place, as CaDiCaL keeps its options.

/// States and edges per position: WASM has 4 GB at the most, and a page should leave some.
pub(crate) const BUDGET: usize = 1 << 22;
/// Arrows of a chain of influence: more would hide the board.
#[cfg(feature = "players")]
pub(crate) const ARROWS: usize = 160;

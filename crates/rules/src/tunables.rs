//! Every limit of the rules that was chosen and not derived.
//!
//! One documented line each, in one place, as CaDiCaL keeps its options.

/// How many actions in a row may open nothing: every cell may be flagged and
/// unflagged, and a silent one asked for very long, but not for ever.
pub(crate) const IDLE_ACTIONS: u64 = 1_000_000;
/// Cells that a file may claim whatever its length: one board of 4096x4096.
pub(crate) const FILE_CELLS: u64 = 1 << 24;
/// Cells that a file may claim for each of its bytes: at 1 % of mines a board has so many. They
/// take three bytes each, so 10 MB take at most half a gigabyte.
pub(crate) const FILE_CELLS_PER_BYTE: u64 = 16;
/// The longest side of a board in a link that is believed. `m` may be shorter than the board, so a link
/// could otherwise claim a size that it does not hold.
pub(crate) const LINK_SIDE: u32 = 1000;
/// Characters of a file that an error quotes.
pub(crate) const SAID_PIECE: usize = 40;
/// Problems of a view that its error tells one by one.
pub(crate) const SAID_PROBLEMS: usize = 8;
/// The longest side of a board that a replay in text may claim: more than any program plays.
#[cfg(feature = "notation")]
pub(crate) const FILE_SIDE: u32 = 10_000;
/// Characters of a stranger's name that are shown.
#[cfg(feature = "notation")]
pub(crate) const SAID_NAME: usize = 100;

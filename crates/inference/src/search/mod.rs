//! What best play makes of a small remainder, in `win` and in `dig`.

pub(crate) mod best_play;
pub(crate) mod configurations;
pub(crate) mod digging;
pub(crate) mod drawn;
pub(crate) mod endgame;
pub(crate) mod expectimax;
pub(crate) mod formed_flips;
pub(crate) mod memory;
pub(crate) mod rehearsal;
pub(crate) mod rivals;
pub(crate) mod searches;
pub(crate) mod symmetry;
pub(crate) mod tally;

//! What best play makes of a small remainder, in `win` and in `dig`.

pub(crate) mod best_play;
pub(crate) mod configurations;
pub(crate) mod digging;
pub(crate) mod sets;
pub(crate) mod symmetry;

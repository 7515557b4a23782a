//! Why a cell is certain: the fewest clues, the steps from them to the cell, the steps in
//! words, and a certificate; and why another is not.

pub(crate) mod certificate;
pub(crate) mod clash;
pub(crate) mod contrast;
pub(crate) mod derivation;
pub(crate) mod deriver;
pub(crate) mod explanation;
pub(crate) mod grounds;
mod patch;
pub(crate) mod prover;
mod smallest;
mod sparing;
pub(crate) mod sums;
pub(crate) mod words;

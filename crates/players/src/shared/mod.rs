//! What several players share.

pub(crate) mod asking;
pub(crate) mod believing;
pub(crate) mod cells;
pub(crate) mod certainty;
pub(crate) mod clusters;
pub(crate) mod knowledge;
pub(crate) mod lottery;
pub(crate) mod opening_order;
pub(crate) mod unsure;

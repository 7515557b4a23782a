//! The nine agents of the write-ups, a file each.

pub(crate) mod baseline;
pub(crate) mod cascade;
pub(crate) mod closure;
pub(crate) mod digger;
pub(crate) mod gauss;
pub(crate) mod periphery;
pub(crate) mod queue;
pub(crate) mod sampler;
pub(crate) mod window;

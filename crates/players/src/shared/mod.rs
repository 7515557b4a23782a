//! What several players share.

pub(crate) mod cells;
pub(crate) mod certain;
pub(crate) mod knowledge;
pub(crate) mod order;
pub(crate) mod parts;
pub(crate) mod weights;

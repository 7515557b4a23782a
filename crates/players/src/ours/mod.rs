//! Players of our own beside `surefoot`: the floor, the plain exact one, and one for each of
//! the forgiving games.

pub(crate) mod exact;
pub(crate) mod keeper;
pub(crate) mod prospector;
pub(crate) mod random;

//! Counting the configurations of a view: boxes of alike cells, an order to eliminate them
//! in, the trellis of a component, and components joined.

pub(crate) mod anneal;
pub(crate) mod components;
pub(crate) mod frontier;
pub(crate) mod join;
pub(crate) mod kept_join;
pub(crate) mod known;
pub(crate) mod number;
pub(crate) mod order;
pub(crate) mod part;
pub(crate) mod pass;
pub(crate) mod polynomials;
pub(crate) mod strips;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod trellis;
pub(crate) mod watch;
pub(crate) mod whole_product;

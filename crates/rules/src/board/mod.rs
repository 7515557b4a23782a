//! Boards: cells, what touches what, where the mines are, and what can be measured of that.

mod cell;
mod graph;
pub(crate) mod grid;
mod layout;
pub(crate) mod level;
mod measure;
mod neighbourhood;
mod zini;

pub use cell::{Cell, ParsePointError, Point};
pub use graph::{Graph, MAX_NEIGHBOURS};
pub use grid::{Grid, GridError, MAX_CELLS};
pub use layout::{Layout, LayoutError};
pub use level::{Level, ParseLevelError, TooManyMinesError};
pub use measure::{Measures, widest_opening};
pub use neighbourhood::{Neighbourhood, Neighbours};
pub use zini::Zini;

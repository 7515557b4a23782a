//! What is seen: tiles, drafts that may hold anything, and views that passed every check.

mod draft;
mod lineage;
mod tile;
#[expect(clippy::module_inception, reason = "the file is named after the type it holds")]
mod view;

pub use draft::{Draft, DraftError, ViewError};
pub use lineage::JournalMark;
pub use tile::Tile;
pub use view::View;

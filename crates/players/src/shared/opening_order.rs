//! In which order known-safe cells are opened.
//!
//! What is certain stays certain, so the order decides nothing in `win`; it decides
//! which clues come first, and so how long the chains of influence are (write-up 004 asks
//! for depth-first against breadth-first). **breadth** opens the oldest finding first,
//! **depth** the newest, **nearest** the one closest to the cell opened last, as a person
//! does who follows an edge.

use surefoot_rules::{Cell, Grid};

use crate::roster::{PlayerOption, PlayerOptions};

pub(crate) const BREADTH: PlayerOption =
    PlayerOption::word("order=breadth", "open the oldest safe cell first (the default)");
pub(crate) const DEPTH: PlayerOption =
    PlayerOption::word("order=depth", "open the newest safe cell first");
pub(crate) const NEAREST: PlayerOption =
    PlayerOption::word("order=nearest", "open the safe cell nearest to the last one first");

/// In which order known-safe cells are opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OpeningOrder {
    /// The oldest finding first.
    #[default]
    Breadth,
    /// The newest first.
    Depth,
    /// The nearest to the last opened cell first.
    Nearest,
}

impl OpeningOrder {
    /// The order that a player's options ask for.
    pub(crate) fn of(options: &PlayerOptions<'_>) -> Self {
        if options.has(&DEPTH) {
            Self::Depth
        } else if options.has(&NEAREST) {
            Self::Nearest
        } else {
            Self::Breadth
        }
    }
}

/// The place of the cell nearest to another; of equals the first.
pub(crate) fn nearest(grid: &Grid, to: Cell, cells: impl Iterator<Item = Cell>) -> usize {
    let to = grid.point(to);
    let far = |cell: Cell| {
        let point = grid.point(cell);
        let (x, y) = (point.x.abs_diff(to.x), point.y.abs_diff(to.y));
        (x.max(y), x + y)
    };
    cells.enumerate().min_by_key(|&(at, cell)| (far(cell), at)).map_or(0, |(at, _)| at)
}

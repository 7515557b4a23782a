//! Boards so small that they are searched from the first click on.
//!
//! A corner is the best first click on boards that people play, but not on 4×4 with four
//! mines, where it loses a hundredth of the wins to its neighbours. No rule is known that
//! tells; so where all deals can be listed and searched (`surefoot_inference::BestPlay`)
//! the first click is a best one by computation, once for a size, a number of mines and a
//! promise. What follows is an endgame from the start.

use crate::tunables;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use surefoot_inference::{BestPlay, Stop};
use surefoot_rules::{Cell, Neighbourhood, Promise, Tile, View};

type SmallBoard = (u32, u32, Neighbourhood, u32, Promise);

/// What was computed before; nothing where the search was refused.
static KNOWN: LazyLock<Mutex<HashMap<SmallBoard, Option<Cell>>>> = LazyLock::new(Mutex::default);

/// In how many ways the mines can lie, if in at most so many.
pub(crate) fn deals(view: &View, most: usize) -> Option<usize> {
    let (cells, mines) = (view.grid().len(), view.mines()? as usize);
    let chosen = mines.min(cells.checked_sub(mines)?);
    (0..chosen).try_fold(1_usize, |ways, at| {
        // Every step is a binomial of its own, and they only grow.
        Some(ways.checked_mul(cells - at)? / (at + 1)).filter(|&ways| ways <= most)
    })
}

/// A best first click on a board of at most so many deals, if it can be searched.
pub(crate) fn first_click(view: &View, promise: Promise, most: usize) -> Option<Cell> {
    deals(view, most)?;
    let grid = view.grid();
    let board = (grid.width(), grid.height(), grid.neighbourhood()?, view.mines()?, promise);
    let (stop, mut known) = (Stop::default(), KNOWN.lock().ok()?);
    let best = match known.get(&board) {
        Some(&best) => best,
        None => {
            let watch = &mut |_| !stop.is_stopped();
            let best = BestPlay::search(view, promise, tunables::FIRST_BYTES, watch);
            if stop.is_stopped() {
                return None;
            }
            *known.entry(board).or_insert(best.ok().and_then(|best| best.cells.first().copied()))
        }
    };
    best.filter(|&cell| view.tile(cell) == Tile::Hidden)
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::{Grid, view};

    #[test]
    fn deals_are_counted_as_far_as_needed() {
        let closed = |width, height, mines| {
            View::new(Grid::new(width, height).unwrap(), Some(mines)).unwrap()
        };
        assert_eq!(deals(&closed(4, 4, 4), 1_820), Some(1_820));
        assert_eq!(deals(&closed(4, 4, 4), 1_819), None);
        assert_eq!(deals(&closed(4, 4, 12), 1_820), Some(1_820));
        assert_eq!(deals(&closed(4, 4, 16), 1), Some(1));
        assert_eq!(deals(&closed(4, 4, 0), 1), Some(1));
        assert_eq!(deals(&closed(30, 16, 99), usize::MAX), None);
        assert_eq!(deals(&view!["1*"], 10), None);
    }

    /// What was cut short is not remembered.
    #[test]
    fn a_stopped_search_says_nothing() {
        let view = view!["4x3/3", "****", "****", "****"];
        let stop = Stop::new();
        stop.stop();
        assert_eq!(stop.during(|| first_click(&view, Promise::None, 10_000)), None);
        assert!(first_click(&view, Promise::None, 10_000).is_some());
    }

    /// The published best first moves.
    #[test]
    fn the_first_click_is_a_best_one() {
        let view = view!["4x4/4", "****", "****", "****", "****"];
        assert_eq!(first_click(&view, Promise::None, 10_000), Some(Cell::new(1)));
        assert_eq!(first_click(&view, Promise::None, 100), None);
    }
}

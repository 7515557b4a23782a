//! Contradictions: a small set of clues that cannot all be true.
//!
//! By deletion: leave clues out, in halves of halves, as long as what remains is
//! still impossible. What is left then cannot spare any clue. The number of mines
//! is tried first, so it is blamed only where it is needed.

use surefoot_rules::{Cell, Draft, Point, Tile, View};

use crate::error::CountError;
use crate::posterior::{Engine, Options};
use crate::proof::words::listed;

/// A small set of clues that contradict each other: none can be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The clues, in order of index.
    pub clues: Vec<Cell>,
    /// Whether the number of mines is part of it.
    pub total: bool,
    /// The width of the board, by which they are named.
    width: u32,
}

impl Clash {
    /// Where the clues are.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let numbers = self.clues.iter().map(|clue| clue.number());
        numbers.map(|number| Point { x: number % self.width, y: number / self.width })
    }
}

impl std::fmt::Display for Clash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let points: Vec<Point> = self.points().collect();
        match (&points[..], self.total) {
            ([], _) => f.write_str("the number of mines is impossible"),
            ([one], false) => write!(f, "the clue at {one} cannot be satisfied"),
            ([one], true) => write!(f, "the clue at {one} contradicts the number of mines"),
            (all, false) => write!(f, "the clues at {} contradict each other", listed(all)),
            (all, true) => write!(f, "the clues at {} contradict the number of mines", listed(all)),
        }
    }
}

/// Finds a minimal clash in an impossible view; `None` if the work was stopped.
pub(crate) fn find(view: &View, engine: &mut Engine, options: &Options) -> Option<Clash> {
    let is_clue = |cell: &Cell| matches!(view.tile(*cell), Tile::Clue(_));
    let mut clues: Vec<Cell> = view.grid().cells().filter(is_clue).collect();
    let stop = engine.stop.clone();
    let mut impossible = |kept: &[Cell], total: bool| {
        reduced(view, kept, total)
            .is_some_and(|view| engine.solve(&view, None, options) == Err(CountError::Impossible))
    };
    let total = !impossible(&clues, false);
    let mut part = clues.len().div_ceil(2);
    while part > 0 {
        let mut at = 0;
        while at < clues.len() {
            if stop.is_stopped() {
                return None;
            }
            let end = (at + part).min(clues.len());
            let mut fewer = clues.clone();
            fewer.drain(at..end);
            if impossible(&fewer, total) {
                clues = fewer;
            } else {
                at = end;
            }
        }
        part = if part == 1 { 0 } else { part.div_ceil(2) };
    }
    (!stop.is_stopped()).then(|| Clash { clues, total, width: view.grid().width() })
}

/// The view with other clues silenced, and perhaps without its total.
pub(crate) fn reduced(view: &View, kept: &[Cell], total: bool) -> Option<View> {
    let mut draft = Draft::from(view.clone());
    let mut kept = kept.iter().peekable();
    for cell in view.grid().cells() {
        let keep = kept.next_if_eq(&&cell).is_some();
        if !keep && matches!(draft.tiles[cell.index()], Tile::Clue(_)) {
            draft.tiles[cell.index()] = Tile::Silent;
        }
    }
    if !total {
        draft.mines = None;
    }
    View::try_from(draft).ok()
}

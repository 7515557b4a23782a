//! Contradictions: a small set of clues that cannot all be true.
//!
//! Clues are left out as long as what remains is still impossible (`sparing`). The number of
//! mines is tried first, so it is blamed only where it is needed.

use surefoot_rules::{Cell, Draft, Point, Tile, View};

use crate::error::CountError;
use crate::posterior::{Engine, Options};
use crate::proof::sparing::{ProofEffort, spared};
use crate::proof::words::listed;

/// A small set of clues that contradict each other: none can be left out, unless the board is
/// so large that finding out would take too long.
///
/// ```
/// use surefoot_inference::{AnalysisError, Workspace};
/// use surefoot_rules::{Cell, view};
///
/// // The 0 says that the cell is safe, and the 1 that it is a mine.
/// let mut workspace = Workspace::default();
/// let view = view!["3x1/?", "0 * 1"];
/// let Err(AnalysisError::Inconsistent(clash)) = workspace.solve(&view) else { panic!() };
/// assert_eq!(clash.clues, [Cell::new(0), Cell::new(2)]);
/// ```
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
        let named = listed(&points, "clues");
        match (&points[..], self.total) {
            ([], _) => f.write_str("the number of mines is impossible"),
            ([one], false) => write!(f, "the clue at {one} cannot be satisfied"),
            ([one], true) => write!(f, "the clue at {one} contradicts the number of mines"),
            (_, false) => write!(f, "the clues at {named} contradict each other"),
            (_, true) => write!(f, "the clues at {named} contradict the number of mines"),
        }
    }
}

/// Finds a minimal clash in an impossible view; `None` if it was stopped.
pub(crate) fn find(view: &View, engine: &mut Engine, options: &Options) -> Option<Clash> {
    let is_clue = |cell: &Cell| matches!(view.tile(*cell), Tile::Clue(_));
    let mut clues: Vec<Cell> = view.grid().cells().filter(is_clue).collect();
    // The first are left out first.
    clues.reverse();
    let stop = engine.stop.clone();
    let mut effort = ProofEffort::new(&stop);
    let mut impossible = |kept: &[Cell], total: bool| {
        effort.spend(view.grid().len(), kept.len())?;
        let Some(view) = reduced(view, kept, total) else { return Some(false) };
        Some(engine.solve(&view, None, options) == Err(CountError::Impossible))
    };
    let total = view.mines().is_some() && impossible(&clues, false) != Some(true);
    let half = clues.len().div_ceil(2);
    let (mut clues, _) = spared(clues, half, |kept| impossible(kept, total));
    clues.reverse();
    (!stop.is_stopped()).then(|| Clash { clues, total, width: view.grid().width() })
}

/// The view with other clues silenced, and perhaps without its total.
pub(crate) fn reduced(view: &View, kept: &[Cell], total: bool) -> Option<View> {
    let mut draft = Draft::from(view.clone());
    for tile in draft.tiles.iter_mut().filter(|tile| matches!(tile, Tile::Clue(_))) {
        *tile = Tile::Silent;
    }
    for &clue in kept {
        draft.tiles[clue.index()] = view.tile(clue);
    }
    if !total {
        draft.mines = None;
    }
    View::try_from(draft).ok()
}

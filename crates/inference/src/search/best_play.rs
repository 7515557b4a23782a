//! Best play of a whole view, exactly.
//!
//! Once the configurations of a view can be listed, the probability to win under the
//! best play is a finite computation, which `expectimax` carries out. It is asked here
//! once: for every best cell, for a whole board with its promise, with symmetries, and in as
//! much memory as is given.
//!
//! **Promises.** Under `none` the first click is a cell like any other: best play wins W
//! of all C deals. Under `safe` the deals in which the first click would be a mine do
//! not occur: the same W, of fewer. Under `opening` only those occur in which the first
//! click shows a zero, and how many these are depends on the cell, so fractions are
//! compared. Once a cell is open the promise is kept and says nothing more.

use std::cmp::Ordering;

use surefoot_rules::{Cell, ClueRule, DealError, Promise, View};

use crate::search::configurations::Configurations;
use crate::search::searches::{NUMBERS, Remainder, SearchError, SearchLimits, Searches};
use crate::search::symmetry::symmetries;
use crate::tunables;
use crate::{AnalysisError, Workspace};

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Sets of configurations searched.
    pub sets: usize,
    /// First moves compared, of `moves`.
    pub tried: usize,
    /// First moves that are not alike.
    pub moves: usize,
}

/// Why best play was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BestPlayError {
    /// The view cannot be analysed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// The promise cannot be kept anywhere.
    #[error(transparent)]
    Promise(#[from] DealError),
    /// Configurations are not equally likely without a total.
    #[error("the number of mines is not told, so there is no single probability of winning")]
    UnknownTotal,
    /// Configurations are not equally likely under uncertain clues.
    #[error("best play is searched under exact clues only, not under `{0}`")]
    Uncertain(String),
    /// More cells than are planned for.
    #[error("{cells} cells are undecided; at most {most} can be searched")]
    Cells {
        /// How many there are.
        cells: usize,
        /// How many there may be.
        most: usize,
    },
    /// A cell with more neighbours than are planned for.
    #[error("a cell has more than {most} undecided neighbours")]
    Neighbours {
        /// How many there may be.
        most: usize,
    },
    /// More configurations than fit into the memory allowed.
    #[error("{configurations} configurations do not fit into {bytes} bytes")]
    Configurations {
        /// How many there are.
        configurations: String,
        /// The memory allowed.
        bytes: usize,
    },
    /// The sets do not fit into the memory allowed.
    #[error("after {sets} sets of configurations the {bytes} bytes allowed are used up")]
    Bytes {
        /// Sets that were searched.
        sets: usize,
        /// The memory allowed.
        bytes: usize,
    },
    /// The search was told to stop.
    #[error("stopped after {sets} sets of configurations")]
    Stopped {
        /// Sets that were searched.
        sets: usize,
    },
}

/// Best play of a whole view: what it is worth, and every first move that is worth it.
///
/// ```
/// use surefoot_inference::BestPlay;
/// use surefoot_rules::view;
///
/// let best = BestPlay::of(&view!["4x4/4", "****", "****", "****", "****"])?;
/// assert_eq!((best.wins, best.configurations), (961, 1820));
/// // Not the corners, but the other cells of the edge.
/// assert_eq!(best.cells.len(), 8);
/// # Ok::<(), surefoot_inference::BestPlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPlay {
    /// Configurations won.
    pub wins: u32,
    /// Of how many: those that the promise leaves at the first of the best cells.
    pub configurations: u32,
    /// Every best cell, in order of index; none if no safe cell is closed.
    pub cells: Vec<Cell>,
    /// Sets of configurations that were searched.
    pub sets: usize,
}

/// A first move: its cell's place, and what it may win of how many.
struct RatedMove {
    place: usize,
    bound: u32,
    of: u32,
}

impl BestPlay {
    /// Memory that [`BestPlay::of`] takes at the most: 2 GB.
    pub const USUAL_BYTES: usize = tunables::SEARCH_BYTES;

    /// Best play under no promise.
    pub fn of(view: &View) -> Result<Self, BestPlayError> {
        Self::search(view, Promise::None, Self::USUAL_BYTES, &mut |_| true)
    }

    /// Best play under a promise, which counts if nothing is open yet; in so much
    /// memory, and as long as `watch` says `true`.
    pub fn search(
        view: &View,
        promise: Promise,
        bytes: usize,
        watch: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Self, BestPlayError> {
        let mines = view.mines().ok_or(BestPlayError::UnknownTotal)?;
        if view.rule() != ClueRule::Exact {
            return Err(BestPlayError::Uncertain(view.rule().to_string()));
        }
        let grid = view.grid();
        let promise = promise.left(view);
        let kept = |cell: Cell| promise.check(grid, mines, cell);
        if let Some(easiest) = grid.cells().min_by_key(|&cell| grid.neighbours(cell).len()) {
            kept(easiest)?;
        }
        let symmetries = symmetries(view);
        let mut searches = Searches::default();
        let listed = list(view, &mut searches, symmetries.len(), bytes)?;
        let cells = listed.cells.len();
        let search = searches.of(cells).ok_or(BestPlayError::Cells { cells, most: MOST_CELLS })?;
        let beside = listed.beside(view).ok_or(BestPlayError::Neighbours { most: NUMBERS - 1 })?;
        let place = |cell: Cell| listed.cells.iter().position(|&other| other == cell);
        let places: Vec<Vec<u8>> = symmetries
            .iter()
            .map(|to| {
                let images = listed.cells.iter().filter_map(|cell| place(to[cell.index()]));
                images.map(|place| place as u8).collect()
            })
            .collect();
        let count = listed.mines.len() as u32;
        search.load(&Remainder { beside: &beside, mines: &listed.mines, symmetries: &places });
        let fixed = count as usize * (search.bytes_each(places.len()) + LISTED);

        // One of all cells that are alike. Safe ones are free to open and so all best;
        // of these one that tells something is enough.
        let alike = |at: usize| places.iter().map(move |to| usize::from(to[at]));
        let zeros = promise == Promise::Opening;
        let (mut moves, mut certain): (Vec<RatedMove>, Vec<RatedMove>) = (Vec::new(), Vec::new());
        for place in (0..cells).filter(|&at| alike(at).all(|other| other >= at)) {
            let safe = search.safe(place, zeros);
            if safe == 0 || kept(listed.cells[place]).is_err() {
                continue;
            }
            let of = if promise == Promise::None { count } else { safe };
            let first = RatedMove { place, bound: search.rate(place, zeros), of };
            let free = promise == Promise::None && safe == count;
            if free { certain.push(first) } else { moves.push(first) }
        }
        moves.sort_by(|a, b| compare((b.bound, b.of), (a.bound, a.of)));
        let lively = certain.iter().position(|first| !search.is_dead(first.place)).unwrap_or(0);
        if !certain.is_empty() {
            moves.insert(0, certain.remove(lively));
        }

        let (total, mut sets) = (moves.len(), 0);
        let mut value = (0, count);
        let mut best: Vec<(usize, u32, u32)> = Vec::new();
        for (tried, RatedMove { place, bound, of }) in moves.into_iter().enumerate() {
            // What equals the best so far is wanted too.
            let (wins, all) = (u64::from(value.0), u64::from(value.1));
            let floor = (wins * u64::from(of)).div_ceil(all).saturating_sub(1) as u32;
            if bound <= floor {
                continue;
            }
            let mut tell =
                |left: usize| watch(Progress { sets: usize::MAX - left, tried, moves: total });
            let bytes_left = bytes.saturating_sub(fixed);
            let mut limits =
                SearchLimits { sets: usize::MAX - sets, bytes: bytes_left, watch: &mut tell };
            let by = search.open(place, zeros, floor, &mut limits);
            sets = usize::MAX - limits.sets;
            let by = by.map_err(|halt| match halt {
                SearchError::Stopped => BestPlayError::Stopped { sets },
                SearchError::Bytes | SearchError::Sets => BestPlayError::Bytes { sets, bytes },
            })?;
            match compare((by, of), value) {
                Ordering::Less => continue,
                Ordering::Equal => {}
                Ordering::Greater => best.clear(),
            }
            value = (by, of);
            best.push((place, by, of));
        }
        let free = certain.into_iter().map(|first| (first.place, value.0, value.1));
        best.extend(free);
        let mut cells: Vec<(Cell, u32, u32)> = best
            .iter()
            .flat_map(|&(place, wins, of)| alike(place).map(move |at| (at, wins, of)))
            .map(|(at, wins, of)| (listed.cells[at], wins, of))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        // Where nothing is left to open, all is won.
        let (wins, configurations) = cells.first().map_or((count, count), |&(_, w, of)| (w, of));
        Ok(Self { wins, configurations, cells: cells.into_iter().map(|c| c.0).collect(), sets })
    }

    /// The probability to win.
    pub fn value(&self) -> f64 {
        f64::from(self.wins) / f64::from(self.configurations)
    }
}

/// Compares fractions.
fn compare(a: (u32, u32), b: (u32, u32)) -> Ordering {
    let cross = |top: u32, bottom: u32| u64::from(top) * u64::from(bottom);
    cross(a.0, b.1).cmp(&cross(b.0, a.1))
}

/// The most cells that a search takes.
const MOST_CELLS: usize = 128;
/// The most configurations whose number is remembered in 31 bits.
const MOST_CONFIGURATIONS: usize = (1 << 31) - 1;
/// Bytes that a listed configuration takes while the list grows.
const LISTED: usize = 32;

/// All configurations, if they fit into the memory.
fn list(
    view: &View,
    searches: &mut Searches,
    symmetries: usize,
    bytes: usize,
) -> Result<Configurations, BestPlayError> {
    let mut workspace = Workspace::default();
    let posterior = workspace.solve(view)?;
    let closed = view.closed();
    let cells = closed.filter(|&cell| !posterior.is_mine(cell)).count();
    let too_wide = BestPlayError::Cells { cells, most: MOST_CELLS };
    let each = searches.of(cells).ok_or(too_wide)?.bytes_each(symmetries) + LISTED;
    let solutions = posterior.solutions().map_err(AnalysisError::from)?;
    let most = (bytes / each).min(MOST_CONFIGURATIONS);
    let fitting = usize::try_from(&solutions).ok().filter(|&count| count <= most);
    fitting.and_then(|count| posterior.configurations(count)).ok_or_else(|| {
        BestPlayError::Configurations { configurations: solutions.to_string(), bytes }
    })
}

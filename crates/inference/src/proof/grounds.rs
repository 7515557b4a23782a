//! Grounds: the fewest clues that make a cell certain.
//!
//! The oldest rules come first, because they decide most cells and need no search:
//! one clue that is full or used up, then two clues by subtraction (where A needs as
//! many mines more than B as it has cells beyond B, those are mines, and B's own
//! cells are safe). Two clues can prove nothing that this pattern misses.
//!
//! For the rest, clues are taken in around the cell, ring by ring, until together
//! they refute the contrary; what can be spared is deleted. That is minimal, but not
//! always smallest; a smallest set is found by hitting sets (`smallest`).
//!
//! Trying all sets of three, then four, and so on was the obvious way; on a frontier of
//! sixty clues that is ten thousand sets of three and half a million of four.
//! The number of mines is used only where all clues together are not enough.

#![allow(clippy::cast_possible_wrap)] // there are at most 2^26 cells

use smallvec::SmallVec;
use surefoot_rules::{Cell, Tile, View};

use crate::logic::pairs::{Bounded, partners};
use crate::posterior::{Engine, Finder, Options, Posterior};
use crate::proof::clash::reduced;
use crate::proof::patch::{Patch, PatchSearch};
use crate::proof::sparing::{ProofEffort, spared};
use crate::tunables;

/// The closed cells beside a clue.
pub(crate) type Around = SmallVec<[Cell; 8]>;

/// Why a cell is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grounds {
    /// Whether it is a mine.
    pub(crate) mine: bool,
    /// The clues, in order of index.
    pub(crate) clues: Vec<Cell>,
    /// Whether the number of mines is needed too.
    pub(crate) total: bool,
    /// Whether it is known that fewer clues would not do.
    pub(crate) smallest: bool,
}

/// A clue's closed neighbours, and how many of them are mines.
pub(crate) fn sum_of(view: &View, clue: Cell) -> Option<(Around, i32)> {
    let Tile::Clue(shown) = view.tile(clue) else { return None };
    let mut closed = Around::new();
    let mut need = i32::from(shown);
    for beside in &view.neighbours(clue) {
        match view.tile(beside) {
            Tile::Hidden | Tile::Flag => closed.push(beside),
            Tile::Mine => need -= 1,
            Tile::Clue(_) | Tile::Silent => {}
        }
    }
    Some((closed, need))
}

/// One clue, or two, that decide a cell by the oldest rules. Of several, those with
/// the fewest cells.
pub(crate) fn by_rules(view: &View, cell: Cell) -> Option<Grounds> {
    let beside = view.neighbours(cell);
    let sums = beside.iter().filter_map(|&clue| Some((clue, sum_of(view, clue)?)));
    let sums: SmallVec<[(Cell, (Around, i32)); 8]> = sums.collect();
    let found = |clues: &[Cell], mine| {
        let mut clues = clues.to_vec();
        clues.sort_unstable();
        Grounds { mine, clues, total: false, smallest: true }
    };
    let full = |(closed, need): &(Around, i32)| *need == closed.len() as i32;
    let alone = sums.iter().filter(|(_, sum)| sum.1 == 0 || full(sum));
    if let Some((clue, sum)) = alone.min_by_key(|(clue, sum)| (sum.0.len(), *clue)) {
        return Some(found(&[*clue], full(sum)));
    }
    let mut best: Option<(usize, Cell, Cell, bool)> = None;
    for (one, (ours, needed)) in &sums {
        let is_clue = |other| matches!(view.tile(other), Tile::Clue(_));
        for other in partners(view.grid(), *one, ours, is_clue) {
            let Some((theirs, wanted)) = sum_of(view, other) else { continue };
            if theirs.contains(&cell) {
                continue;
            }
            let ours = Bounded::exactly(ours, *needed);
            if let Some(mine) = ours.minus(Bounded::exactly(&theirs, wanted)) {
                let size = ours.cells.len() + theirs.len();
                if best.is_none_or(|(least, ..)| size < least) {
                    best = Some((size, *one, other, mine));
                }
            }
        }
    }
    best.map(|(_, one, other, mine)| found(&[one, other], mine))
}

/// Looks for grounds, in memory that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seeker {
    patch: Patch,
    /// Clues in rings around the cell, and where the last ring begins.
    clues: Vec<Cell>,
    last: usize,
    /// Per cell of the board: whether a ring has met it.
    met: Vec<bool>,
}

/// What grounds are looked for, and how it is counted.
#[derive(Debug)]
struct CellClaim<'a> {
    view: &'a View,
    cell: Cell,
    mine: bool,
    engine: &'a mut Engine,
    options: &'a Options,
    effort: ProofEffort,
}

impl CellClaim<'_> {
    /// Whether these clues prove it, by counting; what is too wide proves nothing. `None` if
    /// that is too much effort.
    fn is_proved(&mut self, clues: &[Cell], total: bool) -> Option<bool> {
        self.effort.spend(self.view.grid().len(), clues.len())?;
        let Some(view) = reduced(self.view, clues, total) else { return Some(false) };
        let counted = self.engine.solve(&view, None, self.options);
        self.effort.spend(tunables::EDGE_EFFORT * self.engine.trellis.edges.len(), 0)?;
        if counted.is_err() {
            return Some(false);
        }
        let posterior = Posterior { found: Finder::Whole(self.engine), view: &view };
        Some(if self.mine { posterior.is_mine(self.cell) } else { posterior.is_safe(self.cell) })
    }
}

impl Seeker {
    /// Grounds that a cell is a mine, or safe, where it is known that there are some
    /// and that two clues are not enough. `None` if they are too wide to be found.
    pub(crate) fn find(
        &mut self,
        view: &View,
        (cell, mine): (Cell, bool),
        engine: &mut Engine,
        options: &Options,
    ) -> Option<Grounds> {
        let effort = ProofEffort::new(&engine.stop);
        let mut claim = CellClaim { view, cell, mine, engine, options, effort };
        self.met.clear();
        self.met.resize(view.grid().len(), false);
        self.met[cell.index()] = true;
        self.clues.clear();
        self.last = 0;
        self.meet(view, cell);
        let mut rings = 1;
        loop {
            self.patch.read(view, &self.clues, cell, i32::from(!mine));
            if self.is_refuted(&mut claim)? {
                break;
            }
            if !self.grow(view) {
                return self.with_total(&mut claim);
            }
            rings += 1;
        }
        let mut clues = self.spare(&mut claim)?;
        let mut smallest = clues.len() <= 3;
        if !smallest {
            // Fewer clues hang together with the cell, so they are in these rings.
            while rings + 1 < clues.len() && self.grow(view) {
                rings += 1;
            }
            self.patch.read(view, &self.clues, cell, i32::from(!mine));
            let is_proved = |clues: &[Cell]| claim.is_proved(clues, false) != Some(false);
            (clues, smallest) = self.patch.smallest(clues, is_proved);
        }
        clues.sort_unstable();
        Some(Grounds { mine, clues, total: false, smallest })
    }

    /// Takes in the clues beside a cell.
    fn meet(&mut self, view: &View, cell: Cell) {
        for clue in &view.neighbours(cell) {
            if matches!(view.tile(clue), Tile::Clue(_)) && !self.met[clue.index()] {
                self.met[clue.index()] = true;
                self.clues.push(clue);
            }
        }
    }

    /// Takes in one ring more; `false` if there is none.
    fn grow(&mut self, view: &View) -> bool {
        let ring = self.last..self.clues.len();
        self.last = self.clues.len();
        for at in ring {
            for cell in &view.neighbours(self.clues[at]) {
                if view.tile(cell).is_closed() && !self.met[cell.index()] {
                    self.met[cell.index()] = true;
                    self.meet(view, cell);
                }
            }
        }
        self.clues.len() > self.last
    }

    /// Whether the active clues of the patch refute the contrary.
    fn is_refuted(&mut self, claim: &mut CellClaim<'_>) -> Option<bool> {
        let found = self.patch.search();
        claim.effort.spend(self.patch.effort(), 0)?;
        match found {
            PatchSearch::Possible => Some(false),
            PatchSearch::Impossible => Some(true),
            PatchSearch::GaveUp => {
                let clues = self.patch.clues.iter().zip(&self.patch.active);
                let clues: Vec<Cell> =
                    clues.filter(|(_, active)| **active).map(|(&clue, _)| clue).collect();
                claim.is_proved(&clues, false)
            }
        }
    }

    /// Leaves out of the patch what can be spared, the farthest first.
    fn spare(&mut self, claim: &mut CellClaim<'_>) -> Option<Vec<Cell>> {
        let all: Vec<usize> = (0..self.patch.clues.len()).collect();
        let quarter = all.len().div_ceil(4);
        let (kept, minimal) = spared(all, quarter, |kept| {
            self.patch.active.fill(false);
            for &at in kept {
                self.patch.active[at] = true;
            }
            self.is_refuted(claim)
        });
        minimal.then(|| kept.into_iter().map(|at| self.patch.clues[at]).collect())
    }

    /// Grounds that use the number of mines.
    fn with_total(&mut self, claim: &mut CellClaim<'_>) -> Option<Grounds> {
        let (view, mine) = (claim.view, claim.mine);
        // The clues that hang together with the cell first, so that others go first.
        for clue in view.grid().cells() {
            let telling = sum_of(view, clue).is_some_and(|(closed, _)| !closed.is_empty());
            if telling && !self.met[clue.index()] {
                self.clues.push(clue);
            }
        }
        let all = self.clues.clone();
        if !claim.is_proved(&all, true)? {
            return None;
        }
        let half = all.len().div_ceil(2);
        let (mut kept, minimal) = spared(all.clone(), half, |kept| claim.is_proved(kept, true));
        if !minimal {
            return None;
        }
        let mut tries = tunables::SMALLER_TRIES;
        let mut smallest = true;
        for size in 1..kept.len() {
            let fewer =
                one_of_size(&all, size, &mut tries, |set| claim.is_proved(set, true) == Some(true));
            smallest = fewer.is_some() || tries > 0;
            if let Some(fewer) = fewer {
                kept = fewer;
                break;
            }
            if !smallest {
                break;
            }
        }
        kept.sort_unstable();
        Some(Grounds { mine, clues: kept, total: true, smallest })
    }
}

/// The first set of so many clues that will do, as long as there are tries.
fn one_of_size(
    clues: &[Cell],
    size: usize,
    tries: &mut usize,
    mut will_do: impl FnMut(&[Cell]) -> bool,
) -> Option<Vec<Cell>> {
    let mut places: Vec<usize> = (0..size).collect();
    loop {
        *tries = tries.checked_sub(1)?;
        let set: Vec<Cell> = places.iter().map(|&at| clues[at]).collect();
        if will_do(&set) {
            return Some(set);
        }
        // The next combination, in order.
        let at = (0..size).rev().find(|&at| places[at] < clues.len() - size + at)?;
        places[at] += 1;
        for later in at + 1..size {
            places[later] = places[later - 1] + 1;
        }
    }
}

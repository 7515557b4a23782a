//! Facts: what the two oldest rules and the told total know, kept up to date with the view.
//!
//! For a clue let `left` be what it still needs and `unknown` its unknown neighbours:
//!
//! - **all-mines**: `left == unknown`, so the unknown neighbours are mines;
//! - **all-safe**: `left == 0`, so they are safe.
//!
//! The obvious way is to scan the board at every move. Here the view's journal tells what
//! is new, and only clues whose neighbourhood changed are looked at again: the work
//! follows what changed, not the size of the board.
//!
//! The log of facts is in the order in which they became known, each with what it rests
//! on, and everything else is a sum over it: going back is to take them off the end
//! (`undo`).
//!
//! Longer than 400 lines: every change and its way back keep the same sums.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

use smallvec::SmallVec;
use surefoot_rules::{Cell, ClueRule, Grid, Tile, View};

use super::sum::{Belief, Sum};
use super::waiting::Waiting;

/// What a fact rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Because {
    /// The cell is open.
    Seen,
    /// One clue: it has all its mines, or needs all its cells to be mines.
    Clue(Cell),
    /// Two clues, one subtracted from the other.
    Pair(Cell, Cell),
    /// The told number of mines.
    Total,
    /// Somebody proved it otherwise.
    Told,
}

/// A cell that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The cell.
    pub cell: Cell,
    /// Whether it is a mine.
    pub mine: bool,
    /// What that rests on, besides facts before it.
    pub because: Because,
}

/// See the [module](super) for an example.
#[derive(Debug)]
pub struct Facts {
    /// No other facts have it, so that those who read the log on know whose it is.
    pub(super) stamp: u64,
    pub(super) grid: Grid,
    pub(super) rule: ClueRule,
    pub(super) total: Option<u32>,
    /// How much of the journal has been read.
    pub(super) read: usize,
    pub(super) beliefs: Vec<Belief>,
    pub(super) sums: Vec<Sum>,
    pub(super) known_mines: u32,
    pub(super) unknown: u32,
    /// Cells that were proved safe and are not yet open.
    pub(super) safe: u32,
    /// Clues whose neighbourhood changed since they were last looked at.
    pub(super) waiting: Waiting,
    /// Each with how long the log was before.
    pub(super) opened: Vec<Cell>,
    pub(super) opened_at: Vec<u32>,
    pub(super) log: Vec<Fact>,
    pub(super) broken: Option<Cell>,
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            stamp: stamp(),
            grid: Grid::new(1, 1).unwrap_or_else(|_| unreachable!("one cell is a board")),
            rule: ClueRule::Exact,
            total: None,
            read: 0,
            beliefs: Vec::new(),
            sums: Vec::new(),
            known_mines: 0,
            unknown: 0,
            safe: 0,
            waiting: Waiting::default(),
            opened: Vec::new(),
            opened_at: Vec::new(),
            log: Vec::new(),
            broken: None,
        }
    }
}

impl Clone for Facts {
    fn clone(&self) -> Self {
        let mut facts = Self::default();
        facts.copy_from(self);
        facts.log.clone_from(&self.log);
        facts.opened.clone_from(&self.opened);
        facts.opened_at.clone_from(&self.opened_at);
        facts
    }
}

impl Facts {
    /// What a view shows, before any rule is applied.
    pub fn of(view: &View) -> Self {
        let mut facts = Self::default();
        facts.begin(view);
        facts.follow(view);
        facts
    }

    /// Forgets everything; a game begins, of which this is a view. Nothing is read yet.
    pub fn begin(&mut self, view: &View) {
        let cells = view.grid().len();
        if self.grid != *view.grid() {
            self.grid = view.grid().clone();
        }
        (self.rule, self.total) = (view.rule(), view.mines());
        self.stamp = stamp();
        self.read = 0;
        self.beliefs.clear();
        self.beliefs.resize(cells, Belief::Unknown);
        self.sums.clear();
        self.sums.resize(cells, Sum::default());
        self.known_mines = 0;
        self.unknown = cells as u32;
        self.safe = 0;
        self.waiting.clear(cells);
        self.opened.clear();
        self.opened_at.clear();
        self.log.clear();
        self.broken = None;
    }

    /// Takes in what happened since the last time, by the journal of the view: it must be
    /// of the same game. Flags prove nothing.
    pub fn follow(&mut self, view: &View) {
        let news = self.read;
        self.read = view.journal().len();
        for &cell in &view.journal()[news..] {
            self.take_in(cell, view.tile(cell));
        }
    }

    /// Takes in what a cell shows now.
    pub(crate) fn take_in(&mut self, cell: Cell, tile: Tile) {
        match tile {
            Tile::Clue(shown) if self.rule.tells_truth() => self.show_and_hear(cell, shown),
            Tile::Clue(shown) => {
                self.show(cell);
                let neighbours = self.grid.neighbours(cell).len() as u8;
                self.hear(cell, shown, &self.rule.bounds(Some(shown), neighbours));
            }
            Tile::Silent => self.show(cell),
            Tile::Mine if self.beliefs[cell.index()] != Belief::Mine => {
                self.resolve(cell, Belief::Mine, Because::Seen);
            }
            Tile::Mine | Tile::Flag | Tile::Hidden => {}
        }
    }

    /// A cell is open and safe.
    pub(super) fn show(&mut self, cell: Cell) {
        if self.beliefs[cell.index()] != Belief::Open {
            self.opened.push(cell);
            self.opened_at.push(self.log.len() as u32);
            self.resolve(cell, Belief::Open, Because::Seen);
        }
    }

    /// A cell is open and tells the truth: as [`show`](Self::show) and [`hear`](Self::hear),
    /// but its neighbours are looked at once.
    fn show_and_hear(&mut self, cell: Cell, shown: u8) {
        if self.beliefs[cell.index()] != Belief::Unknown {
            self.show(cell);
            self.hear(cell, shown, &(shown..=shown));
            return;
        }
        self.opened.push(cell);
        self.opened_at.push(self.log.len() as u32);
        self.log.push(Fact { cell, mine: false, because: Because::Seen });
        self.beliefs[cell.index()] = Belief::Open;
        self.unknown -= 1;
        let (mut mines, mut unknown) = (0, 0);
        for beside in &self.grid.neighbours(cell) {
            let belief = self.beliefs[beside.index()];
            unknown += u8::from(belief == Belief::Unknown);
            mines += u8::from(belief == Belief::Mine);
            self.waiting.tell(&mut self.sums, beside, false);
        }
        self.sums[cell.index()] = Sum::new(shown, &(shown..=shown), mines, unknown);
        self.waiting.add(cell, true);
    }

    /// An open cell says that so many of its neighbours are mines.
    pub(super) fn hear(&mut self, cell: Cell, shown: u8, bounds: &RangeInclusive<u8>) {
        let (mut mines, mut unknown) = (0, 0);
        for beside in &self.grid.neighbours(cell) {
            let belief = self.beliefs[beside.index()];
            unknown += u8::from(belief == Belief::Unknown);
            mines += u8::from(belief == Belief::Mine);
        }
        self.sums[cell.index()] = Sum::new(shown, bounds, mines, unknown);
        self.waiting.add(cell, true);
    }

    /// A cell is known from now on; the clues around it are adjusted.
    fn resolve(&mut self, cell: Cell, belief: Belief, because: Because) {
        let old = std::mem::replace(&mut self.beliefs[cell.index()], belief);
        if old != Belief::Unknown {
            self.safe -= u32::from(old == Belief::Safe);
            // What was proved turns out to be false: the clues contradict each other. Who
            // goes on all the same counts what is seen from now on.
            if (old, belief) != (Belief::Safe, Belief::Open) {
                self.broken.get_or_insert(cell);
                self.correct(cell, belief == Belief::Mine);
            }
            return;
        }
        self.safe += u32::from(belief == Belief::Safe);
        let mine = belief == Belief::Mine;
        self.log.push(Fact { cell, mine, because });
        self.unknown -= 1;
        self.known_mines += u32::from(mine);
        for beside in &self.grid.neighbours(cell) {
            self.waiting.tell(&mut self.sums, beside, mine);
        }
    }

    /// A cell that was counted as safe is a mine, or the other way round.
    fn correct(&mut self, cell: Cell, mine: bool) {
        let count = |mines: u32| if mine { mines + 1 } else { mines.saturating_sub(1) };
        self.known_mines = count(self.known_mines);
        for beside in &self.grid.neighbours(cell) {
            let sum = &mut self.sums[beside.index()];
            if sum.speaks {
                sum.mines = count(sum.mines.into()) as u8;
                self.waiting.add(beside, true);
            }
        }
    }

    /// Notes what was proved of a cell; `false` if it is known already.
    pub fn learn(&mut self, cell: Cell, mine: bool, because: Because) -> bool {
        let new = self.beliefs[cell.index()] == Belief::Unknown;
        if new {
            self.resolve(cell, if mine { Belief::Mine } else { Belief::Safe }, because);
        }
        new
    }

    /// Applies both rules to one clue. Whether anything came of it.
    pub fn look(&mut self, clue: Cell) -> bool {
        let sum = self.sums[clue.index()];
        if sum.says_nothing() {
            return false;
        }
        if sum.is_broken() {
            self.broken.get_or_insert(clue);
            return false;
        }
        let Some(mine) = sum.decides() else { return false };
        self.conclude_around(clue, mine);
        true
    }

    /// Applies all-mines alone to one clue.
    pub fn look_for_mines(&mut self, clue: Cell) {
        let sum = self.sums[clue.index()];
        if sum.speaks && sum.decides() == Some(true) {
            self.conclude_around(clue, true);
        }
    }

    fn conclude_around(&mut self, clue: Cell, mine: bool) {
        // The slice is inline for regular grids; a graph's is borrowed, and
        // copying what is unknown keeps one path for both.
        let neighbours = self.grid.neighbours(clue);
        let neighbours = neighbours.only(|cell| self.beliefs[cell.index()] == Belief::Unknown);
        let unknown: SmallVec<[Cell; 8]> = SmallVec::from_slice(&neighbours);
        for cell in unknown {
            self.learn(cell, mine, Because::Clue(clue));
        }
    }

    /// Applies both rules until nothing changes.
    pub fn settle(&mut self) {
        self.settle_with(|_| {});
    }

    /// The same; calls `seen` for every clue that was looked at.
    pub fn settle_with(&mut self, mut seen: impl FnMut(Cell)) {
        while let Some(clue) = self.waiting.pop() {
            self.look(clue);
            seen(clue);
        }
    }

    /// What the told total says of all unknown cells: no mines left makes them safe
    /// (`false`), as many mines as unknown cells makes them mines (`true`).
    pub fn rest(&self) -> Option<bool> {
        let left = self.mines_left()?;
        (self.unknown > 0 && (left == 0 || left == self.unknown)).then_some(left > 0)
    }

    /// Uses the told total, if it says anything.
    pub fn settle_total(&mut self) {
        if let Some(mine) = self.rest() {
            for cell in self.grid.cells() {
                self.learn(cell, mine, Because::Total);
            }
        }
    }

    /// The clues that changed since they were last looked at.
    pub fn changed(&self) -> &[Cell] {
        self.waiting.as_slice()
    }

    /// Hands over the clues that changed, for those who look at them otherwise.
    pub fn take_changed(&mut self) -> Vec<Cell> {
        let changed = self.changed().to_vec();
        self.forget_changes();
        changed
    }

    /// Forgets which clues changed.
    pub fn forget_changes(&mut self) {
        self.waiting.forget();
    }

    /// Everything that is known, in the order in which it became so.
    #[inline]
    pub fn log(&self) -> &[Fact] {
        &self.log
    }

    /// The open safe cells, in the order in which they were read.
    #[inline]
    pub fn opened(&self) -> &[Cell] {
        &self.opened
    }

    /// A clue that cannot be satisfied, or a cell that is not what was proved of it; if
    /// one was met, no layout fits the view.
    pub fn broken(&self) -> Option<Cell> {
        self.broken
    }

    /// The grid.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// What is known of a cell.
    #[inline]
    pub fn belief(&self, cell: Cell) -> Belief {
        self.beliefs[cell.index()]
    }

    /// What a clue still says; all zero for a cell that says nothing.
    #[inline]
    pub fn sum(&self, clue: Cell) -> Sum {
        self.sums[clue.index()]
    }

    /// Names these facts: no others have it.
    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }

    /// What all clues still say, by index.
    pub(crate) fn sums(&self) -> &[Sum] {
        &self.sums
    }

    /// What is known of all cells, by index.
    pub(crate) fn beliefs(&self) -> &[Belief] {
        &self.beliefs
    }

    /// Mines that are known, opened ones included.
    pub(crate) fn known_mines(&self) -> u32 {
        self.known_mines
    }

    /// How many cells are unknown.
    pub fn unknown(&self) -> u32 {
        self.unknown
    }

    /// Mines not yet known, if the total is told.
    pub fn mines_left(&self) -> Option<u32> {
        self.total.map(|total| total.saturating_sub(self.known_mines))
    }

    /// The unknown cells beside a clue, in order of index.
    pub fn unknown_beside(&self, clue: Cell) -> SmallVec<[Cell; 8]> {
        let neighbours = self.grid.neighbours(clue);
        let mut cells: SmallVec<[Cell; 8]> =
            neighbours.iter().copied().filter(|&c| self.belief(c) == Belief::Unknown).collect();
        cells.sort_unstable();
        cells
    }
}

/// A number that was never given before. It names who is asked, and decides nothing.
pub(super) fn stamp() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

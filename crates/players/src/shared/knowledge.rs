//! What the two oldest rules know, kept up to date with the view.
//!
//! Nearly every seed shares this: clues adjusted by the known mines around
//! them, and two rules on an adjusted clue. For a clue `c` let `left` be what it
//! still needs and `hidden` its unknown neighbours:
//!
//! - **all-mines**: `left == hidden`, so the unknown neighbours are mines;
//! - **all-safe**: `left == 0`, so they are safe.
//!
//! A clue holds a lower and an upper bound for its mines. Exact clues have both
//! alike; an optimistic clue bounds from below only and a cautious one from
//! above only, so all-mines looks at the lower bound, all-safe at the upper, and
//! no rule ever fires on what a clue merely suggests. (Seed 001 had these
//! directions reversed.)
//!
//! Told the total, every player stops when all mines are known: it declares, or in
//! `win`, where there is nothing to declare, opens the rest. The seeds say so of
//! their dig and score games; for `win` it is the same knowledge put to use. [ours]
//!
//! The seeds scan the board at every move. Here the view's journal tells what
//! is new, and only clues whose neighbourhood changed are looked at again: the
//! work follows what changed, not the size of the board.

use surefoot_rules::{
    Action, Asks, Brief, Cell, Choice, ClueRule, Evidence, GameKind, Grid, Random, Tile, View,
};

use crate::shared::cells::CellSet;
use crate::shared::order::{Order, nearest};

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Belief {
    Unknown,
    /// Proved safe, not yet open.
    Safe,
    /// Proved or opened.
    Mine,
    /// Open and safe.
    Open,
}

/// A clue, adjusted by what is known around it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    /// What it shows.
    pub(crate) shown: u8,
    /// The least true number it allows.
    low: u8,
    /// The largest.
    high: u8,
    /// Known mines beside it.
    mines: u8,
    /// Unknown cells beside it.
    pub(crate) hidden: u8,
    /// Whether the cell is open and said anything.
    pub(crate) speaks: bool,
}

impl Sum {
    /// The least number of mines among the unknown neighbours.
    #[inline]
    pub(crate) fn least(self) -> u8 {
        self.low.saturating_sub(self.mines)
    }

    /// The largest number of mines among the unknown neighbours.
    #[inline]
    pub(crate) fn most(self) -> u8 {
        self.high.saturating_sub(self.mines).min(self.hidden)
    }

    /// What it shows less the known mines: the seeds' adjusted clue.
    #[inline]
    pub(crate) fn left(self) -> u8 {
        self.shown.saturating_sub(self.mines)
    }
}

/// A cell that is known, why, and by which clues.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) cell: Cell,
    why: &'static str,
    because: Evidence,
}

/// How often an optimist or a pessimist is asked when the match sets no limit:
/// the seed's own example asks four times.
const PATIENCE: u32 = 4;
/// How often a silent cell is asked before it is given up.
const DEAF: u32 = 512;

/// Everything a player of the two rules keeps.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    grid: Grid,
    kind: GameKind,
    asks: Asks,
    rule: ClueRule,
    total: Option<u32>,
    /// How much of the journal has been read.
    read: usize,
    beliefs: Vec<Belief>,
    sums: Vec<Sum>,
    unknown: CellSet,
    known_mines: u32,
    /// Clues whose neighbourhood changed since they were last looked at.
    changed: Vec<Cell>,
    waiting: Vec<bool>,
    /// Proved safe and not yet open, oldest first from `opened`.
    safe: Vec<Finding>,
    opened: usize,
    /// Proved mines not yet flagged.
    mines: Vec<Finding>,
    /// Open cells that may be asked again.
    to_ask: Vec<Cell>,
    /// Open cells in the order in which they were read.
    pub(crate) order: Vec<Cell>,
    /// Cells that stopped being unknown, in order; for those who keep books of
    /// their own.
    pub(crate) resolved: Vec<Cell>,
    /// In which order safe cells are opened, and which was the last.
    pub(crate) opening: Order,
    last: Option<Cell>,
}

impl Default for Knowledge {
    fn default() -> Self {
        Self {
            grid: Grid::new(1, 1).unwrap_or_else(|_| unreachable!("one cell is a board")),
            kind: GameKind::Win,
            asks: Asks::default(),
            rule: ClueRule::Exact,
            total: None,
            read: 0,
            beliefs: Vec::new(),
            sums: Vec::new(),
            unknown: CellSet::default(),
            known_mines: 0,
            changed: Vec::new(),
            waiting: Vec::new(),
            safe: Vec::new(),
            opened: 0,
            mines: Vec::new(),
            to_ask: Vec::new(),
            order: Vec::new(),
            resolved: Vec::new(),
            opening: Order::Breadth,
            last: None,
        }
    }
}

impl Knowledge {
    /// Forgets everything; a new game begins.
    pub(crate) fn begin(&mut self, brief: &Brief, view: &View) {
        let cells = view.grid().len();
        if self.grid != *view.grid() {
            self.grid = view.grid().clone();
        }
        (self.kind, self.asks) = (brief.kind, brief.asks);
        (self.rule, self.total) = (view.rule(), view.mines());
        self.read = 0;
        self.beliefs.clear();
        self.beliefs.resize(cells, Belief::Unknown);
        self.sums.clear();
        self.sums.resize(cells, Sum::default());
        self.unknown.fill(cells);
        self.known_mines = 0;
        self.changed.clear();
        self.waiting.clear();
        self.waiting.resize(cells, false);
        self.safe.clear();
        self.opened = 0;
        self.mines.clear();
        self.to_ask.clear();
        self.order.clear();
        self.resolved.clear();
        self.last = None;
    }

    /// Takes in what happened since the last time.
    pub(crate) fn read(&mut self, view: &View) {
        let news = self.read;
        self.read = view.journal().len();
        for &cell in &view.journal()[news..] {
            match view.tile(cell) {
                Tile::Clue(clue) => self.opened(cell, Some(clue)),
                Tile::Silent => self.opened(cell, None),
                Tile::Mine if self.beliefs[cell.index()] != Belief::Mine => {
                    self.resolve(cell, Belief::Mine);
                }
                // Flags are ours; whoever else sets one proves nothing.
                Tile::Mine | Tile::Flag | Tile::Hidden => {}
            }
        }
    }

    fn opened(&mut self, cell: Cell, shown: Option<u8>) {
        let new = self.beliefs[cell.index()] != Belief::Open;
        if new {
            self.resolve(cell, Belief::Open);
            self.order.push(cell);
            if self.asks != Asks::UpTo(1) && !self.rule.is_exact() {
                self.to_ask.push(cell);
            }
        }
        let Some(shown) = shown else { return };
        let (mut mines, mut hidden) = (0, 0);
        let neighbours = self.grid.neighbours(cell);
        for beside in &neighbours {
            match self.beliefs[beside.index()] {
                Belief::Unknown => hidden += 1,
                Belief::Mine => mines += 1,
                Belief::Safe | Belief::Open => {}
            }
        }
        let bounds = self.rule.bounds(Some(shown), neighbours.len() as u8);
        let (low, high) = (*bounds.start(), *bounds.end());
        self.sums[cell.index()] = Sum { shown, low, high, mines, hidden, speaks: true };
        self.look_again(cell);
    }

    #[inline]
    fn look_again(&mut self, clue: Cell) {
        if !std::mem::replace(&mut self.waiting[clue.index()], true) {
            self.changed.push(clue);
        }
    }

    /// A cell is known from now on; the clues around it are adjusted.
    fn resolve(&mut self, cell: Cell, belief: Belief) {
        let old = std::mem::replace(&mut self.beliefs[cell.index()], belief);
        debug_assert!(
            old == Belief::Unknown || (old, belief) == (Belief::Safe, Belief::Open),
            "{cell:?} was {old:?} and cannot become {belief:?}"
        );
        if old != Belief::Unknown {
            return;
        }
        self.unknown.remove(cell);
        self.resolved.push(cell);
        let mine = u8::from(belief == Belief::Mine);
        self.known_mines += u32::from(mine);
        for beside in &self.grid.neighbours(cell) {
            let sum = &mut self.sums[beside.index()];
            if sum.speaks {
                sum.hidden -= 1;
                sum.mines += mine;
                if !std::mem::replace(&mut self.waiting[beside.index()], true) {
                    self.changed.push(beside);
                }
            }
        }
    }

    /// Notes a proved cell, to be opened or flagged. Nothing if it is known.
    pub(crate) fn conclude(
        &mut self,
        cell: Cell,
        mine: bool,
        why: &'static str,
        because: &[Cell],
    ) -> bool {
        if self.beliefs[cell.index()] != Belief::Unknown {
            return false;
        }
        self.resolve(cell, if mine { Belief::Mine } else { Belief::Safe });
        let finding = Finding { cell, why, because: because.into() };
        if mine {
            self.mines.push(finding);
        } else {
            self.safe.push(finding);
        }
        true
    }

    /// Applies both rules to one clue. Whether anything came of it.
    pub(crate) fn look(&mut self, clue: Cell) -> bool {
        let sum = self.sums[clue.index()];
        if !sum.speaks || sum.hidden == 0 {
            return false;
        }
        let (mine, why) = if sum.least() == sum.hidden {
            (true, "all-mines")
        } else if sum.most() == 0 {
            (false, "all-safe")
        } else {
            return false;
        };
        self.conclude_around(clue, mine, why);
        true
    }

    fn conclude_around(&mut self, clue: Cell, mine: bool, why: &'static str) {
        let neighbours = self.grid.neighbours(clue);
        // The slice is inline for regular grids; a graph's is borrowed, and
        // copying it keeps one path for both.
        let neighbours: Evidence = neighbours.iter().copied().collect();
        for cell in neighbours {
            self.conclude(cell, mine, why, &[clue]);
        }
    }

    /// Applies both rules until nothing changes; calls `seen` for every clue
    /// that was looked at.
    pub(crate) fn settle_with(&mut self, mut seen: impl FnMut(Cell)) {
        while let Some(clue) = self.changed.pop() {
            self.waiting[clue.index()] = false;
            self.look(clue);
            seen(clue);
        }
    }

    /// Applies both rules until nothing changes.
    pub(crate) fn settle(&mut self) {
        self.settle_with(|_| {});
    }

    /// Applies all-mines alone to one clue.
    pub(crate) fn look_for_mines(&mut self, clue: Cell) {
        let sum = self.sums[clue.index()];
        if sum.speaks && sum.hidden > 0 && sum.least() == sum.hidden {
            self.conclude_around(clue, true, "all-mines");
        }
    }

    /// The clues that changed since they were last looked at.
    pub(crate) fn changed(&self) -> &[Cell] {
        &self.changed
    }

    /// Hands over the clues that changed, for players that look at them
    /// otherwise.
    pub(crate) fn take_changed(&mut self) -> Vec<Cell> {
        let changed = std::mem::take(&mut self.changed);
        for clue in &changed {
            self.waiting[clue.index()] = false;
        }
        changed
    }

    /// Forgets which clues changed.
    pub(crate) fn forget_changes(&mut self) {
        for clue in self.changed.drain(..) {
            self.waiting[clue.index()] = false;
        }
    }

    /// Uses the told total: no mines left makes the rest safe, as many mines
    /// as unknown cells makes the rest mines.
    pub(crate) fn settle_total(&mut self) {
        let Some(left) = self.mines_left() else { return };
        let unknown = self.unknown.len() as u32;
        if unknown > 0 && (left == 0 || left == unknown) {
            for cell in self.unknown.as_slice().to_vec() {
                self.conclude(cell, left > 0, "total", &[]);
            }
        }
    }

    /// What is certain: ask, flag, open (the oldest first, if no other order is set), end.
    pub(crate) fn certain(&mut self, view: &View) -> Option<Choice> {
        if self.opening == Order::Breadth {
            return self.certain_with(view, |_| 0);
        }
        // The one to open next becomes the oldest; the others keep their order.
        let waiting = &self.safe[self.opened..];
        let mut closed = waiting.iter().map(|finding| view.tile(finding.cell).is_closed());
        let pick = match (self.opening, self.last) {
            (Order::Nearest, Some(last)) => {
                nearest(&self.grid, last, waiting.iter().map(|finding| finding.cell))
            }
            _ => closed.rposition(|closed| closed).unwrap_or(0),
        };
        if !waiting.is_empty() {
            self.safe[self.opened..=self.opened + pick].rotate_right(1);
        }
        let choice = self.certain_with(view, |_| 0);
        if let Some(Action::Open(cell)) = choice.as_ref().map(|choice| choice.action) {
            self.last = Some(cell);
        }
        choice
    }

    /// The same, opening a random one of the safe cells.
    pub(crate) fn certain_at_random(&mut self, view: &View, random: &mut Random) -> Option<Choice> {
        self.certain_with(view, |waiting| random.below(waiting))
    }

    /// `pick` says which of so many waiting safe cells to open.
    fn certain_with(&mut self, view: &View, mut pick: impl FnMut(u32) -> u32) -> Option<Choice> {
        if let Some(choice) = self.free(view) {
            return Some(choice);
        }
        if self.mines_left() == Some(0) {
            self.settle_total();
        }
        while self.opened < self.safe.len() {
            let pick = pick((self.safe.len() - self.opened) as u32) as usize;
            self.safe.swap(self.opened, self.opened + pick);
            let Finding { cell, why, because } = &mut self.safe[self.opened];
            self.opened += 1;
            // A flood may have opened it since it was proved.
            if view.tile(*cell).is_closed() {
                let because = std::mem::take(because);
                return Some(Choice { because, ..Choice::certain(Action::Open(*cell), *why) });
            }
        }
        None
    }

    /// What costs no dig: ask, flag, end.
    pub(crate) fn free(&mut self, view: &View) -> Option<Choice> {
        while let Some(&cell) = self.to_ask.last() {
            if self.worth_asking(view, cell) {
                return Some(Choice::guess(Action::Ask(cell), "ask again"));
            }
            self.to_ask.pop();
        }
        if let Some(Finding { cell, why, because }) = self.mines.pop() {
            return Some(Choice { because, ..Choice::certain(Action::Flag(cell), why) });
        }
        // In the forgiving games nothing more is to be gained.
        let done = self.mines_left() == Some(0) && self.kind != GameKind::Win;
        done.then(|| Choice::certain(Action::Declare, "total"))
    }

    /// Whether an open cell is still to be asked again.
    pub(crate) fn is_asking(&self, view: &View) -> bool {
        self.to_ask.iter().any(|&cell| self.worth_asking(view, cell))
    }

    fn worth_asking(&self, view: &View, cell: Cell) -> bool {
        let asked = view.asks(cell);
        let enough = match (self.rule, view.tile(cell)) {
            (ClueRule::Exact, _) | (ClueRule::Silent { .. }, Tile::Clue(_)) => 0,
            (ClueRule::Silent { speaks }, _) if speaks > 0.0 => DEAF,
            (ClueRule::Silent { .. }, _) => 0,
            _ => match self.asks {
                Asks::UpTo(limit) => limit,
                Asks::Until => PATIENCE,
            },
        };
        asked < enough && self.asks.allow(asked)
    }

    /// Hands over the cells found safe since the last time, for those who open them
    /// all at once.
    pub(crate) fn take_safe(&mut self, cells: &mut Vec<Cell>) {
        cells.extend(self.safe[self.opened..].iter().map(|finding| finding.cell));
        self.opened = self.safe.len();
    }

    pub(crate) fn grid(&self) -> &Grid {
        &self.grid
    }

    pub(crate) fn belief(&self, cell: Cell) -> Belief {
        self.beliefs[cell.index()]
    }

    #[inline]
    pub(crate) fn sum(&self, clue: Cell) -> Sum {
        self.sums[clue.index()]
    }

    /// Cells of which nothing is known.
    pub(crate) fn unknown(&self) -> &CellSet {
        &self.unknown
    }

    /// Mines not yet known, if the total is told.
    pub(crate) fn mines_left(&self) -> Option<u32> {
        self.total.map(|total| total.saturating_sub(self.known_mines))
    }

    /// The unknown cells beside a clue, in order of index.
    pub(crate) fn unknown_beside(&self, clue: Cell) -> smallvec::SmallVec<[Cell; 8]> {
        let neighbours = self.grid.neighbours(clue);
        let mut cells: smallvec::SmallVec<[Cell; 8]> =
            neighbours.iter().copied().filter(|&c| self.belief(c) == Belief::Unknown).collect();
        cells.sort_unstable();
        cells
    }

    /// A random unknown cell, opened as a guess; if there is none left, the
    /// player is done.
    pub(crate) fn guess(&self, random: &mut Random) -> Choice {
        match self.unknown.pick(random) {
            Some(cell) => Choice::guess(Action::Open(cell), "random"),
            // Every cell is known.
            None => Choice::certain(Action::Declare, "done"),
        }
    }
}

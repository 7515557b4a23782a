//! A view as sums over cells, simplified as far as is cheap.
//!
//! Every clue says something about the number of mines among its closed
//! neighbours: exactly how many, or (under an uncertain rule) how likely each
//! number is. Flags are claims, so a flagged cell is as closed as a hidden one.
//!
//! Three simplifications cost little and shrink the rest a lot:
//!
//! - the two oldest rules, to a fixpoint: cells they decide are constants;
//! - cells beside the same clues are alike and become one *box*, of which only
//!   the number of mines matters;
//! - cells beside no clue are the *sea*, of which the same is true.
//!
//! All lists live in memory that is used again for the next view.

use surefoot_rules::{Cell, ClueRule, Grid, Tile, View};

pub(crate) const NONE: u32 = u32::MAX;

/// What is known of a cell before counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Not of interest: open.
    Open,
    /// Closed and beside no clue.
    Sea,
    /// Closed and beside a clue; the place in the frontier is in `place`.
    Frontier,
    /// Decided by the two rules.
    Safe,
    Mine,
}

/// What a cell shows that is supposed to be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    /// It is safe; its sum is only observed.
    Sum,
    Number(u8),
    /// It is a mine, known from now on.
    Mine,
}

/// A clue with closed cells beside it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clue {
    pub(crate) cell: Cell,
    /// Bounds on the mines among its closed neighbours.
    pub(crate) low: u8,
    pub(crate) high: u8,
    /// Its unknown neighbours, less those already decided.
    pub(crate) hidden: u8,
    /// Decided mines among its closed neighbours.
    pub(crate) base: u8,
    /// Where its likelihoods begin in `likelihoods`, by mines among the closed
    /// neighbours; [`NONE`] if it is exact.
    pub(crate) likelihoods: u32,
}

/// Cells that touch the same clues.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// Where its clues begin in `group_clues`, and how many there are.
    pub(crate) clues: u32,
    pub(crate) degree: u32,
    pub(crate) size: u32,
    /// The next box whose first clue is the same.
    next: u32,
}

/// Why a view cannot be: this clue cannot be satisfied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// A view as boxes under clues.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frontier {
    pub(crate) kinds: Vec<Kind>,
    /// Per cell: its clue's number, its box's number once grouped, or [`NONE`].
    place: Vec<u32>,
    pub(crate) clues: Vec<Clue>,
    pub(crate) likelihoods: Vec<f64>,
    pub(crate) groups: Vec<Group>,
    pub(crate) group_clues: Vec<u32>,
    /// The boxes beside each clue: starts, and list.
    pub(crate) clue_starts: Vec<u32>,
    pub(crate) clue_groups: Vec<u32>,
    /// Frontier cells with their boxes.
    pub(crate) cells: Vec<(Cell, u32)>,
    pub(crate) sea: u32,
    /// The clue of the asked cell, or [`NONE`].
    pub(crate) asked: u32,
    /// Mines that the rules decided, and mines that are open.
    pub(crate) known_mines: u32,
    pub(crate) opened_mines: u32,
    heads: Vec<u32>,
    queue: Vec<u32>,
    scratch: Vec<u32>,
    /// The tiles and the grid that were read last, if they can be followed.
    seen: Option<(Vec<Tile>, Option<Grid>)>,
    fresh: Vec<Cell>,
    marks: Vec<u8>,
    /// Closed cells, opened mines and clues beside each cell.
    closed_beside: Vec<u8>,
    opened_beside: Vec<u8>,
    clues_beside: Vec<u8>,
    bytes: Vec<u8>,
}

impl Frontier {
    /// The box of a frontier cell.
    #[inline]
    pub(crate) fn group_of(&self, cell: Cell) -> u32 {
        self.place[cell.index()]
    }

    /// The boxes beside a clue.
    #[inline]
    pub(crate) fn groups_beside(&self, clue: u32) -> &[u32] {
        let (from, to) = (self.clue_starts[clue as usize], self.clue_starts[clue as usize + 1]);
        &self.clue_groups[from as usize..to as usize]
    }

    /// The clues of a box, in increasing order.
    #[inline]
    pub(crate) fn clues_of(&self, group: u32) -> &[u32] {
        let group = &self.groups[group as usize];
        &self.group_clues[group.clues as usize..(group.clues + group.degree) as usize]
    }

    /// The likelihood that a clue has `mines` in its boxes.
    #[inline]
    pub(crate) fn likelihood(&self, clue: &Clue, mines: u32) -> f64 {
        if clue.likelihoods == NONE {
            1.0
        } else {
            self.likelihoods[clue.likelihoods as usize + usize::from(clue.base) + mines as usize]
        }
    }

    /// Takes in a view. An `asked` cell is taken to be safe and open, with a
    /// clue that says nothing: its sum can then be observed.
    pub(crate) fn read(&mut self, view: &View, asked: Option<Cell>) -> Result<(), Contradiction> {
        self.read_rules(view, asked)?;
        self.group(view);
        Ok(())
    }

    /// As [`read`](Self::read), but boxes are not yet made.
    fn read_rules(&mut self, view: &View, asked: Option<Cell>) -> Result<(), Contradiction> {
        self.clear(view);
        self.asked = NONE;
        if let Some(cell) = asked {
            self.kinds[cell.index()] = Kind::Open;
        }
        self.find_clues(view)?;
        if let Some(cell) = asked {
            self.add_asked(view, cell);
        }
        self.seen = None;
        self.queue.extend(0..self.clues.len() as u32);
        self.apply_rules(view)
    }

    /// Becomes another frontier of the same view with one more cell open, and applies
    /// the rules. Boxes are not yet made: [`finish`](Self::finish) makes them.
    pub(crate) fn suppose(
        &mut self,
        base: &Self,
        view: &View,
        cell: Cell,
        shows: Shows,
    ) -> Result<(), Contradiction> {
        self.kinds.clone_from(&base.kinds);
        self.place.clone_from(&base.place);
        self.clues.clone_from(&base.clues);
        self.likelihoods.clone_from(&base.likelihoods);
        (self.known_mines, self.opened_mines) = (base.known_mines, base.opened_mines);
        (self.asked, self.seen) = (NONE, None);
        self.clear_boxes();
        for &(cell, _) in &base.cells {
            self.kinds[cell.index()] = Kind::Sea;
            self.place[cell.index()] = NONE;
        }
        let mine = shows == Shows::Mine;
        match (self.kinds[cell.index()], mine) {
            (Kind::Mine, false) | (Kind::Safe, true) => return Err(Contradiction),
            // The rules did not wait for it.
            (Kind::Safe | Kind::Open, _) => {}
            (Kind::Mine, true) => self.known_mines -= 1,
            (Kind::Sea | Kind::Frontier, _) => self.leave(view, cell, mine),
        }
        self.kinds[cell.index()] = if mine { Kind::Mine } else { Kind::Open };
        match shows {
            Shows::Mine => self.known_mines += 1,
            Shows::Sum => self.add_asked(view, cell),
            Shows::Number(number) => {
                self.fresh.clear();
                self.fresh.push(cell);
                self.add_fresh(view, |_| Some(number))?;
            }
        }
        self.apply_rules(view)
    }

    /// Whether the rules found a safe cell.
    pub(crate) fn has_safe(&self) -> bool {
        self.kinds.contains(&Kind::Safe)
    }

    /// How many cells the rules found safe, and how many mines.
    pub(crate) fn decided(&self) -> (usize, usize) {
        let safe = self.kinds.iter().filter(|&&kind| kind == Kind::Safe).count();
        (safe, self.known_mines as usize)
    }

    /// The cells that the rules found safe.
    pub(crate) fn collect_safe(&self, safe: &mut Vec<Cell>) {
        let kinds = self.kinds.iter().zip(0..).filter(|(kind, _)| **kind == Kind::Safe);
        safe.extend(kinds.map(|(_, index)| Cell::new(index)));
    }

    /// Makes the boxes of a frontier that was followed or supposed.
    pub(crate) fn finish(&mut self, view: &View) {
        self.group(view);
    }

    /// Takes in what is new since the view that was read last: the counts and
    /// decisions of all other cells are kept. Anything but cells opened under exact
    /// clues (a new game, another board, asks) is read afresh. Boxes are not yet
    /// made: [`finish`](Self::finish) makes them.
    pub(crate) fn follow(&mut self, view: &View) -> Result<(), Contradiction> {
        let exact = view.rule().tells_truth();
        if exact && self.take_in_news(view) {
            let seen = self.seen.take();
            // After a contradiction nothing can be followed.
            self.add_fresh(view, |cell| match view.tile(cell) {
                Tile::Clue(shown) => Some(shown),
                _ => None,
            })?;
            self.apply_rules(view)?;
            self.seen = seen;
        } else {
            self.read_rules(view, None)?;
        }
        let seen = self.seen.get_or_insert_default();
        if seen.1.as_ref() != Some(view.grid()) {
            seen.1 = Some(view.grid().clone());
        }
        seen.0.clear();
        seen.0.extend_from_slice(view.tiles());
        Ok(())
    }

    /// Finds the cells that were opened and adjusts the clues beside them;
    /// `false` if anything else happened.
    fn take_in_news(&mut self, view: &View) -> bool {
        let Some((tiles, Some(grid))) = self.seen.take() else { return false };
        self.fresh.clear();
        let mut only_opened = grid == *view.grid();
        for (index, (old, new)) in tiles.iter().zip(view.tiles()).enumerate() {
            if old != new && !(old.is_closed() && new.is_closed()) {
                only_opened &= old.is_closed();
                self.fresh.push(Cell::new(index as u32));
            }
        }
        self.seen = Some((tiles, Some(grid)));
        if !only_opened {
            return false;
        }
        // Clues without anything left to say go.
        self.open_boxes();
        let mut kept = 0;
        for at in 0..self.clues.len() {
            let clue = self.clues[at];
            let alive = clue.hidden > 0;
            self.place[clue.cell.index()] = if alive { kept as u32 } else { NONE };
            if alive {
                self.clues[kept] = clue;
                kept += 1;
            }
        }
        self.clues.truncate(kept);
        self.clear_boxes();
        for at in 0..self.fresh.len() {
            let cell = self.fresh[at];
            let mine = view.tile(cell) == Tile::Mine;
            let was = std::mem::replace(&mut self.kinds[cell.index()], Kind::Open);
            match (was, mine) {
                (Kind::Safe, false) => {}
                (Kind::Mine, true) => self.known_mines -= 1,
                (Kind::Sea, _) => self.leave(view, cell, mine),
                _ => return false,
            }
            self.opened_mines += u32::from(mine);
        }
        true
    }

    /// Cells leave their boxes, which are to be made anew.
    fn open_boxes(&mut self) {
        for &(cell, _) in &self.cells {
            if self.kinds[cell.index()] == Kind::Frontier {
                self.kinds[cell.index()] = Kind::Sea;
                self.place[cell.index()] = NONE;
            }
        }
    }

    /// Takes the cells of these boxes to be mines or safe, applies the rules and
    /// makes the boxes anew.
    pub(crate) fn settle(
        &mut self,
        view: &View,
        decided: &[(u32, bool)],
    ) -> Result<(), Contradiction> {
        self.open_boxes();
        for at in 0..self.cells.len() {
            let (cell, group) = self.cells[at];
            if let Ok(found) = decided.binary_search_by_key(&group, |&(group, _)| group) {
                let kind = if decided[found].1 { Kind::Mine } else { Kind::Safe };
                self.decide(view, cell, kind);
            }
        }
        let queue = std::mem::take(&mut self.queue);
        self.clear_boxes();
        self.queue = queue;
        self.apply_rules(view)?;
        self.group(view);
        Ok(())
    }

    /// Becomes the part of a frontier that consists of these clues and all of
    /// their boxes, as if there were no others. `numbers` is scratch memory.
    pub(crate) fn take_part(
        &mut self,
        whole: &Self,
        clues: &[u32],
        boxes: &[u32],
        numbers: &mut Vec<u32>,
    ) {
        numbers.clear();
        numbers.resize(whole.clues.len(), NONE);
        self.clear_boxes();
        self.clues.clear();
        self.asked = NONE;
        for &clue in clues {
            numbers[clue as usize] = self.clues.len() as u32;
            // Bounds are enough to tell what is possible.
            self.clues.push(Clue { likelihoods: NONE, ..whole.clues[clue as usize] });
        }
        for &group in boxes {
            let first = self.group_clues.len() as u32;
            let beside = whole.clues_of(group).iter().map(|&clue| numbers[clue as usize]);
            self.group_clues.extend(beside.filter(|&clue| clue != NONE));
            self.groups.push(Group {
                clues: first,
                degree: self.group_clues.len() as u32 - first,
                size: whole.groups[group as usize].size,
                next: NONE,
            });
        }
        self.list_boxes();
    }

    fn clear_boxes(&mut self) {
        self.groups.clear();
        self.group_clues.clear();
        self.clue_starts.clear();
        self.clue_groups.clear();
        self.cells.clear();
        self.queue.clear();
        self.sea = 0;
    }

    /// A cell is no longer undecided: it leaves the clues beside it, which are to
    /// be looked at again.
    fn leave(&mut self, view: &View, cell: Cell, mine: bool) {
        for beside in &view.neighbours(cell) {
            // An open cell's place is its clue.
            if self.kinds[beside.index()] == Kind::Open && self.place[beside.index()] != NONE {
                let at = self.place[beside.index()];
                let clue = &mut self.clues[at as usize];
                clue.hidden -= 1;
                clue.base += u8::from(mine);
                self.queue.push(at);
            }
        }
    }

    /// The clues of freshly opened cells.
    fn add_fresh(
        &mut self,
        view: &View,
        shown: impl Fn(Cell) -> Option<u8>,
    ) -> Result<(), Contradiction> {
        for at in 0..self.fresh.len() {
            let cell = self.fresh[at];
            let Some(shown) = shown(cell) else { continue };
            let (mut hidden, mut base, mut opened) = (0_u8, 0_u8, 0_u8);
            for beside in &view.neighbours(cell) {
                match self.kinds[beside.index()] {
                    Kind::Mine => base += 1,
                    Kind::Open => opened += u8::from(view.tile(beside) == Tile::Mine),
                    Kind::Safe => {}
                    Kind::Sea | Kind::Frontier => hidden += 1,
                }
            }
            let number = shown.checked_sub(opened).ok_or(Contradiction)?;
            if number < base || number - base > hidden {
                return Err(Contradiction);
            }
            if hidden > 0 {
                let (low, high) = (number, number);
                self.place[cell.index()] = self.clues.len() as u32;
                self.queue.push(self.clues.len() as u32);
                self.clues.push(Clue { cell, low, high, hidden, base, likelihoods: NONE });
            }
        }
        Ok(())
    }

    fn clear(&mut self, view: &View) {
        let cells = view.grid().len();
        self.kinds.clear();
        self.kinds.extend(
            view.tiles().iter().map(|tile| if tile.is_closed() { Kind::Sea } else { Kind::Open }),
        );
        self.place.clear();
        self.place.resize(cells, NONE);
        self.clues.clear();
        self.likelihoods.clear();
        self.clear_boxes();
        self.known_mines = 0;
        self.opened_mines = view.opened_mines();
    }

    fn find_clues(&mut self, view: &View) -> Result<(), Contradiction> {
        let (rule, grid) = (view.rule(), view.grid());
        self.marks.clear();
        self.marks.extend(self.kinds.iter().map(|&kind| u8::from(kind != Kind::Open)));
        grid.count_beside(&self.marks, &mut self.closed_beside, &mut self.bytes);
        self.opened_beside.clear();
        if self.opened_mines > 0 {
            self.marks.clear();
            self.marks.extend(view.tiles().iter().map(|&tile| u8::from(tile == Tile::Mine)));
            grid.count_beside(&self.marks, &mut self.opened_beside, &mut self.bytes);
        }
        for (index, &tile) in view.tiles().iter().enumerate() {
            let Tile::Clue(shown) = tile else { continue };
            let cell = Cell::new(index as u32);
            let hidden = self.closed_beside[index];
            let opened = self.opened_beside.get(index).copied().unwrap_or(0);
            let mut clue = Clue { cell, low: 0, high: 0, hidden, base: 0, likelihoods: NONE };
            match rule {
                ClueRule::Exact | ClueRule::Silent { .. } => {
                    if shown < opened || shown - opened > hidden {
                        return Err(Contradiction);
                    }
                    (clue.low, clue.high) = (shown - opened, shown - opened);
                }
                _ => {
                    let asks = view.asks(cell);
                    clue.likelihoods = self.likelihoods.len() as u32;
                    let first = self.likelihoods.len();
                    let neighbours = view.neighbours(cell).len() as u8;
                    self.likelihoods.extend((0..=hidden).map(|mines| {
                        rule.likelihood(Some(shown), asks, opened + mines, neighbours)
                    }));
                    let possible = &self.likelihoods[first..];
                    let low = possible.iter().position(|&l| l > 0.0).ok_or(Contradiction)?;
                    let high = possible.iter().rposition(|&l| l > 0.0).unwrap_or(low);
                    (clue.low, clue.high) = (low as u8, high as u8);
                }
            }
            if hidden > 0 {
                self.place[index] = self.clues.len() as u32;
                self.clues.push(clue);
            }
        }
        Ok(())
    }

    fn add_asked(&mut self, view: &View, cell: Cell) {
        let around = view.neighbours(cell);
        let decided = |kind: Kind| around.iter().filter(|c| self.kinds[c.index()] == kind).count();
        let base = decided(Kind::Mine) as u8;
        let hidden = (decided(Kind::Sea) + decided(Kind::Frontier)) as u8;
        self.asked = self.clues.len() as u32;
        let likelihoods = self.likelihoods.len() as u32;
        self.likelihoods.extend((0..=hidden + base).map(|_| 1.0));
        self.place[cell.index()] = self.asked;
        self.clues.push(Clue { cell, low: 0, high: hidden + base, hidden, base, likelihoods });
    }

    /// The two rules, to a fixpoint from the clues in the queue.
    fn apply_rules(&mut self, view: &View) -> Result<(), Contradiction> {
        while let Some(at) = self.queue.pop() {
            let clue = self.clues[at as usize];
            let (low, high) =
                (clue.low.saturating_sub(clue.base), clue.high.checked_sub(clue.base));
            let high = high.ok_or(Contradiction)?;
            if low > clue.hidden {
                return Err(Contradiction);
            }
            if clue.hidden == 0 {
                continue;
            }
            let kind = if low == clue.hidden {
                Kind::Mine
            } else if high == 0 {
                Kind::Safe
            } else {
                continue;
            };
            for cell in &view.neighbours(clue.cell) {
                if self.kinds[cell.index()] == Kind::Sea {
                    self.decide(view, cell, kind);
                }
            }
        }
        Ok(())
    }

    fn decide(&mut self, view: &View, cell: Cell, kind: Kind) {
        self.kinds[cell.index()] = kind;
        self.known_mines += u32::from(kind == Kind::Mine);
        self.leave(view, cell, kind == Kind::Mine);
    }

    /// Frontier cells become boxes.
    fn group(&mut self, view: &View) {
        self.heads.clear();
        self.heads.resize(self.clues.len(), NONE);
        self.marks.clear();
        self.marks.resize(self.kinds.len(), 0);
        for clue in &self.clues {
            self.marks[clue.cell.index()] = u8::from(clue.hidden > 0);
        }
        let grid = view.grid();
        grid.count_beside(&self.marks, &mut self.clues_beside, &mut self.bytes);
        for index in 0..self.kinds.len() {
            if self.kinds[index] != Kind::Sea {
                continue;
            }
            if self.clues_beside[index] == 0 {
                self.sea += 1;
                continue;
            }
            let cell = Cell::new(index as u32);
            self.scratch.clear();
            for beside in &view.neighbours(cell) {
                if self.kinds[beside.index()] == Kind::Open {
                    let clue = self.place[beside.index()];
                    if clue != NONE {
                        self.scratch.push(clue);
                    }
                }
            }
            self.scratch.sort_unstable();
            let first = self.scratch[0] as usize;
            let mut at = self.heads[first];
            while at != NONE {
                if self.clues_of(at) == &self.scratch[..] {
                    break;
                }
                at = self.groups[at as usize].next;
            }
            if at == NONE {
                at = self.groups.len() as u32;
                self.groups.push(Group {
                    clues: self.group_clues.len() as u32,
                    degree: self.scratch.len() as u32,
                    size: 0,
                    next: self.heads[first],
                });
                self.group_clues.extend_from_slice(&self.scratch);
                self.heads[first] = at;
            }
            self.groups[at as usize].size += 1;
            self.kinds[index] = Kind::Frontier;
            self.place[index] = at;
            self.cells.push((cell, at));
        }

        self.list_boxes();
    }

    /// The boxes beside each clue, by counting and filling.
    fn list_boxes(&mut self) {
        self.clue_starts.resize(self.clues.len() + 1, 0);
        for &clue in &self.group_clues {
            self.clue_starts[clue as usize + 1] += 1;
        }
        for clue in 0..self.clues.len() {
            self.clue_starts[clue + 1] += self.clue_starts[clue];
        }
        self.clue_groups.resize(self.group_clues.len(), 0);
        self.scratch.clear();
        self.scratch.extend_from_slice(&self.clue_starts);
        for (at, group) in self.groups.iter().enumerate() {
            let clues = group.clues as usize..(group.clues + group.degree) as usize;
            for &clue in &self.group_clues[clues] {
                let slot = &mut self.scratch[clue as usize];
                self.clue_groups[*slot as usize] = at as u32;
                *slot += 1;
            }
        }
    }
}

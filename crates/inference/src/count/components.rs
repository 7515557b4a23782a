//! Components that are kept while the facts change.
//!
//! A move changes what is known at one place. A component none of whose cells became known
//! and beside which no clue was opened is what it was, so it stays, with everything that was
//! counted of it; only the others are walked anew, and looked up by their looks (`known`).
//! The cost follows what changed, not the size of the board.
//!
//! Who supposes something takes it back afterwards: components that went come back as they
//! were, and those that came go.
//!
//! A walk begins at the first cell that has no component, so a component is numbered in one
//! way, whichever moves led to it; and components stand in the order of their first cells.
//! Results are the same to the last bit as if all were made afresh.
//!
//! Longer than 400 lines: walking, keeping and taking back hold the same tables together.

use surefoot_rules::Cell;

use crate::count::known::{CountedPart, Known};
use crate::count::part::Part;
use crate::logic::undo::UndoMark;
use crate::logic::{Belief, Facts};
use crate::posterior::Marginal;
use crate::tunables;

const NONE: u32 = u32::MAX;

/// A component.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    pub(crate) counted: CountedPart,
    /// Where its cells and its boxes begin and end.
    cells: (u32, u32),
    boxes: (u32, u32),
    lives: bool,
}

impl Component {
    /// The number of its first box.
    pub(crate) fn first_box(&self) -> usize {
        self.boxes.0 as usize
    }
}

/// A box of a component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptBox {
    component: u32,
    pub(crate) size: u32,
    pub(crate) marginal: Marginal,
}

/// The components of the facts that were followed last.
#[derive(Debug, Default)]
pub(crate) struct Components {
    /// Which facts, and how far they were read.
    stamp: Option<u64>,
    read: UndoMark,
    /// Per cell: its box, or [`NONE`].
    places: Vec<u32>,
    all: Vec<Component>,
    /// The cells of components, with their boxes.
    cells: Vec<(Cell, u32)>,
    boxes: Vec<KeptBox>,
    /// The components that live, in order of their first cells.
    living: Vec<u32>,
    /// Cells of living components.
    inside: u32,
    /// The cells to walk from.
    seeds: Vec<Cell>,
    /// Those that went since they were last taken back or taken in.
    gone: Vec<u32>,
    /// Where components came or went since somebody asked; everywhere, if they began anew.
    places_of_news: Vec<Cell>,
    anew: bool,
    walk: WalkMemory,
    passes: (Vec<u8>, Vec<u8>, Vec<u8>),
}

/// Memory for walks.
#[derive(Clone, Debug, Default)]
struct WalkMemory {
    part: Part,
    clues: Vec<Cell>,
    /// Per cell: the last walk that met it as a clue, and its number then.
    met: Vec<(u32, u8)>,
    number: u32,
}

/// The number of a clue that has no room.
const NO_ROOM: u8 = u8::MAX;

/// Where a supposition began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SuppositionStart {
    read: UndoMark,
    all: usize,
    cells: usize,
    boxes: usize,
}

impl Components {
    /// Takes in what is new. The facts must be settled.
    pub(crate) fn follow(&mut self, facts: &Facts, known: &mut Known) {
        if self.stamp == Some(facts.stamp()) {
            self.find_changes(facts);
            self.seeds.sort_unstable();
        } else {
            self.begin(facts);
        }
        self.walk_from_seeds(facts, known, None);
        self.gone.clear();
        self.tidy();
    }

    /// Becomes others, that are of these facts, from here on to follow a copy of those.
    pub(crate) fn copy_from(
        &mut self,
        others: &Self,
        (facts, copy): (&Facts, &Facts),
        known: &mut Known,
    ) {
        (self.stamp, self.read, self.inside) = (others.stamp, others.read, others.inside);
        self.places.clone_from(&others.places);
        self.all.clone_from(&others.all);
        self.cells.clone_from(&others.cells);
        self.boxes.clone_from(&others.boxes);
        self.living.clone_from(&others.living);
        self.walk.met.resize(self.places.len(), (0, 0));
        self.anew = true;
        self.follow(facts, known);
        self.follow_instead(copy);
    }

    /// The facts are the same as those of others.
    pub(crate) fn follow_instead(&mut self, facts: &Facts) {
        (self.stamp, self.read) = (Some(facts.stamp()), facts.mark());
    }

    /// Whether these facts were followed last.
    pub(crate) fn are_of(&self, facts: &Facts) -> bool {
        self.stamp == Some(facts.stamp())
    }

    /// Facts were taken back, so that these cells are not what they were; what came after is
    /// still to be [followed](Self::follow).
    pub(crate) fn forget_around(&mut self, facts: &Facts, cells: &[Cell]) {
        self.stamp = Some(facts.stamp());
        let UndoMark { log, opened } = facts.mark();
        if log >= self.read.log && opened >= self.read.opened {
            return;
        }
        self.read = UndoMark { log: log.min(self.read.log), opened: opened.min(self.read.opened) };
        for &cell in cells {
            self.seed(cell);
            for beside in &facts.grid().neighbours(cell) {
                self.seed(beside);
                if facts.sum(beside).speaks {
                    for next in &facts.grid().neighbours(beside) {
                        self.seed(next);
                    }
                }
            }
        }
    }

    /// Takes in what is supposed, until it is [taken back](Self::take_back). The sum of one
    /// cell may be observed.
    pub(crate) fn suppose(
        &mut self,
        facts: &Facts,
        known: &mut Known,
        observed: Option<Cell>,
    ) -> SuppositionStart {
        let (all, cells, boxes) = (self.all.len(), self.cells.len(), self.boxes.len());
        let before = SuppositionStart { read: self.read, all, cells, boxes };
        self.find_changes(facts);
        self.seeds.sort_unstable();
        self.walk_from_seeds(facts, known, observed);
        before
    }

    /// Returns to where a supposition began, given the facts of then.
    pub(crate) fn take_back(&mut self, before: SuppositionStart, facts: &Facts) {
        (self.stamp, self.read) = (Some(facts.stamp()), before.read);
        for (cell, _) in self.cells.drain(before.cells..) {
            self.places[cell.index()] = NONE;
        }
        for component in self.all.drain(before.all..).filter(|component| component.lives) {
            self.inside -= component.cells.1 - component.cells.0;
        }
        self.boxes.truncate(before.boxes);
        for at in 0..self.gone.len() {
            let component = &mut self.all[self.gone[at] as usize];
            component.lives = true;
            let (from, to) = component.cells;
            self.inside += to - from;
            for &(cell, number) in &self.cells[from as usize..to as usize] {
                self.places[cell.index()] = number;
            }
        }
        self.living.retain(|&number| (number as usize) < before.all);
        self.living.append(&mut self.gone);
        self.sort_living();
    }

    fn sort_living(&mut self) {
        let (all, cells) = (&self.all, &self.cells);
        let first = |number: &u32| cells[all[*number as usize].cells.0 as usize].0;
        if !self.living.is_sorted_by_key(first) {
            self.living.sort_unstable_by_key(first);
        }
    }

    /// Forgets everything, and everything is to be walked.
    fn begin(&mut self, facts: &Facts) {
        let cells = facts.grid().len();
        self.stamp = Some(facts.stamp());
        self.places.clear();
        self.places.resize(cells, NONE);
        self.walk.met.resize(cells, (0, 0));
        self.all.clear();
        self.cells.clear();
        self.boxes.clear();
        self.living.clear();
        self.gone.clear();
        self.anew = true;
        self.inside = 0;
        self.seeds.clear();
        let (marks, counts, scratch) = &mut self.passes;
        marks.clear();
        marks.extend(facts.sums().iter().map(|sum| u8::from(sum.tells())));
        facts.grid().count_beside(marks, counts, scratch);
        let beside = facts.beliefs().iter().zip(&*counts).zip(0..);
        let beside =
            beside.filter(|((belief, count), _)| **belief == Belief::Unknown && **count > 0);
        self.seeds.extend(beside.map(|(_, index)| Cell::new(index)));
        self.read = facts.mark();
    }

    /// Ends the components in which something changed.
    fn find_changes(&mut self, facts: &Facts) {
        for fact in &facts.log()[self.read.log..] {
            if self.places[fact.cell.index()] != NONE {
                self.seed(fact.cell);
            }
        }
        for &clue in &facts.opened()[self.read.opened..] {
            if facts.sum(clue).tells() {
                let unknown = |cell| facts.belief(cell) == Belief::Unknown;
                for beside in &facts.grid().neighbours(clue).only(unknown) {
                    self.seed(beside);
                }
            }
        }
        self.read = facts.mark();
    }

    /// A cell is to be walked from, with all of its component.
    fn seed(&mut self, cell: Cell) {
        let place = self.places[cell.index()];
        if place == NONE {
            self.seeds.push(cell);
            return;
        }
        let number = self.boxes[place as usize].component;
        let component = &mut self.all[number as usize];
        component.lives = false;
        let (from, to) = component.cells;
        self.inside -= to - from;
        self.places_of_news.push(self.cells[from as usize].0);
        for &(cell, _) in &self.cells[from as usize..to as usize] {
            self.places[cell.index()] = NONE;
            self.seeds.push(cell);
        }
        self.gone.push(number);
    }

    fn walk_from_seeds(&mut self, facts: &Facts, known: &mut Known, observed: Option<Cell>) {
        self.bury();
        let old = self.living.len();
        let seeds = std::mem::take(&mut self.seeds);
        for &seed in &seeds {
            if self.places[seed.index()] == NONE && facts.belief(seed) == Belief::Unknown {
                self.walk_from(seed, facts, known, observed);
            }
        }
        self.seeds = seeds;
        self.seeds.clear();
        self.put_in_order(old);
    }

    /// The first cell of a component.
    fn first(&self, number: u32) -> Cell {
        self.cells[self.all[number as usize].cells.0 as usize].0
    }

    /// Takes those that went from the living.
    fn bury(&mut self) {
        if self.gone.len() * tunables::FEW_OF_ALL >= self.living.len() {
            let all = &self.all;
            self.living.retain(|&number| all[number as usize].lives);
            return;
        }
        for at in 0..self.gone.len() {
            let at = self.position_of(self.first(self.gone[at]));
            self.living.remove(at);
        }
    }

    /// Puts those that came behind the old ones where they belong.
    fn put_in_order(&mut self, old: usize) {
        if (self.living.len() - old) * tunables::FEW_OF_ALL >= old {
            self.sort_living();
            return;
        }
        for last in old..self.living.len() {
            let first = self.first(self.living[last]);
            let at = self.living[..last].partition_point(|&other| self.first(other) < first);
            self.living[at..=last].rotate_right(1);
        }
    }

    /// Where the component with a first cell stands among the living.
    fn position_of(&self, first: Cell) -> usize {
        self.living.partition_point(|&number| self.first(number) < first)
    }

    /// Where the components that begin in a stretch of cells stand among the living.
    pub(crate) fn in_stretch(&self, cells: std::ops::Range<Cell>) -> std::ops::Range<usize> {
        self.position_of(cells.start)..self.position_of(cells.end)
    }

    /// Where components came or went since this was last asked, by their first cells; `None`
    /// if that may be everywhere.
    pub(crate) fn news(&mut self, into: &mut Vec<Cell>) -> Option<()> {
        into.clear();
        into.append(&mut self.places_of_news);
        (!std::mem::take(&mut self.anew)).then_some(())
    }

    /// Breadth first over clues. Cells of one box are all met by way of the same clue.
    #[expect(clippy::needless_bitwise_bool, reason = "a branch would cost more")]
    fn walk_from(&mut self, seed: Cell, facts: &Facts, known: &mut Known, observed: Option<Cell>) {
        let grid = facts.grid();
        let WalkMemory { part, clues, met, number } = &mut self.walk;
        part.clear();
        clues.clear();
        *number += 1;
        let (first_cell, first_box) = (self.cells.len() as u32, self.boxes.len() as u32);
        let component = self.all.len() as u32;
        let mut meet = |clue: Cell, part: &mut Part, clues: &mut Vec<Cell>| -> u8 {
            let (walk, at) = &mut met[clue.index()];
            if *walk != *number {
                *walk = *number;
                let sum = facts.sum(clue);
                *at = part.add_clue(sum.least(), sum.most(), sum.unknown).unwrap_or(NO_ROOM);
                if observed == Some(clue) {
                    part.observed = Some(*at);
                }
                clues.push(clue);
            }
            *at
        };
        let start = grid.neighbours(seed).iter().copied().find(|&clue| facts.sum(clue).speaks);
        let Some(start) = start else { return };
        meet(start, part, clues);
        let mut next = 0;
        while let Some(&clue) = clues.get(next) {
            next += 1;
            let from = part.sizes.len();
            let new = |cell: Cell| {
                (facts.belief(cell) == Belief::Unknown) & (self.places[cell.index()] == NONE)
            };
            for cell in &grid.neighbours(clue).only(new) {
                let mut beside = 0;
                for other in &grid.neighbours(cell).only(|other| facts.sum(other).speaks) {
                    let number = meet(other, part, clues);
                    if number != NO_ROOM {
                        beside |= 1 << number;
                    }
                }
                let place = first_box + part.put(from, beside);
                if place as usize == self.boxes.len() {
                    let marginal = Marginal::default();
                    self.boxes.push(KeptBox { component, size: 0, marginal });
                }
                self.boxes[place as usize].size += 1;
                self.places[cell.index()] = place;
                self.cells.push((cell, place));
            }
        }
        // The first cell names the component.
        let own = &mut self.cells[first_cell as usize..];
        if let Some(at) = own.iter().position(|&(cell, _)| cell == seed) {
            own.swap(0, at);
        }
        self.inside += own.len() as u32;
        let cells = (first_cell, self.cells.len() as u32);
        let boxes = (first_box, self.boxes.len() as u32);
        let counted = known.count(part);
        self.all.push(Component { counted, cells, boxes, lives: true });
        self.living.push(component);
        self.places_of_news.push(seed);
    }

    /// Moves what lives together, where most of what is kept went.
    fn tidy(&mut self) {
        if self.cells.len() < 2 * self.inside as usize + 256 {
            return;
        }
        let (all, cells) = (std::mem::take(&mut self.all), std::mem::take(&mut self.cells));
        let boxes = std::mem::take(&mut self.boxes);
        for number in &mut self.living {
            let old = &all[*number as usize];
            let (first_cell, first_box) = (self.cells.len() as u32, self.boxes.len() as u32);
            *number = self.all.len() as u32;
            let own = &boxes[old.boxes.0 as usize..old.boxes.1 as usize];
            self.boxes.extend(own.iter().map(|&kept| KeptBox { component: *number, ..kept }));
            for &(cell, place) in &cells[old.cells.0 as usize..old.cells.1 as usize] {
                let place = place - old.boxes.0 + first_box;
                self.cells.push((cell, place));
                self.places[cell.index()] = place;
            }
            self.all.push(Component {
                counted: old.counted.clone(),
                cells: (first_cell, self.cells.len() as u32),
                boxes: (first_box, self.boxes.len() as u32),
                lives: true,
            });
        }
    }

    /// The components, in order of their first cells.
    pub(crate) fn living(&self) -> impl Iterator<Item = &Component> {
        self.living.iter().map(|&number| &self.all[number as usize])
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.living.len()
    }

    /// One of them, and its boxes to be written to.
    pub(crate) fn part_mut(&mut self, at: usize) -> (&CountedPart, &mut [KeptBox]) {
        let component = &self.all[self.living[at] as usize];
        let (from, to) = component.boxes;
        (&component.counted, &mut self.boxes[from as usize..to as usize])
    }

    /// The boxes of a component.
    pub(crate) fn boxes_of(&self, component: &Component) -> &[KeptBox] {
        &self.boxes[component.boxes.0 as usize..component.boxes.1 as usize]
    }

    /// The cells of a component, each with its box.
    pub(crate) fn cells_of(&self, component: &Component) -> &[(Cell, u32)] {
        &self.cells[component.cells.0 as usize..component.cells.1 as usize]
    }

    /// The boxes of a component with the numbers that its cells name them by.
    pub(crate) fn numbered_boxes(
        &self,
        component: &Component,
    ) -> impl Iterator<Item = (&KeptBox, u32)> {
        self.boxes_of(component).iter().zip(component.boxes.0..)
    }

    /// The box of a cell, if it has one.
    #[inline]
    pub(crate) fn box_of(&self, cell: Cell) -> Option<&KeptBox> {
        self.boxes.get(self.places[cell.index()] as usize)
    }

    /// Where the component of a cell stands.
    pub(crate) fn position(&self, cell: Cell) -> Option<usize> {
        let number = self.box_of(cell)?.component;
        Some(self.position_of(self.first(number)))
    }

    /// Where the component stands that begins at a cell, if one does.
    pub(crate) fn beginning_at(&self, cell: Cell) -> Option<usize> {
        let position = self.position_of(cell);
        let number = *self.living.get(position)?;
        (self.first(number) == cell).then_some(position)
    }

    /// The number of the box of a cell that has one.
    pub(crate) fn box_number(&self, cell: Cell) -> usize {
        self.places[cell.index()] as usize
    }

    /// More than the number of any box.
    pub(crate) fn box_count(&self) -> usize {
        self.boxes.len()
    }

    /// The first cell of the component at a place among the living.
    pub(crate) fn first_at(&self, position: usize) -> Cell {
        self.first(self.living[position])
    }

    /// The component at a place among the living.
    pub(crate) fn at(&self, position: usize) -> &Component {
        &self.all[self.living[position] as usize]
    }

    /// How many cells they have together.
    pub(crate) fn cells(&self) -> u32 {
        self.inside
    }
}

impl Clone for Components {
    /// Nobody follows the same facts, so what is copied follows none.
    fn clone(&self) -> Self {
        Self::default()
    }
}

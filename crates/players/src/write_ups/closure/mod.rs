//! `closure`: write-up 004.
//!
//! A clue is a constraint: a set of unknown cells and how many mines they hold,
//! with the clue cells it came from (its *parents*). Whenever the cells of one
//! contain those of another, their difference is a constraint too, with the
//! parents of both; until nothing changes. No mines → all safe; as many mines as
//! cells → all mines, and the parents say which clues led there: the chain of
//! influence.
//!
//! Known-safe cells first, else a random hidden cell; `prefer=low` opens beside
//! the smallest clue instead, the write-up's own improvement; `prefer=short` beside clues at
//! the end of short chains, to see whether that helps. [ours] Told the total, it stops
//! when all mines are found.
//!
//! The write-up compares every two constraints on the board; comparing only those
//! that share a cell (its wish) finds the same. Constraints are indexed by their
//! cells, and a change touches only those around it. Sums are intervals, so
//! that under uncertain clues differences stay sound.

mod constraint;
mod parents;

use std::borrow::Cow::Borrowed;

use smallvec::SmallVec;
use surefoot_rules::{Action, Brief, Cell, Choice, Evidence, Player, Random, View};

use crate::roster::{Abilities, Entry, Make, PlayerLook, PlayerOption};
use crate::shared::believing::BELIEVE;
use crate::shared::knowledge::{Belief, Knowledge};
use crate::shared::opening_order::{self, OpeningOrder};
use crate::shared::unsure::seated;
use crate::write_ups::closure::constraint::{Cells, Constraint};
use crate::write_ups::closure::parents::{Parents, unite};

const PREFER_LOW: PlayerOption =
    PlayerOption::word("prefer=low", "guess beside small clues (default: anywhere)");
const PREFER_SHORT: PlayerOption =
    PlayerOption::word("prefer=short", "guess beside clues that end short chains of influence");

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("closure"),
    source: Borrowed("write-up 004"),
    about: Borrowed("subtracts constraints from each other until nothing changes; records parents"),
    options: Borrowed(&[
        PREFER_LOW,
        PREFER_SHORT,
        opening_order::DEPTH,
        opening_order::NEAREST,
        opening_order::BREADTH,
        BELIEVE,
    ]),
    abilities: Abilities::PLAIN,
    looks: Borrowed(&[
        PlayerLook::new(1, 1),
        PlayerLook::new(3, 4),
        PlayerLook::new(2, 3),
        PlayerLook::new(2, 0),
        PlayerLook::new(3, 2),
        PlayerLook::new(7, 7),
        PlayerLook::new(6, 5),
    ]),
    make: Make::Ours(|options| {
        let prefer = if options.has(&PREFER_LOW) {
            Prefer::Low
        } else if options.has(&PREFER_SHORT) {
            Prefer::Short
        } else {
            Prefer::Any
        };
        seated(options, Closure::new(prefer, OpeningOrder::of(options)))
    }),
};

/// Where to guess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Prefer {
    /// Anywhere.
    #[default]
    Any,
    /// Beside small clues.
    Low,
    /// Beside clues at the end of short chains.
    Short,
}

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct Closure {
    know: Knowledge,
    prefer: Prefer,
    parents: Parents,
    constraints: Vec<Constraint>,
    /// Places of constraints that are no more.
    free: Vec<u32>,
    /// The constraints that each cell is in.
    on_cell: Vec<SmallVec<[u32; 8]>>,
    /// Constraints not yet compared with the others.
    agenda: Vec<u32>,
    /// Whether a constraint is in use, and which comparison met it last.
    alive: Vec<bool>,
    met: Vec<u32>,
    round: u32,
    random: Random,
    /// Per cell: how long the chain is that ends there; and how many opened cells
    /// have been taken in. Kept only where guesses look at it.
    depths: Vec<u32>,
    measured: usize,
}

impl Closure {
    pub(crate) fn new(prefer: Prefer, order: OpeningOrder) -> Self {
        let mut it = Self { prefer, ..Self::default() };
        it.know.opening = order;
        it
    }

    /// Works until nothing changes: rules first, then known cells leave their
    /// constraints, then changed clues become constraints, then comparisons.
    fn close(&mut self) {
        let mut changed = Vec::new();
        loop {
            self.know.settle_with(|clue| changed.push(clue));
            self.parents.follow(self.know.facts(), &[]);
            // Forgetting a cell may decide others, which then wait here too.
            let mut at = 0;
            while let Some(&cell) = self.know.resolved.get(at) {
                at += 1;
                self.forget(cell);
            }
            self.know.resolved.clear();
            for clue in changed.drain(..) {
                let sum = self.know.sum(clue);
                if sum.unknown > 0 {
                    let cells = self.know.unknown_beside(clue);
                    let (least, most) = (sum.least(), sum.most());
                    let parents = self.parents.of_clue(self.know.facts(), clue);
                    self.add(Constraint { cells, least, most, parents });
                }
            }
            while self.know.resolved.is_empty()
                && self.know.changed().is_empty()
                && let Some(next) = self.agenda.pop()
            {
                if self.alive[next as usize] {
                    self.compare(next);
                }
            }
            if self.know.resolved.is_empty() && self.know.changed().is_empty() {
                return;
            }
        }
    }

    /// A cell is known: it leaves its constraints.
    fn forget(&mut self, cell: Cell) {
        let mine = self.know.belief(cell) == Belief::Mine;
        for place in std::mem::take(&mut self.on_cell[cell.index()]) {
            let Constraint { mut cells, least, most, mut parents } = self.drop_at(place, cell);
            cells.retain(|other| *other != cell);
            let (least, most) = if mine {
                unite(&mut parents, self.parents.passed_on(cell));
                (least.saturating_sub(1), most.saturating_sub(1))
            } else {
                (least, most.min(cells.len() as u8))
            };
            self.add(Constraint { cells, least, most, parents });
        }
    }

    /// Takes a constraint out, from everywhere but the cell that is being
    /// cleared.
    fn drop_at(&mut self, place: u32, cleared: Cell) -> Constraint {
        let empty = Constraint { cells: Cells::new(), least: 0, most: 0, parents: Evidence::new() };
        let constraint = std::mem::replace(&mut self.constraints[place as usize], empty);
        for &cell in constraint.cells.iter().filter(|&&cell| cell != cleared) {
            self.on_cell[cell.index()].retain(|other| *other != place);
        }
        self.alive[place as usize] = false;
        self.free.push(place);
        constraint
    }

    /// Adds a constraint: reads it off if it decides its cells, joins it with
    /// one over the same cells, or keeps it.
    fn add(&mut self, new: Constraint) {
        if !new.tells() {
            return;
        }
        let all_mines = usize::from(new.least) == new.cells.len();
        if all_mines || new.most == 0 {
            self.conclude(&new, all_mines);
            return;
        }
        // Cells that were just concluded leave their constraints in `forget`;
        // until then a constraint may still name them.
        let here = &self.on_cell[new.cells[0].index()];
        let same = here.iter().find(|&&at| self.constraints[at as usize].cells == new.cells);
        if let Some(&place) = same {
            let old = &mut self.constraints[place as usize];
            if new.least <= old.least && new.most >= old.most {
                return;
            }
            let least = old.least.max(new.least);
            let most = old.most.min(new.most);
            // Bounds from both sides rest on the parents of both.
            let mut parents = new.parents;
            if least > new.least || most < new.most {
                unite(&mut parents, &old.parents);
            }
            let joined = Constraint { cells: new.cells, least, most, parents };
            if least == most && (most == 0 || usize::from(least) == joined.cells.len()) {
                self.conclude(&joined, least > 0);
                return;
            }
            *old = joined;
            self.agenda.push(place);
            return;
        }
        let place = self.free.pop().unwrap_or_else(|| {
            self.alive.push(false);
            self.met.push(0);
            self.alive.len() as u32 - 1
        });
        for &cell in &new.cells {
            self.on_cell[cell.index()].push(place);
        }
        if place as usize == self.constraints.len() {
            self.constraints.push(new);
        } else {
            self.constraints[place as usize] = new;
        }
        self.alive[place as usize] = true;
        self.agenda.push(place);
    }

    /// Reads a constraint off that decides its cells.
    fn conclude(&mut self, constraint: &Constraint, mines: bool) {
        self.parents.follow(self.know.facts(), &[]);
        for &cell in &constraint.cells {
            self.know.conclude(cell, mines, "constraint", &constraint.parents);
            self.parents.follow(self.know.facts(), &constraint.parents);
        }
    }

    /// Compares one constraint with all that share a cell with it.
    fn compare(&mut self, place: u32) {
        self.round += 1;
        let one = self.constraints[place as usize].clone();
        let mut fresh: SmallVec<[Constraint; 8]> = SmallVec::new();
        for &cell in &one.cells {
            for &other in &self.on_cell[cell.index()] {
                let met = &mut self.met[other as usize];
                if other == place || std::mem::replace(met, self.round) == self.round {
                    continue;
                }
                let two = &self.constraints[other as usize];
                if two.contains(&one) {
                    fresh.push(two.minus(&one));
                } else if one.contains(two) {
                    fresh.push(one.minus(two));
                }
            }
        }
        for constraint in fresh {
            self.add(constraint);
        }
    }

    fn guess(&mut self) -> Choice {
        let preferred = match self.prefer {
            Prefer::Any => None,
            Prefer::Low => self.guess_by(
                |closure, clue| closure.know.sum(clue).shown.into(),
                "beside small clues",
            ),
            Prefer::Short => {
                self.guess_by(|closure, clue| closure.depths[clue.index()], "beside short chains")
            }
        };
        preferred.unwrap_or_else(|| self.know.guess(&mut self.random))
    }

    /// The unknown cell whose largest clue, by some measure, is smallest; cells beside
    /// no clue come last.
    fn guess_by(
        &mut self,
        measure: impl Fn(&Self, Cell) -> u32,
        why: &'static str,
    ) -> Option<Choice> {
        let largest = |cell: Cell| {
            let around = self.know.grid().neighbours(cell);
            let clues = around.iter().filter(|&&clue| self.know.sum(clue).speaks);
            clues.map(|&clue| measure(self, clue)).max()
        };
        let rated: Vec<(u32, Cell)> = self
            .know
            .unknown()
            .as_slice()
            .iter()
            .filter_map(|&cell| Some((largest(cell)?, cell)))
            .collect();
        let best = rated.iter().map(|&(number, _)| number).min()?;
        let best: Vec<Cell> =
            rated.into_iter().filter(|&(number, _)| number == best).map(|(_, cell)| cell).collect();
        let cell = *self.random.pick(&best)?;
        Some(Choice::guess(Action::Open(cell), why))
    }

    /// Takes in the cells opened since the last time: one that was opened by a zero is one
    /// link behind it. Those that were proved got their depth when they were chosen.
    fn measure_chains(&mut self) {
        while let Some(&cell) = self.know.order().get(self.measured) {
            self.measured += 1;
            if self.depths[cell.index()] > 0 {
                continue;
            }
            let opened = &self.know.order()[..self.measured];
            let zero = |beside: &&Cell| {
                let sum = self.know.sum(**beside);
                sum.speaks && sum.shown == 0
            };
            let around = self.know.grid().neighbours(cell);
            let by = around.iter().filter(zero).find(|beside| opened.contains(beside));
            self.depths[cell.index()] = by.map_or(0, |zero| self.depths[zero.index()] + 1);
        }
    }

    /// A cell that is chosen for sure is one link behind the deepest of its parents.
    fn note_chain(&mut self, choice: &Choice) {
        if let (true, Some(cell)) = (choice.certain, choice.action.cell()) {
            let depths = choice.because.iter().map(|clue| self.depths[clue.index()] + 1);
            self.depths[cell.index()] = depths.max().unwrap_or(0);
        }
    }
}

impl Player for Closure {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        let cells = view.grid().len();
        self.know.begin(brief, view);
        self.constraints.clear();
        self.free.clear();
        self.agenda.clear();
        self.alive.clear();
        self.met.clear();
        self.round = 0;
        for on_cell in &mut self.on_cell {
            on_cell.clear();
        }
        self.on_cell.resize_with(cells, SmallVec::new);
        self.parents.begin(cells);
        self.random = random;
        self.measured = 0;
        if self.prefer == Prefer::Short {
            self.depths.clear();
            self.depths.resize(cells, 0);
        }
    }

    fn choose(&mut self, view: &View) -> Choice {
        self.know.read(view);
        self.close();
        if self.prefer == Prefer::Short {
            self.measure_chains();
        }
        let mut choice = self.know.certain(view).unwrap_or_else(|| self.guess());
        if let (true, Some(cell)) = (choice.certain, choice.action.cell()) {
            choice.because.clone_from(self.parents.of(cell));
        }
        if self.prefer == Prefer::Short {
            self.note_chain(&choice);
        }
        choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::choices;
    use surefoot_rules::view;

    /// The write-up's example: A, B, C between two rows of 1 2 1.
    #[test]
    fn differences_decide_and_name_their_parents() {
        let view = view!["3x3/?", "1 2 1", "* * *", "1 2 1"];
        let choices = choices(Closure::new(Prefer::Any, OpeningOrder::Breadth), &view, 3);
        let mut actions: Vec<Action> = choices.iter().map(|choice| choice.action).collect();
        actions.sort_by_key(|action| action.cell());
        let [a, b, c] = [3, 4, 5].map(Cell::new);
        assert_eq!(actions, [Action::Flag(a), Action::Open(b), Action::Flag(c)]);
        assert!(choices.iter().all(|choice| choice.certain && !choice.because.is_empty()));
    }
}

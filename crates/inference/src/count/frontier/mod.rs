//! A view as sums over boxes of cells: what counting begins with.
//!
//! Every clue says something about the number of mines among its closed
//! neighbours: exactly how many, or (under an uncertain rule) how likely each
//! number is. Flags are claims, so a flagged cell is as closed as a hidden one.
//!
//! Three simplifications cost little and shrink the rest a lot:
//!
//! - the two oldest rules, to a fixpoint ([`Facts`]): cells they decide are constants;
//! - cells beside the same clues are alike and become one *box* ([`Boxes`]), of which
//!   only the number of mines matters;
//! - cells beside no clue are the *sea*, of which the same is true.
//!
//! All lists live in memory that is used again for the next view.

mod grouping;
#[cfg(test)]
mod tests;

use surefoot_rules::{Cell, View, Wide};

use crate::logic::whole::Passes;
use crate::logic::{Because, Belief, Boxes, Facts};

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
    /// Bounds on the mines beside it.
    pub(crate) low: u8,
    pub(crate) high: u8,
    /// Its unknown neighbours.
    pub(crate) hidden: u8,
    /// Known mines beside it, opened or decided.
    pub(crate) base: u8,
    /// Where its likelihoods begin in `likelihoods`, by mines beside it; [`NONE`] if it is
    /// exact.
    pub(crate) likelihoods: u32,
}

/// Why a view cannot be: some clue cannot be satisfied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// A view as boxes under clues.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frontier {
    facts: Facts,
    /// The clues that had anything to say, in the order of their numbers, each with the
    /// place of its likelihoods.
    speakers: Vec<(Cell, u32)>,
    pub(crate) kinds: Vec<Kind>,
    /// Per cell: its clue's number, its box's number, or [`NONE`].
    place: Vec<u32>,
    pub(crate) clues: Vec<Clue>,
    likelihoods: Vec<Wide>,
    pub(crate) boxes: Boxes,
    /// Frontier cells with their boxes.
    pub(crate) cells: Vec<(Cell, u32)>,
    pub(crate) sea: u32,
    /// The clue of the observed cell, or [`NONE`].
    pub(crate) observed: u32,
    observed_cell: Option<Cell>,
    /// Mines that the rules decided, and mines that are open.
    pub(crate) known_mines: u32,
    pub(crate) opened_mines: u32,
    scratch: Vec<u32>,
    passes: Passes,
}

impl Frontier {
    /// The box of a frontier cell.
    #[inline]
    pub(crate) fn box_of(&self, cell: Cell) -> u32 {
        self.place[cell.index()]
    }

    /// The boxes beside a clue.
    #[inline]
    pub(crate) fn boxes_beside(&self, clue: u32) -> &[u32] {
        self.boxes.beside(clue)
    }

    /// The clues of a box, in increasing order.
    #[inline]
    pub(crate) fn clues_of(&self, box_: u32) -> &[u32] {
        self.boxes.clues_of(box_)
    }

    /// The likelihood that a clue has `mines` in its boxes.
    #[inline]
    pub(crate) fn likelihood(&self, clue: Clue, mines: u32) -> Wide {
        if clue.likelihoods == NONE {
            Wide::ONE
        } else {
            self.likelihoods[clue.likelihoods as usize + usize::from(clue.base) + mines as usize]
        }
    }

    /// Takes in a view. An `observed` cell is taken to be safe and open, with a
    /// clue that says nothing: its sum can then be observed.
    pub(crate) fn read(
        &mut self,
        view: &View,
        observed: Option<Cell>,
    ) -> Result<(), Contradiction> {
        self.read_rules(view, observed)?;
        self.finish(view);
        Ok(())
    }

    /// As [`read`](Self::read), but boxes are not yet made.
    fn read_rules(&mut self, view: &View, observed: Option<Cell>) -> Result<(), Contradiction> {
        self.observed_cell = None;
        self.opened_mines = view.opened_mines();
        self.speakers.clear();
        self.likelihoods.clear();
        let (rule, speakers, tables) = (view.rule(), &mut self.speakers, &mut self.likelihoods);
        let exact = rule.tells_truth();
        self.facts.read_whole(view, observed, &mut self.passes, |cell, shown, (mines, hidden)| {
            let start = tables.len();
            let bounds = if exact {
                (shown, shown)
            } else {
                let asks = view.asks(cell);
                let neighbours = view.neighbours(cell).len() as u8;
                // What is impossible already is not asked for.
                let likelihood = |number: u8| match number {
                    _ if number < mines => Wide::ZERO,
                    _ => rule.likelihood(Some(shown), asks, number, neighbours),
                };
                tables.extend((0..=mines + hidden).map(likelihood));
                let possible = &tables[start..];
                let low = possible.iter().position(|likelihood| !likelihood.is_zero())?;
                let high = possible.iter().rposition(|likelihood| !likelihood.is_zero())?;
                (low as u8, high as u8)
            };
            if hidden > 0 {
                speakers.push((cell, if exact { NONE } else { start as u32 }));
            }
            Some(bounds)
        });
        if let Some(cell) = observed {
            self.observe(view, cell);
        }
        self.settle_rules()
    }

    /// A cell is taken to be safe and open; its clue says nothing.
    fn observe(&mut self, view: &View, cell: Cell) {
        let most = view.neighbours(cell).len() as u8;
        self.speakers.push((cell, self.likelihoods.len() as u32));
        self.likelihoods.extend((0..=most).map(|_| Wide::ONE));
        self.facts.suppose_open(cell, 0, (0, most));
        self.observed_cell = Some(cell);
    }

    fn settle_rules(&mut self) -> Result<(), Contradiction> {
        self.facts.settle();
        if self.facts.broken().is_some() { Err(Contradiction) } else { Ok(()) }
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
        self.facts.copy_from(&base.facts);
        self.speakers.clone_from(&base.speakers);
        self.likelihoods.clone_from(&base.likelihoods);
        self.opened_mines = base.opened_mines;
        self.observed_cell = None;
        match (self.facts.belief(cell), shows) {
            (Belief::Mine, Shows::Sum | Shows::Number(_)) | (Belief::Safe, Shows::Mine) => {
                return Err(Contradiction);
            }
            (_, Shows::Mine) => {
                self.facts.learn(cell, true, Because::Told);
            }
            (_, Shows::Sum) => self.observe(view, cell),
            (_, Shows::Number(number)) => {
                self.speakers.push((cell, NONE));
                self.facts.suppose_open(cell, number, (number, number));
            }
        }
        self.settle_rules()
    }

    /// Whether the rules found a safe cell.
    pub(crate) fn has_safe(&self) -> bool {
        self.facts.has_safe()
    }

    /// How many cells the rules found safe, and how many mines.
    pub(crate) fn decided(&self) -> (usize, usize) {
        let mines = self.facts.known_mines() - self.opened_mines;
        (self.facts.safe().count(), mines as usize)
    }

    /// Starts from facts that somebody keeps anyway, under clues that tell the truth.
    /// Boxes are not yet made: [`finish`](Self::finish) makes them.
    pub(crate) fn start_from(&mut self, facts: &Facts, view: &View) -> Result<(), Contradiction> {
        self.observed_cell = None;
        self.opened_mines = view.opened_mines();
        self.facts.copy_from(facts);
        self.likelihoods.clear();
        self.speakers.clear();
        let tells = |cell: &Cell| self.facts.sum(*cell).tells();
        self.speakers.extend(view.grid().cells().filter(tells).map(|cell| (cell, NONE)));
        self.settle_rules()
    }

    /// Takes the cells of these boxes to be mines or safe, applies the rules and
    /// makes the boxes anew.
    pub(crate) fn settle(
        &mut self,
        view: &View,
        decided: &[(u32, bool)],
    ) -> Result<(), Contradiction> {
        for &(cell, box_) in &self.cells {
            if let Ok(found) = decided.binary_search_by_key(&box_, |&(box_, _)| box_) {
                self.facts.learn(cell, decided[found].1, Because::Told);
            }
        }
        self.settle_rules()?;
        self.finish(view);
        Ok(())
    }

    /// Becomes the part of a frontier that consists of these clues and all of
    /// their boxes, as if there were no others. `numbers` is scratch memory, left with nothing
    /// in it: to clear all of it for every part of a long frontier would take the square of that.
    pub(crate) fn take_part(
        &mut self,
        whole: &Self,
        clues: &[u32],
        boxes: &[u32],
        numbers: &mut Vec<u32>,
    ) {
        if numbers.len() < whole.clues.len() {
            numbers.resize(whole.clues.len(), NONE);
        }
        self.clues.clear();
        self.boxes.clear();
        self.observed = NONE;
        for &clue in clues {
            numbers[clue as usize] = self.clues.len() as u32;
            // Bounds are enough to tell what is possible.
            self.clues.push(Clue { likelihoods: NONE, ..whole.clues[clue as usize] });
        }
        for &box_ in boxes {
            let beside = whole.clues_of(box_).iter().map(|&clue| numbers[clue as usize]);
            self.boxes.add(beside.filter(|&clue| clue != NONE), whole.boxes.size(box_));
        }
        self.boxes.list(self.clues.len());
        for &clue in clues {
            numbers[clue as usize] = NONE;
        }
    }
}

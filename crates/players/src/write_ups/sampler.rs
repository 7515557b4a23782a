//! `sampler`: write-up 000, Algorithm 1.
//!
//! Every hidden cell weighs the sum of the adjusted clues around it; a cell is
//! drawn in proportion and opened, or any hidden cell if all weights are zero.
//! Known mines are only those it has opened. It was written for `dig`, where
//! digging up a mine is progress, so it aims *at* mines: in `win` it is terrible
//! by design, and the tables show that.
//!
//! The write-up recomputes the distribution of the whole board for every move; here
//! a weight changes only when a clue beside the cell does.
//!
//! Under uncertain clues the shown number stands in for the true one. Nothing is
//! claimed from it, so nothing can be wrong.

use std::borrow::Cow::Borrowed;

use surefoot_rules::{Action, Brief, Cell, Choice, Player, Random, View};

use crate::roster::{Abilities, Entry, Make, PlayerLook};
use crate::shared::knowledge::{Belief, Knowledge};
use crate::shared::lottery::Lottery;

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("sampler"),
    source: Borrowed("write-up 000, algorithm 1"),
    about: Borrowed("draws cells in proportion to the clues around them; aims at mines"),
    options: Borrowed(&[]),
    abilities: Abilities::PLAIN,
    looks: Borrowed(&[PlayerLook::new(3, 2)]),
    make: Make::Ours(|_| Box::new(Sampler::default())),
};

/// The write-up's distribution over hidden cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Distribution {
    weights: Lottery,
    /// Cells whose weight must be computed again.
    stale: Vec<Cell>,
}

impl Distribution {
    pub(crate) fn begin(&mut self, view: &View) {
        self.weights.clear(view.grid().len());
        self.stale.clear();
    }

    /// Notes a clue that changed, and with it the cells around.
    pub(crate) fn changed(&mut self, know: &Knowledge, clue: Cell) {
        self.stale.extend_from_slice(&know.grid().neighbours(clue));
    }

    /// Brings the weights up to date. Cells that stopped being unknown weigh
    /// nothing.
    pub(crate) fn refresh(&mut self, know: &mut Knowledge) {
        for cell in know.resolved.drain(..) {
            self.weights.set(cell, 0);
        }
        for cell in self.stale.drain(..) {
            let weight = if know.belief(cell) == Belief::Unknown {
                let around = know.grid().neighbours(cell);
                around.iter().map(|&clue| u32::from(know.sum(clue).left())).sum()
            } else {
                0
            };
            self.weights.set(cell, weight);
        }
    }

    /// A cell in proportion to its weight.
    pub(crate) fn draw(&self, random: &mut Random) -> Option<Choice> {
        let cell = self.weights.draw(random)?;
        Some(Choice::guess(Action::Open(cell), "distribution"))
    }
}

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct Sampler {
    know: Knowledge,
    distribution: Distribution,
    random: Random,
}

impl Player for Sampler {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.know.begin(brief, view);
        self.distribution.begin(view);
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        self.know.read(view);
        for clue in self.know.take_changed() {
            self.distribution.changed(&self.know, clue);
        }
        if let Some(choice) = self.know.certain(view) {
            return choice;
        }
        self.distribution.refresh(&mut self.know);
        self.distribution
            .draw(&mut self.random)
            .unwrap_or_else(|| self.know.guess(&mut self.random))
    }
}

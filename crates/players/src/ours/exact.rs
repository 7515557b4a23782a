//! `exact`: certain cells, else the least probable mine. [ours]
//!
//! Everything that can be proved is proved, by counting all configurations
//! (`surefoot-inference`); write-up 001's unbuilt idea of a variable assignment tree,
//! carried out. The two rules run first, because they are cheaper and find most
//! cells; the engine is asked when they are stuck.
//!
//! When nothing is certain, the cell least likely to be a mine is opened. Ties
//! are frequent (the whole sea is one) and matter: they go to the cell with the
//! fewest closed neighbours, whose number says most about few cells. Under the
//! promise of an opening the first click is a little inside the corner, where an
//! opening is large; else it is a corner by the same rule of ties.
//!
//! Under uncertain clues the same probabilities are exact posteriors. Where a
//! position is too wide for the budget, a random cell is opened and nothing is
//! claimed.

use std::borrow::Cow::Borrowed;

use surefoot_inference::Posterior;
use surefoot_rules::{Action, Brief, Choice, Player, Promise, Random, View};

use crate::roster::{Abilities, Entry, Make, PlayerLook};
use crate::shared::certainty::{Certainty, Counted};
use crate::shared::opening_order::{self, OpeningOrder};
use crate::surefoot::first_click::at_inset;

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("exact"),
    source: Borrowed("ours"),
    about: Borrowed("counts all configurations: certain cells, else the least likely mine"),
    options: Borrowed(&[opening_order::DEPTH, opening_order::NEAREST, opening_order::BREADTH]),
    abilities: Abilities { misses_nothing: true, understood_by_proof: true, ..Abilities::PLAIN },
    looks: Borrowed(&[PlayerLook::new(0, 0)]),
    make: Make::Ours(|options| Box::new(Exact::new(OpeningOrder::of(options)))),
};

/// See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    certainty: Certainty,
    promise: Promise,
    random: Random,
}

impl Exact {
    pub(crate) fn new(order: OpeningOrder) -> Self {
        Self {
            certainty: Certainty::new().in_order(order),
            promise: Promise::None,
            random: Random::default(),
        }
    }

    fn first_click(&self, view: &View) -> Option<Choice> {
        if self.promise != Promise::Opening || view.opened() > 0 {
            return None;
        }
        let cell = at_inset(view.grid(), 3)?;
        view.tile(cell).is_closed().then(|| Choice::guess(Action::Open(cell), "first click"))
    }
}

impl Player for Exact {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.certainty.begin(brief, view);
        self.promise = brief.promise;
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        if let Some(choice) = self.certainty.by_rules(view).or_else(|| self.first_click(view)) {
            return choice;
        }
        let guess = match self.certainty.count(view) {
            Counted::Certain(choice) => Some(choice),
            Counted::Nothing(posterior) => least_likely(&posterior),
            Counted::TooWide => None,
        };
        guess.unwrap_or_else(|| self.certainty.any(&mut self.random))
    }
}

/// The safest cell, as a guess.
pub(crate) fn least_likely(posterior: &Posterior<'_>) -> Option<Choice> {
    posterior.safest().map(|(cell, _)| Choice::guess(Action::Open(cell), "safest"))
}

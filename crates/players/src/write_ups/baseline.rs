//! `baseline`: write-up 001, level 1.
//!
//! When a cell is opened, the two rules are tried on its clue, once; what they
//! prove is flagged or opened before anything else. A clue is never looked at
//! again, so what a later clue could have decided stays undecided and a random
//! cell is opened instead: the weakness that the write-up's inference queue
//! ([`queue`](crate::queue)) was made for.

use std::borrow::Cow::Borrowed;

use surefoot_rules::{Brief, Choice, Player, Random, View};

use crate::roster::{Abilities, Entry, Make, PlayerLook};
use crate::shared::believing::BELIEVE;
use crate::shared::knowledge::Knowledge;
use crate::shared::unsure::seated;

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("baseline"),
    source: Borrowed("write-up 001, level 1"),
    about: Borrowed("the two rules on each clue as it is opened, once"),
    options: Borrowed(&[BELIEVE]),
    abilities: Abilities::PLAIN,
    looks: Borrowed(&[PlayerLook::new(5, 5), PlayerLook::new(7, 1)]),
    make: Make::Ours(|options| seated(options, Baseline::default())),
};

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct Baseline {
    know: Knowledge,
    /// How many of the opened cells have been looked at.
    looked: usize,
    random: Random,
}

impl Player for Baseline {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.know.begin(brief, view);
        self.looked = 0;
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        self.know.read(view);
        self.know.forget_changes();
        // A cell that may be asked again is looked at when it has answered.
        if !self.know.is_asking(view) {
            while let Some(&clue) = self.know.order().get(self.looked) {
                self.looked += 1;
                self.know.look(clue);
            }
            self.know.forget_changes();
        }
        self.know.certain(view).unwrap_or_else(|| self.know.guess(&mut self.random))
    }
}

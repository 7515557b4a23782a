//! `cascade`: write-up 003, Algorithm A.
//!
//! The neighbours of a zero are safe; all-mines; all-safe. A random known-safe
//! cell is opened, else a random hidden cell that is not known to be a mine. When
//! the known mines are as many as told, they are submitted.
//!
//! The write-up does one scan of the board per move; working to the fixpoint on what
//! changed finds the same cells earlier and costs less.

use std::borrow::Cow::Borrowed;

use surefoot_rules::{Brief, Choice, Player, Random, View};

use crate::roster::{Abilities, Entry, Make, PlayerLook};
use crate::shared::believing::BELIEVE;
use crate::shared::knowledge::Knowledge;
use crate::shared::unsure::seated;

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("cascade"),
    source: Borrowed("write-up 003, algorithm A"),
    about: Borrowed("the two rules; a random safe cell, else a random cell"),
    options: Borrowed(&[BELIEVE]),
    abilities: Abilities::PLAIN,
    looks: Borrowed(&[PlayerLook::new(4, 3), PlayerLook::new(1, 4)]),
    make: Make::Ours(|options| seated(options, Cascade::default())),
};

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct Cascade {
    know: Knowledge,
    random: Random,
}

impl Player for Cascade {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.know.begin(brief, view);
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        self.know.read(view);
        self.know.settle();
        self.know
            .certain_at_random(view, &mut self.random)
            .unwrap_or_else(|| self.know.guess(&mut self.random))
    }
}

//! `random`: a random hidden cell; the floor of every table. [ours]
//!
//! It knows a mine only when it has opened one, so in `dig` it declares when it
//! has dug up all of them, and in `score` it identifies none.

use std::borrow::Cow::Borrowed;

use surefoot_rules::{Brief, Choice, Player, Random, View};

use crate::roster::{Abilities, Entry, Make, PlayerLook};
use crate::shared::knowledge::Knowledge;

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("random"),
    source: Borrowed("ours"),
    about: Borrowed("a random hidden cell; the floor"),
    options: Borrowed(&[]),
    abilities: Abilities::PLAIN,
    looks: Borrowed(&[PlayerLook::new(7, 6)]),
    make: Make::Ours(|_| Box::new(RandomPlayer::default())),
};

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct RandomPlayer {
    know: Knowledge,
    random: Random,
}

impl Player for RandomPlayer {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.know.begin(brief, view);
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        self.know.read(view);
        self.know.certain(view).unwrap_or_else(|| self.know.guess(&mut self.random))
    }
}

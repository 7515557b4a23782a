//! `random`: a random hidden cell; the floor of every table. [ours]
//!
//! It knows a mine only when it has opened one, so in `dig` it declares when it
//! has dug up all of them, and in `score` it identifies none.

use surefoot_rules::{Brief, Choice, Player, Random, View};

use crate::shared::knowledge::Knowledge;

/// See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Chance {
    know: Knowledge,
    random: Random,
}

impl Chance {
    pub(crate) fn new() -> Self {
        Self { know: Knowledge::default(), random: Random::default() }
    }
}

impl Player for Chance {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.know.begin(brief, view);
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        self.know.read(view);
        self.know.certain(view).unwrap_or_else(|| self.know.guess(&mut self.random))
    }
}

//! `queue`: write-up 001, level 2, and what it does when the total is told.
//!
//! An *inference queue* keeps the opened clues, to be looked at again before any
//! random opening. The write-up makes one pass over it: a clue near the front that a
//! later one could decide stays undecided until the next random opening, which
//! is its own explanation of why its third level helps. `passes=1` plays that;
//! the default works on until nothing changes. [ours]
//!
//! Told the total, the write-up stops when all mines are known (no mines left makes
//! the rest safe), and guesses by K = mines left / hidden cells (our reading of
//! its "safe places"): above 0.2 beside the lowest clue, 1s first, then 2s; else
//! a random cell away from all clues.

use std::borrow::Cow::Borrowed;

use surefoot_rules::{Action, Brief, Cell, Choice, Player, Random, View};

use crate::roster::{Abilities, Entry, Make, PlayerLook, PlayerOption};
use crate::shared::believing::BELIEVE;
use crate::shared::cells::CellSet;
use crate::shared::knowledge::Knowledge;
use crate::shared::unsure::seated;

/// Also an option of those that are built on it.
pub(crate) const PASSES: PlayerOption = PlayerOption::number(
    "passes=N",
    1,
    1000,
    "passes over the queue before a random opening (the write-up: 1; default: until nothing changes)",
);

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("queue"),
    source: Borrowed("write-up 001, level 2"),
    about: Borrowed(
        "looks at clues again before opening at random; uses the number of mines if told",
    ),
    options: Borrowed(&[PASSES, BELIEVE]),
    abilities: Abilities::PLAIN,
    looks: Borrowed(&[PlayerLook::new(2, 2), PlayerLook::new(6, 6), PlayerLook::new(2, 1)]),
    make: Make::Ours(|options| seated(options, Queue::new(options.number(&PASSES)))),
};

/// The share of mines above which the write-up stays close to its clues.
const DENSE: f64 = 0.2;

/// Where the write-up guesses when the total is told.
#[derive(Clone, Debug, Default)]
pub(crate) struct ToldGuess {
    /// Clues with unknown neighbours, by the number they show.
    clues: Vec<CellSet>,
    /// Unknown cells beside no clue.
    sea: CellSet,
    /// How many opened and resolved cells have been taken in.
    opened: usize,
    resolved: usize,
}

impl ToldGuess {
    pub(crate) fn begin(&mut self, view: &View) {
        let cells = view.grid().len();
        for set in &mut self.clues {
            set.clear(cells);
        }
        self.sea.fill(cells);
        (self.opened, self.resolved) = (0, 0);
    }

    fn follow(&mut self, know: &Knowledge) {
        let resolved = &know.resolved[self.resolved..];
        self.resolved += resolved.len();
        for &cell in resolved {
            self.sea.remove(cell);
        }
        let opened = &know.order()[self.opened..];
        self.opened += opened.len();
        for &clue in opened {
            for &beside in &*know.grid().neighbours(clue) {
                self.sea.remove(beside);
            }
        }
        // A clue may have begun to speak, or changed what it shows, since it
        // was opened; it stands once for each and is checked when it is met.
        for &clue in opened {
            self.note(know, clue);
        }
    }

    pub(crate) fn note(&mut self, know: &Knowledge, clue: Cell) {
        let sum = know.sum(clue);
        if !sum.speaks || sum.unknown == 0 {
            return;
        }
        let shown = usize::from(sum.shown);
        while self.clues.len() <= shown {
            let mut set = CellSet::default();
            set.clear(know.grid().len());
            self.clues.push(set);
        }
        self.clues[shown].insert(clue);
    }

    pub(crate) fn guess(&mut self, know: &Knowledge, random: &mut Random) -> Choice {
        let Some(left) = know.mines_left() else {
            return know.guess(random);
        };
        self.follow(know);
        if f64::from(left) > DENSE * know.unknown().len() as f64 {
            for (shown, set) in self.clues.iter_mut().enumerate() {
                while let Some(clue) = set.pick(random) {
                    let sum = know.sum(clue);
                    if usize::from(sum.shown) != shown || sum.unknown == 0 {
                        set.remove(clue);
                        continue;
                    }
                    let hidden = know.unknown_beside(clue);
                    if let Some(&cell) = random.pick(&hidden) {
                        let choice = Choice::guess(Action::Open(cell), "beside the lowest clue");
                        return choice.because([clue]);
                    }
                }
            }
        }
        match self.sea.pick(random) {
            Some(cell) => Choice::guess(Action::Open(cell), "away from all clues"),
            None => know.guess(random),
        }
    }
}

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    pub(crate) know: Knowledge,
    told: ToldGuess,
    /// Passes over the queue per random opening; `None` until nothing changes.
    passes: Option<u32>,
    /// The pass under way, and how far it has come.
    pass: u32,
    at: usize,
    pub(crate) random: Random,
}

impl Queue {
    pub(crate) fn new(passes: Option<u32>) -> Self {
        Self { passes, ..Self::default() }
    }

    pub(crate) fn restart(&mut self, brief: &Brief, view: &View, random: Random) {
        self.know.begin(brief, view);
        self.told.begin(view);
        self.again();
        self.random = random;
    }

    /// Begins the passes over the queue anew.
    pub(crate) fn again(&mut self) {
        (self.pass, self.at) = (0, 0);
    }

    /// What the two rules and the total know; `seen` hears of every clue that
    /// changed.
    pub(crate) fn certain(&mut self, view: &View, mut seen: impl FnMut(Cell)) -> Option<Choice> {
        self.know.read(view);
        // Only under uncertain clues can a clue change what it shows.
        if self.know.mines_left().is_some() && !view.rule().is_exact() {
            for &clue in self.know.changed() {
                self.told.note(&self.know, clue);
            }
        }
        match self.passes {
            None => self.know.settle_with(seen),
            Some(passes) => {
                for &clue in self.know.changed() {
                    seen(clue);
                }
                self.know.forget_changes();
                loop {
                    if let Some(choice) = self.know.certain(view) {
                        return Some(choice);
                    }
                    // What a pass proves is opened and joins at the end of the
                    // queue; then the pass goes on.
                    if let Some(&clue) = self.know.order().get(self.at) {
                        self.at += 1;
                        self.know.look(clue);
                    } else if self.pass + 1 < passes {
                        (self.pass, self.at) = (self.pass + 1, 0);
                    } else {
                        break;
                    }
                }
            }
        }
        self.know.settle_total();
        self.know.certain(view)
    }

    pub(crate) fn guess(&mut self) -> Choice {
        self.again();
        self.told.guess(&self.know, &mut self.random)
    }
}

impl Player for Queue {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.restart(brief, view, random);
    }

    fn choose(&mut self, view: &View) -> Choice {
        self.certain(view, |_| {}).unwrap_or_else(|| self.guess())
    }
}

//! Certainty, which `exact`, `surefoot` and others share: everything certain, by rules first
//! and by counting when they are stuck.
//!
//! The two rules are cheaper and find most cells, so the engine is asked only when
//! they have nothing left; what it finds goes back into the same knowledge. For `exact` it
//! starts from what they know. The others let it follow the view by itself: the last bits of
//! probabilities depend on where counting starts, and their ties on the last bits.

use surefoot_inference::{Analyst, Options, Posterior, Workspace};
use surefoot_rules::{Brief, Choice, Random, View};

use crate::shared::knowledge::Knowledge;
use crate::shared::opening_order::OpeningOrder;
use crate::tunables;

/// Finds what is certain.
#[derive(Clone, Debug)]
pub(crate) struct Certainty {
    know: Knowledge,
    workspace: Workspace,
    /// Who follows the game instead, if counting is to start from the view.
    analyst: Option<Analyst>,
}

/// What counting says of a view in which the rules are stuck.
pub(crate) enum Counted<'a> {
    /// Something is certain.
    Certain(Choice),
    /// Nothing is; these are the probabilities.
    Nothing(Posterior<'a>),
    /// It is too wide to be counted.
    TooWide,
}

impl Certainty {
    /// Opens certain cells in this order.
    pub(crate) fn in_order(mut self, order: OpeningOrder) -> Self {
        self.know.opening = order;
        self
    }

    pub(crate) fn new() -> Self {
        Self { know: Knowledge::default(), workspace: Workspace::new(options()), analyst: None }
    }

    /// Counts from the view instead of what is known of it: the same probabilities, but
    /// for the last bits, by which those who look ahead tell equal guesses apart.
    pub(crate) fn following(mut self) -> Self {
        self.analyst = Some(Analyst::new(options()));
        self
    }

    pub(crate) fn begin(&mut self, brief: &Brief, view: &View) {
        self.know.begin(brief, view);
    }

    /// What the rules find in the next view.
    pub(crate) fn by_rules(&mut self, view: &View) -> Option<Choice> {
        self.read(view);
        self.know.certain(view)
    }

    fn read(&mut self, view: &View) {
        self.know.read(view);
        self.know.settle();
        self.know.settle_total();
    }

    /// What counting finds where the rules found nothing.
    pub(crate) fn count<'a>(&'a mut self, view: &'a View) -> Counted<'a> {
        self.count_with(view, Knowledge::certain)
    }

    /// What the rules find in the next view that costs no dig.
    pub(crate) fn free_by_rules(&mut self, view: &View) -> Option<Choice> {
        self.read(view);
        self.know.free(view)
    }

    /// What counting finds that costs no dig.
    pub(crate) fn free_by_counting<'a>(&'a mut self, view: &'a View) -> Counted<'a> {
        self.count_with(view, Knowledge::free)
    }

    fn count_with<'a>(
        &'a mut self,
        view: &'a View,
        act: impl FnOnce(&mut Knowledge, &View) -> Option<Choice>,
    ) -> Counted<'a> {
        let counted = match &mut self.analyst {
            Some(analyst) => analyst.follow(view),
            None => self.workspace.solve_from(view, self.know.facts()),
        };
        let Ok(posterior) = counted else { return Counted::TooWide };
        for at in (0..self.know.unknown().len()).rev() {
            let cell = self.know.unknown().as_slice()[at];
            if posterior.is_safe(cell) || posterior.is_mine(cell) {
                self.know.conclude(cell, posterior.is_mine(cell), "counting", &[]);
            }
        }
        self.know.settle();
        self.know.settle_total();
        match act(&mut self.know, view) {
            Some(choice) => Counted::Certain(choice),
            None => Counted::Nothing(posterior),
        }
    }

    /// Any cell that is not known, where nothing better can be said.
    pub(crate) fn any(&self, random: &mut Random) -> Choice {
        self.know.guess(random)
    }
}

fn options() -> Options {
    Options { budget: tunables::BUDGET, ..Options::default() }
}

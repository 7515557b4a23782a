//! Certainty, which `exact`, `surefoot` and others share: everything certain, by rules first
//! and by counting when they are stuck.
//!
//! The two rules are cheaper and find most cells, so the engine is asked only when
//! they have nothing left. It starts from what they know, and what it finds goes back into
//! the same knowledge.

use std::cmp::Reverse;

use surefoot_inference::{Options, Posterior, Workspace};
use surefoot_rules::{Brief, Cell, Choice, Random, View};

use crate::shared::knowledge::{Belief, Knowledge};
use crate::shared::opening_order::OpeningOrder;
use crate::tunables;

/// Finds what is certain.
#[derive(Clone, Debug)]
pub(crate) struct Certainty {
    know: Knowledge,
    workspace: Workspace,
    /// What counting decided, before it is known.
    found: Vec<(Cell, bool)>,
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
        let workspace = Workspace::new(options());
        Self { know: Knowledge::default(), workspace, found: Vec::new() }
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
        let Self { know, workspace, found } = self;
        let Ok(posterior) = workspace.solve_from(view, know.facts()) else {
            return Counted::TooWide;
        };
        found.clear();
        posterior.decided(found);
        // In an order that the way of counting does not change.
        found.retain(|&(cell, _)| know.belief(cell) == Belief::Unknown);
        found.sort_unstable_by_key(|&(cell, _)| Reverse(know.unknown().place(cell)));
        for &(cell, mine) in &*found {
            know.conclude(cell, mine, "counting", &[]);
        }
        know.settle();
        know.settle_total();
        if let Some(choice) = act(know, view) {
            return Counted::Certain(choice);
        }
        workspace.last(view, know.facts()).map_or(Counted::TooWide, Counted::Nothing)
    }

    /// Any cell that is not known, where nothing better can be said.
    pub(crate) fn any(&self, random: &mut Random) -> Choice {
        self.know.guess(random)
    }
}

fn options() -> Options {
    Options { budget: tunables::BUDGET, ..Options::default() }
}

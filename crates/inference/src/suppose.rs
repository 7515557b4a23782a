//! What if: a cell is opened and shows a number.
//!
//! Looking ahead asks for the same view with one more clue, hundreds of times. So a
//! view that was analysed once is the base of all suppositions: what is known of it is
//! copied once, the new clue is added, only what follows from it is worked out, and then it
//! is taken back. Often the rules alone find a safe cell, and then nothing needs to be
//! counted at all.

use surefoot_rules::Cell;

use crate::count::components::SuppositionStart;
use crate::count::frontier::Shows;
use crate::error::CountError;
use crate::logic::undo::UndoMark;
use crate::logic::{Because, Belief, Facts};
use crate::posterior::not_quick::NotQuick;
use crate::posterior::quick::Quick;
use crate::posterior::{Engine, Finder, Marginal, Options, Posterior, never_certain, safe_unless};

/// Memory for suppositions.
///
/// ```
/// use surefoot_inference::{CountError, Suppose, Workspace};
/// use surefoot_rules::view;
///
/// let view = view!["4x1/1", "* * * *"];
/// let mut workspace = Workspace::default();
/// let posterior = workspace.solve(&view)?;
/// let end = view.hidden().next().unwrap();
/// let mut suppose = Suppose::default();
/// // Given that the first is safe, the mine is one of three; beside it is one.
/// let numbers = suppose.numbers(&posterior, end)?;
/// assert!((numbers[1] - 1.0 / 3.0).abs() < 1e-12);
/// // If it shows 0, the second cell is safe; and it cannot show 2.
/// assert_eq!(suppose.open(&posterior, end, 0)?.safest(), 1.0);
/// assert_eq!(suppose.open(&posterior, end, 2).err(), Some(CountError::Impossible));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Suppose {
    /// A copy of what is known, and of which facts and how many.
    facts: Facts,
    of: Option<(u64, UndoMark)>,
    quick: Quick,
    /// What is to be taken back.
    supposed: Option<(UndoMark, Option<SuppositionStart>)>,
    /// For what must go the whole way.
    engine: Engine,
    numbers: Vec<f64>,
    options: Options,
}

impl Clone for Suppose {
    /// A copy supposes nothing: of components there are no copies, so there would be nothing to take it
    /// back from.
    fn clone(&self) -> Self {
        let (counted, quickly) = (&self.engine.stop, &self.quick.stop);
        let mut copy = Self::new(self.options);
        (copy.engine.stop, copy.quick.stop) = (counted.clone(), quickly.clone());
        copy
    }
}

/// A view with one more cell open.
#[derive(Clone, Copy, Debug)]
pub struct Supposed<'a> {
    found: Finder<'a>,
    /// Whether the rules alone found a safe cell, and nothing was counted.
    by_rules: bool,
}

impl Suppose {
    /// Suppositions with other assumptions or limits than the usual ones.
    pub fn new(options: Options) -> Self {
        Self { options, ..Self::default() }
    }

    /// The same, but a [`Stop`](crate::Stop) ends the work.
    #[must_use]
    pub fn stopped_by(mut self, stop: &crate::Stop) -> Self {
        (self.engine.stop, self.quick.stop) = (stop.clone(), stop.clone());
        self
    }

    /// The distribution of the number that a closed cell would show, given that it
    /// is safe; impossible if it cannot be.
    pub fn numbers(&mut self, of: &Posterior<'_>, cell: Cell) -> Result<&[f64], CountError> {
        let mut numbers = std::mem::take(&mut self.numbers);
        let counted = match self.suppose_quickly(of, cell, Shows::Sum) {
            Some(supposed) => supposed.map(|_| {
                self.quick.distribution(&self.facts, cell, &mut numbers);
            }),
            None => {
                let view = of.view;
                let supposed = self.suppose_wholly(of, cell, Shows::Sum);
                supposed.map(|_| self.engine.distribution(view, cell, &mut numbers))
            }
        };
        self.numbers = numbers;
        counted.map(|()| &self.numbers[..])
    }

    /// The view with a closed cell open that shows a number.
    pub fn open(
        &mut self,
        of: &Posterior<'_>,
        cell: Cell,
        number: u8,
    ) -> Result<Supposed<'_>, CountError> {
        let shows = Shows::Number(number);
        Ok(match self.suppose_quickly(of, cell, shows) {
            Some(supposed) => {
                let by_rules = supposed?;
                Supposed { found: Finder::Quick(&self.quick, &self.facts), by_rules }
            }
            None => {
                let by_rules = self.suppose_wholly(of, cell, shows)?;
                Supposed { found: Finder::Whole(&self.engine), by_rules }
            }
        })
    }

    /// Supposes something of a view that went the quick way. Whether the rules found a safe
    /// cell, if something is supposed to be open; `None` if it must go the whole way.
    fn suppose_quickly(
        &mut self,
        of: &Posterior<'_>,
        cell: Cell,
        shows: Shows,
    ) -> Option<Result<bool, CountError>> {
        let Finder::Quick(quick, facts) = of.found else { return None };
        if self.options.budget < crate::tunables::QUICK_BUDGET
            || self.options.memory < crate::tunables::QUICK_MEMORY
        {
            return None;
        }
        self.become_copy_of(quick, facts);
        let mark = self.facts.mark();
        self.supposed = Some((mark, None));
        if let Err(error) = self.learn(cell, shows) {
            return Some(Err(error));
        }
        let observed = (shows == Shows::Sum).then_some(cell);
        if observed.is_none() && self.facts.has_safe() {
            return Some(Ok(true));
        }
        let Self { quick, facts, options, .. } = self;
        let (before, counted) = quick.suppose(of.view, facts, options, observed);
        self.supposed = Some((mark, Some(before)));
        match counted {
            Ok(()) => Some(Ok(false)),
            Err(NotQuick::Impossible) => Some(Err(CountError::Impossible)),
            Err(NotQuick::Stopped) => Some(Err(CountError::Stopped)),
            Err(NotQuick::Whole) => None,
        }
    }

    /// Returns to the view that things are supposed of.
    fn become_copy_of(&mut self, quick: &Quick, facts: &Facts) {
        if let Some((mark, before)) = self.supposed.take() {
            self.facts.undo(mark, |_| {});
            match before {
                Some(before) => self.quick.components.take_back(before, &self.facts),
                None => self.quick.components.follow_instead(&self.facts),
            }
        }
        let of = Some((facts.stamp(), facts.mark()));
        if self.of != of {
            self.of = of;
            self.facts.copy_from(facts);
            let Quick { components, known, .. } = &mut self.quick;
            components.copy_from(&quick.components, (facts, &self.facts), known);
        }
    }

    /// Notes what a cell shows, and what follows by the rules.
    fn learn(&mut self, cell: Cell, shows: Shows) -> Result<(), CountError> {
        match (self.facts.belief(cell), shows) {
            (Belief::Mine, Shows::Sum | Shows::Number(_)) | (Belief::Safe, Shows::Mine) => {
                return Err(CountError::Impossible);
            }
            (_, Shows::Mine) => {
                self.facts.learn(cell, true, Because::Told);
            }
            (_, Shows::Sum) => {
                let most = self.facts.grid().neighbours(cell).len() as u8;
                self.facts.suppose_open(cell, 0, (0, most));
            }
            (_, Shows::Number(number)) => self.facts.suppose_open(cell, number, (number, number)),
        }
        self.facts.settle();
        if self.facts.broken().is_some() { Err(CountError::Impossible) } else { Ok(()) }
    }

    /// Supposes something the whole way. Whether the rules found a safe cell, and nothing was
    /// counted.
    fn suppose_wholly(
        &mut self,
        of: &Posterior<'_>,
        cell: Cell,
        shows: Shows,
    ) -> Result<bool, CountError> {
        let (base, view) = (&of.engine().frontier, of.view);
        self.engine.frontier.suppose(base, view, cell, shows)?;
        let by_rules = shows != Shows::Sum && self.engine.frontier.has_safe();
        if !by_rules {
            self.engine.frontier.finish(view);
            self.engine.count_frontier(view, &self.options)?;
        }
        Ok(by_rules)
    }

    /// How many more cells the two rules find safe, and how many mines, if a closed
    /// cell shows a number (`None`: turns out to be a mine, itself not counted); `None`
    /// if it cannot. Nothing is counted for it.
    ///
    /// ```
    /// use surefoot_inference::{Suppose, Workspace};
    /// use surefoot_rules::view;
    ///
    /// let view = view!["4x1/1", "* 1 * *"];
    /// let mut workspace = Workspace::default();
    /// let posterior = workspace.solve(&view)?;
    /// let end = view.hidden().next().unwrap();
    /// let mut suppose = Suppose::default();
    /// // If the end is the mine, the other side of the 1 is safe.
    /// assert_eq!(suppose.rules_find(&posterior, end, None), Some((1, 0)));
    /// assert_eq!(suppose.rules_find(&posterior, end, Some(0)), Some((0, 1)));
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn rules_find(
        &mut self,
        of: &Posterior<'_>,
        cell: Cell,
        number: Option<u8>,
    ) -> Option<(usize, usize)> {
        let shows = number.map_or(Shows::Mine, Shows::Number);
        let ((safe, mines), (safe_before, mines_before)) = match of.found {
            Finder::Quick(quick, facts) => {
                self.become_copy_of(quick, facts);
                self.supposed = Some((self.facts.mark(), None));
                let before = self.facts.decided();
                self.learn(cell, shows).ok()?;
                (self.facts.decided(), before)
            }
            Finder::Whole(Engine { frontier, .. }) => {
                self.engine.frontier.suppose(frontier, of.view, cell, shows).ok()?;
                (self.engine.frontier.decided(), frontier.decided())
            }
        };
        let own = usize::from(number.is_none());
        let mines = mines.saturating_sub(mines_before + own);
        Some((safe.saturating_sub(safe_before), mines))
    }
}

impl Supposed<'_> {
    /// The probability that the safest closed cell is safe; 1 if there is a certain
    /// one, or if there is none left to open.
    pub fn safest(&self) -> f64 {
        if self.by_rules {
            return 1.0;
        }
        match self.found {
            Finder::Quick(quick, _) => {
                let sea = (quick.sea > 0).then_some(&quick.in_sea);
                let boxes = |component| quick.components.boxes_of(component);
                let boxes = quick.components.living().flat_map(boxes).map(|kept| &kept.marginal);
                safest(boxes.chain(sea))
            }
            Finder::Whole(engine) => {
                let sea = (engine.frontier.sea > 0).then_some(&engine.sea);
                safest(engine.marginals.iter().chain(sea))
            }
        }
    }

    /// The probability that a closed cell is a mine, where it was counted.
    pub fn probability(&self, cell: Cell) -> Option<f64> {
        if self.by_rules {
            return None;
        }
        let marginal = match self.found {
            Finder::Quick(_, facts) if facts.belief(cell) == Belief::Open => None,
            Finder::Quick(quick, facts) => Some(quick.marginal(facts, cell)),
            Finder::Whole(engine) => engine.marginal(cell),
        };
        marginal.map(never_certain)
    }

    /// How many closed cells are certainly safe, as far as that was looked into.
    pub fn certain(&self) -> usize {
        let (decided, _) = match self.found {
            Finder::Quick(_, facts) => facts.decided(),
            Finder::Whole(engine) => engine.frontier.decided(),
        };
        if self.by_rules {
            return decided;
        }
        let safe = |size: u32, marginal: &Marginal| {
            if marginal.can_be_mine { 0 } else { size as usize }
        };
        let counted: usize = match self.found {
            Finder::Quick(quick, _) => {
                let boxes = |component| quick.components.boxes_of(component);
                let boxes = quick.components.living().flat_map(boxes);
                let boxes = boxes.map(|kept| safe(kept.size, &kept.marginal));
                boxes.sum::<usize>() + safe(quick.sea, &quick.in_sea)
            }
            Finder::Whole(engine) => {
                let boxes = engine.frontier.boxes.sizes().zip(&engine.marginals);
                let boxes = boxes.map(|(size, marginal)| safe(size, marginal));
                boxes.sum::<usize>() + safe(engine.frontier.sea, &engine.sea)
            }
        };
        decided + counted
    }
}

/// The probability that the safest is safe.
fn safest<'a>(marginals: impl Iterator<Item = &'a Marginal>) -> f64 {
    let mut best: Option<f64> = None;
    for marginal in marginals {
        let safe = match marginal {
            Marginal { can_be_mine: false, .. } => return 1.0,
            Marginal { can_be_safe: false, .. } => continue,
            &uncertain => safe_unless(never_certain(uncertain)),
        };
        best = Some(best.map_or(safe, |best| best.max(safe)));
    }
    best.unwrap_or(1.0)
}

#[cfg(test)]
mod tests;

//! A workspace: memory in which one view after the other is analysed.

use surefoot_rules::{Cell, View};

use crate::error::{AnalysisError, CountError};
use crate::logic::Facts;
use crate::logic::whole::Passes;
use crate::posterior::not_quick::NotQuick;
use crate::posterior::quick::{Quick, may_be_quick};
use crate::posterior::{Engine, Finder, Options, Posterior};
use crate::proof::clash;
use crate::stop::Stop;

/// Reusable memory for analyses: nothing is allocated once it has grown to the
/// size of the positions it meets.
///
/// ```
/// use surefoot_inference::Workspace;
/// use surefoot_rules::view;
///
/// let mut workspace = Workspace::default();
/// for view in [view!["1*", "**"], view!["2*", "**"]] {
///     let posterior = workspace.solve(&view)?;
///     let cell = view.hidden().next().unwrap();
///     assert!(posterior.probability(cell).unwrap() > 0.3);
/// }
/// # Ok::<(), surefoot_inference::AnalysisError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// What the rules know of the view, and how it is read.
    pub(crate) facts: Facts,
    pub(crate) passes: Passes,
    pub(crate) quick: Quick,
    pub(crate) engine: Engine,
    pub(crate) options: Options,
    /// The way of the last view that somebody else had the facts of.
    way: Option<Way>,
}

/// Which way a view went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Quick,
    Whole,
}

impl Workspace {
    /// A workspace with other assumptions or limits than the usual ones.
    pub fn new(options: Options) -> Self {
        Self { options, ..Self::default() }
    }

    /// The same, but a [`Stop`] ends the work.
    #[must_use]
    pub fn stopped_by(mut self, stop: &Stop) -> Self {
        (self.engine.stop, self.quick.stop) = (stop.clone(), stop.clone());
        self
    }

    /// Forgets what was counted before. Nothing depends on it but the time that the next
    /// analysis takes.
    pub fn forget(&mut self) {
        self.quick.known.forget();
    }

    /// Analyses a view.
    pub fn solve<'a>(&'a mut self, view: &'a View) -> Result<Posterior<'a>, AnalysisError> {
        let way = if may_be_quick(view, &self.options) {
            self.facts.read_and_settle(view, &mut self.passes);
            self.count_facts(view)
        } else {
            self.engine.solve(view, None, &self.options).map(|()| Way::Whole)
        };
        self.found(view, way)
    }

    /// Analyses the view whose facts were read and settled.
    pub(crate) fn count_facts(&mut self, view: &View) -> Result<Way, CountError> {
        let Self { facts, quick, engine, options, .. } = self;
        count(view, facts, quick, engine, options)
    }

    /// What was found, or in words why nothing was.
    pub(crate) fn found<'a>(
        &'a mut self,
        view: &'a View,
        way: Result<Way, CountError>,
    ) -> Result<Posterior<'a>, AnalysisError> {
        self.way = None;
        match way {
            Ok(way) => Ok(Posterior { found: self.found_by(way, &self.facts), view }),
            Err(error) => Err(self.error(view, error)),
        }
    }

    /// Analyses a view of which somebody keeps the facts anyway: the rules are not applied
    /// a second time, and what did not change since the facts were last used here is not
    /// looked at again. The facts must be those of this view.
    ///
    /// ```
    /// use surefoot_inference::{Workspace, logic::Facts};
    /// use surefoot_rules::view;
    ///
    /// let view = view!["4x2/2", "1 2 * *", "* * * *"];
    /// let mut facts = Facts::of(&view);
    /// facts.settle();
    /// let (mut workspace, mut other) = (Workspace::default(), Workspace::default());
    /// let posterior = workspace.solve_from(&view, &facts)?;
    /// assert_eq!(posterior.solutions(), other.solve(&view)?.solutions());
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn solve_from<'a>(
        &'a mut self,
        view: &'a View,
        facts: &'a Facts,
    ) -> Result<Posterior<'a>, AnalysisError> {
        let Self { quick, engine, options, .. } = self;
        let settled = facts.changed().is_empty() && facts.broken().is_none();
        let way = if settled && may_be_quick(view, options) {
            count(view, facts, quick, engine, options)
        } else {
            engine.solve_from(view, facts, options).map(|()| Way::Whole)
        };
        self.way = way.ok();
        match way {
            Ok(way) => Ok(Posterior { found: self.found_by(way, facts), view }),
            Err(error) => Err(self.error(view, error)),
        }
    }

    /// What [`solve_from`](Self::solve_from) found last, if nothing else was done since but
    /// to add what it found to the facts. `None` if there was an error.
    pub fn last<'a>(&'a self, view: &'a View, facts: &'a Facts) -> Option<Posterior<'a>> {
        self.way.map(|way| Posterior { found: self.found_by(way, facts), view })
    }

    fn found_by<'a>(&'a self, way: Way, facts: &'a Facts) -> Finder<'a> {
        match way {
            Way::Quick => Finder::Quick(&self.quick, facts),
            Way::Whole => Finder::Whole(&self.engine),
        }
    }

    pub(crate) fn error(&mut self, view: &View, error: CountError) -> AnalysisError {
        match error {
            CountError::OverBudget => AnalysisError::OverBudget { budget: self.options.budget },
            CountError::OverMemory => AnalysisError::OverMemory { memory: self.options.memory },
            CountError::TooManyParts => AnalysisError::TooManyParts,
            CountError::NotADensity => AnalysisError::NotADensity,
            CountError::Stopped => AnalysisError::Stopped,
            CountError::Impossible => {
                let clash = clash::find(view, &mut self.engine, &self.options);
                clash.map_or(AnalysisError::Stopped, AnalysisError::Inconsistent)
            }
        }
    }

    /// The distribution of the number that a closed cell would show, given that
    /// it is safe: the probability of 0, 1, …; `None` if it cannot be safe.
    pub fn numbers(&mut self, view: &View, cell: Cell) -> Result<Option<Vec<f64>>, AnalysisError> {
        match self.engine.solve(view, Some(cell), &self.options) {
            Err(CountError::Impossible) => return Ok(None),
            Err(error) => return Err(self.error(view, error)),
            Ok(()) => {}
        }
        let mut distribution = Vec::new();
        self.engine.distribution(view, cell, &mut distribution);
        Ok(Some(distribution))
    }
}

/// Counts the quick way if it can.
fn count(
    view: &View,
    facts: &Facts,
    quick: &mut Quick,
    engine: &mut Engine,
    options: &Options,
) -> Result<Way, CountError> {
    if facts.broken().is_some() {
        return Err(CountError::Impossible);
    }
    match quick.solve(view, facts, options) {
        Ok(()) => Ok(Way::Quick),
        Err(NotQuick::Impossible) => Err(CountError::Impossible),
        Err(NotQuick::Stopped) => Err(CountError::Stopped),
        Err(NotQuick::Whole) => engine.solve_from(view, facts, options).map(|()| Way::Whole),
    }
}

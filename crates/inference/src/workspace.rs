//! A workspace: memory in which one view after the other is analysed.

use surefoot_rules::{Cell, View};

use crate::error::{AnalysisError, CountError};
use crate::logic::Facts;
use crate::posterior::{Engine, Options, Posterior};
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
    pub(crate) engine: Engine,
    pub(crate) options: Options,
}

impl Workspace {
    /// A workspace with other assumptions or limits than the usual ones.
    pub fn new(options: Options) -> Self {
        Self { engine: Engine::default(), options }
    }

    /// The same, but a [`Stop`] ends the work.
    #[must_use]
    pub fn stopped_by(mut self, stop: &Stop) -> Self {
        self.engine.stop = stop.clone();
        self
    }

    /// Analyses a view.
    pub fn solve<'a>(&'a mut self, view: &'a View) -> Result<Posterior<'a>, AnalysisError> {
        match self.engine.solve(view, None, &self.options) {
            Ok(()) => Ok(Posterior { engine: &self.engine, view }),
            Err(error) => Err(self.error(view, error)),
        }
    }

    /// Analyses a view of which somebody keeps the facts anyway: the rules are not applied
    /// a second time. The facts must be those of this view.
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
        facts: &Facts,
    ) -> Result<Posterior<'a>, AnalysisError> {
        match self.engine.solve_from(view, facts, &self.options) {
            Ok(()) => Ok(Posterior { engine: &self.engine, view }),
            Err(error) => Err(self.error(view, error)),
        }
    }

    pub(crate) fn error(&mut self, view: &View, error: CountError) -> AnalysisError {
        match error {
            CountError::OverBudget => AnalysisError::OverBudget { budget: self.options.budget },
            CountError::OverMemory => AnalysisError::OverMemory { memory: self.options.memory },
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

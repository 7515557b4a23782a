//! A workspace: memory in which one view after the other is analysed.

use surefoot_rules::{Cell, View};

use crate::error::{AnalysisError, CountError};
use crate::posterior::{Engine, Options, Posterior};
use crate::proof::clash;

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

    /// Analyses a view.
    pub fn solve<'a>(&'a mut self, view: &'a View) -> Result<Posterior<'a>, AnalysisError> {
        match self.engine.solve(view, None, &self.options) {
            Ok(()) => Ok(Posterior { engine: &self.engine, view }),
            Err(error) => Err(self.error(view, error)),
        }
    }

    pub(crate) fn error(&mut self, view: &View, error: CountError) -> AnalysisError {
        match error {
            CountError::OverBudget => AnalysisError::OverBudget { budget: self.options.budget },
            CountError::Impossible => {
                AnalysisError::Inconsistent(clash::find(view, &mut self.engine, &self.options))
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

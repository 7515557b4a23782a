//! An analyst: follows a game and looks only at what changed.
//!
//! Most actions change a few cells at one place of the board. So the clues and what the
//! rules decided are kept from view to view, and where the rules find a safe cell nothing
//! is counted at all.

use surefoot_rules::{Cell, Tile, View};

use crate::error::{AnalysisError, CountError};
use crate::posterior::{Options, Posterior};
use crate::workspace::Workspace;

/// Follows a game: as a [`Workspace`], but what did not change since the last
/// view is not looked at again.
///
/// It may be given any view at any time; one that does not continue the last is
/// analysed afresh.
///
/// ```
/// use surefoot_inference::Analyst;
/// use surefoot_rules::view;
///
/// let mut analyst = Analyst::default();
/// analyst.follow(&view!["3x2/1", "1 * *", "* * *"])?;
/// let after = view!["3x2/1", "1 1 *", "* * *"];
/// let posterior = analyst.follow(&after)?;
/// assert_eq!(posterior.probability(after.hidden().next().unwrap()), Some(0.0));
/// # Ok::<(), surefoot_inference::AnalysisError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Analyst(Workspace);

impl Analyst {
    /// An analyst with other assumptions or limits than the usual ones.
    pub fn new(options: Options) -> Self {
        Self(Workspace::new(options))
    }

    /// The same, but a [`Stop`](crate::Stop) ends the work.
    #[must_use]
    pub fn stopped_by(self, stop: &crate::Stop) -> Self {
        Self(self.0.stopped_by(stop))
    }

    /// What is certainly safe in the next view of a game and not flagged, collected in `safe`;
    /// if nothing is, its analysis. Where the rules find a cell, nothing is counted.
    pub fn step<'a>(
        &'a mut self,
        view: &'a View,
        safe: &mut Vec<Cell>,
    ) -> Result<Option<Posterior<'a>>, AnalysisError> {
        let Self(Workspace { engine, options }) = self;
        safe.clear();
        let followed = engine.frontier.follow(view).map_err(CountError::from);
        if followed.is_ok() && engine.frontier.has_safe() {
            engine.frontier.collect_safe(safe);
            safe.retain(|&cell| view.tile(cell) == Tile::Hidden);
            if !safe.is_empty() {
                return Ok(None);
            }
        }
        let counted = followed.and_then(|()| {
            engine.frontier.finish(view);
            engine.count_frontier(view, options)
        });
        match counted {
            Ok(()) => {
                let posterior = Posterior { engine: &self.0.engine, view };
                safe.extend(view.hidden().filter(|&cell| posterior.is_safe(cell)));
                Ok(safe.is_empty().then_some(posterior))
            }
            Err(error) => Err(self.0.error(view, error)),
        }
    }

    /// Analyses the next view of a game.
    pub fn follow<'a>(&'a mut self, view: &'a View) -> Result<Posterior<'a>, AnalysisError> {
        let Self(Workspace { engine, options }) = self;
        match engine.follow(view, options) {
            Ok(()) => Ok(Posterior { engine: &self.0.engine, view }),
            Err(error) => Err(self.0.error(view, error)),
        }
    }
}

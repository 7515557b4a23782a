//! What is assumed of a position beyond what it shows: a density where the number of mines
//! is not told, and a clue rule with its number of asks.
//!
//! The problems are typed and say nothing: the command line words them by its options, the
//! server by the keys of a request.

use surefoot_inference::Unknown;
use surefoot_rules::{Asks, Clues, Draft, View, ViewError};

/// Why a position cannot be looked at like this.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AssumptionError {
    /// Not a number between 0 and 1.
    Density(f64),
    /// `asks=until` ends when enough is known, so it is no number of asks.
    EndlessAsks,
    /// The view is not one under this rule.
    View(ViewError),
}

/// What is assumed of an unknown total.
pub(crate) fn unknown(density: Option<f64>) -> Result<Unknown, AssumptionError> {
    match density {
        None => Ok(Unknown::AnyTotal),
        Some(p) if p > 0.0 && p < 1.0 => Ok(Unknown::Density(p)),
        Some(p) => Err(AssumptionError::Density(p)),
    }
}

/// The view under a clue rule, every open cell asked as often as it says.
pub(crate) fn under(view: &View, clues: Clues) -> Result<View, AssumptionError> {
    let mut draft = Draft::from(view.clone());
    draft.rule = clues.rule;
    let Asks::UpTo(asks) = clues.asks else { return Err(AssumptionError::EndlessAsks) };
    if asks > 1 {
        let open = view.grid().cells().filter(|&cell| view.tile(cell).is_safe());
        draft.asks = open.map(|cell| (cell, asks)).collect();
    }
    View::try_from(draft).map_err(AssumptionError::View)
}

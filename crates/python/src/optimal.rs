//! `optimal`: the best that can be done, and how far players are from it.

use pyo3::prelude::*;
use std::sync::atomic::Ordering;
use surefoot_inference::BestPlay;
use surefoot_lab::exact_value::{exact_value, listed_within};
use surefoot_rules::{Grid, Level, Neighbourhood, Promise, View};

use crate::cells::{Pair, pairs};
use crate::errors::Raise;
use crate::player;
use crate::values::value_class;
use crate::view::PyView;
use crate::work::interruptible;

value_class! {
    /// The best that can be done.
    #[pyclass(frozen, name = "Optimal", module = "surefoot", get_all)]
    pub(crate) struct PyOptimal {
        /// Layouts that best play wins.
        wins: u64,
        /// All layouts.
        configurations: u64,
        /// The probability to win.
        value: f64,
        /// The cells to open.
        best: Vec<Pair>,
        /// What players win of the same layouts: name, wins, layouts.
        players: Vec<(String, u64, u64)>,
    }
    new;
}

/// Searches for the best play from a position.
pub(crate) fn search(
    py: Python<'_>,
    view: &View,
    promise: &str,
    memory: Option<usize>,
) -> PyResult<PyOptimal> {
    compared(py, view, promise, memory, &[], 0)
}

fn compared(
    py: Python<'_>,
    view: &View,
    promise: &str,
    memory: Option<usize>,
    compare: &[Bound<'_, PyAny>],
    seed: u64,
) -> PyResult<PyOptimal> {
    let promise: Promise = promise.parse().map_err(Raise::raise)?;
    let bytes = memory.unwrap_or(BestPlay::USUAL_BYTES);
    let (compare, roster) = player::seated(compare)?;
    let (best, players) = interruptible(py, |stop| {
        let go_on = || !stop.load(Ordering::Relaxed);
        let best = BestPlay::search(view, promise, bytes, &mut |_| go_on());
        let best = best.map_err(Raise::raise)?;
        let mut players = Vec::new();
        for text in &compare {
            let most = listed_within(bytes);
            let found = exact_value(&roster, text, view, promise, seed, most, &mut |_| go_on());
            let found = found.map_err(Raise::raise)?;
            players.push((text.clone(), found.wins, found.configurations));
        }
        Ok::<_, PyErr>((best, players))
    })??;
    Ok(PyOptimal {
        wins: best.wins.into(),
        configurations: best.configurations.into(),
        value: best.value(),
        best: pairs(view.grid(), &best.cells),
        players,
    })
}

/// The best that can be done on a level or from a position, and by players.
#[pyfunction]
#[pyo3(signature = (level: "str | View", *, promise="none", neighbourhood=None, compare: "Sequence[Any]" = Vec::new(), seed=0, memory=None))]
pub(crate) fn optimal(
    py: Python<'_>,
    level: &Bound<'_, PyAny>,
    promise: &str,
    neighbourhood: Option<&str>,
    compare: Vec<Bound<'_, PyAny>>,
    seed: u64,
    memory: Option<usize>,
) -> PyResult<PyOptimal> {
    let view = match level.cast::<PyView>() {
        Ok(view) => view.get().0.clone(),
        Err(_) => {
            let level: Level = level.extract::<String>()?.parse().map_err(Raise::raise)?;
            let neighbourhood: Neighbourhood = match neighbourhood {
                Some(name) => name.parse().map_err(Raise::raise)?,
                None => Neighbourhood::default(),
            };
            let grid = Grid::with(level.width, level.height, neighbourhood);
            View::new(grid.map_err(Raise::raise)?, Some(level.mines)).map_err(Raise::raise)?
        }
    };
    compared(py, &view, promise, memory, &compare, seed)
}

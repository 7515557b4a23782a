//! `deal`: boards from a seed.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use surefoot_inference::no_guess::board;
use surefoot_rules::Deal;
use surefoot_rules::notation::Board;

use crate::board::PyBoard;
use crate::cells::cell;
use crate::errors::Raise;
use crate::setting::SaidSetting;
use crate::work::interruptible;

/// A board from a seed, as it is for whoever clicks `first` first.
#[pyfunction]
#[pyo3(signature = (level="expert", *, seed=0, deal=0, first=None, no_guess: "Literal['simple', 'pairs', 'full'] | None" = None, **setting: "Unpack[Setting]"))]
pub(crate) fn deal(
    py: Python<'_>,
    level: &str,
    seed: u64,
    deal: u64,
    first: Option<(i64, i64)>,
    no_guess: Option<&str>,
    setting: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyBoard> {
    let mut agreed = SaidSetting::read(Some(level), setting)?.agreed()?;
    if let Some((x, y)) = first {
        let (width, height) = agreed.size.unwrap_or_default();
        let grid = surefoot_rules::Grid::new(width, height).map_err(Raise::raise)?;
        agreed.first = Some(grid.point(cell(&grid, x, y)?));
    }
    let (rules, first) = agreed.rules_and_first().map_err(Raise::raise)?;
    let logic = no_guess.map(str::parse).transpose().map_err(Raise::raise)?;
    let number = Deal::new(seed, deal);
    let found = interruptible(py, move |_| board(&rules, first, logic, number));
    let layout = found?.map_err(Raise::raise)?;
    Ok(PyBoard(Board { layout, first: Some(first) }))
}

//! `deal`: boards from a seed.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use surefoot_inference::no_guess::{Logic, Maker, Wish};
use surefoot_rules::notation::Board;
use surefoot_rules::{Deal, Dealer, Layout, Point};

use crate::board::PyBoard;
use crate::cells::cell;
use crate::errors::Raise;
use crate::setting::Said;
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
    let mut agreed = Said::read(Some(level), setting)?.agreed()?;
    let (width, height) = agreed.size.unwrap_or_default();
    agreed.first = Some(match first {
        Some((x, y)) => {
            let grid = surefoot_rules::Grid::new(width, height).map_err(Raise::raise)?;
            grid.point(cell(&grid, x, y)?)
        }
        None => Point { x: width / 2, y: height / 2 },
    });
    let rules = agreed.rules().map_err(Raise::raise)?;
    let grid = rules.grid.clone();
    let first = agreed.first.and_then(|first| grid.cell(first)).unwrap_or(grid.middle());
    let number = Deal::new(seed, deal);
    let layout = match no_guess {
        None => {
            let mut layout = Layout::empty(grid.clone());
            let mut dealer = Dealer::new(grid, rules.mines).map_err(Raise::raise)?;
            dealer.deal(number, rules.promise, first, &mut layout).map_err(Raise::raise)?;
            layout
        }
        Some(logic) => {
            let logic: Logic = logic.parse().map_err(Raise::raise)?;
            let wish = Wish { grid, mines: rules.mines, promise: rules.promise, first, logic };
            let found = interruptible(py, move |_| {
                Maker::new(wish).and_then(|mut maker| maker.deal(number))
            });
            found?.map_err(Raise::raise)?.layout
        }
    };
    Ok(PyBoard(Board { layout, first: Some(first) }))
}

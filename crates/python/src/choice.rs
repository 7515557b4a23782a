//! `Choice`: an action, why, and whether it is claimed to be certain.

use pyo3::prelude::*;
use surefoot_rules::{Choice, Grid};

use crate::cells::{Pair, pair, pairs};
use crate::hints::{ActionName, Hinted};

/// What a player does, and why.
#[pyclass(frozen, name = "Choice", module = "surefoot", from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyChoice {
    pub(crate) action: String,
    /// The cell it is about.
    #[pyo3(get)]
    pub(crate) cell: Option<Pair>,
    /// Whether it is claimed to be right for certain.
    #[pyo3(get)]
    pub(crate) certain: bool,
    /// The kind of reason.
    #[pyo3(get)]
    pub(crate) why: String,
    /// The clues it rests on.
    #[pyo3(get)]
    pub(crate) because: Vec<Pair>,
    /// The probability to win by it, where that is known exactly.
    #[pyo3(get)]
    pub(crate) value: Option<f64>,
}

impl PyChoice {
    pub(crate) fn of(grid: &Grid, choice: Choice) -> Self {
        Self {
            action: choice.action.name().to_owned(),
            cell: choice.action.cell().map(|cell| pair(grid, cell)),
            certain: choice.certain,
            why: choice.why.into_owned(),
            because: pairs(grid, &choice.because),
            value: choice.value,
        }
    }
}

type ChoiceFields = (String, Option<Pair>, bool, String, Vec<Pair>, Option<f64>);

#[pymethods]
impl PyChoice {
    #[new]
    #[pyo3(signature = (action: "Action", cell=None, certain=false, why="", because=Vec::new(), value=None))]
    fn new(
        action: String,
        cell: Option<Pair>,
        certain: bool,
        why: &str,
        because: Vec<Pair>,
        value: Option<f64>,
    ) -> Self {
        Self { action, cell, certain, why: why.to_owned(), because, value }
    }

    /// `open`, `flag`, `chord`, `ask` or `declare`.
    #[getter]
    fn action(&self) -> Hinted<&str, ActionName> {
        self.action.as_str().into()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Choice{}", self.__getnewargs__().into_pyobject(py)?.repr()?))
    }

    fn __getnewargs__(&self) -> ChoiceFields {
        let Self { action, cell, certain, why, because, value } = self.clone();
        (action, cell, certain, why, because, value)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| *other.get() == *self)
    }
}

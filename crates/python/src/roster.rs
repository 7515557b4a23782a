//! `players`: who there is.

use pyo3::prelude::*;
use surefoot_players::{Entry, Roster};

/// A line of the roster.
#[pyclass(frozen, name = "PlayerEntry", module = "surefoot", get_all)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyPlayerEntry {
    /// What it is called.
    name: String,
    /// What it does.
    about: String,
    /// Where it comes from.
    source: String,
    /// Its options and what they do.
    options: Vec<(String, String)>,
}

#[pymethods]
impl PyPlayerEntry {
    #[new]
    fn new(name: String, about: String, source: String, options: Vec<(String, String)>) -> Self {
        Self { name, about, source, options }
    }

    fn __getnewargs__(&self) -> (String, String, String, Vec<(String, String)>) {
        let Self { name, about, source, options } = self.clone();
        (name, about, source, options)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("PlayerEntry{}", self.__getnewargs__().into_pyobject(py)?.repr()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| *other.get() == *self)
    }
}

/// The players of the house.
#[pyfunction]
pub(crate) fn players() -> Vec<PyPlayerEntry> {
    let entry = |entry: &Entry| PyPlayerEntry {
        name: entry.name().to_owned(),
        about: entry.about().to_owned(),
        source: entry.source().to_owned(),
        options: entry
            .options()
            .iter()
            .map(|option| (option.form.to_owned(), option.about.to_owned()))
            .collect(),
    };
    Roster::standard().entries().iter().map(entry).collect()
}

//! `players`: who there is.

use pyo3::prelude::*;
use surefoot_players::{Entry, Roster};

use crate::values::value_class;

value_class! {
    /// A line of the roster.
    #[pyclass(frozen, name = "PlayerEntry", module = "surefoot", get_all)]
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
    new;
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

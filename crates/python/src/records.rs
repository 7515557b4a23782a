//! Games as columns: an array each, with another that says where there is something unless there
//! is everywhere; texts as lists. `surefoot.tables` makes Arrow's tables of them.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use surefoot_lab::experiment::plan::Experiment;
use surefoot_lab::record::Row;

/// The games of an experiment, each with the number of its point.
pub(crate) fn of_experiment<'py>(
    py: Python<'py>,
    experiment: &Experiment,
    points: Vec<u32>,
    rows: &[Row],
) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    whole(py, &all, "point", points)?;
    before_readings(py, &all, &experiment.players, rows)?;
    let names = experiment.gauges.iter().flat_map(|gauge| gauge.columns);
    for (place, (name, _)) in names.enumerate() {
        let read = |row: &Row| row.readings.get(place).copied().flatten();
        partly(py, &all, name, &rows.iter().map(read).collect::<Vec<_>>())?;
    }
    seconds(py, &all, rows)?;
    Ok(all)
}

/// The games of a match.
pub(crate) fn of_match<'py>(
    py: Python<'py>,
    players: &[String],
    rows: &[Row],
) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    before_readings(py, &all, players, rows)?;
    seconds(py, &all, rows)?;
    Ok(all)
}

fn before_readings<'py>(
    py: Python<'py>,
    all: &Bound<'py, PyDict>,
    players: &[String],
    rows: &[Row],
) -> PyResult<()> {
    let numbers = |get: fn(&Row) -> u32| rows.iter().map(get).collect::<Vec<u32>>();
    whole(py, all, "index", rows.iter().map(|row| row.index).collect())?;
    let places: Vec<u32> = rows.iter().map(|row| row.player as u32).collect();
    all.set_item("player", (places.into_pyarray(py), players.to_vec()))?;
    // Where the probability to win is weighed every guess is survived, so nothing is won.
    let won = |row: &Row| row.won.filter(|_| row.value.is_none());
    partly(py, all, "won", &rows.iter().map(won).collect::<Vec<_>>())?;
    partly(py, all, "value", &rows.iter().map(|row| row.value).collect::<Vec<_>>())?;
    partly(py, all, "score", &rows.iter().map(|row| row.score).collect::<Vec<_>>())?;
    partly(py, all, "dig_density", &rows.iter().map(|row| row.dig_density).collect::<Vec<_>>())?;
    whole(py, all, "digs", numbers(|row| row.digs))?;
    whole(py, all, "guesses", numbers(|row| row.guesses))?;
    partly(py, all, "forced", &rows.iter().map(|row| row.forced).collect::<Vec<_>>())?;
    whole(py, all, "false_flags", numbers(|row| row.false_flags))?;
    whole(py, all, "wrong_claims", numbers(|row| row.wrong_claims))?;
    let wrong: Vec<_> = rows.iter().map(|row| row.wrong_declaration).collect();
    partly(py, all, "wrong_declaration", &wrong)?;
    let errors: Vec<Option<&str>> = rows.iter().map(|row| row.error.as_deref()).collect();
    all.set_item("error", (errors, py.None()))
}

fn seconds<'py>(py: Python<'py>, all: &Bound<'py, PyDict>, rows: &[Row]) -> PyResult<()> {
    whole(py, all, "seconds", rows.iter().map(|row| row.seconds).collect())
}

/// A column without holes.
fn whole<'py, T: numpy::Element>(
    py: Python<'py>,
    all: &Bound<'py, PyDict>,
    name: &str,
    values: Vec<T>,
) -> PyResult<()> {
    all.set_item(name, (values.into_pyarray(py), py.None()))
}

/// A column with holes.
fn partly<'py, T: numpy::Element + Default + Copy>(
    py: Python<'py>,
    all: &Bound<'py, PyDict>,
    name: &str,
    values: &[Option<T>],
) -> PyResult<()> {
    let there: Vec<bool> = values.iter().map(Option::is_some).collect();
    let values: Vec<T> = values.iter().map(|value| value.unwrap_or_default()).collect();
    all.set_item(name, (values.into_pyarray(py), there.into_pyarray(py)))
}

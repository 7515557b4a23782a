//! Games as columns: an array each, with another that says where there is something unless there
//! is everywhere; texts as lists. `surefoot.tables` makes Arrow's tables of them.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use surefoot_lab::experiment::plan::Experiment;
use surefoot_lab::record::{Column, Row, Value};

/// The games of an experiment, each with the number of its point.
pub(crate) fn of_experiment<'py>(
    py: Python<'py>,
    experiment: &Experiment,
    rows: &[(usize, Row)],
) -> PyResult<Bound<'py, PyDict>> {
    let columns = Column::of_games(&experiment.gauges);
    table(py, columns, &experiment.players, rows.iter().map(|(point, row)| (*point, row)))
}

/// The games of a match.
pub(crate) fn of_match<'py>(
    py: Python<'py>,
    players: &[String],
    rows: &[Row],
) -> PyResult<Bound<'py, PyDict>> {
    let columns = Column::of_games(&[]).filter(|&column| column != Column::Point);
    table(py, columns, players, rows.iter().map(|row| (0, row)))
}

fn table<'py, 'a>(
    py: Python<'py>,
    columns: impl Iterator<Item = Column>,
    players: &[String],
    rows: impl Iterator<Item = (usize, &'a Row)> + Clone,
) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    let everywhere = || py.None().into_bound(py);
    for column in columns {
        let values = rows.clone().map(|(point, row)| column.value(point, row));
        // What a row of nothing has, every row has.
        let (values, there) = match column.value(0, &Row::default()) {
            Value::Index(_) => {
                let numbers = values.map(|value| match value {
                    Value::Index(number) => number,
                    _ => 0,
                });
                (numbers.collect::<Vec<u64>>().into_pyarray(py).into_any(), everywhere())
            }
            Value::Player(_) => {
                let places = values.map(|value| match value {
                    Value::Player(place) => place as u32,
                    _ => 0,
                });
                let places = places.collect::<Vec<u32>>().into_pyarray(py);
                (places.into_any(), players.to_vec().into_pyobject(py)?)
            }
            Value::Count(usual) => array(py, usual, values, |value| match value {
                Value::Count(number) => number,
                _ => None,
            }),
            Value::Real(usual) => array(py, usual, values, |value| match value {
                Value::Real(number) => number,
                _ => None,
            }),
            Value::Truth(usual) => array(py, usual, values, |value| match value {
                Value::Truth(yes) => yes,
                _ => None,
            }),
            Value::Text(_) => {
                let texts = values.map(|value| match value {
                    Value::Text(said) => said,
                    _ => None,
                });
                (texts.collect::<Vec<_>>().into_pyobject(py)?, everywhere())
            }
        };
        all.set_item(column.name(), (values, there))?;
    }
    Ok(all)
}

/// An array, and where it has values unless it has them everywhere.
fn array<'py, 'a, T: numpy::Element + Default + Copy>(
    py: Python<'py>,
    usual: Option<T>,
    values: impl Iterator<Item = Value<'a>>,
    read: impl Fn(Value<'a>) -> Option<T>,
) -> (Bound<'py, PyAny>, Bound<'py, PyAny>) {
    let values: Vec<Option<T>> = values.map(read).collect();
    let there = match usual {
        Some(_) => py.None().into_bound(py),
        None => {
            let there: Vec<bool> = values.iter().map(Option::is_some).collect();
            there.into_pyarray(py).into_any()
        }
    };
    let values: Vec<T> = values.into_iter().map(Option::unwrap_or_default).collect();
    (values.into_pyarray(py).into_any(), there)
}

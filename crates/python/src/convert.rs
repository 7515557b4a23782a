//! `convert`: from any format to any other that can hold it.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use surefoot_rules::notation::{self, Document, Format, ReadOptions, picture};

use crate::board::PyBoard;
use crate::errors::{Raise, complaint};
use crate::view::{self, PyView};

/// Everything that something holds.
pub(crate) fn documents(
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
) -> PyResult<Vec<Document>> {
    if let Ok(view) = source.cast::<PyView>() {
        return Ok(vec![view.get().0.clone().into()]);
    }
    if let Ok(board) = source.cast::<PyBoard>() {
        return Ok(vec![board.get().0.clone().into()]);
    }
    let format = format.map(view::format).transpose()?;
    let options = ReadOptions { format, ..ReadOptions::default() };
    notation::read(&view::bytes(source)?, options).map_err(Raise::raise)
}

/// Documents in a format: text, or bytes where it is binary.
pub(crate) fn written<'py>(
    py: Python<'py>,
    documents: &[Document],
    format: &str,
) -> PyResult<Bound<'py, PyAny>> {
    if format == "svg" {
        let [one] = documents else { return Err(too_many(documents.len())) };
        return Ok(picture::svg(&one.shown()).into_pyobject(py)?.into_any());
    }
    let format = view::format(format)?;
    if documents.len() > 1 && !format.holds_many() {
        return Err(too_many(documents.len()));
    }
    let mut bytes = Vec::new();
    for (document, at) in documents.iter().zip(0..) {
        if at > 0 && format == Format::Drawing {
            bytes.push(b'\n');
        }
        bytes.extend(notation::write(document, format).map_err(Raise::raise)?);
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) if format != Format::Mbf => text.into_pyobject(py)?.into_any(),
        Ok(text) => PyBytes::new(py, text.as_bytes()).into_any(),
        Err(binary) => PyBytes::new(py, binary.as_bytes()).into_any(),
    })
}

fn too_many(found: usize) -> PyErr {
    let what = format!("{found} boards do not fit into this format, which holds one");
    complaint(what, "use drawing or jsonl, which hold many")
}

/// Writes in one format what is written in another.
#[pyfunction]
#[pyo3(signature = (source: "str | bytes | View | Board", to: "Format", *, format=None) -> "Any")]
pub(crate) fn convert<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    to: &str,
    format: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    written(py, &documents(source, format)?, to)
}

//! `Board`: where the mines are, and the first click that it is meant for.

use numpy::{AllowTypeChange, Ix2, PyArray1, PyArrayLike2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use surefoot_rules::notation::{Board, Document, boards, picture};
use surefoot_rules::{Cell, Layout, Measures, View};

use crate::cells::{Pair, cell, pair};
use crate::convert;
use crate::errors::{Raise, odd};
use crate::hints::Array;
use crate::view::{self, PyView, rows};

/// Where the mines are.
#[pyclass(frozen, name = "Board", module = "surefoot")]
#[derive(Clone)]
pub(crate) struct PyBoard(pub(crate) Board);

impl PyBoard {
    fn measures(&self) -> Measures {
        Measures::of(&self.0.layout)
    }

    /// As a line of JSON, which holds all of it.
    fn line(&self) -> PyResult<String> {
        Ok(boards::write(&self.0).map_err(Raise::raise)?.trim_end().to_owned())
    }
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (mines: "str | bytes | npt.ArrayLike", first=None, *, neighbourhood=None))]
    fn new(
        mines: &Bound<'_, PyAny>,
        first: Option<(i64, i64)>,
        neighbourhood: Option<&str>,
    ) -> PyResult<Self> {
        let mut board = if mines.is_instance_of::<PyString>() || mines.is_instance_of::<PyBytes>() {
            view::document(mines, None)?.board().map_err(Raise::raise)?
        } else {
            let array: PyArrayLike2<'_, bool, AllowTypeChange> = mines.extract().map_err(|_| {
                odd("expected a text in any notation, or a two-dimensional array of truths")
            })?;
            let array = array.as_array();
            let (height, width) = array.dim();
            let mut mine = array.iter().copied();
            let grid = view::grid(width, height, neighbourhood)?;
            Layout::from_fn(grid, |_| mine.next().unwrap_or(false)).into()
        };
        let first = view::first(board.layout.grid(), first)?;
        board.first = first.or(board.first);
        Ok(Self(board))
    }

    #[getter]
    fn width(&self) -> u32 {
        self.0.layout.grid().width()
    }

    #[getter]
    fn height(&self) -> u32 {
        self.0.layout.grid().height()
    }

    /// How many mines.
    #[getter]
    fn mines(&self) -> u32 {
        self.0.layout.count()
    }

    #[getter]
    fn neighbourhood(&self) -> &'static str {
        self.0.layout.grid().neighbourhood().unwrap_or_default().name()
    }

    /// The first click it is meant for.
    #[getter]
    fn first(&self) -> Option<Pair> {
        self.0.first.map(|first| pair(self.0.layout.grid(), first))
    }

    /// Where the mines are, as truths of height by width.
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, bool, Ix2>> {
        let layout = &self.0.layout;
        let mines = layout.grid().cells().map(|cell| layout.is_mine(cell)).collect();
        rows(&PyArray1::from_vec(py, mines), layout.grid()).map(Into::into)
    }

    /// The numbers of mines beside every cell, of height by width.
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, u8, Ix2>> {
        let layout = &self.0.layout;
        let numbers = layout.grid().cells().map(|cell| layout.number(cell)).collect();
        rows(&PyArray1::from_vec(py, numbers), layout.grid()).map(Into::into)
    }

    /// The least number of left clicks that clears it.
    #[getter]
    fn three_bv(&self) -> u32 {
        self.measures().three_bv
    }

    #[getter]
    fn openings(&self) -> u32 {
        self.measures().openings
    }

    #[getter]
    fn islands(&self) -> u32 {
        self.measures().islands
    }

    /// Whether a mine lies in a cell.
    fn is_mine(&self, x: i64, y: i64) -> PyResult<bool> {
        let at: Cell = cell(self.0.layout.grid(), x, y)?;
        Ok(self.0.layout.is_mine(at))
    }

    /// The board with every cell open.
    fn view(&self) -> PyView {
        PyView(View::revealing(&self.0.layout))
    }

    /// The same in a format.
    #[pyo3(signature = (format: "Format") -> "Any")]
    fn write<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        convert::written(py, &[Document::from(self.0.clone())], format)
    }

    fn _repr_svg_(&self) -> String {
        picture::svg(&View::revealing(&self.0.layout))
    }

    fn __str__(&self) -> String {
        self.view().__str__()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Board({})", PyString::new(py, &self.line()?).repr()?))
    }

    fn __getnewargs__(&self) -> PyResult<(String,)> {
        Ok((self.line()?,))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let layout = &self.0.layout;
        layout.mines().fold(layout.grid().len() as u64, |hash, mine| {
            hash.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(mine.number()))
        })
    }
}

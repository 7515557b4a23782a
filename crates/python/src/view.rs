//! `View`: what a player sees.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::{
    AllowTypeChange, Ix1, Ix2, PyArray1, PyArray2, PyArrayLike2, PyArrayMethods, ToPyArray,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use surefoot_inference::{Options, Workspace};
use surefoot_players::advise;
use surefoot_rules::notation::drawing::{self, Drawing};
use surefoot_rules::notation::{self, Document, Format, ReadOptions, picture};
use surefoot_rules::{Cell, Deal, Draft, Grid, Neighbourhood, Random, Tile, View};

use crate::analysis::{PyAnalysis, options};
use crate::cells::{Pair, cell};
use crate::choice::PyChoice;
use crate::convert;
use crate::errors::{Raise, complaint, odd};
use crate::explanation::{self, PyExplanation};
use crate::hints::Array;
use crate::optimal::{self, PyOptimal};
use crate::player;
use crate::work::unlocked;

/// What a player sees of a board.
#[pyclass(frozen, name = "View", module = "surefoot")]
#[derive(Clone)]
pub(crate) struct PyView(pub(crate) View);

/// The tiles of an array, row by row, with width and height.
pub(crate) fn tiles_of(codes: &[i8]) -> PyResult<Vec<Tile>> {
    let tile = |&code: &i8| {
        Tile::from_code(code).ok_or_else(|| {
            let hint = "-1 is hidden, -2 a flag, -3 silent, -4 an opened mine";
            complaint(format!("{code} stands for no tile"), hint)
        })
    };
    codes.iter().map(tile).collect()
}

/// A grid as keywords say it.
pub(crate) fn grid(width: usize, height: usize, neighbourhood: Option<&str>) -> PyResult<Grid> {
    let neighbourhood: Neighbourhood = match neighbourhood {
        Some(name) => name.parse().map_err(Raise::raise)?,
        None => Neighbourhood::default(),
    };
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    Grid::with(side(width), side(height), neighbourhood).map_err(Raise::raise)
}

/// The one document of a text in any notation.
pub(crate) fn document(source: &Bound<'_, PyAny>, format: Option<&str>) -> PyResult<Document> {
    let mut documents = convert::documents(source, format)?;
    match documents.len() {
        1 => Ok(documents.swap_remove(0)),
        found => {
            let what = format!("this holds {found} positions or boards");
            Err(complaint(what, "give one at a time"))
        }
    }
}

impl PyView {
    fn read(text: &str) -> PyResult<View> {
        let documents = notation::read(text.as_bytes(), ReadOptions::default());
        let documents = documents.map_err(Raise::raise)?;
        let [document] = &documents[..] else {
            let what = format!("this holds {} positions", documents.len());
            return Err(complaint(what, "give one at a time"));
        };
        document.view().cloned().ok_or_else(|| {
            complaint("this is a whole board: every mine is known", "read it as a Board")
        })
    }
}

#[pymethods]
impl PyView {
    #[new]
    #[pyo3(signature = (tiles: "str | Tiles", mines=None, *, neighbourhood=None, clues=None, asks: "Mapping[Cell, int] | None" = None))]
    fn new(
        tiles: &Bound<'_, PyAny>,
        mines: Option<u32>,
        neighbourhood: Option<&str>,
        clues: Option<&str>,
        asks: Option<BTreeMap<(i64, i64), u32>>,
    ) -> PyResult<Self> {
        let mut draft = if let Ok(text) = tiles.cast::<PyString>() {
            if neighbourhood.is_some() {
                let hint = "write it into the first line, as in `8x8/10 hex`";
                return Err(complaint("a drawing names its own neighbourhood", hint));
            }
            let mut draft = Draft::from(Self::read(text.to_str()?)?);
            draft.mines = mines.or(draft.mines);
            draft
        } else {
            let array: PyArrayLike2<'_, i8, AllowTypeChange> = tiles.extract().map_err(|_| {
                odd("expected a drawing, or a two-dimensional array of whole numbers")
            })?;
            let array = array.as_array();
            let (height, width) = array.dim();
            let codes: Vec<i8> = array.iter().copied().collect();
            Draft::with_tiles(grid(width, height, neighbourhood)?, mines, tiles_of(&codes)?)
        };
        if let Some(clues) = clues {
            draft.rule = clues.parse().map_err(Raise::raise)?;
        }
        for ((x, y), count) in asks.unwrap_or_default() {
            draft.asks.insert(cell(&draft.grid, x, y)?, count);
        }
        View::try_from(draft).map(Self).map_err(Raise::raise)
    }

    #[getter]
    fn width(&self) -> u32 {
        self.0.grid().width()
    }

    #[getter]
    fn height(&self) -> u32 {
        self.0.grid().height()
    }

    /// The told number of mines; None if it is not told.
    #[getter]
    fn mines(&self) -> Option<u32> {
        self.0.mines()
    }

    #[getter]
    fn neighbourhood(&self) -> &'static str {
        self.0.grid().neighbourhood().unwrap_or_default().name()
    }

    /// The clue rule.
    #[getter]
    fn clues(&self) -> String {
        self.0.rule().to_string()
    }

    /// How often open cells were asked, where it was not once.
    #[getter]
    fn asks(&self) -> BTreeMap<Pair, u32> {
        let grid = self.0.grid();
        let asked = grid.cells().filter(|&cell| self.0.asks(cell) > 1);
        asked.map(|cell| (crate::cells::pair(grid, cell), self.0.asks(cell))).collect()
    }

    /// Cells that can be opened: neither open nor flagged.
    #[getter]
    fn hidden(&self) -> Vec<Pair> {
        self.0.hidden().map(|cell| crate::cells::pair(self.0.grid(), cell)).collect()
    }

    /// What every cell shows, as an array of height by width: a clue is its number, -1 hidden, -2
    /// a flag, -3 silent, -4 an opened mine.
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, i8, Ix2>> {
        let codes: Vec<i8> = self.0.tiles().iter().map(|tile| tile.code()).collect();
        rows(&PyArray1::from_vec(py, codes), self.0.grid()).map(Into::into)
    }

    /// What a cell shows, as in a drawing.
    fn tile(&self, x: i64, y: i64) -> PyResult<char> {
        Ok(drawing::symbol(self.0.tile(cell(self.0.grid(), x, y)?)))
    }

    /// The cells beside a cell.
    fn neighbours(&self, x: i64, y: i64) -> PyResult<Vec<Pair>> {
        let grid = self.0.grid();
        Ok(crate::cells::pairs(grid, &grid.neighbours(cell(grid, x, y)?)))
    }

    /// Everything that can be known.
    #[pyo3(signature = (*, density=None, budget=None, memory=None))]
    fn analyse(
        slf: &Bound<'_, Self>,
        density: Option<f64>,
        budget: Option<usize>,
        memory: Option<usize>,
    ) -> PyResult<PyAnalysis> {
        PyAnalysis::of(slf, options(density, budget, memory)?)
    }

    /// Why a cell is what it is.
    fn explain(&self, py: Python<'_>, x: i64, y: i64) -> PyResult<PyExplanation> {
        explanation::explain(py, &self.0, cell(self.0.grid(), x, y)?)
    }

    /// Which numbers a closed cell may show if it is safe: the probability of 0, 1, …; None if it
    /// cannot be safe.
    fn numbers<'py>(
        &self,
        py: Python<'py>,
        x: i64,
        y: i64,
    ) -> PyResult<Option<Array<'py, f64, Ix1>>> {
        let cell = cell(self.0.grid(), x, y)?;
        if !self.0.tile(cell).is_closed() {
            return Err(complaint(format!("{x},{y} is open"), "name a closed cell"));
        }
        let found = unlocked(py, || Workspace::new(Options::default()).numbers(&self.0, cell))?;
        let share = found.map_err(Raise::raise)?;
        Ok(share.map(|share| share.to_pyarray(py).into()))
    }

    /// What a player would do here: `surefoot`, another one by its name, or one of your own.
    #[pyo3(signature = (player: "Any" = None, *, promise="opening"))]
    fn advise(
        &self,
        py: Python<'_>,
        player: Option<Bound<'_, PyAny>>,
        promise: &str,
    ) -> PyResult<PyChoice> {
        if self.0.hidden_count() == 0 {
            return Err(complaint("every cell is open or flagged: nothing is left to do", ""));
        }
        let brief = advise::ordinary(&self.0, promise.parse().map_err(Raise::raise)?);
        let usual = PyString::new(py, "surefoot").into_any();
        let (names, roster) = player::seated(&[player.unwrap_or(usual)])?;
        let name = names.first().map_or("surefoot", String::as_str);
        let mut asked = roster.call(name).map_err(Raise::raise)?;
        let random = Random::for_player(Deal::default(), name);
        let choice = unlocked(py, || advise::advise(&mut asked, &brief, &self.0, random))?;
        Ok(PyChoice::of(self.0.grid(), choice))
    }

    /// The best that can be done from here.
    #[pyo3(signature = (*, promise="none", memory=None))]
    fn optimal(&self, py: Python<'_>, promise: &str, memory: Option<usize>) -> PyResult<PyOptimal> {
        optimal::search(py, &self.0, promise, memory)
    }

    /// The same in a format.
    #[pyo3(signature = (format: "Format") -> "Any")]
    fn write<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        convert::written(py, &[Document::from(self.0.clone())], format)
    }

    fn _repr_svg_(&self) -> String {
        picture::svg(&self.0)
    }

    pub(crate) fn __str__(&self) -> String {
        Drawing(&self.0).to_string().trim_end().to_owned()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let drawn = PyString::new(py, &self.__str__()).repr()?;
        let mut text = format!("View({drawn}");
        if !self.0.rule().is_exact() {
            let _ = write!(text, ", clues='{}'", self.0.rule());
        }
        let asks = self.asks();
        if !asks.is_empty() {
            let _ = write!(text, ", asks={}", asks.into_pyobject(py)?.repr()?);
        }
        Ok(text + ")")
    }

    #[pyo3(signature = () -> "tuple[tuple[str], dict[str, Any]]")]
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        if !self.0.rule().is_exact() {
            named.set_item("clues", self.clues())?;
        }
        let asks = self.asks();
        if !asks.is_empty() {
            named.set_item("asks", asks)?;
        }
        Ok((PyTuple::new(py, [self.__str__()])?, named))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.tiles().hash(&mut hasher);
        hasher.finish()
    }
}

/// An array of height by width.
pub(crate) fn rows<'py, T: numpy::Element>(
    flat: &Bound<'py, PyArray1<T>>,
    grid: &Grid,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    flat.reshape([grid.height() as usize, grid.width() as usize])
}

/// Bytes or text as Python gives them.
pub(crate) fn bytes(source: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(text) = source.cast::<PyString>() {
        return Ok(text.to_str()?.as_bytes().to_vec());
    }
    match source.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.as_bytes().to_vec()),
        Err(_) => Err(odd("expected text, bytes, a View or a Board")),
    }
}

/// The formats' names.
pub(crate) fn format(name: &str) -> PyResult<Format> {
    name.parse().map_err(Raise::raise)
}

/// A cell that Python named, or none.
pub(crate) fn first(grid: &Grid, first: Option<(i64, i64)>) -> PyResult<Option<Cell>> {
    first.map(|(x, y)| cell(grid, x, y)).transpose()
}

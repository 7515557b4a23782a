//! `Analysis`: everything that can be known of a view.

use std::cell::RefCell;
use std::fmt::Write;
use std::sync::OnceLock;

use numpy::{Ix2, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use surefoot_inference::{Analysis, AnalysisError, BestCell, Options, Unknown, Workspace};

use crate::cells::{Pair, pair, pairs};
use crate::errors::{Raise, complaint};
use crate::hints::{AnyInt, Array, Hinted};
use crate::values::value_class;
use crate::view::{PyView, rows};
use crate::work::unlocked;

/// What is assumed, and how much may be spent.
pub(crate) fn options(
    density: Option<f64>,
    budget: Option<usize>,
    memory: Option<usize>,
) -> PyResult<Options> {
    let usual = Options::default();
    let unknown = match density {
        None => Unknown::AnyTotal,
        Some(share) if share > 0.0 && share < 1.0 => Unknown::Density(share),
        Some(share) => {
            let what =
                format!("density={share} is out of range: expected a number between 0 and 1");
            return Err(complaint(what, "a share of the cells, as in density=0.2"));
        }
    };
    let (budget, memory) = (budget.unwrap_or(usual.budget), memory.unwrap_or(usual.memory));
    Ok(Options { unknown, budget, memory })
}

thread_local! {
    /// Memory that is used again: most analyses are small, and would spend half of their time on
    /// getting it.
    static WORKSPACE: RefCell<Option<(Options, Workspace)>> = const { RefCell::new(None) };
}

/// Does something in a workspace of this thread. One that was left by a panic is not used again.
pub(crate) fn in_workspace<T>(options: Options, work: impl FnOnce(&mut Workspace) -> T) -> T {
    let kept = WORKSPACE.take().filter(|(assumed, _)| *assumed == options);
    let mut workspace = kept.map_or_else(|| Workspace::new(options), |(_, workspace)| workspace);
    let result = work(&mut workspace);
    WORKSPACE.set(Some((options, workspace)));
    result
}

value_class! {
    /// A cell worth opening.
    #[pyclass(frozen, name = "BestCell", module = "surefoot", get_all)]
    pub(crate) struct PyBestCell {
        /// Column and row.
        cell: Pair,
        /// How likely it is to be safe.
        safety: f64,
        /// Why this one.
        why: String,
    }
    new;
}

/// Everything that can be known of a view. Probabilities are there at once; dead cells, the best cell
/// and the number of layouts take as long again, and are found when they are asked for.
#[pyclass(frozen, name = "Analysis", module = "surefoot")]
pub(crate) struct PyAnalysis {
    view: Py<PyView>,
    options: Options,
    /// With nothing but probabilities.
    found: Analysis,
    whole: OnceLock<Analysis>,
}

impl PyAnalysis {
    pub(crate) fn of(view: &Bound<'_, PyView>, options: Options) -> PyResult<Self> {
        let seen = &view.get().0;
        let found = unlocked(view.py(), || {
            in_workspace(options, |workspace| {
                let posterior = workspace.solve(seen)?;
                let probability =
                    seen.grid().cells().map(|cell| posterior.probability(cell)).collect();
                Ok(Analysis { probability, solutions: None, error: None, dead: vec![], best: None })
            })
        })?;
        let found = found.map_err(|error: AnalysisError| error.raise())?;
        Ok(Self { view: view.clone().unbind(), options, found, whole: OnceLock::new() })
    }

    /// All there is to say.
    fn whole(&self, py: Python<'_>) -> PyResult<&Analysis> {
        if let Some(whole) = self.whole.get() {
            return Ok(whole);
        }
        let (seen, options) = (&self.view.get().0, self.options);
        let whole = unlocked(py, || {
            in_workspace(options, |workspace| Analysis::in_workspace(seen, workspace))
        })?;
        let whole = whole.map_err(Raise::raise)?;
        Ok(self.whole.get_or_init(|| whole))
    }

    fn pairs(&self, cells: &[surefoot_rules::Cell]) -> Vec<Pair> {
        pairs(self.view.get().0.grid(), cells)
    }
}

#[pymethods]
impl PyAnalysis {
    #[new]
    #[pyo3(signature = (view, *, density=None, budget=None, memory=None))]
    fn new(
        view: &Bound<'_, PyView>,
        density: Option<f64>,
        budget: Option<usize>,
        memory: Option<usize>,
    ) -> PyResult<Self> {
        Self::of(view, options(density, budget, memory)?)
    }

    /// What was analysed.
    #[getter]
    fn view(&self, py: Python<'_>) -> Py<PyView> {
        self.view.clone_ref(py)
    }

    /// The probability of a mine in every cell, exactly 0 or 1 where it is certain, of height by
    /// width; NaN where a cell is open.
    #[getter]
    fn probability<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, f64, Ix2>> {
        let all = self.found.probability.iter().map(|mine| mine.unwrap_or(f64::NAN)).collect();
        rows(&PyArray1::from_vec(py, all), self.view.get().0.grid()).map(Into::into)
    }

    /// The cells that are certainly safe.
    #[getter]
    fn safe(&self) -> Vec<Pair> {
        self.pairs(&self.found.safe())
    }

    /// The cells that are certainly mines.
    #[getter]
    fn mine(&self) -> Vec<Pair> {
        self.pairs(&self.found.mines())
    }

    /// The cells whose number would tell nothing.
    #[getter]
    fn dead(&self, py: Python<'_>) -> PyResult<Vec<Pair>> {
        Ok(self.pairs(&self.whole(py)?.dead))
    }

    /// The told number of mines.
    #[getter]
    fn mines(&self) -> Option<u32> {
        self.view.get().0.mines()
    }

    /// The cell to open.
    #[getter]
    fn best(&self, py: Python<'_>) -> PyResult<Option<PyBestCell>> {
        let best = self.whole(py)?.best.clone();
        Ok(best.map(|BestCell { cell, safety, why }| {
            let cell = pair(self.view.get().0.grid(), cell);
            PyBestCell { cell, safety, why: why.to_owned() }
        }))
    }

    /// How many layouts fit; None if that was not counted.
    #[getter]
    fn solutions<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Hinted<Option<Bound<'py, PyAny>>, AnyInt>> {
        let Some(count) = &self.whole(py)?.solutions else { return Ok(None.into()) };
        if let Ok(small) = u64::try_from(count) {
            return Ok(Some(small.into_pyobject(py)?.into_any()).into());
        }
        // Through bytes: digits beyond some thousands are refused by int().
        let bytes = pyo3::types::PyBytes::new(py, &count.to_le_bytes());
        let int = py.get_type::<pyo3::types::PyInt>();
        Ok(Some(int.call_method1("from_bytes", (bytes, "little"))?).into())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("Analysis({}", self.view.bind(py).repr()?);
        let usual = Options::default();
        if let Unknown::Density(density) = self.options.unknown {
            let _ = write!(text, ", density={density}");
        }
        if self.options.budget != usual.budget {
            let _ = write!(text, ", budget={}", self.options.budget);
        }
        if self.options.memory != usual.memory {
            let _ = write!(text, ", memory={}", self.options.memory);
        }
        Ok(text + ")")
    }

    /// Pickled as the view: what follows from it is found again.
    #[pyo3(signature = () -> "tuple[tuple[View], dict[str, Any]]")]
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, pyo3::types::PyDict>)> {
        let named = pyo3::types::PyDict::new(py);
        if let Unknown::Density(density) = self.options.unknown {
            named.set_item("density", density)?;
        }
        named.set_item("budget", self.options.budget)?;
        named.set_item("memory", self.options.memory)?;
        Ok((PyTuple::new(py, [self.view.clone_ref(py)])?, named))
    }
}

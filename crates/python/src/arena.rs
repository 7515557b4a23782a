//! `Arena`: many games side by side, in arrays of the caller's. `surefoot.gym` makes
//! environments of it.

use numpy::{Ix1, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::ThreadPool;
use surefoot_lab::arena::{Arena, ArenaError, Reward, Sights};

use crate::errors::{Raise, odd};
use crate::hints::Array;
use crate::setting::SaidSetting;
use crate::view::PyView;
use crate::work::{pool, unlocked};

/// The arrays that are written, all of them flat.
struct Arrays {
    tiles: Py<PyArray1<i8>>,
    mask: Py<PyArray1<i8>>,
    probability: Py<PyArray1<f32>>,
    reward: Py<PyArray1<f64>>,
    over: Py<PyArray1<bool>>,
    broken_off: Py<PyArray1<bool>>,
    won: Py<PyArray1<bool>>,
    deal: Py<PyArray1<u64>>,
}

/// Many games side by side.
#[pyclass(name = "Arena", module = "surefoot._surefoot")]
pub(crate) struct PyArena {
    arena: Arena,
    arrays: Arrays,
    /// For more than one thread.
    pool: Option<ThreadPool>,
    cells: (usize, usize),
}

impl PyArena {
    /// Does something with the arrays borrowed.
    fn with(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Arena, &mut Sights<'_>) -> Result<(), ArenaError> + Send,
    ) -> PyResult<()> {
        fn lend<'py, T: numpy::Element>(
            py: Python<'py>,
            array: &Py<PyArray1<T>>,
        ) -> PyResult<PyReadwriteArray1<'py, T>> {
            array.bind(py).try_readwrite().map_err(|error| odd(error.to_string()))
        }
        let Arrays { tiles, mask, probability, reward, over, broken_off, won, deal } = &self.arrays;
        let (mut tiles, mut mask) = (lend(py, tiles)?, lend(py, mask)?);
        let (mut probability, mut reward) = (lend(py, probability)?, lend(py, reward)?);
        let (mut over, mut broken_off) = (lend(py, over)?, lend(py, broken_off)?);
        let (mut won, mut deal) = (lend(py, won)?, lend(py, deal)?);
        let mut sights = Sights {
            tiles: tiles.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            probability: probability.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            over: over.as_slice_mut()?,
            broken_off: broken_off.as_slice_mut()?,
            won: won.as_slice_mut()?,
            deal: deal.as_slice_mut()?,
        };
        let (arena, pool) = (&mut self.arena, &self.pool);
        let result = unlocked(py, || match pool {
            Some(pool) => pool.install(|| work(arena, &mut sights)),
            None => work(arena, &mut sights),
        })?;
        result.map_err(Raise::raise)
    }
}

#[pymethods]
impl PyArena {
    #[new]
    #[pyo3(signature = (level, games, *, first=0, stride=None, probabilities=false, reward="outcome", threads=1, **setting: "Unpack[Setting]"))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        level: &str,
        games: usize,
        first: u64,
        stride: Option<u64>,
        probabilities: bool,
        reward: &str,
        threads: usize,
        setting: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let rules = SaidSetting::read(Some(level), setting)?.rules()?;
        let reward = match reward {
            "outcome" => Reward::Outcome,
            "survival" => Reward::Survival,
            _ => return Err(odd(format!("`{reward}` is no reward: expected outcome or survival"))),
        };
        let arena = Arena::new(&rules, games).map_err(Raise::raise)?;
        let arena = arena.dealing(first, stride.unwrap_or(games as u64)).rewarding(reward);
        let (cells, actions) = (rules.grid.len(), arena.actions());
        let weighed = if probabilities { games * cells } else { 0 };
        let arrays = Arrays {
            tiles: PyArray1::zeros(py, games * cells, false).unbind(),
            mask: PyArray1::zeros(py, games * actions, false).unbind(),
            probability: PyArray1::zeros(py, weighed, false).unbind(),
            reward: PyArray1::zeros(py, games, false).unbind(),
            over: PyArray1::zeros(py, games, false).unbind(),
            broken_off: PyArray1::zeros(py, games, false).unbind(),
            won: PyArray1::zeros(py, games, false).unbind(),
            deal: PyArray1::zeros(py, games, false).unbind(),
        };
        // One thread needs no pool: to wake it up would cost as much as a step of some games.
        let pool = if threads == 1 { None } else { Some(pool(threads)?) };
        let arena = arena.threaded(pool.as_ref().map_or(1, ThreadPool::current_num_threads));
        let cells = (rules.grid.height() as usize, rules.grid.width() as usize);
        Ok(Self { arena, arrays, pool, cells })
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.arena.actions()
    }

    /// Height and width.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        self.cells
    }

    /// What is seen, written in place: games by cells.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> Array<'py, i8, Ix1> {
        self.arrays.tiles.bind(py).clone().into()
    }

    /// What is legal, written in place: games by actions.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Array<'py, i8, Ix1> {
        self.arrays.mask.bind(py).clone().into()
    }

    /// Probabilities of mines, written in place: games by cells, or nothing.
    #[getter]
    fn probability<'py>(&self, py: Python<'py>) -> Array<'py, f32, Ix1> {
        self.arrays.probability.bind(py).clone().into()
    }

    #[getter]
    fn reward<'py>(&self, py: Python<'py>) -> Array<'py, f64, Ix1> {
        self.arrays.reward.bind(py).clone().into()
    }

    #[getter]
    fn over<'py>(&self, py: Python<'py>) -> Array<'py, bool, Ix1> {
        self.arrays.over.bind(py).clone().into()
    }

    #[getter]
    fn broken_off<'py>(&self, py: Python<'py>) -> Array<'py, bool, Ix1> {
        self.arrays.broken_off.bind(py).clone().into()
    }

    #[getter]
    fn won<'py>(&self, py: Python<'py>) -> Array<'py, bool, Ix1> {
        self.arrays.won.bind(py).clone().into()
    }

    #[getter]
    fn deal<'py>(&self, py: Python<'py>) -> Array<'py, u64, Ix1> {
        self.arrays.deal.bind(py).clone().into()
    }

    /// Deals anew where it is said: the first deal of a seed, or the next one.
    #[pyo3(signature = (seeds, which: "npt.NDArray[np.bool_]"))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: Vec<Option<u64>>,
        which: PyReadonlyArray1<'_, bool>,
    ) -> PyResult<()> {
        let which = which.as_slice()?;
        self.with(py, |arena, sights| arena.reset(&seeds, which, sights))
    }

    /// One action in every game; one that is over is dealt anew if `again` says so.
    #[pyo3(signature = (actions: "npt.NDArray[np.int64]", again))]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        again: bool,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        self.with(py, |arena, sights| arena.step(actions, again, sights))
    }

    /// What is seen in one of the games.
    fn view(&self, game: usize) -> PyResult<PyView> {
        let found = self.arena.game(game).map(|game| PyView(game.view().clone()));
        found.ok_or_else(|| odd(format!("there is no game {game}")))
    }
}

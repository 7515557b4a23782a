//! Experiments on many machines: what a worker plays, and where a driver gathers it. Both sides
//! are here; sending is `surefoot.cluster`'s, by an engine that people have.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use surefoot_lab::experiment::folder::{Earlier, Folder, FolderError, Gathering, HandedOut};
use surefoot_lab::experiment::plan::Experiment;
use surefoot_lab::experiment::units::WorkUnit;
use surefoot_lab::record::{Columns, Row};
use surefoot_players::Roster;

use crate::errors::{Raise, complaint, odd};
use crate::lab::{ToldAnswer, declared, told};
use crate::records;
use crate::work::{interruptible, pool, unlocked};

/// A unit as it travels: the place of the experiment, its deals per point, ranges of deals, and
/// seconds.
type Unit = (usize, u64, Vec<(usize, usize)>, f64);

fn travelling(handed: &HandedOut) -> Unit {
    let ranges = handed.unit.deals.iter().map(|range| (range.start, range.end)).collect();
    (handed.experiment, handed.deals, ranges, handed.unit.time.as_secs_f64())
}

fn handed_out((experiment, deals, ranges, seconds): Unit) -> PyResult<HandedOut> {
    let unit = WorkUnit {
        deals: ranges.into_iter().map(|(start, end)| start..end.max(start)).collect(),
        time: time(seconds)?,
    };
    Ok(HandedOut { experiment, deals, unit })
}

fn time(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| odd(format!("{seconds} s is no time")))
}

/// An experiment as a worker plays it.
#[pyclass(frozen, name = "Plan", module = "surefoot._surefoot")]
pub(crate) struct PyPlan {
    experiment: Experiment,
    roster: Roster,
}

#[pymethods]
impl PyPlan {
    #[new]
    #[pyo3(signature = (name, text, *, players: "Sequence[Any]" = Vec::new(), quick=false, seed=None, deals=None))]
    fn new(
        py: Python<'_>,
        name: &str,
        text: Option<&str>,
        players: Vec<Bound<'_, PyAny>>,
        quick: bool,
        seed: Option<u64>,
        deals: Option<u64>,
    ) -> PyResult<Self> {
        let (experiment, roster) = declared(py, name, text, &players, quick, seed, deals)?;
        Ok(Self { experiment, roster })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.experiment.name
    }

    /// What tells games of this engine from those of others.
    #[getter]
    fn engine(&self) -> &str {
        &self.experiment.engine
    }

    /// A hash of everything that could change a game.
    #[getter]
    fn hash(&self) -> String {
        self.experiment.hash()
    }

    /// Its games.
    #[getter]
    fn games(&self) -> u64 {
        self.experiment.games()
    }

    /// Plays a unit, on one thread: the lines of its record, how many deals that is and how many
    /// seconds they took, and if wanted the same games as columns.
    #[pyo3(signature = (unit, *, columns=false) -> "tuple[bytes, int, float, dict[str, tuple[Any, Any]] | None]")]
    fn play<'py>(&self, py: Python<'py>, unit: Unit, columns: bool) -> PyResult<PlayedUnit<'py>> {
        let HandedOut { deals, unit, .. } = handed_out(unit)?;
        let experiment = Experiment { deals, ..self.experiment.clone() };
        let (mut lines, mut rows) = (String::new(), Vec::new());
        let begun = Instant::now();
        let played = interruptible(py, |stop| {
            let record = Columns::of_record(&experiment);
            unit.play(&experiment, &self.roster, stop, |point, games: Vec<Row>| {
                record.write(&mut lines, point, &games);
                if columns {
                    rows.extend(games.into_iter().map(|row| (point, row)));
                }
            })
        })?;
        let spent = begun.elapsed().as_secs_f64();
        let table = columns.then(|| records::of_experiment(py, &experiment, &rows));
        Ok((PyBytes::new(py, lines.as_bytes()), played, spent, table.transpose()?))
    }
}

/// What came of a unit: lines, deals, seconds, columns.
type PlayedUnit<'py> = (Bound<'py, PyBytes>, usize, f64, Option<Bound<'py, PyDict>>);

/// The records of experiments that are played elsewhere.
#[pyclass(name = "Gathering", module = "surefoot._surefoot")]
pub(crate) struct PyGathering {
    folder: Folder,
    experiments: Vec<Experiment>,
    gathering: Gathering,
}

#[pymethods]
impl PyGathering {
    #[new]
    #[pyo3(signature = (plans, out, *, resume=false, seconds=20.0))]
    fn new(
        py: Python<'_>,
        plans: Vec<Bound<'_, PyPlan>>,
        out: PathBuf,
        resume: bool,
        seconds: f64,
    ) -> PyResult<Self> {
        let experiments: Vec<Experiment> =
            plans.iter().map(|plan| plan.get().experiment.clone()).collect();
        let folder = Folder::new(out);
        let earlier = if resume { Earlier::Continue } else { Earlier::Refuse };
        let longest = time(seconds)?;
        let gathering = unlocked(py, || folder.gather(&experiments, earlier, longest))?;
        let gathering = gathering.map_err(Raise::raise)?;
        Ok(Self { folder, experiments, gathering })
    }

    /// The next unit, for one of so many workers; none where all deals are played or under way.
    fn next(&mut self, workers: usize) -> Option<Unit> {
        self.gathering.next(workers).as_ref().map(travelling)
    }

    /// Writes what a worker played of a unit.
    fn take(
        &mut self,
        py: Python<'_>,
        unit: Unit,
        lines: &[u8],
        played: usize,
        seconds: f64,
    ) -> PyResult<()> {
        let (handed, spent, gathering) = (handed_out(unit)?, time(seconds)?, &mut self.gathering);
        let written = unlocked(py, || gathering.take(&handed, played, spent, lines))?;
        written.map_err(Raise::raise)
    }

    /// A unit will not come back: it is handed out again.
    fn lost(&mut self, unit: Unit) -> PyResult<()> {
        self.gathering.lost(&handed_out(unit)?);
        Ok(())
    }

    /// Games that are not recorded yet, at the most.
    #[getter]
    fn left(&self) -> u64 {
        self.gathering.left()
    }

    /// Whether everything is recorded.
    #[getter]
    fn done(&self) -> bool {
        self.gathering.is_done()
    }

    /// The games that are recorded of an experiment, as columns.
    #[pyo3(signature = (place) -> "dict[str, tuple[Any, Any]]")]
    fn recorded<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyDict>> {
        let experiment =
            self.experiments.get(place).ok_or_else(|| odd("there is no such experiment"))?;
        let mut rows = Vec::new();
        let read =
            unlocked(py, || self.folder.rows(experiment, |point, row| rows.push((point, row))))?;
        read.map_err(Raise::raise)?;
        records::of_experiment(py, experiment, &rows)
    }

    /// Makes the report: of every experiment the answer and the names of its figures.
    #[pyo3(signature = (*, threads=0))]
    fn report(&mut self, py: Python<'_>, threads: usize) -> PyResult<Vec<ToldAnswer>> {
        if !self.gathering.is_done() {
            return Err(complaint("not everything is played yet", "continue with resume=True"));
        }
        let (pool, folder) = (pool(threads)?, &self.folder);
        let mut played = self.experiments.clone();
        let reported = interruptible(py, |_| {
            folder.take_deals(&mut played)?;
            pool.install(|| folder.report(&played, "surefoot-cluster"))
        })?;
        Ok(told(reported.map_err(|error: FolderError| error.raise())?))
    }
}

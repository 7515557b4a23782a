//! Experiments: those that come with the laboratory, and one's own, played into a folder.

use std::path::PathBuf;

use pyo3::prelude::*;
use surefoot_lab::experiment::folder::{Earlier, Folder, FolderError, Report};
use surefoot_lab::experiment::plan::Experiment;
use surefoot_lab::experiment::shard::Shard;
use surefoot_lab::experiment::shipped;
use surefoot_players::Roster;

use crate::errors::{Raise, complaint};
use crate::player;
use crate::work::{interruptible, pool};

/// The experiments that come with the laboratory: name, title, question, games.
#[pyfunction]
pub(crate) fn experiments() -> PyResult<Vec<(String, String, String, u64)>> {
    let roster = Roster::standard();
    let known = shipped::SHIPPED.iter();
    known
        .map(|(name, _)| {
            let experiment = chosen(&roster, name, None)?;
            let games = experiment.games();
            Ok(((*name).to_owned(), experiment.title, experiment.question, games))
        })
        .collect()
}

/// The file of an experiment that comes with the laboratory.
#[pyfunction]
pub(crate) fn shipped_text(name: &str) -> PyResult<&'static str> {
    shipped::text(name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> PyErr {
    let what = format!("there is no experiment `{name}`");
    complaint(what, "surefoot.lab.experiments() lists them; your own is a path or a dict")
}

fn chosen(roster: &Roster, name: &str, text: Option<&str>) -> PyResult<Experiment> {
    let read = match text {
        None => shipped::find(roster, name).ok_or_else(|| unknown(name))?,
        Some(text) => Experiment::read(roster, name, &format!("{name}.toml"), text),
    };
    read.map_err(|error| FolderError::from(error).raise())
}

/// An experiment as it was chosen, and who plays in it.
pub(crate) fn declared(
    py: Python<'_>,
    name: &str,
    text: Option<&str>,
    players: &[Bound<'_, PyAny>],
    quick: bool,
    seed: Option<u64>,
    deals: Option<u64>,
) -> PyResult<(Experiment, Roster)> {
    let (_, roster) = player::seated(players)?;
    // Players of Python's may be called while it is read.
    let mut experiment = py.detach(|| chosen(&roster, name, text))?;
    experiment.seed = seed.unwrap_or(experiment.seed);
    let usual = if quick { experiment.quick } else { experiment.deals };
    experiment.deals = deals.unwrap_or(usual);
    Ok((experiment, roster))
}

/// What is told of an experiment that is done: the answer to its question and the names of its
/// figures.
pub(crate) type ToldAnswer = (String, Vec<String>);

/// What a report tells of its experiments.
pub(crate) fn told(report: Report) -> Vec<ToldAnswer> {
    report.experiments.into_iter().map(|one| (one.answer, one.figures)).collect()
}

/// Plays what is left of an experiment into a folder and reports on it: the answer to its
/// question and the names of its figures.
#[pyfunction]
#[pyo3(signature = (name, text, out, *, players: "Sequence[Any]" = Vec::new(), quick=false, seed=None, deals=None, resume=false, threads=0))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn lab_run(
    py: Python<'_>,
    name: &str,
    text: Option<&str>,
    out: PathBuf,
    players: Vec<Bound<'_, PyAny>>,
    quick: bool,
    seed: Option<u64>,
    deals: Option<u64>,
    resume: bool,
    threads: usize,
) -> PyResult<ToldAnswer> {
    let (experiment, roster) = declared(py, name, text, &players, quick, seed, deals)?;
    let pool = pool(threads)?;
    let earlier = if resume { Earlier::Continue } else { Earlier::Refuse };
    let done = interruptible(py, |stop| {
        let folder = Folder::new(out);
        let mut played = [experiment];
        let begun = folder.begin(&played, Shard::WHOLE, earlier)?;
        if !pool.install(|| begun.play(&roster, stop, |_| {}, |_| {}))? {
            return Ok(None);
        }
        folder.take_deals(&mut played)?;
        let report = pool.install(|| folder.report(&played, "surefoot.lab.run"))?;
        Ok(told(report).into_iter().next())
    })?;
    let done = done.map_err(|error: FolderError| error.raise())?;
    done.ok_or_else(|| complaint("the experiment was stopped", "continue with resume=True"))
}

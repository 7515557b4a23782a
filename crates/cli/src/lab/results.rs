//! What is made of a record: tables, figures and a section of the report.

use anyhow::Context;
use rayon::prelude::*;
use surefoot_lab::data::Data;
use surefoot_lab::ledger::Ledger;
use surefoot_lab::plan::Experiment;
use surefoot_lab::plot::{self, Figure};
use surefoot_lab::report::{self, Links, Section};
use surefoot_lab::shard::Shard;
use surefoot_lab::{answer, table};

use super::shelf::{Shelf, mixed};
use crate::complaint::complain;
use crate::output;

/// An experiment that is done.
pub(super) struct Finished {
    pub(super) answer: String,
    pub(super) section: Section,
    pub(super) figures: Vec<String>,
}

/// Writes the tables and figures of an experiment whose record is whole.
pub(super) fn write(
    shelf: &Shelf,
    experiment: &Experiment,
    command: &str,
    links: Links,
) -> anyhow::Result<Finished> {
    if let Some(view) = &experiment.position {
        let name = experiment.name.clone();
        let figure = plot::probabilities(view, &experiment.title, name)?;
        let answer = answer::of_position(view)?;
        let section = report::position(experiment, &answer, &figure, command);
        let figures = vec![figure.name.clone()];
        put(shelf, &[figure])?;
        return Ok(Finished { answer, section, figures });
    }
    let path = shelf.record_path(&experiment.name, Shard::WHOLE);
    let record = shelf.in_order(experiment, Shard::WHOLE)?;
    let ledger =
        Ledger::read(&record, experiment, Shard::WHOLE).map_err(|error| mixed(&path, &error))?;
    let data = Data::read(experiment, &ledger).map_err(|error| mixed(&path, &error))?;
    let name = &experiment.name;
    output::put(&shelf.path(&format!("tables/{name}.csv")), table::csv(&data, false).as_bytes())?;
    let times = shelf.path(&format!("tables/{name}.times.csv"));
    output::put(&times, table::csv(&data, true).as_bytes())?;
    if shelf.parquet {
        output::put(&path.with_extension("parquet"), &columns(experiment, &ledger)?)?;
    }
    let figures = plot::figures(&data);
    put(shelf, &figures)?;
    let answer = answer::answer(&data);
    let section = report::section(&data, &answer, &figures, command, links);
    let figures = figures.into_iter().map(|figure| figure.name).collect();
    Ok(Finished { answer, section, figures })
}

/// The record as Parquet.
#[cfg(feature = "parquet")]
fn columns(experiment: &Experiment, ledger: &Ledger<'_>) -> anyhow::Result<Vec<u8>> {
    Ok(surefoot_lab::columns::parquet(experiment, ledger)?)
}

#[cfg(not(feature = "parquet"))]
fn columns(_: &Experiment, _: &Ledger<'_>) -> anyhow::Result<Vec<u8>> {
    Err(parquet_is_there().err().unwrap_or_else(|| anyhow::anyhow!("no Parquet")))
}

/// To be asked before anything is played.
pub(super) fn parquet_is_there() -> anyhow::Result<()> {
    if cfg!(feature = "parquet") {
        return Ok(());
    }
    let what = "this surefoot was built without Parquet";
    Err(complain(what, "build it with: cargo build --release --features parquet"))
}

fn put(shelf: &Shelf, figures: &[Figure]) -> anyhow::Result<()> {
    figures.par_iter().try_for_each(|figure| {
        let path = |ending: &str| shelf.path(&format!("figures/{}.{ending}", figure.name));
        output::put(&path("svg"), figure.svg().as_bytes())?;
        let png = plot::png(figure).context("cannot draw")?;
        output::put(&path("png"), &png)
    })
}

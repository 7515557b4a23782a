//! What is made of a record: tables, figures and a section of the report.

use std::fs::File;

use anyhow::Context;
use rayon::prelude::*;
use surefoot_lab::experiment::plan::Experiment;
use surefoot_lab::experiment::shard::Shard;
use surefoot_lab::report::answer;
use surefoot_lab::report::page::{self, Made, Section};
use surefoot_lab::report::plot::{self, Figure};
use surefoot_lab::report::table::{self, Table};
use surefoot_lab::statistics::results::Results;

use super::shelf::{self, Chosen, Shelf, mixed};
use crate::complaint::complain;
use crate::output;

/// An experiment that is done.
pub(super) struct Finished {
    pub(super) answer: String,
    pub(super) section: Section,
    pub(super) figures: Vec<String>,
}

/// Writes the plan, tables and figures of an experiment whose record is whole.
pub(super) fn write(
    shelf: &Shelf,
    Chosen { experiment, source }: &Chosen,
    command: &str,
) -> anyhow::Result<Finished> {
    let name = &experiment.name;
    output::put(&shelf.path(&format!("plans/{name}.toml")), source.as_bytes())?;
    let recorded = shelf.holds_records();
    if let Some(view) = &experiment.position {
        let figures = [plot::probabilities(view, &experiment.title, name.clone())?];
        let answer = answer::of_position(view)?;
        let made = Made { answer: &answer, figures: &figures, tables: &[], command, recorded };
        let section = page::position(experiment, &made);
        put(shelf, &figures)?;
        return Ok(Finished { answer, section, figures: vec![name.clone()] });
    }
    let path = shelf.record_path(name, Shard::WHOLE);
    let record = shelf::open(&path)?;
    let data = Results::read(experiment, record).map_err(|error| mixed(&path, &error))?;
    shelf.put_in_order(experiment, Shard::WHOLE, &data.file)?;
    let tables = table::tables(&data);
    for Table { file, text, .. } in &tables {
        output::put(&shelf.path(&format!("tables/{file}")), text.as_bytes())?;
    }
    if shelf.parquet {
        output::put(&path.with_extension("parquet"), &columns(experiment, shelf::open(&path)?)?)?;
    }
    let figures = plot::figures(&data);
    put(shelf, &figures)?;
    let answer = answer::answer(&data);
    let made = Made { answer: &answer, figures: &figures, tables: &tables, command, recorded };
    let section = page::section(&data, &made);
    let figures = figures.into_iter().map(|figure| figure.name).collect();
    Ok(Finished { answer, section, figures })
}

/// The record as Parquet.
#[cfg(feature = "parquet")]
fn columns(experiment: &Experiment, record: File) -> anyhow::Result<Vec<u8>> {
    Ok(surefoot_lab::record::parquet::write(experiment, record)?)
}

#[cfg(not(feature = "parquet"))]
fn columns(_: &Experiment, _: File) -> anyhow::Result<Vec<u8>> {
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

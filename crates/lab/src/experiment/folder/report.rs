//! What is made of records: tables, figures and the page.

use std::path::PathBuf;

use rayon::prelude::*;

use super::{Folder, FolderError, open};
use crate::experiment::plan::{Experiment, SweepPoint};
use crate::experiment::shard::Shard;
use crate::experiment::shipped;
use crate::play::source::Source;
#[cfg(feature = "parquet")]
use crate::record::Row;
use crate::report::answer;
use crate::report::page::{self, Made, Section};
use crate::report::plot::{self, Figure};
use crate::report::table::{self, Table};
use crate::statistics::results::{Results, batch};

/// A report that was written.
#[derive(Debug)]
pub struct Report {
    /// Its page.
    pub page: PathBuf,
    /// What it tells of each experiment.
    pub experiments: Vec<Finished>,
}

/// An experiment that is done.
#[derive(Debug)]
pub struct Finished {
    /// The answer to its question.
    pub answer: String,
    /// The names of its figures.
    pub figures: Vec<String>,
    section: Section,
}

impl Folder {
    /// Writes plans, tables, figures and the page of experiments whose records are whole;
    /// `command` is what the page says it was made by.
    pub fn report(&self, experiments: &[Experiment], command: &str) -> Result<Report, FolderError> {
        self.make()?;
        let finished = experiments.par_iter().map(|experiment| self.finish(experiment));
        let finished = finished.collect::<Result<Vec<Finished>, FolderError>>()?;
        let sections: Vec<&Section> = finished.iter().map(|one| &one.section).collect();
        self.put("index.html", page::page(&sections, command).as_bytes())?;
        self.put("README.md", page::markdown(&sections, command).as_bytes())?;
        Ok(Report { page: self.path("index.html"), experiments: finished })
    }

    /// What the record of an experiment says.
    pub fn results<'a>(&self, experiment: &'a Experiment) -> Result<Results<'a>, FolderError> {
        self.results_in(batch(experiment), experiment)
    }

    /// The same with deals in batches of so many.
    pub(super) fn results_in<'a>(
        &self,
        batch: u64,
        experiment: &'a Experiment,
    ) -> Result<Results<'a>, FolderError> {
        let path = &self.record_path(&experiment.name, Shard::WHOLE);
        let read = Results::read_in(batch, experiment, open(path)?, |_, _| {});
        read.map_err(FolderError::record(path))
    }

    /// Writes the plan, tables and figures of an experiment whose record is whole.
    fn finish(&self, experiment: &Experiment) -> Result<Finished, FolderError> {
        let name = &experiment.name;
        self.put(&format!("plans/{name}.toml"), experiment.text.as_bytes())?;
        let (recorded, command) = (self.holds_records(), &again(experiment));
        if let Some(view) = &experiment.position {
            let figures = [plot::probabilities(view, &experiment.title, name.clone())?];
            let answer = answer::of_position(view)?;
            let made = Made { answer: &answer, figures: &figures, tables: &[], command, recorded };
            let section = page::position(experiment, &made);
            self.put_figures(&figures)?;
            return Ok(Finished { answer, figures: vec![name.clone()], section });
        }
        let mut results = self.results_and_rows(experiment)?;
        if !results.file.is_ordered() {
            self.put_in_order(experiment, Shard::WHOLE, &results.file)?;
            results = self.results_and_rows(experiment)?;
        }
        let tables = table::tables(&results);
        for Table { file, text, json, .. } in &tables {
            self.put(&format!("tables/{file}"), text.as_bytes())?;
            self.put(&format!("tables/{}", file.replace(".csv", ".json")), json.as_bytes())?;
        }
        let figures = plot::figures(&results);
        self.put_figures(&figures)?;
        let answer = answer::answer(&results);
        let made = Made { answer: &answer, figures: &figures, tables: &tables, command, recorded };
        let section = page::section(&results, &made);
        let figures = figures.into_iter().map(|figure| figure.name).collect();
        Ok(Finished { answer, figures, section })
    }

    /// What the record says, and on the way its rows as Parquet, where that is wanted.
    fn results_and_rows<'a>(&self, experiment: &'a Experiment) -> Result<Results<'a>, FolderError> {
        #[cfg(feature = "parquet")]
        if self.parquet {
            return self.results_and_parquet(experiment);
        }
        self.results(experiment)
    }

    #[cfg(feature = "parquet")]
    fn results_and_parquet<'a>(
        &self,
        experiment: &'a Experiment,
    ) -> Result<Results<'a>, FolderError> {
        use crate::record::parquet::{ParquetFileError, ParquetWriter};
        let path = &self.record_path(&experiment.name, Shard::WHOLE);
        let (record, mut results) = (open(path)?, None);
        super::put_open(&path.with_extension("parquet"), |file| {
            let mut out = ParquetWriter::new(experiment, file)?;
            let each = |point: usize, row: &Row| out.push(point, row.clone());
            let read = Results::read_in(batch(experiment), experiment, record, each)?;
            results = Some(read);
            out.finish().map(drop)
        })
        .map_err(|error| match error {
            ParquetFileError::Record(error) => FolderError::record(path)(error),
            error => FolderError::Parquet(error),
        })?;
        results.map_or_else(|| self.results(experiment), Ok)
    }

    fn put_figures(&self, figures: &[Figure]) -> Result<(), FolderError> {
        figures.par_iter().try_for_each(|figure| {
            let name = &figure.name;
            #[cfg(feature = "png")]
            self.put(&format!("figures/{name}.png"), &plot::png(figure)?)?;
            self.put(&format!("figures/{name}.svg"), figure.svg().as_bytes())
        })
    }
}

/// How an experiment is run again.
fn again(experiment: &Experiment) -> String {
    let quick = experiment.deals == experiment.quick && experiment.position.is_none();
    let quick = if quick { " --quick" } else { "" };
    let file = shipped::text(&experiment.name).map_or(".toml", |_| "");
    let given = |(_, point): (usize, &SweepPoint)| matches!(point.source, Source::Boards(_));
    let boards = if experiment.points().any(given) { " --boards DIR" } else { "" };
    let Experiment { name, seed, full, deals, stop, .. } = experiment;
    let begun = format!("surefoot lab {name}{file}{quick}{boards} --seed {seed}");
    match deals.saturating_sub(*full) {
        0 => begun,
        _ if stop.is_some() => begun,
        more => format!("{begun}; surefoot lab {name}{file} --more {more}"),
    }
}

//! The page on the write-ups' claims, made of the records of a folder.

use surefoot_players::Roster;

use super::{Folder, FolderError, open, recorded};
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;
use crate::record::RecordFile;
use crate::report::write_ups::{self, CLAIMS};
use crate::statistics::results::Results;

impl Folder {
    /// What the finished records here say of the write-ups' claims, as Markdown; `command` is
    /// what the page says it was made by. Without a single one there is nothing to say.
    pub fn write_ups(&self, roster: &Roster, command: &str) -> Result<String, FolderError> {
        let mut names: Vec<&str> = CLAIMS.iter().map(|claim| claim.experiment).collect();
        names.sort_unstable();
        names.dedup();
        let mut experiments: Vec<Experiment> = Vec::new();
        for name in names {
            let path = self.record_path(name, Shard::WHOLE);
            if !path.exists() {
                continue;
            }
            let experiment = recorded(roster, name, &path, None)?;
            let read = RecordFile::read(open(&path)?, &experiment, Shard::WHOLE);
            if read.is_ok_and(|file| file.is_complete()) {
                experiments.push(experiment);
            }
        }
        if experiments.is_empty() {
            return Err(FolderError::NoRecords(self.records.clone()));
        }
        let results = experiments.iter().map(|experiment| self.results(experiment));
        let results = results.collect::<Result<Vec<Results<'_>>, FolderError>>()?;
        Ok(write_ups::page(&results, command))
    }
}

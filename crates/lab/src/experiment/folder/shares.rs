//! Shares that several machines played, put together.

use std::collections::BTreeMap;
use std::path::PathBuf;

use surefoot_players::Roster;

use super::{Folder, FolderError, listed, open, put_joined, recorded};
use crate::experiment::plan::{BoardPanel, Experiment};
use crate::experiment::shard::Shard;
use crate::record::{self, RecordFile};

impl Folder {
    /// Makes whole records of the shares in these folders; gives their experiments. Those
    /// that were played on the course's own boards need them again.
    pub fn merge(
        &self,
        roster: &Roster,
        folders: &[PathBuf],
        boards: Option<&[BoardPanel]>,
    ) -> Result<Vec<Experiment>, FolderError> {
        let shares = shares(folders)?;
        if shares.is_empty() {
            return Err(FolderError::NoShares);
        }
        // Before anything is written: what is there is never written over.
        let there = shares.keys().map(|name| self.record_path(name, Shard::WHOLE));
        if let Some(path) = there.into_iter().find(|path| path.exists()) {
            return Err(FolderError::Exists(path));
        }
        self.make()?;
        let mut merged = Vec::new();
        for (name, files) in shares {
            let experiment = recorded(roster, &name, &files[0].0, boards)?;
            let mut read = Vec::new();
            for (path, shard) in &files {
                let file = RecordFile::read(open(path)?, &experiment, *shard);
                read.push(file.map_err(FolderError::record(path))?);
            }
            record::make_whole(&experiment, &read)
                .map_err(|error| FolderError::Shares { name, error })?;
            let parts: Vec<_> = files
                .into_iter()
                .zip(&read)
                .map(|((path, shard), file)| (path, &experiment, shard, file.is_ordered()))
                .collect();
            let path = &self.record_path(&experiment.name, Shard::WHOLE);
            put_joined(path, &experiment, Shard::WHOLE, &parts)?;
            self.put_source(&experiment)?;
            merged.push(experiment);
        }
        Ok(merged)
    }
}

/// The shares in these folders, by experiment: their files and which share each is.
fn shares(folders: &[PathBuf]) -> Result<BTreeMap<String, Vec<(PathBuf, Shard)>>, FolderError> {
    let mut shares: BTreeMap<String, Vec<(PathBuf, Shard)>> = BTreeMap::new();
    for folder in folders {
        for path in listed(&folder.join("records"))? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Some((name, suffix)) =
                name.strip_suffix(".csv").and_then(|name| name.rsplit_once('.'))
            else {
                continue;
            };
            let Ok(shard) = suffix.replace("-of-", "/").parse() else { continue };
            shares.entry(name.to_owned()).or_default().push((path, shard));
        }
    }
    for files in shares.values_mut() {
        files.sort_by(|one, other| one.0.cmp(&other.0));
    }
    Ok(shares)
}

//! Records whose games are played elsewhere: units are handed out, and what comes back is written
//! as it arrives, by whatever engine sends them out and back.
//!
//! Lines are believed here if they begin with the deal that they should: whoever gathers for many has
//! no time to read all, and each has a checksum, which is looked at when the report is made.
//!
//! A record that is gathered is the ordinary one, with the ordinary lock: it may be cut off at
//! any moment and continued, by a cluster or by `surefoot lab --resume`.

use std::io::Write;
use std::time::Duration;

use super::begun::OpenRecord;
use super::{Earlier, Folder, FolderError, open};
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;
use crate::experiment::units::{Units, WorkUnit};
use crate::record::{self, RecordError, RecordFile, Row};

/// A unit, and what it is a part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedOut {
    /// Which experiment, by its place among those that were begun.
    pub experiment: usize,
    /// Its deals per point, by which the unit's are numbered.
    pub deals: u64,
    /// The unit.
    pub unit: WorkUnit,
}

/// Experiments whose records are open, to be played elsewhere.
#[derive(Debug)]
pub struct Gathering {
    folder: Folder,
    longest: Duration,
    /// Those that are not finished, with their places.
    records: Vec<(usize, OpenRecord, Units)>,
}

impl Folder {
    /// Opens the records of these experiments, to be played elsewhere in units of this time.
    pub fn gather(
        &self,
        experiments: &[Experiment],
        earlier: Earlier,
        longest: Duration,
    ) -> Result<Gathering, FolderError> {
        let begun = self.begin(experiments, Shard::WHOLE, earlier)?;
        let mut gathering = Gathering { folder: self.clone(), longest, records: Vec::new() };
        for record in begun.into_records() {
            let place = experiments.iter().position(|one| one.name == record.experiment.name);
            gathering.open(place.unwrap_or_default(), record)?;
        }
        Ok(gathering)
    }
}

impl Folder {
    /// A look at the point and the row of every game that is recorded of an experiment, finished
    /// or not.
    pub fn rows(
        &self,
        experiment: &Experiment,
        each: impl FnMut(usize, Row),
    ) -> Result<(), FolderError> {
        let path = &self.record_path(&experiment.name, Shard::WHOLE);
        let said = record::said(open(path)?).map_err(FolderError::record(path))?;
        let experiment = &Experiment { deals: said.deals, ..experiment.clone() };
        let read = RecordFile::read_rows(open(path)?, experiment, Shard::WHOLE, each);
        read.map(drop).map_err(FolderError::record(path))
    }
}

impl Gathering {
    /// The next unit, for one of so many workers; none where all deals are played or under way.
    pub fn next(&mut self, workers: usize) -> Option<HandedOut> {
        self.records.iter_mut().find_map(|(place, record, units)| {
            let deals = record.experiment.deals;
            units.next(workers).map(|unit| HandedOut { experiment: *place, deals, unit })
        })
    }

    /// Writes what a worker played of a unit: so many deals, in so much time, as these lines. Where
    /// they are of other deals nothing is written.
    pub fn take(
        &mut self,
        handed: &HandedOut,
        played: usize,
        spent: Duration,
        lines: &[u8],
    ) -> Result<(), FolderError> {
        let Some(at) = self.records.iter().position(|(place, ..)| *place == handed.experiment)
        else {
            return Ok(());
        };
        let (_, record, units) = &mut self.records[at];
        let path = self.folder.record_path(&record.experiment.name, Shard::WHOLE);
        let first = handed.unit.deals.first().map(|deals| record.done.job(deals.start));
        if let Some((point, index)) = first.filter(|_| played > 0)
            && !lines.starts_with(format!("{point},{index},").as_bytes())
        {
            let error = RecordError::Unanswered { point, index };
            return Err(FolderError::Record { path, error });
        }
        record.file.write_all(lines).map_err(FolderError::writing(&path))?;
        units.arrived(&handed.unit, played, spent);
        if units.open() + units.under_way() > 0 {
            return Ok(());
        }
        let (place, record, _) = self.records.remove(at);
        match record.after(&self.folder, Shard::WHOLE)? {
            Some(next) => self.open(place, next),
            None => Ok(()),
        }
    }

    /// A unit will not come back: it is handed out again.
    pub fn lost(&mut self, handed: &HandedOut) {
        let ours = |(place, ..): &&mut (usize, _, _)| *place == handed.experiment;
        if let Some((_, _, units)) = self.records.iter_mut().find(ours) {
            units.lost(&handed.unit);
        }
    }

    /// Games that are not recorded yet. What stops by a rule may take fewer.
    pub fn left(&self) -> u64 {
        let left = self.records.iter().map(|(_, record, units)| {
            let later = record.games_later();
            (units.open() + units.under_way()) as u64 * record.experiment.players.len() as u64
                + later
        });
        left.sum()
    }

    /// Whether everything is recorded.
    pub fn is_done(&self) -> bool {
        self.records.is_empty()
    }

    /// Takes up a record, or what follows if it has all of its deals.
    fn open(&mut self, place: usize, mut record: OpenRecord) -> Result<(), FolderError> {
        loop {
            let units = Units::of(&record.done, self.longest);
            if units.open() > 0 {
                self.records.push((place, record, units));
                self.records.sort_by_key(|(place, ..)| *place);
                return Ok(());
            }
            match record.after(&self.folder, Shard::WHOLE)? {
                Some(next) => record = next,
                None => return Ok(()),
            }
        }
    }
}

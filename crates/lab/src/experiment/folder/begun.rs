//! Experiments whose records are open: what may be continued, and playing what is left.
//!
//! An experiment that stops by a rule is played in stages, each twice as long as all before
//! it. A stage is a whole record of so many deals; where it does not tell, the record is
//! written anew as the beginning of a longer one. So a kill at any moment loses nothing, and
//! where it stops does not depend on kills or threads.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use surefoot_players::Roster;

use super::whole_file::put_open;
use super::{Folder, FolderError, open, stages};
use crate::experiment::plan::Experiment;
use crate::experiment::run::{self, Run};
use crate::experiment::shard::Shard;
use crate::experiment::stopping::StoppingRule;
use crate::record::{self, Done, RecordError, RecordFile};
use crate::statistics::results::Results;

/// What is done with records that hold games already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Earlier {
    /// They are left alone.
    #[default]
    Refuse,
    /// They are continued.
    Continue,
    /// They are continued; of one that is damaged, what stands before the damage.
    Mend,
}

/// An experiment whose record is open.
#[derive(Debug)]
pub(super) struct OpenRecord {
    pub(super) experiment: Experiment,
    /// The most deals, where fewer may tell.
    stop: Option<(StoppingRule, u64)>,
    pub(super) file: File,
    pub(super) done: Done,
}

impl OpenRecord {
    /// What is to be played when all of it was: nothing, or the next stage.
    pub(super) fn after(self, folder: &Folder, shard: Shard) -> Result<Option<Self>, FolderError> {
        let Self { experiment, stop, file, .. } = self;
        let path = &folder.record_path(&experiment.name, shard);
        let Some((rule, most)) = stop.filter(|&(_, most)| experiment.deals < most) else {
            drop(file);
            folder.tidy(&experiment, shard, path)?;
            return Ok(None);
        };
        let results = Results::read(&experiment, open(path)?);
        if rule.verdict(&results.map_err(FolderError::record(path))?).is_some() {
            return Ok(None);
        }
        let deals = stages::next(experiment.deals, most);
        let (file, experiment) = folder.lengthen(&experiment, shard, deals)?;
        let done = RecordFile::read(open(path)?, &experiment, shard);
        let done = done.map_err(FolderError::record(path))?.done().clone();
        Ok(Some(Self { experiment, stop: Some((rule, most)), file, done }))
    }

    /// Games of later stages, at the most.
    pub(super) fn games_later(&self) -> u64 {
        let later = self.stop.map_or(0, |(_, most)| most - self.experiment.deals);
        self.experiment.games() / self.experiment.deals.max(1) * later
    }
}

/// Experiments whose records are open, to be played.
#[derive(Debug)]
pub struct Begun<'a> {
    folder: &'a Folder,
    shard: Shard,
    records: Vec<OpenRecord>,
}

impl Folder {
    /// Opens the records of a share of these experiments, before anything is played.
    pub fn begin(
        &self,
        experiments: &[Experiment],
        shard: Shard,
        earlier: Earlier,
    ) -> Result<Begun<'_>, FolderError> {
        for (at, one) in experiments.iter().enumerate() {
            if experiments[..at].iter().any(|other| other.name == one.name) {
                return Err(FolderError::SameName(one.name.clone()));
            }
            if one.name.is_empty() || one.text.is_empty() {
                return Err(FolderError::NoFile);
            }
            if one.stop.is_some() && shard != Shard::WHOLE {
                return Err(FolderError::StopsWhole(one.name.clone()));
            }
        }
        self.make()?;
        let mut records = Vec::new();
        for experiment in experiments.iter().filter(|one| one.position.is_none()) {
            records.push(self.open_record(experiment.clone(), shard, earlier)?);
        }
        Ok(Begun { folder: self, shard, records })
    }

    /// The record of an experiment, to be appended to, and what it holds.
    fn open_record(
        &self,
        mut experiment: Experiment,
        shard: Shard,
        earlier: Earlier,
    ) -> Result<OpenRecord, FolderError> {
        let path = &self.record_path(&experiment.name, shard);
        if earlier == Earlier::Refuse && fs::metadata(path).is_ok_and(|file| file.len() > 0) {
            return Err(FolderError::Exists(path.clone()));
        }
        let mut options = OpenOptions::new();
        let options = options.create(true).truncate(false).read(true).write(true);
        let mut file = options.open(path).map_err(FolderError::writing(path))?;
        if file.try_lock().is_err() {
            return Err(FolderError::Locked(path.clone()));
        }
        let most = experiment.deals;
        let stop = experiment.stop.filter(|_| most > stages::first(most));
        let mut stop = stop.map(|stop| (stop, most));
        if stop.is_some() {
            experiment.deals = stages::first(most);
        }
        if let Ok(said) = record::said(&file) {
            let ours = said.plan == experiment.hash() && said.seed == experiment.seed;
            let stage = stop.is_some() && stages::is_stage(said.deals, most);
            // Neither of the sizes that its file names: somebody wanted more.
            let more = ![experiment.full, experiment.quick].contains(&said.deals);
            if ours && (stage || more) {
                experiment.deals = said.deals;
                stop = stop.filter(|_| stage);
            }
        }
        file.rewind().map_err(FolderError::reading(path))?;
        let heading = record::heading(&experiment, shard);
        let mut start = Vec::new();
        let read = (&file).take(heading.len() as u64 + 1).read_to_end(&mut start);
        read.and_then(|_| file.rewind()).map_err(FolderError::reading(path))?;
        // A run may be killed while it writes its very first line.
        if heading.as_bytes().starts_with(&start) {
            let begun = file.set_len(0).and_then(|()| file.write_all(heading.as_bytes()));
            begun.map_err(FolderError::writing(path))?;
            self.put_source(&experiment)?;
            let done = Done::new(&experiment);
            return Ok(OpenRecord { experiment, stop, file, done });
        }
        let read = match RecordFile::read(&file, &experiment, shard) {
            Err(RecordError::Damaged { sound, .. }) if sound > 0 && earlier == Earlier::Mend => {
                let cut = file.set_len(sound as u64).and_then(|()| file.rewind());
                cut.map_err(FolderError::writing(path))?;
                RecordFile::read(&file, &experiment, shard)
            }
            read => read,
        };
        let read = read.map_err(FolderError::record(path))?;
        let cut = file.set_len(read.end() as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(FolderError::writing(path))?;
        Ok(OpenRecord { experiment, stop, file, done: read.done().clone() })
    }

    /// The record of an experiment, written anew as the beginning of one of more deals; open
    /// and locked.
    pub(crate) fn lengthen(
        &self,
        experiment: &Experiment,
        shard: Shard,
        deals: u64,
    ) -> Result<(File, Experiment), FolderError> {
        let path = &self.record_path(&experiment.name, shard);
        let mut old = open(path)?;
        let read = RecordFile::read(&old, experiment, shard);
        let read = read.map_err(FolderError::record(path))?;
        if !read.done().is_complete(shard) {
            return Err(FolderError::Unfinished(path.clone()));
        }
        let longer = Experiment { deals, ..experiment.clone() };
        let file = put_open(path, |file| {
            file.write_all(record::heading(&longer, shard).as_bytes())?;
            old.seek(SeekFrom::Start(read.heading() as u64))?;
            io::copy(&mut old.take((read.end() - read.heading()) as u64), file).map(drop)
        });
        let file = file.map_err(FolderError::writing(path))?;
        self.put_source(&longer)?;
        Ok((file, longer))
    }
}

impl Begun<'_> {
    /// The records themselves, for whoever writes to them by other ways.
    pub(super) fn into_records(self) -> Vec<OpenRecord> {
        self.records
    }

    /// How much work is left, in what `play` tells of deals that are played. What stops by a
    /// rule may take less.
    pub fn work(&self) -> u64 {
        let work = |OpenRecord { experiment, stop, done, .. }: &OpenRecord| {
            let whole = run::work(experiment, &Done::new(experiment), self.shard);
            let later = stop.map_or(0, |(_, most)| most - experiment.deals);
            run::work(experiment, done, self.shard) + whole / experiment.deals.max(1) * later
        };
        self.records.iter().map(work).sum()
    }

    /// Plays what is left on the current pool of threads, and says whether all of it was.
    /// `begins` is told of every experiment, `played` the work of every finished deal, from
    /// any thread; `stop` ends it after the deals under way.
    pub fn play(
        self,
        roster: &Roster,
        stop: &AtomicBool,
        begins: impl Fn(&Experiment),
        played: impl Fn(u64) + Sync,
    ) -> Result<bool, FolderError> {
        let (folder, shard) = (self.folder, self.shard);
        for mut open_record in self.records {
            begins(&open_record.experiment);
            loop {
                let OpenRecord { experiment, file, done, .. } = &mut open_record;
                let path = &folder.record_path(&experiment.name, shard);
                let run = Run { experiment, roster, done, shard, stop };
                run.record(&played, |block| file.write_all(block))
                    .map_err(FolderError::writing(path))?;
                if stop.load(Ordering::Relaxed) {
                    return Ok(false);
                }
                match open_record.after(folder, shard)? {
                    Some(next) => open_record = next,
                    None => break,
                }
            }
        }
        Ok(true)
    }
}

impl Folder {
    /// Puts a finished record in order.
    fn tidy(&self, experiment: &Experiment, shard: Shard, path: &Path) -> Result<(), FolderError> {
        let read = RecordFile::read(open(path)?, experiment, shard);
        self.put_in_order(experiment, shard, &read.map_err(FolderError::record(path))?)
    }
}

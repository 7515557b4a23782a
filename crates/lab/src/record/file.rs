//! The record of an experiment as a file: a line per game and player, which may be cut off
//! anywhere and still be continued.
//!
//! After the [heading](super::heading) every deal is one block of lines, one per player in
//! order, written in one piece when its last game ends: deals come in the order in which
//! threads finish them. When all are played the blocks are put in order, so that a record
//! says nothing of threads or interruptions. Only its times differ
//! between two runs, and with it the checksum that every line ends with: a value that somebody
//! or something changed later is not believed.
//!
//! A block that is not whole can only stand at the end; it is cut away and played again.

use std::io::Read;

use super::Row;
use super::blocks::Blocks;
use super::columns::Columns;
use super::done::Done;
use super::error::RecordError;
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;

/// A record that was read: which deals it holds.
///
/// Records of millions of games are read as a stream.
///
/// ```
/// use surefoot_lab::experiment::{run, shard::Shard, shipped};
/// use surefoot_lab::record::RecordFile;
/// use surefoot_players::Roster;
///
/// let roster = Roster::standard();
/// let mut experiment = shipped::find(&roster, "score-told").unwrap()?;
/// experiment.deals = 2;
/// let record = run::whole_record(&experiment, &roster)?;
/// assert!(RecordFile::read(&record[..], &experiment, Shard::WHOLE)?.is_complete());
///
/// // Cut off in its last line: what is whole is read, and the rest is to be cut away.
/// let cut = &record[..record.len() - 5];
/// let mut games = 0;
/// let read = RecordFile::read_rows(cut, &experiment, Shard::WHOLE, |_, _| games += 1)?;
/// assert!(games > 0 && read.end() < cut.len() && !read.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordFile {
    heading: usize,
    done: Done,
    ordered: bool,
    end: usize,
}

impl RecordFile {
    /// Reads the record of (a share of) an experiment.
    pub fn read(
        source: impl Read,
        experiment: &Experiment,
        shard: Shard,
    ) -> Result<Self, RecordError> {
        Self::scan(source, experiment, shard, |_, _, _| Some(()))
    }

    /// The same, with a look at the point and the row of every game, in the order of the
    /// file.
    pub fn read_rows(
        source: impl Read,
        experiment: &Experiment,
        shard: Shard,
        mut each: impl FnMut(usize, Row),
    ) -> Result<Self, RecordError> {
        let columns = Columns::of_record(experiment);
        Self::scan(source, experiment, shard, |point, player, line| {
            each(point, columns.read(line, player)?);
            Some(())
        })
    }

    fn scan(
        source: impl Read,
        experiment: &Experiment,
        shard: Shard,
        mut each: impl FnMut(usize, usize, &csv::StringRecord) -> Option<()>,
    ) -> Result<Self, RecordError> {
        let mut blocks = Blocks::of_record(source, experiment, shard)?;
        let (mut done, mut ordered, mut last) = (Done::new(experiment), true, None);
        while let Some(current) = blocks.next(&mut each)? {
            done.mark(current.0, current.1)?;
            ordered &= last < Some(current);
            last = Some(current);
        }
        Ok(Self { heading: blocks.heading(), done, ordered, end: blocks.end() })
    }

    /// How many bytes of the file are whole; what follows is to be cut away.
    pub fn end(&self) -> usize {
        self.end
    }

    /// How many bytes its heading takes.
    pub fn heading(&self) -> usize {
        self.heading
    }

    /// The deals it holds.
    pub fn done(&self) -> &Done {
        &self.done
    }

    /// Whether every deal of the experiment is there.
    pub fn is_complete(&self) -> bool {
        self.done.complete().is_ok()
    }

    /// Whether the deals stand in order.
    pub fn is_ordered(&self) -> bool {
        self.ordered
    }
}

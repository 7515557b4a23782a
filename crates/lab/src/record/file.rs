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

use std::io::{self, BufReader, Read};

use csv::StringRecord;

use super::Row;
use super::columns::{Columns, deal, is_sound};
use super::done::Done;
use super::error::RecordError;
use super::heading::{check_heading, heading};
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;
use crate::tunables;

/// A record that was read: which deals it holds.
///
/// Records of millions of games are read as a stream.
#[derive(Clone, Debug)]
pub struct RecordFile {
    pub(super) heading: usize,
    pub(super) done: Done,
    ordered: bool,
    pub(super) end: usize,
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

    /// `each` gets the point, the player and the line; it gives nothing if a value is none.
    fn scan(
        source: impl Read,
        experiment: &Experiment,
        shard: Shard,
        mut each: impl FnMut(usize, usize, &StringRecord) -> Option<()>,
    ) -> Result<Self, RecordError> {
        let mut source = BufReader::with_capacity(tunables::RECORD_CHUNK, WholeLines::of(source));
        let heading = check_heading(&mut source, &heading(experiment, shard))?;
        let done = Done::new(experiment);
        let mut file = Self { heading, done, ordered: true, end: heading };
        let deals: Vec<u64> =
            experiment.points().map(|(_, point)| experiment.deals_at(point)).collect();
        let columns = Columns::of_record(experiment);
        let mut reader = reader(source);
        let mut line = StringRecord::new();
        let (mut current, mut seat, mut last) = ((0, 0), 0, None);
        loop {
            let more = reader.read_record(&mut line);
            // The heading has two lines.
            let at = 2 + match more {
                Ok(true) => line.position().map_or(0, csv::Position::line),
                _ => reader.position().line(),
            };
            let sound = file.end;
            let damaged =
                |reason: &str| RecordError::Damaged { line: at, reason: reason.to_owned(), sound };
            if !more.map_err(|error| damaged(&error.to_string()))? {
                return Ok(file);
            }
            let Some((point, index)) = deal(&line) else {
                return Err(damaged("expected a point and a deal"));
            };
            if line.len() != columns.count() {
                return Err(damaged("a wrong number of columns"));
            }
            if deals.get(point).is_none_or(|&deals| index >= deals) || !shard.has(index) {
                return Err(damaged("a deal that is not part of this run"));
            }
            if seat > 0 && current != (point, index) {
                return Err(damaged("the deal before it is not complete"));
            }
            if line.get(2) != Some(experiment.players[seat].as_str()) {
                return Err(damaged("another player was expected"));
            }
            if !is_sound(&line) {
                return Err(damaged("its checksum does not fit what it says"));
            }
            each(point, seat, &line).ok_or_else(|| damaged("an impossible value"))?;
            current = (point, index);
            seat += 1;
            if seat == experiment.players.len() {
                file.done.mark(point, index)?;
                file.ordered &= last < Some(current);
                file.end = heading + reader.position().byte() as usize;
                (last, seat) = (Some(current), 0);
            }
        }
    }

    /// How many bytes of the file are whole; what follows is to be cut away.
    pub fn end(&self) -> usize {
        self.end
    }

    /// How many bytes its heading takes.
    pub(crate) fn heading(&self) -> usize {
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

/// Lines that end: what a run was cut off within is never seen.
struct WholeLines<R> {
    source: R,
    held: Vec<u8>,
    /// How much of what is held was handed on, and how much may be.
    given: usize,
    whole: usize,
}

impl<R: Read> WholeLines<R> {
    fn of(source: R) -> Self {
        Self { source, held: Vec::new(), given: 0, whole: 0 }
    }
}

impl<R: Read> Read for WholeLines<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.given == self.whole {
            self.held.drain(..self.whole);
            let more = self
                .source
                .by_ref()
                .take(tunables::RECORD_CHUNK as u64)
                .read_to_end(&mut self.held)?;
            let end = self.held.iter().rposition(|&byte| byte == b'\n');
            (self.given, self.whole) = (0, end.map_or(0, |at| at + 1));
            if more == 0 {
                return Ok(0);
            }
        }
        let given = (&self.held[self.given..self.whole]).read(out)?;
        self.given += given;
        Ok(given)
    }
}

pub(super) fn reader<R: Read>(body: R) -> csv::Reader<R> {
    csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(body)
}

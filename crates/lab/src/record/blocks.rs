//! The deals of a record, one after the other: each a block of lines, one per player in order.
//!
//! Records of a hundred million games are larger than any memory, so a block is read, looked at
//! and let go. A block that is not whole can only stand at the end; there it is not seen, nor is
//! a line that a run was cut off within.

use std::io::{self, BufReader, Read};

use csv::StringRecord;

use super::columns::{Columns, deal, is_sound, write_fields};
use super::error::RecordError;
use super::heading::{check_heading, heading};
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;
use crate::tunables;

/// A point and the number of a deal.
pub(super) type DealAt = (usize, u64);

/// See the [module](self).
pub(super) struct Blocks<'a, R> {
    reader: csv::Reader<BufReader<WholeLines<R>>>,
    experiment: &'a Experiment,
    shard: Shard,
    /// Deals by point.
    deals: Vec<u64>,
    columns: usize,
    line: StringRecord,
    /// Lines and bytes before the games.
    heading: (u64, usize),
    /// Where the last whole block ends.
    end: usize,
}

impl<'a, R: Read> Blocks<'a, R> {
    /// The deals of a record, behind its heading.
    pub(super) fn of_record(
        source: R,
        experiment: &'a Experiment,
        shard: Shard,
    ) -> Result<Self, RecordError> {
        let mut source = buffered(source);
        let length = check_heading(&mut source, &heading(experiment, shard))?;
        Ok(Self::new(source, experiment, shard, (2, length)))
    }

    /// Deals without a heading.
    pub(super) fn of_lines(source: R, experiment: &'a Experiment, shard: Shard) -> Self {
        Self::new(buffered(source), experiment, shard, (0, 0))
    }

    fn new(
        source: BufReader<WholeLines<R>>,
        experiment: &'a Experiment,
        shard: Shard,
        heading: (u64, usize),
    ) -> Self {
        let reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(source);
        let deals = experiment.points().map(|(_, point)| experiment.deals_at(point)).collect();
        let columns = Columns::of_record(experiment).count();
        let line = StringRecord::new();
        Self { reader, experiment, shard, deals, columns, line, heading, end: heading.1 }
    }

    /// How many bytes its heading takes.
    pub(super) fn heading(&self) -> usize {
        self.heading.1
    }

    /// How many bytes are whole up to here.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// The next whole deal; nothing at the end. `each` gets the point, the player and every line
    /// on the way, and gives nothing if a value is none.
    pub(super) fn next(
        &mut self,
        mut each: impl FnMut(usize, usize, &StringRecord) -> Option<()>,
    ) -> Result<Option<DealAt>, RecordError> {
        let mut current = None;
        for seat in 0..self.experiment.players.len() {
            let more = self.reader.read_record(&mut self.line);
            let at = self.heading.0
                + match more {
                    Ok(true) => self.line.position().map_or(0, csv::Position::line),
                    _ => self.reader.position().line(),
                };
            let (sound, line) = (self.end, &self.line);
            let damaged =
                |reason: &str| RecordError::Damaged { line: at, reason: reason.to_owned(), sound };
            if !more.map_err(|error| damaged(&error.to_string()))? {
                return Ok(None);
            }
            let Some((point, index)) = deal(line) else {
                return Err(damaged("expected a point and a deal"));
            };
            if line.len() != self.columns {
                return Err(damaged("a wrong number of columns"));
            }
            let is_known = self.deals.get(point).is_some_and(|&deals| index < deals);
            if !is_known || !self.shard.has(index) {
                return Err(damaged("a deal that is not part of this run"));
            }
            if current.is_some_and(|current| current != (point, index)) {
                return Err(damaged("the deal before it is not complete"));
            }
            if line.get(2) != Some(self.experiment.players[seat].as_str()) {
                return Err(damaged("another player was expected"));
            }
            if !is_sound(line) {
                return Err(damaged("its checksum does not fit what it says"));
            }
            each(point, seat, line).ok_or_else(|| damaged("an impossible value"))?;
            current = Some((point, index));
        }
        self.end = self.heading.1 + self.reader.position().byte() as usize;
        Ok(current)
    }

    /// The next whole deal, its lines put behind what stands in `text`.
    pub(super) fn next_text(&mut self, text: &mut String) -> Result<Option<DealAt>, RecordError> {
        let start = text.len();
        let next = self.next(|_, _, line| {
            // A sound line is one that is written so again.
            write_fields(text, line);
            Some(())
        })?;
        if next.is_none() {
            text.truncate(start);
        }
        Ok(next)
    }
}

fn buffered<R: Read>(source: R) -> BufReader<WholeLines<R>> {
    BufReader::with_capacity(tunables::RECORD_CHUNK, WholeLines::of(source))
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
            if end.is_none() && self.held.len() > tunables::RECORD_LINE {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the line has no end"));
            }
            if more == 0 {
                return Ok(0);
            }
        }
        let given = (&self.held[self.given..self.whole]).read(out)?;
        self.given += given;
        Ok(given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_is_not_held() {
        let whole = b"1,0\n2,0\n".as_slice();
        let mut lines = WholeLines::of(whole.chain(io::repeat(0)));
        let mut read = Vec::new();
        let ended = lines.read_to_end(&mut read).unwrap_err();
        assert_eq!((read.as_slice(), ended.kind()), (whole, io::ErrorKind::InvalidData));
        assert!(lines.held.len() <= tunables::RECORD_LINE + tunables::RECORD_CHUNK);
    }
}

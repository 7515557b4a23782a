//! The record of an experiment: a line per game and player, in a file that may be cut
//! off anywhere and still be continued.
//!
//! The first line says which schema, plan and engine the games belong to; records of
//! different plans or engines are never mixed. The second names the columns. Then every
//! deal is one block of lines, one per player in order, written in one piece when its
//! last game ends: deals come in the order in which threads finish them. When all are
//! played the blocks are put in order, so that a record says nothing of threads or
//! interruptions. Only the last column, the time, differs between two runs.
//!
//! A block that is not whole can only stand at the end; it is cut away and played again.

use std::cell::RefCell;
use std::fmt::Write;
use std::io;
use std::ops::Range;

use csv::{ByteRecord, StringRecord};
use serde::Serialize;
use surefoot_rules::{Neighbourhood, Rules};

use crate::plan::Experiment;
use crate::record::{Row, Won};
use crate::shard::Shard;
use crate::signature;

/// The version of the schema.
pub const SCHEMA: u32 = 1;

/// The columns before the gauges' own and `seconds`.
const COLUMNS: [&str; 13] = [
    "point",
    "index",
    "player",
    "won",
    "score",
    "dig_density",
    "digs",
    "guesses",
    "forced",
    "false_flags",
    "wrong_claims",
    "wrong_declaration",
    "error",
];

/// Why a record cannot be continued, merged or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// Not a record at all.
    #[error("this is not a record of an experiment: its first line is not `# surefoot record …`")]
    Foreign,
    /// Made with another schema, plan or engine.
    #[error("its {what} is {found}, but {expected} is expected: records are not mixed")]
    Other {
        /// What differs.
        what: &'static str,
        /// What the record says.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A line that no run writes.
    #[error("damaged at line {line}: {reason}")]
    Damaged {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// Two shares, or two runs, hold the same deal.
    #[error("deal {index} of point {point} is there twice")]
    Twice {
        /// The point.
        point: usize,
        /// The deal.
        index: u64,
    },
    /// A merged record with holes.
    #[error("{missing} deals are missing, the first is deal {index} of point {point}")]
    Missing {
        /// How many.
        missing: u64,
        /// The first one's point.
        point: usize,
        /// The first one.
        index: u64,
    },
}

/// The lines before the games: what the record is of.
pub fn heading(experiment: &Experiment, shard: Shard) -> String {
    let mut columns = COLUMNS.join(",");
    for (name, _) in experiment.gauges.iter().flat_map(|gauge| gauge.columns) {
        columns += ",";
        columns += name;
    }
    format!(
        "# surefoot record {SCHEMA}; experiment {}; plan {}; engine {}; seed {}; shard {shard}\n\
         {columns},seconds\n",
        experiment.name,
        experiment.hash(),
        signature::COMMITTED.trim(),
        experiment.seed,
    )
}

/// What the points of an experiment are, as a table.
pub fn points(experiment: &Experiment) -> String {
    let mut text = "point,panel,x,game,level,neighbourhood,promise,total,clues,deals\n".to_owned();
    for (number, (panel, point)) in experiment.points().enumerate() {
        let Rules { kind, grid, mines, promise, clues, told, .. } = &point.rules;
        let (width, height) = (grid.width(), grid.height());
        let shape = grid.neighbourhood().map_or("graph", Neighbourhood::name);
        let total = if *told { "told" } else { "hidden" };
        let (title, x) = (&experiment.panels[panel].title, &point.x);
        let deals = experiment.deals_at(point);
        let _ = writeln!(
            text,
            "{number},\"{title}\",\"{x}\",{kind},{width}x{height}/{mines},{shape},{promise},\
             {total},\"{clues}\",{deals}"
        );
    }
    text
}

/// What a record says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The plan's hash.
    pub plan: String,
    /// The seed.
    pub seed: u64,
}

/// What the first line of a record says.
pub fn said(bytes: &[u8]) -> Result<Said, LedgerError> {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let first = std::str::from_utf8(first).map_err(|_| LedgerError::Foreign)?;
    let value = |name: &str| {
        first.split("; ").find_map(|part| part.strip_prefix(name)).ok_or(LedgerError::Foreign)
    };
    let seed = value("seed ")?.parse().map_err(|_| LedgerError::Foreign)?;
    Ok(Said { plan: value("plan ")?.to_owned(), seed })
}

/// In the order of the columns.
#[derive(Serialize)]
struct Line<'a> {
    point: usize,
    index: u64,
    player: &'a str,
    won: Option<Won>,
    score: Option<f64>,
    dig_density: Option<f64>,
    digs: u32,
    guesses: u32,
    forced: Option<u32>,
    false_flags: u32,
    wrong_claims: u32,
    wrong_declaration: Option<bool>,
    error: Option<&'a str>,
    readings: &'a [Option<f64>],
    seconds: f64,
}

/// Lines of deals that ended, until they are handed on. Each thread keeps one, so that no
/// writer is made for a deal.
pub(crate) struct Lines(csv::Writer<Held>);

/// Bytes that can be taken out from behind the writer.
struct Held(RefCell<Vec<u8>>);

impl io::Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.get_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Lines {
    pub(crate) fn new() -> Self {
        let held = Held(RefCell::default());
        Self(csv::WriterBuilder::new().has_headers(false).from_writer(held))
    }

    /// All lines that were added since the last time.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        self.0.flush().unwrap_or_else(|_| unreachable!("memory takes every line"));
        self.0.get_ref().0.take()
    }

    /// Adds the block of one deal.
    pub(crate) fn add(&mut self, experiment: &Experiment, point: usize, rows: &[Row]) {
        for row in rows {
            let line = Line {
                point,
                index: row.index,
                player: &experiment.players[row.player],
                won: row.value.map(Won::Estimated).or(row.won.map(Won::Counted)),
                score: row.score,
                dig_density: row.dig_density,
                digs: row.digs,
                guesses: row.guesses,
                forced: row.forced,
                false_flags: row.false_flags,
                wrong_claims: row.wrong_claims,
                wrong_declaration: row.wrong_declaration,
                error: row.error.as_deref(),
                readings: &row.readings,
                seconds: (row.seconds * 1e7).round() / 1e7,
            };
            self.0.serialize(line).unwrap_or_else(|_| unreachable!("memory takes every line"));
        }
    }
}

/// The block of one deal.
#[cfg(test)]
pub(crate) fn block(experiment: &Experiment, point: usize, rows: &[Row]) -> Vec<u8> {
    let mut lines = Lines::new();
    lines.add(experiment, point, rows);
    lines.take()
}

/// A record that was read: where each deal stands in it.
#[derive(Clone, Debug)]
pub struct Ledger<'a> {
    bytes: &'a [u8],
    heading: usize,
    /// Point, deal, and where its block lies; in the order of the file.
    blocks: Vec<(usize, u64, Range<usize>)>,
    end: usize,
}

impl<'a> Ledger<'a> {
    /// Reads the record of (a share of) an experiment.
    pub fn read(
        bytes: &'a [u8],
        experiment: &Experiment,
        shard: Shard,
    ) -> Result<Self, LedgerError> {
        let expected = heading(experiment, shard);
        let heading = check_heading(bytes, &expected)?;
        // What was cut off within a line is not looked at.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let mut ledger = Self { bytes, heading, blocks: Vec::new(), end: heading };
        let body = &bytes[heading.min(whole)..whole];
        ledger.find_blocks(body, experiment, shard)?;
        Ok(ledger)
    }

    fn find_blocks(
        &mut self,
        body: &[u8],
        experiment: &Experiment,
        shard: Shard,
    ) -> Result<(), LedgerError> {
        let deals: Vec<u64> =
            experiment.points().map(|(_, point)| experiment.deals_at(point)).collect();
        let width = COLUMNS.len() + 1 + readings(experiment);
        let mut reader = reader(body);
        let mut line = ByteRecord::new();
        let (mut current, mut seats) = ((0, 0), 0);
        let damaged = |number: u64, reason: &str| LedgerError::Damaged {
            line: number + 2,
            reason: reason.to_owned(),
        };
        let mut start = self.heading;
        loop {
            let more = reader.read_byte_record(&mut line);
            let at = reader.position().line();
            if !more.map_err(|error| damaged(at, &error.to_string()))? {
                break;
            }
            let at = line.position().map_or(at, csv::Position::line);
            let number = |field: usize| line.get(field).and_then(number);
            let (Some(point), Some(index)) = (number(0), number(1)) else {
                return Err(damaged(at, "expected a point and a deal"));
            };
            if line.len() != width {
                return Err(damaged(at, "a wrong number of columns"));
            }
            let point = point as usize;
            if deals.get(point).is_none_or(|&deals| index >= deals) || !shard.has(index) {
                return Err(damaged(at, "a deal that this run does not play"));
            }
            if seats > 0 && current != (point, index) {
                return Err(damaged(at, "the deal before this is not whole"));
            }
            if line.get(2) != Some(experiment.players[seats].as_bytes()) {
                return Err(damaged(at, "another player was expected"));
            }
            current = (point, index);
            seats += 1;
            if seats == experiment.players.len() {
                let end = self.heading + reader.position().byte() as usize;
                self.blocks.push((point, index, start..end));
                (start, seats) = (end, 0);
            }
        }
        self.end = start;
        Ok(())
    }

    /// How many bytes of the file are whole; what follows is to be cut away.
    pub fn end(&self) -> usize {
        self.end
    }

    /// The deals it holds.
    pub fn done(&self, experiment: &Experiment) -> Result<Done, LedgerError> {
        let mut done = Done::new(experiment);
        for &(point, index, _) in &self.blocks {
            done.mark(point, index)?;
        }
        Ok(done)
    }

    /// Whether every deal of the experiment is there.
    pub fn is_complete(&self, experiment: &Experiment) -> bool {
        self.done(experiment).is_ok_and(|done| done.complete().is_ok())
    }

    /// The record with its deals in order; `None` if they are already.
    pub fn in_order(&self) -> Option<Vec<u8>> {
        let ordered = self.blocks.is_sorted_by_key(|(point, index, _)| (*point, *index));
        (!ordered).then(|| join(&self.bytes[..self.heading], std::slice::from_ref(self)))
    }

    /// Every game, in the order of the file.
    pub fn rows(
        &self,
        experiment: &Experiment,
        mut each: impl FnMut(usize, Row),
    ) -> Result<(), LedgerError> {
        let mut reader = reader(&self.bytes[self.heading..self.end]);
        let mut line = StringRecord::new();
        let players = experiment.players.len();
        let mut seat = 0;
        while matches!(reader.read_record(&mut line), Ok(true)) {
            let row = row(&line, seat, experiment).ok_or_else(|| LedgerError::Damaged {
                line: line.position().map_or(0, csv::Position::line) + 2,
                reason: "a value that is none".to_owned(),
            })?;
            each(line.get(0).and_then(|text| text.parse().ok()).unwrap_or(0), row);
            seat = (seat + 1) % players;
        }
        Ok(())
    }
}

/// One record of several shares, in order.
pub fn merge(experiment: &Experiment, shares: &[Ledger<'_>]) -> Result<Vec<u8>, LedgerError> {
    let mut done = Done::new(experiment);
    for share in shares {
        for &(point, index, _) in &share.blocks {
            done.mark(point, index)?;
        }
    }
    done.complete()?;
    Ok(join(heading(experiment, Shard::WHOLE).as_bytes(), shares))
}

fn join(heading: &[u8], shares: &[Ledger<'_>]) -> Vec<u8> {
    let mut blocks: Vec<(usize, u64, &[u8])> = Vec::new();
    for share in shares {
        let block = |(point, index, range): &(usize, u64, Range<usize>)| {
            (*point, *index, &share.bytes[range.clone()])
        };
        blocks.extend(share.blocks.iter().map(block));
    }
    blocks.sort_unstable_by_key(|&(point, index, _)| (point, index));
    let size = blocks.iter().map(|(_, _, block)| block.len()).sum::<usize>();
    let mut joined = Vec::with_capacity(heading.len() + size);
    joined.extend_from_slice(heading);
    for (_, _, block) in blocks {
        joined.extend_from_slice(block);
    }
    joined
}

/// Which deals have been played.
#[derive(Clone, Debug)]
pub struct Done {
    /// Where each point begins among all deals, and the end.
    starts: Vec<usize>,
    played: Vec<bool>,
}

impl Done {
    /// Nothing yet.
    pub fn new(experiment: &Experiment) -> Self {
        let mut starts = vec![0];
        for (_, point) in experiment.points() {
            starts.push(starts[starts.len() - 1] + experiment.deals_at(point) as usize);
        }
        let all = starts[starts.len() - 1];
        Self { starts, played: vec![false; all] }
    }

    fn mark(&mut self, point: usize, index: u64) -> Result<(), LedgerError> {
        let played = &mut self.played[self.starts[point] + index as usize];
        if *played {
            return Err(LedgerError::Twice { point, index });
        }
        *played = true;
        Ok(())
    }

    /// The deals of all points, one after the other.
    pub(crate) fn all(&self) -> usize {
        self.played.len()
    }

    /// Point and deal of a job.
    pub(crate) fn job(&self, job: usize) -> (usize, u64) {
        let point = self.starts.partition_point(|&start| start <= job) - 1;
        (point, (job - self.starts[point]) as u64)
    }

    /// Whether a job is still to be done.
    pub(crate) fn is_open(&self, job: usize) -> bool {
        !self.played[job]
    }

    fn complete(&self) -> Result<(), LedgerError> {
        let Some(first) = self.played.iter().position(|played| !played) else { return Ok(()) };
        let (point, index) = self.job(first);
        let missing = self.played.iter().filter(|played| !**played).count() as u64;
        Err(LedgerError::Missing { missing, point, index })
    }
}

fn reader(body: &[u8]) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(body)
}

fn readings(experiment: &Experiment) -> usize {
    experiment.gauges.iter().map(|gauge| gauge.columns.len()).sum()
}

/// Whose length the heading has, if it is the expected one.
fn check_heading(bytes: &[u8], expected: &str) -> Result<usize, LedgerError> {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    let Some(found) = first.strip_prefix("# surefoot record ") else {
        return Err(LedgerError::Foreign);
    };
    let wanted = expected.lines().next().unwrap_or_default();
    let wanted = wanted.strip_prefix("# surefoot record ").unwrap_or_default();
    let names = ["schema", "experiment", "plan", "engine", "seed", "share"];
    // The plan last: its hash covers the seed, which says more to a reader.
    let pairs: Vec<_> = names.into_iter().zip(found.split("; ").zip(wanted.split("; "))).collect();
    let (plans, others): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|pair| pair.0 == "plan");
    for (what, (found, expected)) in others.into_iter().chain(plans) {
        if found != expected {
            let value = |text: &str| text.split(' ').next_back().unwrap_or_default().to_owned();
            let (found, expected) = (value(found), value(expected));
            return Err(LedgerError::Other { what, found, expected });
        }
    }
    if !bytes.starts_with(expected.as_bytes()) {
        let reason = "the heading is not as this version writes it".to_owned();
        return Err(LedgerError::Damaged { line: 2, reason });
    }
    Ok(expected.len())
}

fn number(field: &[u8]) -> Option<u64> {
    std::str::from_utf8(field).ok()?.parse().ok()
}

/// A line as a row; `None` if a value is none.
fn row(line: &StringRecord, player: usize, experiment: &Experiment) -> Option<Row> {
    let text = |field: usize| line.get(field);
    let float = |field: usize| match text(field)? {
        "" => Some(None),
        number => number.parse::<f64>().ok().map(Some),
    };
    let count = |field: usize| text(field)?.parse::<u32>().ok();
    let yes = |field: usize| match text(field)? {
        "" => Some(None),
        "true" => Some(Some(true)),
        "false" => Some(Some(false)),
        _ => None,
    };
    let (won, value) = match text(3)? {
        "true" => (Some(true), None),
        "false" => (Some(false), None),
        "" => (None, None),
        number => (None, Some(number.parse().ok()?)),
    };
    let extra = readings(experiment);
    let after = COLUMNS.len();
    let mut read = Vec::with_capacity(extra);
    for field in after..after + extra {
        read.push(float(field)?);
    }
    Some(Row {
        index: text(1)?.parse().ok()?,
        player,
        won,
        value,
        score: float(4)?,
        dig_density: float(5)?,
        digs: count(6)?,
        guesses: count(7)?,
        forced: if text(8)?.is_empty() { None } else { Some(count(8)?) },
        false_flags: count(9)?,
        wrong_claims: count(10)?,
        wrong_declaration: yes(11)?,
        error: Some(text(12)?).filter(|error| !error.is_empty()).map(str::to_owned),
        readings: read,
        seconds: float(after + extra)??,
    })
}

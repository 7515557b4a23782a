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

use std::fmt::Write;
use std::io::{self, BufRead, BufReader, Read};

use csv::StringRecord;
use surefoot_rules::{Neighbourhood, Rules};

use crate::experiment::line;
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;
use crate::play::record::Row;
use crate::play::signature;

/// The version of the schema.
pub const SCHEMA: u32 = 1;

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
    format!(
        "# surefoot record {SCHEMA}; experiment {}; plan {}; engine {}; seed {}; shard {shard}\n\
         {}\n",
        experiment.name,
        experiment.hash(),
        signature::COMMITTED.trim(),
        experiment.seed,
        line::columns(experiment),
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
pub fn said(source: impl Read) -> Result<Said, LedgerError> {
    let mut first = String::new();
    BufReader::new(source).read_line(&mut first).map_err(|_| LedgerError::Foreign)?;
    let value = |name: &str| {
        first.split("; ").find_map(|part| part.strip_prefix(name)).ok_or(LedgerError::Foreign)
    };
    let seed = value("seed ")?.parse().map_err(|_| LedgerError::Foreign)?;
    Ok(Said { plan: value("plan ")?.to_owned(), seed })
}

/// A record that was read: which deals it holds.
///
/// Records of millions of games are read as a stream. Where each deal stands is looked up
/// again by those who move deals about: a list of it, and the record itself, took longer to
/// put into memory than to read.
#[derive(Clone, Debug)]
pub struct Ledger {
    heading: usize,
    done: Done,
    ordered: bool,
    end: usize,
}

impl Ledger {
    /// Reads the record of (a share of) an experiment.
    pub fn read(
        source: impl Read,
        experiment: &Experiment,
        shard: Shard,
    ) -> Result<Self, LedgerError> {
        Self::scan(source, experiment, shard, |_, _, _| Some(()))
    }

    /// The same, with a look at the point and the row of every game, in the order of the
    /// file.
    pub fn read_rows(
        source: impl Read,
        experiment: &Experiment,
        shard: Shard,
        mut each: impl FnMut(usize, Row),
    ) -> Result<Self, LedgerError> {
        Self::scan(source, experiment, shard, |point, seat, line| {
            each(point, line::row(line, seat, experiment)?);
            Some(())
        })
    }

    /// `each` gets the point, the player and the line; it gives nothing if a value is none.
    fn scan(
        source: impl Read,
        experiment: &Experiment,
        shard: Shard,
        mut each: impl FnMut(usize, usize, &StringRecord) -> Option<()>,
    ) -> Result<Self, LedgerError> {
        let mut source = BufReader::with_capacity(CHUNK, WholeLines::of(source));
        let heading = check_heading(&mut source, &heading(experiment, shard))?;
        let done = Done::new(experiment);
        let mut ledger = Self { heading, done, ordered: true, end: heading };
        let deals: Vec<u64> =
            experiment.points().map(|(_, point)| experiment.deals_at(point)).collect();
        let width = line::width(experiment);
        let mut reader = reader(source);
        let mut line = StringRecord::new();
        let (mut current, mut seat, mut last) = ((0, 0), 0, None);
        loop {
            let more = reader.read_record(&mut line);
            let at = reader.position().line();
            if !more.map_err(|error| damaged(at, &error.to_string()))? {
                return Ok(ledger);
            }
            let at = line.position().map_or(at, csv::Position::line);
            let Some((point, index)) = line::deal(&line) else {
                return Err(damaged(at, "expected a point and a deal"));
            };
            if line.len() != width {
                return Err(damaged(at, "a wrong number of columns"));
            }
            if deals.get(point).is_none_or(|&deals| index >= deals) || !shard.has(index) {
                return Err(damaged(at, "a deal that this run does not play"));
            }
            if seat > 0 && current != (point, index) {
                return Err(damaged(at, "the deal before this is not whole"));
            }
            if line.get(2) != Some(experiment.players[seat].as_str()) {
                return Err(damaged(at, "another player was expected"));
            }
            each(point, seat, &line).ok_or_else(|| damaged(at, "a value that is none"))?;
            current = (point, index);
            seat += 1;
            if seat == experiment.players.len() {
                ledger.done.mark(point, index)?;
                ledger.ordered &= last < Some(current);
                ledger.end = heading + reader.position().byte() as usize;
                (last, seat) = (Some(current), 0);
            }
        }
    }

    /// How many bytes of the file are whole; what follows is to be cut away.
    pub fn end(&self) -> usize {
        self.end
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

    /// The record, whose bytes are given again, with its deals in order.
    pub fn in_order(&self, bytes: &[u8], experiment: &Experiment) -> Vec<u8> {
        join(&bytes[..self.heading], self.blocks(bytes, experiment))
    }

    /// Each deal's point, number and lines.
    fn blocks<'a>(&self, bytes: &'a [u8], experiment: &Experiment) -> Vec<Block<'a>> {
        let body = &bytes[self.heading..self.end];
        let mut reader = reader(body);
        let mut line = StringRecord::new();
        let (mut blocks, mut start, mut seats) = (Vec::new(), 0, 0);
        while matches!(reader.read_record(&mut line), Ok(true)) {
            seats += 1;
            let whole = seats == experiment.players.len();
            if let (true, Some((point, index))) = (whole, line::deal(&line)) {
                let end = reader.position().byte() as usize;
                blocks.push((point, index, &body[start..end]));
                (start, seats) = (end, 0);
            }
        }
        blocks
    }
}

/// A deal's point, number and lines.
type Block<'a> = (usize, u64, &'a [u8]);

fn damaged(line: u64, reason: &str) -> LedgerError {
    LedgerError::Damaged { line: line + 2, reason: reason.to_owned() }
}

/// How much of a record is read at once.
const CHUNK: usize = 1 << 16;

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
            let more = self.source.by_ref().take(CHUNK as u64).read_to_end(&mut self.held)?;
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

/// One record of several shares, each with its bytes, in order.
pub fn merge(experiment: &Experiment, shares: &[(Ledger, &[u8])]) -> Result<Vec<u8>, LedgerError> {
    let mut all = Done::new(experiment);
    for (Ledger { done, .. }, _) in shares {
        for job in (0..done.all()).filter(|&job| !done.is_open(job)) {
            let (point, index) = done.job(job);
            all.mark(point, index)?;
        }
    }
    all.complete()?;
    let blocks = shares.iter().flat_map(|(share, bytes)| share.blocks(bytes, experiment));
    Ok(join(heading(experiment, Shard::WHOLE).as_bytes(), blocks.collect()))
}

fn join(heading: &[u8], mut blocks: Vec<Block<'_>>) -> Vec<u8> {
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

fn reader<R: Read>(body: R) -> csv::Reader<R> {
    csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(body)
}

/// Whose length the heading has, if it is the expected one.
fn check_heading(source: &mut impl BufRead, expected: &str) -> Result<usize, LedgerError> {
    let mut bytes = Vec::new();
    for _ in expected.lines() {
        source.read_until(b'\n', &mut bytes).map_err(|error| damaged(0, &error.to_string()))?;
    }
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
    if bytes != expected.as_bytes() {
        let reason = "the heading is not as this version writes it".to_owned();
        return Err(LedgerError::Damaged { line: 2, reason });
    }
    Ok(expected.len())
}

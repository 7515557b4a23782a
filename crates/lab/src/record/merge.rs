//! Deals moved about: put in order, or joined from several shares or groups of players.
//!
//! A record of a hundred million games is some ten gigabytes, so nothing is held whole. It is
//! sorted as tapes were (Knuth, The Art of Computer Programming 3, 5.4): what is not in order is cut
//! into runs that fit in memory, each sorted and put aside in a file; then all runs are read side
//! by side, and whichever deal comes first is written. A record that is in order is a run
//! already, and one that fits in memory needs no file.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::blocks::{Blocks, DealAt};
use super::done::Done;
use super::error::{JoinError, RecordError};
use super::file::RecordFile;
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;
use crate::tunables;

/// A record whose deals are to be moved.
#[derive(Debug)]
pub struct RecordPart<'a, R> {
    /// What was played.
    pub experiment: &'a Experiment,
    /// Which share of it.
    pub shard: Shard,
    /// The record, heading and all.
    pub source: R,
    /// Whether its deals are known to stand in order.
    pub ordered: bool,
}

/// Whether these records, each a share of an experiment, make the whole of it.
pub fn make_whole(experiment: &Experiment, shares: &[RecordFile]) -> Result<(), RecordError> {
    let mut all = Done::new(experiment);
    for done in shares.iter().map(RecordFile::done) {
        for job in (0..done.all()).filter(|&job| !done.is_open(job)) {
            let (point, index) = done.job(job);
            all.mark(point, index)?;
        }
    }
    all.complete()
}

/// Writes a heading and, behind it, the deals of all parts in order; of a deal that stands in
/// several, what the first says comes first. What does not fit in memory is put aside in files whose
/// names begin as `beside` does; they are gone in the end.
///
/// ```
/// use surefoot_lab::experiment::{run, shard::Shard, shipped};
/// use surefoot_lab::record::{RecordPart, heading, write_in_order};
/// use surefoot_players::Roster;
///
/// let roster = Roster::standard();
/// let mut experiment = shipped::find(&roster, "score-told").unwrap()?;
/// experiment.deals = 2;
/// let record = run::whole_record(&experiment, &roster)?;
/// let (shard, ordered) = (Shard::WHOLE, false);
/// let part = RecordPart { experiment: &experiment, shard, source: &record[..], ordered };
/// let mut sorted = Vec::new();
/// let beside = std::env::temp_dir().join("surefoot-doc");
/// write_in_order(vec![part], &heading(&experiment, shard), &beside, &mut sorted)?;
/// assert_eq!(sorted.len(), record.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_in_order<R: Read>(
    parts: Vec<RecordPart<'_, R>>,
    heading: &str,
    beside: &Path,
    out: &mut impl Write,
) -> Result<(), JoinError> {
    in_runs(parts, heading, (beside, tunables::RECORD_RUN), out)
}

fn in_runs<R: Read>(
    parts: Vec<RecordPart<'_, R>>,
    heading: &str,
    (beside, most): (&Path, usize),
    out: &mut impl Write,
) -> Result<(), JoinError> {
    let mut aside = Aside { beside, files: Vec::new() };
    let mut runs = Vec::new();
    for (number, part) in parts.into_iter().enumerate() {
        let RecordPart { experiment, shard, source, ordered } = part;
        let refused = |error| JoinError::Record { part: number, error };
        let mut blocks = Blocks::of_record(source, experiment, shard).map_err(refused)?;
        if ordered {
            runs.push((number, Deals::Record(blocks)));
            continue;
        }
        loop {
            let (held, more) = Held::read(&mut blocks, most).map_err(refused)?;
            if !more {
                runs.push((number, Deals::Held(held)));
                break;
            }
            let file = aside.put(held)?;
            runs.push((number, Deals::Aside(Blocks::of_lines(file, experiment, shard))));
        }
    }
    out.write_all(heading.as_bytes())?;
    let mut texts = vec![String::new(); runs.len()];
    let mut first = BinaryHeap::new();
    for run in 0..runs.len() {
        advance(&mut runs, &mut texts, &mut first, run)?;
    }
    while let Some(Reverse((_, run))) = first.pop() {
        out.write_all(texts[run].as_bytes())?;
        advance(&mut runs, &mut texts, &mut first, run)?;
    }
    Ok(out.flush()?)
}

/// Which run has the deal that comes first; the first of several that have it.
type First = BinaryHeap<Reverse<(DealAt, usize)>>;

/// Takes the next deal of a run.
fn advance<R: Read>(
    runs: &mut [(usize, Deals<'_, R>)],
    texts: &mut [String],
    first: &mut First,
    run: usize,
) -> Result<(), JoinError> {
    let (part, deals) = &mut runs[run];
    let text = &mut texts[run];
    text.clear();
    let next = match deals {
        Deals::Record(blocks) => blocks.next_text(text),
        Deals::Aside(blocks) => blocks.next_text(text),
        Deals::Held(held) => Ok(held.next_text(text)),
    };
    let next = next.map_err(|error| JoinError::Record { part: *part, error })?;
    first.extend(next.map(|deal| Reverse((deal, run))));
    Ok(())
}

/// Deals in order.
enum Deals<'a, R> {
    Record(Blocks<'a, R>),
    Aside(Blocks<'a, File>),
    Held(Held),
}

/// A sorted run in memory.
struct Held {
    text: String,
    /// Each deal and where its lines stand, the last one first.
    deals: Vec<(DealAt, Range<usize>)>,
}

impl Held {
    /// Deals until they take more than `most` bytes, and whether there may be more.
    fn read(blocks: &mut Blocks<'_, impl Read>, most: usize) -> Result<(Self, bool), RecordError> {
        let (mut text, mut deals) = (String::new(), Vec::new());
        let mut more = true;
        while more && text.len() < most {
            let start = text.len();
            match blocks.next_text(&mut text)? {
                Some(deal) => deals.push((deal, start..text.len())),
                None => more = false,
            }
        }
        deals.sort_by_key(|(deal, _)| Reverse(*deal));
        Ok((Self { text, deals }, more))
    }

    fn next_text(&mut self, text: &mut String) -> Option<DealAt> {
        let (deal, lines) = self.deals.pop()?;
        text.push_str(&self.text[lines]);
        Some(deal)
    }
}

/// Runs in files, gone in the end.
struct Aside<'a> {
    beside: &'a Path,
    files: Vec<PathBuf>,
}

impl Aside<'_> {
    fn put(&mut self, mut held: Held) -> io::Result<File> {
        let mut path = self.beside.as_os_str().to_owned();
        path.push(format!(".{}-{}.run", std::process::id(), self.files.len()));
        let path = PathBuf::from(path);
        self.files.push(path.clone());
        let mut out = io::BufWriter::new(File::create(&path)?);
        let mut text = String::new();
        while held.next_text(&mut text).is_some() {
            out.write_all(text.as_bytes())?;
            text.clear();
        }
        out.flush()?;
        File::open(path)
    }
}

impl Drop for Aside<'_> {
    fn drop(&mut self) {
        for path in &self.files {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::heading;
    use crate::statistics::results::tests::{experiment, record};
    use surefoot_rules::Random;

    /// Deals in any order, in runs of any size: the record as if one thread had played it.
    #[test]
    fn runs_of_any_size_give_the_same_record() {
        let experiment = &experiment(40, "");
        let whole = record(experiment, |point, index, player| {
            (index + point as u64).is_multiple_of(2 + player as u64)
        });
        let start = heading(experiment, Shard::WHOLE);
        let text = std::str::from_utf8(&whole[start.len()..]).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let mut blocks: Vec<String> = lines.chunks(2).map(<[&str]>::concat).collect();
        let mut random = Random::named("runs", [1, 0]);
        for at in (1..blocks.len()).rev() {
            blocks.swap(at, random.below(at as u32 + 1) as usize);
        }
        let mixed = start.clone() + &blocks.concat();
        assert_ne!(mixed.as_bytes(), whole);
        let beside = std::env::temp_dir().join(format!("surefoot-runs-{}", std::process::id()));
        for most in [1, 500, 3_000, usize::MAX] {
            let (source, shard) = (mixed.as_bytes(), Shard::WHOLE);
            let part = RecordPart { experiment, shard, source, ordered: false };
            let mut sorted = Vec::new();
            in_runs(vec![part], &start, (&beside, most), &mut sorted).unwrap();
            assert!(sorted == whole, "runs of {most} bytes");
        }
        let name = beside.file_name().unwrap().to_string_lossy().into_owned();
        let left = fs::read_dir(std::env::temp_dir()).unwrap().flatten();
        let left = left.filter(|file| file.file_name().to_string_lossy().starts_with(&name));
        assert_eq!(left.count(), 0);
    }
}

//! Deals moved about: put in order, or joined from several shares or groups of players.
//!
//! Where each deal stands is looked up when it is needed: a list of it kept while reading
//! took longer to put into memory than to read again.

use csv::StringRecord;

use super::columns::deal;
use super::done::Done;
use super::error::RecordError;
use super::file::{RecordFile, reader};
use super::heading::heading;
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;

/// A deal's point, number and lines.
type Block<'a> = (usize, u64, &'a [u8]);

impl RecordFile {
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
            if let (true, Some((point, index))) = (whole, deal(&line)) {
                let end = reader.position().byte() as usize;
                blocks.push((point, index, &body[start..end]));
                (start, seats) = (end, 0);
            }
        }
        blocks
    }
}

/// One record of several shares, each with its bytes, in order.
pub fn merge(
    experiment: &Experiment,
    shares: &[(RecordFile, &[u8])],
) -> Result<Vec<u8>, RecordError> {
    let mut all = Done::new(experiment);
    for (RecordFile { done, .. }, _) in shares {
        for job in (0..done.all()).filter(|&job| !done.is_open(job)) {
            let (point, index) = done.job(job);
            all.mark(point, index)?;
        }
    }
    all.complete()?;
    let blocks = shares.iter().flat_map(|(share, bytes)| share.blocks(bytes, experiment));
    Ok(join(heading(experiment, Shard::WHOLE).as_bytes(), blocks.collect()))
}

/// One record of the same deals played by several groups of players, in the order of groups.
pub(crate) fn join_players(
    whole: &Experiment,
    shard: Shard,
    groups: &[(&Experiment, RecordFile, &[u8])],
) -> Vec<u8> {
    // Sorting is stable: what the first group did stands first.
    let blocks = groups.iter().flat_map(|(experiment, file, bytes)| file.blocks(bytes, experiment));
    join(heading(whole, shard).as_bytes(), blocks.collect())
}

fn join(heading: &[u8], mut blocks: Vec<Block<'_>>) -> Vec<u8> {
    blocks.sort_by_key(|&(point, index, _)| (point, index));
    let size = blocks.iter().map(|(_, _, block)| block.len()).sum::<usize>();
    let mut joined = Vec::with_capacity(heading.len() + size);
    joined.extend_from_slice(heading);
    for (_, _, block) in blocks {
        joined.extend_from_slice(block);
    }
    joined
}

//! Which deals of an experiment have been played.

use super::error::RecordError;
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;

/// Which deals have been played.
#[derive(Clone, Debug)]
pub struct Done {
    /// Where each point begins among all deals, and the end.
    starts: Vec<usize>,
    /// A bit for each, up to the last one that was played: there may be a hundred million.
    played: Vec<u64>,
}

impl Done {
    /// Nothing yet.
    pub fn new(experiment: &Experiment) -> Self {
        let mut starts = vec![0];
        for (_, point) in experiment.points() {
            starts.push(starts[starts.len() - 1] + experiment.deals_at(point) as usize);
        }
        Self { starts, played: Vec::new() }
    }

    pub(super) fn mark(&mut self, point: usize, index: u64) -> Result<(), RecordError> {
        let job = self.starts[point] + index as usize;
        if !self.is_open(job) {
            return Err(RecordError::Twice { point, index });
        }
        let (word, bit) = place(job);
        if self.played.len() <= word {
            self.played.resize(word + 1, 0);
        }
        self.played[word] |= bit;
        Ok(())
    }

    /// The deals of all points, one after the other.
    pub(crate) fn all(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    /// Point and deal of a job.
    pub(crate) fn job(&self, job: usize) -> (usize, u64) {
        let point = self.starts.partition_point(|&start| start <= job) - 1;
        (point, (job - self.starts[point]) as u64)
    }

    /// Whether a job is still to be done.
    pub(crate) fn is_open(&self, job: usize) -> bool {
        let (word, bit) = place(job);
        self.played.get(word).is_none_or(|played| played & bit == 0)
    }

    /// Whether every deal of a share was played.
    pub fn is_complete(&self, shard: Shard) -> bool {
        let mut open = (0..self.all()).filter(|&job| self.is_open(job));
        !open.any(|job| shard.has(self.job(job).1))
    }

    pub(super) fn complete(&self) -> Result<(), RecordError> {
        let mut open = (0..self.all()).filter(|&job| self.is_open(job));
        let Some(first) = open.next() else { return Ok(()) };
        let (point, index) = self.job(first);
        let missing = 1 + open.count() as u64;
        Err(RecordError::Missing { missing, point, index })
    }
}

/// The word and the bit of a job.
fn place(job: usize) -> (usize, u64) {
    (job / 64, 1 << (job % 64))
}

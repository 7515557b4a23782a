//! More of what has been played: further deals at every point, or one more player on the deals
//! of a finished record.
//!
//! Deals and players have random streams of their own, so what is there stays as it is. More
//! deals make the record the beginning of a longer one. One more player plays alone, into a
//! record beside (`adding/`); when that is finished the two are joined. Either may be killed at
//! any moment.

use std::fs;
use std::path::Path;
use std::str::FromStr;

use surefoot_players::Roster;

use super::{Folder, FolderError, open, put_joined, recorded};
use crate::experiment::plan::{BoardPanel, Experiment};
use crate::experiment::shard::Shard;
use crate::play::Estimator;
use crate::play::source::Source;
use crate::record::{self, RecordFile};
use crate::tunables;

/// What is wanted more: a number of deals, or a player.
///
/// ```
/// use surefoot_lab::experiment::folder::More;
///
/// assert_eq!("500".parse(), Ok(More::Deals(500)));
/// assert_eq!("gauss:cutoff=300".parse(), Ok(More::Player("gauss:cutoff=300".to_owned())));
/// assert!("0".parse::<More>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum More {
    /// So many deals at every point.
    Deals(u64),
    /// A player, by its text.
    Player(String),
}

/// A text that is neither.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither a number of deals from 1 to {most} nor a player", most = tunables::MOST_DEALS)]
pub struct ParseMoreError(String);

impl FromStr for More {
    type Err = ParseMoreError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Ok(Self::Player(text.to_owned()));
        }
        let deals = text.parse().ok().filter(|deals| (1..=tunables::MOST_DEALS).contains(deals));
        deals.map(Self::Deals).ok_or_else(|| ParseMoreError(text.to_owned()))
    }
}

/// One more player, on the deals of finished records.
#[derive(Debug)]
pub struct Adding {
    /// What that player plays alone.
    pub alone: Vec<Experiment>,
    /// What the records then hold.
    pub whole: Vec<Experiment>,
    /// Where it plays.
    pub folder: Folder,
    before: Vec<Experiment>,
}

impl Folder {
    /// The experiments of these names as their records in this folder were made.
    pub fn recorded(
        &self,
        roster: &Roster,
        names: &[String],
        shard: Shard,
        boards: Option<&[BoardPanel]>,
    ) -> Result<Vec<Experiment>, FolderError> {
        let one = |name: &String| {
            let path = self.record_path(name, shard);
            if !path.exists() {
                return Err(FolderError::NoRecord(path));
            }
            recorded(roster, name, &path, boards)
        };
        names.iter().map(one).collect()
    }

    /// Makes finished records the beginnings of such that have so many more deals at every
    /// point, which are then to be continued; gives their experiments.
    pub fn more_deals(
        &self,
        roster: &Roster,
        names: &[String],
        deals: u64,
        shard: Shard,
    ) -> Result<Vec<Experiment>, FolderError> {
        let mut longer = Vec::new();
        for experiment in self.recorded(roster, names, shard, None)? {
            let given = |point: &Source| matches!(point, Source::Boards(_));
            if experiment.points().any(|(_, point)| given(&point.source)) {
                return Err(FolderError::AllBoards(experiment.name));
            }
            let deals = experiment.deals.saturating_add(deals).min(tunables::MOST_DEALS);
            longer.push(self.lengthen(&experiment, shard, deals)?.1);
        }
        Ok(longer)
    }

    /// Prepares one more player for finished records: its games are to be played into the
    /// folder [`Adding`] names, and then [joined](Folder::join_player).
    pub fn more_player(
        &self,
        roster: &Roster,
        names: &[String],
        player: &str,
        shard: Shard,
        boards: Option<&[BoardPanel]>,
    ) -> Result<Adding, FolderError> {
        let mut before = self.recorded(roster, names, shard, boards)?;
        // Whoever plays already needs no place; a run may have been killed when all was done.
        let (there, missing) =
            before.drain(..).partition(|one| one.players.iter().any(|other| other == player));
        before = missing;
        let folder = Self::new(self.root.join("adding"));
        let mut adding = Adding { alone: Vec::new(), whole: there, folder, before };
        for experiment in &adding.before {
            if experiment.estimate == Estimator::Advantage {
                return Err(FolderError::NoAdding(experiment.name.clone()));
            }
            let whole = experiment.with_player(roster, player)?;
            let path = &self.record_path(&experiment.name, shard);
            let said = record::said(open(path)?).map_err(FolderError::record(path))?;
            // Unless it was killed when all but the last step was done.
            if said.plan != whole.hash() {
                let read = RecordFile::read(open(path)?, experiment, shard);
                let read = read.map_err(FolderError::record(path))?;
                if !read.done().is_complete(shard) {
                    return Err(FolderError::Unfinished(path.clone()));
                }
            }
            let seat = whole.players.len() - 1;
            let mut alone = whole.clone();
            (alone.players, alone.looks) = (vec![player.to_owned()], vec![whole.looks[seat]]);
            (alone.stop, alone.full) = (None, whole.deals);
            adding.alone.push(alone);
            adding.whole.push(whole);
        }
        Ok(adding)
    }

    /// Joins what one more player has played with what was there.
    pub fn join_player(&self, adding: &Adding, shard: Shard) -> Result<(), FolderError> {
        let Adding { alone, whole, before, folder } = adding;
        let whole = &whole[whole.len() - before.len()..];
        for ((alone, whole), before) in alone.iter().zip(whole).zip(before) {
            let path = &self.record_path(&whole.name, shard);
            let said = record::said(open(path)?).map_err(FolderError::record(path))?;
            if said.plan != whole.hash() {
                let beside = &folder.record_path(&whole.name, shard);
                let part = |path: &Path, experiment| (path.to_owned(), experiment, shard, false);
                let parts = [part(path, before), part(beside, alone)];
                put_joined(path, whole, shard, &parts)?;
            }
            self.put_source(whole)?;
        }
        let _ = fs::remove_dir_all(&folder.root);
        Ok(())
    }
}

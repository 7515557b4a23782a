//! Two runs of the same experiments against each other, deal by deal: before and after a change
//! of the engine, or two machines.

use surefoot_players::Roster;

use super::{Folder, FolderError, open, recorded};
use crate::experiment::measure::Measure;
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;
use crate::record;
use crate::statistics::paired::{Difference, pooled};
use crate::statistics::results::{Results, batch};

/// A player in one part of an experiment: what it did in the second run against the first.
#[derive(Clone, Debug)]
pub struct Version {
    /// The experiment.
    pub experiment: String,
    /// The part of it; empty if it has only one.
    pub panel: String,
    /// The player.
    pub player: String,
    /// What is measured.
    pub measure: Measure,
    /// The means of the two runs; of times, medians.
    pub means: [f64; 2],
    /// The second less the first; of times, a ratio.
    pub difference: Difference,
    /// Whether it stands out of all that were compared.
    pub stands_out: bool,
}

impl Version {
    /// Whether the second run is worse, and for certain.
    pub fn is_worse(&self) -> bool {
        self.stands_out && self.is_loss() == Some(true)
    }

    /// Whether the second run is better, and for certain.
    pub fn is_better(&self) -> bool {
        self.stands_out && self.is_loss() == Some(false)
    }

    /// Whether the difference is for the worse; `None` where neither is.
    fn is_loss(&self) -> Option<bool> {
        let level = if self.measure == Measure::Seconds { 1.0 } else { 0.0 };
        let less = self.measure.less_is_better()?;
        Some((self.difference.mean > level) == less)
    }
}

/// Compares what both folders hold whole records of: the same experiments on the same deals,
/// by whatever engines.
pub fn compare(
    roster: &Roster,
    before: &Folder,
    after: &Folder,
) -> Result<Vec<Version>, FolderError> {
    let theirs = after.names()?;
    let common: Vec<String> =
        before.names()?.into_iter().filter(|name| theirs.contains(name)).collect();
    if common.is_empty() {
        return Err(FolderError::NothingCommon);
    }
    let mut all = Vec::new();
    for name in &common {
        let [one, other] = [before.as_made(roster, name)?, after.as_made(roster, name)?];
        let shared = |player: &&String| other.players.contains(player);
        let players: Vec<String> = one.players.iter().filter(shared).cloned().collect();
        let plan = |of: &Experiment| Experiment { players: players.clone(), ..of.clone() }.hash();
        if plan(&one) != plan(&other) || players.is_empty() {
            return Err(FolderError::Unlike(name.clone()));
        }
        // In the same batches, to be compared deal by deal.
        let batch = batch(&one).max(batch(&other));
        let [one, other] = [before.results_in(batch, &one)?, after.results_in(batch, &other)?];
        versions(&mut all, &players, [&one, &other]);
    }
    let tests = all.len();
    for version in &mut all {
        version.stands_out = version.difference.stands_out_of(tests, version.measure);
    }
    Ok(all)
}

impl Folder {
    /// An experiment as its record was made, by whatever engine.
    fn as_made(&self, roster: &Roster, name: &str) -> Result<Experiment, FolderError> {
        let path = &self.record_path(name, Shard::WHOLE);
        let said = record::said(open(path)?).map_err(FolderError::record(path))?;
        let experiment = recorded(roster, name, path, None)?;
        Ok(Experiment { engine: said.engine, ..experiment })
    }
}

fn versions(all: &mut Vec<Version>, players: &[String], both: [&Results<'_>; 2]) {
    let experiment = both[0].experiment;
    for &measure in experiment.measures.iter().filter(|measure| !measure.is_of_board()) {
        for player in players {
            let seats = both.map(|of| of.experiment.seat(player).unwrap_or_default());
            for (panel, points) in experiment.panels_with_points() {
                let points: Vec<usize> = points.collect();
                let pairs: Vec<_> = points
                    .iter()
                    .map(|&point| {
                        let ours = both[1].values(point, seats[1], measure);
                        (ours, both[0].values(point, seats[0], measure))
                    })
                    .collect();
                let means = [0, 1].map(|run| both[run].average(&points, seats[run], measure));
                let (Some(difference), [Some(one), Some(other)]) = (pooled(&pairs, measure), means)
                else {
                    continue;
                };
                all.push(Version {
                    experiment: experiment.name.clone(),
                    panel: panel.title.clone(),
                    player: player.clone(),
                    measure,
                    means: [one, other],
                    difference,
                    stands_out: false,
                });
            }
        }
    }
}

//! When an experiment may stop before all its deals are played: a sequential test of two of its
//! players.
//!
//! The test is that of [`Sprt`], on one mean difference per deal over all points. It is looked
//! at after whole stages of a [folder](crate::experiment)'s record.

use crate::statistics::results::Results;
use crate::statistics::sprt::{Sprt, Verdict};

/// A rule to stop by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoppingRule {
    /// The player whose gain over the other is tested, and the other, by their places.
    pub players: (usize, usize),
    /// The gain that is no gain, and the one that is looked for: in the unit of tables, and
    /// upwards where less is better.
    pub sprt: Sprt,
}

impl StoppingRule {
    /// What the test says, once it does.
    pub fn verdict(&self, results: &Results<'_>) -> Option<Verdict> {
        let experiment = results.experiment;
        let measure = experiment.measures[0];
        let (ours, theirs) = self.players;
        let points = 0..experiment.points().count();
        let pairs: Vec<_> = points.map(|point| ((point, ours), (point, theirs))).collect();
        let sign = if measure.less_is_better() == Some(true) { -1.0 } else { 1.0 };
        let gaps = results.gaps(&pairs, measure)?;
        let gains = gaps.into_iter().map(|gap| sign * gap).collect();
        Some(self.sprt.verdict(&gains)).filter(|&verdict| verdict != Verdict::Open)
    }

    /// The same in words.
    pub fn said(&self, results: &Results<'_>) -> String {
        let experiment = results.experiment;
        let [ours, theirs] =
            [self.players.0, self.players.1].map(|at| format!("`{}`", experiment.players[at]));
        let (Sprt { d0, d1 }, deals) = (self.sprt, experiment.deals);
        let measure = experiment.measures[0];
        let gain = |value: f64| match measure.unit() {
            Some("%") => format!("{} points", measure.scale() * value),
            Some(unit) => format!("{value} {unit}"),
            None => value.to_string(),
        };
        match self.verdict(results) {
            Some(Verdict::H1) => {
                format!("stopped at {deals} deals: {ours} gains {} or more over {theirs}", gain(d1))
            }
            Some(_) => {
                format!("stopped at {deals} deals: {ours} gains {} or less over {theirs}", gain(d0))
            }
            None => format!(
                "after {deals} deals it is still open whether {ours} gains {} over {theirs}",
                gain(d1)
            ),
        }
    }
}

//! One measure of what was played: what a clause of the answer speaks of, and what a figure draws.

use crate::experiment::measure::Measure;
use crate::experiment::plan::Experiment;
use crate::statistics::paired::Difference;
use crate::statistics::results::{Estimated, PlayerAt, Results};

/// See the [module](self).
#[derive(Clone, Copy)]
pub(crate) struct MeasuredResults<'a> {
    pub(crate) results: &'a Results<'a>,
    pub(crate) experiment: &'a Experiment,
    pub(crate) measure: Measure,
}

impl<'a> MeasuredResults<'a> {
    pub(crate) fn of(results: &'a Results<'a>, measure: Measure) -> Self {
        Self { results, experiment: results.experiment, measure }
    }

    /// A panel's points by number.
    pub(crate) fn points(self, panel: usize) -> Vec<usize> {
        let panel = self.experiment.panels_with_points().nth(panel);
        panel.into_iter().flat_map(|(_, points)| points).collect()
    }

    /// All points by number.
    pub(crate) fn all_points(self) -> Vec<usize> {
        (0..self.experiment.points().count()).collect()
    }

    /// See [`Results::estimate`].
    pub(crate) fn estimate(self, point: usize, player: usize) -> Option<Estimated> {
        self.results.estimate(point, player, self.measure)
    }

    /// See [`Results::estimated`].
    pub(crate) fn estimated(self, point: usize, player: usize) -> Option<f64> {
        self.results.estimated(point, player, self.measure)
    }

    /// See [`Results::average`].
    pub(crate) fn average(self, points: &[usize], player: usize) -> Option<f64> {
        self.results.average(points, player, self.measure)
    }

    /// See [`Results::difference`].
    pub(crate) fn difference(self, ours: PlayerAt, theirs: PlayerAt) -> Option<Difference> {
        self.results.difference(ours, theirs, self.measure)
    }

    /// See [`Results::pooled`].
    pub(crate) fn pooled(self, pairs: &[(PlayerAt, PlayerAt)]) -> Option<Difference> {
        self.results.pooled(pairs, self.measure)
    }
}

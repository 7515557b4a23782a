//! Players whose lines lie on top of each other. Five lines within a line's width are a smear
//! in which nobody is found: they are drawn as one band, and how they differ is
//! [drawn by itself](super::differences).

use super::axis::Scale;
use super::drawn;
use crate::report::measured_results::MeasuredResults;
use crate::tunables::{BUNDLED, LEAST_BUNDLE};

/// Those who lie together in the main figure, if any do. Where the answer is about how players
/// differ or where they cross something, each has its own line.
pub(super) fn bundle(data: MeasuredResults<'_>, axis: &Scale) -> Vec<usize> {
    let experiment = data.experiment;
    let form = &experiment.answer;
    let asked = form.threshold.is_some() || form.compare.is_some() || form.contrast.is_some();
    // Differences of times are not drawn.
    if asked || data.measure != experiment.measures[0] || data.measure.is_time() {
        return Vec::new();
    }
    let place = |point: usize, player: usize| {
        let estimate = data.estimate(point, player)?;
        Some(axis.at(estimate.mean * data.measure.scale()))
    };
    let near = |one: usize, other: usize| {
        experiment.panels_with_points().all(|(_, points)| {
            let apart = points.filter_map(|at| Some((place(at, one)? - place(at, other)?).abs()));
            let (sum, count) = apart.fold((0.0, 0), |(sum, count), gap| (sum + gap, count + 1));
            count > 0 && sum / f64::from(count) <= BUNDLED * axis.length()
        })
    };
    let players: Vec<usize> = drawn(data).collect();
    let mut largest: Vec<usize> = Vec::new();
    for &player in &players {
        let mut together = vec![player];
        // Whoever lies near to one of them lies among them.
        while let Some(&next) = players.iter().find(|&&other| {
            !together.contains(&other) && together.iter().any(|&one| near(one, other))
        }) {
            together.push(next);
        }
        if together.len() > largest.len() {
            largest = together;
        }
    }
    largest.sort_unstable();
    if largest.len() < LEAST_BUNDLE || largest.len() == players.len() {
        return Vec::new();
    }
    largest
}

//! Where to click first, and what that is worth against the middle of the board.
//!
//! The best of forty cells looks better than it is. What it gains is claimed only where it
//! stands out of as many tests as there are cells, and cells that are not told from it are
//! counted in.

use crate::experiment::plan::{Panel, image};
use crate::play::source::Source;
use crate::report::measured_results::MeasuredResults;
use crate::report::plot::rounded;

/// The best first click of a panel.
#[derive(Clone, Debug)]
pub(crate) struct BestClick {
    /// Its place among the panel's points.
    pub(crate) at: usize,
    /// Those that are not told from it, itself included.
    pub(crate) alike: Vec<usize>,
    /// What it gains over the middle of the board, where that is told.
    pub(crate) gain: Option<f64>,
}

/// The best first click of a panel whose first point has this number.
pub(crate) fn best_click(
    data: MeasuredResults<'_>,
    (panel, first): (&Panel, usize),
) -> Option<BestClick> {
    let places = 0..panel.points.len();
    let mean = |at: usize| data.estimated(first + at, 0);
    let best = places.clone().filter(|&at| mean(at).is_some()).max_by(|&one, &other| {
        mean(one).unwrap_or(f64::MIN).total_cmp(&mean(other).unwrap_or(f64::MIN))
    })?;
    let apart = |at: usize| {
        let gap = data.difference((first + best, 0), (first + at, 0));
        gap.filter(|gap| gap.stands_out_of(panel.points.len(), data.measure))
    };
    let alike = places.clone().filter(|&at| apart(at).is_none()).collect();
    let grid = &panel.points[0].rules.grid;
    let middle = Source::First(image(grid, grid.middle()));
    let middle = panel.points.iter().position(|point| point.source == middle);
    let gain = middle.and_then(apart).map(|gap| gap.mean);
    Some(BestClick { at: best, alike, gain })
}

/// A clause per panel: the best cell, or that none stands out.
pub(super) fn best(data: MeasuredResults<'_>) -> Vec<String> {
    let (mut told, mut open) = (Vec::new(), Vec::new());
    for (number, panel) in data.experiment.panels.iter().enumerate() {
        let first = data.points(number)[0];
        let Some(found) = best_click(data, (panel, first)) else { continue };
        let title = format!("`{}`", panel.title);
        let Some(gain) = found.gain else {
            open.push(title);
            continue;
        };
        let cell = &panel.points[found.at].x;
        let others = found.alike.len() - 1;
        let others = if others > 0 { " or a cell like it" } else { "" };
        let gain = rounded(gain * data.measure.scale(), 1);
        told.push(format!("`{cell}`{others} on {title} (+{gain})"));
    }
    let nowhere = |where_: String| format!("no first click is told from the middle on {where_}");
    match (told.is_empty(), open.len()) {
        (true, _) => vec![nowhere(super::list(&open))],
        (false, 0) => vec![head(&told)],
        (false, 1) => vec![head(&told), nowhere(open[0].clone())],
        (false, _) => vec![head(&told), nowhere("the others".to_owned())],
    }
}

fn head(told: &[String]) -> String {
    format!("click first at {}, in points over the middle", super::list(told))
}

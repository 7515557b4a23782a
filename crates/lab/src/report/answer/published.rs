//! What others have published, beside the best player here: at how many points their value
//! lies below, within or above its interval. Theirs have errors too, which nobody has told.

use super::ranking;
use super::words::{list, name};
use crate::experiment::measure::Measure;
use crate::statistics::results::Results;

/// Points at which a published value lies below, within and above our interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sides {
    below: u32,
    within: u32,
    above: u32,
}

/// A sentence on all sources; empty where nobody has published anything.
pub(super) fn published(data: &Results<'_>, measure: Measure) -> String {
    let experiment = data.experiment;
    let all: Vec<usize> = (0..experiment.points().count()).collect();
    let Some(&(player, _)) = ranking(data, &all, measure).first() else { return String::new() };
    let mut sources: Vec<(&str, Sides)> =
        experiment.sources().into_iter().map(|source| (source, Sides::default())).collect();
    for (point, (panel, place)) in experiment.points().enumerate() {
        let ours = data.estimate(point, player, measure).and_then(|at| at.interval);
        let Some(interval) = ours else { continue };
        for (source, value) in experiment.published_at(&experiment.panels[panel].title, &place.x) {
            for (_, sides) in sources.iter_mut().filter(|(known, _)| *known == source) {
                sides.add(value / measure.scale(), interval);
            }
        }
    }
    let said: Vec<String> =
        sources.iter().filter_map(|(source, sides)| sides.said(source)).collect();
    if said.is_empty() {
        return String::new();
    }
    format!(
        "Published values against the 95 % intervals of {}: {}.",
        name(data, player),
        said.join("; ")
    )
}

impl Sides {
    fn add(&mut self, value: f64, (low, high): (f64, f64)) {
        // Published digits end before ours do.
        let slack = 1e-9;
        let side = match (value < low - slack, value > high + slack) {
            (true, _) => &mut self.below,
            (_, true) => &mut self.above,
            _ => &mut self.within,
        };
        *side += 1;
    }

    fn said(self, source: &str) -> Option<String> {
        let all = self.below + self.within + self.above;
        let sides = [(self.below, "below"), (self.within, "within"), (self.above, "above")];
        let sides = sides.iter().filter(|(count, _)| *count > 0);
        let sides: Vec<String> = sides.map(|(count, side)| format!("{side} at {count}")).collect();
        let points = if all == 1 { "point" } else { "points" };
        (all > 0).then(|| format!("{source} {} of {all} {points}", list(&sides)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::results::tests::{experiment, record};

    #[test]
    fn sides_are_counted_by_source() {
        let published = "[[published]]\nsource = \"them\"\nx = [10, 20, 30]\ny = [50, 99, 1]\n\
                         [[published]]\nsource = \"others\"\nx = [10]\ny = [20]\n";
        let experiment = experiment(40, published);
        // `exact` wins half of its games everywhere, `queue` none.
        let bytes = record(&experiment, |_, index, player| player == 1 && index < 20);
        let data = Results::read(&experiment, &bytes[..]).unwrap();
        // Nothing was played at 30.
        assert_eq!(
            super::published(&data, Measure::Won),
            "Published values against the 95 % intervals of `exact`: them within at 1 and above \
             at 1 of 2 points; others below at 1 of 1 point."
        );
    }
}

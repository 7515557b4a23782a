//! One measure against another, game by game: games are sorted by the one and cut
//! into groups of equal size, and the other is shown for each group.
//!
//! A cloud of thousands of games shows less: shares of games won are zeros and ones.

use super::axis::{self, Scale, plain};
use super::legend::{self, Entry};
use super::{Canvas, Figure, Look, duration};
use crate::data::{Data, bootstrap, median};
use crate::interval;
use crate::measure::Measure;
use crate::tally::Moments;

const TOP: f64 = 66.0;
const HEIGHT: f64 = 290.0;
const WIDE: f64 = 520.0;
/// Groups into which the games of a player are cut.
const GROUPS: usize = 8;

/// A group: where it lies, its mean, and the interval of that.
type Place = (f64, f64, Option<(f64, f64)>);

/// Draws `measure` against another.
pub(super) fn draw(data: &Data<'_>, against: Measure, measure: Measure, name: String) -> Figure {
    let experiment = data.experiment;
    let series: Vec<Vec<Place>> = (0..experiment.players.len())
        .map(|player| groups(data.both(player, against, measure), measure))
        .collect();
    let all = || series.iter().flatten();
    let x_range = span(all().map(|place| place.0));
    let scale = measure.scale();
    let ends = all().flat_map(|&(_, y, interval)| {
        let (low, high) = interval.unwrap_or((y, y));
        [y * scale, low * scale, high * scale]
    });
    let (low, high) = span(ends);
    let timed = measure == Measure::Seconds;
    let y_range = match measure {
        Measure::Seconds => (low.max(1e-9) / 1.3, high.max(1e-9) * 1.3),
        _ => (0.0, if measure.is_share() { (1.08 * high).min(scale) } else { 1.08 * high }),
    };
    let bottom = TOP + HEIGHT;
    let left = 74.0;
    let x = Scale::new(x_range, (left + 12.0, left + WIDE - 12.0), false);
    let y = Scale::new(y_range, (bottom, TOP), timed);
    let mut canvas = Canvas::new(&experiment.title);
    canvas.upward((20.0, f64::midpoint(TOP, bottom)), "ink", measure.axis());
    for tick in y.ticks(6) {
        canvas.line((left, y.at(tick)), (left + WIDE, y.at(tick)), "grid");
        let text = if timed { duration(tick * (1.0 + 1e-9)) } else { plain(tick) };
        canvas.text((left - 8.0, y.at(tick) + 4.0), "end", "soft", &text);
    }
    canvas.line((left, TOP), (left, bottom), "axis");
    axis::bottom(&mut canvas, &x, &x.ticks(6), (TOP, bottom), against.axis());
    for (places, player) in series.iter().zip(0..) {
        let look = Look::Ours(player);
        let line: Vec<(f64, f64)> =
            places.iter().map(|&(at, mean, _)| (x.at(at), y.at(mean * scale))).collect();
        for (&(_, _, interval), &(at, _)) in places.iter().zip(&line) {
            if let Some((low, high)) = interval {
                let (low, high) = (y.at(low.max(0.0) * scale), y.at(high * scale));
                canvas.line((at, low), (at, high), &format!("bar {}", look.line()));
            }
        }
        canvas.path(&line, &format!("line {}", look.line()), look.dash());
        for place in line {
            look.marker(&mut canvas, place);
        }
    }
    let entries: Vec<Entry> = experiment
        .players
        .iter()
        .enumerate()
        .map(|(player, text)| Entry { look: Look::Ours(player), text: text.clone(), joined: true })
        .collect();
    legend::draw(&mut canvas, (left + WIDE + 18.0, TOP), &entries);
    let width = left + WIDE + 26.0 + legend::width(&entries);
    let title = format!("{}: {} against {}", experiment.title, measure.axis(), against.axis());
    canvas.finish(name, title, width, bottom + 54.0)
}

fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    match low < high {
        true => (low, high),
        false if low.is_finite() => (low - 0.5, low + 0.5),
        false => (0.0, 1.0),
    }
}

/// Sorts games and cuts them into groups.
fn groups(mut games: Vec<(f64, f64)>, measure: Measure) -> Vec<Place> {
    games.sort_by(|one, other| one.0.total_cmp(&other.0));
    let size = games.len().div_ceil(GROUPS).max(1);
    games
        .chunks(size)
        .filter_map(|group| {
            let x: Moments = group.iter().map(|game| game.0).collect();
            let y: Moments = group.iter().map(|game| game.1).collect();
            let mut values: Vec<f64> = group.iter().map(|game| game.1).collect();
            let (mean, interval) = match measure {
                Measure::Won => {
                    (y.mean()?, interval::wilson(values.iter().sum::<f64>() as u64, y.count))
                }
                // As everywhere: one game that was disturbed makes a mean of times worthless.
                Measure::Seconds => (median(&mut values), bootstrap(&values)),
                _ => (y.mean()?, interval::mean(&y)),
            };
            Some((x.mean()?, mean, interval))
        })
        .collect()
}

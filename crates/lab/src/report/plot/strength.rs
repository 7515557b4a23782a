//! Strength against time: what engines win, by what a game costs them. The frontier is drawn:
//! who is on it is beaten by nobody who is quicker.
//!
//! Those that win less than half of what the best wins are left out; the differences that
//! matter are among the others.

use super::axis::{self, Scale};
use super::legend::{self, LegendEntry};
use super::look::Look;
use super::{Anchor, Canvas, Figure, Mark, duration, rounded, tidy};
use crate::league::LeagueRow;

const TOP: f64 = 66.0;
const HEIGHT: f64 = 330.0;
const WIDE: f64 = 360.0;

/// Draws a league: a panel for each promise.
pub(crate) fn draw(promises: &[String], rows: &[LeagueRow]) -> Figure {
    let best = |at: usize| rows.iter().map(|row| row.results[at].won.mean).fold(0.0, f64::max);
    let strong = |row: &&LeagueRow| {
        row.results.iter().enumerate().any(|(at, one)| one.won.mean * 2.0 >= best(at))
    };
    let shown: Vec<&LeagueRow> = rows.iter().filter(strong).collect();
    let look = |at: usize| Look::Ours { colour: at % 8, shape: (at + at / 8) % 8 };
    let entry = |(at, row): (usize, &&LeagueRow)| LegendEntry::marks(look(at), &row.player);
    let entries: Vec<LegendEntry> = shown.iter().enumerate().map(entry).collect();
    let bottom = TOP + HEIGHT.max(legend::height(&entries));
    let mut canvas = Canvas::new("The league: strength against time");
    let times = shown.iter().flat_map(|row| &row.results).map(|one| one.seconds.max(1e-6));
    let (least, most) =
        times.fold((f64::INFINITY, 1e-6_f64), |(low, high), time| (low.min(time), high.max(time)));
    let (left, gap) = (92.0, 92.0);
    for (at, promise) in promises.iter().enumerate() {
        let from = left + at as f64 * (WIDE + gap);
        let x = Scale::new((least.min(most) / 1.5, most * 1.5), (from, from + WIDE), true);
        let ends = |row: &&LeagueRow| row.results[at].won.interval.unwrap_or((0.0, 1.0));
        let low = shown.iter().map(|row| ends(row).0).fold(1.0, f64::min);
        let high = shown.iter().map(|row| ends(row).1).fold(0.0, f64::max);
        let y = Scale::new(
            ((100.0 * low).floor().max(0.0), (100.0 * high).ceil()),
            (bottom, TOP),
            false,
        );
        canvas.text(
            (from + WIDE / 2.0, TOP - 14.0),
            Anchor::Middle,
            "ink",
            &format!("first click promised: {promise}"),
        );
        let ticks = axis::named(y.ticks(8));
        axis::side(&mut canvas, &y, &ticks, (from, WIDE), Some("games won, %"));
        let ticks: Vec<(f64, String)> =
            x.ticks(5).into_iter().map(|tick| (tick, tidy(tick))).collect();
        axis::bottom(&mut canvas, &x, &ticks, (TOP, bottom), "CPU time a game");
        let place = |row: &LeagueRow| {
            let one = &row.results[at];
            (x.at(one.seconds.max(1e-6)), y.at(100.0 * one.won.mean))
        };
        // Upwards on the page is downwards in pixels.
        let mut quick: Vec<(f64, f64)> = shown.iter().map(|row| place(row)).collect();
        quick.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut frontier: Vec<(f64, f64)> = Vec::new();
        for (x, y) in quick {
            if let Some(&(_, before)) = frontier.last() {
                if y >= before {
                    continue;
                }
                frontier.push((x, before));
            }
            frontier.push((x, y));
        }
        canvas.path(&frontier, "mark", "");
        for (number, row) in shown.iter().enumerate() {
            let one = &row.results[at];
            let (across, up) = place(row);
            let ends = one
                .won
                .interval
                .map(|(low, high)| [low, high].map(|end| (across, y.at(100.0 * end))));
            let says = format!(
                "{}, {promise}: {} % in {}",
                row.player,
                rounded(100.0 * one.won.mean, 2),
                duration(one.seconds)
            );
            canvas.marks(look(number), &[Mark { place: (across, up), ends, says }]);
        }
    }
    let right = left + promises.len() as f64 * (WIDE + gap) - gap;
    legend::draw(&mut canvas, (right + 18.0, TOP), &entries);
    let width = right + 26.0 + legend::width(&entries);
    let title = "Games won against CPU time a game, by engine".to_owned();
    canvas.finish("league".to_owned(), title, width, bottom + 54.0)
}

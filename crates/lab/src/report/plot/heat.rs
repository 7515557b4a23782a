//! Heat maps of boards: the win rate by first click, and the probability of a mine.
//!
//! Colours run evenly from light to dark, so that they read in grey and with every kind
//! of colour blindness; where there is room the number stands in its cell.

use surefoot_inference::{AnalysisError, Options, Workspace};
use surefoot_rules::{Cell, Grid, Tile, View};

use super::axis::plain;
use super::{Anchor, Canvas, Figure};
use crate::experiment::plan::{self, Panel};
use crate::play::source::Source;
use crate::report::answer::best_click;
use crate::report::measured_results::MeasuredResults;

/// `ColorBrewer`'s yellow-orange-brown: even in lightness.
const WARM: [[f64; 3]; 5] = [
    [255.0, 255.0, 229.0],
    [254.0, 227.0, 145.0],
    [254.0, 153.0, 41.0],
    [204.0, 76.0, 2.0],
    [102.0, 37.0, 6.0],
];
/// `viridis`, from dark to light.
const COOL: [[f64; 3]; 5] = [
    [68.0, 1.0, 84.0],
    [59.0, 82.0, 139.0],
    [33.0, 145.0, 140.0],
    [94.0, 201.0, 98.0],
    [253.0, 231.0, 37.0],
];

fn colour(stops: &[[f64; 3]; 5], share: f64) -> [u8; 3] {
    let place = 4.0 * share.clamp(0.0, 1.0);
    let at = (place.floor() as usize).min(3);
    let part = place - at as f64;
    std::array::from_fn(|c| (stops[at][c] + part * (stops[at + 1][c] - stops[at][c])).round() as u8)
}

/// The ink that reads on a colour: black or white, whichever has more contrast (WCAG).
fn ink(hue: [u8; 3]) -> &'static str {
    let [r, g, b] = hue.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    // Where 1.05 / (light + 0.05), of white, is (light + 0.05) / 0.05, of black.
    if light > 0.179 { "#000" } else { "#fff" }
}

fn fill([r, g, b]: [u8; 3]) -> String {
    format!("fill=\"#{r:02x}{g:02x}{b:02x}\"")
}

/// A number in the middle of a cell so wide.
fn number(canvas: &mut Canvas, (x, y): (f64, f64), cell: f64, hue: [u8; 3], text: &str) {
    let class = if ink(hue) == "#000" { "k" } else { "w" };
    let (size, small) = if cell > 30.0 { (12.0, "") } else { (10.0, " small") };
    canvas.text((x, y + size * 0.36), Anchor::Middle, &format!("{class}{small}"), text);
}

/// A bar of colours with its ends named.
fn bar(
    canvas: &mut Canvas,
    stops: &[[f64; 3]; 5],
    (x, top): (f64, f64),
    height: f64,
    ends: [&str; 2],
) {
    let bands = 24;
    let step = height / f64::from(bands);
    for at in 0..bands {
        let share = (f64::from(at) + 0.5) / f64::from(bands);
        let y = top + height - f64::from(at + 1) * step;
        canvas.rect((x, y), (14.0, step + 0.4), &fill(colour(stops, share)));
    }
    canvas.text((x + 20.0, top + height), Anchor::Start, "soft", ends[0]);
    canvas.text((x + 20.0, top + 10.0), Anchor::Start, "soft", ends[1]);
}

/// The measure by first click, one board per panel, two abreast.
pub(super) fn first_clicks(data: MeasuredResults<'_>, name: String) -> Figure {
    let experiment = data.experiment;
    let mut canvas = Canvas::new(&format!("{} ({})", experiment.title, experiment.players[0]));
    let (side, gap, top) = (440.0, 104.0, 92.0);
    let mut bottom = top;
    for ((panel, points), at) in experiment.panels_with_points().zip(0_u32..) {
        let corner =
            (56.0 + f64::from(at % 2) * (side + gap), top + f64::from(at / 2) * (side + 106.0));
        map(&mut canvas, data, (panel, points.start), corner, side);
        bottom = corner.1 + side;
    }
    let columns = experiment.panels.len().min(2) as f64;
    let title = format!("{}: {}", experiment.title, data.measure.axis());
    canvas.finish(name, title, 56.0 + columns * (side + gap), bottom + 56.0)
}

fn map(
    canvas: &mut Canvas,
    data: MeasuredResults<'_>,
    (panel, first): (&Panel, usize),
    (left, top): (f64, f64),
    side: f64,
) {
    let Some(point) = panel.points.first() else { return };
    let grid = &point.rules.grid;
    let found: Vec<_> = (0..panel.points.len()).map(|at| data.estimate(first + at, 0)).collect();
    let shown = |at: usize| found[at].map(|estimate| estimate.mean * data.measure.scale());
    let values = || (0..found.len()).filter_map(shown);
    let (low, high) =
        (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let half = found.iter().flatten().filter_map(|estimate| estimate.interval);
    let widest =
        half.map(|(from, to)| (to - from) / 2.0 * data.measure.scale()).fold(0.0, f64::max);
    let cell = side / f64::from(grid.width().max(grid.height()));
    let best = best_click(data, (panel, first));
    let framed = |at: Option<usize>| {
        best.as_ref().zip(at).is_some_and(|(best, at)| best.alike.contains(&at))
    };
    for place in grid.cells() {
        let at = image(grid, panel, place);
        let Some(value) = at.and_then(shown) else { continue };
        let share = if high > low { (value - low) / (high - low) } else { 0.5 };
        let hue = colour(&COOL, share);
        let point = grid.point(place);
        let (x, y) = (left + f64::from(point.x) * cell, top + f64::from(point.y) * cell);
        canvas.rect((x, y), (cell, cell), &fill(hue));
        if framed(at) {
            canvas.rect((x + 1.5, y + 1.5), (cell - 3.0, cell - 3.0), &rim(hue));
        }
        let middle = (x + cell / 2.0, y + cell / 2.0);
        number(canvas, middle, cell, hue, &format!("{value:.1}"));
    }
    for column in (0..grid.width()).step_by(if grid.width() > 12 { 3 } else { 1 }) {
        let x = left + (f64::from(column) + 0.5) * cell;
        canvas.text((x, top - 4.0), Anchor::Middle, "soft small", &column.to_string());
    }
    for row in (0..grid.height()).step_by(if grid.height() > 12 { 3 } else { 1 }) {
        let y = top + (f64::from(row) + 0.5) * cell + 4.0;
        canvas.text((left - 6.0, y), Anchor::End, "soft small", &row.to_string());
    }
    canvas.text((left + side / 2.0, top - 18.0), Anchor::Middle, "soft small", "column");
    canvas.upward((left - 28.0, top + side / 2.0), "soft small", "row");
    canvas.text((left, top - 32.0), Anchor::Start, "ink", &panel.title);
    let ends = [format!("{low:.1} %"), format!("{high:.1} %")];
    bar(canvas, &COOL, (left + side + 12.0, top), side * 0.6, [&ends[0], &ends[1]]);
    let caption = format!("{}; colours from this board's least to its most", data.measure.axis());
    canvas.text((left, top + side + 18.0), Anchor::Start, "soft small", &caption);
    let caption =
        format!("frames: the best and what is not told from it; intervals: at most ± {widest:.1}");
    canvas.text((left, top + side + 34.0), Anchor::Start, "soft small", &caption);
}

fn rim(hue: [u8; 3]) -> String {
    format!("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"", ink(hue))
}

/// The point that was played for a cell or a mirror image of it.
fn image(grid: &Grid, panel: &Panel, cell: Cell) -> Option<usize> {
    let image = plan::image(grid, cell);
    panel.points.iter().position(|point| point.source == Source::First(image))
}

/// The probability of a mine in every closed cell of a position.
pub fn probabilities(view: &View, title: &str, name: String) -> Result<Figure, AnalysisError> {
    let mut workspace = Workspace::new(Options::default());
    let posterior = workspace.solve(view)?;
    let grid = view.grid();
    let (left, top) = (44.0, 66.0);
    let cell = (900.0 / f64::from(grid.width())).clamp(28.0, 40.0);
    let mut canvas = Canvas::new(title);
    for place in grid.cells() {
        let point = grid.point(place);
        let (x, y) = (left + f64::from(point.x) * cell, top + f64::from(point.y) * cell);
        let middle = (x + cell / 2.0, y + cell / 2.0);
        let Some(mine) = posterior.probability(place) else {
            canvas.rect((x, y), (cell, cell), "class=\"open\"");
            let text = match view.tile(place) {
                Tile::Clue(0) => String::new(),
                Tile::Clue(clue) => clue.to_string(),
                Tile::Mine => "✹".to_owned(),
                _ => "?".to_owned(),
            };
            canvas.text((middle.0, middle.1 + 4.5), Anchor::Middle, "ink", &text);
            continue;
        };
        let hue = colour(&WARM, mine);
        canvas.rect((x, y), (cell, cell), &format!("class=\"cell\" {}", fill(hue)));
        number(&mut canvas, middle, cell, hue, &format!("{:.0}", 100.0 * mine));
    }
    for column in (0..grid.width()).step_by(5) {
        let x = left + (f64::from(column) + 0.5) * cell;
        canvas.text((x, top - 6.0), Anchor::Middle, "soft small", &plain(column.into()));
    }
    for row in (0..grid.height()).step_by(5) {
        let y = top + (f64::from(row) + 0.5) * cell + 4.0;
        canvas.text((left - 8.0, y), Anchor::End, "soft small", &plain(row.into()));
    }
    let (width, height) = (f64::from(grid.width()) * cell, f64::from(grid.height()) * cell);
    bar(&mut canvas, &WARM, (left + width + 16.0, top), height.min(260.0), ["0 %", "100 %"]);
    let caption =
        "numbers in colour: probability of a mine, %; on grey: clues; axes: column and row";
    canvas.text((left, top + height + 20.0), Anchor::Start, "soft", caption);
    Ok(canvas.finish(name, title.to_owned(), left + width + 84.0, top + height + 36.0))
}

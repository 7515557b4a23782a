//! Figures, drawn as SVG by hand.
//!
//! Plotting libraries were looked at and not taken: intervals, legends that never cover
//! data, dark pages and series that can be told apart without colour each needed more
//! code around them than the drawing itself. A figure is a card that brings its own
//! background; on a dark screen it turns dark, in print and as PNG it is light.
//!
//! Series differ by colour (readable with every kind of colour blindness), by marker and
//! by dash. Intervals are 95 %.

mod axis;
mod bundle;
mod canvas;
mod differences;
mod dots;
mod frames;
mod heat;
mod legend;
mod lines;
mod look;
#[cfg(feature = "png")]
mod pixels;
mod relation;
mod spread;
#[cfg(feature = "toml")]
mod strength;

use std::fmt::Write;

use crate::experiment::measure::Measure;
use crate::experiment::plan::Over;
use crate::report::html_table::shown;
use crate::report::measured_results::MeasuredResults;
use crate::statistics::results::{Estimated, PlayerAt, Results};
use crate::tunables::SIGNS_THAT_TELL;

use canvas::{Anchor, Canvas, Mark};
use look::COLOURS;

pub use heat::probabilities;
#[cfg(feature = "png")]
pub use pixels::{PixelError, png};
#[cfg(feature = "toml")]
pub(crate) use strength::draw as strength;

/// A drawn figure.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The name of its files, without the ending.
    pub name: String,
    /// What it shows, for those who cannot see it.
    pub title: String,
    width: f64,
    height: f64,
    body: String,
}

/// Light colours; dark ones replace them on dark screens.
const LIGHT: &str = "\
.figure text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;font-size:12px}\
.figure .head{font-size:14px;font-weight:bold}.figure .small{font-size:10px}\
.figure .card{fill:#fff;stroke:#d0d7de}.figure .ink{fill:#1f2328}.figure .soft{fill:#57606a}\
.figure .grid{stroke:#e4e8ec;fill:none}.figure .mark{stroke:#57606a;fill:none;stroke-dasharray:5 4}.figure .axis{stroke:#57606a;fill:none}\
.figure .mid{text-anchor:middle}.figure .end{text-anchor:end}.figure .k{fill:#000}.figure .w{fill:#fff}\
.figure .line{fill:none;stroke-width:1.7}.figure .marks{stroke-width:1.3}\
.figure .bundle{fill:none;stroke:#8c959f;stroke-width:7;stroke-opacity:.55;stroke-linejoin:round}.figure .bundled{fill:#57606a;stroke:#57606a}\
.figure .open{fill:#eaeef2;stroke:#d0d7de}.figure .rim{fill:none;stroke:#1f2328;stroke-width:1.5}\
.figure .cell{stroke:#8c6d4a;stroke-width:.5}\
.figure .lp{stroke:#6e7781;fill:none}.figure .sp{fill:#fff;stroke:#6e7781}";
const DARK: &str = "\
.figure .card{fill:#161b22;stroke:#30363d}.figure .ink{fill:#e6edf3}.figure .soft{fill:#9da7b3}\
.figure .grid{stroke:#2a313a}.figure .mark{stroke:#9da7b3}.figure .axis{stroke:#9da7b3}\
.figure .open{fill:#21262d;stroke:#30363d}.figure .rim{stroke:#e6edf3}\
.figure .bundled{fill:#9da7b3;stroke:#9da7b3}\
.figure .lp{stroke:#9da7b3}.figure .sp{fill:#161b22;stroke:#9da7b3}";
/// The colours of figures, for a page that holds several.
pub fn style() -> String {
    let dark = coloured(DARK, |(_, dark)| dark);
    format!("{}@media screen and (prefers-color-scheme:dark){{{dark}}}", light())
}

fn light() -> String {
    coloured(LIGHT, |(light, _)| light)
}

/// A style with the colours of series: of their lines, and of their marks.
fn coloured(style: &str, of: fn((&'static str, &'static str)) -> &'static str) -> String {
    let mut style = style.to_owned();
    for (at, colour) in COLOURS.into_iter().map(of).enumerate() {
        let _ = write!(
            style,
            ".figure .l{at}{{stroke:{colour}}}.figure .s{at}{{stroke:{colour};fill:{colour}}}"
        );
    }
    style
}

impl Figure {
    /// A file of its own.
    pub fn svg(&self) -> String {
        self.with_style(&style())
    }

    /// As it is printed: light.
    #[cfg(feature = "png")]
    fn light_svg(&self) -> String {
        self.with_style(&light())
    }

    /// A part of a page that has the [`style`].
    pub fn inline(&self) -> String {
        self.with_style("")
    }

    fn with_style(&self, style: &str) -> String {
        let Self { width, height, body, title, .. } = self;
        let style =
            if style.is_empty() { String::new() } else { format!("<style>{style}</style>\n") };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" role=\"img\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\">\n\
             <title>{}</title>\n{style}\
             <rect class=\"card\" x=\".5\" y=\".5\" width=\"{:.0}\" height=\"{:.0}\" rx=\"6\"/>\n\
             {body}</svg>\n",
            escape(title),
            width - 1.0,
            height - 1.0,
        )
    }
}

/// The figures of an experiment: one per measure, one of spreads, and one of differences where those are asked
/// for or too small to be seen.
pub fn figures(data: &Results<'_>) -> Vec<Figure> {
    let experiment = data.experiment;
    let mut figures = Vec::new();
    for (at, &measure) in experiment.measures.iter().enumerate() {
        let measured = MeasuredResults::of(data, measure);
        let name = match at {
            0 => experiment.name.clone(),
            _ => format!("{}-{}", experiment.name, measure.name().replace('_', "-")),
        };
        let related = experiment.related();
        if let Some(&(against, _)) = related.iter().find(|(_, of)| *of == measure) {
            figures.push(relation::draw(measured, against, name));
            continue;
        }
        let over = experiment.panels.first().map(|panel| panel.over);
        figures.push(match over {
            Some(Over::First) => heat::first_clicks(measured, name),
            Some(over) if over.is_numeric() && !in_rows(data) => lines::draw(measured, name),
            _ => dots::draw(measured, name),
        });
    }
    figures.extend(spread::draw(data));
    figures.extend(differences::draw(data));
    figures
}

/// Whether players stand in rows although a number was varied: more lines than there are
/// colours are not told apart, and at few places they need not be lines.
fn in_rows(data: &Results<'_>) -> bool {
    let places = data.experiment.panels.iter().map(|panel| panel.points.len()).max();
    data.experiment.players.len() > COLOURS.len() && places.is_some_and(|most| most <= 4)
}

/// A tick of an axis: times with their unit.
fn tick_text(measure: Measure, value: f64) -> String {
    if measure.is_time() { tidy(value) } else { axis::plain(value) }
}

/// What stands above the figure of a measure: what it shows, where there are several.
fn heading(data: MeasuredResults<'_>) -> String {
    let experiment = data.experiment;
    let few = experiment.points().all(|(_, at)| experiment.deals_at(at) < SIGNS_THAT_TELL);
    let few = if few { " (too few games for intervals)" } else { "" };
    match experiment.measures.len() {
        1 => format!("{}{few}", experiment.title),
        _ => format!("{} – {}{few}", experiment.title, data.measure.noun()),
    }
}

/// The interval of a value as it is drawn. Of very few games it is as high as the figure and
/// hides all others; the table has it.
fn drawn_interval(estimate: &Estimated) -> Option<(f64, f64)> {
    estimate.interval.filter(|_| estimate.count >= SIGNS_THAT_TELL)
}

/// What a mark says when it is pointed at: whose it is, where, and its value.
fn says(data: MeasuredResults<'_>, (point, player): PlayerAt) -> String {
    let experiment = data.experiment;
    let place = experiment.points().nth(point).map_or(String::new(), |(_, at)| at.x.to_string());
    let text = |value: f64| shown(data.measure, data.measure.digits(), value);
    let value = data.estimate(point, player).map_or(String::new(), |of| {
        let ends = of.interval.map(|(low, high)| format!(" [{}, {}]", text(low), text(high)));
        text(of.mean) + &ends.unwrap_or_default()
    });
    format!("{}, {place}: {value}", experiment.players[player])
}

/// The players that a measure is drawn for: where it is of the board, one stands for all.
fn drawn(data: MeasuredResults<'_>) -> std::ops::Range<usize> {
    0..if data.measure.is_of_board() { 1 } else { data.experiment.players.len() }
}

/// A round time, without needless digits.
fn tidy(seconds: f64) -> String {
    duration(seconds * (1.0 + 1e-9)).replace(".00", "").replace(".0", "")
}

/// About how wide a text is at 12 px.
fn width_of(text: &str) -> f64 {
    7.3 * text.chars().count() as f64
}

/// A number with so many digits; nothing has no sign.
pub(crate) fn rounded(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// A time in the unit that suits it.
pub(crate) fn duration(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s < 1e-3 => (1e6 * s, "µs"),
        s if s < 1.0 => (1e3 * s, "ms"),
        s => (s, "s"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::results::tests::{experiment, record};

    /// Where the texts of a drawing begin, and what they say.
    fn texts(svg: &str) -> Vec<(f64, String)> {
        svg.lines()
            .filter_map(|line| line.strip_prefix("<text x=\""))
            .map(|rest| {
                let (x, rest) = rest.split_once('"').unwrap();
                let text = rest.split_once('>').unwrap().1.trim_end_matches("</text>");
                (x.parse().unwrap(), text.to_owned())
            })
            .collect()
    }

    #[test]
    fn a_figure_shows_every_player_and_interval_beside_its_legend() {
        let published = "[[published]]\nsource = \"them\"\nx = [10]\ny = [80]\n";
        let experiment = experiment(40, published);
        let bytes =
            record(&experiment, |point, index, player| index < 30 - (10 * point + player) as u64);
        let data = Results::read(&experiment, &bytes[..]).unwrap();
        let figures = figures(&data);
        assert_eq!(figures.len(), 1);
        let svg = figures[0].svg();
        // Two players at two points, each with an interval and what it says when pointed at.
        assert_eq!(svg.matches("><title>").count(), 2 * 2 + 1);
        assert!(svg.contains("><title>exact, 20: 47.50 [32.94, 62.50]</title>"), "{svg}");
        let texts = texts(&svg);
        // The tick of the last point is the rightmost that says so.
        let place = |wanted: &str| {
            let places = texts.iter().filter(|(_, text)| text == wanted).map(|(x, _)| *x);
            places.fold(0.0, f64::max)
        };
        for entry in ["queue", "exact", "published: them"] {
            assert!(place(entry) > place("20") + 20.0, "{entry} lies right of the last point");
        }
        assert!(svg.contains("games won, %") && svg.contains("prefers-color-scheme:dark"));
        let png = png(&figures[0]).unwrap();
        assert!(png.starts_with(b"\x89PNG") && png.len() > 5_000);
    }

    /// The smallest text is read on a phone: figures keep their size there.
    #[test]
    fn no_text_is_small() {
        let experiment = experiment(40, "answer = { threshold = 50 }\n");
        let bytes =
            record(&experiment, |point, index, player| index < 28 - (10 * point + player) as u64);
        let data = Results::read(&experiment, &bytes[..]).unwrap();
        let svg = figures(&data)[0].svg();
        // The threshold, and where both players cross it.
        let marks = svg.matches("class=\"mark\"").count() + svg.matches("class=\"mark l").count();
        assert_eq!(marks, 3, "{svg}");
        let sizes = |text: &str| -> Vec<f64> {
            text.split("font-size:")
                .skip(1)
                .map(|rest| rest.split("px").next().unwrap().parse().unwrap())
                .collect()
        };
        assert!(sizes(&svg).len() >= 3 && sizes(&svg).iter().all(|&size| size >= 10.0));
        assert!(
            !crate::report::style::STYLE
                .split("@media print")
                .next()
                .unwrap()
                .contains("svg{max-width")
        );
    }

    #[test]
    fn times_are_told_in_their_unit() {
        assert_eq!(duration(0.000_012_3), "12.3 µs");
        assert_eq!(duration(0.004_56), "4.56 ms");
        assert_eq!(duration(123.0), "123 s");
        assert_eq!(escape("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
    }
}

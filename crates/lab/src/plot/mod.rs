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
mod dots;
mod heat;
mod legend;
mod lines;
mod pixels;
mod relation;

use std::fmt::Write;

use crate::data::Data;
use crate::measure::Measure;
use crate::plan::Over;

pub use heat::probabilities;
pub use pixels::png;

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
.figure .grid{stroke:#e4e8ec;fill:none}.figure .axis{stroke:#57606a;fill:none}\
.figure .line{fill:none;stroke-width:1.7}.figure .bar{fill:none;stroke-width:1.2}\
.figure .open{fill:#eaeef2;stroke:#d0d7de}.figure .rim{fill:none;stroke:#1f2328;stroke-width:1.5}\
.figure .lp{stroke:#6e7781;fill:none}.figure .mp{fill:#fff;stroke:#6e7781;stroke-width:1.4}";
const DARK: &str = "\
.figure .card{fill:#161b22;stroke:#30363d}.figure .ink{fill:#e6edf3}.figure .soft{fill:#9da7b3}\
.figure .grid{stroke:#2a313a}.figure .axis{stroke:#9da7b3}\
.figure .open{fill:#21262d;stroke:#30363d}.figure .rim{stroke:#e6edf3}\
.figure .lp{stroke:#9da7b3}.figure .mp{fill:#161b22;stroke:#9da7b3}";
/// After Okabe and Ito, darkened for lines on white; and lightened for dark screens.
const COLOURS: [(&str, &str); 8] = [
    ("#0072b2", "#58a6ff"),
    ("#d55e00", "#ff9a57"),
    ("#007a5a", "#3fcf9f"),
    ("#a4508b", "#e39cc5"),
    ("#8c6d00", "#e3b341"),
    ("#2b8ba8", "#8fd3e8"),
    ("#24292f", "#e6edf3"),
    ("#6b7a00", "#c5d16b"),
];

/// The colours of figures, for a page that holds several.
pub fn style() -> String {
    let mut dark = DARK.to_owned();
    for (at, (_, colour)) in COLOURS.iter().enumerate() {
        let _ = write!(dark, ".figure .l{at}{{stroke:{colour}}}.figure .m{at}{{fill:{colour}}}");
    }
    format!("{}@media screen and (prefers-color-scheme:dark){{{dark}}}", light())
}

fn light() -> String {
    let mut light = LIGHT.to_owned();
    for (at, (colour, _)) in COLOURS.iter().enumerate() {
        let _ = write!(light, ".figure .l{at}{{stroke:{colour}}}.figure .m{at}{{fill:{colour}}}");
    }
    light
}

impl Figure {
    /// A file of its own.
    pub fn svg(&self) -> String {
        self.with_style(&style())
    }

    /// As it is printed: light.
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

/// The figures of an experiment: one per measure.
pub fn figures(data: &Data<'_>) -> Vec<Figure> {
    let experiment = data.experiment;
    let mut figures = Vec::new();
    for (at, &measure) in experiment.measures.iter().enumerate() {
        let name = match at {
            0 => experiment.name.clone(),
            _ => format!("{}-{}", experiment.name, measure.name().replace('_', "-")),
        };
        let against = experiment.answer.against.as_deref();
        let other = experiment.measures.iter().find(|other| Some(other.name()) == against);
        if let Some(&other) = other.filter(|&&other| other != measure) {
            figures.push(relation::draw(data, other, measure, name));
            continue;
        }
        let over = experiment.panels.first().map(|panel| panel.over);
        figures.push(match over {
            Some(Over::First) => heat::first_clicks(data, measure, name),
            Some(over) if over.is_numeric() => lines::draw(data, measure, name),
            _ => dots::draw(data, measure, name),
        });
    }
    figures
}

/// What is drawn on.
struct Canvas {
    body: String,
}

impl Canvas {
    fn new(title: &str) -> Self {
        let mut canvas = Self { body: String::new() };
        canvas.text((16.0, 26.0), "start", "ink head", title);
        canvas
    }

    fn text(&mut self, (x, y): (f64, f64), anchor: &str, class: &str, text: &str) {
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{}</text>",
            escape(text)
        );
    }

    /// Upwards, centred.
    fn upward(&mut self, (x, y): (f64, f64), class: &str, text: &str) {
        let _ = writeln!(
            self.body,
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" text-anchor=\"middle\" \
             class=\"{class}\">{}</text>",
            escape(text)
        );
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let _ = writeln!(
            self.body,
            "<path class=\"{class}\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
            from.0, from.1, to.0, to.1
        );
    }

    fn path(&mut self, points: &[(f64, f64)], class: &str, dash: &str) {
        let mut d = String::new();
        for (at, (x, y)) in points.iter().enumerate() {
            let _ = write!(d, "{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' });
        }
        let dash = match dash {
            "" => String::new(),
            dash => format!(" stroke-dasharray=\"{dash}\""),
        };
        let _ = writeln!(self.body, "<path class=\"{class}\"{dash} d=\"{d}\"/>");
    }

    fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), paint: &str) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" {paint}/>"
        );
    }

    fn finish(self, name: String, title: String, width: f64, height: f64) -> Figure {
        Figure { name, title, width, height, body: self.body }
    }
}

/// How a series looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// One of ours, by its number.
    Ours(usize),
    /// Somebody else's, by its number.
    Published(usize),
}

impl Look {
    fn line(self) -> String {
        match self {
            Self::Ours(at) => format!("l{}", at % COLOURS.len()),
            Self::Published(_) => "lp".to_owned(),
        }
    }

    fn dash(self) -> &'static str {
        match self {
            Self::Ours(at) => ["", "7 3", "2 3", "9 3 2 3"][at % 4],
            Self::Published(_) => "1 4",
        }
    }

    /// Its marker about a point; whoever shares a colour has another shape.
    fn marker(self, canvas: &mut Canvas, (x, y): (f64, f64)) {
        let (class, shape) = match self {
            Self::Ours(at) => (format!("m{}", at % COLOURS.len()), (at + at / 8) % 8),
            Self::Published(at) => ("mp".to_owned(), (at + 1) % 4),
        };
        let r = 4.0;
        let d = match shape {
            0 => format!(
                "M{:.1} {y:.1}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 -{} 0Z",
                x - r,
                2.0 * r,
                2.0 * r
            ),
            1 => format!("M{:.1} {:.1}h7v7h-7Z", x - 3.5, y - 3.5),
            2 => format!("M{x:.1} {:.1}l4.6 8h-9.2Z", y - 4.8),
            3 => format!("M{x:.1} {:.1}l5 5l-5 5l-5 -5Z", y - 5.0),
            4 => format!("M{x:.1} {:.1}l4.6 -8h-9.2Z", y + 4.8),
            5 => format!(
                "M{:.1} {:.1}l3 3l3 -3l2 2l-3 3l3 3l-2 2l-3 -3l-3 3l-2 -2l3 -3l-3 -3Z",
                x - 3.0,
                y - 5.0
            ),
            6 => format!(
                "M{:.1} {:.1}h3v3.500h3.500v3h-3.500v3.500h-3v-3.500h-3.500v-3h3.500Z",
                x - 1.5,
                y - 5.0
            ),
            _ => format!("M{x:.1} {:.1}l5 3.600l-1.900 5.900h-6.200l-1.900 -5.900Z", y - 5.2),
        };
        let _ = writeln!(canvas.body, "<path class=\"{class}\" d=\"{d}\"/>");
    }
}

/// About how wide a text is at 12 px.
fn width_of(text: &str) -> f64 {
    7.3 * text.chars().count() as f64
}

/// A value as a reader wants to see it.
pub(crate) fn shown(measure: Measure, value: f64) -> String {
    if measure == Measure::Seconds {
        return duration(value);
    }
    format!("{:.*}", measure.digits(), measure.scale() * value)
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
    use crate::data::tests::{experiment, record};
    use crate::ledger::Ledger;
    use crate::shard::Shard;

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
        let ledger = Ledger::read(&bytes, &experiment, Shard::WHOLE).unwrap();
        let data = Data::read(&experiment, &ledger).unwrap();
        let figures = figures(&data);
        assert_eq!(figures.len(), 1);
        let svg = figures[0].svg();
        // Two players at two points: three strokes each.
        assert_eq!(svg.matches("class=\"bar l").count(), 2 * 2 * 3);
        let texts = texts(&svg);
        // The tick of the last point is the rightmost that says so.
        let place = |wanted: &str| {
            let places = texts.iter().filter(|(_, text)| text == wanted).map(|(x, _)| *x);
            places.fold(0.0, f64::max)
        };
        for entry in ["queue", "exact", "them"] {
            assert!(place(entry) > place("20") + 20.0, "{entry} lies right of the last point");
        }
        assert!(svg.contains("games won, %") && svg.contains("prefers-color-scheme:dark"));
        let png = png(&figures[0]).unwrap();
        assert!(png.starts_with(b"\x89PNG") && png.len() > 5_000);
    }

    #[test]
    fn times_are_told_in_their_unit() {
        assert_eq!(duration(0.000_012_3), "12.3 µs");
        assert_eq!(duration(0.004_56), "4.56 ms");
        assert_eq!(duration(123.0), "123 s");
        assert_eq!(escape("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
    }
}

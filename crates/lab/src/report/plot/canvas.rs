//! What is drawn on: texts, lines and marks as SVG, in few bytes. A page holds thousands of marks, so
//! each is one path with what it says, places have a digit behind the point at most, and lines of
//! one kind are one path.

use std::fmt::Write;

use super::look::Look;
use super::{Figure, escape, rounded};

/// A value at its place, the ends of its interval, and what it says.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) place: (f64, f64),
    pub(super) ends: Option<[(f64, f64); 2]>,
    pub(super) says: String,
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn class(self) -> &'static str {
        match self {
            Self::Start => "",
            Self::Middle => " mid",
            Self::End => " end",
        }
    }
}

/// A place on the drawing, to a tenth of a pixel and without needless digits.
fn px(value: f64) -> String {
    let text = rounded(value, 1);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A straight line as a part of a path.
fn stroke((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(px);
    match (x1 == x2, y1 == y2) {
        (true, _) => format!("M{x1} {y1}V{y2}"),
        (_, true) => format!("M{x1} {y1}H{x2}"),
        _ => format!("M{x1} {y1}L{x2} {y2}"),
    }
}

/// What is drawn on.
pub(super) struct Canvas {
    body: String,
}

impl Canvas {
    pub(super) fn new(title: &str) -> Self {
        let mut canvas = Self { body: String::new() };
        canvas.text((16.0, 26.0), Anchor::Start, "ink head", title);
        canvas
    }

    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let (x, y, text) = (px(x), px(y), escape(text));
        let anchor = anchor.class();
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" class=\"{class}{anchor}\">{text}</text>"
        );
    }

    /// Upwards, centred.
    pub(super) fn upward(&mut self, (x, y): (f64, f64), class: &str, text: &str) {
        let (x, y, text) = (px(x), px(y), escape(text));
        let _ = writeln!(
            self.body,
            "<text transform=\"translate({x} {y}) rotate(-90)\" class=\"{class} mid\">{text}</text>"
        );
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        self.lines(class, [(from, to)]);
    }

    /// Lines of one kind, level or upright ones in short.
    pub(super) fn lines(
        &mut self,
        class: &str,
        lines: impl IntoIterator<Item = ((f64, f64), (f64, f64))>,
    ) {
        let mut d = String::new();
        for (from, to) in lines {
            d += &stroke(from, to);
        }
        if !d.is_empty() {
            let _ = writeln!(self.body, "<path class=\"{class}\" d=\"{d}\"/>");
        }
    }

    pub(super) fn path(&mut self, points: &[(f64, f64)], class: &str, dash: &str) {
        let mut d = String::new();
        for (at, &(x, y)) in points.iter().enumerate() {
            let _ = write!(d, "{}{} {}", if at == 0 { 'M' } else { 'L' }, px(x), px(y));
        }
        let dash = match dash {
            "" => String::new(),
            dash => format!(" stroke-dasharray=\"{dash}\""),
        };
        let _ = writeln!(self.body, "<path class=\"{class}\"{dash} d=\"{d}\"/>");
    }

    /// The values of a series, each with its interval and what it says when pointed at. All of
    /// a mark is one path: a page holds thousands.
    pub(super) fn marks<'a>(&mut self, look: Look, marks: impl IntoIterator<Item = &'a Mark>) {
        let _ = writeln!(self.body, "<g class=\"marks {}\">", look.marks());
        for Mark { place, ends, says } in marks {
            let ends = ends.map_or(String::new(), |[from, to]| stroke(from, to));
            let (x, y, says) = (px(place.0), px(place.1), escape(says));
            let shape = look.marker();
            let _ = writeln!(
                self.body,
                "<path d=\"{ends}M{x} {y}{shape}\"><title>{says}</title></path>"
            );
        }
        self.body += "</g>\n";
    }

    /// A marker by itself.
    pub(super) fn marker(&mut self, look: Look, (x, y): (f64, f64)) {
        let (class, x, y, shape) = (look.marks(), px(x), px(y), look.marker());
        let _ = writeln!(self.body, "<path class=\"marks {class}\" d=\"M{x} {y}{shape}\"/>");
    }

    pub(super) fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), paint: &str) {
        let (x, y, width, height) = (px(x), px(y), px(width), px(height));
        let d = format!("M{x} {y}h{width}v{height}h-{width}z");
        let _ = writeln!(self.body, "<path {paint} d=\"{d}\"/>");
    }

    pub(super) fn finish(self, name: String, title: String, width: f64, height: f64) -> Figure {
        Figure { name, title, width, height, body: self.body }
    }
}

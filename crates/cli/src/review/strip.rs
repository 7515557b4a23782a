//! A review as a strip: the win probability over time, with marks at guesses.

use std::fmt::Write;

use surefoot_players::review::GuessVerdict;
use surefoot_rules::{Status, percent};

use crate::review::found::ReviewedReplay;

/// Pixels of the strip and around it.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 160.0;
const MARGIN: f64 = 40.0;
const STYLE: &str = "\
text{font:12px 'DejaVu Sans',Verdana,Arial,sans-serif;fill:#333}.grid{stroke:#ccc}\
.win{fill:none;stroke:#1f5fa8;stroke-width:2}.under{fill:#1f5fa822}.back{fill:#fff}\
.sound{fill:#2b8a3e}.mistake{fill:#e08700}.avoidable{fill:#c92a2a}.end{fill:#000}";

/// Draws the strip. Between two guesses stands what the position of the later one was worth.
pub(super) fn svg(found: &ReviewedReplay<'_>) -> String {
    let ReviewedReplay { replay, played, performance, review, .. } = found;
    let end = performance.seconds.max(0.001);
    let x = |seconds: f64| MARGIN + (WIDTH - 2.0 * MARGIN) * (seconds / end).clamp(0.0, 1.0);
    let y = |win: f64| MARGIN / 2.0 + (HEIGHT - MARGIN) * (1.0 - win);
    let start = review.start.map_or(0.0, |start| start.value);
    let mut line = format!("M{:.1} {:.1}", x(0.0), y(start));
    let mut marks = String::new();
    for guess in &review.guesses {
        let Some(worth) = guess.worth else { continue };
        let (at, before, after) =
            (x(found.seconds(guess.number)), y(worth.best.value), y(worth.chosen));
        _ = write!(line, "V{before:.1}H{at:.1}");
        let (verdict, lost) = (guess.verdict(), 100.0 * worth.lost());
        let radius = if verdict == GuessVerdict::Sound { 4 } else { 6 };
        _ = writeln!(
            marks,
            "<circle class=\"{verdict}\" cx=\"{at:.1}\" cy=\"{after:.1}\" r=\"{radius}\">\
             <title>{:.2} s: {} safe, {verdict}, {lost:.1} points lost</title></circle>",
            found.seconds(guess.number),
            percent(guess.safety, 1),
        );
    }
    let last = match played.status {
        Status::Won => 1.0,
        Status::Lost => 0.0,
        _ => review
            .guesses
            .iter()
            .filter_map(|guess| guess.worth)
            .next_back()
            .map_or(start, |worth| worth.best.value),
    };
    _ = write!(line, "V{:.1}H{:.1}", y(last), x(end));
    let under = format!("{line}V{:.1}H{:.1}Z", y(0.0), x(0.0));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\">\n<title>Win probability, {} in {end:.2} s</title>\n\
         <style>{STYLE}</style>\n<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n",
        replay.level(),
    );
    for share in [0.0, 0.5, 1.0] {
        let (at, right) = (y(share), WIDTH - MARGIN);
        _ = writeln!(text, "<path class=\"grid\" d=\"M{MARGIN} {at:.1}H{right}\"/>");
        _ = writeln!(text, "<text x=\"4\" y=\"{:.1}\">{:.0} %</text>", at + 4.0, 100.0 * share);
    }
    _ = writeln!(
        text,
        "<path class=\"under\" d=\"{under}\"/>\n<path class=\"win\" d=\"{line}\"/>\n{marks}"
    );
    let below = HEIGHT - 4.0;
    _ = writeln!(text, "<text x=\"{MARGIN}\" y=\"{below}\">0 s</text>");
    _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{below}\" text-anchor=\"end\">{end:.2} s</text>\n</svg>",
        WIDTH - MARGIN
    );
    text
}

//! A review as a strip: the win probability over time, with marks at guesses.
//!
//! Kinds of guesses differ by shape as well as by colour, as on the page. The first guesses of a game are made
//! within a second; their marks stand side by side nevertheless, and only the line has the exact time.

use std::fmt::Write;

use surefoot_players::review::GuessVerdict;
use surefoot_rules::Status;

use crate::review::found::ReviewedReplay;

/// Pixels of the strip and around it: few, so that words can be read where it is drawn small.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
const MARGIN: f64 = 58.0;
/// Above the line and, with room for time and legend, below it.
const TOP: f64 = 14.0;
const BOTTOM: f64 = 52.0;
/// How far marks are apart.
const APART: f64 = 14.0;
const STYLE: &str = "\
text{font:15px 'DejaVu Sans',Verdana,Arial,sans-serif;fill:#333}.grid{stroke:#ccc}\
.win{fill:none;stroke:#1f5fa8;stroke-width:2}.under{fill:#1f5fa822}.back{fill:#fff}\
.mark{stroke:#fff}.sound{fill:#2b8a3e}.mistake{fill:#e08700}.avoidable{fill:#c92a2a}";

/// Draws the strip. Between two guesses stands what the position of the later one was worth.
pub(super) fn svg(found: &ReviewedReplay<'_>) -> String {
    let ReviewedReplay { replay, performance, .. } = found;
    let end = performance.seconds.max(0.001);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\">\n<title>Win probability, {} in {end:.2} s</title>\n\
         <style>{STYLE}</style>\n<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n",
        replay.level(),
    );
    for share in [0.0, 0.5, 1.0] {
        let (at, right) = (y(share), WIDTH - MARGIN);
        _ = writeln!(text, "<path class=\"grid\" d=\"M{MARGIN} {at:.1}H{right}\"/>");
        let (left, below) = (MARGIN - 6.0, at + 5.0);
        let percent = 100.0 * share;
        _ = writeln!(
            text,
            "<text x=\"{left}\" y=\"{below:.1}\" text-anchor=\"end\">{percent:.0} %</text>"
        );
    }
    let x = |seconds: f64| MARGIN + (WIDTH - 2.0 * MARGIN) * (seconds / end).clamp(0.0, 1.0);
    match line(found, x, end) {
        Some(line) => {
            let under = format!("{line}V{:.1}H{:.1}Z", y(0.0), x(0.0));
            _ = writeln!(text, "<path class=\"under\" d=\"{under}\"/>");
            _ = writeln!(text, "<path class=\"win\" d=\"{line}\"/>");
        }
        None => {
            let why = if found.review.first_click_lost {
                "lost by the first click"
            } else {
                "nothing to be weighed"
            };
            let (middle, at) = (WIDTH / 2.0, y(0.5) - 8.0);
            _ = writeln!(
                text,
                "<text x=\"{middle}\" y=\"{at:.1}\" text-anchor=\"middle\">{why}</text>"
            );
        }
    }
    marks(&mut text, found, x);
    let below = HEIGHT - BOTTOM + 20.0;
    _ = writeln!(text, "<text x=\"{MARGIN}\" y=\"{below}\">0 s</text>");
    _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{below}\" text-anchor=\"end\">{end:.2} s</text>",
        WIDTH - MARGIN
    );
    legend(&mut text);
    text.push_str("</svg>\n");
    text
}

fn y(win: f64) -> f64 {
    TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - win)
}

/// The line as far as something is known.
fn line(found: &ReviewedReplay<'_>, x: impl Fn(f64) -> f64, end: f64) -> Option<String> {
    let review = &found.review;
    let weighed = || review.guesses.iter().filter_map(|guess| Some((guess, guess.worth?)));
    let first = review.start.or_else(|| weighed().next().map(|(_, worth)| worth.best))?.value;
    let mut line = format!("M{:.1} {:.1}", x(0.0), y(first));
    let mut last = first;
    for (guess, worth) in weighed() {
        last = worth.best.value;
        _ = write!(line, "V{:.1}H{:.1}", y(last), x(found.seconds(guess.number)));
    }
    // What comes behind guesses that were not weighed is not known.
    if review.unweighed == 0 {
        let last = match found.played.status {
            Status::Won => 1.0,
            Status::Lost => 0.0,
            _ => last,
        };
        _ = write!(line, "V{:.1}H{:.1}", y(last), x(end));
    }
    Some(line)
}

/// A mark for every guess that was weighed, at its time or the next free place behind it.
fn marks(text: &mut String, found: &ReviewedReplay<'_>, x: impl Fn(f64) -> f64) {
    let mut taken: Vec<(f64, f64)> = Vec::new();
    for guess in &found.review.guesses {
        let Some(worth) = guess.worth else { continue };
        let seconds = found.seconds(guess.number);
        let (mut at, height) = (x(seconds), y(worth.chosen));
        // Those before it, from left to right, so each is passed once.
        for &(x, y) in &taken {
            if (x - at).abs() < APART && (y - height).abs() < APART {
                at = (x + APART).min(WIDTH - MARGIN);
            }
        }
        taken.push((at, height));
        taken.sort_by(|a, b| a.0.total_cmp(&b.0));
        _ = writeln!(
            text,
            "<path class=\"mark {0}\" d=\"{1}\"><title>{seconds:.2} s: {2:.1} % safe, {0}, {3:.1} \
             points lost</title></path>",
            guess.verdict(),
            shape(guess.verdict(), at, height),
            100.0 * guess.safety,
            100.0 * worth.lost(),
        );
    }
}

/// A circle, a diamond or a triangle.
fn shape(verdict: GuessVerdict, x: f64, y: f64) -> String {
    match verdict {
        GuessVerdict::Sound => {
            format!("M{:.1} {y:.1}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z", x - 4.5)
        }
        GuessVerdict::Mistake => format!("M{:.1} {y:.1}l7 -7l7 7l-7 7Z", x - 7.0),
        GuessVerdict::Avoidable => format!("M{:.1} {:.1}l7 -13l7 13Z", x - 7.0, y + 6.0),
    }
}

/// What the shapes mean.
fn legend(text: &mut String) {
    let below = HEIGHT - 10.0;
    let all = [GuessVerdict::Sound, GuessVerdict::Mistake, GuessVerdict::Avoidable];
    for (verdict, at) in all.into_iter().zip([150.0, 260.0, 380.0]) {
        let mark = shape(verdict, at, below - 5.0);
        _ = writeln!(text, "<path class=\"mark {verdict}\" d=\"{mark}\"/>");
        _ = writeln!(text, "<text x=\"{}\" y=\"{below}\">{verdict}</text>", at + 12.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::replay::{self, Replay};

    fn strip(replay: &Replay) -> String {
        svg(&ReviewedReplay::of("a game".to_owned(), replay))
    }

    /// Guesses of one moment stand side by side, each kind with a shape of its own.
    #[test]
    fn marks_do_not_cover_each_other() {
        let file = include_bytes!("../../../../docs/guide/game.rawvf");
        let mut replay = replay::read(file).unwrap().remove(0);
        for event in &mut replay.events {
            event.time = 0;
        }
        let text = strip(&replay);
        let mark = |line: &str| -> Option<f64> {
            let (_, path) = line.split_once("<path class=\"mark ")?.1.split_once(" d=\"M")?;
            path.contains("<title>").then(|| path.split(' ').next().unwrap().parse().unwrap())
        };
        let mut marks: Vec<f64> = text.lines().filter_map(mark).collect();
        marks.sort_by(f64::total_cmp);
        assert!(marks.len() > 3, "{text}");
        assert!(marks.windows(2).all(|pair| pair[1] - pair[0] > APART - 5.0), "{marks:?}");
        assert!(
            text.contains("l7 -7l7 7l-7 7Z") && text.contains("l7 -13l7 13Z"),
            "the legend has all"
        );
    }

    /// Of a game that was lost at once nothing is known, not even that it was hopeless.
    #[test]
    fn a_game_lost_by_the_first_click_has_no_line() {
        let file = b"Board:\n*0\n00\nEvents:\n0.0 lc 1 1 (8 8)\n0.1 lr 1 1 (8 8)\n";
        let text = strip(&replay::read(file).unwrap()[0]);
        assert!(
            text.contains("lost by the first click") && !text.contains("class=\"win\""),
            "{text}"
        );
    }
}

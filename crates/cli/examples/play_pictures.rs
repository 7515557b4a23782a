//! Pictures of `surefoot play` for the guide: real games under a pseudo-terminal, and their screens
//! as SVG. `scripts/play-pictures` runs it:
//!
//! ```sh
//! cargo run --example play_pictures -- target/debug/surefoot docs/images
//! ```

#![allow(clippy::unwrap_used)]

#[cfg(unix)]
#[path = "../tests/terminal/mod.rs"]
#[allow(dead_code)]
mod terminal;

/// How wide and high a character is, and what it stands on.
const CHARACTER: (f32, f32) = (8.4, 18.0);

#[cfg(unix)]
fn main() {
    use std::path::PathBuf;
    use surefoot_testing::TempFolder;
    use terminal::Terminal;

    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let surefoot = arguments.next().expect("play_pictures SUREFOOT FOLDER").canonicalize().unwrap();
    let out = arguments.next().expect("play_pictures SUREFOOT FOLDER");
    let folder = TempFolder::new("pictures");
    let save = |name: &str, played: &Terminal| {
        // A screen is drawn in pieces.
        std::thread::sleep(std::time::Duration::from_millis(500));
        std::fs::write(out.join(name), svg(&played.screen())).unwrap();
    };
    let begin = |arguments: &[&str], size| {
        Terminal::begin(terminal::play(&surefoot, &folder, arguments), size)
    };

    // An expert game with its probabilities and a hint.
    let mut played = begin(&["--level", "expert", "--seed", "5", "--index", "2"], (132, 20));
    played.shows("99 mines");
    played.keys("\r");
    for _ in 0..300 {
        played.keys("h");
        played.until("a hint", |screen| screen.contains("Open ") && !screen.contains('…'));
        if played.screen().contents().contains("Nothing is certain") {
            break;
        }
        played.keys("\r");
        played.until("the move", |screen| !screen.contains("Open "));
    }
    // Probabilities, and the hint again.
    played.keys("p");
    played.until("chances", |screen| screen.contains('✗') || screen.contains('✓'));
    played.keys("h");
    played.shows("The best guesses:");
    save("play-hint.svg", &played);
    played.quits();

    // Why a cell is safe, on the usual terminal.
    let mut played = begin(&["--level", "intermediate", "--seed", "3"], (80, 24));
    played.shows("40 mines");
    played.keys("\rh");
    played.shows("certainly safe");
    played.keys("w");
    played.shows("It takes");
    save("play-why.svg", &played);
    played.quits();

    // Kaboom, and the form.
    let mut played = begin(&["--kaboom", "--seed", "8"], (72, 14));
    let closed = played.shows("10 mines");
    played.keys("\r");
    played.until("an opening", |screen| screen != closed);
    // From the corner on, until a guess is needless.
    played.keys("\x1b[1;5H");
    for step in ["", "\x1b[C", "\x1b[C", "\x1b[B", "\x1b[D"] {
        let before = played.screen().contents();
        played.keys(&format!("{step}\r"));
        let after = played.until("an answer", |screen| screen != before);
        if after.contains("Kaboom!") {
            break;
        }
    }
    played.shows("Kaboom!");
    save("play-kaboom.svg", &played);
    played.keys("l");
    played.shows("< beginner 9x9/10 >");
    save("play-form.svg", &played);
    played.quits();
}

#[cfg(not(unix))]
fn main() {}

/// The colour of a number of the 256.
#[cfg(unix)]
fn colour(colour: vt100::Color, usual: &str) -> String {
    let index = match colour {
        vt100::Color::Default => return usual.to_owned(),
        vt100::Color::Rgb(r, g, b) => return format!("#{r:02x}{g:02x}{b:02x}"),
        vt100::Color::Idx(index) => index,
    };
    match index {
        0..16 => {
            ["#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5"]
                [usize::from(index % 8)]
            .to_owned()
        }
        16..232 => {
            let level = |n: u8| [0, 95, 135, 175, 215, 255][usize::from(n)];
            let (r, g, b) = ((index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6);
            format!("#{:02x}{:02x}{:02x}", level(r), level(g), level(b))
        }
        232.. => {
            let grey = 8 + 10 * (index - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}

/// A screen as a picture.
#[cfg(unix)]
fn svg(screen: &vt100::Screen) -> String {
    use std::fmt::Write;

    const INK: &str = "#d8dee9";
    const PAPER: &str = "#14181f";
    let (wide, high) = CHARACTER;
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let (width, height) = (f32::from(columns) * wide + 16.0, f32::from(rows) * high + 16.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.1} {height:.1}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" \
         font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{PAPER}\"/>\n"
    );
    for row in 0..rows {
        let y = 8.0 + f32::from(row) * high;
        let mut paper: Vec<(u16, u16, String)> = Vec::new();
        // Runs of characters that look the same.
        let mut runs: Vec<(u16, String, String)> = Vec::new();
        for column in 0..columns {
            let Some(cell) = screen.cell(row, column) else { continue };
            let (mut front, mut back) =
                (colour(cell.fgcolor(), INK), colour(cell.bgcolor(), PAPER));
            if cell.inverse() {
                std::mem::swap(&mut front, &mut back);
            }
            match paper.last_mut() {
                Some((_, end, last)) if *last == back && *end == column => *end += 1,
                _ => paper.push((column, column + 1, back)),
            }
            let bold = if cell.bold() { " font-weight=\"bold\"" } else { "" };
            let line = if cell.underline() { " text-decoration=\"underline\"" } else { "" };
            let look = format!("fill=\"{front}\"{bold}{line}");
            let sign = if cell.contents().is_empty() { " " } else { cell.contents() };
            match runs.last_mut() {
                Some((_, last, signs)) if *last == look => signs.push_str(sign),
                _ => runs.push((column, look, sign.to_owned())),
            }
        }
        let mut ink = String::new();
        for (column, look, signs) in runs {
            let shown = signs.trim_start();
            let column = column + (signs.chars().count() - shown.chars().count()) as u16;
            let shown = shown.trim_end();
            if shown.is_empty() {
                continue;
            }
            let (x, base) = (8.0 + f32::from(column) * wide, y + 13.5);
            let long = shown.chars().count() as f32 * wide;
            let shown = shown.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            // Blanks side by side are one in XML.
            let shown = shown.replace(' ', "\u{a0}");
            let _ = writeln!(
                ink,
                "<text x=\"{x:.1}\" y=\"{base:.1}\" textLength=\"{long:.1}\" {look}>{shown}</text>"
            );
        }
        for (from, to, back) in paper.into_iter().filter(|(_, _, back)| back != PAPER) {
            let (x, width) = (8.0 + f32::from(from) * wide, f32::from(to - from) * wide);
            let _ = writeln!(
                text,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{high:.1}\" fill=\"{back}\"/>"
            );
        }
        text += &ink;
    }
    text + "</svg>\n"
}

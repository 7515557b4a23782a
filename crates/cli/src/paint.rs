//! Boards on a terminal, in the colours everybody knows.
//!
//! The painted text is the plain drawing plus colour codes, so that stripped of
//! them (in a pipe) it can be read back.

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};
use surefoot_rules::notation::drawing::{Drawing, symbol};
use surefoot_rules::{Cell, Grid, Neighbourhood, Point, Tile, View};

const OPEN: u8 = 252;
const CLOSED: u8 = 245;
/// The classic colours of 1 to 8: blue, green, red, navy, maroon, teal, black,
/// grey, as near as 256 colours come.
pub(crate) const NUMBERS: [u8; 8] = [21, 28, 196, 18, 88, 30, 16, 241];

/// A colour of 256 on another.
pub(crate) fn on(ink: u8, paper: u8) -> Style {
    let [ink, paper] = [ink, paper].map(|colour| Some(Ansi256Color(colour).into()));
    Style::new().fg_color(ink).bg_color(paper)
}

fn style(tile: Tile) -> Style {
    match tile {
        Tile::Hidden => on(240, CLOSED),
        Tile::Flag => on(196, CLOSED).bold(),
        Tile::Mine => on(16, 203).bold(),
        Tile::Silent => on(244, OPEN),
        Tile::Clue(0) => on(249, OPEN),
        Tile::Clue(clue) => on(NUMBERS[usize::from(clue - 1) % NUMBERS.len()], OPEN).bold(),
    }
}

/// Whether standard output takes colours.
pub(crate) fn wanted() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

/// The cells of a grid in rows, each as `draw` has it.
pub(crate) fn rows(grid: &Grid, mut draw: impl FnMut(&mut String, Cell)) -> String {
    let mut text = String::new();
    for cell in grid.cells() {
        let Point { x, y } = grid.point(cell);
        if x == 0 && y > 0 {
            text.push('\n');
        }
        draw(&mut text, cell);
    }
    text
}

/// The drawing of a view, with colours if standard output takes them; rows of
/// hexagons are shifted.
pub(crate) fn view(view: &View) -> String {
    let hexagons = view.grid().neighbourhood() == Some(Neighbourhood::Hex);
    if !wanted() && !hexagons {
        return Drawing(view).to_string();
    }
    let plain = Drawing(view).to_string();
    let header = plain.lines().next().unwrap_or_default();
    let mut text = format!("{header}\n");
    for (row, y) in view.tiles().chunks(view.grid().width() as usize).zip(0..) {
        if hexagons && y % 2 == 1 {
            text.push(' ');
        }
        for (&tile, x) in row.iter().zip(0..) {
            let blank = if x > 0 { " " } else { "" };
            let (style, symbol) = (style(tile), symbol(tile));
            let _ = write!(text, "{style}{blank}{symbol}{style:#}");
        }
        text.push('\n');
    }
    text
}

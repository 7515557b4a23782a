//! A board as a picture: SVG in the classic look, readable on light and dark pages.
//!
//! Every tile brings its own background, so the page behind it does not matter.
//! Hexagons are drawn as such; a torus and a knight's board are squares.

use std::fmt::Write;

use crate::{Cell, Grid, Neighbourhood, Point, Tile, View};

const SIDE: f64 = 28.0;
const BORDER: f64 = 6.0;
const NUMBERS: [&str; 8] =
    ["#0000ff", "#007b00", "#ff0000", "#00007b", "#7b0000", "#007b7b", "#000000", "#7b7b7b"];
const STYLE: &str = "\
text{font:bold 18px 'DejaVu Sans',Verdana,Arial,sans-serif;text-anchor:middle;dominant-baseline:central}\
.open{fill:#c6c6c6;stroke:#8e8e8e}.closed{fill:#bdbdbd;stroke:#7b7b7b}.blown{fill:#ff4d4d;stroke:#8e8e8e}\
.light{fill:none;stroke:#fff;stroke-width:3}.dark{fill:none;stroke:#7b7b7b;stroke-width:3}";

/// How rows lie: from one to the next, odd rows shifted to the right by so much, and
/// tiles so tall.
fn rows(grid: &Grid) -> (f64, f64, f64) {
    if grid.neighbourhood() == Some(Neighbourhood::Hex) {
        let shift = if grid.height() > 1 { SIDE / 2.0 } else { 0.0 };
        (SIDE * 0.75_f64.sqrt(), shift, SIDE / 0.75_f64.sqrt())
    } else {
        (SIDE, 0.0, SIDE)
    }
}

/// Where the tile of a cell begins: left and top.
fn corner(grid: &Grid, cell: Cell) -> (f64, f64) {
    let (row_step, shift, tall) = rows(grid);
    let Point { x, y } = grid.point(cell);
    let indent = if y % 2 == 1 { shift } else { 0.0 };
    let left = BORDER + f64::from(x) * SIDE + indent;
    (left, BORDER + f64::from(y) * row_step + (tall - SIDE) / 2.0)
}

/// The middle of a cell's tile, for those who draw over the board.
pub fn middle(grid: &Grid, cell: Cell) -> (f64, f64) {
    let (left, top) = corner(grid, cell);
    (left + SIDE / 2.0, top + SIDE / 2.0)
}

/// Draws a view.
///
/// ```
/// use surefoot_rules::{notation::picture, view};
///
/// let picture = picture::svg(&view!["3x1/1", "1 F *"]);
/// assert!(picture.starts_with("<svg ") && picture.contains("board, 3x1"));
/// ```
pub fn svg(view: &View) -> String {
    let grid = view.grid();
    let hexagons = grid.neighbourhood() == Some(Neighbourhood::Hex);
    let (row_step, shift, tall) = rows(grid);
    let width = f64::from(grid.width()) * SIDE + shift + 2.0 * BORDER;
    let height = f64::from(grid.height() - 1) * row_step + tall + 2.0 * BORDER;

    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.2} {height:.2}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n\
         <title>Minesweeper board, {}x{}</title>\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"4\" fill=\"#7b7b7b\"/>\n",
        grid.width(),
        grid.height(),
    );
    for cell in grid.cells() {
        let (left, top) = corner(grid, cell);
        let _ = write!(text, "<g transform=\"translate({left:.2} {top:.2})\">");
        let tile = view.tile(cell);
        background(&mut text, tile, hexagons);
        foreground(&mut text, tile);
        text.push_str("</g>\n");
    }
    text + "</svg>\n"
}

fn background(text: &mut String, tile: Tile, hexagons: bool) {
    let class = match tile {
        Tile::Hidden | Tile::Flag => "closed",
        Tile::Mine => "blown",
        Tile::Clue(_) | Tile::Silent => "open",
    };
    if hexagons {
        let (half, slope) = (SIDE / 2.0, SIDE / 0.75_f64.sqrt() / 4.0);
        let (up, down) = (half - slope, half + slope);
        let (top, bottom) = (half - 2.0 * slope, half + 2.0 * slope);
        let _ = write!(
            text,
            "<path class=\"{class}\" d=\"M{half} {top:.2}L{SIDE} {up:.2}V{down:.2}L{half} \
             {bottom:.2}L0 {down:.2}V{up:.2}Z\"/>"
        );
        return;
    }
    let _ = write!(text, "<rect class=\"{class}\" width=\"{SIDE}\" height=\"{SIDE}\"/>");
    if tile.is_closed() {
        let (near, far) = (2.0, SIDE - 2.0);
        let _ = write!(
            text,
            "<path class=\"light\" d=\"M{near} {far}V{near}H{far}\"/>\
             <path class=\"dark\" d=\"M{far} {near}V{far}H{near}\"/>"
        );
    }
}

fn foreground(text: &mut String, tile: Tile) {
    let middle = SIDE / 2.0;
    let letter = |text: &mut String, color: &str, what: &dyn std::fmt::Display| {
        let _ = write!(text, "<text x=\"{middle}\" y=\"{middle}\" fill=\"{color}\">{what}</text>");
    };
    match tile {
        Tile::Hidden | Tile::Clue(0) => {}
        Tile::Clue(clue) => {
            letter(text, NUMBERS[usize::from(clue - 1) % NUMBERS.len()], &clue);
        }
        Tile::Silent => letter(text, "#555555", &"?"),
        Tile::Flag => text.push_str(
            "<path d=\"M15 6v15\" stroke=\"#000\" stroke-width=\"2\"/>\
             <path d=\"M8 22h14v-2h-4v-2h-6v2h-4z\"/><path d=\"M16 5v9l-8-4.500z\" fill=\"#e00000\"/>",
        ),
        Tile::Mine => text.push_str(
            "<circle cx=\"14\" cy=\"14\" r=\"6.500\"/>\
             <path d=\"M14 4v20M4 14h20M7 7l14 14M21 7L7 21\" stroke=\"#000\" stroke-width=\"2\"/>\
             <circle cx=\"12\" cy=\"12\" r=\"1.800\" fill=\"#fff\"/>",
        ),
    }
}

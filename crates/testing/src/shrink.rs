//! Smaller boards: what a case can be replaced by while it still fails.
//!
//! The board is cut first, by halves and then by single rows and columns, because
//! nothing else makes a drawing so much easier to read. Then what is left is made
//! plainer, cell by cell. A smaller case need not be possible: it is kept only where the
//! same assertion fails, so one that fails for another reason is left alone.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::ops::Range;

use surefoot_rules::notation::drawing::Drawing;
use surefoot_rules::{Cell, ClueRule, Draft, Grid, Layout, Point, Tile, View};

/// A case that can be made smaller, and drawn.
pub trait Shrink: Sized {
    /// Smaller cases, the smallest first. None of them leads back.
    fn smaller(&self) -> Vec<Self>;

    /// The case as it may be pasted into a test.
    fn drawn(&self) -> String;
}

/// Hidden cells and clues become silent, flags hidden, clues exact, the number of mines
/// less or unknown.
impl Shrink for View {
    fn smaller(&self) -> Vec<Self> {
        let mut drafts = Vec::new();
        for (grid, cells) in cuts(self.grid()) {
            let tiles: Vec<Tile> = cells.iter().map(|&cell| self.tile(cell)).collect();
            let gone = (self.grid().len() - cells.len()) as u32;
            let asks = cells.iter().zip(0..).filter(|(cell, _)| self.asks(**cell) > 1);
            let asks = asks.map(|(&cell, at)| (Cell::new(at), self.asks(cell))).collect();
            let draft = Draft { asks, rule: self.rule(), ..Draft::with_tiles(grid, None, tiles) };
            match self.mines() {
                None => drafts.push(draft),
                // Nobody knows how many of them were in what is cut off.
                Some(mines) => drafts.extend(
                    (0..=gone.min(mines))
                        .map(|less| Draft { mines: Some(mines - less), ..draft.clone() }),
                ),
            }
        }
        let whole = Draft::from(self.clone());
        if self.mines().is_some() {
            drafts.push(Draft { mines: None, ..whole.clone() });
        }
        if !self.rule().is_exact() {
            drafts.push(Draft { rule: ClueRule::Exact, asks: BTreeMap::new(), ..whole.clone() });
        }
        for cell in self.grid().cells() {
            let plainer = match self.tile(cell) {
                Tile::Hidden | Tile::Clue(_) => Tile::Silent,
                Tile::Flag => Tile::Hidden,
                Tile::Mine | Tile::Silent => continue,
            };
            let mut draft = whole.clone();
            draft.tiles[cell.index()] = plainer;
            drafts.push(draft);
        }
        drafts.into_iter().filter_map(|draft| Self::try_from(draft).ok()).collect()
    }

    fn drawn(&self) -> String {
        let mut text = String::from("view![");
        for (at, line) in Drawing(self).to_string().lines().enumerate() {
            let _ = write!(text, "{}{line:?}", if at > 0 { ", " } else { "" });
        }
        text.push(']');
        if !self.rule().is_exact() {
            let _ = write!(text, " // clues: {}", self.rule());
        }
        for cell in self.grid().cells().filter(|&cell| self.asks(cell) > 1) {
            let _ =
                write!(text, " // asked {} times: {}", self.asks(cell), self.grid().point(cell));
        }
        text + &edges(self.grid())
    }
}

/// Mines go, one at a time.
impl Shrink for Layout {
    fn smaller(&self) -> Vec<Self> {
        let cut = cuts(self.grid()).into_iter().filter_map(|(grid, cells)| {
            let mines = cells.iter().zip(0..).filter(|(cell, _)| self.is_mine(**cell));
            Self::new(grid, mines.map(|(_, at)| Cell::new(at))).ok()
        });
        let fewer = self.mines().filter_map(|gone| {
            Self::new(self.grid().clone(), self.mines().filter(|&mine| mine != gone)).ok()
        });
        cut.chain(fewer).collect()
    }

    fn drawn(&self) -> String {
        let symbol = |&cell: &Cell| if self.is_mine(cell) { 'M' } else { '.' };
        let cells: Vec<Cell> = self.grid().cells().collect();
        let rows = cells.chunks(self.grid().width() as usize);
        let rows: Vec<String> =
            rows.map(|row| format!("{:?}", row.iter().map(symbol).collect::<String>())).collect();
        let text = format!("layout![{}]", rows.join(", "));
        match self.grid().neighbourhood() {
            Some(neighbourhood) if neighbourhood.name() != "square8" => {
                format!("{text} // {neighbourhood}")
            }
            _ => text + &edges(self.grid()),
        }
    }
}

/// The text of a file loses its halves, then single bytes.
impl Shrink for Vec<u8> {
    fn smaller(&self) -> Vec<Self> {
        let half = self.len() / 2;
        let halves = [half..self.len(), 0..half].into_iter().filter(|half| half.len() < self.len());
        let shorter = (0..self.len()).map(|at| [&self[..at], &self[at + 1..]].concat());
        halves.map(|half| self[half].to_vec()).chain(shorter).collect()
    }

    fn drawn(&self) -> String {
        format!("b\"{}\"", self.escape_ascii())
    }
}

/// A board, and what stays as it is.
impl<T: Shrink, U: Clone + Debug> Shrink for (T, U) {
    fn smaller(&self) -> Vec<Self> {
        self.0.smaller().into_iter().map(|smaller| (smaller, self.1.clone())).collect()
    }

    fn drawn(&self) -> String {
        format!("{}\n{:?}", self.0.drawn(), self.1)
    }
}

/// Smaller grids of the same kind, with the cells that are left, in order. A graph of
/// one's own is not cut.
fn cuts(grid: &Grid) -> Vec<(Grid, Vec<Cell>)> {
    let Some(neighbourhood) = grid.neighbourhood() else { return Vec::new() };
    let (width, height) = (grid.width(), grid.height());
    let mut kept: Vec<(Range<u32>, Range<u32>)> = Vec::new();
    kept.extend(parts(width).into_iter().map(|columns| (columns, 0..height)));
    kept.extend(parts(height).into_iter().map(|rows| (0..width, rows)));
    kept.sort_by_key(|(columns, rows)| columns.len() * rows.len());
    kept.dedup();
    let cut = |(columns, rows): (Range<u32>, Range<u32>)| {
        let smaller = Grid::with(columns.len() as u32, rows.len() as u32, neighbourhood).ok()?;
        let cells = rows.flat_map(|y| columns.clone().map(move |x| Point { x, y }));
        Some((smaller, cells.filter_map(|point| grid.cell(point)).collect()))
    };
    kept.into_iter().filter_map(cut).collect()
}

/// The halves of a length, and what is left without either end.
fn parts(length: u32) -> Vec<Range<u32>> {
    match length {
        0 | 1 => Vec::new(),
        _ => vec![0..length / 2, length / 2..length, 1..length, 0..length - 1],
    }
}

/// The edges of a graph of one's own, for a drawing does not show them.
fn edges(grid: &Grid) -> String {
    if grid.neighbourhood().is_some() {
        return String::new();
    }
    let mut pairs = Vec::new();
    for cell in grid.cells() {
        let beside = grid.neighbours(cell);
        let behind = beside.iter().filter(|&&other| other > cell);
        pairs.extend(behind.map(|other| (cell.number(), other.number())));
    }
    format!(" // Graph::new({}, {pairs:?})", grid.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::{Graph, Neighbourhood, layout, view};

    #[test]
    fn boards_are_cut_by_halves_and_by_single_rows() {
        let view = view!["4x2/2", "1*F0", "*21M"];
        let all: Vec<String> = view.smaller().iter().map(Shrink::drawn).collect();
        assert_eq!(
            all[..2],
            [r#"view!["2x2/2", "1 *", "* 2"]"#, r#"view!["2x2/1", "1 *", "* 2"]"#]
        );
        for wanted in [
            r#"view!["3x2/2", "* F 0", "2 1 M"]"#,
            r#"view!["4x1/1", "1 * F 0"]"#,
            r#"view!["4x2/?", "1 * F 0", "* 2 1 M"]"#,
            r#"view!["4x2/2", "? * F 0", "* 2 1 M"]"#,
            r#"view!["4x2/2", "1 * * 0", "* 2 1 M"]"#,
        ] {
            assert!(all.contains(&wanted.to_owned()), "{wanted} is not in {all:#?}");
        }
    }

    #[test]
    fn layouts_lose_mines_and_rows() {
        let all: Vec<String> = layout!["M..", ".M."].smaller().iter().map(Shrink::drawn).collect();
        for wanted in [r#"layout!["M.."]"#, r#"layout!["...", ".M."]"#, r#"layout!["M..", "..."]"#]
        {
            assert!(all.contains(&wanted.to_owned()), "{wanted} is not in {all:#?}");
        }
    }

    /// Whatever is tried next is smaller, so it comes to an end.
    #[test]
    fn nothing_leads_back() {
        let size = |view: &View| {
            let closed = view.hidden_count() + view.flag_count();
            let told = view.tiles().iter().filter(|tile| matches!(tile, Tile::Clue(_))).count();
            (view.grid().len(), closed, told, view.mines().is_some(), view.flag_count())
        };
        let view = view!["3x3/4", "1*F", "*3*", "?*M"];
        for smaller in view.smaller() {
            assert!(size(&smaller) < size(&view), "{}", smaller.drawn());
        }
    }

    #[test]
    fn files_lose_halves_and_bytes() {
        let all: Vec<String> = b"a\n1".to_vec().smaller().iter().map(Shrink::drawn).collect();
        assert_eq!(all, [r#"b"\n1""#, r#"b"a""#, r#"b"\n1""#, r#"b"a1""#, r#"b"a\n""#]);
        assert!(Vec::<u8>::new().smaller().is_empty());
    }

    #[test]
    fn what_a_drawing_does_not_show_is_said() {
        let grid = Grid::with(2, 1, Neighbourhood::Hex).unwrap();
        let hex = Layout::new(grid, [Cell::new(1)]).unwrap();
        assert_eq!(hex.drawn(), r#"layout![".M"] // hex"#);
        let grid = Grid::of(Graph::new(3, [(0, 1), (2, 1)]).unwrap());
        let graph = View::try_from(Draft::new(grid, None)).unwrap();
        assert!(graph.drawn().ends_with("// Graph::new(3, [(0, 1), (1, 2)])"), "{}", graph.drawn());
    }
}

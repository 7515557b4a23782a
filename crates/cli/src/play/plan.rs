//! Where things are on the screen: the board and what part of it, the words, the lines above and
//! below.
//!
//! A pure function of the size of the screen and of what is to be shown, so that a click finds the
//! cell that was drawn there. The words stand beside the board where there is room, else below it.

use ratatui::layout::Rect;
use surefoot_rules::{Cell, Grid, Neighbourhood, Point};

use crate::tunables::{PLAY_WORDS_HIGH, PLAY_WORDS_WIDE};

/// Where things are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// The line above: mines, clock, level.
    pub(super) header: Rect,
    /// The cells that are shown, without the ruler.
    pub(super) cells: Rect,
    /// The words.
    pub(super) words: Rect,
    /// The line below: keys.
    pub(super) footer: Rect,
    /// Columns of the screen that a cell takes.
    pub(super) wide: u16,
    /// The first column and row that are shown.
    pub(super) from: (u32, u32),
    /// How many are.
    pub(super) shown: (u32, u32),
    /// Whether the rows of hexagons are shifted.
    shifted: bool,
}

impl Plan {
    /// Plans a screen; `scroll` is wished for, and `cursor` must be seen if it is given.
    pub(super) fn of(
        area: Rect,
        grid: &Grid,
        narrow_too: bool,
        scroll: (u32, u32),
        cursor: Option<Point>,
    ) -> Self {
        let shifted = grid.neighbourhood() == Some(Neighbourhood::Hex);
        let (columns, rows) = (grid.width(), grid.height());
        let header = Rect { height: area.height.min(1), ..area };
        let footer = Rect { y: area.bottom().saturating_sub(1), ..header };
        let middle =
            Rect { y: area.y + header.height, height: area.height.saturating_sub(2), ..area };
        // The ruler: numbers of rows at the left, of columns above.
        let ruler = Self::ruler(rows);
        let needs = |wide: u16| {
            u32::from(ruler) + columns * u32::from(wide) + u32::from(shifted) * u32::from(wide / 2)
        };
        let fits = |wide: u16, words: u16| needs(wide) + u32::from(words) <= u32::from(area.width);
        let crowded = !fits(3, PLAY_WORDS_WIDE) && (fits(2, PLAY_WORDS_WIDE) || !fits(3, 0));
        let wide = if narrow_too && crowded { 2 } else { 3 };
        let (board, words) = if fits(wide, PLAY_WORDS_WIDE) {
            let board = Rect { width: needs(wide) as u16, ..middle };
            let left = board.right() + 1;
            (board, Rect { x: left, width: area.right().saturating_sub(left), ..middle })
        } else {
            let words = PLAY_WORDS_HIGH.min(middle.height / 3).max(u16::from(middle.height > 3));
            let board = Rect { height: middle.height - words, ..middle };
            (board, Rect { y: board.bottom(), height: words, ..middle })
        };
        let cells = Rect {
            x: board.x + ruler.min(board.width),
            y: board.y + 1.min(board.height),
            width: board.width.saturating_sub(ruler),
            height: board.height.saturating_sub(1),
        };
        let room = cells.width.saturating_sub(if shifted { wide / 2 } else { 0 }) / wide;
        let shown = (columns.min(room.into()), rows.min(cells.height.into()));
        let line = |all: u32, shown: u32, from: u32, cursor: Option<u32>| {
            let from = match cursor {
                Some(at) if at < from => at,
                Some(at) if shown > 0 && at >= from + shown => at + 1 - shown,
                _ => from,
            };
            from.min(all - shown)
        };
        let from = (
            line(columns, shown.0, scroll.0, cursor.map(|point| point.x)),
            line(rows, shown.1, scroll.1, cursor.map(|point| point.y)),
        );
        Self { header, cells, words, footer, wide, from, shown, shifted }
    }

    /// Columns that the numbers of rows take.
    pub(super) fn ruler(rows: u32) -> u16 {
        let digits = rows.saturating_sub(1).max(1).ilog10() + 1;
        digits as u16 + 1
    }

    /// Where a cell is drawn, if it is.
    pub(super) fn place(&self, Point { x, y }: Point) -> Option<Rect> {
        let (column, row) = (x.checked_sub(self.from.0)?, y.checked_sub(self.from.1)?);
        (column < self.shown.0 && row < self.shown.1).then(|| Rect {
            x: self.cells.x + column as u16 * self.wide + self.shift(y),
            y: self.cells.y + row as u16,
            width: self.wide,
            height: 1,
        })
    }

    fn shift(&self, row: u32) -> u16 {
        if self.shifted && row % 2 == 1 { self.wide / 2 } else { 0 }
    }

    /// The cell at a place of the screen.
    pub(super) fn cell(&self, grid: &Grid, column: u16, row: u16) -> Option<Cell> {
        let down = row.checked_sub(self.cells.y)?;
        let y = self.from.1 + u32::from(down);
        let along = column.checked_sub(self.cells.x + self.shift(y))? / self.wide;
        let inside = u32::from(along) < self.shown.0 && u32::from(down) < self.shown.1;
        let point = Point { x: self.from.0 + u32::from(along), y };
        grid.cell(point).filter(|_| inside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(width: u16, height: u16, grid: &Grid, cursor: Option<Point>) -> Plan {
        Plan::of(Rect::new(0, 0, width, height), grid, true, (0, 0), cursor)
    }

    /// What is drawn at a place is what a click there finds, on every shape and size.
    #[test]
    fn a_click_finds_what_was_drawn() {
        for kind in Neighbourhood::ALL {
            let grid = Grid::with(30, 16, kind).unwrap();
            for (width, height) in [(140, 40), (100, 24), (80, 24), (60, 20), (33, 9), (12, 6)] {
                for cursor in [Point { x: 0, y: 0 }, Point { x: 29, y: 15 }, Point { x: 14, y: 7 }]
                {
                    let plan = plan(width, height, &grid, Some(cursor));
                    let seen = plan.place(cursor);
                    assert!(seen.is_some(), "{width}x{height} {cursor} {plan:?}");
                    for cell in grid.cells() {
                        let Some(place) = plan.place(grid.point(cell)) else { continue };
                        assert!(place.right() <= width && place.bottom() < height, "{plan:?}");
                        for column in place.x..place.right() {
                            assert_eq!(plan.cell(&grid, column, place.y), Some(cell));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn whole_boards_are_shown_where_they_fit() {
        let grid = Grid::new(30, 16).unwrap();
        let whole = plan(140, 30, &grid, None);
        assert_eq!((whole.shown, whole.wide), ((30, 16), 3));
        assert!(whole.words.x > whole.cells.right() && whole.words.width >= 30);
        let usual = plan(80, 24, &grid, None);
        assert_eq!((usual.shown, usual.wide), ((30, 16), 2), "an expert board on the usual screen");
        assert!(usual.words.y >= usual.cells.bottom() && usual.words.height > 1);
        // Without colours two digits beside two digits cannot be told apart.
        let area = Rect::new(0, 0, 80, 24);
        assert_eq!(Plan::of(area, &grid, false, (0, 0), None).wide, 3);
    }

    #[test]
    fn no_screen_is_too_small_to_be_planned() {
        let grid = Grid::with(200, 100, Neighbourhood::Hex).unwrap();
        for width in 0..40 {
            for height in 0..12 {
                let plan = plan(width, height, &grid, Some(Point { x: 150, y: 70 }));
                assert!(plan.cells.bottom() <= height && plan.words.bottom() <= height);
                assert!(plan.cells.right() <= width && plan.words.right() <= width, "{plan:?}");
            }
        }
    }
}

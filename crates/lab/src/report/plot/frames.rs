//! Where the panels of a figure stand: side by side as long as they fit on a page, then in
//! rows. What is wider than a page has to be scrolled to be read, and shrinks on paper.

use crate::tunables::FIGURE_WIDTH;

/// Above a row: the title of the figure, or room; and the titles of its panels.
pub(super) const TOP: f64 = 66.0;
/// Below a row: ticks and what stands on its axis.
const BENEATH: f64 = 54.0;
/// Between panels.
const GAP: f64 = 26.0;
/// Between rows: the titles of panels.
const BETWEEN: f64 = 30.0;
/// Panels beside each other: more are small and hard to compare.
const MOST_ABREAST: usize = 3;
/// Narrower panels cannot be read.
const NARROWEST: f64 = 190.0;

/// See the [module](self).
#[derive(Clone, Copy, Debug)]
pub(super) struct Frames {
    /// Where the first column begins.
    left: f64,
    /// How many stand side by side.
    columns: usize,
    rows: usize,
    /// How wide a panel is.
    pub(super) wide: f64,
    /// How high a panel is.
    pub(super) high: f64,
}

impl Frames {
    /// So many panels, `wide` each if there is room, in a figure that has this much to their
    /// left and right.
    pub(super) fn new(panels: usize, (wide, high): (f64, f64), (left, right): (f64, f64)) -> Self {
        let abreast = |columns: usize, wide: f64| columns as f64 * (wide + GAP);
        let room = FIGURE_WIDTH - left - right;
        let fits = |columns: &usize| abreast(*columns, NARROWEST) <= room + GAP;
        let most = (1..=panels.min(MOST_ABREAST)).rev().find(fits).unwrap_or(1);
        let rows = panels.max(1).div_ceil(most);
        // Rows of the same length where that can be.
        let columns = panels.max(1).div_ceil(rows);
        let wide = wide.min((room + GAP) / columns as f64 - GAP).max(NARROWEST);
        Self { left, columns, rows, wide, high }
    }

    /// The left upper corner of a panel.
    pub(super) fn corner(&self, at: usize) -> (f64, f64) {
        let (column, row) = (at % self.columns, at / self.columns);
        let x = self.left + column as f64 * (self.wide + GAP);
        (x, TOP + row as f64 * (self.high + BENEATH + BETWEEN))
    }

    /// Whether a panel stands first in its row.
    pub(super) fn is_first(&self, at: usize) -> bool {
        at.is_multiple_of(self.columns)
    }

    /// Where the panels end.
    pub(super) fn right(&self) -> f64 {
        self.left + self.columns as f64 * (self.wide + GAP) - GAP
    }

    /// How high the figure is, with what stands beneath its last row.
    pub(super) fn height(&self) -> f64 {
        self.corner((self.rows - 1) * self.columns).1 + self.high + BENEATH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_stand_in_rows_that_fit_on_a_page() {
        for (panels, rows) in [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 3)] {
            let frames = Frames::new(panels, (300.0, 200.0), (84.0, 150.0));
            assert_eq!(frames.rows, rows, "{panels}");
            assert!(frames.right() + 150.0 <= FIGURE_WIDTH, "{panels}");
            let last = frames.corner(panels - 1);
            assert!(last.0 + frames.wide <= frames.right() + 1e-9, "{panels}");
            assert!(last.1 + 200.0 < frames.height(), "{panels}");
        }
        // Long names are no reason for panels that cannot be read.
        let frames = Frames::new(3, (300.0, 200.0), (300.0, 700.0));
        assert!((frames.wide - NARROWEST).abs() < 1e-9 && frames.columns == 1);
    }
}

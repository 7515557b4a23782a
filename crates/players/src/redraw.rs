//! A layout in which a cell is safe, as near to a given one as can be had.
//!
//! When a playout survives a guess that was a mine, the layout must be drawn anew. A
//! whole new layout would be exact, but then two playouts that were to be compared on
//! the same layout have nothing in common any more, and their difference is mostly
//! noise. So only what hangs together with the cell is drawn: its component of the
//! frontier from a configuration in which it is safe, and the sea makes up for the
//! mines; a mine in the sea just moves. That the rest of the board should then be a
//! little different too is neglected: this is for comparing guesses, not for estimates.

use surefoot_inference::Posterior;
use surefoot_rules::{Cell, Layout, Random, Tile, View};

/// Configurations drawn in search of one in which the cell is safe.
const DRAWS: u32 = 10_000;

/// Memory for redrawing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Redraw {
    /// Per cell: whether it hangs together with the one that must be safe.
    linked: Vec<bool>,
    reached: Vec<Cell>,
    mines: Vec<Cell>,
    sea: Vec<Cell>,
}

impl Redraw {
    /// The layout, drawn anew around a cell that is to be safe; `None` if that cannot be.
    pub(crate) fn around(
        &mut self,
        view: &View,
        posterior: &Posterior<'_>,
        layout: &Layout,
        cell: Cell,
        random: &mut Random,
    ) -> Option<Layout> {
        self.sea.clear();
        let of_sea = |&other: &Cell| other != cell && posterior.is_sea(other);
        self.sea.extend(view.hidden().filter(of_sea));
        self.mines.clear();
        if posterior.is_sea(cell) {
            self.mines.extend(layout.mines().filter(|&mine| mine != cell));
            if self.fill(layout, random) {
                return Layout::new(view.grid().clone(), self.mines.iter().copied()).ok();
            }
        }
        let mut drawn = (0..DRAWS).map(|_| posterior.sample(random));
        let mut whole = drawn.find(|mines| !mines.contains(&cell))?;
        if !posterior.is_sea(cell) {
            self.link(view, posterior, cell);
            let linked = |&mine: &Cell| self.linked[mine.index()];
            self.mines.extend(whole.iter().copied().filter(linked));
            self.mines.extend(layout.mines().filter(|mine| !linked(mine)));
            if self.thin(layout, random) && self.fill(layout, random) {
                whole.clone_from(&self.mines);
            }
        }
        Layout::new(view.grid().clone(), whole).ok()
    }

    /// Puts mines into the sea until there are enough; whether there is room.
    fn fill(&mut self, layout: &Layout, random: &mut Random) -> bool {
        while self.mines.len() < layout.count() as usize {
            let Some(left) = u32::try_from(self.sea.len()).ok().filter(|&left| left > 0) else {
                return false;
            };
            let other = self.sea.swap_remove(random.below(left) as usize);
            if !layout.is_mine(other) {
                self.mines.push(other);
            }
        }
        true
    }

    /// Takes mines out of the sea until there are not too many; whether there are enough.
    fn thin(&mut self, layout: &Layout, random: &mut Random) -> bool {
        let all = layout.count() as usize;
        while self.mines.len() > all {
            let of_sea = |mine: &Cell| self.sea.binary_search(mine).is_ok();
            let places = self.mines.iter().enumerate().filter(|(_, mine)| of_sea(mine));
            let places: Vec<usize> = places.map(|(at, _)| at).collect();
            let Some(&at) = random.pick(&places) else { return false };
            self.mines.swap_remove(at);
        }
        true
    }

    /// Finds the undecided cells that hang together with this one by numbers.
    fn link(&mut self, view: &View, posterior: &Posterior<'_>, cell: Cell) {
        self.linked.clear();
        self.linked.resize(view.grid().len(), false);
        self.linked[cell.index()] = true;
        self.reached.clear();
        self.reached.push(cell);
        while let Some(cell) = self.reached.pop() {
            for clue in &view.neighbours(cell) {
                if !matches!(view.tile(clue), Tile::Clue(_)) {
                    continue;
                }
                for other in &view.neighbours(clue) {
                    let closed = view.tile(other).is_closed() && !self.linked[other.index()];
                    if closed && !posterior.is_mine(other) && !posterior.is_safe(other) {
                        self.linked[other.index()] = true;
                        self.reached.push(other);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_inference::Workspace;
    use surefoot_rules::{Point, layout, view};

    /// The layout fits the view, the cell is safe, and what does not hang together with
    /// it stays, but for the mines that the sea makes up for.
    #[test]
    fn only_what_hangs_together_changes() {
        let view = view![
            "9x5/9",
            "* 1 * * * * * 1 *",
            "* * * * * * * * *",
            "* * * * * * * * *",
            "* * * * * * * * *",
            "* 2 * * * * * 2 *",
        ];
        let laid = layout!["M.......M", "....M....", "..M.M....", "M.......M", "..M...M.."];
        let mut workspace = Workspace::default();
        let posterior = workspace.solve(&view).unwrap();
        let at = |x, y| view.grid().cell(Point { x, y }).unwrap();
        let mut redraw = Redraw::default();
        for number in 0..50 {
            let mut random = Random::for_player(1, number, "test");
            // A corner, and a cell of the sea.
            for cell in [at(0, 0), at(4, 2)] {
                let other = redraw.around(&view, &posterior, &laid, cell, &mut random).unwrap();
                assert!(!other.is_mine(cell));
                assert_eq!(other.count(), laid.count());
                let clues = [(1, 0, 1), (7, 0, 1), (1, 4, 2), (7, 4, 2)];
                for (x, y, number) in clues {
                    assert_eq!((other.is_mine(at(x, y)), other.number(at(x, y))), (false, number));
                }
                for far in [at(8, 0), at(8, 3), at(6, 3), at(7, 3), at(8, 1)] {
                    assert_eq!(other.is_mine(far), laid.is_mine(far));
                }
            }
        }
    }
}

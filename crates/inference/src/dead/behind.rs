//! What lies behind a cell under a told total: the rest of its component, all others and the sea.
//!
//! Thousands of cells beside one long chain have the same behind them. To walk from each to the
//! end of the chain, with every number of mines, would take the cube of its length; so numbers
//! are carried backward once for all of them, and each cell walks no farther than it touches.

use std::rc::Rc;

use surefoot_rules::Cell;

use super::{CellNumbers, Numbered, Told};

/// A component, the cells of the sea beside a cell, and how many others the sea has.
pub(super) type Behind = (u32, u32, u32);

impl CellNumbers<'_> {
    /// What is behind a cell, where it touches one component.
    pub(super) fn behind_of(&mut self, cell: Cell) -> Option<Behind> {
        let (in_sea, sea) = self.touch(cell);
        let (first, last) = (self.touched.first()?, self.touched.last()?);
        (first.component == last.component).then_some((first.component, in_sea, sea))
    }

    /// The same over one component: to the last box that is touched, and what is behind it. That
    /// is worked out once for all cells that have the same behind them, or else each would walk to
    /// the end of a long component.
    pub(super) fn beside_one(&mut self, told: &Told, of: Behind) -> Numbered {
        if self.behind_of != Some(of) {
            self.look_behind(told, of);
        }
        let touched = self.touched.clone();
        let last = self.walk(&touched, Some(&told.forward), touched[touched.len() - 1].step);
        let all = last.iter().flat_map(|span| span.range());
        all.fold(Numbered::NOTHING, |all, at| all.or(self.reached[at].and(self.behind[at])))
    }

    /// Carries numbers backward, from the end of a component.
    fn look_behind(&mut self, told: &Told, of: Behind) {
        let rest = self.rest(told);
        let (number, in_sea, sea) = of;
        let (trellis, spans) = (&self.of.engine().trellis, &told.forward.spans);
        let component = &trellis.components[number as usize];
        self.behind.resize(told.forward.values.len(), Numbered::NOTHING);
        let end = spans[component.states.1 as usize - 1];
        for (at, mines) in end.range().zip(end.least..) {
            self.behind[at] = beside_sea(told, &rest, mines, (in_sea, sea));
        }
        for step in trellis.steps_of(component).iter().rev() {
            self.walked += 1;
            let edges = trellis.edges_of(step);
            for edge in edges {
                self.behind[spans[edge.from as usize].range()].fill(Numbered::NOTHING);
            }
            for edge in edges {
                let (source, target) = (spans[edge.from as usize], spans[edge.to as usize]);
                let shift = source.least + u32::from(edge.mines) - target.least;
                let (before, behind) = self.behind.split_at_mut(target.start as usize);
                let from = &behind[shift as usize..];
                for (into, &from) in before[source.range()].iter_mut().zip(from) {
                    *into = into.or(from);
                }
            }
        }
        self.behind_of = Some(of);
    }
}

/// What `in_sea` of `sea` cells hold, where the touched components have so many mines and all
/// others can have the numbers of `rest`.
pub(super) fn beside_sea(
    told: &Told,
    (others, rest): &(u32, Rc<[bool]>),
    mines: u32,
    (in_sea, sea): (u32, u32),
) -> Numbered {
    let Some(left) = told.left.checked_sub(mines + others) else { return Numbered::NOTHING };
    // The fewest mines elsewhere are the most in the sea.
    let (from, to) = (left.saturating_sub(sea), left.min(rest.len() as u32 - 1));
    let Some(window) = rest.get(from as usize..=to as usize) else { return Numbered::NOTHING };
    let fewest = window.iter().position(|&can| can);
    let most = window.iter().rposition(|&can| can);
    let (Some(fewest), Some(most)) = (fewest, most) else { return Numbered::NOTHING };
    let mines = (left - from - most as u32, left - from - fewest as u32);
    Numbered::within(in_sea, mines, sea)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Workspace;
    use surefoot_rules::{Draft, Grid, Tile, View};

    /// Beside a long chain lies a sea that the told total may empty: no cell is walked from to the
    /// end of the chain.
    #[test]
    fn dead_cells_of_a_long_chain_take_no_walk_to_its_end() {
        let width = 301_u32;
        let clues = (0..width).map(|x| if x % 2 == 1 { Tile::Clue(1) } else { Tile::Silent });
        let tiles = clues.chain((0..2 * width).map(|_| Tile::Hidden)).collect();
        let draft = Draft::with_tiles(Grid::new(width, 3).unwrap(), Some(90), tiles);
        let view = View::try_from(draft).unwrap();
        let mut workspace = Workspace::default();
        let posterior = workspace.solve(&view).unwrap();
        let mut numbers = CellNumbers::of(&posterior).unwrap();
        assert!(numbers.told.as_ref().is_some_and(|told| !told.sea_moves));
        let dead = posterior.dead().unwrap();
        let mut cells: Vec<Cell> = view.closed().collect();
        cells.sort_by_cached_key(|&cell| (numbers.behind_of(cell), cell));
        for cell in cells {
            assert_eq!(numbers.beside(cell).is_one(), dead.contains(&cell), "{cell:?}");
        }
        // Some steps a cell, and some times along the whole chain.
        assert!(numbers.walked < 20 * view.closed_count() as usize, "{}", numbers.walked);
    }
}

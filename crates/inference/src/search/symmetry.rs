//! Symmetries of a view: which ways of turning the board over leave everything as it is.
//!
//! A square board looks the same from eight sides, an oblong one from four, and a
//! torus also after being pushed along. Two first clicks that a symmetry carries into
//! each other are worth the same, and so are two sets of configurations; best play on
//! an empty board is found for one of each.
//!
//! Which symmetries a neighbourhood has is not written down here: every turn, flip
//! and shift of the rectangle is tried, and kept if it carries neighbours into
//! neighbours and tiles into equal tiles. So rows of hexagons keep what they have, and
//! a half-opened board what is left of it. A graph of one's own keeps only itself.

use surefoot_rules::{Cell, Grid, Neighbourhood, Point, Tile, View};

/// The symmetries of a view, each as the cell that every cell is carried to; the one
/// that moves nothing comes first, those without a shift before the others. Flags are
/// claims: a flagged cell looks like a hidden one.
///
/// ```
/// use surefoot_inference::symmetries;
/// use surefoot_rules::view;
///
/// assert_eq!(symmetries(&view!["***", "***", "***"]).len(), 8);
/// assert_eq!(symmetries(&view!["1**", "***", "***"]).len(), 2);
/// assert_eq!(symmetries(&view!["***", "***"]).len(), 4);
/// ```
pub fn symmetries(view: &View) -> Vec<Vec<Cell>> {
    let grid = view.grid();
    let still: Vec<Cell> = grid.cells().collect();
    let Some(neighbourhood) = grid.neighbourhood() else { return vec![still] };
    let shifts: Vec<Point> = match neighbourhood {
        Neighbourhood::Torus => still.iter().map(|&cell| grid.point(cell)).collect(),
        _ => vec![Point { x: 0, y: 0 }],
    };
    let turns = if grid.width() == grid.height() { 8 } else { 4 };
    let candidates = shifts.iter().flat_map(|&shift| (0..turns).map(move |turn| (turn, shift)));
    let images = candidates.map(|(turn, shift)| {
        still.iter().map(|&cell| carried(grid, cell, turn, shift)).collect::<Vec<Cell>>()
    });
    images.filter(|image| keeps_tiles(view, image) && keeps_neighbours(grid, image)).collect()
}

/// Where a cell comes to lie: bit 0 of a turn flips columns, bit 1 rows, bit 2 swaps
/// the two.
fn carried(grid: &Grid, cell: Cell, turn: u32, shift: Point) -> Cell {
    let Point { mut x, mut y } = grid.point(cell);
    if turn & 1 == 1 {
        x = grid.width() - 1 - x;
    }
    if turn & 2 == 2 {
        y = grid.height() - 1 - y;
    }
    if turn & 4 == 4 {
        (x, y) = (y, x);
    }
    let (x, y) = ((x + shift.x) % grid.width(), (y + shift.y) % grid.height());
    Cell::new(y * grid.width() + x)
}

fn keeps_tiles(view: &View, image: &[Cell]) -> bool {
    let shown = |cell: Cell| match view.tile(cell) {
        Tile::Flag => Tile::Hidden,
        tile => tile,
    };
    view.grid().cells().zip(image).all(|(cell, &to)| shown(cell) == shown(to))
}

fn keeps_neighbours(grid: &Grid, image: &[Cell]) -> bool {
    grid.cells().all(|cell| {
        let (here, there) = (grid.neighbours(cell), grid.neighbours(image[cell.index()]));
        here.len() == there.len()
            && here.iter().all(|beside| there.contains(&image[beside.index()]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::{Graph, view};

    fn of(width: u32, height: u32, neighbourhood: Neighbourhood) -> Vec<Vec<Cell>> {
        let grid = Grid::with(width, height, neighbourhood).unwrap();
        symmetries(&View::new(grid, Some(1)).unwrap())
    }

    #[test]
    fn every_neighbourhood_keeps_what_it_has() {
        assert_eq!(of(4, 4, Neighbourhood::Square8).len(), 8);
        assert_eq!(of(5, 4, Neighbourhood::Square4).len(), 4);
        assert_eq!(of(5, 5, Neighbourhood::Knight).len(), 8);
        assert_eq!(of(5, 4, Neighbourhood::Torus).len(), 4 * 20);
        // Odd rows are shifted: three rows can be flipped top to bottom, and two
        // only together with left to right.
        assert_eq!(of(4, 3, Neighbourhood::Hex).len(), 2);
        assert_eq!(of(4, 2, Neighbourhood::Hex).len(), 2);
        let grid = Grid::of(Graph::new(3, [(0, 1), (1, 2)]).unwrap());
        assert_eq!(symmetries(&View::new(grid, None).unwrap()).len(), 1);
    }

    /// They form a group: carrying twice is carrying once by another.
    #[test]
    fn symmetries_form_a_group() {
        let all = of(3, 3, Neighbourhood::Torus);
        assert!(all[0].iter().zip(0..).all(|(&cell, at)| cell == Cell::new(at)));
        for one in &all {
            for other in &all {
                let both: Vec<Cell> = one.iter().map(|cell| other[cell.index()]).collect();
                assert!(all.contains(&both));
            }
        }
    }

    #[test]
    fn tiles_count_and_flags_do_not() {
        assert_eq!(symmetries(&view!["1*1", "***", "1*1"]).len(), 8);
        assert_eq!(symmetries(&view!["1*1", "***", "***"]).len(), 2);
        assert_eq!(symmetries(&view!["1*2", "***", "***"]).len(), 1);
        assert_eq!(symmetries(&view!["F**", "***", "***"]).len(), 8);
    }
}

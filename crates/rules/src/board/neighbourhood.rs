//! Neighbourhoods: which cells touch on a regular grid.
//!
//! Neighbours are computed from the index, not stored: a stored table for 4096×4096
//! would be half a gigabyte, and reading it is slower than eight additions. Only a
//! user's own [`Graph`](crate::Graph) keeps a list.

use std::fmt;
use std::ops::Deref;

use crate::{Cell, Grid, Point, named};

/// The most neighbours a cell of a regular grid has.
const REGULAR: usize = 8;

/// The eight steps to the cells around, row by row.
pub(super) const AROUND: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// Which cells count as beside each other.
///
/// ```
/// use surefoot_rules::{Grid, Neighbourhood};
///
/// let beside = |shape: &str| -> Result<usize, Box<dyn std::error::Error>> {
///     let grid = Grid::with(9, 9, shape.parse::<Neighbourhood>()?)?;
///     Ok(grid.neighbours(grid.middle()).len())
/// };
/// assert_eq!((beside("square8")?, beside("hex")?, beside("square4")?), (8, 6, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Neighbourhood {
    /// The eight cells around, as in the classic game.
    #[default]
    Square8,
    /// The four cells that share an edge.
    Square4,
    /// The eight cells around, where the left edge touches the right and the
    /// top the bottom.
    Torus,
    /// Six cells around: rows of hexagons, every odd row (1, 3, …) shifted half
    /// a cell to the right.
    Hex,
    /// The eight cells a chess knight reaches.
    Knight,
}

named! {
    Neighbourhood is "a neighbourhood" {
        Square8 => "square8",
        Square4 => "square4",
        Torus => "torus",
        Hex => "hex",
        Knight => "knight",
    }
}

/// The neighbours of one cell: a slice of cells, held inline for regular grids.
#[derive(Clone)]
pub struct Neighbours<'grid>(Slice<'grid>);

#[derive(Clone)]
enum Slice<'grid> {
    Few(Few),
    Graph(&'grid [Cell]),
    Sifted(Box<[Cell]>),
}

#[derive(Clone)]
struct Few {
    cells: [Cell; REGULAR],
    len: usize,
}

impl Default for Few {
    #[inline]
    fn default() -> Self {
        Self { cells: [Cell::new(0); REGULAR], len: 0 }
    }
}

impl<'grid> Neighbours<'grid> {
    /// Those of a cell of a regular grid.
    ///
    /// Nearly all are asked of the inside of a classic grid, so that stands where it is asked,
    /// and everything else elsewhere.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a call takes longer than the eight additions
    pub(super) fn regular(grid: &Grid, neighbourhood: Neighbourhood, cell: Cell) -> Self {
        let (Point { x, y }, w, c) = (grid.point(cell), grid.width(), cell.number());
        // Of 0 the one before is beyond the last.
        let inside = x.wrapping_sub(1) < w.wrapping_sub(2)
            && y.wrapping_sub(1) < grid.height().wrapping_sub(2)
            && w > 1
            && grid.height() > 1;
        if neighbourhood == Neighbourhood::Square8 && inside {
            let cells = [c - w - 1, c - w, c - w + 1, c - 1, c + 1, c + w - 1, c + w, c + w + 1];
            return Self(Slice::Few(Few { cells: cells.map(Cell::new), len: 8 }));
        }
        Self::elsewhere(grid, neighbourhood, cell)
    }

    #[inline(never)]
    fn elsewhere(grid: &Grid, neighbourhood: Neighbourhood, cell: Cell) -> Self {
        let mut few = Few::default();
        few.fill(grid, neighbourhood, cell);
        Self(Slice::Few(few))
    }

    /// Only those of a kind. Of which kind a cell is can hardly be foreseen, so this goes
    /// through them without a branch, and who goes through what is left has one less.
    ///
    /// ```
    /// use surefoot_rules::{Tile, view};
    ///
    /// let view = view!["3x2/2", "1 2 *", "* * *"];
    /// let open = view.grid().cells().next().unwrap();
    /// let closed = view.neighbours(open).only(|cell| view.tile(cell).is_closed());
    /// assert_eq!(closed.len(), 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn only(self, is: impl Fn(Cell) -> bool) -> Self {
        match self.0 {
            Slice::Few(Few { mut cells, len }) => {
                let mut kept = 0;
                for at in 0..len.min(REGULAR) {
                    let cell = cells[at];
                    cells[kept & 7] = cell;
                    kept += usize::from(is(cell));
                }
                Self(Slice::Few(Few { cells, len: kept }))
            }
            Slice::Graph(cells) => {
                Self(Slice::Sifted(cells.iter().copied().filter(|&cell| is(cell)).collect()))
            }
            Slice::Sifted(cells) => {
                let left = cells.into_iter().filter(|&cell| is(cell));
                Self(Slice::Sifted(left.collect()))
            }
        }
    }

    /// Those that a graph lists.
    #[inline]
    pub(super) fn listed(cells: &'grid [Cell]) -> Self {
        Self(Slice::Graph(cells))
    }
}

impl Few {
    #[inline]
    fn fill(&mut self, grid: &Grid, neighbourhood: Neighbourhood, cell: Cell) {
        let Point { x, y } = grid.point(cell);
        let (width, height) = (grid.width(), grid.height());
        match neighbourhood {
            Neighbourhood::Square8 => {
                // Written first and counted then, which takes no branches.
                let (up, down) = (y > 0, y + 1 < height);
                let (left, right) = (x > 0, x + 1 < width);
                let mut next = |is: bool, cell: u32| {
                    self.cells[self.len & 7] = Cell::new(cell);
                    self.len += usize::from(is);
                };
                let c = cell.number();
                let (above, below) = (c.wrapping_sub(width), c.wrapping_add(width));
                next(up && left, above.wrapping_sub(1));
                next(up, above);
                next(up && right, above.wrapping_add(1));
                next(left, c.wrapping_sub(1));
                next(right, c.wrapping_add(1));
                next(down && left, below.wrapping_sub(1));
                next(down, below);
                next(down && right, below.wrapping_add(1));
            }
            Neighbourhood::Square4 => {
                self.offsets(grid, x, y, &[(0, -1), (-1, 0), (1, 0), (0, 1)]);
            }
            Neighbourhood::Knight => {
                const MOVES: [(i32, i32); 8] =
                    [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];
                self.offsets(grid, x, y, &MOVES);
            }
            Neighbourhood::Hex => {
                let shift = (y & 1).cast_signed();
                let left = shift - 1;
                let moves = [(left, -1), (left + 1, -1), (-1, 0), (1, 0), (left, 1), (left + 1, 1)];
                self.offsets(grid, x, y, &moves);
            }
            Neighbourhood::Torus => {
                // On a side of one or two cells the ways around meet: a cell
                // reached twice is one neighbour, and a cell is not its own.
                for (dx, dy) in AROUND {
                    let nx = (x + width).wrapping_add_signed(dx) % width;
                    let ny = (y + height).wrapping_add_signed(dy) % height;
                    let other = Cell::new(ny * width + nx);
                    if other != cell && !self.slice().contains(&other) {
                        self.push(other);
                    }
                }
            }
        }
    }

    #[inline]
    fn offsets(&mut self, grid: &Grid, x: u32, y: u32, moves: &[(i32, i32)]) {
        for &(dx, dy) in moves {
            let (nx, ny) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if nx < grid.width() && ny < grid.height() {
                self.push(Cell::new(ny * grid.width() + nx));
            }
        }
    }

    #[inline]
    fn push(&mut self, cell: Cell) {
        self.cells[self.len] = cell;
        self.len += 1;
    }

    #[inline]
    fn slice(&self) -> &[Cell] {
        &self.cells[..self.len]
    }
}

impl Deref for Neighbours<'_> {
    type Target = [Cell];

    #[inline]
    fn deref(&self) -> &[Cell] {
        match &self.0 {
            Slice::Few(few) => few.slice(),
            Slice::Graph(cells) => cells,
            Slice::Sifted(cells) => cells,
        }
    }
}

impl fmt::Debug for Neighbours<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<'a> IntoIterator for &'a Neighbours<'_> {
    type Item = Cell;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Cell>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(neighbourhood: Neighbourhood, width: u32, height: u32, x: u32, y: u32) -> String {
        let grid = Grid::with(width, height, neighbourhood).unwrap();
        let centre = grid.cell(Point { x, y }).unwrap();
        let beside = grid.neighbours(centre);
        (0..height)
            .map(|y| {
                (0..width)
                    .map(|x| match grid.cell(Point { x, y }).unwrap() {
                        cell if cell == centre => '@',
                        cell if beside.contains(&cell) => 'o',
                        _ => '.',
                    })
                    .chain(['\n'])
                    .collect::<String>()
            })
            .collect()
    }

    #[track_caller]
    fn drawn(actual: &str, expected: &str) {
        let expected: String = expected.lines().map(|line| line.trim().to_owned() + "\n").collect();
        assert_eq!(actual.trim(), expected.trim());
    }

    #[test]
    fn each_neighbourhood_looks_as_drawn() {
        use Neighbourhood::{Hex, Knight, Square4, Square8, Torus};
        drawn(&around(Square8, 5, 4, 2, 1), ".ooo.\n.o@o.\n.ooo.\n.....");
        drawn(&around(Square8, 3, 3, 2, 0), ".o@\n.oo\n...");
        drawn(&around(Square4, 5, 4, 2, 1), "..o..\n.o@o.\n..o..\n.....");
        drawn(&around(Torus, 5, 4, 0, 0), "@o..o\noo..o\n.....\noo..o");
        drawn(&around(Hex, 5, 4, 2, 1), "..oo.\n.o@o.\n..oo.\n.....");
        drawn(&around(Hex, 5, 4, 2, 2), ".....\n.oo..\n.o@o.\n.oo..");
        drawn(&around(Knight, 5, 5, 2, 2), ".o.o.\no...o\n..@..\no...o\n.o.o.");
    }

    #[test]
    fn on_a_narrow_torus_no_neighbour_counts_twice() {
        drawn(&around(Neighbourhood::Torus, 1, 1, 0, 0), "@");
        drawn(&around(Neighbourhood::Torus, 2, 1, 0, 0), "@o");
        drawn(&around(Neighbourhood::Torus, 2, 2, 0, 0), "@o\noo");
        drawn(&around(Neighbourhood::Torus, 3, 1, 0, 0), "@oo");
    }

    #[test]
    fn neighbours_are_mutual_and_distinct() {
        for neighbourhood in Neighbourhood::ALL {
            for (width, height) in [(1, 1), (1, 7), (7, 1), (2, 2), (2, 5), (3, 3), (5, 4), (8, 7)]
            {
                let grid = Grid::with(width, height, neighbourhood).unwrap();
                for cell in grid.cells() {
                    let beside = grid.neighbours(cell);
                    let mut distinct = beside.to_vec();
                    distinct.sort_unstable();
                    distinct.dedup();
                    assert_eq!(distinct.len(), beside.len(), "{grid:?} {cell:?}");
                    for other in &beside {
                        assert_ne!(other, cell);
                        assert!(grid.neighbours(other).contains(&cell), "{grid:?} {cell:?}");
                    }
                }
            }
        }
    }
}

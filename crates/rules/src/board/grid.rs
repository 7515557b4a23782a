//! A grid: how many cells there are and which of them touch.
//!
//! Nothing outside this folder needs to know the geometry: solvers ask for the
//! neighbours of a cell and get a slice.

use std::fmt;
use std::sync::Arc;

use crate::board::neighbourhood::AROUND;
use crate::{Cell, Graph, MAX_NEIGHBOURS, Neighbourhood, Neighbours, Point, counted};

/// The most cells a grid may have (8192×8192, or any other shape of that area).
pub const MAX_CELLS: u64 = 1 << 26;

/// Why a grid cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// One side is zero.
    #[error("a board of {width}x{height} has no cells")]
    Empty {
        /// The width asked for.
        width: u64,
        /// The height asked for.
        height: u64,
    },
    /// More cells than [`MAX_CELLS`].
    #[error("a board of {width}x{height} is too large: at most {MAX_CELLS} cells (8192x8192)")]
    TooLarge {
        /// The width asked for.
        width: u64,
        /// The height asked for.
        height: u64,
    },
    /// A graph's edge joins a cell to itself.
    #[error("cell {cell} is named as its own neighbour")]
    Loop {
        /// The cell.
        cell: u32,
    },
    /// A graph's edge ends at a cell that does not exist.
    #[error("cell {cell} does not exist: the graph has {}, numbered from 0", counted(*cells, "cell"))]
    NoSuchCell {
        /// The cell named.
        cell: u32,
        /// How many there are.
        cells: u32,
    },
    /// A graph's cell has more neighbours than a clue can say.
    #[error("cell {cell} has {neighbours} neighbours; at most {MAX_NEIGHBOURS} are possible")]
    TooManyNeighbours {
        /// The cell.
        cell: u32,
        /// How many neighbours were given.
        neighbours: u32,
    },
}

impl GridError {
    /// The complaint about a size that is zero or over [`MAX_CELLS`].
    pub(crate) fn size(width: u64, height: u64) -> Self {
        if width == 0 || height == 0 {
            Self::Empty { width, height }
        } else {
            Self::TooLarge { width, height }
        }
    }
}

/// The cells of a board and which of them touch; cheap to clone.
///
/// ```
/// use surefoot_rules::{Grid, Neighbourhood, Point};
///
/// let square = Grid::new(9, 9)?;
/// let torus = Grid::with(9, 9, Neighbourhood::Torus)?;
/// let corner = square.cell(Point { x: 0, y: 0 }).unwrap();
/// assert_eq!(square.neighbours(corner).len(), 3);
/// assert_eq!(torus.neighbours(corner).len(), 8);
/// # Ok::<(), surefoot_rules::GridError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    width: u32,
    height: u32,
    /// 2^52 / width, rounded up: dividing by the width is the most frequent
    /// operation there is, and a product is several times faster. Exact for
    /// indices below [`MAX_CELLS`] (index × width < 2^52).
    reciprocal: u64,
    shape: Shape,
}

const fn reciprocal(width: u32) -> u64 {
    (1_u64 << 52) / width as u64 + 1
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Shape {
    Regular(Neighbourhood),
    Graph(Arc<Graph>),
}

impl Grid {
    /// A rectangle with the classic eight neighbours.
    pub fn new(width: u32, height: u32) -> Result<Self, GridError> {
        Self::with(width, height, Neighbourhood::Square8)
    }

    /// A rectangle with any regular neighbourhood.
    pub fn with(width: u32, height: u32, neighbourhood: Neighbourhood) -> Result<Self, GridError> {
        let (w, h) = (u64::from(width), u64::from(height));
        if w == 0 || h == 0 || w * h > MAX_CELLS {
            return Err(GridError::size(w, h));
        }
        let shape = Shape::Regular(neighbourhood);
        Ok(Self { width, height, reciprocal: reciprocal(width), shape })
    }

    /// A user's own graph, as one row of cells.
    pub fn of(graph: Graph) -> Self {
        let (width, shape) = (graph.cells(), Shape::Graph(Arc::new(graph)));
        Self { width, height: 1, reciprocal: reciprocal(width), shape }
    }

    /// Columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// How many cells there are.
    #[allow(clippy::len_without_is_empty)] // a grid is never empty
    pub fn len(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The regular neighbourhood, or `None` for a user's own graph.
    pub fn neighbourhood(&self) -> Option<Neighbourhood> {
        match self.shape {
            Shape::Regular(neighbourhood) => Some(neighbourhood),
            Shape::Graph(_) => None,
        }
    }

    /// Every cell, in order of index.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + use<> {
        (0..self.width * self.height).map(Cell::new)
    }

    /// Whether this cell is of this grid.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.index() < self.len()
    }

    /// The cell at these coordinates, if it is on the board.
    pub fn cell(&self, point: Point) -> Option<Cell> {
        (point.x < self.width && point.y < self.height)
            .then(|| Cell::new(point.y * self.width + point.x))
    }

    /// The coordinates of a cell.
    #[inline]
    pub fn point(&self, cell: Cell) -> Point {
        let y = ((u128::from(cell.number()) * u128::from(self.reciprocal)) >> 52) as u32;
        Point { x: cell.number() - y * self.width, y }
    }

    /// The cell in the middle (of an even side, the one right of or below it).
    pub fn middle(&self) -> Cell {
        Cell::new(self.height / 2 * self.width + self.width / 2)
    }

    /// A cell with as many neighbours as any.
    pub fn fullest(&self) -> Cell {
        let most = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.max_by_key(|&cell| self.neighbours(cell).len()).unwrap_or(self.middle())
        };
        if self.neighbourhood().is_none() {
            return most(&mut self.cells());
        }
        // Borders cost neighbours, and of hexagons it matters which row is
        // shifted: one of the cells around the middle is as good as it gets.
        let Point { x, y } = self.point(self.middle());
        let window = AROUND.iter().chain(&[(0, 0)]).filter_map(|&(dx, dy)| {
            self.cell(Point { x: x.wrapping_add_signed(dx), y: y.wrapping_add_signed(dy) })
        });
        most(&mut window.into_iter())
    }

    /// The cells beside this one: each once, never the cell itself.
    ///
    /// # Panics
    /// May panic if the cell is not of this grid.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> Neighbours<'_> {
        match &self.shape {
            Shape::Graph(graph) => Neighbours::listed(graph.neighbours(cell)),
            Shape::Regular(neighbourhood) => Neighbours::regular(self, *neighbourhood, cell),
        }
    }

    /// Counts, for every cell, the marked cells beside it: `marks` has one byte
    /// per cell, 1 if it is marked and 0 if not. `scratch` is memory to work in.
    ///
    /// On the classic grid a count is a 3×3 box sum: two passes of three byte
    /// additions over the whole board, which the compiler turns into vector
    /// code. The obvious way, eight increments around each mark, is three times
    /// slower on expert boards and is what the other neighbourhoods use.
    ///
    /// ```
    /// use surefoot_rules::Grid;
    ///
    /// let mut counts = Vec::new();
    /// Grid::new(3, 2)?.count_beside(&[1, 0, 0, 0, 1, 0], &mut counts, &mut Vec::new());
    /// assert_eq!(counts, [1, 2, 1, 2, 1, 1]);
    /// # Ok::<(), surefoot_rules::GridError>(())
    /// ```
    ///
    /// # Panics
    /// If there are not as many marks as cells.
    pub fn count_beside(&self, marks: &[u8], counts: &mut Vec<u8>, scratch: &mut Vec<u8>) {
        assert_eq!(marks.len(), self.len(), "one mark per cell");
        counts.clear();
        if self.neighbourhood() == Some(Neighbourhood::Square8) {
            return box_sums(self.width as usize, marks, counts, scratch);
        }
        counts.resize(self.len(), 0);
        for cell in self.cells() {
            if marks[cell.index()] != 0 {
                for beside in &self.neighbours(cell) {
                    counts[beside.index()] += 1;
                }
            }
        }
    }
}

/// Sums of three rows, then of three columns, over the whole board as one slice;
/// the horizontal pass runs over the row ends, so the first and last column take
/// back what came from the row before or after.
fn box_sums(width: usize, marks: &[u8], counts: &mut Vec<u8>, columns: &mut Vec<u8>) {
    columns.clear();
    columns.extend_from_slice(marks);
    for (sum, above) in columns[width..].iter_mut().zip(marks) {
        *sum += above;
    }
    for (sum, below) in columns.iter_mut().zip(&marks[width..]) {
        *sum += below;
    }

    counts.extend(columns.iter().zip(marks).map(|(sum, mark)| sum - mark));
    for (count, left) in counts[1..].iter_mut().zip(&*columns) {
        *count += left;
    }
    for (count, right) in counts.iter_mut().zip(&columns[1..]) {
        *count += right;
    }
    for start in (width..marks.len()).step_by(width) {
        counts[start] -= columns[start - 1];
        counts[start - 1] -= columns[start];
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.neighbourhood().map_or("graph", Neighbourhood::name);
        write!(f, "{}x{} {name}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_fuller_than_the_fullest() {
        for neighbourhood in Neighbourhood::ALL {
            for (width, height) in (1..9).flat_map(|w| (1..9).map(move |h| (w, h))) {
                let grid = Grid::with(width, height, neighbourhood).unwrap();
                let most = grid.cells().map(|cell| grid.neighbours(cell).len()).max();
                assert_eq!(Some(grid.neighbours(grid.fullest()).len()), most, "{grid:?}");
            }
        }
        let star = Grid::of(Graph::new(5, (0..4).map(|leaf| (leaf, 4))).unwrap());
        assert_eq!(star.fullest(), Cell::new(4));
    }

    #[test]
    fn coordinates_are_right_on_every_width() {
        for width in (1..300).chain([4_095, 4_096, 8_191, 8_192, 65_535, 1 << 20, 1 << 26]) {
            let height = (MAX_CELLS / u64::from(width)) as u32;
            let grid = Grid::new(width, height).unwrap();
            let last = width * height - 1;
            let near = |cell: u32| [cell.saturating_sub(1), cell, (cell + 1).min(last)];
            let rows = [0, 1, height / 3, height / 2, height - 1];
            for cell in rows.into_iter().flat_map(|row| near(row * width)).chain([last]) {
                let point = Point { x: cell % width, y: cell / width };
                assert_eq!(grid.point(Cell::new(cell)), point, "{cell} of {width}");
            }
        }
    }

    #[test]
    fn sizes_are_bounded() {
        assert!(Grid::new(4096, 4096).is_ok());
        assert!(matches!(Grid::new(0, 5), Err(GridError::Empty { .. })));
        assert!(matches!(Grid::new(u32::MAX, u32::MAX), Err(GridError::TooLarge { .. })));
    }
}

//! A grid: how many cells there are and which of them touch.
//!
//! Neighbours of a regular grid are computed from the index, not stored: a
//! stored table for 4096×4096 would be half a gigabyte, and reading it is
//! slower than eight additions. Only a user's own [`Graph`] keeps a list.
//!
//! Nothing outside this file needs to know the geometry: solvers ask for the
//! neighbours of a cell and get a slice.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::Arc;

use crate::{Cell, Graph, Point};

/// The most cells a grid may have (8192×8192, or any other shape of that area).
pub const MAX_CELLS: u64 = 1 << 26;

/// The most neighbours a cell of a regular grid has.
const REGULAR: usize = 8;

/// Which cells count as beside each other.
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

impl Neighbourhood {
    /// Every regular neighbourhood.
    pub const ALL: [Self; 5] = [Self::Square8, Self::Square4, Self::Torus, Self::Hex, Self::Knight];

    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square8 => "square8",
            Self::Square4 => "square4",
            Self::Torus => "torus",
            Self::Hex => "hex",
            Self::Knight => "knight",
        }
    }
}

impl fmt::Display for Neighbourhood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no neighbourhood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a neighbourhood: expected square8, square4, torus, hex or knight")]
pub struct ParseNeighbourhoodError(pub(crate) String);

impl FromStr for Neighbourhood {
    type Err = ParseNeighbourhoodError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|neighbourhood| neighbourhood.name() == text)
            .ok_or_else(|| ParseNeighbourhoodError(text.to_owned()))
    }
}

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
    #[error("cell {cell} does not exist: the graph has {cells} cells, numbered from 0")]
    NoSuchCell {
        /// The cell named.
        cell: u32,
        /// How many there are.
        cells: u32,
    },
    /// A graph's cell has more neighbours than a clue can say.
    #[error("cell {cell} has {neighbours} neighbours; at most 255 are possible")]
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
            Shape::Graph(graph) => Neighbours(Slice::Graph(graph.neighbours(cell))),
            Shape::Regular(neighbourhood) => {
                let mut few = Few::default();
                self.regular(*neighbourhood, cell, &mut few);
                Neighbours(Slice::Few(few))
            }
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

    #[inline]
    fn regular(&self, neighbourhood: Neighbourhood, cell: Cell, few: &mut Few) {
        let Point { x, y } = self.point(cell);
        match neighbourhood {
            Neighbourhood::Square8 => {
                let (w, c) = (self.width, cell.number());
                let inside = x > 0 && y > 0 && x + 1 < w && y + 1 < self.height;
                if inside {
                    few.cells =
                        [c - w - 1, c - w, c - w + 1, c - 1, c + 1, c + w - 1, c + w, c + w + 1]
                            .map(Cell::new);
                    few.len = 8;
                } else {
                    self.offsets(x, y, &AROUND, few);
                }
            }
            Neighbourhood::Square4 => {
                self.offsets(x, y, &[(0, -1), (-1, 0), (1, 0), (0, 1)], few);
            }
            Neighbourhood::Knight => {
                const MOVES: [(i32, i32); 8] =
                    [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];
                self.offsets(x, y, &MOVES, few);
            }
            Neighbourhood::Hex => {
                let shift = (y & 1).cast_signed();
                let left = shift - 1;
                let moves = [(left, -1), (left + 1, -1), (-1, 0), (1, 0), (left, 1), (left + 1, 1)];
                self.offsets(x, y, &moves, few);
            }
            Neighbourhood::Torus => {
                // On a side of one or two cells the ways around meet: a cell
                // reached twice is one neighbour, and a cell is not its own.
                for (dx, dy) in AROUND {
                    let nx = (x + self.width).wrapping_add_signed(dx) % self.width;
                    let ny = (y + self.height).wrapping_add_signed(dy) % self.height;
                    let other = Cell::new(ny * self.width + nx);
                    if other != cell && !few.slice().contains(&other) {
                        few.push(other);
                    }
                }
            }
        }
    }

    #[inline]
    fn offsets(&self, x: u32, y: u32, moves: &[(i32, i32)], few: &mut Few) {
        for &(dx, dy) in moves {
            let (nx, ny) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if nx < self.width && ny < self.height {
                few.push(Cell::new(ny * self.width + nx));
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

/// The eight steps to the cells around, row by row.
const AROUND: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.neighbourhood().map_or("graph", Neighbourhood::name);
        write!(f, "{}x{} {name}", self.width, self.height)
    }
}

/// The neighbours of one cell: a slice of cells, held inline for regular grids.
#[derive(Clone)]
pub struct Neighbours<'grid>(Slice<'grid>);

#[derive(Clone)]
enum Slice<'grid> {
    Few(Few),
    Graph(&'grid [Cell]),
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

impl Few {
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

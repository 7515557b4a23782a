//! A layout: where the mines are, and so what every cell would show.
//!
//! The numbers are kept beside the mines because every game needs them and one
//! pass over the whole board ([`Grid::count_beside`]) is far cheaper than asking
//! cell by cell.

use std::fmt;

use crate::{Cell, Grid, Point};

/// The truth of a board. No player ever holds one: see [`View`](crate::View).
///
/// ```
/// use surefoot_rules::{layout, Point};
///
/// let layout = layout![
///     ". . M",
///     ". . .",
///     "M . .",
/// ];
/// let centre = layout.grid().cell(Point { x: 1, y: 1 }).unwrap();
/// assert_eq!(layout.count(), 2);
/// assert_eq!(layout.number(centre), 2);
/// ```
#[derive(Clone)]
pub struct Layout {
    grid: Grid,
    /// 1 for a mine, 0 otherwise: bytes, so that sums vectorise.
    mines: Vec<u8>,
    numbers: Vec<u8>,
    count: u32,
    /// Scratch of the numbering pass, kept so that dealing again allocates nothing.
    columns: Vec<u8>,
}

/// Why a list of mines is not a layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// A mine outside the board.
    #[error("mine {index} lies outside the board, whose cells are numbered 0 to {last}")]
    Outside {
        /// The index given.
        index: u64,
        /// The last index there is.
        last: u64,
    },
    /// A mine named twice.
    #[error("the mine at {point} is named twice")]
    Twice {
        /// Where.
        point: Point,
    },
}

impl Layout {
    /// A board without mines.
    pub fn empty(grid: Grid) -> Self {
        let cells = grid.len();
        Self { grid, mines: vec![0; cells], numbers: vec![0; cells], count: 0, columns: Vec::new() }
    }

    /// A board with mines at these cells, in any order.
    pub fn new(grid: Grid, mines: impl IntoIterator<Item = Cell>) -> Result<Self, LayoutError> {
        // The list is checked before anything of the board's size is allocated.
        let mut mines: Vec<Cell> = mines.into_iter().collect();
        mines.sort_unstable();
        if let Some(&cell) = mines.last().filter(|&&cell| !grid.contains(cell)) {
            return Err(LayoutError::Outside {
                index: cell.number().into(),
                last: grid.len() as u64 - 1,
            });
        }
        if let Some(pair) = mines.windows(2).find(|pair| pair[0] == pair[1]) {
            let point = grid.point(pair[0]);
            return Err(LayoutError::Twice { point });
        }
        let mut layout = Self::empty(grid);
        layout.rewrite(|bytes| {
            for cell in mines {
                bytes[cell.index()] = 1;
            }
        });
        Ok(layout)
    }

    /// A board with mines wherever this says so.
    ///
    /// ```
    /// use surefoot_rules::{Grid, Layout, layout};
    ///
    /// let striped = Layout::from_fn(Grid::new(4, 1)?, |cell| cell.number() % 2 == 1);
    /// assert_eq!(striped, layout![". M . M"]);
    /// # Ok::<(), surefoot_rules::GridError>(())
    /// ```
    pub fn from_fn(grid: Grid, mut is_mine: impl FnMut(Cell) -> bool) -> Self {
        let mut layout = Self::empty(grid);
        layout.rewrite(|bytes| {
            for (byte, cell) in bytes.iter_mut().zip((0..).map(Cell::new)) {
                *byte = is_mine(cell).into();
            }
        });
        layout
    }

    /// Places mines anew in the same memory: `place` gets one zero byte per
    /// cell and writes 1 where a mine is.
    pub(crate) fn rewrite(&mut self, place: impl FnOnce(&mut [u8])) {
        self.mines.fill(0);
        place(&mut self.mines);
        self.count = self.mines.iter().map(|&byte| u32::from(byte)).sum();
        self.grid.count_beside(&self.mines, &mut self.numbers, &mut self.columns);
    }

    /// The grid it lies on.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How many mines there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Whether this cell is a mine.
    #[inline]
    pub fn is_mine(&self, cell: Cell) -> bool {
        self.mines[cell.index()] == 1
    }

    /// How many mines lie beside this cell (the cell itself does not count).
    #[inline]
    pub fn number(&self, cell: Cell) -> u8 {
        self.numbers[cell.index()]
    }

    /// The mines, in order of index.
    pub fn mines(&self) -> impl Iterator<Item = Cell> + '_ {
        self.grid.cells().filter(|&cell| self.is_mine(cell))
    }

    /// The cells without a mine, in order of index.
    pub fn safe(&self) -> impl Iterator<Item = Cell> + '_ {
        self.grid.cells().filter(|&cell| !self.is_mine(cell))
    }
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid && self.mines == other.mines
    }
}

impl Eq for Layout {}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}/{}", self.grid, self.count)?;
        let rows = self.mines.chunks(self.grid.width() as usize);
        for (row, numbers) in rows.zip(self.numbers.chunks(self.grid.width() as usize)) {
            for (&mine, number) in row.iter().zip(numbers) {
                if mine == 1 {
                    write!(f, "M")?;
                } else {
                    write!(f, "{number}")?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Draws a [`Layout`]: one string per row, `M` for a mine and `.` for a safe
/// cell, blanks ignored. Panics on anything else; meant for tests and examples.
///
/// ```
/// use surefoot_rules::layout;
///
/// assert_eq!(layout!["M.", ".M"].count(), 2);
/// ```
#[macro_export]
macro_rules! layout {
    ($($row:literal),+ $(,)?) => {
        $crate::Layout::drawn(&[$($row),+])
    };
}

impl Layout {
    /// What [`layout!`](crate::layout) expands to.
    ///
    /// # Panics
    /// If the rows are not a rectangle of `M` and `.`.
    #[doc(hidden)]
    pub fn drawn(rows: &[&str]) -> Self {
        let rows: Vec<Vec<char>> =
            rows.iter().map(|row| row.chars().filter(|c| !c.is_whitespace()).collect()).collect();
        let width = rows[0].len();
        assert!(rows.iter().all(|row| row.len() == width), "rows differ in length");
        let grid = Grid::new(width as u32, rows.len() as u32).expect("a drawn layout has cells");
        let mines = rows.concat().into_iter().zip(grid.cells()).filter_map(|(c, cell)| {
            assert!(matches!(c, 'M' | '.'), "`{c}` is neither `M` nor `.`");
            (c == 'M').then_some(cell)
        });
        Self::new(grid.clone(), mines.collect::<Vec<_>>()).expect("drawn cells are distinct")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Deal, Neighbourhood, Random};

    #[test]
    fn numbers_are_right_on_every_shape() {
        let mut random = Random::for_deal(Deal::default());
        for neighbourhood in Neighbourhood::ALL {
            for (width, height) in [(1, 1), (1, 9), (9, 1), (2, 2), (3, 5), (17, 16), (30, 16)] {
                let grid = Grid::with(width, height, neighbourhood).unwrap();
                for density in [0.0, 0.2, 0.6, 1.0] {
                    let mut layout = Layout::empty(grid.clone());
                    layout.rewrite(|bytes| {
                        for byte in bytes {
                            *byte = u8::from(random.unit() < density);
                        }
                    });
                    for cell in grid.cells() {
                        let beside = grid.neighbours(cell);
                        let count = beside.iter().filter(|&&c| layout.is_mine(c)).count();
                        assert_eq!(usize::from(layout.number(cell)), count, "{layout:?} {cell:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_list_of_mines_is_checked() {
        let grid = Grid::new(3, 2).unwrap();
        let cells = |list: &[u32]| list.iter().copied().map(Cell::new).collect::<Vec<_>>();
        assert_eq!(
            Layout::new(grid.clone(), cells(&[1, 6])),
            Err(LayoutError::Outside { index: 6, last: 5 })
        );
        assert_eq!(
            Layout::new(grid.clone(), cells(&[4, 1, 4])),
            Err(LayoutError::Twice { point: Point { x: 1, y: 1 } })
        );
        assert_eq!(Layout::new(grid, cells(&[4, 0])).unwrap(), layout!["M..", ".M."]);
    }
}

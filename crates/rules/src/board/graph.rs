//! A user's own neighbourhood: which cells touch which, as a list.
//!
//! Regular grids compute their neighbours; anything else (a map of countries,
//! a sphere, a board with holes) is a graph. It is stored in compressed rows:
//! one slice of neighbours per cell, all in one allocation, so that walking a
//! graph costs no more than walking a grid.

use crate::{Cell, GridError, MAX_CELLS};

/// The most neighbours one cell may have: a clue must fit a byte.
pub const MAX_NEIGHBOURS: usize = u8::MAX as usize;

/// An undirected graph over cells, without loops or double edges.
///
/// ```
/// use surefoot_rules::{Cell, Graph, Grid};
///
/// // Four cells in a ring, and a fifth that touches them all.
/// let ring = [(0, 1), (1, 2), (2, 3), (3, 0)];
/// let spokes = (0..4).map(|rim| (rim, 4));
/// let wheel = Grid::of(Graph::new(5, ring.into_iter().chain(spokes))?);
/// assert_eq!(wheel.neighbours(Cell::new(4)).len(), 4);
/// assert_eq!(wheel.neighbours(Cell::new(0)).len(), 3);
/// # Ok::<(), surefoot_rules::GridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// Where each cell's row begins in `targets`; one more entry than cells.
    starts: Box<[u32]>,
    targets: Box<[Cell]>,
}

impl Graph {
    /// A graph of `cells` cells joined by `edges`, each given in either
    /// direction; an edge named twice counts once.
    pub fn new(cells: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Result<Self, GridError> {
        if cells == 0 || u64::from(cells) > MAX_CELLS {
            return Err(GridError::size(u64::from(cells), 1));
        }
        let mut pairs = Vec::new();
        for (a, b) in edges {
            if a == b {
                return Err(GridError::Loop { cell: a });
            }
            if let Some(&cell) = [a, b].iter().find(|&&end| end >= cells) {
                return Err(GridError::NoSuchCell { cell, cells });
            }
            pairs.extend([(a, b), (b, a)]);
        }
        pairs.sort_unstable();
        pairs.dedup();

        let mut starts = vec![0; cells as usize + 1];
        for &(from, _) in &pairs {
            starts[from as usize + 1] += 1;
        }
        for cell in 0..cells as usize {
            if starts[cell + 1] as usize > MAX_NEIGHBOURS {
                return Err(GridError::TooManyNeighbours {
                    cell: cell as u32,
                    neighbours: starts[cell + 1],
                });
            }
            starts[cell + 1] += starts[cell];
        }
        Ok(Self {
            starts: starts.into(),
            targets: pairs.into_iter().map(|(_, to)| Cell::new(to)).collect(),
        })
    }

    /// How many cells there are.
    pub fn cells(&self) -> u32 {
        (self.starts.len() - 1) as u32
    }

    /// The cells beside this one, in increasing order.
    ///
    /// # Panics
    /// If the cell is not of this graph.
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        let (from, to) = (self.starts[cell.index()], self.starts[cell.index() + 1]);
        &self.targets[from as usize..to as usize]
    }
}

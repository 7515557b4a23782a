//! Measures of a board that players compare: 3BV, openings, islands.
//!
//! *3BV* (Bechtel's Board Benchmark Value) is the least number of left clicks
//! that clears a board without flags: one per opening, and one for each number
//! that no opening uncovers. *Islands* are the connected groups of such numbers.
//! Both follow from connected parts under the board's own neighbourhood, so
//! they are defined on a torus or a graph as well.

use crate::{Cell, Grid, Layout, View};

/// What can be counted on a layout.
///
/// ```
/// use surefoot_rules::{layout, Measures};
///
/// let layout = layout![
///     ". . . . .",
///     ". . M . .",
///     ". . . . .",
///     "M . . . M",
/// ];
/// let measures = Measures::of(&layout);
/// // Both upper corners and the middle below open areas; the 1 above the mine
/// // is left over.
/// assert_eq!(measures.openings, 3);
/// assert_eq!(measures.islands, 1);
/// assert_eq!(measures.three_bv, 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Measures {
    /// The least number of left clicks that clears the board.
    pub three_bv: u32,
    /// Connected groups of zeros.
    pub openings: u32,
    /// Connected groups of numbers that no opening uncovers.
    pub islands: u32,
    /// How many safe cells show each number, from 0.
    pub numbers: Vec<u32>,
}

impl Measures {
    /// Measures a layout; linear in its size.
    pub fn of(layout: &Layout) -> Self {
        let mut parts = parts(layout);
        let inland = parts.iter().filter(|&&part| part == Terrain::Inland).count() as u32;
        let grid = layout.grid();

        // Count connected groups by erasing each as it is found.
        let mut groups = |wanted: Terrain| {
            let mut count = 0;
            for start in grid.cells() {
                count += u32::from(erase(grid, &mut parts, start, wanted, |_| {}));
            }
            count
        };
        let (openings, islands) = (groups(Terrain::Zero), groups(Terrain::Inland));

        let mut numbers = Vec::new();
        for cell in layout.safe() {
            let number = usize::from(layout.number(cell));
            if numbers.len() <= number {
                numbers.resize(number + 1, 0);
            }
            numbers[number] += 1;
        }
        Self { three_bv: openings + inland, openings, islands, numbers }
    }

    /// How much of the 3BV of a layout is cleared in a view of it: openings that
    /// have been opened, and open numbers that no opening uncovers.
    ///
    /// ```
    /// use surefoot_rules::{layout, view, Measures};
    ///
    /// let layout = layout![". . . . .", ". . M . .", ". . . . .", "M . . . M"];
    /// let begun = view!["0 1 1 * *", "0 1 * * *", "1 1 * * *", "* * * * *"];
    /// assert_eq!(Measures::cleared(&layout, &begun), 2);
    /// ```
    pub fn cleared(layout: &Layout, view: &View) -> u32 {
        let mut parts = parts(layout);
        let grid = layout.grid();
        let mut cleared = 0;
        for cell in grid.cells() {
            let open = view.tile(cell).is_safe();
            cleared += u32::from(open && parts[cell.index()] == Terrain::Inland);
            let mut opened = false;
            let group = erase(grid, &mut parts, cell, Terrain::Zero, |cell| {
                opened |= view.tile(cell).is_safe();
            });
            cleared += u32::from(group && opened);
        }
        cleared
    }
}

/// The zero that opens the most zeros, if there is one; of equals the first.
///
/// ```
/// use surefoot_rules::{layout, widest_opening};
///
/// let widest = widest_opening(&layout![". . M . . . ."]).unwrap();
/// assert_eq!(widest.number(), 4);
/// ```
pub fn widest_opening(layout: &Layout) -> Option<Cell> {
    let (grid, mut parts) = (layout.grid(), parts(layout));
    let mut best = (0, None);
    for start in grid.cells() {
        let mut zeros = 0;
        erase(grid, &mut parts, start, Terrain::Zero, |_| zeros += 1);
        if zeros > best.0 {
            best = (zeros, Some(start));
        }
    }
    best.1
}

#[derive(Clone, Copy, PartialEq)]
enum Terrain {
    Mine,
    Zero,
    /// A number that an opening uncovers.
    Shore,
    Inland,
}

fn parts(layout: &Layout) -> Vec<Terrain> {
    let grid = layout.grid();
    let zero = |cell: Cell| !layout.is_mine(cell) && layout.number(cell) == 0;
    let part = |cell: Cell| match () {
        () if layout.is_mine(cell) => Terrain::Mine,
        () if zero(cell) => Terrain::Zero,
        () if grid.neighbours(cell).iter().any(|&beside| zero(beside)) => Terrain::Shore,
        () => Terrain::Inland,
    };
    grid.cells().map(part).collect()
}

/// Erases the connected group of one part that holds `start`, if it is of that part.
fn erase(
    grid: &Grid,
    parts: &mut [Terrain],
    start: Cell,
    wanted: Terrain,
    mut each: impl FnMut(Cell),
) -> bool {
    if parts[start.index()] != wanted {
        return false;
    }
    parts[start.index()] = Terrain::Mine;
    let mut queue = vec![start];
    while let Some(cell) = queue.pop() {
        each(cell);
        for beside in &grid.neighbours(cell) {
            if parts[beside.index()] == wanted {
                parts[beside.index()] = Terrain::Mine;
                queue.push(beside);
            }
        }
    }
    true
}

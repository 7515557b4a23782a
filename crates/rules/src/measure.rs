//! Measures of a board that players compare: 3BV, openings, islands.
//!
//! *3BV* (Bechtel's Board Benchmark Value) is the least number of left clicks
//! that clears a board without flags: one per opening, and one for each number
//! that no opening uncovers. *Islands* are the connected groups of such numbers.
//! Both follow from connected parts under the board's own neighbourhood, so
//! they are defined on a torus or a graph as well.

use crate::{Cell, Layout};

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
        #[derive(Clone, Copy, PartialEq)]
        enum Part {
            Mine,
            Zero,
            /// A number that an opening uncovers.
            Shore,
            Inland,
        }
        let grid = layout.grid();
        let zero = |cell: Cell| !layout.is_mine(cell) && layout.number(cell) == 0;
        let mut parts: Vec<Part> = grid
            .cells()
            .map(|cell| match () {
                () if layout.is_mine(cell) => Part::Mine,
                () if zero(cell) => Part::Zero,
                () if grid.neighbours(cell).iter().any(|&beside| zero(beside)) => Part::Shore,
                () => Part::Inland,
            })
            .collect();
        let inland = parts.iter().filter(|&&part| part == Part::Inland).count() as u32;

        // Count connected groups by erasing each as it is found.
        let mut groups = |wanted: Part| {
            let (mut count, mut queue) = (0, Vec::new());
            for start in grid.cells() {
                if parts[start.index()] != wanted {
                    continue;
                }
                count += 1;
                parts[start.index()] = Part::Mine;
                queue.push(start);
                while let Some(cell) = queue.pop() {
                    for beside in &grid.neighbours(cell) {
                        if parts[beside.index()] == wanted {
                            parts[beside.index()] = Part::Mine;
                            queue.push(beside);
                        }
                    }
                }
            }
            count
        };
        let (openings, islands) = (groups(Part::Zero), groups(Part::Inland));

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
}

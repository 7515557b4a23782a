//! JSMinesweeper's boards: its generator, its shuffle, its benchmark runs.
//!
//! D. Hill's JSMinesweeper publishes how many games its solver wins on boards
//! that follow from a number. Regenerating those very boards is the only way to
//! compare with it fairly. The generator is Bob Jenkins' small fast generator
//! of 32 bits (JSF32, rotations 27 and 17); the board is a Fisher–Yates shuffle
//! from the end over the cells that the first click does not exclude. Our own
//! deals ([`crate::Dealer`]) do neither.

use crate::{Cell, DealError, Grid, Layout, Promise};

/// Bob Jenkins' small fast generator, seeded as JSMinesweeper seeds it.
#[derive(Clone, Debug)]
struct Jsf32 {
    a: u32,
    b: u32,
    c: u32,
    d: u32,
}

impl Jsf32 {
    fn new(seed: u64, style: Seeding) -> Self {
        let low = seed as u32;
        let high = match style {
            Seeding::Current => (seed >> 32) as u32,
            Seeding::Old => low,
        };
        let mut random = Self { a: 0xf1ea_5eed, b: low, c: high, d: low };
        for _ in 0..20 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u32 {
        let e = self.a.wrapping_sub(self.b.rotate_left(27));
        self.a = self.b ^ self.c.rotate_left(17);
        self.b = self.c.wrapping_add(self.d);
        self.c = self.d.wrapping_add(e);
        self.d = self.a.wrapping_add(e);
        self.d
    }

    /// From [0, 1), as the original divides.
    fn unit(&mut self) -> f64 {
        f64::from(self.next()) / 4_294_967_296.0
    }
}

/// How a seed becomes the generator's state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seeding {
    /// All 53 bits count.
    #[default]
    Current,
    /// Links with `rng=old`: only the low 32 bits count.
    Old,
}

/// The board that JSMinesweeper makes from a seed and a first click.
///
/// ```
/// use surefoot_rules::{Cell, Grid, Promise, jsm};
///
/// // The first game of its benchmark run 21.
/// let seed = jsm::run_seeds(21).next().unwrap();
/// let grid = Grid::new(30, 16)?;
/// let layout = jsm::layout(grid, 99, seed, jsm::Seeding::Current, Promise::Safe, Cell::new(0))?;
/// let mines: Vec<u32> = layout.mines().take(4).map(Cell::number).collect();
/// assert_eq!(mines, [12, 16, 33, 45]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn layout(
    grid: Grid,
    mines: u32,
    seed: u64,
    seeding: Seeding,
    promise: Promise,
    first: Cell,
) -> Result<Layout, DealError> {
    promise.check(&grid, mines, first)?;
    let mut cells: Vec<Cell> =
        grid.cells().filter(|&cell| !promise.frees(&grid, first, cell)).collect();
    let mut random = Jsf32::new(seed, seeding);
    for last in (1..cells.len()).rev() {
        let with = (random.unit() * (last + 1) as f64) as usize;
        cells.swap(last, with);
    }
    let mut layout = Layout::empty(grid);
    layout.rewrite(|bytes| {
        for cell in &cells[..mines as usize] {
            bytes[cell.index()] = 1;
        }
    });
    Ok(layout)
}

/// The game seeds of one of its bulk runs, without end.
///
/// A classic run plays each with [`Promise::Safe`] at 0,0, a modern one with
/// [`Promise::Opening`] at 3,3, all on expert boards.
///
/// ```
/// use surefoot_rules::{Grid, Promise, jsm};
///
/// let seed = jsm::run_seeds(21).next().unwrap();
/// let (grid, corner) = (Grid::new(30, 16)?, surefoot_rules::Cell::new(0));
/// let board = jsm::layout(grid, 99, seed, jsm::Seeding::Current, Promise::Safe, corner)?;
/// assert!(board.count() == 99 && !board.is_mine(corner));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run_seeds(run: u64) -> impl Iterator<Item = u64> {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    let mut random = Jsf32::new(run, Seeding::Current);
    std::iter::from_fn(move || Some((random.unit() * LARGEST).round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values printed by the original program.
    #[test]
    #[allow(clippy::float_cmp)] // bit for bit is the point
    fn the_generator_is_theirs() {
        let mut random = Jsf32::new(21, Seeding::Current);
        assert_eq!(random.unit(), 0.757_612_357_381_731_3);
        assert_eq!(random.unit(), 0.528_142_947_237_938_6);
        assert_eq!(random.unit(), 0.471_129_545_010_626_3);
    }

    #[test]
    fn the_run_seeds_are_theirs() {
        assert_eq!(run_seeds(21).next(), Some(6_823_965_460_791_295));
        assert_eq!(run_seeds(321).next(), Some(2_196_283_037_057_024));
        assert_eq!(run_seeds(0).next(), Some(936_154_708_836_352));
    }

    #[test]
    fn the_board_is_theirs() {
        let grid = Grid::new(30, 16).unwrap();
        let seed = 6_823_965_460_791_295;
        let first = Cell::new(0);
        let layout = layout(grid, 99, seed, Seeding::Current, Promise::Safe, first).unwrap();
        let begin: Vec<u32> = layout.mines().take(12).map(Cell::number).collect();
        assert_eq!(begin, [12, 16, 33, 45, 49, 55, 57, 66, 67, 70, 73, 82]);
        assert_eq!(layout.count(), 99);
    }

    #[test]
    fn promises_are_kept() {
        let grid = Grid::new(30, 16).unwrap();
        let first = Cell::new(93);
        for seed in run_seeds(0).take(50) {
            let layout =
                layout(grid.clone(), 99, seed, Seeding::Current, Promise::Opening, first).unwrap();
            assert!(!layout.is_mine(first));
            assert_eq!(layout.number(first), 0);
        }
    }
}

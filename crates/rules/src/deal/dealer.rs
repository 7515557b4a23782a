//! Deals: seeded boards that every player faces alike, wherever it clicks first.
//!
//! Deal `i` of a seed is a permutation of all cells. Its mines are the first M
//! cells of that permutation which the promise at the player's own first click
//! does not exclude. So two players with different first clicks meet the same
//! luck, and the layout is still uniform under the promise; drawing a fresh
//! board until it fits, or moving mines away from the click, would give one of
//! the two up.
//!
//! The permutation is the forward Fisher–Yates shuffle of the identity,
//! drawn only as far as it is needed: step `k` swaps entry `k` with entry
//! `k + below(cells − k)` of the stream [`Random::for_deal`]. Since the start is
//! the identity, putting it back for the next deal needs no second copy: only
//! the entries that were touched are written again.

use crate::{Cell, Deal, DealError, Grid, Layout, Promise, Random};

/// Deals boards of one size into memory that is used again.
///
/// ```
/// use surefoot_rules::{Deal, Dealer, Grid, Layout, Point, Promise};
///
/// let grid = Grid::new(30, 16)?;
/// let first = grid.cell(Point { x: 3, y: 3 }).unwrap();
/// let mut dealer = Dealer::new(grid.clone(), 99)?;
/// let mut layout = Layout::empty(grid);
/// for index in 0..10 {
///     dealer.deal(Deal::new(42, index), Promise::Opening, first, &mut layout)?;
///     assert_eq!(layout.count(), 99);
///     assert_eq!(layout.number(first), 0);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dealer {
    grid: Grid,
    mines: u32,
    /// The permutation; the identity between deals.
    order: Vec<u32>,
    /// Which entry each step of the shuffle swapped with.
    swaps: Vec<u32>,
    free: Vec<Cell>,
}

impl Dealer {
    /// A dealer of boards with this many mines.
    pub fn new(grid: Grid, mines: u32) -> Result<Self, DealError> {
        Promise::None.check(&grid, mines, Cell::new(0))?;
        Ok(Self {
            order: (0..grid.len() as u32).collect(),
            grid,
            mines,
            swaps: Vec::new(),
            free: Vec::new(),
        })
    }

    /// How many mines each board has.
    pub fn mines(&self) -> u32 {
        self.mines
    }

    /// Writes a deal, as it is for a player that clicks `first` first, into `layout`.
    ///
    /// # Panics
    /// If `layout` lies on a grid of another size.
    pub fn deal(
        &mut self,
        deal: Deal,
        promise: Promise,
        first: Cell,
        layout: &mut Layout,
    ) -> Result<(), DealError> {
        promise.check(&self.grid, self.mines, first)?;
        assert_eq!(layout.grid().len(), self.grid.len(), "a layout of another size");
        self.free.clear();
        if promise != Promise::None {
            self.free.push(first);
        }
        if promise == Promise::Opening {
            self.free.extend_from_slice(&self.grid.neighbours(first));
        }

        let mut shuffle =
            Shuffle { random: Random::for_deal(deal), order: &mut self.order, taken: 0 };
        let (swaps, free) = (&mut self.swaps, &self.free);
        swaps.clear();
        layout.rewrite(|bytes| {
            // All M at once, without looking; then those that fell on free
            // cells, a few at most, are drawn again by stepping further.
            for _ in 0..self.mines {
                let (cell, with) = shuffle.step();
                swaps.push(with);
                bytes[cell as usize] = 1;
            }
            let mut missing = 0_u32;
            for cell in free {
                missing += u32::from(std::mem::take(&mut bytes[cell.index()]));
            }
            while missing > 0 {
                let (cell, with) = shuffle.step();
                swaps.push(with);
                if !free.contains(&Cell::new(cell)) {
                    bytes[cell as usize] = 1;
                    missing -= 1;
                }
            }
        });
        // Back to the identity: only what was touched.
        for (at, &with) in swaps.iter().enumerate() {
            self.order[at] = at as u32;
            self.order[with as usize] = with;
        }
        Ok(())
    }
}

/// A forward Fisher–Yates shuffle, one step at a time.
struct Shuffle<'a> {
    random: Random,
    order: &'a mut [u32],
    taken: u32,
}

impl Shuffle<'_> {
    /// The next cell of the permutation, and the entry it was swapped from.
    #[inline]
    fn step(&mut self) -> (u32, u32) {
        let with = self.taken + self.random.below(self.order.len() as u32 - self.taken);
        self.order.swap(self.taken as usize, with as usize);
        self.taken += 1;
        (self.order[self.taken as usize - 1], with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Graph, Neighbourhood};

    fn dealt(dealer: &mut Dealer, index: u64, promise: Promise, first: u32) -> Layout {
        let mut layout = Layout::empty(dealer.grid.clone());
        dealer.deal(Deal::new(3, index), promise, Cell::new(first), &mut layout).unwrap();
        layout
    }

    /// The whole permutation by the definition: a plain shuffle of a fresh list.
    fn permutation(cells: u32, deal: Deal) -> Vec<Cell> {
        let mut random = Random::for_deal(deal);
        let mut order: Vec<Cell> = (0..cells).map(Cell::new).collect();
        for k in 0..cells {
            let with = k + random.below(cells - k);
            order.swap(k as usize, with as usize);
        }
        order
    }

    #[test]
    fn a_deal_is_what_the_contract_says() {
        for neighbourhood in Neighbourhood::ALL {
            let grid = Grid::with(7, 6, neighbourhood).unwrap();
            for mines in [0, 1, 8, 33] {
                let mut dealer = Dealer::new(grid.clone(), mines).unwrap();
                for index in 0..40 {
                    for promise in Promise::ALL {
                        let first = Cell::new(index as u32);
                        let beside = grid.neighbours(first);
                        let expected = permutation(42, Deal::new(3, index))
                            .into_iter()
                            .filter(|&cell| match promise {
                                Promise::None => true,
                                Promise::Safe => cell != first,
                                Promise::Opening => cell != first && !beside.contains(&cell),
                            })
                            .take(mines as usize);
                        let expected = Layout::new(grid.clone(), expected).unwrap();
                        assert_eq!(dealt(&mut dealer, index, promise, first.number()), expected);
                    }
                }
            }
        }
    }

    /// Pinned for ever: a change here changes every experiment anyone has run.
    #[test]
    fn deals_never_change() {
        let mut dealer = Dealer::new(Grid::new(9, 9).unwrap(), 10).unwrap();
        let mines = |layout: Layout| layout.mines().map(Cell::number).collect::<Vec<_>>();
        let none = mines(dealt(&mut dealer, 0, Promise::None, 0));
        let opening = mines(dealt(&mut dealer, 0, Promise::Opening, none[0]));
        assert_eq!(none, [3, 11, 23, 30, 36, 44, 54, 55, 60, 67]);
        assert_eq!(opening, [21, 23, 30, 36, 44, 54, 55, 60, 63, 67]);
    }

    #[test]
    fn promises_are_kept_or_refused() {
        let grid = Grid::new(4, 4).unwrap();
        let mut dealer = Dealer::new(grid.clone(), 12).unwrap();
        for index in 0..50 {
            assert_eq!(dealt(&mut dealer, index, Promise::Opening, 0).number(Cell::new(0)), 0);
        }
        let refused =
            dealer.deal(Deal::default(), Promise::Opening, Cell::new(5), &mut Layout::empty(grid));
        assert!(matches!(refused, Err(DealError::Promise { free: 9, mines: 12, .. })));
        assert!(Dealer::new(Grid::new(4, 4).unwrap(), 17).is_err());
        assert!(Dealer::new(Grid::new(4, 4).unwrap(), 16).is_ok());
    }

    /// A cell may have 255 neighbours; freeing all of them and itself must not
    /// lose a mine.
    #[test]
    fn a_star_keeps_all_its_mines() {
        let star = Graph::new(2_000, (1..=255).map(|leaf| (0, leaf))).unwrap();
        let mut dealer = Dealer::new(Grid::of(star), 1_744).unwrap();
        for index in 0..10 {
            let layout = dealt(&mut dealer, index, Promise::Opening, 0);
            assert_eq!((layout.count(), layout.number(Cell::new(0))), (1_744, 0));
        }
    }

    /// Every layout of 2 mines on 3×2 with one cell promised is equally likely.
    #[test]
    fn layouts_are_uniform_under_the_promise() {
        let mut dealer = Dealer::new(Grid::new(3, 2).unwrap(), 2).unwrap();
        let mut seen = std::collections::HashMap::new();
        for index in 0..20_000 {
            let layout = dealt(&mut dealer, index, Promise::Safe, 4);
            *seen.entry(layout.mines().collect::<Vec<_>>()).or_insert(0_u32) += 1;
        }
        assert_eq!(seen.len(), 10);
        // Chi-square with 9 degrees of freedom; 27.9 is its 99.9 % point.
        let chi: f64 = seen.values().map(|&n| (f64::from(n) - 2_000.0).powi(2) / 2_000.0).sum();
        assert!(chi < 27.9, "{seen:?}");
    }
}

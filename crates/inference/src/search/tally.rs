//! What one look at a set of configurations tells of all its cells.
//!
//! Mines, least and most number of every cell are counted side by side, a few vector
//! instructions per configuration; that is why a configuration's numbers lie side by
//! side. They give the bound that makes the search fast: a set is won at most as often
//! as its safest *live* cell is safe, where a cell is live if its number varies. A dead one
//! need never be opened while another is live: playing on as if it were safe wins as
//! much. With no live cell one configuration is won.

/// In place of a number: a mine.
pub(crate) const MINE: u8 = u8::MAX;
/// Configurations that are counted in bytes before the bytes could overflow.
pub(crate) const BATCH: u32 = 255;

/// The number of each cell in a configuration with these mines, or a mine.
pub(crate) fn row<const W: usize>(mines: u128, beside: &[u128]) -> [u8; W] {
    // Places behind the last cell are mines everywhere: never live.
    let mut row = [MINE; W];
    for (at, (number, beside)) in row.iter_mut().zip(beside).enumerate() {
        if mines >> at & 1 == 0 {
            *number = (mines & beside).count_ones() as u8;
        }
    }
    row
}

/// Counts over some configurations, for all cells at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally<const W: usize> {
    pub(crate) count: u32,
    /// Mines per cell since the last batch, and before it.
    few: [u8; W],
    many: [u32; W],
    /// The least number of each cell, [`MINE`] if it is never safe; and one more than
    /// the largest, 0 if it is never safe.
    least: [u8; W],
    most: [u8; W],
}

impl<const W: usize> Tally<W> {
    pub(crate) const EMPTY: Self =
        Self { count: 0, few: [0; W], many: [0; W], least: [MINE; W], most: [0; W] };

    /// The same as adding them one by one; while a batch is counted it stays in registers.
    pub(crate) fn over<'a>(rows: impl ExactSizeIterator<Item = &'a [u8; W]>) -> Self {
        let mut tally = Self { count: rows.len() as u32, ..Self::EMPTY };
        let mut rows = rows;
        for _ in 0..tally.count.div_ceil(BATCH) {
            let (mut few, mut least, mut most) = ([0; W], tally.least, tally.most);
            for row in rows.by_ref().take(BATCH as usize) {
                for (at, &number) in row.iter().enumerate() {
                    few[at] += u8::from(number == MINE);
                    least[at] = least[at].min(number);
                    most[at] = most[at].max(number.wrapping_add(1));
                }
            }
            (tally.few, tally.least, tally.most) = (few, least, most);
            if tally.count >= BATCH {
                tally.carry();
            }
        }
        tally
    }

    /// Takes what was counted in bytes to the rest.
    fn carry(&mut self) {
        for (many, few) in self.many.iter_mut().zip(&mut self.few) {
            *many += u32::from(std::mem::take(few));
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, row: &[u8; W]) {
        for (at, &number) in row.iter().enumerate() {
            self.few[at] += u8::from(number == MINE);
            self.least[at] = self.least[at].min(number);
            self.most[at] = self.most[at].max(number.wrapping_add(1));
        }
        self.count += 1;
        if self.count.is_multiple_of(BATCH) {
            self.carry();
        }
    }

    pub(crate) fn is_live(&self, cell: usize) -> bool {
        self.least[cell].wrapping_add(1) != self.most[cell]
    }

    pub(crate) fn safe(&self, cell: usize) -> u32 {
        self.count - self.many[cell] - u32::from(self.few[cell])
    }

    /// The least number of a cell.
    pub(crate) fn least(&self, cell: usize) -> u8 {
        self.least[cell]
    }

    /// How many numbers a cell may show, or more: from the least to the largest.
    pub(crate) fn range(&self, cell: usize) -> u8 {
        self.most[cell].saturating_sub(self.least[cell])
    }

    /// Whether a cell's numbers are all below this.
    pub(crate) fn shows_less_than(&self, cell: usize, number: usize) -> bool {
        usize::from(self.most[cell]) <= number
    }

    /// The most that can be won.
    pub(crate) fn bound(&self) -> u32 {
        if self.count >= BATCH {
            let live = (0..W).filter(|&cell| self.is_live(cell));
            return live.map(|cell| self.safe(cell)).max().unwrap_or(1);
        }
        // The same in bytes, without a branch.
        let mut fewest = MINE;
        for at in 0..W {
            let live = self.least[at].wrapping_add(1) != self.most[at];
            fewest = fewest.min(if live { self.few[at] } else { MINE });
        }
        if fewest == MINE { 1 } else { self.count - u32::from(fewest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::Random;

    /// Counts of 16 cells over some rows, by their definition.
    fn check(rows: &[[u8; 16]]) {
        let mut tally = Tally::<16>::EMPTY;
        for row in rows {
            tally.add(row);
        }
        assert_eq!(tally.count as usize, rows.len());
        let over = Tally::over(rows.iter());
        let mut most = None;
        for cell in 0..16 {
            let mut numbers: Vec<u8> =
                rows.iter().map(|row| row[cell]).filter(|&number| number != MINE).collect();
            assert_eq!(tally.safe(cell) as usize, numbers.len(), "cell {cell} of {}", rows.len());
            let safe = numbers.len() as u32;
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(tally.is_live(cell), numbers.len() > 1, "cell {cell}: {numbers:?}");
            assert_eq!((over.safe(cell), over.range(cell)), (safe, tally.range(cell)));
            if numbers.len() > 1 {
                most = most.max(Some(safe));
            }
        }
        assert_eq!(tally.bound(), most.unwrap_or(1), "{} rows", rows.len());
        assert_eq!((over.count, over.bound()), (tally.count, tally.bound()));
    }

    /// Also beyond what fits into bytes.
    #[test]
    fn counts_are_right_for_any_number_of_rows() {
        let mut random = Random::named("tally", [1, 1]);
        for count in [1, 2, 3, 100, 254, 255, 256, 510, 511, 1_000] {
            let mut row = |_| {
                std::array::from_fn(|cell| match random.below(4) {
                    0 => MINE,
                    // A dead cell, one that is always a mine, and live ones.
                    number => [3, MINE, number as u8, number as u8 % 2][cell % 4],
                })
            };
            check(&(0..count).map(&mut row).collect::<Vec<_>>());
        }
        // Nothing varies: one configuration is won.
        check(&[[2; 16]; 300]);
        check(&[[MINE; 16]; 5]);
    }
}

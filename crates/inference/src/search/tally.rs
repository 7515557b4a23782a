//! What one look at a set of configurations tells of all its cells.
//!
//! Mines, least and most number of every cell are counted side by side, a few vector
//! instructions per configuration; that is why a configuration's numbers lie side by
//! side. They give the bound that makes the search fast: a set is won at most as often
//! as its safest *live* cell is safe, where a cell is live if its number varies. A dead one
//! need never be opened while another is live: playing on as if it were safe wins as
//! much. With no live cell one configuration is won.

use crate::search::memory::{Key, Word};

/// In place of a number: a mine.
pub(crate) const MINE: u8 = u8::MAX;
/// The most images of a set that are looked at for its key.
pub(crate) const IMAGES: usize = 8;
/// Configurations that are counted in bytes before the bytes could overflow.
const BATCH: u32 = 255;

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
    words: [Word; IMAGES],
}

impl<const W: usize> Tally<W> {
    pub(crate) const EMPTY: Self = Self {
        count: 0,
        few: [0; W],
        many: [0; W],
        least: [MINE; W],
        most: [0; W],
        words: [[0; 2]; IMAGES],
    };

    pub(crate) fn clear(&mut self) {
        if self.count >= BATCH {
            self.many = [0; W];
        }
        self.count = 0;
        self.few = [0; W];
        self.least = [MINE; W];
        self.most = [0; W];
        self.words = [[0; 2]; IMAGES];
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
            for (many, few) in self.many.iter_mut().zip(&mut self.few) {
                *many += u32::from(std::mem::take(few));
            }
        }
    }

    #[inline]
    pub(crate) fn add_words(&mut self, words: &[Word]) {
        for (sum, word) in self.words.iter_mut().zip(words) {
            sum[0] = sum[0].wrapping_add(word[0]);
            sum[1] = sum[1].wrapping_add(word[1]);
        }
    }

    pub(crate) fn is_live(&self, cell: usize) -> bool {
        self.least[cell].wrapping_add(1) != self.most[cell]
    }

    pub(crate) fn safe(&self, cell: usize) -> u32 {
        self.count - self.many[cell] - u32::from(self.few[cell])
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

    pub(crate) fn key(&self, images: usize) -> Key {
        Key(self.words[..images].iter().copied().min().unwrap_or_default())
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
        let mut most = None;
        for cell in 0..16 {
            let mut numbers: Vec<u8> =
                rows.iter().map(|row| row[cell]).filter(|&number| number != MINE).collect();
            assert_eq!(tally.safe(cell) as usize, numbers.len(), "cell {cell} of {}", rows.len());
            let safe = numbers.len() as u32;
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(tally.is_live(cell), numbers.len() > 1, "cell {cell}: {numbers:?}");
            if numbers.len() > 1 {
                most = most.max(Some(safe));
            }
        }
        assert_eq!(tally.bound(), most.unwrap_or(1), "{} rows", rows.len());
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

    #[test]
    fn a_cleared_tally_is_empty() {
        let mut tally = Tally::<16>::EMPTY;
        for count in [3, 400, 3] {
            tally.clear();
            for at in 0..count {
                tally.add(&[if at % 2 == 0 { MINE } else { 1 }; 16]);
                tally.add_words(&[[1, 2]]);
            }
            assert_eq!((tally.count, tally.safe(5)), (count, count / 2));
            assert_eq!(tally.key(1), Key([u64::from(count), 2 * u64::from(count)]));
        }
    }
}

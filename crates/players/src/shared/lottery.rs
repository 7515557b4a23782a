//! Cells with whole-number weights, to be drawn in proportion.
//!
//! A Fenwick tree: changing a weight and drawing both take logarithmic time,
//! where the write-up normalises the whole board before every draw.

use surefoot_rules::{Cell, Random};

#[derive(Clone, Debug, Default)]
pub(crate) struct Lottery {
    each: Vec<u32>,
    /// `tree[i]` sums the `i & -i` weights that end at position `i` (from 1).
    tree: Vec<u64>,
    total: u64,
}

impl Lottery {
    pub(crate) fn clear(&mut self, cells: usize) {
        self.each.clear();
        self.each.resize(cells, 0);
        self.tree.clear();
        self.tree.resize(cells + 1, 0);
        self.total = 0;
    }

    pub(crate) fn set(&mut self, cell: Cell, weight: u32) {
        let old = std::mem::replace(&mut self.each[cell.index()], weight);
        if old == weight {
            return;
        }
        let change = u64::from(weight).wrapping_sub(u64::from(old));
        self.total = self.total.wrapping_add(change);
        let mut at = cell.index() + 1;
        while at < self.tree.len() {
            self.tree[at] = self.tree[at].wrapping_add(change);
            at += at & at.wrapping_neg();
        }
    }

    /// A cell in proportion to its weight; `None` if all weights are 0.
    pub(crate) fn draw(&self, random: &mut Random) -> Option<Cell> {
        let total = u32::try_from(self.total).ok().filter(|&total| total > 0)?;
        let mut left = u64::from(random.below(total));
        let mut at = 0;
        let mut step = self.each.len().next_power_of_two();
        while step > 0 {
            if let Some(&sum) = self.tree.get(at + step).filter(|&&sum| sum <= left) {
                left -= sum;
                at += step;
            }
            step /= 2;
        }
        Some(Cell::new(at as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_in_proportion() {
        for cells in [1, 2, 7, 8, 9] {
            let mut weights = Lottery::default();
            weights.clear(cells);
            let mut random = Random::named("weights", [1, cells as u64]);
            assert_eq!(weights.draw(&mut random), None);
            for round in 0..3 {
                let chosen: Vec<u32> = (0..cells).map(|_| random.below(4)).collect();
                for (&weight, cell) in chosen.iter().zip(0..) {
                    weights.set(Cell::new(cell), weight);
                }
                let total: u32 = chosen.iter().sum();
                let mut seen = vec![0; cells];
                for _ in 0..2_000 {
                    if let Some(cell) = weights.draw(&mut random) {
                        seen[cell.index()] += 1;
                    }
                }
                for (&weight, count) in chosen.iter().zip(seen) {
                    let expected = 2_000.0 * f64::from(weight) / f64::from(total.max(1));
                    let slack = 5.0 * expected.sqrt();
                    assert!((f64::from(count) - expected).abs() <= slack, "{round} {chosen:?}");
                }
            }
        }
    }
}

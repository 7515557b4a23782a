//! Mines shared out among components, down the product tree that was made anyway.

use crate::count::join::Join;
use crate::count::number::Weight;

impl<N: Weight> Join<N> {
    /// Numbers of mines for all leaves, drawn from all that they can have together. `sea` weighs
    /// the numbers of [`whole`](Self::whole); `pick` draws a place in proportion to weights.
    ///
    /// What all have is drawn first, then how much of it each half has: that takes the memory of
    /// one number a node, and as much time as multiplying once.
    pub(crate) fn share_out(
        &self,
        sea: &[N],
        mut pick: impl FnMut(&[N]) -> usize,
        leaves: usize,
    ) -> Vec<u32> {
        let mut mines = vec![0; self.nodes.len()];
        let Some(root) = self.nodes.last() else { return mines };
        let mut weights: Vec<N> =
            self.terms[root.range()].iter().zip(sea).map(|(&ways, &sea)| ways * sea).collect();
        mines[self.nodes.len() - 1] = root.least + pick(&weights) as u32;
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let Some((left, right)) = node.children else { continue };
            let all = mines[at];
            if left == right {
                mines[left] = all;
                continue;
            }
            let (one, other) = (self.nodes[left], self.nodes[right]);
            // The fewest that leave no more to the other than it can have.
            let most_of_other = other.least + other.len as u32 - 1;
            let first = one.least.max(all.saturating_sub(most_of_other));
            let last = (one.least + one.len as u32 - 1).min(all - other.least);
            let ways = |mines: u32| {
                let (its, rest) = (mines - one.least, all - mines - other.least);
                self.terms[one.start + its as usize] * self.terms[other.start + rest as usize]
            };
            weights.clear();
            weights.extend((first..=last).map(ways));
            mines[left] = first + pick(&weights) as u32;
            mines[right] = all - mines[left];
        }
        mines.truncate(leaves);
        mines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::NEVER;
    use surefoot_rules::Random;

    /// Of five leaves every sharing out as often as it weighs.
    #[test]
    fn shares_are_drawn_by_their_weights() {
        let leaves =
            [(1, vec![1.0, 2.0]), (0, vec![1.0, 0.0, 3.0]), (2, vec![1.0]), (0, vec![1.0])];
        let leaves = [&leaves[..], &[(0, vec![2.0, 1.0])]].concat();
        let mut join = Join::<f64>::default();
        let of = leaves.iter().map(|(least, terms)| (*least, &terms[..]));
        join.multiply(of, true, &NEVER).unwrap();
        let (first, terms) = join.whole();
        let sea: Vec<f64> = (first..).take(terms.len()).map(f64::from).collect();
        let mut random = Random::named("split", [1, 1]);
        let mut counts = std::collections::BTreeMap::<Vec<u32>, u32>::new();
        for _ in 0..20_000 {
            let pick = |weights: &[f64]| {
                let mut at = random.unit() * weights.iter().sum::<f64>();
                let enough = |weight: &f64| {
                    at -= weight;
                    at < 0.0
                };
                weights.iter().position(enough).unwrap()
            };
            *counts.entry(join.share_out(&sea, pick, leaves.len())).or_default() += 1;
        }
        let weight = |mines: &[u32]| {
            let ways = leaves
                .iter()
                .zip(mines)
                .map(|((least, terms), mines)| terms[(mines - least) as usize]);
            ways.product::<f64>() * f64::from(mines.iter().sum::<u32>())
        };
        assert_eq!(counts.len(), 8);
        let whole: f64 = counts.keys().map(|mines| weight(mines)).sum();
        for (mines, count) in &counts {
            let (share, expected) = (f64::from(*count) / 20_000.0, weight(mines) / whole);
            assert!((share - expected).abs() < 0.015, "{mines:?}: {share}, not {expected}");
        }
    }
}

//! Joining components: what the rest of the board says to each of them.
//!
//! Components know of each other only through the number of mines. The weight of
//! a component with m mines is the sum, over all numbers of mines in the others, of
//! their ways times the weight of the sea for what is left. With many components
//! the products are shared in a tree: upwards the polynomials are multiplied,
//! downwards every node hands its children the weight of everything else. Tails
//! too small to matter are cut off, which keeps the polynomials of ten thousand
//! components short.

mod split;

use std::ops::Range;

use crate::count::number::Number;
use crate::error::CountError;
use crate::stop::Stop;
use crate::tunables;

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The number of mines of the first term.
    least: u32,
    start: usize,
    len: usize,
    children: Option<(usize, usize)>,
}

impl Node {
    fn range(&self) -> Range<usize> {
        self.start..self.start + self.len
    }
}

/// A product tree over polynomials.
#[derive(Clone, Debug, Default)]
pub(crate) struct Join<N> {
    nodes: Vec<Node>,
    terms: Vec<N>,
    contexts: Vec<N>,
    product: Vec<N>,
    /// Whether anything was left out.
    cut: bool,
}

impl<N: Number> Join<N> {
    /// Multiplies polynomials, given as their least number of mines and terms. Of long
    /// products the tails may be left out.
    pub(crate) fn multiply<'a>(
        &mut self,
        leaves: impl Iterator<Item = (u32, &'a [N])>,
        may_cut: bool,
        stop: &Stop,
    ) -> Result<(), CountError>
    where
        N: 'a,
    {
        self.nodes.clear();
        self.terms.clear();
        self.cut = false;
        for (least, terms) in leaves {
            let (start, len) = (self.terms.len(), terms.len());
            self.terms.extend_from_slice(terms);
            N::normalise(&mut self.terms[start..]);
            self.nodes.push(Node { least, start, len, children: None });
        }
        let (mut from, mut to) = (0, self.nodes.len());
        while to - from > 1 {
            for left in (from..to).step_by(2) {
                if left + 1 < to {
                    self.join(left, left + 1, may_cut, stop)?;
                } else {
                    let alone = self.nodes[left];
                    self.nodes.push(Node { children: Some((left, left)), ..alone });
                }
            }
            (from, to) = (to, self.nodes.len());
        }
        Ok(())
    }

    fn join(
        &mut self,
        left: usize,
        right: usize,
        may_cut: bool,
        stop: &Stop,
    ) -> Result<(), CountError> {
        let (a, b) = (self.nodes[left], self.nodes[right]);
        let start = self.terms.len();
        let (one, other) = (&self.terms[a.range()], &self.terms[b.range()]);
        self.product.clear();
        self.product.resize(one.len() + other.len() - 1, N::zero());
        // What may not be cut grows long, and its product takes the square of that.
        for (terms, at) in one.chunks(tunables::STOP_TERMS).zip((0..).step_by(tunables::STOP_TERMS))
        {
            stop.check()?;
            add_product(terms, other, &mut self.product[at..]);
        }
        let kept = keep(&mut self.product, may_cut);
        self.cut |= kept.len() < self.product.len();
        let (least, len) = (a.least + b.least + kept.start as u32, kept.len());
        self.terms.extend_from_slice(&self.product[kept]);
        self.nodes.push(Node { least, start, len, children: Some((left, right)) });
        Ok(())
    }

    /// The memory it holds.
    pub(crate) fn bytes(&self) -> usize {
        let terms = self.terms.capacity() + self.contexts.capacity() + self.product.capacity();
        size_of::<N>() * terms + size_of::<Node>() * self.nodes.capacity()
    }

    /// The whole product: least number of mines, and terms.
    pub(crate) fn whole(&self) -> (u32, &[N]) {
        match self.nodes.last() {
            Some(root) => (root.least, &self.terms[root.range()]),
            None => (0, &[]),
        }
    }

    /// Hands down what the rest weighs. `sea` is the weight of the sea by the
    /// number of mines in all components, for the range of [`Self::whole`]. Whether what was
    /// left out, or fell out of range, is too small to matter.
    pub(crate) fn hand_down(&mut self, sea: &[N], stop: &Stop) -> Result<bool, CountError> {
        self.contexts.clear();
        self.contexts.resize(self.terms.len(), N::zero());
        let Some(root) = self.nodes.last().copied() else { return Ok(true) };
        self.contexts[root.range()].clone_from_slice(sea);
        // The largest term and the largest context are about one. What was left out of one
        // is far below that, so all is well if their product is not.
        let least = match self.cut {
            true => N::two_to(-tunables::JOIN_BELOW),
            false if N::LIMITED => N::two_to(-tunables::RANGE_BELOW),
            false => N::zero(),
        };
        let mut in_range = true;
        for at in (0..self.nodes.len()).rev() {
            let node = self.nodes[at];
            let mut whole = N::zero();
            for (term, context) in self.terms[node.range()].iter().zip(&self.contexts[node.range()])
            {
                whole.add_product(term, context);
            }
            in_range &= whole >= least;
            let Some((left, right)) = node.children else { continue };
            if left == right {
                let (from, to) = (node.range(), self.nodes[left].start);
                let context = self.contexts[from].to_vec();
                self.contexts[to..to + context.len()].clone_from_slice(&context);
                continue;
            }
            self.hand_to(node, self.nodes[left], self.nodes[right], stop)?;
            self.hand_to(node, self.nodes[right], self.nodes[left], stop)?;
        }
        Ok(in_range)
    }

    /// The context of a child: its parent's, with the sibling summed out.
    fn hand_to(
        &mut self,
        parent: Node,
        child: Node,
        sibling: Node,
        stop: &Stop,
    ) -> Result<(), CountError> {
        let (contexts, terms) = (&mut self.contexts, &self.terms);
        // Parents lie behind their children.
        let (before, behind) = contexts.split_at_mut(parent.start);
        let (whole, into) = (&behind[..parent.len], &mut before[child.range()]);
        let terms = terms[sibling.range()].chunks(tunables::STOP_TERMS);
        for (terms, least) in terms.zip((sibling.least..).step_by(tunables::STOP_TERMS)) {
            stop.check()?;
            add_context((parent.least, whole), (least, terms), child.least, into);
        }
        N::normalise(into);
        Ok(())
    }

    /// What the rest weighs for a leaf, term by term.
    pub(crate) fn context(&self, leaf: usize) -> &[N] {
        &self.contexts[self.nodes[leaf].range()]
    }

    /// A leaf's polynomial as it was joined.
    pub(crate) fn leaf(&self, leaf: usize) -> (u32, &[N]) {
        let node = &self.nodes[leaf];
        (node.least, &self.terms[node.range()])
    }
}

/// The product of two polynomials, and which of its terms are kept: of long ones the tails may
/// be left out.
pub(crate) fn multiply<N: Number>(
    one: &[N],
    other: &[N],
    may_cut: bool,
    product: &mut Vec<N>,
) -> Range<usize> {
    product.clear();
    product.resize(one.len() + other.len() - 1, N::zero());
    add_product(one, other, product);
    keep(product, may_cut)
}

/// Adds a product, term by term.
fn add_product<N: Number>(one: &[N], other: &[N], into: &mut [N]) {
    for (i, x) in one.iter().enumerate() {
        for (sum, y) in into[i..].iter_mut().zip(other) {
            sum.add_product(x, y);
        }
    }
}

/// Which terms of a product are kept, the largest of which becomes about one.
fn keep<N: Number>(product: &mut [N], may_cut: bool) -> Range<usize> {
    N::normalise(product);
    if !may_cut || product.len() < tunables::JOIN_WHOLE {
        return 0..product.len();
    }
    let least = N::two_to(-tunables::JOIN_TAIL);
    let front = product.iter().take_while(|&term| *term < least).count();
    let back = product.iter().rev().take_while(|&term| *term < least).count();
    front..product.len() - back
}

/// The context of a child, added to `into`: its parent's, with the sibling summed out.
pub(crate) fn sum_out<N: Number>(
    parent: (u32, &[N]),
    sibling: (u32, &[N]),
    least: u32,
    into: &mut [N],
) {
    add_context(parent, sibling, least, into);
    N::normalise(into);
}

/// Adds what comes of some terms of the sibling.
fn add_context<N: Number>(
    (parent_least, context): (u32, &[N]),
    (sibling_least, sibling): (u32, &[N]),
    least: u32,
    into: &mut [N],
) {
    // Term by term of the sibling, so that many sums grow at once. Of what was left out of the
    // parent nothing comes.
    for (ways, mines) in sibling.iter().zip(least + sibling_least..) {
        let skip = parent_least.saturating_sub(mines) as usize;
        let from = mines.saturating_sub(parent_least) as usize;
        for (sum, weight) in into.iter_mut().skip(skip).zip(context.iter().skip(from)) {
            sum.add_product(ways, weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::NEVER;
    use dashu_int::UBig;
    use surefoot_rules::Random;

    /// Polynomials by their least number of mines.
    type Leaves<N> = Vec<(u32, Vec<N>)>;

    fn joined<N: Number>(leaves: &Leaves<N>, sea: impl Fn(u32) -> N) -> Join<N> {
        let mut join = Join::default();
        join.multiply(leaves.iter().map(|(least, terms)| (*least, &terms[..])), true, &NEVER)
            .unwrap();
        let (first, terms) = join.whole();
        let sea: Vec<N> = (first..).take(terms.len()).map(sea).collect();
        assert_eq!(join.hand_down(&sea, &NEVER), Ok(true));
        join
    }

    /// By direct summation: every choice of a number of mines for each leaf, with its
    /// weight; the ways of one leaf (if any) left out.
    fn choices(leaves: &Leaves<u32>, without: Option<usize>) -> Vec<(Vec<u32>, u64)> {
        let mut all = vec![(Vec::new(), 1)];
        for (at, (least, terms)) in leaves.iter().enumerate() {
            let with = |(mines, weight): (Vec<u32>, u64)| {
                let terms = terms.iter().zip(*least..);
                let longer = terms.map(move |(&ways, m)| {
                    let ways = if without == Some(at) { 1 } else { u64::from(ways) };
                    ([&mines[..], &[m]].concat(), weight * ways)
                });
                longer.collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all
    }

    fn sea(mines: u32) -> u32 {
        [3, 0, 7, 1, 2, 5][mines as usize % 6]
    }

    /// From one to seven components: trees with and without a leaf alone.
    #[test]
    fn contexts_are_sums_over_all_others() {
        for count in 1..=7 {
            let mut random = Random::named("join", [1, count]);
            let leaves: Leaves<u32> = (0..count)
                .map(|_| {
                    let terms = (0..=random.below(3)).map(|_| random.below(4)).collect();
                    (random.below(3), terms)
                })
                .collect();
            let exact: Leaves<UBig> = leaves
                .iter()
                .map(|(least, terms)| (*least, terms.iter().copied().map(UBig::from).collect()))
                .collect();
            let join = joined(&exact, |mines| UBig::from(sea(mines)));
            let (first, terms) = join.whole();
            for (term, mines) in terms.iter().zip(first..) {
                let all = choices(&leaves, None).into_iter();
                let ways = all.filter(|(m, _)| m.iter().sum::<u32>() == mines).map(|c| c.1);
                assert_eq!(*term, UBig::from(ways.sum::<u64>()), "{mines} mines of {leaves:?}");
            }
            let possible: Leaves<bool> = leaves
                .iter()
                .map(|(least, terms)| (*least, terms.iter().map(|&ways| ways > 0).collect()))
                .collect();
            let any = joined(&possible, |mines| sea(mines) > 0);
            for (leaf, (least, terms)) in leaves.iter().enumerate() {
                assert_eq!(join.leaf(leaf), (*least, &exact[leaf].1[..]));
                for (at, mines) in (0..terms.len()).zip(*least..) {
                    let others = choices(&leaves, Some(leaf)).into_iter();
                    let here = others.filter(|(m, _)| m[leaf] == mines);
                    let sum: u64 =
                        here.map(|(m, ways)| ways * u64::from(sea(m.iter().sum()))).sum();
                    assert_eq!(join.context(leaf)[at], UBig::from(sum), "{leaf} of {leaves:?}");
                    assert_eq!(any.context(leaf)[at], sum > 0, "{leaf} of {leaves:?}");
                }
            }
        }
        assert_eq!(joined(&Vec::new(), |_| true).whole(), (0, &[][..]));
    }

    /// Floats are scaled and their tails cut; leaf times context is the same for every
    /// leaf up to a factor.
    #[test]
    fn hundreds_of_components_are_cut_short_and_stay_right() {
        let leaves: Leaves<f64> = vec![(1, vec![3.0, 5.0, 1.0, 0.25]); 700];
        let join = joined(&leaves, |mines| 1.0 / f64::from(mines));
        let (first, terms) = join.whole();
        assert!(first > 700 && terms.len() < 1_500, "from {first}, {} terms", terms.len());
        let share = |leaf: usize| {
            let (least, terms) = join.leaf(leaf);
            let each: Vec<f64> =
                terms.iter().zip(join.context(leaf)).map(|(ways, rest)| ways * rest).collect();
            let whole: f64 = each.iter().sum();
            let mines = each.iter().zip(least..).map(|(share, m)| share * f64::from(m));
            mines.sum::<f64>() / whole
        };
        // The mean of a leaf: all are alike, so it is that of the whole by their number.
        let weights: Vec<f64> =
            terms.iter().zip(first..).map(|(term, m)| term / f64::from(m)).collect();
        let mean = weights.iter().zip(first..).map(|(w, m)| w * f64::from(m)).sum::<f64>()
            / weights.iter().sum::<f64>();
        for leaf in [0, 1, 350, 698, 699] {
            let found = share(leaf);
            assert!((found - mean / 700.0).abs() < 1e-9, "leaf {leaf}: {found} of {mean}");
        }
    }
}

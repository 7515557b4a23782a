//! The components of a large board, joined in a tree that is kept.
//!
//! `join` multiplies all polynomials anew, which takes milliseconds where there are ten
//! thousand, while one more open cell changes one or two. Here the tree is over places: its
//! leaves are stretches of the board, each with the components that begin there, so what comes
//! or goes changes the nodes above its place and no others, and the shape does not depend on
//! the moves that led to it. What the rest weighs is handed down only on the way to a component
//! that somebody asks for.
//!
//! The tilt is kept with the tree. It only says where polynomials are cut, and the sea is tilted
//! back; who keeps the tree begins a new one when it fits no longer.

use surefoot_rules::Cell;

use crate::count::components::{Component, Components};
use crate::count::join::{multiply, sum_out};
use crate::count::polynomials::{NotCounted, Polynomials};
use crate::tunables;

/// What is known of the components below a node.
#[derive(Clone, Debug, Default)]
struct KeptNode {
    /// The product: the number of mines of the first term, and terms. Empty if there is none.
    first: u32,
    terms: Vec<f64>,
    totals: Totals,
}

/// Sums over components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// The fewest and the most mines of all.
    pub(crate) least: u32,
    pub(crate) most: u32,
    /// The most cells of one, and by how much its numbers of mines differ at the most.
    pub(crate) cells: u32,
    pub(crate) span: u32,
    /// Whether one was not counted, and why.
    pub(crate) failed: Option<NotCounted>,
}

impl Totals {
    pub(crate) fn of(component: &Component) -> Self {
        match &component.counted {
            Ok(counted) => {
                let span = counted.terms as u32 - 1;
                let (least, cells) = (counted.least, counted.cells);
                Self { least, most: least + span, cells, span, failed: None }
            }
            Err(reason) => Self { failed: Some(*reason), ..Self::default() },
        }
    }

    pub(crate) fn and(self, other: Self) -> Self {
        let failed = match (self.failed, other.failed) {
            (Some(NotCounted::Impossible), _) | (_, None) => self.failed,
            (_, failed) => failed,
        };
        Self {
            least: self.least + other.least,
            most: self.most + other.most,
            cells: self.cells.max(other.cells),
            span: self.span.max(other.span),
            failed,
        }
    }
}

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptJoin {
    /// A heap: the first is not used, the second is the root, and the leaves are the last half.
    nodes: Vec<KeptNode>,
    tilt: f64,
    /// Nodes of one level that are to be multiplied again.
    stale: Vec<usize>,
    product: Vec<f64>,
}

impl KeptJoin {
    /// Whether there is a tree.
    pub(crate) fn is_kept(&self) -> bool {
        !self.nodes.is_empty()
    }

    pub(crate) fn forget(&mut self) {
        self.nodes.clear();
    }

    pub(crate) fn tilt(&self) -> f64 {
        self.tilt
    }

    /// Joins all components of a board of so many cells, at a tilt.
    pub(crate) fn begin(&mut self, components: &Components, cells: usize, tilt: f64) {
        let leaves = cells.div_ceil(tunables::KEPT_STRETCH as usize).next_power_of_two();
        self.nodes.clear();
        self.nodes.resize(2 * leaves, KeptNode::default());
        self.tilt = tilt;
        self.stale.clear();
        self.stale.extend(leaves..2 * leaves);
        self.multiply_stale(components);
    }

    /// Takes in what came and went, by first cells.
    pub(crate) fn follow(&mut self, components: &Components, news: &[Cell]) {
        let leaves = self.nodes.len() / 2;
        self.stale.clear();
        self.stale.extend(news.iter().map(|cell| leaves + stretch_of(*cell)));
        self.stale.sort_unstable();
        self.stale.dedup();
        self.multiply_stale(components);
    }

    fn multiply_stale(&mut self, components: &Components) {
        for at in 0..self.stale.len() {
            self.multiply_leaf(self.stale[at], components);
        }
        while self.stale.first().is_some_and(|&node| node > 1) {
            for node in &mut self.stale {
                *node /= 2;
            }
            self.stale.dedup();
            for at in 0..self.stale.len() {
                let node = self.stale[at];
                let (before, behind) = self.nodes.split_at_mut(2 * node);
                let [left, right, ..] = behind else { return };
                before[node].become_product(left, right, &mut self.product);
            }
        }
    }

    /// Joins the components of a stretch.
    fn multiply_leaf(&mut self, node: usize, components: &Components) {
        let stretch = stretch(node - self.nodes.len() / 2);
        let mut leaf = std::mem::take(&mut self.nodes[node]);
        let mut joined = KeptNode::default();
        for position in components.in_stretch(stretch) {
            let mut next =
                KeptNode { totals: Totals::of(components.at(position)), ..KeptNode::default() };
            if let Ok(counted) = &components.at(position).counted {
                next.first = counted.least;
                self.tilted(counted, &mut next.terms);
            }
            leaf.become_product(&joined, &next, &mut self.product);
            std::mem::swap(&mut leaf, &mut joined);
        }
        self.nodes[node] = joined;
    }

    /// The ways of a component, every mine tilted, so that the largest is one; what that was.
    pub(crate) fn tilted(&self, counted: &Polynomials, into: &mut Vec<f64>) -> f64 {
        let mut power = 1.0;
        into.clear();
        into.extend(counted.ways().iter().map(|ways| {
            let tilted = ways * power;
            power *= self.tilt;
            tilted
        }));
        let largest = into.iter().copied().fold(0.0, f64::max);
        for term in into {
            *term /= largest;
        }
        largest
    }

    /// What all components have together.
    pub(crate) fn totals(&self) -> Totals {
        self.nodes.get(1).map_or(Totals::default(), |root| root.totals)
    }

    /// The whole product: least number of mines, and terms.
    pub(crate) fn whole(&self) -> (u32, &[f64]) {
        self.nodes.get(1).map_or((0, &[]), |root| (root.first, &root.terms))
    }

    /// What the ways of a component weigh in its context, by mines, for the weights of the sea
    /// by the number of mines in all of them.
    pub(crate) fn context(
        &self,
        components: &Components,
        position: usize,
        sea: &[f64],
    ) -> Vec<f64> {
        let leaves = self.nodes.len() / 2;
        let leaf = leaves + stretch_of(components.first_at(position));
        let (mut context, mut next) = (sea.to_vec(), Vec::new());
        for level in (0..leaves.ilog2()).rev() {
            let (parent, child) = (leaf >> (level + 1), leaf >> level);
            self.hand_down((parent, &context), child, &mut next);
            std::mem::swap(&mut context, &mut next);
        }
        self.hand_to_component(leaf, &context, components, position)
    }

    /// Calls `take` for each component with what its ways weigh in its context.
    pub(crate) fn contexts(
        &self,
        components: &Components,
        sea: &[f64],
        mut take: impl FnMut(usize, &[f64]),
    ) {
        let leaves = self.nodes.len() / 2;
        // From the left to the right, keeping the contexts on the way down.
        let mut stack = vec![(1, sea.to_vec())];
        while let Some((node, context)) = stack.pop() {
            if self.nodes[node].terms.is_empty() {
                continue;
            }
            if node >= leaves {
                for position in components.in_stretch(stretch(node - leaves)) {
                    let own = self.hand_to_component(node, &context, components, position);
                    take(position, &own);
                }
                continue;
            }
            for child in [2 * node + 1, 2 * node] {
                let mut own = Vec::new();
                self.hand_down((node, &context), child, &mut own);
                stack.push((child, own));
            }
        }
    }

    /// The context of a child, given that of its parent.
    fn hand_down(&self, (parent, context): (usize, &[f64]), child: usize, into: &mut Vec<f64>) {
        let (parent, sibling) = (&self.nodes[parent], &self.nodes[child ^ 1]);
        let child = &self.nodes[child];
        into.clear();
        if sibling.terms.is_empty() {
            into.extend_from_slice(context);
            return;
        }
        into.resize(child.terms.len(), 0.0);
        let sibling = (sibling.first, &sibling.terms[..]);
        sum_out((parent.first, context), sibling, child.first, into);
    }

    fn hand_to_component(
        &self,
        leaf: usize,
        context: &[f64],
        components: &Components,
        position: usize,
    ) -> Vec<f64> {
        let (mut terms, mut product) = (Vec::new(), Vec::new());
        let (mut rest_least, mut rest) = (0, vec![1.0]);
        for other in components.in_stretch(stretch(leaf - self.nodes.len() / 2)) {
            if let (Ok(counted), true) = (&components.at(other).counted, other != position) {
                self.tilted(counted, &mut terms);
                let kept = multiply(&rest, &terms, true, &mut product);
                rest_least += counted.least + kept.start as u32;
                rest.clear();
                rest.extend_from_slice(&product[kept]);
            }
        }
        let Ok(counted) = &components.at(position).counted else { return Vec::new() };
        let largest = self.tilted(counted, &mut terms);
        let mut own = vec![0.0; counted.terms];
        let whole = (self.nodes[leaf].first, context);
        sum_out(whole, (rest_least, &rest), counted.least, &mut own);
        let mut power = 1.0 / largest;
        for weight in &mut own {
            *weight *= power;
            power *= self.tilt;
        }
        own
    }
}

impl KeptNode {
    /// Becomes the product of two.
    fn become_product(&mut self, one: &Self, other: &Self, product: &mut Vec<f64>) {
        self.totals = one.totals.and(other.totals);
        self.terms.clear();
        let (first, terms) = match (one.terms.is_empty(), other.terms.is_empty()) {
            (true, _) => (other.first, &other.terms[..]),
            (_, true) => (one.first, &one.terms[..]),
            _ => {
                let kept = multiply(&one.terms, &other.terms, true, product);
                (one.first + other.first + kept.start as u32, &product[kept])
            }
        };
        self.first = first;
        self.terms.extend_from_slice(terms);
    }
}

fn stretch_of(cell: Cell) -> usize {
    (cell.number() / tunables::KEPT_STRETCH) as usize
}

fn stretch(number: usize) -> std::ops::Range<Cell> {
    let cell = |number: usize| Cell::new((number as u32).saturating_mul(tunables::KEPT_STRETCH));
    cell(number)..cell(number + 1)
}

//! Derivations: from clues to a certain cell, one small step after the other.
//!
//! What is known of a region (a box of alike cells, of which only the number of mines
//! matters) is a bound: at least so many, at most so many. A step takes a sum that is known
//! exactly (a clue, the difference of two clues, the number of mines; `sums`) and the bounds
//! of all but one of its regions, and bounds that one. How steps are found is in
//! `deriver`; at the end, those that nothing rests on go.
//!
//! The obvious way, a search over single cells, has to try every way to place two mines
//! in a box of five; bounds on regions say "two of these" at once, to a person as
//! to a checker: every step is an addition of inequalities (cutting planes).

use smallvec::SmallVec;
use surefoot_rules::{Cell, View};

use crate::count::frontier::NONE;
use crate::proof::deriver::Deriver;
use crate::proof::grounds::Grounds;
use crate::proof::sums::{SumRow, Sums};

/// What is known of the number of mines among some cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At least so many.
    AtLeast(u32),
    /// At most so many.
    AtMost(u32),
}

impl Bound {
    /// What holds if this does not.
    pub(crate) fn contrary(self) -> Self {
        match self {
            Self::AtLeast(mines) => Self::AtMost(mines.saturating_sub(1)),
            Self::AtMost(mines) => Self::AtLeast(mines + 1),
        }
    }
}

/// A bound that a step rests on; one without a step is plain: not below none, not
/// above all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Premise {
    pub(crate) region: u16,
    pub(crate) bound: Bound,
    pub(crate) node: u32,
}

pub(crate) type Premises = SmallVec<[Premise; 6]>;

/// A step, as it was found.
#[derive(Clone, Debug)]
pub(crate) enum DerivationStep {
    /// A row and other regions' bounds bound a region.
    Bounded { row: u32, region: u16, bound: Bound, by: Premises },
    /// A row cannot be satisfied: its regions hold too many (or too few).
    Clash { row: u32, too_many: bool, by: Premises },
    /// Supposed, to be refuted.
    Supposed { region: u16, bound: Bound },
    /// What was supposed at one step led to a clash at another.
    Refuted { region: u16, bound: Bound, supposed: u32, clash: u32 },
}

impl DerivationStep {
    /// Calls `visit` with the number of every step that this one rests on.
    fn each_reason(&mut self, mut visit: impl FnMut(&mut u32)) {
        match self {
            Self::Bounded { by, .. } | Self::Clash { by, .. } => {
                for premise in by.iter_mut().filter(|premise| premise.node != NONE) {
                    visit(&mut premise.node);
                }
            }
            Self::Refuted { supposed, clash, .. } => {
                visit(supposed);
                visit(clash);
            }
            Self::Supposed { .. } => {}
        }
    }
}

/// Regions have numbers of sixteen bits, and a clue may touch eight.
const MOST_CLUES: usize = 1 << 12;

/// A derivation: regions, rows, and the steps that are needed, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derivation {
    pub(crate) regions: Vec<Vec<Cell>>,
    pub(crate) rows: Vec<SumRow>,
    pub(crate) nodes: Vec<DerivationStep>,
    /// The region whose bound decides the cell.
    pub(crate) goal: u16,
}

impl Derivation {
    /// Derives a cell from its grounds; `None` if that takes too long.
    pub(crate) fn of(view: &View, cell: Cell, grounds: &Grounds) -> Option<Self> {
        if grounds.clues.len() > MOST_CLUES {
            return None;
        }
        let sums = Sums::read(view, cell, grounds);
        let (mut nodes, end) = Deriver::new(&sums, grounds.mine).derive()?;
        keep_needed(&mut nodes, end);
        let Sums { regions, rows, goal, .. } = sums;
        Some(Self { regions, rows, nodes, goal })
    }

    /// How many suppositions are made.
    pub(crate) fn splits(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, DerivationStep::Supposed { .. })).count()
    }
}

/// Drops the steps that one does not rest on.
fn keep_needed(nodes: &mut Vec<DerivationStep>, end: u32) {
    // Reasons come before what rests on them.
    nodes.truncate(end as usize + 1);
    let mut needed = vec![false; nodes.len()];
    needed[end as usize] = true;
    for at in (0..nodes.len()).rev() {
        if needed[at] {
            nodes[at].each_reason(|reason| needed[*reason as usize] = true);
        }
    }
    let mut places = Vec::with_capacity(nodes.len());
    let mut kept = 0;
    for &needed in &needed {
        places.push(kept);
        kept += u32::from(needed);
    }
    let mut keep = needed.into_iter();
    nodes.retain(|_| keep.next().unwrap_or(false));
    for node in nodes {
        node.each_reason(|reason| *reason = places[*reason as usize]);
    }
}

#[cfg(test)]
mod tests;

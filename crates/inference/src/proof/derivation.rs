//! Derivations: from clues to a certain cell, one small step after the other.
//!
//! Cells beside the same clues are a group, of which only the number of mines
//! matters. What is known of a group is a bound: at least so many, at most so many.
//! A step takes a sum that is known exactly (a clue, the difference of two clues, the
//! number of mines) and the bounds of all but one of its groups, and bounds that one. Where
//! no step helps any more, something is supposed, led to a contradiction, and
//! the contrary is known: suppositions of the cell in question first, one deep as long as
//! that helps, then two deep, and so on. At the end, steps that nothing rests on go.
//!
//! The obvious way, a search over single cells, has to try every way to place two mines
//! in a group of five; bounds on groups say "two of these" at once, to a person as
//! to a checker: every step is an addition of inequalities (cutting planes).
//!
//! Where the number of mines is needed, groups that hang together get a sum of their
//! own, so that what two far parts of the board hold is added, not tried in all
//! combinations.

#![allow(clippy::cast_possible_wrap)] // there are at most 2^26 cells

use smallvec::SmallVec;
use surefoot_rules::{Cell, View};

use crate::count::frontier::NONE;
use crate::proof::evidence::{Evidence, sum_of};

/// Steps that may be tried before a derivation is given up.
const PATIENCE: usize = 2_000_000;
/// How deep suppositions may be nested.
const DEEPEST: u32 = 40;

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

/// A sum that is known exactly: clues, some of them subtracted, perhaps with the number of mines.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Groups with their signs.
    pub(crate) terms: Vec<(u16, i8)>,
    pub(crate) sum: i32,
    /// Clues by their place, with their signs; the number of mines is one beyond the last.
    pub(crate) clues: SmallVec<[(u16, i8); 2]>,
}

/// A bound that a step rests on; one without a step is plain: not below none, not
/// above all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Premise {
    pub(crate) group: u16,
    pub(crate) bound: Bound,
    pub(crate) node: u32,
}

pub(crate) type Premises = SmallVec<[Premise; 6]>;

/// A step, as it was found.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// A row and other groups' bounds bound a group.
    Bounded { row: u32, group: u16, bound: Bound, by: Premises },
    /// A row cannot be satisfied: its groups hold too many (or too few).
    Clash { row: u32, too_many: bool, by: Premises },
    /// Supposed, to be refuted.
    Supposed { group: u16, bound: Bound },
    /// What was supposed at one step led to a clash at another.
    Refuted { group: u16, bound: Bound, supposed: u32, clash: u32 },
}

/// A derivation: groups, rows, and the steps that are needed, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derivation {
    pub(crate) groups: Vec<Vec<Cell>>,
    pub(crate) rows: Vec<Row>,
    /// How many rows are single clues, and how many single or pairs.
    tiers: [usize; 3],
    pub(crate) nodes: Vec<Node>,
    /// Group and bound that decide the cell.
    pub(crate) goal: u16,
    mine: bool,
    tried: usize,
}

/// Bounds of all groups, each with the step it comes from.
#[derive(Clone, Debug)]
struct State {
    low: Vec<(i32, u32)>,
    high: Vec<(i32, u32)>,
}

enum Applied {
    Nothing,
    Changed,
    Clash(u32),
}

impl Derivation {
    /// Derives a cell from its evidence; `None` if that takes too long.
    pub(crate) fn of(view: &View, cell: Cell, evidence: &Evidence) -> Option<Self> {
        let mut it = Self { mine: evidence.mine, ..Self::default() };
        it.read(view, cell, evidence);
        let mut state = State {
            low: vec![(0, NONE); it.groups.len()],
            high: it.groups.iter().map(|cells| (cells.len() as i32, NONE)).collect(),
        };
        let mut depth = 0;
        let end = loop {
            match it.work(&mut state, depth, true) {
                Some(end) => break end,
                None if depth == DEEPEST || it.tried > PATIENCE => return None,
                None => depth += 1,
            }
        };
        it.keep_needed(end);
        Some(it)
    }

    /// Groups and rows.
    fn read(&mut self, view: &View, cell: Cell, evidence: &Evidence) {
        let sums: Vec<_> = evidence.clues.iter().filter_map(|&clue| sum_of(view, clue)).collect();
        let mut cells: Vec<(Cell, u16)> = Vec::new();
        for ((closed, _), at) in sums.iter().zip(0..) {
            cells.extend(closed.iter().map(|&cell| (cell, at)));
        }
        cells.sort_unstable();
        let mut alike: Vec<(SmallVec<[u16; 8]>, Cell)> = cells
            .chunk_by(|a, b| a.0 == b.0)
            .map(|same| (same.iter().map(|&(_, clue)| clue).collect(), same[0].0))
            .collect();
        alike.sort_unstable();
        let mut groups_of: Vec<Vec<u16>> = vec![Vec::new(); sums.len()];
        for same in alike.chunk_by(|a, b| a.0 == b.0) {
            for &clue in &same[0].0 {
                groups_of[clue as usize].push(self.groups.len() as u16);
            }
            self.groups.push(same.iter().map(|&(_, cell)| cell).collect());
        }
        for (at, (_, need)) in sums.iter().enumerate() {
            let terms = groups_of[at].iter().map(|&group| (group, 1)).collect();
            let clues = SmallVec::from_slice(&[(at as u16, 1)]);
            self.rows.push(Row { terms, sum: *need, clues });
        }
        self.tiers[0] = self.rows.len();
        for one in 0..sums.len() {
            for two in one + 1..sums.len() {
                let (ours, theirs) = (&groups_of[one], &groups_of[two]);
                if !ours.iter().any(|group| theirs.contains(group)) {
                    continue;
                }
                let less = |a: &[u16], b: &[u16], sign| {
                    let beyond = a.iter().copied().filter(|group| !b.contains(group));
                    beyond.map(|group| (group, sign)).collect::<Vec<(u16, i8)>>()
                };
                let mut terms = less(ours, theirs, 1);
                terms.extend(less(theirs, ours, -1));
                let clues = SmallVec::from_slice(&[(one as u16, 1), (two as u16, -1)]);
                self.rows.push(Row { terms, sum: sums[one].1 - sums[two].1, clues });
            }
        }
        self.tiers[1] = self.rows.len();
        if evidence.total {
            self.add_total(
                view,
                &sums.iter().map(|&(_, need)| need).collect::<Vec<_>>(),
                &groups_of,
            );
        }
        self.tiers[2] = self.rows.len();
        let goal = self.groups.iter().position(|cells| cells.contains(&cell));
        self.goal = goal.unwrap_or(0) as u16;
    }

    /// The sea, sums of what hangs together, and the number of mines over these.
    fn add_total(&mut self, view: &View, needs: &[i32], groups_of: &[Vec<u16>]) {
        let boxes = self.groups.len();
        let mut part: Vec<usize> = (0..boxes).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for groups in groups_of {
                let least = groups.iter().map(|&group| part[group as usize]).min().unwrap_or(0);
                for &group in groups {
                    changed |= part[group as usize] != least;
                    part[group as usize] = least;
                }
            }
        }
        let mut whole: Vec<(u16, i8)> = Vec::new();
        for root in 0..boxes {
            let members: Vec<u16> =
                (0..boxes as u16).filter(|&group| part[group as usize] == root).collect();
            match members[..] {
                [] => {}
                [only] => whole.push((only, 1)),
                _ => {
                    let union = self.groups.len() as u16;
                    let mut cells: Vec<Cell> = members
                        .iter()
                        .flat_map(|&group| self.groups[group as usize].iter().copied())
                        .collect();
                    cells.sort_unstable();
                    self.groups.push(cells);
                    whole.push((union, 1));
                    let here: Vec<u16> = (0..groups_of.len() as u16)
                        .filter(|&clue| {
                            groups_of[clue as usize]
                                .first()
                                .is_some_and(|group| members.contains(group))
                        })
                        .collect();
                    self.add_union(union, &members, &here, needs, groups_of);
                }
            }
        }
        let mut in_group = vec![false; view.grid().len()];
        for cell in self.groups.iter().flatten() {
            in_group[cell.index()] = true;
        }
        let sea: Vec<Cell> = view
            .grid()
            .cells()
            .filter(|&cell| view.tile(cell).is_closed() && !in_group[cell.index()])
            .collect();
        if !sea.is_empty() {
            whole.push((self.groups.len() as u16, 1));
            self.groups.push(sea);
        }
        let left = view.mines().unwrap_or(0) as i32 - view.opened_mines() as i32;
        let clues = SmallVec::from_slice(&[(needs.len() as u16, 1)]);
        self.rows.push(Row { terms: whole, sum: left, clues });
    }

    /// What clues say of the sum of a part: as many as fit beside each other bound
    /// it from below, as many as cover it from above.
    fn add_union(
        &mut self,
        union: u16,
        members: &[u16],
        clues: &[u16],
        needs: &[i32],
        groups_of: &[Vec<u16>],
    ) {
        let mut choices: Vec<Vec<u16>> = vec![Vec::new()];
        for first in 0..clues.len() {
            let order = || clues[first..].iter().chain(&clues[..first]);
            let mut covered: Vec<u16> = Vec::new();
            let mut packing: Vec<u16> = Vec::new();
            for &clue in order() {
                let groups = &groups_of[clue as usize];
                if !groups.iter().any(|group| covered.contains(group)) {
                    covered.extend(groups);
                    packing.push(clue);
                }
            }
            // The packing, and what it takes to cover the rest.
            let mut cover = packing.clone();
            for &clue in order() {
                let groups = &groups_of[clue as usize];
                if groups.iter().any(|group| !covered.contains(group)) {
                    covered.extend(groups);
                    cover.push(clue);
                }
            }
            packing.sort_unstable();
            cover.sort_unstable();
            choices.push(packing);
            choices.push(cover);
        }
        choices.sort_unstable();
        choices.dedup();
        for chosen in choices {
            let times = |group: u16| {
                chosen.iter().filter(|&&clue| groups_of[clue as usize].contains(&group)).count()
            };
            let mut terms: Vec<(u16, i8)> = vec![(union, 1)];
            let counts: Vec<i8> = members.iter().map(|&group| times(group) as i8 - 1).collect();
            if counts.iter().any(|&count| count > 1) {
                continue;
            }
            let other = members.iter().zip(&counts).filter(|(_, count)| **count != 0);
            terms.extend(other.map(|(&group, &count)| (group, count)));
            let sum = chosen.iter().map(|&clue| needs[clue as usize]).sum();
            let clues = chosen.iter().map(|&clue| (clue, 1)).collect();
            self.rows.push(Row { terms, sum, clues });
        }
    }

    /// Whether the goal is reached, and by which step.
    fn reached(&self, state: &State) -> Option<u32> {
        let goal = self.goal as usize;
        let size = self.groups[goal].len() as i32;
        let (value, node) = if self.mine { state.low[goal] } else { state.high[goal] };
        (value == if self.mine { size } else { 0 }).then_some(node)
    }

    /// Applies all rows until nothing changes; the clash, if there is one.
    ///
    /// What a person sees first comes first: clues that decide cells, pairs that do,
    /// and only then bounds that decide nothing yet.
    fn close(&mut self, state: &mut State, top: bool) -> Option<u32> {
        let [singles, pairs, all] = self.tiers;
        let turns = [
            (0..singles, true),
            (singles..pairs, true),
            (0..singles, false),
            (singles..all, false),
        ];
        'again: loop {
            for (rows, deciding) in turns.clone() {
                for row in rows {
                    match self.apply(row, deciding, state) {
                        Applied::Clash(clash) => return Some(clash),
                        Applied::Changed => {
                            if top && let Some(end) = self.reached(state) {
                                return Some(end);
                            }
                            continue 'again;
                        }
                        Applied::Nothing => {}
                    }
                }
            }
            return None;
        }
    }

    /// Bounds groups of a row by the others.
    fn apply(&mut self, at: usize, deciding: bool, state: &mut State) -> Applied {
        self.tried += 1;
        let row = &self.rows[at];
        let (mut least, mut most) = (-row.sum, -row.sum);
        for &(group, sign) in &row.terms {
            let (low, high) = (state.low[group as usize].0, state.high[group as usize].0);
            if sign > 0 {
                (least, most) = (least + low, most + high);
            } else {
                (least, most) = (least - high, most - low);
            }
        }
        if least > 0 || most < 0 {
            let by = premises(row, NONE, least > 0, state);
            self.nodes.push(Node::Clash { row: at as u32, too_many: least > 0, by });
            return Applied::Clash(self.nodes.len() as u32 - 1);
        }
        let mut changed = false;
        for term in 0..self.rows[at].terms.len() {
            let row = &self.rows[at];
            let (group, sign) = row.terms[term];
            let place = group as usize;
            let (low, high) = (state.low[place].0, state.high[place].0);
            let (new_low, new_high) =
                if sign > 0 { (high - most, low - least) } else { (high + least, low + most) };
            let size = self.groups[place].len() as i32;
            if new_high < high && (!deciding || new_high == 0) {
                let by = premises(row, group.into(), sign > 0, state);
                let bound = Bound::AtMost(new_high as u32);
                self.nodes.push(Node::Bounded { row: at as u32, group, bound, by });
                state.high[place] = (new_high, self.nodes.len() as u32 - 1);
                changed = true;
            }
            if new_low > low && (!deciding || new_low == size) {
                let by = premises(&self.rows[at], group.into(), sign < 0, state);
                let bound = Bound::AtLeast(new_low as u32);
                self.nodes.push(Node::Bounded { row: at as u32, group, bound, by });
                state.low[place] = (new_low, self.nodes.len() as u32 - 1);
                changed = true;
            }
            if changed {
                // The sums above are those of before.
                return Applied::Changed;
            }
        }
        Applied::Nothing
    }

    /// Works with suppositions up to a depth: the step that reaches the goal (at the
    /// top) or a clash (under a supposition).
    fn work(&mut self, state: &mut State, depth: u32, top: bool) -> Option<u32> {
        if top && let Some(end) = self.reached(state) {
            return Some(end);
        }
        if let Some(end) = self.close(state, top) {
            return Some(end);
        }
        if depth == 0 {
            return None;
        }
        loop {
            let mut progress = false;
            for (group, bound) in self.suppositions(state, top) {
                let (low, high) = (state.low[group as usize].0, state.high[group as usize].0);
                let open = match bound {
                    Bound::AtLeast(mines) => low < mines as i32 && mines as i32 <= high,
                    Bound::AtMost(mines) => low <= mines as i32 && (mines as i32) < high,
                };
                if !open {
                    continue;
                }
                if self.tried > PATIENCE {
                    return None;
                }
                let supposed = self.nodes.len() as u32;
                self.nodes.push(Node::Supposed { group, bound });
                let mut inner = state.clone();
                inner.learn(group, bound, supposed);
                let Some(clash) = self.work(&mut inner, depth - 1, false) else {
                    self.nodes.truncate(supposed as usize);
                    continue;
                };
                let contrary = bound.contrary();
                let node = self.nodes.len() as u32;
                self.nodes.push(Node::Refuted { group, bound: contrary, supposed, clash });
                state.learn(group, contrary, node);
                if top && let Some(end) = self.reached(state) {
                    return Some(end);
                }
                if let Some(end) = self.close(state, top) {
                    return Some(end);
                }
                progress = true;
            }
            if !progress {
                return None;
            }
        }
    }

    /// What may be supposed: the contrary of the goal first, then the most decided groups.
    fn suppositions(&self, state: &State, top: bool) -> Vec<(u16, Bound)> {
        let mut groups: Vec<u16> = (0..self.groups.len() as u16)
            .filter(|&group| state.low[group as usize].0 < state.high[group as usize].0)
            .collect();
        let width = |group: u16| state.high[group as usize].0 - state.low[group as usize].0;
        groups.sort_by_key(|&group| (group != self.goal || !top, width(group), group));
        let mut all = Vec::new();
        for group in groups {
            let (low, high) =
                (state.low[group as usize].0 as u32, state.high[group as usize].0 as u32);
            if top && group == self.goal {
                let size = self.groups[group as usize].len() as u32;
                all.push((
                    group,
                    if self.mine { Bound::AtMost(size - 1) } else { Bound::AtLeast(1) },
                ));
            }
            for mines in low + 1..=high {
                all.push((group, Bound::AtLeast(mines)));
                all.push((group, Bound::AtMost(low + high - mines)));
            }
        }
        all
    }

    /// Drops the steps that the last one does not rest on.
    fn keep_needed(&mut self, end: u32) {
        let mut needed = vec![false; self.nodes.len()];
        needed[end as usize] = true;
        for at in (0..=end as usize).rev().filter(|&at| at < self.nodes.len()) {
            if !needed[at] {
                continue;
            }
            match &self.nodes[at] {
                Node::Bounded { by, .. } | Node::Clash { by, .. } => {
                    for premise in by.iter().filter(|premise| premise.node != NONE) {
                        needed[premise.node as usize] = true;
                    }
                }
                Node::Refuted { supposed, clash, .. } => {
                    needed[*supposed as usize] = true;
                    needed[*clash as usize] = true;
                }
                Node::Supposed { .. } => {}
            }
        }
        let mut places = vec![NONE; self.nodes.len()];
        let kept = places.iter_mut().zip(&needed).filter(|(_, needed)| **needed);
        for ((place, _), number) in kept.zip(0..) {
            *place = number;
        }
        let mut at = 0;
        self.nodes.retain(|_| {
            at += 1;
            needed[at - 1]
        });
        for node in &mut self.nodes {
            match node {
                Node::Bounded { by, .. } | Node::Clash { by, .. } => {
                    for premise in by.iter_mut().filter(|premise| premise.node != NONE) {
                        premise.node = places[premise.node as usize];
                    }
                }
                Node::Refuted { supposed, clash, .. } => {
                    *supposed = places[*supposed as usize];
                    *clash = places[*clash as usize];
                }
                Node::Supposed { .. } => {}
            }
        }
    }

    /// How many suppositions are made.
    pub(crate) fn splits(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::Supposed { .. })).count()
    }
}

impl State {
    fn learn(&mut self, group: u16, bound: Bound, node: u32) {
        match bound {
            Bound::AtLeast(mines) => self.low[group as usize] = (mines as i32, node),
            Bound::AtMost(mines) => self.high[group as usize] = (mines as i32, node),
        }
    }
}

/// The bounds of all groups of a row but one, on the side that makes its sum large
/// (to show that something is at most so many) or small.
fn premises(row: &Row, but: u32, from_below: bool, state: &State) -> Premises {
    let others = row.terms.iter().filter(|&&(group, _)| u32::from(group) != but);
    others
        .map(|&(group, sign)| {
            let below = (sign > 0) == from_below;
            let (value, node) =
                if below { state.low[group as usize] } else { state.high[group as usize] };
            let value = value as u32;
            let bound = if below { Bound::AtLeast(value) } else { Bound::AtMost(value) };
            Premise { group, bound, node }
        })
        .collect()
}

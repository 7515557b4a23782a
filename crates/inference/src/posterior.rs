//! From counts to probabilities: components, the sea, and what is known of the
//! total.
//!
//! Let `m` be the mines in all components, `S` the cells of the sea. The weight of
//! the sea depends on what is known of the total:
//!
//! - **told**, `R` of them not yet placed: C(S, R − m) ways;
//! - **unknown, every total equally likely**: a layout with t of N cells mined
//!   has weight 1 / C(N, t). Summed over the sea that is, by the beta integral,
//!   1 / C(N − S, a) up to a constant, where `a` counts the mines outside the sea;
//!   and a sea cell is a mine with probability (a + 1) / (N − S + 2), Laplace's
//!   rule of succession;
//! - **independent mines of density p**: (p / (1 − p))^m.
//!
//! In all three only ratios between neighbouring m are needed; they are built
//! outward from the peak, so nothing overflows and what underflows does not
//! matter. Every mine is tilted by the odds at the peak, which keeps the
//! components' polynomials flat.
//!
//! Certainty never comes from a small number. A box is certain if the trellis has
//! no other edges; where the total rules some numbers of mines out, a pass in
//! booleans decides.

use surefoot_rules::{Cell, Random, View};

use crate::count::frontier::{Contradiction, Frontier, Kind, NONE};
use crate::count::join::Join;
use crate::count::order::Orders;
use crate::count::pass::Pass;
use crate::count::strips::Strips;
use crate::count::trellis::{Trellis, TrellisError};
use crate::logic::Facts;

/// States, by the estimate of an order, above which a component is cut into strips
/// first.
const WIDE: f64 = 1e5;
/// How thick the strips are, in steps from clue to clue.
const THICK: [u32; 3] = [4, 6, 8];

/// How often the tilt is chosen anew, and how small a term may be beside the
/// largest where the weight of the whole lies.
const MOST_TILTS: u32 = 100;
const FAR: f64 = 1e-20;

/// What is assumed where a view does not tell its number of mines.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Unknown {
    /// Every total is equally likely, and given the total every layout.
    #[default]
    AnyTotal,
    /// Every cell is a mine with this probability, independently.
    Density(f64),
}

/// Assumptions and limits of an analysis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// What is assumed of an unknown total.
    pub unknown: Unknown,
    /// The most states and edges that may be held; the default of 2²³ takes up to
    /// 0.6 GB.
    pub budget: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { unknown: Unknown::AnyTotal, budget: 1 << 23 }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// No layout fits the view.
    Impossible,
    /// Too wide for the budget.
    OverBudget,
}

impl From<TrellisError> for Failure {
    fn from(error: TrellisError) -> Self {
        match error {
            TrellisError::Impossible => Self::Impossible,
            TrellisError::OverBudget => Self::OverBudget,
        }
    }
}

/// What is known of the number of mines beyond the decided cells.
#[derive(Clone, Copy, Debug)]
enum Total {
    /// So many are left for components and sea.
    Left(u32),
    /// Any; so many lie outside the sea and the components, of so many cells
    /// outside the sea.
    Any {
        placed: u32,
        outside: u32,
    },
    Odds(f64),
}

/// What is known of a box or the sea.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Marginal {
    /// The probability that one of its cells is a mine.
    pub(crate) mine: f64,
    pub(crate) can_be_safe: bool,
    pub(crate) can_be_mine: bool,
    /// Whether it always has exactly one mine.
    pub(crate) always_one: bool,
}

/// Everything an analysis needs, in memory that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Engine {
    pub(crate) frontier: Frontier,
    pub(crate) orders: Orders,
    strips: Strips,
    pub(crate) trellis: Trellis,
    pub(crate) forward: Pass<f64>,
    backward: Vec<f64>,
    pub(crate) join: Join<f64>,
    /// The weight of the sea, by the mines in all components.
    pub(crate) sea_weights: Vec<f64>,
    /// Per box.
    pub(crate) marginals: Vec<Marginal>,
    pub(crate) sea: Marginal,
    /// The asked cell's number: its share by mines in its boxes.
    pub(crate) numbers: Vec<f64>,
    pub(crate) tilt: f64,
    /// What was assumed of an unknown total.
    assumed: Unknown,
}

impl Engine {
    /// Analyses a view, perhaps with one cell taken to be safe.
    pub(crate) fn solve(
        &mut self,
        view: &View,
        asked: Option<Cell>,
        options: &Options,
    ) -> Result<(), Failure> {
        self.frontier.read(view, asked).map_err(|_| Failure::Impossible)?;
        self.count_frontier(view, options)
    }

    /// Analyses a view as the continuation of the one before.
    pub(crate) fn follow(&mut self, view: &View, options: &Options) -> Result<(), Failure> {
        self.frontier.follow(view).map_err(|_| Failure::Impossible)?;
        self.frontier.finish(view);
        self.count_frontier(view, options)
    }

    /// Analyses a view of which facts are known.
    pub(crate) fn solve_from(
        &mut self,
        view: &View,
        facts: &Facts,
        options: &Options,
    ) -> Result<(), Failure> {
        if !view.rule().tells_truth() {
            return self.solve(view, None, options);
        }
        self.frontier.start_from(facts, view).map_err(|_| Failure::Impossible)?;
        self.frontier.finish(view);
        self.count_frontier(view, options)
    }

    /// Counts the frontier that was read.
    pub(crate) fn count_frontier(&mut self, view: &View, options: &Options) -> Result<(), Failure> {
        self.assumed = options.unknown;
        self.build(view, options)?;
        let total = self.total(view, options)?;
        self.count(total)
    }

    /// Builds the trellises of the frontier.
    fn build(&mut self, view: &View, options: &Options) -> Result<(), Failure> {
        self.orders.find(&self.frontier);
        self.narrow(view).map_err(|_| Failure::Impossible)?;
        self.orders.improve(&self.frontier);
        self.trellis.clear(&self.frontier);
        let mut from = 0;
        for &end in &self.orders.ends {
            let order = &self.orders.boxes[from..end as usize];
            self.trellis.add(&self.frontier, order, options.budget)?;
            from = end as usize;
        }
        Ok(())
    }

    /// Where the frontier is wide, decides what strips of it can decide.
    fn narrow(&mut self, view: &View) -> Result<(), Contradiction> {
        let exact = view.rule().tells_truth();
        if !exact {
            return Ok(());
        }
        for thick in THICK {
            // Again in other directions, as long as that decides something.
            self.strips.begin(&self.frontier);
            loop {
                let mut wide = self.orders.wide(WIDE).peekable();
                if wide.peek().is_none() {
                    return Ok(());
                }
                self.strips.cut(&self.frontier, wide, thick)?;
                if self.strips.decided.is_empty() {
                    break;
                }
                self.frontier.settle(view, &self.strips.decided)?;
                self.orders.find(&self.frontier);
            }
        }
        Ok(())
    }

    fn total(&self, view: &View, options: &Options) -> Result<Total, Failure> {
        let frontier = &self.frontier;
        let placed = frontier.opened_mines + frontier.known_mines;
        match (view.mines(), options.unknown) {
            (Some(mines), _) => {
                mines.checked_sub(placed).map(Total::Left).ok_or(Failure::Impossible)
            }
            (None, Unknown::AnyTotal) => {
                let outside = view.grid().len() as u32 - frontier.sea;
                Ok(Total::Any { placed, outside })
            }
            (None, Unknown::Density(p)) => Ok(Total::Odds(p / (1.0 - p))),
        }
    }

    /// The range of mines in all components.
    fn range(&self) -> (u32, u32) {
        let components = &self.trellis.components;
        let least = components.iter().map(|component| component.least).sum();
        let most = components.iter().map(|component| component.most).sum();
        (least, most)
    }

    fn count(&mut self, total: Total) -> Result<(), Failure> {
        let (least, most) = self.range();
        let sea = self.frontier.sea;
        // The numbers of mines in the components that the total allows.
        let (allowed_least, allowed_most) = match total {
            Total::Left(left) => (least.max(left.saturating_sub(sea)), most.min(left)),
            _ => (least, most),
        };
        if allowed_least > allowed_most {
            return Err(Failure::Impossible);
        }
        self.tilt = tilt(total, sea, u32::midpoint(allowed_least, allowed_most));
        for _ in 0..MOST_TILTS {
            self.trellis.forward(self.tilt, &mut self.forward);
            let (trellis, forward) = (&self.trellis, &self.forward);
            self.join.multiply(trellis.components.iter().map(|c| forward.result(c)));
            let (first, terms) = self.join.whole();
            let end = first + (terms.len() as u32).saturating_sub(1);
            let weigh = |mines| weigh(total, sea, self.tilt, mines);
            let allowed = (allowed_least, allowed_most);
            fill_from_peak(&mut self.sea_weights, first..=end, allowed, weigh);
            match better_tilt(terms, &self.sea_weights, first, allowed) {
                Some(factor) => self.tilt *= factor,
                None => break,
            }
        }
        self.join.hand_down(&self.sea_weights);
        self.marginals();
        self.measure_sea(total);
        if (allowed_least, allowed_most) != (least, most) {
            self.check_possibilities(total)?;
        }
        Ok(())
    }

    /// The marginals of all boxes, and certainty as far as structure alone
    /// decides it.
    fn marginals(&mut self) {
        self.marginals.clear();
        let none = Marginal { always_one: true, ..Marginal::default() };
        self.marginals.resize(self.frontier.boxes.len(), none);
        self.backward.clear();
        self.backward.resize(self.forward.values.len(), 0.0);
        self.numbers.clear();
        let asked = self.frontier.asked;
        if asked != NONE {
            let hidden = self.frontier.clues[asked as usize].hidden;
            self.numbers.resize(usize::from(hidden) + 1, 0.0);
        }
        for (leaf, component) in self.trellis.components.iter().enumerate() {
            let (marginals, numbers) = (&mut self.marginals, &mut self.numbers);
            let mut current = (u32::MAX, 0.0, 0.0);
            let frontier = &self.frontier;
            let closes = closing_step(frontier, &self.trellis, component);
            self.trellis.backward(
                component,
                self.join.context(leaf),
                self.tilt,
                &self.forward,
                &mut self.backward,
                |step, edge, share| {
                    let marginal = &mut marginals[step.group as usize];
                    if current.0 != step.group {
                        current = (step.group, 0.0, 0.0);
                    }
                    current.1 += share;
                    current.2 += share * f64::from(edge.mines);
                    marginal.can_be_mine |= edge.mines > 0;
                    marginal.always_one &= edge.mines == 1;
                    marginal.can_be_safe |= u32::from(edge.mines) < step.size;
                    marginal.mine = current.2 / (current.1 * f64::from(step.size));
                    if closes == Some(step.group) {
                        numbers[usize::from(edge.tag)] += share;
                    }
                },
            );
        }
    }

    fn measure_sea(&mut self, total: Total) {
        let (first, terms) = self.join.whole();
        let one = [1.0];
        let terms = if terms.is_empty() { &one[..] } else { terms };
        let sea = f64::from(self.frontier.sea);
        let (mut whole, mut mines) = (0.0, 0.0);
        for ((&ways, &weight), m) in terms.iter().zip(&self.sea_weights).zip(first..) {
            let share = ways * weight;
            whole += share;
            mines += share
                * match total {
                    Total::Left(left) => f64::from(left.saturating_sub(m)) / sea.max(1.0),
                    Total::Any { placed, outside } => {
                        (f64::from(placed + m) + 1.0) / (f64::from(outside) + 2.0)
                    }
                    Total::Odds(odds) => odds / (1.0 + odds),
                };
        }
        let (least, most) = self.range();
        let (can_be_safe, can_be_mine) = match total {
            Total::Left(left) => (left.saturating_sub(most) < self.frontier.sea, left > least),
            Total::Any { .. } => (true, true),
            Total::Odds(odds) => (odds.is_finite(), odds > 0.0),
        };
        self.sea = Marginal { mine: mines / whole, can_be_safe, can_be_mine, always_one: false };
    }

    /// Which cells can be what, where the total rules numbers of mines out.
    fn check_possibilities(&mut self, total: Total) -> Result<(), Failure> {
        let Total::Left(left) = total else { return Ok(()) };
        let sea = self.frontier.sea;
        let mut forward = Pass::<bool>::default();
        self.trellis.forward(1.0, &mut forward);
        let mut join = Join::<bool>::default();
        let trellis = &self.trellis;
        join.multiply(trellis.components.iter().map(|c| forward.result(c)));
        let (first, terms) = join.whole();
        let fits: Vec<bool> =
            (first..).take(terms.len()).map(|m| m <= left && left - m <= sea).collect();
        let possible = |m: &u32| {
            let at = m.checked_sub(first).map(|at| at as usize);
            at.is_some_and(|at| terms.get(at) == Some(&true) && fits[at])
        };
        let mut whole = (first..).take(terms.len()).filter(possible).peekable();
        if whole.peek().is_none() {
            return Err(Failure::Impossible);
        }
        let (mut safe, mut mine) = (false, false);
        for m in whole {
            safe |= left - m < sea;
            mine |= left > m;
        }
        (self.sea.can_be_safe, self.sea.can_be_mine) = (safe, mine);
        join.hand_down(&fits);
        for marginal in &mut self.marginals {
            (marginal.can_be_safe, marginal.can_be_mine) = (false, false);
            marginal.always_one = true;
        }
        let mut backward = vec![false; forward.values.len()];
        let marginals = &mut self.marginals;
        for (leaf, component) in self.trellis.components.iter().enumerate() {
            self.trellis.backward(
                component,
                join.context(leaf),
                1.0,
                &forward,
                &mut backward,
                |step, edge, &share| {
                    let marginal = &mut marginals[step.group as usize];
                    marginal.can_be_mine |= share && edge.mines > 0;
                    marginal.always_one &= !share || edge.mines == 1;
                    marginal.can_be_safe |= share && u32::from(edge.mines) < step.size;
                },
            );
        }
        Ok(())
    }

    /// The distribution of the asked cell's number, given that it is safe.
    pub(crate) fn distribution(&self, view: &View, cell: Cell, numbers: &mut Vec<f64>) {
        let around = view.neighbours(cell);
        let clue = &self.frontier.clues[self.frontier.asked as usize];
        let known = usize::from(clue.base);
        numbers.clear();
        numbers.resize(around.len() + 1, 0.0);
        let whole: f64 = self.numbers.iter().sum();
        if self.numbers.len() <= 1 || whole == 0.0 {
            // All neighbours are decided.
            numbers[known] = 1.0;
        } else {
            for (share, place) in self.numbers.iter().zip(&mut numbers[known..]) {
                *place = share / whole;
            }
        }
    }

    /// The mines in the sea where the total is unknown: cell by cell, each a mine
    /// by the rule of succession given those before it, or by its density.
    pub(crate) fn draw_unknown_sea(&self, view: &View, placed: u32, random: &mut Random) -> u32 {
        let outside = view.grid().len() as u32 - self.frontier.sea;
        let mut mines = 0;
        for seen in 0..self.frontier.sea {
            let chance = match self.assumed {
                Unknown::Density(p) => p,
                Unknown::AnyTotal => f64::from(placed + mines + 1) / f64::from(outside + seen + 2),
            };
            mines += u32::from(random.unit() < chance);
        }
        mines
    }

    /// What is known of a closed cell.
    pub(crate) fn marginal(&self, cell: Cell) -> Option<Marginal> {
        let certain = |mine: bool| Marginal {
            mine: f64::from(u8::from(mine)),
            can_be_safe: !mine,
            can_be_mine: mine,
            always_one: false,
        };
        let marginal = match self.frontier.kinds[cell.index()] {
            Kind::Open => return None,
            Kind::Safe => certain(false),
            Kind::Mine => certain(true),
            Kind::Sea => self.sea,
            Kind::Frontier => self.marginals[self.frontier.group_of(cell) as usize],
        };
        Some(match marginal {
            Marginal { can_be_mine: false, .. } => certain(false),
            Marginal { can_be_safe: false, .. } => certain(true),
            marginal => marginal,
        })
    }
}

/// The box with which the asked clue closes, if it is in this component.
fn closing_step(
    frontier: &Frontier,
    trellis: &Trellis,
    component: &crate::count::trellis::Component,
) -> Option<u32> {
    if frontier.asked == NONE {
        return None;
    }
    let steps = trellis.steps_of(component).iter().rev();
    steps.map(|step| step.group).find(|&group| frontier.clues_of(group).contains(&frontier.asked))
}

/// The ratio of the sea's weights for m + 1 and m mines in the components.
fn ratio(total: Total, sea: u32, mines: u32) -> f64 {
    match total {
        Total::Left(left) => {
            let rest = f64::from(left) - f64::from(mines);
            rest / (f64::from(sea) - rest + 1.0)
        }
        Total::Any { placed, outside } => {
            let placed = f64::from(placed + mines);
            (placed + 1.0) / (f64::from(outside) - placed)
        }
        Total::Odds(odds) => odds,
    }
}

/// By how much the tilt must change for the weight of the whole to lie where the
/// components' polynomials are large; `None` if it does already.
///
/// Uncertain clues can speak against the told total so strongly that all that is
/// possible lies in tails too small to be kept. Their weight decides nothing less
/// for that, so the mines are tilted until the tails are the middle.
fn better_tilt(
    terms: &[f64],
    weights: &[f64],
    first: u32,
    (least, most): (u32, u32),
) -> Option<f64> {
    let mut peak = (0.0, first);
    let mut best = (0.0, first, 0.0);
    for ((&term, &weight), mines) in terms.iter().zip(weights).zip(first..) {
        if term > peak.0 {
            peak = (term, mines);
        }
        if term * weight > best.0 {
            best = (term * weight, mines, term);
        }
    }
    let (height, at) = peak;
    if best.0 == 0.0 {
        // All that is allowed was cut off.
        return match () {
            () if at < least => Some(4.0),
            () if at > most => Some(0.25),
            () => None,
        };
    }
    let (_, mines, term) = best;
    let far = f64::from(mines) - f64::from(at);
    (term < FAR * height).then(|| (height / term).powf(1.0 / far))
}

/// The odds of a mine where most of the weight lies.
fn tilt(total: Total, sea: u32, mines: u32) -> f64 {
    let odds = ratio(total, sea, mines);
    if odds.is_finite() { odds.clamp(1e-3, 1e3) } else { 1.0 }
}

fn weigh(total: Total, sea: u32, tilt: f64, mines: u32) -> f64 {
    ratio(total, sea, mines) / tilt
}

/// Fills weights over a range of mines from their ratios, outward from the
/// peak, which is one; outside the allowed numbers they are zero.
fn fill_from_peak(
    weights: &mut Vec<f64>,
    range: std::ops::RangeInclusive<u32>,
    (least, most): (u32, u32),
    ratio: impl Fn(u32) -> f64,
) {
    let first = *range.start();
    weights.clear();
    weights.resize((range.end() - first + 1) as usize, 0.0);
    let (from, to) = (least.max(first), most.min(*range.end()));
    if from > to {
        return;
    }
    // Ratios fall with m where there is a peak at all; start at the end that
    // is larger and scale by the largest in the end.
    let mut logs = 0.0_f64;
    let (mut best, mut peak) = (0.0_f64, from);
    for m in from..to {
        logs += ratio(m).ln();
        if logs > best {
            (best, peak) = (logs, m + 1);
        }
    }
    weights[(peak - first) as usize] = 1.0;
    for m in peak..to {
        weights[(m + 1 - first) as usize] = weights[(m - first) as usize] * ratio(m);
    }
    for m in (from..peak).rev() {
        weights[(m - first) as usize] = weights[(m + 1 - first) as usize] / ratio(m);
    }
}

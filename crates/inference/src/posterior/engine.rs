//! The engine: from a view to what is known of its boxes and its sea.
//!
//! Read the frontier, order its boxes, build the trellises, count forward, join the
//! components, weigh them by the sea (`total`), count backward: thousands of times a game.

use surefoot_rules::{Cell, Random, View, Wide};

use crate::allowance::Share;
use crate::count::frontier::{Frontier, Kind, NONE};
use crate::count::number::Weight;
use crate::count::order::Orders;
use crate::count::pass::PassError;
use crate::count::strips::Strips;
use crate::count::trellis::{Limits, Trellis, TrellisComponent};
use crate::logic::Facts;
use crate::posterior::counts::Counts;
use crate::posterior::total::Total;
use crate::posterior::{CountError, Options, Unknown};
use crate::stop::Stop;
use crate::tunables;

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

impl Marginal {
    /// Of what is certain.
    pub(crate) fn certain(mine: bool) -> Self {
        let (can_be_safe, can_be_mine) = (!mine, mine);
        Self { mine: f64::from(u8::from(mine)), can_be_safe, can_be_mine, always_one: false }
    }

    /// The same, with a probability of exactly 0 or 1 where it is certain.
    #[inline]
    pub(crate) fn or_certain(self) -> Self {
        match self {
            Self { can_be_mine: false, .. } => Self::certain(false),
            Self { can_be_safe: false, .. } => Self::certain(true),
            uncertain => uncertain,
        }
    }
}

/// Everything an analysis needs, in memory that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Engine {
    pub(crate) frontier: Frontier,
    pub(crate) orders: Orders,
    strips: Strips,
    pub(crate) trellis: Trellis,
    pub(crate) plain: Counts<f64>,
    /// Used where doubles have no room.
    pub(crate) wide: Counts<Wide>,
    pub(crate) is_wide: bool,
    /// Per box.
    pub(crate) marginals: Vec<Marginal>,
    pub(crate) sea: Marginal,
    /// The observed cell's number: its share by mines in its boxes.
    pub(crate) numbers: Vec<Wide>,
    pub(crate) tilt: f64,
    /// What was assumed and allowed.
    options: Options,
    /// Ends the work.
    pub(crate) stop: Stop,
    /// What it holds of what all who work on the same question may.
    share: Share,
}

impl Engine {
    /// Analyses a view, perhaps with one cell taken to be safe.
    pub(crate) fn solve(
        &mut self,
        view: &View,
        observed: Option<Cell>,
        options: &Options,
    ) -> Result<(), CountError> {
        self.frontier.read(view, observed)?;
        self.count_frontier(view, options)
    }

    /// Analyses a view of which facts are known.
    pub(crate) fn solve_from(
        &mut self,
        view: &View,
        facts: &Facts,
        options: &Options,
    ) -> Result<(), CountError> {
        if !view.rule().tells_truth() {
            return self.solve(view, None, options);
        }
        self.frontier.start_from(facts, view)?;
        self.frontier.finish(view);
        self.count_frontier(view, options)
    }

    /// Counts the frontier that was read.
    pub(crate) fn count_frontier(
        &mut self,
        view: &View,
        options: &Options,
    ) -> Result<(), CountError> {
        self.stop.check()?;
        if view.mines().is_none() && !options.unknown.is_possible() {
            return Err(CountError::NotADensity);
        }
        let memory = self.share.at_most(options.memory);
        self.options = Options { memory, ..*options };
        let counted = self.build_and_count(view, options);
        if counted == Err(CountError::OverMemory) {
            // Others may need what was not enough.
            self.trellis = Trellis::default();
            (self.plain, self.wide) = (Counts::default(), Counts::default());
        }
        self.share.hold(self.bytes());
        counted
    }

    /// The memory it holds, but for what is a fixed share of the board.
    fn bytes(&self) -> usize {
        self.trellis.bytes() + self.plain.bytes() + self.wide.bytes()
    }

    fn build_and_count(&mut self, view: &View, options: &Options) -> Result<(), CountError> {
        self.build(view)?;
        let Frontier { sea, opened_mines, known_mines, .. } = self.frontier;
        let outside = view.grid().len() as u32 - sea;
        let total = Total::of(view.mines(), (opened_mines + known_mines, outside), options)?;
        self.count(total)
    }

    /// Builds the trellises of the frontier.
    fn build(&mut self, view: &View) -> Result<(), CountError> {
        self.orders.find(&self.frontier, &self.stop);
        if view.rule().tells_truth() {
            self.strips.narrow(&mut self.frontier, &mut self.orders, view, &self.stop)?;
        }
        self.orders.improve(&self.frontier, &self.stop);
        self.trellis.clear(&self.frontier);
        let Options { budget, memory, .. } = self.options;
        let limits = Limits { budget, memory, stop: &self.stop };
        let mut from = 0;
        for &end in &self.orders.ends {
            let order = &self.orders.boxes[from..end as usize];
            self.trellis.add(&self.frontier, order, limits)?;
            from = end as usize;
        }
        Ok(())
    }

    /// The range of mines in all components.
    fn range(&self) -> (u32, u32) {
        let components = &self.trellis.components;
        let least = components.iter().map(|component| component.least).sum();
        let most = components.iter().map(|component| component.most).sum();
        (least, most)
    }

    fn count(&mut self, total: Total) -> Result<(), CountError> {
        let (least, most) = self.range();
        let sea = self.frontier.sea;
        let allowed = total.allowed(sea, (least, most));
        if allowed.0 > allowed.1 {
            return Err(CountError::Impossible);
        }
        self.tilt = total.tilt(sea, u32::midpoint(allowed.0, allowed.1));
        let of = (sea, total, allowed);
        if std::mem::take(&mut self.is_wide) {
            // So much is not held twice.
            self.wide = Counts::default();
        }
        let mut plain = std::mem::take(&mut self.plain);
        let mut counted = self.count_in(&mut plain, of);
        self.plain = plain;
        if counted == Err(PassError::OutOfRange) {
            if allowed != (least, most) {
                // Perhaps there is nothing to be counted.
                self.check_possibilities(total)?;
            }
            // What the first try held is in the way: the allocator may still have it.
            self.is_wide = true;
            let held = std::mem::take(&mut self.plain).bytes();
            if held > tunables::KEPT_FOR_NEXT {
                self.options.memory = self.options.memory.saturating_sub(held);
            }
            let mut wide = std::mem::take(&mut self.wide);
            counted = self.count_in(&mut wide, of);
            if counted == Err(PassError::OutOfRange) {
                // Nothing is left out any more.
                wide = Counts::default();
                counted = wide.count_all(&self.trellis, of, self.tilt, self.limits());
                counted = counted.and_then(|()| self.marginals(&mut wide, total));
            }
            self.wide = wide;
        }
        match counted {
            Err(PassError::Count(error)) => return Err(error),
            Err(PassError::OutOfRange) => return Err(CountError::OverBudget),
            Ok(()) => {}
        }
        if allowed != (least, most) {
            self.check_possibilities(total)?;
        }
        Ok(())
    }

    fn count_in<N: Weight>(
        &mut self,
        counts: &mut Counts<N>,
        of: (u32, Total, (u32, u32)),
    ) -> Result<(), PassError> {
        let Options { budget, memory, .. } = self.options;
        let limits = Limits { budget, memory, stop: &self.stop };
        counts.count(&self.trellis, of, &mut self.tilt, limits)?;
        self.marginals(counts, of.1)
    }

    /// The marginals of all boxes and the sea, and certainty as far as structure alone
    /// decides it.
    fn marginals<N: Weight>(
        &mut self,
        counts: &mut Counts<N>,
        total: Total,
    ) -> Result<(), PassError> {
        self.marginals.clear();
        let none = Marginal { always_one: true, ..Marginal::default() };
        self.marginals.resize(self.frontier.boxes.len(), none);
        let Counts { forward, backward, join, .. } = counts;
        backward.clear();
        let reserved = backward.try_reserve_exact(forward.values.len());
        reserved.map_err(|_| CountError::OverMemory)?;
        backward.resize(forward.values.len(), N::zero());
        self.numbers.clear();
        let observed = self.frontier.observed;
        if observed != NONE {
            let hidden = self.frontier.clues[observed as usize].hidden;
            self.numbers.resize(usize::from(hidden) + 1, Wide::ZERO);
        }
        for (leaf, component) in self.trellis.components.iter().enumerate() {
            let (marginals, numbers) = (&mut self.marginals, &mut self.numbers);
            let mut current = (u32::MAX, N::zero(), N::zero());
            let frontier = &self.frontier;
            let closes = closing_step(frontier, &self.trellis, component);
            self.trellis.backward(
                (leaf, join.context(leaf)),
                self.tilt,
                forward,
                backward,
                &self.stop,
                |step, edge, &share| {
                    let marginal = &mut marginals[step.box_ as usize];
                    if current.0 != step.box_ {
                        current = (step.box_, N::zero(), N::zero());
                    }
                    current.1.add_product(&share, &N::one());
                    current.2.add_product(&share, &N::from(f64::from(edge.mines)));
                    marginal.can_be_mine |= edge.mines > 0;
                    marginal.always_one &= edge.mines == 1;
                    marginal.can_be_safe |= u32::from(edge.mines) < step.size;
                    marginal.mine = current.2.ratio(current.1.times(f64::from(step.size)));
                    if closes == Some(step.box_) {
                        numbers[usize::from(edge.tag)] += share.wide();
                    }
                },
            )?;
        }
        if size_of::<N>() * counts.backward.capacity() > tunables::KEPT_FOR_NEXT {
            // Room for what is asked next: possibilities, dead cells, configurations.
            counts.backward = Vec::new();
        }
        self.measure_sea(counts, total);
        Ok(())
    }

    fn measure_sea<N: Weight>(&mut self, counts: &Counts<N>, total: Total) {
        let (first, terms) = counts.join.whole();
        let one = [N::one()];
        let terms = if terms.is_empty() { &one[..] } else { terms };
        let sea = self.frontier.sea;
        let (mut whole, mut mines) = (N::zero(), N::zero());
        for ((&ways, &weight), m) in terms.iter().zip(&counts.sea).zip(first..) {
            let share = ways * weight;
            whole.add_product(&share, &N::one());
            mines.add_product(&share, &N::from(total.in_the_sea(sea, m)));
        }
        let (can_be_safe, can_be_mine) = total.sea_can_be(sea, self.range());
        let mine = mines.ratio(whole);
        self.sea = Marginal { mine, can_be_safe, can_be_mine, always_one: false };
    }

    /// One that shares nothing with others, until it is allowed so much.
    pub(super) fn of_its_own() -> Self {
        Self { share: Share::unbounded(), ..Self::default() }
    }

    /// From now on so much may be made and held by all together, and somebody may end the work.
    pub(super) fn allow(&mut self, options: &Options, stop: &Stop) {
        self.share = Share::default();
        self.share.hold(self.bytes());
        let memory = self.share.at_most(options.memory);
        self.options = Options { memory, ..*options };
        self.stop = stop.clone();
    }

    /// What a count may make and hold.
    pub(crate) fn limits(&self) -> Limits<'_> {
        let Options { budget, memory, .. } = self.options;
        Limits { budget, memory, stop: &self.stop }
    }

    /// What another count along the same trellis may, while this one is held.
    pub(crate) fn limits_beside(&self) -> Limits<'_> {
        let held = self.plain.bytes() + self.wide.bytes();
        let limits = self.limits();
        Limits { memory: limits.memory.saturating_sub(held), ..limits }
    }

    /// The distribution of the observed cell's number, given that it is safe.
    pub(crate) fn distribution(&self, view: &View, cell: Cell, numbers: &mut Vec<f64>) {
        let around = view.neighbours(cell);
        let clue = &self.frontier.clues[self.frontier.observed as usize];
        let known = usize::from(clue.base);
        numbers.clear();
        numbers.resize(around.len() + 1, 0.0);
        let whole = self.numbers.iter().fold(Wide::ZERO, |sum, &share| sum + share);
        if self.numbers.len() <= 1 || whole.is_zero() {
            // All neighbours are decided.
            numbers[known] = 1.0;
        } else {
            for (share, place) in self.numbers.iter().zip(&mut numbers[known..]) {
                *place = f64::from(share.over(whole));
            }
        }
    }

    /// The mines in the sea where the total is unknown: cell by cell, each a mine
    /// by the rule of succession given those before it, or by its density.
    pub(crate) fn draw_unknown_sea(&self, view: &View, placed: u32, random: &mut Random) -> u32 {
        let outside = view.grid().len() as u32 - self.frontier.sea;
        let mut mines = 0;
        for seen in 0..self.frontier.sea {
            let chance = match self.options.unknown {
                Unknown::Density(p) => p,
                Unknown::AnyTotal => f64::from(placed + mines + 1) / f64::from(outside + seen + 2),
            };
            mines += u32::from(random.unit() < chance);
        }
        mines
    }

    /// What is known of a closed cell.
    pub(crate) fn marginal(&self, cell: Cell) -> Option<Marginal> {
        let marginal = match self.frontier.kinds[cell.index()] {
            Kind::Open => return None,
            Kind::Safe => Marginal::certain(false),
            Kind::Mine => Marginal::certain(true),
            Kind::Sea => self.sea,
            Kind::Frontier => self.marginals[self.frontier.box_of(cell) as usize],
        };
        Some(marginal.or_certain())
    }
}

/// The box with which the observed clue closes, if it is in this component.
fn closing_step(
    frontier: &Frontier,
    trellis: &Trellis,
    component: &TrellisComponent,
) -> Option<u32> {
    if frontier.observed == NONE {
        return None;
    }
    let steps = trellis.steps_of(component).iter().rev();
    steps.map(|step| step.box_).find(|&box_| frontier.clues_of(box_).contains(&frontier.observed))
}

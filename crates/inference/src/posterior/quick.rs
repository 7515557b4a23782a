//! The quick way: components that are kept and known, joined and weighed by the sea.
//!
//! Most positions are of narrow components under clues that tell the truth. Those are kept as
//! the facts change (`components`) and counted for every number of mines at once
//! (`polynomials`), so an analysis joins a few short polynomials and multiplies. Everything
//! else goes the whole way through trellises (`engine`): uncertain clues, wide components,
//! numbers that doubles have no room for. Those who need the trellises of a position that
//! went the quick way (samples, lists, dead cells) have them made when they ask.

use std::sync::OnceLock;

use surefoot_rules::{Cell, View};

use crate::allowance::Share;
use crate::count::components::{Components, SuppositionStart};
use crate::count::join::Join;
use crate::count::kept_join::KeptJoin;
use crate::count::known::Known;
use crate::count::number::{Number, choose, product};
use crate::count::polynomials::NotCounted;
use crate::count::watch::Bits;
use crate::error::CountError;
use crate::logic::{Belief, Facts};
use crate::posterior::Options;
use crate::posterior::engine::{Engine, Marginal};
use crate::posterior::kept::AskedCells;
use crate::posterior::not_quick::NotQuick;
use crate::posterior::possible::fit_the_sea;
use crate::posterior::total::{TiltSearch, Total, better_tilt, fill_from_peak};
use crate::stop::{NEVER, Stop};
use crate::tunables;

/// Memory for the quick way, and what it found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quick {
    pub(crate) components: Components,
    pub(crate) known: Known,
    /// All components of a large board, where they are kept, and what was asked of them.
    pub(super) kept: KeptJoin,
    pub(super) asked: Option<AskedCells>,
    pub(super) news: Vec<Cell>,
    join: Join<f64>,
    possible: Join<bool>,
    /// All components' ways, tilted, and where each ends.
    tilted: Vec<f64>,
    leaves: Vec<(u32, usize, f64)>,
    powers: Vec<f64>,
    context: Vec<f64>,
    pub(super) sea_weights: Vec<f64>,
    /// The sea: how many cells, and what is known of them.
    pub(crate) sea: u32,
    pub(crate) in_sea: Marginal,
    /// The observed cell's number: its share by mines among its unknown neighbours.
    numbers: Vec<f64>,
    /// The same position with all its trellises, once somebody asked.
    pub(super) whole: OnceLock<Box<Engine>>,
    /// What was assumed and allowed, and who may end the work.
    pub(super) options: Options,
    pub(crate) stop: Stop,
}

/// Whether views of this kind may go the quick way.
pub(crate) fn may_be_quick(view: &View, options: &Options) -> bool {
    let held = view.grid().len().saturating_mul(tunables::QUICK_CELL_BYTES);
    let allowed = options.budget >= tunables::QUICK_BUDGET
        && options.memory >= tunables::QUICK_MEMORY.max(held);
    let told = view.mines().is_some() || options.unknown.is_possible();
    allowed && told && view.rule().tells_truth()
}

impl Quick {
    /// Takes in the facts of a view and counts.
    pub(crate) fn solve(
        &mut self,
        view: &View,
        facts: &Facts,
        options: &Options,
    ) -> Result<(), NotQuick> {
        self.whole.take();
        self.asked = None;
        self.components.follow(facts, &mut self.known);
        let follows = self.components.news(&mut self.news).is_some();
        if !follows || self.components.len() < tunables::KEPT_COMPONENTS {
            self.kept.forget();
        } else if self.count_kept(view, facts, options)? {
            return Ok(());
        }
        self.count(view, facts, options)
    }

    /// Takes in what is supposed and counts; [`take_back`](Components::take_back) is to follow
    /// in any case. The number of an observed cell is counted too.
    pub(crate) fn suppose(
        &mut self,
        view: &View,
        facts: &Facts,
        options: &Options,
        observed: Option<Cell>,
    ) -> (SuppositionStart, Result<(), NotQuick>) {
        let before = self.components.suppose(facts, &mut self.known, observed);
        self.asked = None;
        self.components.news(&mut self.news);
        let counted = self.count(view, facts, options);
        let counted = counted.and_then(|()| match observed {
            Some(cell) => self.observe(facts, cell),
            None => Ok(()),
        });
        (before, counted)
    }

    fn count(&mut self, view: &View, facts: &Facts, options: &Options) -> Result<(), NotQuick> {
        if self.stop.is_stopped() {
            return Err(NotQuick::Stopped);
        }
        self.options = *options;
        let (mut least, mut most, mut cells) = (0, 0, 0);
        let mut wide = Ok(());
        for component in self.components.living() {
            match &component.counted {
                Ok(counted) => {
                    least += counted.least;
                    most += counted.least + counted.terms as u32 - 1;
                    cells = cells.max(counted.cells);
                }
                Err(NotCounted::Impossible) => return Err(NotQuick::Impossible),
                Err(NotCounted::TooWide) => wide = Err(NotQuick::Whole),
            }
        }
        wide?;
        let sea = facts.unknown() - self.components.cells();
        self.sea = sea;
        let placed = facts.known_mines();
        let outside = view.grid().len() as u32 - sea;
        let total = Total::of(view.mines(), (placed, outside), options);
        let total = total.map_err(|_| NotQuick::Impossible)?;
        let allowed = total.allowed(sea, (least, most));
        if allowed.0 > allowed.1 {
            return Err(NotQuick::Impossible);
        }
        self.join(total, allowed, cells)?;
        let tight = allowed != (least, most);
        self.weigh_boxes()?;
        let whole = self.join.whole();
        self.in_sea = total.weigh_sea(sea, whole, &self.sea_weights, (least, most));
        if tight {
            self.check_possibilities(total)?;
        }
        Ok(())
    }

    /// Joins the components, at a tilt at which the whole lies where they are large.
    fn join(&mut self, total: Total, allowed: (u32, u32), cells: u32) -> Result<(), NotQuick> {
        let mut tilt = total.tilt(self.sea, u32::midpoint(allowed.0, allowed.1));
        let mut search = TiltSearch::default();
        for tries in 0.. {
            let (low, high) = tunables::TILT_ODDS;
            let narrow = cells <= tunables::QUICK_CELLS && (low..=high).contains(&tilt);
            if tries == tunables::TILTS || !(narrow || Bits::of(tilt).have_room(cells)) {
                return Err(NotQuick::Whole);
            }
            self.tilt(tilt);
            let mut start = 0;
            let tilted = &self.tilted;
            let leaves = self.leaves.iter().map(|&(least, end, _)| {
                let terms = &tilted[start..end];
                start = end;
                (least, terms)
            });
            self.join.multiply(leaves, true, &self.stop)?;
            let (first, terms) = self.join.whole();
            let end = first + (terms.len() as u32).saturating_sub(1);
            let ratio = |mines| total.ratio(self.sea, mines) / tilt;
            fill_from_peak(&mut self.sea_weights, first..=end, allowed, ratio);
            let factor = better_tilt(terms, &self.sea_weights, first, allowed);
            match factor.and_then(|factor| search.after(tilt, factor)) {
                Some(next) => tilt = next,
                None => break,
            }
        }
        let in_range = self.join.hand_down(&self.sea_weights, &self.stop);
        if in_range? { Ok(()) } else { Err(NotQuick::Whole) }
    }

    /// The ways of all components, every mine tilted, each so that the largest is one.
    fn tilt(&mut self, tilt: f64) {
        self.tilted.clear();
        self.leaves.clear();
        self.powers.clear();
        self.powers.push(1.0);
        for component in self.components.living() {
            let Ok(counted) = &component.counted else { continue };
            while self.powers.len() < counted.terms {
                self.powers.push(self.powers[self.powers.len() - 1] * tilt);
            }
            let start = self.tilted.len();
            let terms = counted.ways().iter().zip(&self.powers);
            self.tilted.extend(terms.map(|(ways, power)| ways * power));
            let largest = self.tilted[start..].iter().copied().fold(0.0, f64::max);
            for term in &mut self.tilted[start..] {
                *term /= largest;
            }
            self.leaves.push((counted.least, self.tilted.len(), largest));
        }
    }

    /// What the ways of a component weigh in its context, by mines.
    fn in_context(&mut self, at: usize) {
        let largest = self.leaves[at].2;
        self.context.clear();
        let rest = self.join.context(at).iter().zip(&self.powers);
        self.context.extend(rest.map(|(rest, power)| rest * (power / largest)));
    }

    fn weigh_boxes(&mut self) -> Result<(), NotQuick> {
        let least = f64::two_to(-tunables::QUICK_BELOW);
        for at in 0..self.components.len() {
            self.in_context(at);
            let (counted, boxes) = self.components.part_mut(at);
            let Ok(counted) = counted else { continue };
            let whole = product(counted.ways(), &self.context);
            if whole < least {
                return Err(NotQuick::Whole);
            }
            for (number, (kept, possible)) in boxes.iter_mut().zip(&counted.boxes).enumerate() {
                let mines = product(counted.mines_in(number), &self.context);
                kept.marginal = Marginal {
                    mine: mines / (whole * f64::from(kept.size)),
                    can_be_safe: possible.safe != 0,
                    can_be_mine: possible.mine != 0,
                    always_one: possible.not_one == 0,
                };
            }
        }
        Ok(())
    }

    /// Which cells can be what, where the total rules numbers of mines out.
    fn check_possibilities(&mut self, total: Total) -> Result<(), NotQuick> {
        let Total::Left(left) = total else { return Ok(()) };
        let leaves: Vec<(u32, Vec<bool>)> = self
            .components
            .living()
            .filter_map(|component| component.counted.as_ref().ok())
            .map(|counted| {
                let bits = counted.possible();
                (counted.least, (0..counted.terms).map(|term| bits >> term & 1 == 1).collect())
            })
            .collect();
        let leaves = leaves.iter().map(|(least, terms)| (*least, &terms[..]));
        self.possible.multiply(leaves, false, &self.stop)?;
        let fits = fit_the_sea(&mut self.possible, left, self.sea, &self.stop)?;
        (self.in_sea.can_be_safe, self.in_sea.can_be_mine) = fits;
        for at in 0..self.components.len() {
            let context = self.possible.context(at).iter().enumerate();
            let fits = context.fold(0_u64, |bits, (term, &fits)| bits | u64::from(fits) << term);
            let (counted, boxes) = self.components.part_mut(at);
            let Ok(counted) = counted else { continue };
            for (kept, possible) in boxes.iter_mut().zip(&counted.boxes) {
                kept.marginal.can_be_mine = possible.mine & fits != 0;
                kept.marginal.can_be_safe = possible.safe & fits != 0;
                kept.marginal.always_one = possible.not_one & fits == 0;
            }
        }
        Ok(())
    }

    /// The shares of an observed cell's sums.
    fn observe(&mut self, facts: &Facts, cell: Cell) -> Result<(), NotQuick> {
        self.numbers.clear();
        let beside = facts.grid().neighbours(cell);
        let beside = beside.iter().find(|&&cell| facts.belief(cell) == Belief::Unknown);
        let Some(at) = beside.and_then(|&cell| self.components.position(cell)) else {
            return Ok(());
        };
        self.in_context(at);
        let (Ok(counted), _) = self.components.part_mut(at) else { return Err(NotQuick::Whole) };
        let sums = (0..).map_while(|sum| counted.ways_with(sum));
        self.numbers.extend(sums.map(|ways| product(ways, &self.context)));
        Ok(())
    }

    /// The distribution of the observed cell's number, given that it is safe.
    pub(crate) fn distribution(&self, facts: &Facts, cell: Cell, numbers: &mut Vec<f64>) {
        let known = usize::from(facts.sum(cell).mines);
        numbers.clear();
        numbers.resize(facts.grid().neighbours(cell).len() + 1, 0.0);
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

    /// What is known of a closed cell.
    #[inline]
    pub(crate) fn marginal(&self, facts: &Facts, cell: Cell) -> Marginal {
        let marginal = match facts.belief(cell) {
            Belief::Open | Belief::Safe => return Marginal::certain(false),
            Belief::Mine => return Marginal::certain(true),
            Belief::Unknown => match &self.asked {
                None => self.components.box_of(cell).map_or(self.in_sea, |kept| kept.marginal),
                Some(asked) => self.marginal_asked(asked, cell).unwrap_or(self.in_sea),
            },
        };
        marginal.or_certain()
    }

    /// The cells that counting decided: safe, or mines.
    pub(crate) fn decided(&self, facts: &Facts, into: &mut Vec<(Cell, bool)>) {
        let certain = |marginal: &Marginal| match (marginal.can_be_safe, marginal.can_be_mine) {
            (true, true) => None,
            (_, mine) => Some(mine),
        };
        for component in self.components.living() {
            let boxes = self.components.numbered_boxes(component);
            for (kept, number) in boxes {
                let Some(mine) = certain(&kept.marginal) else { continue };
                let cells = self.components.cells_of(component).iter();
                into.extend(cells.filter(|&&(_, of)| of == number).map(|&(cell, _)| (cell, mine)));
            }
        }
        if let Some(mine) = certain(&self.in_sea).filter(|_| self.sea > 0) {
            let sea = |cell: &Cell| {
                facts.belief(*cell) == Belief::Unknown && self.components.box_of(*cell).is_none()
            };
            into.extend(facts.grid().cells().filter(sea).map(|cell| (cell, mine)));
        }
    }

    /// Whether counting decided any cell.
    pub(crate) fn decides(&self) -> bool {
        let decided = |marginal: &Marginal| !(marginal.can_be_mine && marginal.can_be_safe);
        let boxes = |component| self.components.boxes_of(component);
        let mut kept = self.components.living().flat_map(boxes).map(|kept| &kept.marginal);
        kept.any(decided) || self.sea > 0 && decided(&self.in_sea)
    }

    /// How many configurations there are, if so many mines are left; rounded.
    pub(crate) fn configurations(&self, left: u32) -> f64 {
        let mut least = 0;
        let mut ways = vec![1.0];
        for component in self.components.living() {
            let Ok(counted) = &component.counted else { return f64::INFINITY };
            least += counted.least;
            let mut product = vec![0.0; ways.len() + counted.terms - 1];
            for (at, one) in ways.iter().enumerate() {
                for (sum, other) in product[at..].iter_mut().zip(counted.ways()) {
                    *sum += one * other;
                }
            }
            ways = product;
        }
        let in_sea = |mines: u32| match left.checked_sub(mines) {
            Some(rest) if rest <= self.sea => choose(self.sea, rest),
            _ => 0.0,
        };
        ways.iter().zip(least..).map(|(ways, mines)| ways * in_sea(mines)).sum()
    }

    /// The same position with all its trellises, for those who can do without: within the memory
    /// that is allowed. Each component is narrow, but on a large board there are thousands.
    pub(crate) fn whole_within(&self, view: &View, facts: &Facts) -> Result<&Engine, CountError> {
        if let Some(engine) = self.whole.get() {
            return Ok(engine);
        }
        let mut engine = Box::new(Engine::of_its_own());
        engine.stop = self.stop.clone();
        let memory = Share::default().at_most(self.options.memory);
        engine.solve_from(view, facts, &Options { budget: usize::MAX, memory, ..self.options })?;
        engine.allow(&self.options, &self.stop);
        Ok(self.whole.get_or_init(|| engine))
    }

    /// The same position with all its trellises.
    pub(crate) fn whole(&self, view: &View, facts: &Facts) -> &Engine {
        self.whole.get_or_init(|| {
            let mut engine = Box::new(Engine::of_its_own());
            engine.stop = NEVER.clone();
            // What went the quick way is narrow, so this takes little: it must not fail, whatever
            // others who work on the question hold.
            let unlimited = Options { budget: usize::MAX, memory: usize::MAX, ..self.options };
            let solved = engine.solve_from(view, facts, &unlimited);
            debug_assert_eq!(solved, Ok(()), "it was counted already");
            engine.allow(&self.options, &self.stop);
            engine
        })
    }
}

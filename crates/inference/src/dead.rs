//! Dead cells: closed cells whose number would tell nothing.
//!
//! By definition a cell is dead if its number is the same in every configuration in which
//! it is safe. What is asked for is therefore the least and the largest number beside it, and
//! both are a matter of structure: they are carried along the trellis that was built anyway,
//! from the first box beside the cell to the last. No share that is too small to be seen can
//! make a cell look dead, as it could where shares were counted, and no cell takes an
//! analysis of its own.
//!
//! Where the told total rules something out, or where the cell touches the sea, the numbers
//! are carried for every number of mines apart.

use std::collections::HashMap;
use std::rc::Rc;

use smallvec::SmallVec;
use surefoot_rules::{Cell, View};

use crate::count::frontier::Kind;
use crate::count::pass::Pass;
use crate::count::trellis::{Span, Trellis};
use crate::error::{AnalysisError, CountError};
use crate::posterior::{Engine, Posterior};
use crate::workspace::Workspace;

mod behind;
mod told;

use behind::{Behind, beside_sea};
use told::Told;

impl Workspace {
    /// The dead cells of a view: closed cells that may be safe, but whose number
    /// would then be the same in every configuration.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::{Cell, view};
    ///
    /// // Whichever end has the mine, the other shows nothing new.
    /// let view = view!["3x1/1", "* 1 *"];
    /// assert_eq!(Workspace::default().dead(&view)?, [Cell::new(0), Cell::new(2)]);
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn dead(&mut self, view: &View) -> Result<Vec<Cell>, AnalysisError> {
        let dead = self.solve(view)?.dead();
        dead.map_err(|error| self.error(view, error))
    }
}

impl Posterior<'_> {
    /// The dead cells, in order of index.
    pub(crate) fn dead(&self) -> Result<Vec<Cell>, CountError> {
        let mut numbers = CellNumbers::of(self)?;
        let mut cells: Vec<Cell> = self.view.closed().filter(|&cell| !self.is_mine(cell)).collect();
        if numbers.looks_behind {
            // One after the other those that have the same behind them.
            cells.sort_by_cached_key(|&cell| (numbers.behind_of(cell), cell));
        }
        let mut dead = Vec::new();
        for cell in cells {
            if self.engine().stop.is_stopped() {
                return Err(CountError::Stopped);
            }
            if numbers.beside(cell).is_one() {
                dead.push(cell);
            }
        }
        dead.sort_unstable();
        Ok(dead)
    }
}

/// The least and the largest number over some configurations; above each other where there
/// is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbered {
    least: u16,
    most: u16,
}

impl Numbered {
    const NOTHING: Self = Self { least: u16::MAX, most: 0 };
    const ZERO: Self = Self { least: 0, most: 0 };

    /// What `beside` cells hold of `mines` mines among `all` cells.
    fn within(beside: u32, mines: (u32, u32), all: u32) -> Self {
        let (least, most) = (beside.saturating_sub(all - mines.0), beside.min(mines.1));
        Self { least: least as u16, most: most as u16 }
    }

    fn is_nothing(self) -> bool {
        self.least > self.most
    }

    fn is_one(self) -> bool {
        self.least == self.most
    }

    /// Over the configurations of both.
    fn or(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    /// The sum of two parts that know nothing of each other.
    fn and(self, other: Self) -> Self {
        if self.is_nothing() || other.is_nothing() {
            return Self::NOTHING;
        }
        Self { least: self.least + other.least, most: self.most + other.most }
    }
}

/// A box beside the cell in question, or its own.
#[derive(Clone, Copy, Debug)]
struct TouchedBox {
    component: u32,
    step: u32,
    /// How many of its cells are beside the cell, and whether the cell is one of its own.
    beside: u32,
    own: bool,
}

/// The numbers that cells may show, in memory that is used for one after the other.
#[derive(Debug)]
struct CellNumbers<'a> {
    of: Posterior<'a>,
    /// Per box: its component and its step.
    places: Vec<(u32, u32)>,
    told: Option<Told>,
    /// One place per state, for walks that do not ask for mines.
    plain: Vec<Span>,
    /// Along a walk: the numbers so far.
    reached: Vec<Numbered>,
    touched: SmallVec<[TouchedBox; 9]>,
    /// Whether numbers are carried backward too, where a told total may empty the sea or fill it,
    /// and there is memory for it.
    looks_behind: bool,
    /// Of one component: what all that can follow adds to the numbers, up to its end and beyond,
    /// where the total is told; and of which it is.
    behind: Vec<Numbered>,
    behind_of: Option<Behind>,
    /// The steps that were walked.
    walked: usize,
    /// By the looks of touched components: the mines that all others can have.
    rests: HashMap<SmallVec<[u32; 9]>, Rc<[bool]>>,
}

impl<'a> CellNumbers<'a> {
    fn of(of: &Posterior<'a>) -> Result<Self, CountError> {
        let (engine, view) = (of.engine_within()?, of.view);
        let Engine { frontier, trellis, .. } = engine;
        let mut places = vec![(0, 0); frontier.boxes.len()];
        for (component, number) in trellis.components.iter().zip(0..) {
            for step in component.steps.0..component.steps.1 {
                places[trellis.steps[step as usize].box_ as usize] = (number, step);
            }
        }
        let known = frontier.opened_mines + frontier.known_mines;
        let left = view.mines().map(|mines| mines.saturating_sub(known));
        let told = left.map(|left| Told::of(engine, left)).transpose()?;
        let states = trellis.components.last().map_or(0, |component| component.states.1);
        let one = |start| Span { least: 0, most: 0, start };
        let values = told.as_ref().map_or(0, |told| told.forward.values.len());
        let told_holds = told.as_ref().map_or(0, |told| told.forward.held() + told.backward.len());
        let numbers = values.max(states as usize);
        let held = size_of::<Span>() * states as usize + size_of::<Numbered>() * numbers;
        let (held, allowed) = (trellis.bytes() + told_holds + held, engine.limits_beside().memory);
        if held > allowed {
            return Err(CountError::OverMemory);
        }
        let looks_behind = told.as_ref().is_some_and(|told| !told.sea_moves)
            && held + size_of::<Numbered>() * values <= allowed;
        Ok(Self {
            of: *of,
            places,
            told,
            plain: (0..states).map(one).collect(),
            reached: vec![Numbered::NOTHING; numbers],
            touched: SmallVec::new(),
            looks_behind,
            behind: Vec::new(),
            behind_of: None,
            walked: 0,
            rests: HashMap::new(),
        })
    }

    /// The numbers of a closed cell in all configurations in which it is safe, but for the
    /// neighbours that are decided.
    fn beside(&mut self, cell: Cell) -> Numbered {
        let (in_sea, sea) = self.touch(cell);
        let engine = self.of.engine();
        let own_sea = engine.frontier.kinds[cell.index()] == Kind::Sea;
        let partly = (1..sea).contains(&in_sea);
        let free = match &self.told {
            None => in_sea > 0 && engine.sea.can_be_safe && engine.sea.can_be_mine,
            Some(told) if own_sea => partly && told.sea_can_move,
            Some(told) => partly && told.sea_moves,
        };
        if free {
            return Numbered { least: 0, most: in_sea as u16 };
        }
        let touches_sea = in_sea > 0 || own_sea;
        match self.told.take() {
            Some(told) if touches_sea || !told.all_fit => {
                let alone = self.touched.first().is_some_and(|first| {
                    !touches_sea && self.touched.iter().all(|t| t.component == first.component)
                });
                let found =
                    if alone { self.alone(&told) } else { self.together(&told, in_sea, sea) };
                self.told = Some(told);
                found
            }
            told => {
                self.told = told;
                // An unknown total leaves all that the clues allow.
                let mines = if engine.sea.can_be_mine { in_sea } else { 0 };
                let sea = Numbered::within(in_sea, (mines, mines), in_sea);
                self.parts().iter().fold(sea, |sum, part| {
                    let last = self.walk(part, None, part[part.len() - 1].step);
                    let all = last.iter().flat_map(|span| &self.reached[span.range()]);
                    sum.and(all.fold(Numbered::NOTHING, |all, &one| all.or(one)))
                })
            }
        }
    }

    /// Lists the boxes beside a cell and its own; how many cells of the sea are beside it, and how
    /// many it has but for the cell.
    fn touch(&mut self, cell: Cell) -> (u32, u32) {
        let frontier = &self.of.engine().frontier;
        self.touched.clear();
        let mut in_sea = 0;
        let around = self.of.view.neighbours(cell);
        for other in around.iter().copied().chain([cell]) {
            let own = other == cell;
            match frontier.kinds[other.index()] {
                Kind::Sea => in_sea += u32::from(!own),
                Kind::Frontier => {
                    let (component, step) = self.places[frontier.box_of(other) as usize];
                    match self.touched.iter_mut().find(|touched| touched.step == step) {
                        Some(touched) => {
                            touched.beside += u32::from(!own);
                            touched.own |= own;
                        }
                        None => {
                            let beside = u32::from(!own);
                            self.touched.push(TouchedBox { component, step, beside, own });
                        }
                    }
                }
                _ => {}
            }
        }
        self.touched.sort_unstable_by_key(|touched| touched.step);
        (in_sea, frontier.sea - u32::from(frontier.kinds[cell.index()] == Kind::Sea))
    }

    /// What is touched, component by component.
    fn parts(&self) -> Vec<SmallVec<[TouchedBox; 9]>> {
        self.touched.chunk_by(|a, b| a.component == b.component).map(SmallVec::from).collect()
    }

    /// Under a told total, where only one component is touched.
    fn alone(&mut self, told: &Told) -> Numbered {
        let touched = self.touched.clone();
        let last = self.walk(&touched, Some(&told.forward), touched[touched.len() - 1].step);
        let all = last.iter().flat_map(|span| span.range());
        let all = all.filter(|&at| told.backward[at]);
        all.fold(Numbered::NOTHING, |all, at| all.or(self.reached[at]))
    }

    /// Under a told total, over several components and the sea. `in_sea` cells of the sea are
    /// beside the cell, of `sea` that may have mines.
    fn together(&mut self, told: &Told, in_sea: u32, sea: u32) -> Numbered {
        if let (Some(first), Some(last)) = (self.touched.first(), self.touched.last())
            && first.component == last.component
            && self.looks_behind
        {
            return self.beside_one(told, (first.component, in_sea, sea));
        }
        let trellis = &self.of.engine().trellis;
        let (mut least, mut sums) = (0, vec![Numbered::ZERO]);
        for part in self.parts() {
            let component = &trellis.components[part[0].component as usize];
            let ends = self.walk(&part, Some(&told.forward), component.steps.1 - 1);
            let Some(end) = ends.first() else { return Numbered::NOTHING };
            least += end.least;
            sums = product(&sums, &self.reached[end.range()]);
        }
        let rest = self.rest(told);
        let sums = sums.iter().zip(least..);
        let all = sums.map(|(sum, mines)| sum.and(beside_sea(told, &rest, mines, (in_sea, sea))));
        all.fold(Numbered::NOTHING, Numbered::or)
    }

    /// How many mines the untouched components can have together: the fewest, and which
    /// numbers from there on.
    ///
    /// That depends only on what the touched ones look like, and of thousands of components most
    /// look alike, so it is worked out once for each look and not once a cell.
    fn rest(&mut self, told: &Told) -> (u32, Rc<[bool]>) {
        let mut touched: SmallVec<[u32; 9]> = self.touched.iter().map(|t| t.component).collect();
        touched.dedup(); // the steps of a component are in a row
        let least = touched.iter().map(|&at| told.components[at as usize].least).sum::<u32>();
        let mut looks: SmallVec<[u32; 9]> =
            touched.iter().map(|&at| told.components[at as usize].look).collect();
        looks.sort_unstable();
        let rest = self.rests.entry(looks).or_insert_with_key(|looks| told.rest(looks));
        (told.least - least, Rc::clone(rest))
    }

    /// Carries numbers from the first box of a component that is touched to a step, with the
    /// mines so far or without; where they are then.
    fn walk(
        &mut self,
        touched: &[TouchedBox],
        counted: Option<&Pass<bool>>,
        last: u32,
    ) -> SmallVec<[Span; 1]> {
        let trellis: &Trellis = &self.of.engine().trellis;
        let spans = counted.map_or(&self.plain[..], |pass| &pass.spans[..]);
        let first = touched[0].step;
        for edge in trellis.edges_of(&trellis.steps[first as usize]) {
            for at in spans[edge.from as usize].range() {
                let can = counted.is_none_or(|pass| pass.values[at]);
                self.reached[at] = if can { Numbered::ZERO } else { Numbered::NOTHING };
            }
        }
        for number in first..=last {
            self.walked += 1;
            let step = &trellis.steps[number as usize];
            let here = touched.iter().find(|touched| touched.step == number);
            let (beside, own) = here.map_or((0, false), |touched| (touched.beside, touched.own));
            let size = step.size - u32::from(own);
            let edges = trellis.edges_of(step);
            for edge in edges {
                self.reached[spans[edge.to as usize].range()].fill(Numbered::NOTHING);
            }
            for edge in edges {
                let mines = u32::from(edge.mines);
                if mines > size {
                    continue;
                }
                let here = Numbered::within(beside, (mines, mines), size);
                let (source, target) = (spans[edge.from as usize], spans[edge.to as usize]);
                let shift = if counted.is_some() { source.least + mines - target.least } else { 0 };
                let (before, behind) = self.reached.split_at_mut(target.start as usize);
                let into = &mut behind[shift as usize..];
                for (into, from) in into.iter_mut().zip(&before[source.range()]) {
                    *into = into.or(from.and(here));
                }
            }
        }
        let edges = trellis.edges_of(&trellis.steps[last as usize]);
        let mut states: Vec<u32> = edges.iter().map(|edge| edge.to).collect();
        states.sort_unstable();
        states.dedup();
        states.into_iter().map(|state| spans[state as usize]).collect()
    }
}

/// Numbers by mines, of two parts together.
fn product(one: &[Numbered], other: &[Numbered]) -> Vec<Numbered> {
    let mut product = vec![Numbered::NOTHING; one.len() + other.len() - 1];
    for (at, &one) in one.iter().enumerate().filter(|(_, one)| !one.is_nothing()) {
        for (into, &other) in product[at..].iter_mut().zip(other) {
            *into = into.or(one.and(other));
        }
    }
    product
}

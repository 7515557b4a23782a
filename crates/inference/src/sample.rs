//! Configurations drawn from the exact posterior.
//!
//! Components are drawn one after the other, each given the mines that those
//! before it took: the weight of a number of mines is its ways, times what the
//! components still to come and the sea make of the rest. Of thousands of components that
//! would take the square of their number, so there what all have is shared out down the tree in
//! which they were joined. Within a component a
//! path is walked back through the trellis, each edge in proportion to the ways
//! that lead to its source. Then cells are picked within boxes and the sea.

use surefoot_rules::{Cell, Random, View, Wide};

use crate::count::frontier::Kind;
use crate::count::number::Weight;
use crate::count::trellis::TrellisComponent;
use crate::posterior::{Counts, Engine, Posterior};
use crate::sample::kept_weights::{KeptWeights, pick};
use crate::search::drawn::Drawn;
use crate::tunables;

mod kept_weights;

impl Posterior<'_> {
    /// A configuration drawn from the exact posterior: the mines among the
    /// closed cells.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::{Deal, Random, view};
    ///
    /// let (mut workspace, view) = (Workspace::default(), view!["3x1/1", "* 1 *"]);
    /// let mut random = Random::for_player(Deal::new(7, 0), "sampler");
    /// assert_eq!(workspace.solve(&view)?.sample(&mut random).len(), 1);
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn sample(&self, random: &mut Random) -> Vec<Cell> {
        let mut mines = Vec::new();
        Draws::of(self.engine(), self.view).draw(random, &mut mines);
        mines.sort_unstable();
        mines
    }

    /// So many configurations drawn from the exact posterior, each as the numbers that undecided
    /// cells would show; some may be there twice.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::{Deal, Random, view};
    ///
    /// let view = view!["4x2/2", "1 * * *", "* * * *"];
    /// let mut workspace = Workspace::default();
    /// let mut random = Random::for_player(Deal::new(1, 0), "example");
    /// let drawn = workspace.solve(&view)?.draw(100, &mut random);
    /// assert_eq!((drawn.len(), drawn.cells().len()), (100, 7));
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn draw(&self, count: usize, random: &mut Random) -> Drawn {
        let mut drawn = Drawn::over(self.view, |cell| self.is_mine(cell));
        self.draw_more(&mut drawn, count, random);
        drawn
    }

    /// So many more, added to those that were drawn from the same position.
    pub fn draw_more(&self, drawn: &mut Drawn, count: usize, random: &mut Random) {
        let (mut source, mut mines) = (Draws::of(self.engine(), self.view), Vec::new());
        source.keep_weights();
        for _ in 0..count {
            source.draw_undecided(random, &mut mines);
            drawn.add(&mines);
        }
    }
}

/// Draws configurations of a position, one after the other: what is the same for all of them is
/// made once.
pub(crate) struct Draws<'a> {
    engine: &'a Engine,
    view: &'a View,
    known: Vec<Cell>,
    sea: Vec<Cell>,
    rest: Rest,
    /// Per box: mines still to be placed in it, and cells left for them.
    needed: Vec<u32>,
    left: Vec<u32>,
    kept: KeptWeights,
}

/// Per component, from the last on: what is still to come, by the mines taken so far.
enum Rest {
    Plain(Vec<(u32, Vec<f64>)>),
    Wide(Vec<(u32, Vec<Wide>)>),
    /// Nothing, where that would be too much: mines are shared out among all of them.
    None,
}

impl<'a> Draws<'a> {
    pub(crate) fn of(engine: &'a Engine, view: &'a View) -> Self {
        let kinds = &engine.frontier.kinds;
        let of = |kind: Kind| {
            view.grid().cells().filter(|cell| kinds[cell.index()] == kind).collect::<Vec<Cell>>()
        };
        let rest = match engine.is_wide {
            true if rest_is_long(engine, &engine.wide) => Rest::None,
            false if rest_is_long(engine, &engine.plain) => Rest::None,
            true => Rest::Wide(rest(engine, &engine.wide)),
            false => Rest::Plain(rest(engine, &engine.plain)),
        };
        let (known, sea) = (of(Kind::Mine), of(Kind::Sea));
        let kept = KeptWeights::default();
        Self { engine, view, known, sea, rest, needed: Vec::new(), left: Vec::new(), kept }
    }

    /// For many draws, unless that would take much memory.
    fn keep_weights(&mut self) {
        let engine = self.engine;
        let values = if engine.is_wide {
            engine.wide.forward.values.len()
        } else {
            engine.plain.forward.values.len()
        };
        if values <= tunables::REST_TERMS {
            self.kept = KeptWeights::over(values);
        }
    }

    /// Draws the number of mines in every box; returns their sum.
    fn draw_numbers(&mut self, random: &mut Random) -> u32 {
        let Self { engine, rest, needed, left, kept, .. } = self;
        needed.clear();
        needed.resize(engine.frontier.boxes.len(), 0);
        left.clear();
        left.extend(engine.frontier.boxes.sizes());
        let mut draw = NumberDraw { engine, random, needed, kept };
        match rest {
            Rest::Plain(rest) => draw.one_by_one(&engine.plain, rest),
            Rest::Wide(rest) => draw.one_by_one(&engine.wide, rest),
            Rest::None if engine.is_wide => draw.share_out(&engine.wide),
            Rest::None => draw.share_out(&engine.plain),
        }
    }

    /// Draws the mines among the closed cells that are not certain, in no order: as
    /// [`draw`], with fewer random numbers.
    pub(crate) fn draw_undecided(&mut self, random: &mut Random, mines: &mut Vec<Cell>) {
        mines.clear();
        let in_components = self.draw_numbers(random);
        for &(cell, box_) in &self.engine.frontier.cells {
            let (needed, left) = (&mut self.needed[box_ as usize], &mut self.left[box_ as usize]);
            if *needed == *left || *needed > 0 && random.below(*left) < *needed {
                mines.push(cell);
                *needed -= 1;
            }
            *left -= 1;
        }
        // The first of a shuffle that goes on from draw to draw.
        let in_sea = draw_sea(self.engine, self.view, in_components, random);
        for at in 0..in_sea {
            let other = at + random.below(self.sea.len() as u32 - at);
            self.sea.swap(at as usize, other as usize);
        }
        mines.extend_from_slice(&self.sea[..in_sea as usize]);
    }

    /// Draws the mines among the closed cells, in no order.
    fn draw(&mut self, random: &mut Random, mines: &mut Vec<Cell>) {
        mines.clear();
        mines.extend_from_slice(&self.known);
        let frontier = &self.engine.frontier;
        let in_components = self.draw_numbers(random);
        for &(cell, box_) in &frontier.cells {
            let (needed, left) = (&mut self.needed[box_ as usize], &mut self.left[box_ as usize]);
            if random.below(*left) < *needed {
                mines.push(cell);
                *needed -= 1;
            }
            *left -= 1;
        }
        let in_sea = draw_sea(self.engine, self.view, in_components, random);
        let (mut needed, mut left) = (in_sea, frontier.sea);
        for &cell in &self.sea {
            if random.below(left) < needed {
                mines.push(cell);
                needed -= 1;
            }
            left -= 1;
        }
    }
}

/// Whether what is still to come of all components would take much memory.
fn rest_is_long<N: Weight>(engine: &Engine, counts: &Counts<N>) -> bool {
    let leaves = 1..engine.trellis.components.len();
    let (mut len, mut terms) = (counts.sea.len(), counts.sea.len());
    for leaf in leaves.rev() {
        len += counts.join.leaf(leaf).1.len() - 1;
        terms += len;
    }
    terms > tunables::REST_TERMS
}

/// What is still to come, by the mines taken so far: the sea last.
fn rest<N: Weight>(engine: &Engine, counts: &Counts<N>) -> Vec<(u32, Vec<N>)> {
    let join = &counts.join;
    let (first, _) = join.whole();
    let mut rest: Vec<(u32, Vec<N>)> = vec![(first, counts.sea.clone())];
    for leaf in (1..engine.trellis.components.len()).rev() {
        let (least, terms) = join.leaf(leaf);
        let (from, behind) = &rest[rest.len() - 1];
        // after[x] = Σ_m terms[m] · behind[x + m]
        let start = from.saturating_sub(least + terms.len() as u32 - 1);
        let end = (from + behind.len() as u32).saturating_sub(least);
        let mut after: Vec<N> = (start..end)
            .map(|taken| {
                let mut sum = N::zero();
                for (ways, mines) in terms.iter().zip(taken + least..) {
                    let at = mines.checked_sub(*from).map(|at| at as usize);
                    if let Some(weight) = at.and_then(|at| behind.get(at)) {
                        sum.add_product(ways, weight);
                    }
                }
                sum
            })
            .collect();
        N::normalise(&mut after);
        rest.push((start, after));
    }
    rest
}

/// The number of mines in every box, while it is drawn.
struct NumberDraw<'a> {
    engine: &'a Engine,
    random: &'a mut Random,
    needed: &'a mut [u32],
    kept: &'a mut KeptWeights,
}

impl NumberDraw<'_> {
    /// Draws component by component; returns the sum.
    fn one_by_one<N: Weight>(&mut self, counts: &Counts<N>, rest: &[(u32, Vec<N>)]) -> u32 {
        let mut taken = 0;
        for (leaf, component) in self.engine.trellis.components.iter().enumerate() {
            let (least, terms) = counts.join.leaf(leaf);
            let (from, behind) = &rest[rest.len() - 1 - leaf];
            let weights = terms.iter().zip(taken + least..).map(|(&ways, mines)| {
                let at = mines.checked_sub(*from).map(|at| at as usize);
                ways * at.and_then(|at| behind.get(at)).copied().unwrap_or(N::zero())
            });
            let mines = least + pick(weights, self.random) as u32;
            self.walk_back(counts, component, mines);
            taken += mines;
        }
        taken
    }

    /// The same, from what all components have together.
    fn share_out<N: Weight>(&mut self, counts: &Counts<N>) -> u32 {
        let components = &self.engine.trellis.components;
        let pick = |weights: &[N]| pick(weights.iter().copied(), self.random);
        let mines = counts.join.share_out(&counts.sea, pick, components.len());
        for (component, &mines) in components.iter().zip(&mines) {
            self.walk_back(counts, component, mines);
        }
        mines.iter().sum()
    }

    /// Walks back from the end of a component with so many mines.
    fn walk_back<N: Weight>(
        &mut self,
        counts: &Counts<N>,
        component: &TrellisComponent,
        mut mines: u32,
    ) {
        let (trellis, forward, tilt) = (&self.engine.trellis, &counts.forward, self.engine.tilt);
        let mut state = component.states.1 - 1;
        for step in trellis.steps_of(component).iter().rev() {
            let edges = trellis.edges_of(step);
            let weights = edges.iter().map(|edge| {
                let span = forward.spans[edge.from as usize];
                let before = mines.checked_sub(u32::from(edge.mines));
                match before {
                    Some(before)
                        if edge.to == state && (span.least..=span.most).contains(&before) =>
                    {
                        let ways = forward.values[(span.start + before - span.least) as usize];
                        ways * trellis.weight(step, edge, tilt)
                    }
                    _ => N::zero(),
                }
            });
            let span = forward.spans[state as usize];
            let place = span.start + mines - span.least;
            let edge = edges[self.kept.pick(place, weights, self.random)];
            self.needed[step.box_ as usize] = edge.mines.into();
            (state, mines) = (edge.from, mines - u32::from(edge.mines));
        }
    }
}

/// How many mines lie in the sea.
fn draw_sea(engine: &Engine, view: &View, in_components: u32, random: &mut Random) -> u32 {
    let frontier = &engine.frontier;
    let placed = frontier.opened_mines + frontier.known_mines + in_components;
    match view.mines() {
        Some(mines) => mines - placed,
        None => engine.draw_unknown_sea(view, placed, random),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Workspace;
    use crate::search::tally::MINE;
    use surefoot_rules::{Draft, Grid, Tile, view};

    /// Mines that only counting finds are no cells of what is drawn, and count as neighbours.
    #[test]
    fn certain_mines_are_drawn_once() {
        let view = view!["5x1/3", "* 1 * * *"];
        let mut workspace = Workspace::default();
        let mut random = Random::named("certain", [1, 1]);
        let drawn = workspace.solve(&view).unwrap().draw(50, &mut random);
        assert_eq!((drawn.len(), drawn.cells()), (50, &[0, 2].map(Cell::new)[..]));
        for row in drawn.rows() {
            assert!(row == [MINE, 1] || row == [0, MINE], "{row:?}");
        }
    }

    /// Of thousands of parts nothing is kept that grows with the square of their number, and what
    /// is drawn fits the clues and the total, and is as often as it should.
    #[test]
    fn thousands_of_parts_are_drawn() {
        let (parts, with_two) = (10_000_u32, 3_000_u32);
        let row = [Tile::Hidden, Tile::Clue(1), Tile::Hidden, Tile::Clue(1), Tile::Hidden];
        let tiles = [&row[..], &[Tile::Silent]].concat().repeat(parts as usize);
        let grid = Grid::new(6 * parts, 1).unwrap();
        let draft = Draft::with_tiles(grid, Some(parts + with_two), tiles);
        let view = View::try_from(draft).unwrap();
        let mut workspace = Workspace::default();
        let posterior = workspace.solve(&view).unwrap();
        let mut draws = Draws::of(posterior.engine(), &view);
        assert!(matches!(draws.rest, Rest::None));
        let (mut random, mut mines) = (Random::named("parts", [1, 1]), Vec::new());
        let mut in_first_half = 0;
        for _ in 0..4 {
            draws.draw(&mut random, &mut mines);
            mines.sort_unstable();
            assert_eq!(mines.len() as u32, parts + with_two);
            for part in 0..parts {
                let has = |at: u32| mines.binary_search(&Cell::new(6 * part + at)).is_ok();
                let has = [0, 2, 4].map(has);
                assert!(has == [false, true, false] || has == [true, false, true]);
                in_first_half += u32::from(has[0] && part < parts / 2);
            }
        }
        // Six thousand expected; the deviation of four draws is some fifty.
        assert!((5_700..6_300).contains(&in_first_half), "{in_first_half}");
    }
}

//! A layout in which a cell is safe, as near to a given one as can be had.
//!
//! When a playout survives a guess that was a mine, the layout must be drawn anew. A
//! whole new layout would be exact, but then two playouts that were to be compared on
//! the same layout have nothing in common any more, and their difference is mostly
//! noise. Drawing only what hangs together with the cell, and leaving the rest as it was,
//! is near but wrong: parts of a board know of each other by the number of mines, and late
//! in a game that says a lot.
//!
//! So a whole layout is drawn, but only the *numbers* of mines are taken from it: in every
//! component of the frontier and in the sea. Given its number, what a component looks like
//! has nothing to do with the rest. Where the number is the one of the given layout, the
//! component stays as it is; and the mines of the sea stay, but for those that are too many
//! or too few. A cell of the sea tells of the rest only by the number of mines in the sea,
//! so there it is kept as often as the two distributions allow (a maximal coupling).

use crate::tunables;
use surefoot_inference::Posterior;
use surefoot_rules::{Cell, Layout, Random, Tile};

/// Where a cell belongs: to what is decided, to the sea, or to a component of the frontier.
const DECIDED: usize = 0;
const SEA: usize = 1;

/// Memory for redrawing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coupling {
    /// Per cell: where it belongs.
    parts: Vec<usize>,
    reached: Vec<Cell>,
    /// Per part: its mines in the given layout, and in the one drawn.
    given: Vec<u32>,
    drawn: Vec<u32>,
    mines: Vec<Cell>,
    sea: Vec<Cell>,
}

impl Coupling {
    /// The layout, drawn anew given that a mine of it is safe; `None` if that cannot be.
    pub(crate) fn around(
        &mut self,
        posterior: &Posterior<'_>,
        layout: &Layout,
        cell: Cell,
        random: &mut Random,
    ) -> Option<Layout> {
        let parts = self.divide(posterior);
        let own = self.parts[cell.index()];
        count(&mut self.given, &self.parts, parts, layout.mines());
        // How much likelier so many mines in the sea are if this cell of it is safe.
        let room = self.parts.iter().filter(|&&part| part == SEA).count() as f64;
        let mine = posterior.probability(cell)?;
        let ratio = |mines: u32| {
            let mines = f64::from(mines);
            (room - mines) * mine / (mines * (1.0 - mine))
        };
        self.mines.clear();
        if own == SEA && random.unit() < ratio(self.given[SEA]) {
            self.drawn.clone_from(&self.given);
            self.mines.extend(layout.mines().filter(|mine| self.parts[mine.index()] != SEA));
        } else {
            let drawn = (0..tunables::COUPLING_DRAWS).find_map(|_| {
                let mines = posterior.sample(random);
                count(&mut self.drawn, &self.parts, parts, mines.iter().copied());
                let safe = !mines.contains(&cell);
                let fits = own != SEA || random.unit() * ratio(self.drawn[SEA]) > 1.0;
                (safe && fits).then_some(mines)
            })?;
            let stays = |part: usize| part != own && self.given[part] == self.drawn[part];
            let part = |mine: &Cell| self.parts[mine.index()];
            self.mines
                .extend(drawn.into_iter().filter(|mine| part(mine) != SEA && !stays(part(mine))));
            self.mines.extend(layout.mines().filter(|mine| part(mine) != SEA && stays(part(mine))));
        }
        self.fill_sea(layout, cell, random);
        Layout::new(layout.grid().clone(), self.mines.iter().copied()).ok()
    }

    /// Lets the mines of the sea stay, but for some at random.
    fn fill_sea(&mut self, layout: &Layout, safe: Cell, random: &mut Random) {
        let wanted = self.drawn[SEA] as usize;
        let sea = (0..self.parts.len()).filter(|&at| self.parts[at] == SEA);
        let sea = sea.map(|at| Cell::new(at as u32)).filter(|&cell| cell != safe);
        self.sea.clear();
        self.sea.extend(sea.clone().filter(|&cell| layout.is_mine(cell)));
        let mut draw = |from: &mut Vec<Cell>| {
            (!from.is_empty()).then(|| from.swap_remove(random.below(from.len() as u32) as usize))
        };
        while self.sea.len() > wanted {
            draw(&mut self.sea);
        }
        let missing = wanted - self.sea.len();
        self.mines.append(&mut self.sea);
        if missing > 0 {
            self.sea.extend(sea.filter(|&cell| !layout.is_mine(cell)));
            self.mines.extend((0..missing).map_while(|_| draw(&mut self.sea)));
        }
    }

    /// Finds out where every cell belongs; how many parts there are.
    fn divide(&mut self, posterior: &Posterior<'_>) -> usize {
        let view = posterior.view();
        let undecided = |cell: Cell| !posterior.is_mine(cell) && !posterior.is_safe(cell);
        self.parts.clear();
        self.parts.resize(view.grid().len(), DECIDED);
        let mut parts = SEA + 1;
        for cell in view.hidden() {
            if posterior.is_sea(cell) {
                self.parts[cell.index()] = SEA;
            } else if self.parts[cell.index()] == DECIDED && undecided(cell) {
                self.parts[cell.index()] = parts;
                self.reached.push(cell);
                while let Some(cell) = self.reached.pop() {
                    for clue in &view.neighbours(cell) {
                        if !matches!(view.tile(clue), Tile::Clue(_)) {
                            continue;
                        }
                        for other in &view.neighbours(clue) {
                            let new = view.tile(other).is_closed() && undecided(other);
                            if new && self.parts[other.index()] == DECIDED {
                                self.parts[other.index()] = parts;
                                self.reached.push(other);
                            }
                        }
                    }
                }
                parts += 1;
            }
        }
        parts
    }
}

/// Counts the mines of every part.
fn count(counts: &mut Vec<u32>, of: &[usize], parts: usize, mines: impl Iterator<Item = Cell>) {
    counts.clear();
    counts.resize(parts, 0);
    mines.for_each(|mine| counts[of[mine.index()]] += 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use surefoot_inference::Workspace;
    use surefoot_rules::{Deal, Point, view};

    /// Mines drawn anew where a cell is one are as layouts in which it is safe, every
    /// configuration equally often; and more of them stay where they were than would by chance.
    #[test]
    fn the_distribution_is_that_of_survivors() {
        // Beside the two ones are one mine or two, on either side; the sea has the rest.
        let view = view!["13x1/4", "*1*1***1*1***"];
        let mut workspace = Workspace::default();
        let posterior = workspace.solve(&view).unwrap();
        let mut coupling = Coupling::default();
        let mut random = Random::for_player(Deal::new(1, 1), "test");
        // The end, which is a mine where there are two, and a cell of the sea.
        for x in [0, 5] {
            let cell = view.grid().cell(Point { x, y: 0 }).unwrap();
            let (mut expected, mut found) = (HashMap::new(), HashMap::new());
            let (mut kept, mut by_chance) = (0, 0);
            for _ in 0..60_000 {
                let mines = posterior.sample(&mut random);
                let layout = Layout::new(view.grid().clone(), mines).unwrap();
                let key = |layout: &Layout| layout.mines().collect::<Vec<_>>();
                if !layout.is_mine(cell) {
                    *expected.entry(key(&layout)).or_insert(0_u32) += 1;
                    continue;
                }
                let other = coupling.around(&posterior, &layout, cell, &mut random).unwrap();
                assert!(!other.is_mine(cell) && other.count() == layout.count());
                kept += layout.mines().filter(|&mine| other.is_mine(mine)).count();
                let mut draws = std::iter::repeat_with(|| posterior.sample(&mut random));
                let fresh = draws.find(|mines| !mines.contains(&cell)).unwrap();
                by_chance += fresh.iter().filter(|&&mine| layout.is_mine(mine)).count();
                *found.entry(key(&other)).or_insert(0_u32) += 1;
            }
            assert!(5 * kept > 6 * by_chance, "{kept} {by_chance}");
            let (redrawn, wanted) = (found.values().sum::<u32>(), expected.values().sum::<u32>());
            let all: Vec<_> = expected.keys().chain(found.keys()).collect();
            let kinds: std::collections::HashSet<_> = all.into_iter().collect();
            // Two samples of one distribution: chi-square is about its freedom.
            let ratio = f64::from(wanted) / f64::from(redrawn);
            let chi: f64 = kinds
                .iter()
                .map(|kind| {
                    let a = f64::from(*found.get(*kind).unwrap_or(&0));
                    let b = f64::from(*expected.get(*kind).unwrap_or(&0));
                    (a * ratio.sqrt() - b / ratio.sqrt()).powi(2) / (a + b)
                })
                .sum();
            let freedom = kinds.len() as f64 - 1.0;
            assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "{chi} of {freedom}");
        }
    }
}

//! Certain cells found in strips of a wide frontier, before counting.
//!
//! The cost of counting is exponential in the width of the front, so on a large
//! and dense board a component may be out of reach. But most of what looks
//! undecided there is certain (on a square board at 30 % with half of its safe
//! cells open, three cells in five), and certainty is local: a few dozen clues
//! prove it. So the frontier is cut into overlapping strips, each narrow enough to
//! be counted through, and what a strip's own clues decide is a constant
//! afterwards. What is left falls apart into small components.
//!
//! A strip is a band of distances from some box, which needs no geometry: any
//! neighbourhood will do. Only clues all of whose boxes lie in the strip count, so
//! every decision follows from a subset of the clues and is true of the whole.

use surefoot_rules::View;

use crate::count::frontier::{Contradiction, Frontier, NONE};
use crate::count::order::Orders;
use crate::count::trellis::{Limits, Trellis};
use crate::error::CountError;
use crate::stop::Stop;
use crate::tunables;

/// Memory for cutting strips.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strips {
    strip: Frontier,
    orders: Orders,
    trellis: Trellis,
    /// Per clue: its distance from the start of its component.
    distances: Vec<u32>,
    /// Per clue: its least distance from any start so far.
    nearest: Vec<u32>,
    walk: Vec<u32>,
    chosen: Vec<u32>,
    boxes: Vec<u32>,
    /// Boxes that were decided, and whether their cells are mines.
    decided: Vec<(u32, bool)>,
    /// How often a frontier was cut.
    cuts: u32,
}

impl Strips {
    /// Where a frontier is wide, decides what strips of it can decide, and finds the orders of
    /// what is left.
    pub(crate) fn narrow(
        &mut self,
        frontier: &mut Frontier,
        orders: &mut Orders,
        view: &View,
        stop: &Stop,
    ) -> Result<(), Contradiction> {
        self.cuts = 0;
        for thick in tunables::STRIP_THICKNESS {
            // Again in other directions, as long as that decides something, and not only the next
            // few boxes of thousands.
            self.begin(frontier);
            let (mut slow, (most_slow, few)) = (0, tunables::STRIPS_SLOW);
            while slow < most_slow {
                let mut wide =
                    orders.wide(tunables::STRIPS_ABOVE, tunables::STRIPS_LAYER).peekable();
                if wide.peek().is_none() {
                    return Ok(());
                }
                self.cut(frontier, wide, thick, stop)?;
                if self.decided.is_empty() {
                    break;
                }
                slow += u32::from(self.decided.len() < frontier.boxes.len() / few);
                frontier.settle(view, &self.decided)?;
                orders.find(frontier, stop);
            }
        }
        Ok(())
    }

    /// Forgets where strips were cut before.
    fn begin(&mut self, frontier: &Frontier) {
        self.nearest.clear();
        self.nearest.resize(frontier.clues.len(), NONE);
    }

    /// Cuts the components that contain these boxes into strips `thick` steps
    /// thick and collects the boxes they decide. Every call since
    /// [`begin`](Self::begin) cuts in another direction.
    fn cut(
        &mut self,
        frontier: &Frontier,
        wide: impl Iterator<Item = u32>,
        thick: u32,
        stop: &Stop,
    ) -> Result<(), Contradiction> {
        self.cuts += 1;
        self.measure(frontier, wide);
        self.decided.clear();
        let last = self.distances.iter().filter(|&&far| far != NONE).max().copied().unwrap_or(0);
        let mut clues = std::mem::take(&mut self.walk);
        clues.clear();
        clues.extend(
            (0..frontier.clues.len() as u32).filter(|&clue| self.distances[clue as usize] != NONE),
        );
        clues.sort_unstable_by_key(|&clue| (self.distances[clue as usize], clue));
        for from in (0..=last).step_by((thick as usize / 2).max(1)) {
            let begin = clues.partition_point(|&clue| self.distances[clue as usize] < from);
            let end = clues.partition_point(|&clue| self.distances[clue as usize] < from + thick);
            self.look_into(frontier, &clues[begin..end], stop)?;
            if from + thick > last || stop.is_stopped() {
                break;
            }
        }
        self.walk = clues;
        self.decided.sort_unstable();
        self.decided.dedup();
        Ok(())
    }

    /// Distances of the clues of these components, each from the clue that is
    /// farthest from all starts before.
    fn measure(&mut self, frontier: &Frontier, wide: impl Iterator<Item = u32>) {
        self.distances.clear();
        self.distances.resize(frontier.clues.len(), NONE);
        for box_ in wide {
            let clue = frontier.clues_of(box_)[0];
            if self.distances[clue as usize] != NONE {
                continue;
            }
            self.spread(frontier, clue);
            let fresh = self.walk.iter().all(|&clue| self.nearest[clue as usize] == NONE);
            let start = if fresh {
                self.walk[self.walk.len() - 1]
            } else {
                let far = |clue: &&u32| (self.nearest[**clue as usize], **clue);
                self.walk.iter().max_by_key(far).copied().unwrap_or(clue)
            };
            for at in 0..self.walk.len() {
                self.distances[self.walk[at] as usize] = NONE;
            }
            self.spread(frontier, start);
            for &clue in &self.walk {
                let nearest = &mut self.nearest[clue as usize];
                *nearest = self.distances[clue as usize].min(*nearest);
            }
        }
    }

    /// A breadth-first walk over clues that share boxes.
    fn spread(&mut self, frontier: &Frontier, start: u32) {
        self.walk.clear();
        self.walk.push(start);
        self.distances[start as usize] = 0;
        let mut at = 0;
        while let Some(&clue) = self.walk.get(at) {
            at += 1;
            let far = self.distances[clue as usize] + 1;
            for &box_ in frontier.boxes_beside(clue) {
                for &other in frontier.clues_of(box_) {
                    if self.distances[other as usize] == NONE {
                        self.distances[other as usize] = far;
                        self.walk.push(other);
                    }
                }
            }
        }
    }

    /// Counts through the strip of these clues.
    fn look_into(
        &mut self,
        frontier: &Frontier,
        clues: &[u32],
        stop: &Stop,
    ) -> Result<(), Contradiction> {
        self.boxes.clear();
        for &clue in clues {
            self.boxes.extend_from_slice(frontier.boxes_beside(clue));
        }
        self.boxes.sort_unstable();
        self.boxes.dedup();
        self.strip.take_part(frontier, clues, &self.boxes, &mut self.chosen);
        self.orders.find(&self.strip, stop);
        let limits = Limits { budget: tunables::STRIP_BUDGET, memory: usize::MAX, stop };
        let mut from = 0;
        for at in 0..self.orders.ends.len() {
            let end = self.orders.ends[at] as usize;
            let order = &self.orders.boxes[from..end];
            from = end;
            self.trellis.clear(&self.strip);
            match self.trellis.add(&self.strip, order, limits) {
                Ok(()) => {}
                Err(CountError::Impossible) => return Err(Contradiction),
                Err(_) => continue,
            }
            for step in &self.trellis.steps {
                let mines = self.trellis.edges_of(step).iter().map(|edge| u32::from(edge.mines));
                let (least, most) =
                    mines.fold((u32::MAX, 0), |(least, most), m| (least.min(m), most.max(m)));
                if most == 0 || least == step.size {
                    self.decided.push((self.boxes[step.box_ as usize], most > 0));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::stop::NEVER;
    use surefoot_rules::{Action, Cell, Deal, Draft, GameKind, Grid, Random, Rules, Tile};

    /// A row of ones beside a row of closed cells: each strip decides a cell or two at an end, so
    /// strips of it would be cut ten thousand times, each time all along. It is long, but not
    /// wide, and counted at once.
    #[test]
    fn what_is_long_and_thin_is_not_cut() {
        let width = 40_000;
        let tiles = [vec![Tile::Hidden; width], vec![Tile::Clue(1); width]].concat();
        let draft = Draft::with_tiles(Grid::new(width as u32, 2).unwrap(), None, tiles);
        let view = View::try_from(draft).unwrap();
        let (mut strips, mut frontier) = (Strips::default(), Frontier::default());
        let mut orders = Orders::default();
        frontier.read(&view, None).unwrap();
        orders.find(&frontier, &NEVER);
        assert!(orders.costs[0] > tunables::STRIPS_ABOVE, "{:?}", orders.costs);
        strips.narrow(&mut frontier, &mut orders, &view, &NEVER).unwrap();
        assert_eq!(strips.cuts, 0);
    }

    /// The scratch memory for a part is as long as the frontier, and no part clears all of it.
    #[test]
    fn a_part_leaves_its_scratch_memory_empty() {
        let frontier = crate::count::testing::hard(30, 0.3, 1);
        let (mut part, mut numbers) = (Frontier::default(), Vec::new());
        for first in 0..20 {
            let clues: Vec<u32> = (first..first + 6).collect();
            part.take_part(&frontier, &clues, frontier.boxes_beside(first + 2), &mut numbers);
            assert_eq!((numbers.len(), part.clues.len()), (frontier.clues.len(), clues.len()));
            assert!(numbers.iter().all(|&number| number == NONE));
        }
    }

    /// What strips decide is certain, by enumeration, and they decide something.
    #[test]
    fn strips_decide_only_what_is_certain() {
        let (mut strips, mut frontier) = (Strips::default(), Frontier::default());
        let mut decided = 0;
        for index in 0..2_000 {
            let mut random = Random::named("strips", [8, index]);
            let grid = Grid::new(3 + random.below(6), 3 + random.below(3)).unwrap();
            let mines = grid.len() as u32 * (2 + random.below(3)) / 10;
            let mut rules = Rules::new(GameKind::Score, grid.clone(), mines);
            rules.flood = Some(false);
            let mut game = surefoot_testing::dealt(rules, Deal::new(8, index));
            while grid.len() as u32 - game.view().opened() > 14 || random.below(8) > 0 {
                let cell = Cell::new(random.below(grid.len() as u32));
                let _ = game.play(Action::Open(cell));
            }
            let Some(truth) = oracle::enumerate(game.view(), crate::Unknown::AnyTotal) else {
                panic!("a game's view is possible");
            };
            frontier.read(game.view(), None).unwrap();
            strips.begin(&frontier);
            for thick in [1, 2, 3, 3] {
                strips.cut(&frontier, 0..frontier.boxes.len() as u32, thick, &NEVER).unwrap();
                for &(box_, mine) in &strips.decided {
                    for &(cell, _) in frontier.cells.iter().filter(|&&(_, of)| of == box_) {
                        assert_eq!(truth.possible[cell.index()], (!mine, mine), "{cell:?}");
                        decided += 1;
                    }
                }
                frontier.settle(game.view(), &strips.decided).unwrap();
                strips.begin(&frontier);
            }
        }
        assert!(decided > 500, "{decided}");
    }
}

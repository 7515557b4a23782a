//! Components, and the order in which their boxes are eliminated.
//!
//! Boxes that share clues, directly or by way of others, are a component; what
//! happens in one tells nothing about another but through the number of mines.
//! Within a component the cost of counting is exponential in the number of
//! clues that are open at once (begun and not finished), so the order decides.
//!
//! Greedy: always the box that opens the fewest clues, less those it closes;
//! ties go to the box whose clues were opened first, which finishes old business
//! and keeps the front narrow. It starts from a box at the end of a
//! breadth-first walk. Where that is wide, orders from many other boxes are tried
//! and the one with the fewest states by a simple estimate is taken: finding
//! orders is cheap beside counting along a bad one.

use crate::count::anneal::Anneal;
use crate::count::frontier::{Clue, Frontier};
use crate::stop::Stop;
use crate::tunables;

/// Memory for finding orders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    /// All boxes, component by component, in their order.
    pub(crate) boxes: Vec<u32>,
    /// Where each component ends in `boxes`.
    pub(crate) ends: Vec<u32>,
    /// An estimate of the states that counting along each order takes.
    pub(crate) costs: Vec<f64>,
    /// The same of its largest layer.
    pub(crate) layers: Vec<f64>,
    seen: Vec<bool>,
    walk: Vec<u32>,
    /// Boxes of a clue not yet eliminated; 0 for a finished one.
    left: Vec<u32>,
    /// When a clue was opened; 0 if it was not.
    opened: Vec<u32>,
    chosen: Vec<bool>,
    candidates: Vec<u32>,
    other: Vec<u32>,
    /// Clues begun and not finished, and the cells that each still waits for.
    open: Vec<u32>,
    cells: Vec<u32>,
    anneal: Anneal,
}

impl Orders {
    /// Finds the components of a frontier and an order for each; any order, where the work was
    /// stopped.
    pub(crate) fn find(&mut self, frontier: &Frontier, stop: &Stop) {
        let boxes = frontier.boxes.len();
        self.boxes.clear();
        self.ends.clear();
        self.costs.clear();
        self.layers.clear();
        self.seen.clear();
        self.seen.resize(boxes, false);
        self.chosen.clear();
        self.chosen.resize(boxes, false);
        self.left.resize(frontier.clues.len(), 0);
        self.opened.resize(frontier.clues.len(), 0);
        self.cells.resize(frontier.clues.len(), 0);
        for start in 0..boxes as u32 {
            if self.seen[start as usize] {
                continue;
            }
            self.breadth_first(frontier, start);
            if self.walk.len() <= 2 {
                self.boxes.extend_from_slice(&self.walk);
                self.costs.push(1.0);
                self.layers.push(1.0);
            } else {
                self.order_component(frontier, stop);
            }
            self.ends.push(self.boxes.len() as u32);
        }
    }

    /// A box of each component whose counting takes more than so many states, in all and in one
    /// layer.
    pub(crate) fn wide(&self, states: f64, layer: f64) -> impl Iterator<Item = u32> {
        let ends = self.ends.iter().zip(self.costs.iter().zip(&self.layers));
        let wide = ends.filter(move |&(_, (&cost, &largest))| cost > states && largest > layer);
        wide.map(|(&end, _)| self.boxes[end as usize - 1])
    }

    /// Improves those orders whose counting would take long.
    pub(crate) fn improve(&mut self, frontier: &Frontier, stop: &Stop) {
        let mut from = 0;
        for (&end, cost) in self.ends.iter().zip(&mut self.costs) {
            let order = &mut self.boxes[from..end as usize];
            from = end as usize;
            if *cost > tunables::ORDER_COSTLY && *cost < tunables::ORDER_HOPELESS {
                let each = (*cost / tunables::ORDER_MOVE_COST)
                    .clamp(tunables::ORDER_MOVES.0, tunables::ORDER_MOVES.1);
                let tries = (each * order.len() as f64) as u32;
                *cost = self.anneal.improve(frontier, order, tries, stop);
            }
        }
    }

    fn breadth_first(&mut self, frontier: &Frontier, start: u32) {
        self.walk.clear();
        self.walk.push(start);
        self.seen[start as usize] = true;
        let mut at = 0;
        while let Some(&box_) = self.walk.get(at) {
            at += 1;
            for &clue in frontier.clues_of(box_) {
                for &other in frontier.boxes_beside(clue) {
                    if !std::mem::replace(&mut self.seen[other as usize], true) {
                        self.walk.push(other);
                    }
                }
            }
        }
    }

    fn order_component(&mut self, frontier: &Frontier, stop: &Stop) {
        // The last box of the walk lies at an end of the component.
        let from = self.boxes.len();
        let end = self.walk[self.walk.len() - 1];
        let (width, mut cost, mut layer) = self.greedy(frontier, end, false);
        if width <= tunables::ORDER_WIDE {
            self.costs.push(cost);
            self.layers.push(layer);
            return;
        }
        // A wide front is worth a search: from the other end, and from boxes all
        // over the component.
        let back = self.boxes[self.boxes.len() - 1];
        let stride = self.walk.len().div_ceil(tunables::ORDER_STARTS);
        // Every step rates the boxes beside the front, two of them in the time of a state.
        let effort = self.walk.len() as f64 * f64::from(width) / 2.0;
        for at in 0..2 * (tunables::ORDER_STARTS + 1) {
            // Not longer than counting along the best one would take, if it can be counted.
            let search = f64::from(at as u32) * tunables::ORDER_COST.max(effort);
            if cost.min(tunables::BUDGET as f64) < search || stop.is_stopped() {
                break;
            }
            let (at, ahead) = (at / 2, at % 2 == 1);
            let start = match at {
                0 => Some(back),
                _ => self.walk.get((at - 1) * stride).copied(),
            };
            let Some(start) = start else { break };
            self.other.clear();
            self.other.extend_from_slice(&self.boxes[from..]);
            self.boxes.truncate(from);
            let (_, other, its_layer) = self.greedy(frontier, start, ahead);
            if other < cost {
                (cost, layer) = (other, its_layer);
            } else {
                self.boxes.truncate(from);
                self.boxes.extend_from_slice(&self.other);
            }
        }
        self.costs.push(cost);
        self.layers.push(layer);
    }

    /// Appends a greedy order of the walked component that begins with a box;
    /// tells the most clues open at once and an estimate of the cost, in all and of one layer.
    ///
    /// `ahead` rates a box by the states that the clues can be in after it,
    /// instead of by how many clues it opens and closes.
    fn greedy(&mut self, frontier: &Frontier, start: u32, ahead: bool) -> (u32, f64, f64) {
        for &box_ in &self.walk {
            self.chosen[box_ as usize] = false;
            for &clue in frontier.clues_of(box_) {
                self.left[clue as usize] = frontier.boxes_beside(clue).len() as u32;
                self.cells[clue as usize] = frontier.clues[clue as usize].hidden.into();
                self.opened[clue as usize] = 0;
            }
        }
        self.candidates.clear();
        self.open.clear();
        let (mut widest, mut cost, mut layer, mut time) = (0, 0.0, 0.0_f64, 0);
        let mut next = start;
        for _ in 0..self.walk.len() {
            self.chosen[next as usize] = true;
            self.boxes.push(next);
            let size = frontier.boxes.size(next);
            for &clue in frontier.clues_of(next) {
                if self.opened[clue as usize] == 0 {
                    time += 1;
                    self.opened[clue as usize] = time;
                    self.open.push(clue);
                    for &other in frontier.boxes_beside(clue) {
                        if !self.chosen[other as usize] && !self.candidates.contains(&other) {
                            self.candidates.push(other);
                        }
                    }
                }
                self.left[clue as usize] -= 1;
                self.cells[clue as usize] -= size;
            }
            widest = widest.max(self.open.len() as u32);
            let left = &self.left;
            self.open.retain(|&clue| left[clue as usize] > 0);
            let each = self.open.iter().map(|&clue| {
                f64::from(states(frontier.clues[clue as usize], self.cells[clue as usize]))
            });
            let product = each.product::<f64>();
            cost += product;
            layer = layer.max(product);
            self.candidates.retain(|&other| other != next);
            let rated = self.candidates.iter().map(|&box_| {
                let (mut change, mut growth, mut age) = (0_i32, 1.0, u32::MAX);
                let size = frontier.boxes.size(box_);
                for &clue in frontier.clues_of(box_) {
                    let opened = self.opened[clue as usize];
                    change += i32::from(opened == 0);
                    change -= i32::from(self.left[clue as usize] == 1);
                    age = age.min(if opened == 0 { u32::MAX } else { opened });
                    if ahead {
                        let (row, left) =
                            (frontier.clues[clue as usize], self.cells[clue as usize]);
                        growth *=
                            f64::from(states(row, left - size)) / f64::from(states(row, left));
                    }
                }
                // Growth is positive, so its bits are in order.
                (if ahead { f64::to_bits(growth) } else { 0 }, change, age, box_)
            });
            match rated.min() {
                Some((_, _, _, box_)) => next = box_,
                None => break,
            }
        }
        (widest, cost, layer)
    }
}

/// How many sums a clue can have so far when it still waits for `left` cells.
pub(crate) fn states(clue: Clue, left: u32) -> u32 {
    let (low, high) = (clue.low.saturating_sub(clue.base), clue.high - clue.base);
    let filled = u32::from(clue.hidden) - left;
    let most = u32::from(high).min(filled);
    let least = u32::from(low).saturating_sub(left).min(most);
    most - least + 1
}

#[cfg(test)]
mod comparison;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::testing::{frontier, hard, position};
    use surefoot_rules::view;
    use surefoot_testing::Cases;

    /// The components by their definition: boxes joined clue by clue.
    fn components(frontier: &Frontier) -> Vec<Vec<u32>> {
        let mut found: Vec<Vec<u32>> = (0..frontier.boxes.len() as u32).map(|b| vec![b]).collect();
        for clue in 0..frontier.clues.len() as u32 {
            let beside = frontier.boxes_beside(clue);
            let touched = |part: &Vec<u32>| part.iter().any(|b| beside.contains(b));
            let (joined, mut apart): (Vec<_>, Vec<_>) = found.into_iter().partition(touched);
            if !joined.is_empty() {
                apart.push(joined.concat());
            }
            found = apart;
        }
        sorted(found)
    }

    fn sorted(mut parts: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        for part in &mut parts {
            part.sort_unstable();
        }
        parts.sort();
        parts
    }

    fn ordered(orders: &Orders) -> Vec<Vec<u32>> {
        let starts = std::iter::once(&0).chain(&orders.ends);
        let ranges = starts.zip(&orders.ends);
        ranges.map(|(&from, &to)| orders.boxes[from as usize..to as usize].to_vec()).collect()
    }

    #[test]
    fn drawn_components_are_told_apart() {
        let mut orders = Orders::default();
        // One clue, one box; two clues that share no cell; two that share one.
        for (view, sizes) in [
            (view!["3x1/?", "* 1 *"], vec![1]),
            (view!["7x1/?", "* 1 * * * 1 *"], vec![1, 1]),
            (view!["5x1/?", "* 1 * 1 *"], vec![3]),
            (view!["4x1/?", "* * * *"], vec![]),
        ] {
            orders.find(&frontier(&view), &crate::stop::NEVER);
            let found: Vec<usize> = ordered(&orders).iter().map(Vec::len).collect();
            assert_eq!(found, sizes, "{view:?}");
            assert_eq!(orders.costs.len(), sizes.len(), "{view:?}");
        }
    }

    /// Every box once, with those it hangs together with; also after improving, which
    /// makes nothing dearer.
    #[test]
    fn orders_are_of_whole_components() {
        let mut orders = Orders::default();
        Cases::new("orders", 300).check(position, |view| {
            let frontier = frontier(view);
            orders.find(&frontier, &crate::stop::NEVER);
            assert_eq!(sorted(ordered(&orders)), components(&frontier));
        });
        let frontier = hard(30, 0.4, 3);
        orders.find(&frontier, &crate::stop::NEVER);
        let before = orders.costs.clone();
        orders.improve(&frontier, &crate::stop::NEVER);
        assert!(before.iter().zip(&orders.costs).all(|(before, after)| after <= before));
        assert_eq!(sorted(ordered(&orders)), components(&frontier));
        let wide = orders.wide(1_000.0, 0.0).count();
        assert_eq!(wide, orders.costs.iter().filter(|&&cost| cost > 1_000.0).count());
        assert!(orders.costs.iter().zip(&orders.layers).all(|(cost, layer)| layer <= cost));
    }

    /// The sums so far from which a clue can still be satisfied, counted one by one.
    #[test]
    fn states_of_a_clue_are_those_it_can_be_in() {
        for (hidden, base) in (1..=8_u8).flat_map(|hidden| [(hidden, 0), (hidden, 2)]) {
            for (low, high) in (0..=hidden).flat_map(|low| (low..=hidden).map(move |h| (low, h))) {
                let clue = Clue {
                    low: low + base,
                    high: high + base,
                    hidden,
                    base,
                    likelihoods: crate::count::frontier::NONE,
                };
                for left in 0..=hidden {
                    let fits = |&sum: &u8| sum <= high && sum + left >= low;
                    let expected = (0..=hidden - left).filter(fits).count() as u32;
                    // A sum that no filling can reach is counted once.
                    let found = states(clue, left.into());
                    assert_eq!(found, expected.max(1), "{low}..={high} of {hidden}, {left} left");
                }
            }
        }
    }
}

//! A wide order made narrower by moving single boxes.
//!
//! A greedy order is good everywhere but at its widest place, and there the cost
//! is exponential. Annealing (Kirkpatrick, Gelatt, Vecchi 1983) takes a box out and
//! puts it back some places away; only the clues of that box change what they cost
//! between the two places, so a move is weighed in about a microsecond, and
//! thousands of them cost less than counting along the order they improve. The
//! cost is the sum over places of the product of what the open clues can be, the
//! same estimate by which greedy orders are compared.

use surefoot_rules::Random;

use crate::count::frontier::Frontier;
use crate::count::order::states;
use crate::stop::Stop;
use crate::tunables;

/// Memory for improving orders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Anneal {
    /// Where a clue's row begins in `logs`.
    rows: Vec<u32>,
    /// Per clue and number of cells filled: its states.
    states: Vec<f64>,
    filled: Vec<u32>,
    /// Per box: where it stands.
    places: Vec<u32>,
    /// Per place: the states behind it.
    widths: Vec<f64>,
    /// The same between the two places of a move.
    moved: Vec<f64>,
    best: Vec<u32>,
}

impl Anneal {
    /// Improves the order of a component by so many tries; tells its cost.
    pub(crate) fn improve(
        &mut self,
        frontier: &Frontier,
        order: &mut [u32],
        tries: u32,
        stop: &Stop,
    ) -> f64 {
        let mut cost = self.prepare(frontier, order);
        let mut least = cost;
        self.best.clear();
        self.best.extend_from_slice(order);
        let mut random = Random::named("order", [0, 0]);
        let count = order.len() as u32;
        let reach = tunables::ANNEAL_REACH.min(count - 1);
        for at in 0..tries {
            if stop.is_stopped() {
                break;
            }
            let from = random.below(count);
            let Some(to) = (from + random.below(2 * reach + 1)).checked_sub(reach) else {
                continue;
            };
            if to == from || to >= count {
                continue;
            }
            let (from, to) = (from as usize, to as usize);
            let after = cost + self.weigh(frontier, order, from, to);
            let warmth = tunables::ANNEAL_WARMTH * (1.0 - f64::from(at) / f64::from(tries));
            if after > cost && after - cost >= warmth * random.unit() * cost {
                continue;
            }
            cost = after;
            self.shift(order, from, to);
            if cost < least {
                least = cost;
                self.best.copy_from_slice(order);
            }
        }
        order.copy_from_slice(&self.best);
        self.prepare(frontier, order)
    }

    /// Measures an order from scratch; tells its cost.
    fn prepare(&mut self, frontier: &Frontier, order: &[u32]) -> f64 {
        self.rows.clear();
        self.rows.resize(frontier.clues.len(), u32::MAX);
        self.filled.clear();
        self.filled.resize(frontier.clues.len(), 0);
        self.places.resize(frontier.boxes.len(), 0);
        self.states.clear();
        self.widths.clear();
        let mut width = 1.0;
        for (&box_, place) in order.iter().zip(0..) {
            self.places[box_ as usize] = place;
            for &clue in frontier.clues_of(box_) {
                let row = frontier.clues[clue as usize];
                if self.rows[clue as usize] == u32::MAX {
                    self.rows[clue as usize] = self.states.len() as u32;
                    let hidden = u32::from(row.hidden);
                    let of = |full| f64::from(states(row, hidden - full));
                    self.states.extend((0..hidden).map(of));
                    self.states.push(1.0);
                }
                let filled = &mut self.filled[clue as usize];
                let states = &self.states[self.rows[clue as usize] as usize..];
                let before = states[*filled as usize];
                *filled += frontier.boxes.size(box_);
                width *= states[*filled as usize] / before;
            }
            self.widths.push(width);
        }
        self.widths.iter().sum()
    }

    /// The change of the cost if a box moves; leaves the new widths in `moved`.
    fn weigh(&mut self, frontier: &Frontier, order: &[u32], from: usize, to: usize) -> f64 {
        let box_ = order[from];
        let size = frontier.boxes.size(box_);
        let (low, high) = (from.min(to), from.max(to));
        // What stands between the two moves up or down by one place, and the states
        // behind it are as before, without the box or with it.
        let later = to > from;
        self.moved.clear();
        let first = if later {
            self.moved.extend_from_slice(&self.widths[low + 1..=high]);
            low + 1
        } else {
            self.moved.push(if low == 0 { 1.0 } else { self.widths[low - 1] });
            self.moved.extend_from_slice(&self.widths[low..high - 1]);
            low
        };
        for &clue in frontier.clues_of(box_) {
            // The clue's other boxes: those before, and where those between stand.
            let mut filled = 0;
            let mut between = [(0_usize, 0_u32); 16];
            let mut count = 0;
            for &other in frontier.boxes_beside(clue) {
                let place = self.places[other as usize] as usize;
                let cells = frontier.boxes.size(other);
                if place < low {
                    filled += cells;
                } else if place <= high && other != box_ && count < between.len() {
                    between[count] = (place, cells);
                    count += 1;
                }
            }
            let between = &mut between[..count];
            between.sort_unstable();
            let states = &self.states[self.rows[clue as usize] as usize..];
            // In front of all between, where the box moves to an earlier place, one
            // width is that before `low`.
            let mut at = 0;
            for &(place, cells) in between.iter().chain([&(usize::MAX, 0)]) {
                let until = match place {
                    usize::MAX => self.moved.len(),
                    _ if later => place - first,
                    _ => (place + 1 - first).min(self.moved.len()),
                };
                let (with, without) = (states[(filled + size) as usize], states[filled as usize]);
                let change = if later { without / with } else { with / without };
                for width in &mut self.moved[at..until] {
                    *width *= change;
                }
                at = until;
                filled += cells;
            }
        }
        self.moved.iter().sum::<f64>() - self.widths[low..high].iter().sum::<f64>()
    }

    /// Moves a box that was weighed.
    fn shift(&mut self, order: &mut [u32], from: usize, to: usize) {
        let (low, high) = (from.min(to), from.max(to));
        if to > from {
            order[low..=high].rotate_left(1);
        } else {
            order[low..=high].rotate_right(1);
        }
        self.widths[low..high].copy_from_slice(&self.moved);
        for (&box_, place) in order[low..=high].iter().zip(low as u32..) {
            self.places[box_ as usize] = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::order::Orders;
    use crate::count::testing::hard;

    /// Every change that is weighed is the one that measuring afresh finds.
    #[test]
    fn moves_are_weighed_rightly() {
        let frontier = hard(20, 0.35, 3);
        let mut orders = Orders::default();
        orders.find(&frontier, &crate::stop::NEVER);
        let (mut anneal, mut fresh) = (Anneal::default(), Anneal::default());
        let end = orders.ends.iter().position(|&end| end > 60).unwrap();
        let from = if end == 0 { 0 } else { orders.ends[end - 1] as usize };
        let mut order = orders.boxes[from..orders.ends[end] as usize].to_vec();
        let mut cost = anneal.prepare(&frontier, &order);
        let mut random = Random::named("moves", [1, 1]);
        for _ in 0..2_000 {
            let from = random.below(order.len() as u32) as usize;
            let to = random.below(order.len() as u32) as usize;
            if from == to {
                continue;
            }
            let change = anneal.weigh(&frontier, &order, from, to);
            anneal.shift(&mut order, from, to);
            let after = fresh.prepare(&frontier, &order);
            assert!(
                (cost + change - after).abs() < 1e-3 * after.max(cost),
                "{cost} {change} {after}"
            );
            cost = anneal.prepare(&frontier, &order);
        }
    }

    /// The outcome is an order of the same boxes, never worse, often twice as good.
    #[test]
    fn orders_get_better() {
        let mut halved = 0;
        for index in 0..8 {
            let frontier = hard(30, 0.4, index);
            let mut orders = Orders::default();
            orders.find(&frontier, &crate::stop::NEVER);
            let before: f64 = orders.costs.iter().sum();
            let mut boxes = orders.boxes.clone();
            orders.improve(&frontier, &crate::stop::NEVER);
            let after: f64 = orders.costs.iter().sum();
            assert!(after <= 1.001 * before, "{before} {after}");
            halved += u32::from(after < before / 2.0);
            boxes.sort_unstable();
            orders.boxes.sort_unstable();
            assert_eq!(orders.boxes, boxes);
        }
        assert!(halved >= 2, "{halved}");
    }
}

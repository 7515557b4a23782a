//! Orders of elimination compared, for ARCHITECTURE.md.

use super::{Frontier, Orders};
use crate::count::testing::{hard, limits};
use crate::count::trellis::Trellis;
use crate::tunables;

/// Always the box that shares clues with the fewest boxes not yet taken.
fn least_degree(frontier: &Frontier, component: &[u32]) -> Vec<u32> {
    let mut left: Vec<u32> = component.to_vec();
    let mut order = Vec::new();
    while !left.is_empty() {
        let degree = |box_: u32| {
            let clues = frontier.clues_of(box_).iter();
            let mut beside: Vec<u32> =
                clues.flat_map(|&clue| frontier.boxes_beside(clue).iter().copied()).collect();
            beside.sort_unstable();
            beside.dedup();
            beside.into_iter().filter(|other| left.contains(other)).count()
        };
        let at = (0..left.len()).min_by_key(|&at| degree(left[at])).unwrap();
        order.push(left.remove(at));
    }
    order
}

/// Edges over all components, or `None` if one is over budget.
fn edges(frontier: &Frontier, orders: &[Vec<u32>]) -> Option<usize> {
    let mut trellis = Trellis::default();
    trellis.clear(frontier);
    let fits =
        orders.iter().all(|order| trellis.add(frontier, order, limits(tunables::BUDGET)).is_ok());
    fits.then_some(trellis.edges.len())
}

/// The comparison that ARCHITECTURE.md reports:
/// `cargo test --release -p surefoot-inference compare -- --ignored --nocapture`.
#[test]
#[ignore = "a comparison to read, not a check"]
#[allow(clippy::print_stdout)]
fn compare_orders() {
    for (side, density) in [(30, 0.3), (30, 0.4)] {
        let names = ["sweep", "breadth first", "least degree", "greedy", "look-ahead", "search"];
        let mut totals = [(0, 0, 0); 6];
        for index in 0..20 {
            let frontier = hard(side, density, index);
            let mut orders = Orders::default();
            orders.find(&frontier, &crate::stop::NEVER);
            let mut found = Vec::new();
            let mut from = 0;
            for &end in &orders.ends.clone() {
                found.push(orders.boxes[from..end as usize].to_vec());
                from = end as usize;
            }
            let mut with = |make: &mut dyn FnMut(&mut Orders, &[u32]) -> Vec<u32>| {
                found.iter().map(|component| make(&mut orders, component)).collect::<Vec<_>>()
            };
            let walked = |orders: &mut Orders, component: &[u32]| {
                orders.seen.iter_mut().for_each(|seen| *seen = false);
                let least = component.iter().copied().min().unwrap();
                orders.breadth_first(&frontier, least);
            };
            let greedy = |orders: &mut Orders, component: &[u32], ahead: bool| {
                walked(orders, component);
                orders.boxes.clear();
                let end = orders.walk[orders.walk.len() - 1];
                orders.greedy(&frontier, end, ahead);
                orders.boxes.clone()
            };
            let all = [
                // Boxes are numbered row by row.
                with(&mut |_, component| {
                    let mut order = component.to_vec();
                    order.sort_unstable();
                    order
                }),
                with(&mut |orders, component| {
                    walked(orders, component);
                    orders.walk.clone()
                }),
                with(&mut |_, component| least_degree(&frontier, component)),
                with(&mut |orders, component| greedy(orders, component, false)),
                with(&mut |orders, component| greedy(orders, component, true)),
                with(&mut |_, component| component.to_vec()),
            ];
            for (orders, (sum, most, over)) in all.iter().zip(&mut totals) {
                match edges(&frontier, orders) {
                    Some(edges) => {
                        *sum += edges;
                        *most = edges.max(*most);
                    }
                    None => *over += 1,
                }
            }
        }
        println!("{side}x{side}, half of the safe cells open, {density}: edges of 20 boards");
        for (name, (sum, most, over)) in names.iter().zip(totals) {
            println!("  {name:<14} sum {sum:>10}  most {most:>9}  over budget {over}");
        }
    }
}

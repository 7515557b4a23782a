//! Frontiers to test counting on, and counting by its definition.

use std::collections::BTreeMap;

use surefoot_rules::{Deal, GameKind, Promise, Random, Rules, View};
use surefoot_testing::{any_grid, dealt, open_some, strewn};

use crate::count::frontier::Frontier;
use crate::count::order::Orders;
use crate::count::trellis::{Limits, Trellis};
use crate::stop::NEVER;

/// The frontier of a view that is possible.
pub(crate) fn frontier(view: &View) -> Frontier {
    let mut frontier = Frontier::default();
    frontier.read(view, None).unwrap();
    frontier
}

/// So many states and edges, and no other limit.
pub(crate) fn limits(budget: usize) -> Limits<'static> {
    Limits { budget, memory: usize::MAX, stop: &NEVER }
}

/// The trellis of a frontier, all components.
pub(crate) fn trellis(frontier: &Frontier) -> Trellis {
    let (mut orders, mut trellis) = (Orders::default(), Trellis::default());
    orders.find(frontier, &NEVER);
    trellis.clear(frontier);
    let mut from = 0;
    for &end in &orders.ends {
        trellis.add(frontier, &orders.boxes[from..end as usize], limits(1 << 20)).unwrap();
        from = end as usize;
    }
    trellis
}

/// Every way to fill some boxes that satisfies their clues, one after the other: the mines
/// in each box, and the likelihood of the clues.
pub(crate) fn fillings(frontier: &Frontier, boxes: &[u32]) -> Vec<(Vec<u32>, f64)> {
    let mut clues: Vec<u32> = boxes.iter().flat_map(|&b| frontier.clues_of(b)).copied().collect();
    clues.sort_unstable();
    clues.dedup();
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for &b in boxes {
        let size = frontier.boxes.size(b);
        let longer =
            |filling: Vec<u32>| (0..=size).map(move |mines| [&filling[..], &[mines]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    let weigh = |filling: Vec<u32>| {
        let mut weight = 1.0;
        for &at in &clues {
            let clue = &frontier.clues[at as usize];
            let beside =
                boxes.iter().zip(&filling).filter(|(b, _)| frontier.clues_of(**b).contains(&at));
            let sum: u32 = beside.map(|(_, mines)| mines).sum();
            let whole = sum + u32::from(clue.base);
            if !(u32::from(clue.low)..=u32::from(clue.high)).contains(&whole) {
                return None;
            }
            weight *= f64::from(frontier.likelihood(*clue, sum));
        }
        (weight > 0.0).then_some((filling, weight))
    };
    all.into_iter().filter_map(weigh).collect()
}

/// The ways to choose cells for a filling.
pub(crate) fn ways(frontier: &Frontier, boxes: &[u32], filling: &[u32]) -> u64 {
    let choose = |n: u32, k: &u32| (0..*k).fold(1, |c, i| c * u64::from(n - i) / u64::from(i + 1));
    boxes.iter().zip(filling).map(|(&b, k)| choose(frontier.boxes.size(b), k)).product()
}

/// The ways to fill some boxes, by their number of mines: how many, and weighed.
pub(crate) fn polynomial(frontier: &Frontier, boxes: &[u32]) -> BTreeMap<u32, (u64, f64)> {
    let mut terms = BTreeMap::new();
    for (filling, weight) in fillings(frontier, boxes) {
        let ways = ways(frontier, boxes, &filling);
        let term: &mut (u64, f64) = terms.entry(filling.iter().sum()).or_default();
        *term = (term.0 + ways, term.1 + ways as f64 * weight);
    }
    terms
}

/// A position of a game on a small board of any kind, under any clues.
pub(crate) fn position(random: &mut Random) -> View {
    let grid = any_grid(random, 2..=5, 1..=4);
    let cells = grid.len() as u32;
    let mut rules = Rules::new(GameKind::Score, grid, random.below(cells / 2 + 1));
    rules.promise = Promise::None;
    rules.told = random.below(2) == 0;
    let clues = ["exact", "exact", "silent:0.7", "optimistic", "cautious:q=0.7"];
    rules.clues = random.pick(&clues).unwrap().parse().unwrap();
    let mut game = dealt(rules, Deal::new(random.bits(), 0));
    open_some(&mut game, 1 + random.below(cells / 2), random);
    game.view().clone()
}

/// A board with random safe cells open.
pub(crate) fn hard(side: u32, density: f64, index: u64) -> Frontier {
    frontier(strewn(side, density, 0.5, index).view())
}

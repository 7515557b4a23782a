//! Configurations drawn from the exact posterior.
//!
//! Components are drawn one after the other, each given the mines that those
//! before it took: the weight of a number of mines is its ways, times what the
//! components still to come and the sea make of the rest. Within a component a
//! path is walked back through the trellis, each edge in proportion to the ways
//! that lead to its source. Then cells are picked within boxes and the sea.

use surefoot_rules::{Cell, Random, View};

use crate::count::frontier::Kind;
use crate::count::number::{Weight, largest};
use crate::count::trellis::Component;
use crate::posterior::{Counts, Engine};

/// Draws the mines among the closed cells.
pub(crate) fn draw(engine: &Engine, view: &View, random: &mut Random) -> Vec<Cell> {
    let frontier = &engine.frontier;
    let mut in_group = vec![0; frontier.boxes.len()];
    let in_components = if engine.is_wide {
        draw_components(engine, &engine.wide, random, &mut in_group)
    } else {
        draw_components(engine, &engine.plain, random, &mut in_group)
    };

    let mut mines: Vec<Cell> =
        view.grid().cells().filter(|c| frontier.kinds[c.index()] == Kind::Mine).collect();
    let mut left: Vec<u32> = frontier.boxes.sizes().collect();
    for &(cell, box_) in &frontier.cells {
        let (needed, left) = (&mut in_group[box_ as usize], &mut left[box_ as usize]);
        if random.below(*left) < *needed {
            mines.push(cell);
            *needed -= 1;
        }
        *left -= 1;
    }
    let (mut needed, mut left) = (draw_sea(engine, view, in_components, random), frontier.sea);
    for cell in view.grid().cells() {
        if frontier.kinds[cell.index()] == Kind::Sea {
            if random.below(left) < needed {
                mines.push(cell);
                needed -= 1;
            }
            left -= 1;
        }
    }
    mines.sort_unstable();
    mines
}

/// Draws from weights.
fn pick<N: Weight>(weights: impl Iterator<Item = N>, random: &mut Random) -> usize {
    let weights: Vec<N> = weights.collect();
    // Of numbers that doubles have no room for, against the largest.
    let scale = if N::LIMITED { N::one() } else { largest(&weights) };
    let weights = weights.iter().map(|weight| weight.ratio(scale));
    let whole: f64 = weights.clone().sum();
    let mut at = random.unit() * whole;
    let mut last = 0;
    for (index, weight) in weights.enumerate() {
        if weight > 0.0 {
            last = index;
            if at < weight {
                return index;
            }
            at -= weight;
        }
    }
    last
}

/// The number of mines in every box; returns their sum.
fn draw_components<N: Weight>(
    engine: &Engine,
    counts: &Counts<N>,
    random: &mut Random,
    in_group: &mut [u32],
) -> u32 {
    let join = &counts.join;
    let components = &engine.trellis.components;
    // What is still to come, by the mines taken so far: the sea last.
    let (first, _) = join.whole();
    let mut rest: Vec<(u32, Vec<N>)> = vec![(first, counts.sea.clone())];
    for leaf in (1..components.len()).rev() {
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
    let mut taken = 0;
    for (leaf, component) in components.iter().enumerate() {
        let (least, terms) = join.leaf(leaf);
        let (from, behind) = &rest[rest.len() - 1 - leaf];
        let weights = terms.iter().zip(taken + least..).map(|(&ways, mines)| {
            let at = mines.checked_sub(*from).map(|at| at as usize);
            ways * at.and_then(|at| behind.get(at)).copied().unwrap_or(N::zero())
        });
        let mines = least + pick(weights, random) as u32;
        walk_back(engine, counts, component, mines, random, in_group);
        taken += mines;
    }
    taken
}

/// Walks back from the end of a component with so many mines.
fn walk_back<N: Weight>(
    engine: &Engine,
    counts: &Counts<N>,
    component: &Component,
    mut mines: u32,
    random: &mut Random,
    in_group: &mut [u32],
) {
    let (trellis, forward) = (&engine.trellis, &counts.forward);
    let mut state = component.states.1 - 1;
    for step in trellis.steps_of(component).iter().rev() {
        let edges = trellis.edges_of(step);
        let weights = edges.iter().map(|edge| {
            let span = forward.spans[edge.from as usize];
            let before = mines.checked_sub(u32::from(edge.mines));
            match before {
                Some(before) if edge.to == state && (span.least..=span.most).contains(&before) => {
                    let ways = forward.values[(span.start + before - span.least) as usize];
                    ways * trellis.weight(step, edge, engine.tilt)
                }
                _ => N::zero(),
            }
        });
        let edge = edges[pick(weights, random)];
        in_group[step.box_ as usize] = edge.mines.into();
        (state, mines) = (edge.from, mines - u32::from(edge.mines));
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

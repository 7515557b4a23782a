//! Grids of every kind.

use std::ops::RangeInclusive;

use surefoot_rules::{Graph, Grid, Neighbourhood, Random};

/// A grid of such a width and height: of any neighbourhood, or a graph of one's own with
/// as many cells, but not so many that nobody could count them. The usual neighbourhood
/// comes up twice as often as another.
///
/// # Panics
/// If a range is empty or begins with 0.
pub fn any_grid(
    random: &mut Random,
    widths: RangeInclusive<u32>,
    heights: RangeInclusive<u32>,
) -> Grid {
    let mut within =
        |range: RangeInclusive<u32>| range.start() + random.below(range.end() - range.start() + 1);
    let (width, height) = (within(widths), within(heights));
    let kinds = Neighbourhood::ALL.len();
    let kind = random.below(kinds as u32 + 2) as usize;
    let grid = match Neighbourhood::ALL.get(kind) {
        Some(&neighbourhood) => Grid::with(width, height, neighbourhood),
        None if kind == kinds => Grid::new(width, height),
        None => {
            // Its cells hang together across the whole board.
            let cells = (width * height).min(30);
            let ends = (0..3 * cells).map(|_| (random.below(cells), random.below(cells)));
            Graph::new(cells, ends.filter(|(a, b)| a != b)).map(Grid::of)
        }
    };
    grid.expect("a size within bounds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_grid_comes_up() {
        let mut random = Random::named("grids", [1, 0]);
        let grids: Vec<Grid> = (0..200).map(|_| any_grid(&mut random, 2..=3, 1..=4)).collect();
        for neighbourhood in Neighbourhood::ALL {
            assert!(grids.iter().any(|grid| grid.neighbourhood() == Some(neighbourhood)));
        }
        assert!(grids.iter().any(|grid| grid.neighbourhood().is_none()));
        assert!(grids.iter().all(|grid| (2..=12).contains(&grid.len())));
        for size in [2, 12] {
            assert!(grids.iter().any(|grid| grid.len() == size), "{size} cells");
        }
    }
}

//! The first click.
//!
//! Where only its own cell is promised to be safe, the best first click is the one
//! likeliest to show a zero, and that is the cell with the fewest neighbours: a
//! corner, on any bounded board and at any density.
//!
//! Where an opening is promised, a click in the middle opens the most cells but
//! leaves the corners, which are the hardest to finish; a click in the corner opens
//! little. How far inside is best depends on size and density, and no formula for
//! it is known. So it is computed: from each inset playouts are dealt and played
//! out (`playout`) and insets that fall behind are dropped. Neighbouring insets differ
//! by a fifth of a point, which takes a hundred thousand games to see; so of those
//! left the one is taken that long matches found best at that density: two steps
//! inside while openings are large, three where they are small. The playouts take
//! some tenths of a second on expert, once for a size and a number of mines.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use surefoot_inference::Stop;
use surefoot_rules::{Cell, Grid, Layout, Point, Promise, Random, View};

use crate::surefoot::compared_guess::{ComparedGuess, drop_behind};
use crate::surefoot::playout::Playouts;
use crate::tunables;

type KnownClick = HashMap<(u32, u32, u32), u32>;

/// What was computed before, by width, height and mines.
static KNOWN: LazyLock<Mutex<KnownClick>> = LazyLock::new(Mutex::default);

/// The best first click on a board of which nothing is open.
pub(crate) fn first_click(view: &View, promise: Promise) -> Option<Cell> {
    let grid = view.grid();
    let fewest = || view.hidden().min_by_key(|&cell| (view.neighbours(cell).len(), cell));
    if promise != Promise::Opening || grid.neighbourhood().is_none() {
        return fewest();
    }
    let inset =
        view.mines().map_or(tunables::FIRST_INSETS.1, |mines| best_inset(grid, mines, view));
    // Where there is no room for an opening inside, there may be in the corner.
    let kept = |cell| view.mines().is_none_or(|mines| promise.check(grid, mines, cell).is_ok());
    let inside = at_inset(grid, inset).filter(|&cell| kept(cell) && view.tile(cell).is_closed());
    inside.or_else(fewest)
}

/// The cell so far from two sides, or in the middle of a shorter side.
pub(crate) fn at_inset(grid: &Grid, inset: u32) -> Option<Cell> {
    let inside = |side: u32| inset.min(side.saturating_sub(1) / 2);
    grid.cell(Point { x: inside(grid.width()), y: inside(grid.height()) })
}

/// The inset to take without playouts.
fn usual(grid: &Grid, mines: u32) -> u32 {
    let dense = f64::from(mines) > tunables::FIRST_DENSE * grid.len() as f64;
    if dense { tunables::FIRST_INSETS.1 } else { tunables::FIRST_INSETS.0 }
}

fn best_inset(grid: &Grid, mines: u32, view: &View) -> u32 {
    let key = (grid.width(), grid.height(), mines);
    let plain = grid.neighbourhood() == Some(surefoot_rules::Neighbourhood::Square8);
    if !plain
        || grid.len() > tunables::FIRST_LARGE
        || view.rule() != surefoot_rules::ClueRule::Exact
    {
        return usual(grid, mines);
    }
    let Ok(mut known) = KNOWN.lock() else { return usual(grid, mines) };
    if let Some(&best) = known.get(&key) {
        return best;
    }
    let best = compute(grid, mines, view);
    // What was cut short is nobody else's first click.
    if !Stop::default().is_stopped() {
        known.insert(key, best);
    }
    best
}

/// The inset whose first click wins most, as far as playouts tell.
fn compute(grid: &Grid, mines: u32, view: &View) -> u32 {
    let deepest =
        tunables::FIRST_DEEPEST.min((grid.width().min(grid.height()).saturating_sub(1)) / 2);
    let mut trials: Vec<ComparedGuess> = (1..=deepest)
        .filter_map(|inset| at_inset(grid, inset))
        .filter(|&cell| grid.neighbours(cell).len() + 1 + mines as usize <= grid.len())
        .map(|cell| ComparedGuess::new(cell, 1.0, 1.0))
        .collect();
    if trials.len() < 2 {
        return usual(grid, mines);
    }
    let mut deals = Random::named("first click", [0, 0]);
    let mut playouts = Playouts::light();
    playouts.begin(Random::named("first click", [0, 1]));
    let budget = (tunables::FIRST_PLAYOUTS / grid.len()).min(tunables::FIRST_MOST);
    let (mut nodes, drop) =
        (usize::MAX, |trials: &mut [ComparedGuess]| drop_behind(trials, tunables::FIRST_BEHIND));
    playouts.compare(view, &mut trials, budget, &mut nodes, drop, |_, first| {
        deal_around(grid, mines, first, &mut deals)
    });
    let alive = (1..=deepest).zip(&trials).filter(|(_, trial)| !trial.dropped);
    let usual = usual(grid, mines);
    alive.min_by_key(|&(inset, _)| inset.abs_diff(usual)).map_or(usual, |(inset, _)| inset)
}

/// A uniform layout with a free neighbourhood.
fn deal_around(grid: &Grid, mines: u32, first: Cell, random: &mut Random) -> Option<Layout> {
    let free = grid.neighbours(first);
    let mut cells: Vec<Cell> =
        grid.cells().filter(|cell| *cell != first && !free.contains(cell)).collect();
    for at in 0..mines as usize {
        let with = at + random.below((cells.len() - at) as u32) as usize;
        cells.swap(at, with);
    }
    Layout::new(grid.clone(), cells[..mines as usize].iter().copied()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::Neighbourhood;

    fn click(grid: Grid, mines: u32, promise: Promise) -> Point {
        let view = View::new(grid, Some(mines)).unwrap();
        view.grid().point(first_click(&view, promise).unwrap())
    }

    /// What was cut short is not remembered.
    #[test]
    fn stopped_playouts_are_nobody_elses_first_click() {
        let view = View::new(Grid::new(9, 10).unwrap(), Some(13)).unwrap();
        let is_known = || KNOWN.lock().unwrap().contains_key(&(9, 10, 13));
        let stop = Stop::new();
        stop.stop();
        stop.during(|| first_click(&view, Promise::Opening));
        assert!(!is_known());
        first_click(&view, Promise::Opening);
        assert!(is_known());
    }

    #[test]
    fn first_clicks_fit_the_promise() {
        let expert = || Grid::new(30, 16).unwrap();
        assert_eq!(click(expert(), 99, Promise::Safe), Point { x: 0, y: 0 });
        // Published: a little inside the corner.
        let Point { x, y } = click(Grid::new(9, 9).unwrap(), 10, Promise::Opening);
        assert!((1..=3).contains(&x) && x == y, "{x},{y}");
        // Boards too small or too large to choose, and another neighbourhood.
        assert_eq!(click(Grid::new(2, 1).unwrap(), 1, Promise::Safe), Point { x: 0, y: 0 });
        assert_eq!(click(Grid::new(5, 1).unwrap(), 1, Promise::Opening).y, 0);
        let large = Grid::new(60, 60).unwrap();
        assert_eq!(click(large, 500, Promise::Opening), Point { x: 2, y: 2 });
        let hex = Grid::with(9, 9, Neighbourhood::Hex).unwrap();
        assert_eq!(click(hex, 20, Promise::Opening), Point { x: 3, y: 3 });
    }
}

//! Coin flips that would form: pairs of cells that nothing will tell apart, configuration by
//! configuration.
//!
//! A pair is undecidable in a configuration if one of its cells is a mine and whatever sees only
//! one of them is a mine or shows nothing: the end of an edge behind two mines is the usual case.
//! Nobody can know beforehand that it will come to that, but in how many configurations it does can
//! be counted. There the same configuration with the pair exchanged looks alike to the end, and of
//! the two one at most is won. So a game is worth half as much for every such pair; and opening
//! one of the two cells early costs nothing there, since what it loses would have been lost anyway.
//!
//! (Hill's solver counts the patterns one by one, with their cells supposed to be mines. Over some
//! hundreds of configurations drawn from the posterior all patterns are counted at once, and
//! what matters, a pair that is likely to form, is seen there often enough.)

use smallvec::SmallVec;
use surefoot_rules::{Cell, Random, Tile};

use crate::posterior::Posterior;
use crate::sample::Draws;
use crate::tunables;

/// What coin flips to come leave of a game, by the cell that is opened next.
///
/// ```
/// use surefoot_inference::{FormedFlips, Workspace};
/// use surefoot_rules::{Cell, Random, view};
///
/// // Two of the first three are mines, so at the end a flip is to come, unless it was taken before.
/// let view = view!["6x1/3", "* * * * 1 *"];
/// let mut workspace = Workspace::default();
/// let posterior = workspace.solve(&view)?;
/// let flips = FormedFlips::drawn(&posterior, 400, &mut Random::named("example", [1, 0]));
/// let share = |cell| flips.share_left(Cell::new(cell));
/// assert_eq!((share(0), share(5)), (1.0, 0.5));
/// # Ok::<(), surefoot_inference::AnalysisError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FormedFlips {
    /// Per cell of the board: how many of the drawn configurations have it safe, and what is left of
    /// those after the flips in which it has no part.
    safe: Vec<f64>,
    left: Vec<f64>,
}

/// Two cells next to each other that the same clues see, and the closed cells that see only one.
#[derive(Debug)]
struct FlipPair {
    one: usize,
    other: usize,
    walls: SmallVec<[usize; 8]>,
}

impl FormedFlips {
    /// Of so many configurations drawn from a posterior.
    pub fn drawn(posterior: &Posterior<'_>, count: usize, random: &mut Random) -> Self {
        let view = posterior.view;
        let pairs = pairs(posterior);
        let closed: Vec<usize> =
            view.closed().filter(|&cell| !posterior.is_mine(cell)).map(Cell::index).collect();
        let cells = view.grid().len();
        let mut flips = Self { safe: vec![0.0; cells], left: vec![0.0; cells] };
        if pairs.is_empty() {
            return flips;
        }
        let mut source = Draws::of(posterior.engine(), view);
        let (mut drawn, mut mined) = (Vec::new(), vec![false; cells]);
        let mut formed: SmallVec<[(usize, usize); 8]> = SmallVec::new();
        for _ in 0..count {
            source.draw_undecided(random, &mut drawn);
            for mine in &drawn {
                mined[mine.index()] = true;
            }
            formed.clear();
            for pair in &pairs {
                let one = mined[pair.one] != mined[pair.other];
                if one && pair.walls.iter().all(|&wall| mined[wall]) {
                    // A cell belongs to one flip only.
                    let taken = |&(a, b): &(usize, usize)| {
                        [a, b].contains(&pair.one) || [a, b].contains(&pair.other)
                    };
                    if !formed.iter().any(taken) {
                        formed.push((pair.one, pair.other));
                    }
                }
            }
            let left = formed.iter().fold(1.0, |left: f64, _| left / 2.0);
            for &cell in closed.iter().filter(|&&cell| !mined[cell]) {
                flips.safe[cell] += 1.0;
                flips.left[cell] += left;
            }
            for &(one, other) in &formed {
                // Whoever opens the safe one of a pair has had its luck.
                let safe = if mined[one] { other } else { one };
                flips.left[safe] += left;
            }
            for mine in &drawn {
                mined[mine.index()] = false;
            }
        }
        flips
    }

    /// The share of a game that is left after the coin flips to come, if this cell is opened and
    /// safe: 1 where none forms, and where it was safe in nothing that was drawn.
    pub fn share_left(&self, cell: Cell) -> f64 {
        let safe = self.safe[cell.index()];
        if safe > 0.0 { self.left[cell.index()] / safe } else { 1.0 }
    }
}

/// The pairs that may turn out undecidable.
fn pairs(posterior: &Posterior<'_>) -> Vec<FlipPair> {
    let view = posterior.view;
    let undecided = |cell: Cell| view.tile(cell).is_closed() && !posterior.is_mine(cell);
    let mut pairs = Vec::new();
    for one in view.closed().filter(|&cell| undecided(cell)) {
        for &other in view.neighbours(one).iter().filter(|&&other| other > one && undecided(other))
        {
            if let Some(walls) = walls(posterior, one, other) {
                pairs.push(FlipPair { one: one.index(), other: other.index(), walls });
            }
        }
    }
    pairs
}

/// The cells that see only one of two and would have to be mines; `None` if something open tells
/// the two apart, or if they are too many to be mines all.
fn walls(posterior: &Posterior<'_>, one: Cell, other: Cell) -> Option<SmallVec<[usize; 8]>> {
    let (view, mut walls) = (posterior.view, SmallVec::new());
    for (cell, apart) in [(one, other), (other, one)] {
        for &beside in view.neighbours(cell).iter().filter(|&&beside| beside != apart) {
            if view.neighbours(apart).contains(&beside) {
                continue;
            }
            match view.tile(beside) {
                Tile::Mine => {}
                Tile::Clue(_) | Tile::Silent => return None,
                Tile::Hidden | Tile::Flag if posterior.is_mine(beside) => {}
                Tile::Hidden | Tile::Flag => walls.push(beside.index()),
            }
        }
    }
    (walls.len() <= tunables::FLIP_WALLS).then_some(walls)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Workspace;
    use surefoot_rules::view;

    /// What is left of every configuration, by its definition, on all of them.
    #[test]
    fn drawn_shares_are_those_of_all_configurations() {
        let view = view!["5x3/4", "* * 1 0 0", "* * 2 1 1", "* * * * *"];
        let mut workspace = Workspace::default();
        let posterior = workspace.solve(&view).unwrap();
        let pairs = pairs(&posterior);
        assert!(!pairs.is_empty());
        let list = posterior.configurations(1_000).unwrap();
        let mined = |bits: u128, index: usize| {
            let at = list.cells.iter().position(|cell| cell.index() == index);
            at.map_or(posterior.is_mine(Cell::new(index as u32)), |at| bits >> at & 1 == 1)
        };
        let drawn =
            FormedFlips::drawn(&posterior, 40_000, &mut Random::named("formed flips", [1, 0]));
        let mut flips_formed = 0;
        for cell in view.closed().filter(|&cell| !posterior.is_mine(cell)) {
            let (mut safe, mut left) = (0.0, 0.0);
            for &bits in list.mines.iter().filter(|&&bits| !mined(bits, cell.index())) {
                let mut taken = Vec::new();
                let mut share = 1.0;
                for FlipPair { one, other, walls } in &pairs {
                    let formed = mined(bits, *one) != mined(bits, *other)
                        && walls.iter().all(|&wall| mined(bits, wall))
                        && !taken.contains(one)
                        && !taken.contains(other);
                    if formed {
                        flips_formed += 1;
                        taken.extend([*one, *other]);
                        share /= if [*one, *other].contains(&cell.index()) { 1.0 } else { 2.0 };
                    }
                }
                (safe, left) = (safe + 1.0, left + share);
            }
            if safe > 0.0 {
                let (all, some) = (left / safe, drawn.share_left(cell));
                assert!((all - some).abs() < 0.02, "{cell:?}: {all} {some}");
            }
        }
        assert!(flips_formed > 0);
    }

    /// What is open tells two cells apart, for good.
    #[test]
    fn a_number_beside_one_of_two_tells_them_apart() {
        let view = view!["4x2/2", "0 1 * *", "0 1 * *"];
        let mut workspace = Workspace::default();
        let posterior = workspace.solve(&view).unwrap();
        let told = |x, y| pairs(&posterior).iter().any(|p| (p.one, p.other) == (x, y));
        // 2,0 is beside the open cells, 3,0 is not; 2,0 and 2,1 see the same.
        assert!(!told(2, 3) && told(2, 6));
    }
}

//! The second witness: plain enumeration of all layouts of a small view.
//!
//! It shares no code with the fast path: every closed cell is filled in every
//! way, every clue is checked against the rule book, and weights are added up. It
//! is slow by design and refuses more than 24 closed cells. (Not the write-ups'
//! "oracle", which is the told mine total.)

use std::collections::HashMap;

use surefoot_rules::{Cell, Layout, Tile, View};

use crate::Unknown;

/// What enumeration finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// Layouts of non-zero weight.
    pub solutions: u64,
    /// Per cell: the probability of a mine; `None` for open cells.
    pub probability: Vec<Option<f64>>,
    /// Per cell: whether some layout has it safe, and some has a mine there.
    pub possible: Vec<(bool, bool)>,
    /// Per closed cell: the distribution of its number, given that it is safe.
    pub numbers: Vec<Option<Vec<f64>>>,
    /// The closed cells that some layout has safe, and all that do show one number there.
    pub dead: Vec<Cell>,
}

/// Enumerates a view; `None` if no layout fits it.
///
/// # Panics
/// If more than 24 cells are closed.
///
/// ```
/// use surefoot_inference::{Unknown, oracle};
/// use surefoot_rules::view;
///
/// let truth = oracle::enumerate(&view!["3x1/1", "* 1 *"], Unknown::AnyTotal).unwrap();
/// assert_eq!((truth.solutions, &truth.probability[..]), (2, &[Some(0.5), None, Some(0.5)][..]));
/// ```
pub fn enumerate(view: &View, unknown: Unknown) -> Option<Truth> {
    let grid = view.grid();
    let closed: Vec<Cell> = view.closed().collect();
    let cells = grid.len();
    let (mut whole, mut solutions) = (LayoutWeight::NONE, 0);
    let mut mines = vec![LayoutWeight::NONE; cells];
    let mut possible = vec![(false, false); cells];
    let mut numbers = vec![[LayoutWeight::NONE; 256]; cells];
    let mut shown = vec![(u8::MAX, 0); cells];
    each_configuration(view, unknown, |_, layout, weight| {
        solutions += 1;
        whole.add(weight);
        for &cell in &closed {
            if layout.is_mine(cell) {
                mines[cell.index()].add(weight);
                possible[cell.index()].1 = true;
            } else {
                let number = layout.number(cell);
                possible[cell.index()].0 = true;
                numbers[cell.index()][usize::from(number)].add(weight);
                let (least, most) = &mut shown[cell.index()];
                (*least, *most) = ((*least).min(number), (*most).max(number));
            }
        }
    });
    if solutions == 0 {
        return None;
    }
    let is_closed = |cell: &Cell| view.tile(*cell).is_closed();
    let share = |cell: Cell| mines[cell.index()].of(whole);
    let probability = grid.cells().map(|cell| is_closed(&cell).then(|| share(cell))).collect();
    let distribution = |cell: Cell| {
        let numbers = &numbers[cell.index()][..=grid.neighbours(cell).len()];
        let mut sum = LayoutWeight::NONE;
        for &weight in numbers {
            sum.add(weight);
        }
        possible[cell.index()].0.then(|| numbers.iter().map(|weight| weight.of(sum)).collect())
    };
    let one = |cell: &Cell| shown[cell.index()].0 == shown[cell.index()].1;
    let dead = closed.iter().copied().filter(one).collect();
    let numbers = grid.cells().map(distribution).collect();
    Some(Truth { solutions, probability, possible, numbers, dead })
}

/// The weight of a layout, or a sum of such, which may be far smaller than a float can be:
/// `value` times 2^256 to the power of `power`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LayoutWeight {
    value: f64,
    power: i32,
}

impl LayoutWeight {
    const NONE: Self = Self { value: 0.0, power: 0 };
    const ONE: Self = Self { value: 1.0, power: 0 };
    /// 2^-256.
    const TINY: f64 = f64::from_bits((1023 - 256) << 52);

    fn times(self, factor: f64) -> Self {
        let scaled = |mut weight: Self| {
            while weight.value > 0.0 && weight.value < Self::TINY {
                weight = Self { value: weight.value / Self::TINY, power: weight.power - 1 };
            }
            weight
        };
        let factor = scaled(Self { value: factor, power: self.power });
        scaled(Self { value: self.value * factor.value, ..factor })
    }

    fn add(&mut self, other: Self) {
        let above = self.value == 0.0 || other.value > 0.0 && other.power > self.power;
        let (large, small) = if above { (other, *self) } else { (*self, other) };
        *self = Self { value: large.value + small.scaled(large.power), power: large.power };
    }

    /// Its value at another power.
    fn scaled(self, power: i32) -> f64 {
        (self.power..power).take(8).fold(self.value, |value, _| value * Self::TINY)
    }

    /// Its share of a sum.
    fn of(self, sum: Self) -> f64 {
        self.scaled(sum.power) / sum.value
    }
}

/// Every configuration with its weight: the mines among the closed cells.
///
/// # Panics
/// If more than 24 cells are closed.
pub fn configurations(view: &View, unknown: Unknown) -> HashMap<Vec<Cell>, f64> {
    let mut found = HashMap::new();
    each_configuration(view, unknown, |mines, _, weight| {
        found.insert(mines.to_vec(), weight.scaled(0));
    });
    found
}

/// Calls `visit` with the mines among the closed cells, the layout, and its
/// weight, for every layout of non-zero weight.
fn each_configuration(
    view: &View,
    unknown: Unknown,
    mut visit: impl FnMut(&[Cell], &Layout, LayoutWeight),
) {
    let grid = view.grid();
    let closed: Vec<Cell> = view.closed().collect();
    assert!(closed.len() <= 24, "the oracle enumerates at most 24 closed cells");
    let opened: Vec<Cell> = grid.cells().filter(|&cell| view.tile(cell) == Tile::Mine).collect();
    for filling in 0..1_u32 << closed.len() {
        let placed = closed.iter().enumerate().filter(|(at, _)| filling >> at & 1 == 1);
        let placed: Vec<Cell> = placed.map(|(_, &cell)| cell).collect();
        let count = (placed.len() + opened.len()) as u32;
        if view.mines().is_some_and(|mines| mines != count) {
            continue;
        }
        let all = placed.iter().chain(&opened).copied();
        let Ok(layout) = Layout::new(grid.clone(), all) else { continue };
        let weight = weight(view, &layout).times(prior(view, unknown, count));
        if weight.value > 0.0 {
            visit(&placed, &layout, weight);
        }
    }
}

/// The likelihood of everything seen, by the rule book.
fn weight(view: &View, layout: &Layout) -> LayoutWeight {
    let mut weight = LayoutWeight::ONE;
    for cell in view.grid().cells() {
        let shown = match view.tile(cell) {
            Tile::Clue(clue) => Some(clue),
            Tile::Silent => None,
            _ => continue,
        };
        let neighbours = view.grid().neighbours(cell).len() as u8;
        let (asks, number) = (view.asks(cell), layout.number(cell));
        if shown.is_some() {
            let mut likelihood = view.rule().likelihood(shown, asks, number, neighbours);
            while likelihood.exponent() < -256 {
                likelihood = likelihood.shifted(256);
                weight.power -= 1;
            }
            weight = weight.times(f64::from(likelihood));
        }
    }
    weight
}

fn prior(view: &View, unknown: Unknown, mines: u32) -> f64 {
    let cells = view.grid().len() as u32;
    match (view.mines(), unknown) {
        (Some(_), _) => 1.0,
        (None, Unknown::AnyTotal) => {
            // 1 / C(cells, mines).
            (0..mines).fold(1.0, |weight, i| weight * f64::from(i + 1) / f64::from(cells - i))
        }
        (None, Unknown::Density(p)) => {
            let power = |base: f64, n: u32| (0..n).fold(1.0, |product, _| product * base);
            power(p, mines) * power(1.0 - p, cells - mines)
        }
    }
}

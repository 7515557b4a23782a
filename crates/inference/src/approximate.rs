//! An estimate, marked as one, where counting is over budget.
//!
//! Under optimistic and cautious clues nearly every layout is possible, so the
//! states of a wide front cannot be counted; but for the same reason a Markov
//! chain moves freely among layouts. Metropolis' rule (1953) on single changes: with
//! a told total a mine and a free cell change places, else one cell changes. The
//! chain starts anywhere, is led to a possible layout by a penalty, and from then
//! on sees only possible ones.
//!
//! Six chains start far from each other (without a told total, from no mines and
//! from nothing but mines). The error stated is half the width of a 95 % interval for
//! the worst cell, from the spread between the chains: if they have not forgotten
//! where they began, they disagree, and beyond five points no estimate is given. It
//! is an estimate of an error, not a proof. Under exact clues a chain of single
//! changes can be caught in a corner of the layouts, so there no estimate is made.

use surefoot_rules::{Cell, ClueRule, Random, Tile, View};

use crate::posterior::{Options, Unknown};
use crate::tunables;

const STUDENT: f64 = 2.571;

/// Probabilities that were estimated and not counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Per cell: the probability of a mine; `None` for open cells.
    pub probability: Vec<Option<f64>>,
    /// Half the width of a 95 % interval, for the worst cell.
    pub error: f64,
}

/// Estimates the probabilities of a view under optimistic or cautious clues;
/// `None` under other rules, if no possible layout was met, if the chains disagree, or if the
/// density to assume is none.
///
/// The same seed gives the same estimate.
///
/// ```
/// use surefoot_inference::{Options, estimate};
/// use surefoot_rules::{Draft, View, view};
///
/// let draft = Draft::from(view!["4x2/3", "1 * * *", "* * 2 *"]);
/// let vague = View::try_from(Draft { rule: "cautious".parse().unwrap(), ..draft }).unwrap();
/// let estimate = estimate(&vague, &Options::default(), 1).unwrap();
/// assert!(estimate.error < 0.05);
/// ```
pub fn estimate(view: &View, options: &Options, seed: u64) -> Option<Estimate> {
    if !matches!(view.rule(), ClueRule::Optimistic { .. } | ClueRule::Cautious { .. }) {
        return None;
    }
    if view.mines().is_none() && !options.unknown.is_possible() {
        return None;
    }
    let closed = view.closed_count() as usize;
    let mut means = vec![[0.0; tunables::CHAINS]; closed];
    let mut cells = Vec::new();
    for number in 0..tunables::CHAINS {
        let random = Random::named("estimate", [seed, number as u64]);
        let mut chain = Chain::new(view, options, number % 2 == 1, random)?;
        for _ in 0..tunables::BURN_IN {
            chain.sweep();
        }
        if chain.impossible > 0 {
            return None;
        }
        for _ in 0..tunables::SWEEPS {
            chain.sweep();
            for (mean, &mine) in means.iter_mut().zip(&chain.mines) {
                mean[number] += f64::from(u8::from(mine)) / tunables::SWEEPS as f64;
            }
        }
        cells = chain.closed;
    }
    let count = tunables::CHAINS as f64;
    let mut probability = vec![None; view.grid().len()];
    // A cell that never changed is not known better than so many looks tell.
    let mut error = 3.0 / (count * tunables::SWEEPS as f64);
    for (cell, chains) in cells.iter().zip(means) {
        let mean = chains.iter().sum::<f64>() / count;
        let squares: f64 = chains.iter().map(|chain| (chain - mean).powi(2)).sum();
        error = error.max(STUDENT * (squares / (count - 1.0) / count).sqrt());
        probability[cell.index()] = Some(mean);
    }
    (error <= tunables::CHAINS_DIFFER).then_some(Estimate { probability, error })
}

/// A layout that changes.
struct Chain {
    closed: Vec<Cell>,
    /// Whether each closed cell is a mine.
    mines: Vec<bool>,
    /// The clues beside each closed cell.
    beside: Vec<Vec<u32>>,
    /// Each clue's true number, and the logarithm of its likelihood by number.
    numbers: Vec<u8>,
    likelihoods: Vec<Vec<f64>>,
    /// Clues whose number is impossible.
    impossible: u32,
    prior: Prior,
    random: Random,
}

#[derive(Clone, Copy)]
enum Prior {
    Told,
    AnyTotal { cells: u32, mines: u32 },
    LogOdds(f64),
}

impl Chain {
    /// A chain that starts with the told number of mines, or with none or `full`.
    fn new(view: &View, options: &Options, full: bool, mut random: Random) -> Option<Self> {
        let grid = view.grid();
        let closed: Vec<Cell> = view.closed().collect();
        let (mut numbers, mut likelihoods) = (Vec::new(), Vec::new());
        let mut clue_of = vec![u32::MAX; grid.len()];
        for cell in grid.cells() {
            let Tile::Clue(shown) = view.tile(cell) else { continue };
            let around = grid.neighbours(cell);
            let opened = around.iter().filter(|&&c| view.tile(c) == Tile::Mine).count();
            let (asks, most) = (view.asks(cell), around.len() as u8);
            let log = |n: u8| view.rule().likelihood(Some(shown), asks, n, most).ln();
            clue_of[cell.index()] = numbers.len() as u32;
            numbers.push(opened as u8);
            likelihoods.push((0..=most).map(log).collect::<Vec<f64>>());
        }
        let beside = closed
            .iter()
            .map(|&cell| {
                let around = grid.neighbours(cell);
                let clues = around.iter().map(|c| clue_of[c.index()]);
                clues.filter(|&clue| clue != u32::MAX).collect()
            })
            .collect();
        let opened = view.opened_mines();
        let many = if full { closed.len() as u32 } else { 0 };
        let (prior, start) = match (view.mines(), options.unknown) {
            (Some(mines), _) => (Prior::Told, mines.checked_sub(opened)?),
            (None, Unknown::AnyTotal) => {
                (Prior::AnyTotal { cells: grid.len() as u32, mines: opened }, many)
            }
            (None, Unknown::Density(p)) => (Prior::LogOdds((p / (1.0 - p)).ln()), many),
        };
        if start as usize > closed.len() {
            return None;
        }
        let mines = vec![false; closed.len()];
        let mut chain = Self {
            closed,
            mines,
            beside,
            numbers,
            likelihoods,
            impossible: 0,
            prior,
            random: random.clone(),
        };
        let mut order: Vec<usize> = (0..chain.closed.len()).collect();
        for at in 0..start as usize {
            let with = at + random.below((order.len() - at) as u32) as usize;
            order.swap(at, with);
            chain.flip(order[at]);
        }
        chain.random = random;
        chain.impossible = (0..chain.numbers.len())
            .filter(|&clue| chain.log(clue, chain.numbers[clue]) == f64::NEG_INFINITY)
            .count() as u32;
        Some(chain)
    }

    fn log(&self, clue: usize, number: u8) -> f64 {
        self.likelihoods[clue][usize::from(number)]
    }

    /// Changes one cell and its clues; tells the change of the logarithm of the
    /// weight, and of the number of impossible clues.
    fn flip(&mut self, at: usize) -> (f64, i32) {
        let mine = !self.mines[at];
        self.mines[at] = mine;
        let (mut change, mut impossible) = (0.0, 0);
        for index in 0..self.beside[at].len() {
            let clue = self.beside[at][index] as usize;
            let old = self.numbers[clue];
            let new = if mine { old + 1 } else { old - 1 };
            self.numbers[clue] = new;
            let (before, after) = (self.log(clue, old), self.log(clue, new));
            let (was, is) = (before == f64::NEG_INFINITY, after == f64::NEG_INFINITY);
            impossible += i32::from(is) - i32::from(was);
            change += if is { 0.0 } else { after } - if was { 0.0 } else { before };
        }
        match &mut self.prior {
            Prior::Told => {}
            Prior::LogOdds(odds) => change += if mine { *odds } else { -*odds },
            Prior::AnyTotal { cells, mines } => {
                // The weight of t mines of n cells is 1 / C(n, t).
                let fewer = f64::from(if mine { *mines } else { *mines - 1 });
                let ratio = ((fewer + 1.0) / (f64::from(*cells) - fewer)).ln();
                change += if mine { ratio } else { -ratio };
                *mines = if mine { *mines + 1 } else { *mines - 1 };
            }
        }
        (change, impossible)
    }

    /// As many proposals as there are closed cells.
    fn sweep(&mut self) {
        let count = self.closed.len() as u32;
        for _ in 0..count {
            let one = self.random.below(count) as usize;
            let other = match self.prior {
                Prior::Told => Some(self.random.below(count) as usize),
                _ => None,
            };
            if other.is_some_and(|other| self.mines[one] == self.mines[other]) {
                continue;
            }
            let (mut change, mut impossible) = self.flip(one);
            if let Some(other) = other {
                let second = self.flip(other);
                change += second.0;
                impossible += second.1;
            }
            let weight = if self.impossible == 0 && impossible > 0 {
                f64::NEG_INFINITY
            } else {
                change + tunables::PENALTY * f64::from(impossible)
            };
            if weight < 0.0 && self.random.unit().ln() >= weight {
                self.flip(one);
                if let Some(other) = other {
                    self.flip(other);
                }
            } else {
                self.impossible = self.impossible.wrapping_add_signed(impossible);
            }
        }
    }
}

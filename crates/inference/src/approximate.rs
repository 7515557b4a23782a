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
//!
//! All chains take the same number of sweeps, so what an estimate takes is known
//! before it begins, and who asks for more than is allowed is told at once.

use std::collections::HashMap;

use surefoot_rules::{Cell, ClueRule, Random, Tile, View};

use crate::allowance::Share;
use crate::posterior::{Options, Unknown};
use crate::stop::Stop;
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

/// Why there is no estimate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EstimateError {
    /// Other clues than optimistic and cautious ones.
    #[error("only optimistic and cautious clues can be estimated")]
    Rule,
    /// The density to assume is not between 0 and 1.
    #[error("a density of mines lies above 0 and below 1")]
    NotADensity,
    /// It does not fit into the memory allowed.
    #[error("it takes {} MB of memory", .bytes.div_ceil(1_000_000))]
    OverMemory {
        /// The bytes it takes.
        bytes: usize,
    },
    /// It would take too long.
    #[error("{closed} closed cells would take too long: expected at most {most}")]
    TooManyCells {
        /// The cells that are closed.
        closed: usize,
        /// How many may be.
        most: usize,
    },
    /// The chains met no possible layout.
    #[error("its chains met no possible layout")]
    NoLayout,
    /// The chains have not forgotten where they began.
    #[error("its chains disagree")]
    Disagreement,
    /// A [`Stop`](crate::Stop) ended it.
    #[error("it was stopped before it was done")]
    Stopped,
}

/// Estimates the probabilities of a view under optimistic or cautious clues, in no more memory
/// than the options allow.
///
/// The same seed gives the same estimate.
///
/// ```
/// use surefoot_inference::{EstimateError, Options, estimate};
/// use surefoot_rules::{Draft, View, view};
///
/// let exact = view!["4x2/3", "1 * * *", "* * 2 *"];
/// assert_eq!(estimate(&exact, &Options::default(), 1), Err(EstimateError::Rule));
/// let draft = Draft::from(exact);
/// let vague = View::try_from(Draft { rule: "cautious".parse().unwrap(), ..draft }).unwrap();
/// let estimate = estimate(&vague, &Options::default(), 1)?;
/// assert!(estimate.error < 0.05);
/// # Ok::<(), EstimateError>(())
/// ```
pub fn estimate(view: &View, options: &Options, seed: u64) -> Result<Estimate, EstimateError> {
    if !matches!(view.rule(), ClueRule::Optimistic { .. } | ClueRule::Cautious { .. }) {
        return Err(EstimateError::Rule);
    }
    if view.mines().is_none() && !options.unknown.is_possible() {
        return Err(EstimateError::NotADensity);
    }
    let closed = view.closed_count() as usize;
    let sweeps = tunables::CHAINS * (tunables::BURN_IN + tunables::SWEEPS);
    let most = tunables::ESTIMATED_CHANGES / sweeps;
    if closed > most {
        return Err(EstimateError::TooManyCells { closed, most });
    }
    let mut share = Share::default();
    let bytes = ChainGround::bytes(view);
    if bytes > share.at_most(options.memory) {
        return Err(EstimateError::OverMemory { bytes });
    }
    share.hold(bytes);
    let stop = Stop::default();
    let ground = ChainGround::of(view, options).ok_or(EstimateError::NoLayout)?;
    let mut means = vec![[0.0; tunables::CHAINS]; closed];
    for number in 0..tunables::CHAINS {
        let random = Random::named("estimate", [seed, number as u64]);
        let mut chain = Chain::new(&ground, number % 2 == 1, random);
        for _ in 0..tunables::BURN_IN {
            chain.sweep(&stop)?;
        }
        if chain.impossible > 0 {
            return Err(EstimateError::NoLayout);
        }
        for _ in 0..tunables::SWEEPS {
            chain.sweep(&stop)?;
            for (mean, &mine) in means.iter_mut().zip(&chain.mines) {
                mean[number] += f64::from(u8::from(mine)) / tunables::SWEEPS as f64;
            }
        }
    }
    let count = tunables::CHAINS as f64;
    let mut probability = vec![None; view.grid().len()];
    // A cell that never changed is not known better than so many looks tell.
    let mut error = 3.0 / (count * tunables::SWEEPS as f64);
    for (cell, chains) in ground.closed.iter().zip(means) {
        let mean = chains.iter().sum::<f64>() / count;
        let squares: f64 = chains.iter().map(|chain| (chain - mean).powi(2)).sum();
        error = error.max(STUDENT * (squares / (count - 1.0) / count).sqrt());
        probability[cell.index()] = Some(mean);
    }
    let agree = error <= tunables::CHAINS_DIFFER;
    agree.then_some(Estimate { probability, error }).ok_or(EstimateError::Disagreement)
}

/// What all chains of a view have in common, in few lists: a vector for each cell would take
/// many times as much.
struct ChainGround {
    closed: Vec<Cell>,
    /// Where the clues beside each closed cell begin, and where those of the last end.
    starts: Vec<u32>,
    /// The clues beside each closed cell, one cell after the other.
    beside: Vec<u32>,
    /// The open mines beside each clue.
    opened: Vec<u8>,
    /// Where the likelihoods of each clue begin.
    likelihood: Vec<u32>,
    /// The logarithms of likelihoods by number. Clues that say the same share theirs.
    logarithms: Vec<f64>,
    prior: Prior,
    /// Mines among the closed cells, if that is told.
    told: Option<u32>,
}

#[derive(Clone, Copy)]
enum Prior {
    Told,
    AnyTotal { cells: u32, mines: u32 },
    LogOdds(f64),
}

impl ChainGround {
    /// What the estimate of a view takes at the most: its lists, those of one chain, and what
    /// comes of it.
    fn bytes(view: &View) -> usize {
        let (grid, closed) = (view.grid(), view.closed_count() as usize);
        let (mut beside, mut clues, mut repeated, mut widest) = (0, 0, 0, 0);
        for cell in grid.cells() {
            let around = grid.neighbours(cell).len();
            match view.tile(cell) {
                tile if tile.is_closed() => beside += around,
                Tile::Clue(_) => {
                    (clues, widest) = (clues + 1, around.max(widest));
                    repeated += usize::from(view.asks(cell) > 1);
                }
                _ => {}
            }
        }
        // Of clues that were asked once there are few kinds.
        let kinds = clues.min(repeated + widest * widest + 1);
        let per_cell = size_of::<u32>() + size_of::<Option<f64>>();
        let means = size_of::<[f64; tunables::CHAINS]>();
        let per_closed = means + size_of::<Cell>() + 2 * size_of::<u32>() + size_of::<bool>();
        let per_clue = size_of::<u32>() + 2 * size_of::<u8>();
        // A list that grows, and what finds it.
        let per_kind = 2 * (widest + 1) * size_of::<f64>() + 4 * size_of::<u64>();
        grid.len() * per_cell
            + closed * per_closed
            + beside * size_of::<u32>()
            + clues * per_clue
            + kinds * per_kind
    }

    /// `None` if more mines are told than there are cells.
    fn of(view: &View, options: &Options) -> Option<Self> {
        let grid = view.grid();
        let mut closed = Vec::with_capacity(view.closed_count() as usize);
        closed.extend(view.closed());
        let clues = grid.cells().filter(|&cell| matches!(view.tile(cell), Tile::Clue(_))).count();
        let (mut opened, mut likelihood) = (Vec::with_capacity(clues), Vec::with_capacity(clues));
        let (mut logarithms, mut alike) = (Vec::new(), HashMap::new());
        let mut clue_of = vec![u32::MAX; grid.len()];
        for cell in grid.cells() {
            let Tile::Clue(shown) = view.tile(cell) else { continue };
            let around = grid.neighbours(cell);
            let mines = around.iter().filter(|&&c| view.tile(c) == Tile::Mine).count();
            let (asks, most) = (view.asks(cell), around.len() as u8);
            clue_of[cell.index()] = opened.len() as u32;
            opened.push(mines as u8);
            likelihood.push(*alike.entry((shown, asks, most)).or_insert_with(|| {
                let start = logarithms.len() as u32;
                let log = |n: u8| view.rule().likelihood(Some(shown), asks, n, most).ln();
                logarithms.extend((0..=most).map(log));
                start
            }));
        }
        let around = |cell: Cell| grid.neighbours(cell).len();
        let mut beside = Vec::with_capacity(closed.iter().map(|&cell| around(cell)).sum());
        let mut starts = Vec::with_capacity(closed.len() + 1);
        for &cell in &closed {
            starts.push(beside.len() as u32);
            let around = grid.neighbours(cell);
            let clues = around.iter().map(|c| clue_of[c.index()]);
            beside.extend(clues.filter(|&clue| clue != u32::MAX));
        }
        starts.push(beside.len() as u32);
        let mines = view.opened_mines();
        let (prior, told) = match (view.mines(), options.unknown) {
            (Some(told), _) => (Prior::Told, Some(told.checked_sub(mines)?)),
            (None, Unknown::AnyTotal) => {
                (Prior::AnyTotal { cells: grid.len() as u32, mines }, None)
            }
            (None, Unknown::Density(p)) => (Prior::LogOdds((p / (1.0 - p)).ln()), None),
        };
        let fits = told.is_none_or(|told| told as usize <= closed.len());
        fits.then_some(Self { closed, starts, beside, opened, likelihood, logarithms, prior, told })
    }

    fn log(&self, clue: usize, number: u8) -> f64 {
        self.logarithms[self.likelihood[clue] as usize + usize::from(number)]
    }
}

/// A layout that changes.
struct Chain<'a> {
    ground: &'a ChainGround,
    /// Whether each closed cell is a mine.
    mines: Vec<bool>,
    /// Each clue's true number.
    numbers: Vec<u8>,
    /// Clues whose number is impossible.
    impossible: u32,
    prior: Prior,
    random: Random,
}

impl<'a> Chain<'a> {
    /// A chain that starts with the told number of mines, or with none or `full`.
    fn new(ground: &'a ChainGround, full: bool, mut random: Random) -> Self {
        let count = ground.closed.len() as u32;
        let start = ground.told.unwrap_or(if full { count } else { 0 });
        let mut chain = Self {
            ground,
            mines: vec![false; ground.closed.len()],
            numbers: ground.opened.clone(),
            impossible: 0,
            prior: ground.prior,
            random: random.clone(),
        };
        let mut order: Vec<u32> = (0..count).collect();
        for at in 0..start {
            let with = at + random.below(count - at);
            order.swap(at as usize, with as usize);
            chain.flip(order[at as usize] as usize);
        }
        chain.random = random;
        chain.impossible = (0..chain.numbers.len())
            .filter(|&clue| ground.log(clue, chain.numbers[clue]) == f64::NEG_INFINITY)
            .count() as u32;
        chain
    }

    /// Changes one cell and its clues; tells the change of the logarithm of the
    /// weight, and of the number of impossible clues.
    fn flip(&mut self, at: usize) -> (f64, i32) {
        let mine = !self.mines[at];
        self.mines[at] = mine;
        let (mut change, mut impossible) = (0.0, 0);
        let ground = self.ground;
        let beside = ground.starts[at] as usize..ground.starts[at + 1] as usize;
        for &clue in &ground.beside[beside] {
            let clue = clue as usize;
            let old = self.numbers[clue];
            let new = if mine { old + 1 } else { old - 1 };
            self.numbers[clue] = new;
            let (before, after) = (ground.log(clue, old), ground.log(clue, new));
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
    fn sweep(&mut self, stop: &Stop) -> Result<(), EstimateError> {
        if stop.is_stopped() {
            return Err(EstimateError::Stopped);
        }
        let count = self.mines.len() as u32;
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
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allowance::Allowance;
    use surefoot_rules::{Draft, Grid};

    fn vague(width: u32, height: u32) -> View {
        let grid = Grid::new(width, height).unwrap();
        let shown =
            |cell: Cell| if cell.index().is_multiple_of(5) { Tile::Clue(1) } else { Tile::Hidden };
        let tiles = grid.cells().map(shown).collect();
        let rule = "optimistic:q=0.8".parse().unwrap();
        let draft = Draft::with_tiles(grid.clone(), Some(grid.len() as u32 / 5), tiles);
        View::try_from(Draft { rule, ..draft }).unwrap()
    }

    /// A million cells would take a quarter of an hour and a hundred megabytes.
    #[test]
    fn an_estimate_has_bounds() {
        let (huge, options) = (vague(1_000, 1_000), Options::default());
        let closed = huge.closed_count() as usize;
        let most = 143_165;
        let refused = Err(EstimateError::TooManyCells { closed, most });
        assert_eq!(estimate(&huge, &options, 1), refused);
        let large = vague(100, 100);
        let bytes = ChainGround::bytes(&large);
        assert!((500_000..2_000_000).contains(&bytes), "{bytes}");
        let little = Options { memory: bytes - 1, ..options };
        let refused = Err(EstimateError::OverMemory { bytes });
        assert_eq!(estimate(&large, &little, 1), refused);
        let shared = Allowance::of(bytes - 1).during(|| estimate(&large, &options, 1));
        assert_eq!(shared, refused);
        let stop = Stop::new();
        stop.stop();
        let stopped = stop.during(|| estimate(&large, &options, 1));
        assert_eq!(stopped, Err(EstimateError::Stopped));
    }
}

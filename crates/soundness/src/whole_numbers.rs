//! A view of thousands of configurations, against whole numbers.
//!
//! Enumeration ends at two dozen closed cells, and what breaks a count in doubles begins at
//! hundreds. This witness counts in whole numbers, one box after the other with a map from what
//! is still open to ways by mines, and shares no code with the engine: likelihoods too are
//! written out as fractions here. It is slow where many clues are open at once, so views for it
//! are narrow ([`constructed`](crate::constructed)).

use std::collections::BTreeMap;

use surefoot_inference::{
    AnalysisError, Analyst, Explanation, Options, ProofError, Prover, Suppose, UBig, Unknown,
    Workspace,
};
use surefoot_rules::{Cell, ClueRule, Random, Tile, View};

use crate::counting::ERROR;

/// Boxes of closed cells under clues, and cells that no clue sees.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// Alike cells: each box is beside other clues.
    pub boxes: Vec<Vec<Cell>>,
    /// Per clue: the boxes beside it, and how likely it is by the mines in them, as whole
    /// numbers over one and the same denominator.
    clues: Vec<(Vec<usize>, Vec<UBig>)>,
    sea: u32,
    /// All cells, and the mines that are open.
    cells: u32,
    opened: u32,
}

fn choose(n: u32, k: u32) -> UBig {
    (0..k).fold(UBig::ONE, |ways, i| ways * UBig::from(n - i) / UBig::from(i + 1))
}

fn factorial(n: u32) -> UBig {
    (2..=n).fold(UBig::ONE, |product, i| product * UBig::from(i))
}

impl System {
    /// The system of a view: every closed cell a box of its own, but alike ones together.
    pub fn of(view: &View) -> Self {
        let grid = view.grid();
        let mut system = Self { cells: grid.len() as u32, ..Self::default() };
        system.opened = grid.cells().filter(|&c| view.tile(c) == Tile::Mine).count() as u32;
        let shown = |cell: Cell| match view.tile(cell) {
            Tile::Clue(clue) => Some(clue),
            _ => None,
        };
        let clues: Vec<Cell> = grid.cells().filter(|&cell| shown(cell).is_some()).collect();
        // Boxes column by column on boards, so that few clues are open at once.
        let mut boxes: BTreeMap<(u32, Vec<Cell>), Vec<Cell>> = BTreeMap::new();
        for cell in view.closed() {
            let seen: Vec<Cell> =
                clues.iter().copied().filter(|&c| grid.neighbours(c).contains(&cell)).collect();
            let column = if grid.height() > 1 { grid.point(cell).x } else { 0 };
            if seen.is_empty() {
                system.sea += 1;
            } else {
                boxes.entry((column, seen)).or_default().push(cell);
            }
        }
        let mut boxes: Vec<_> = boxes.into_iter().collect();
        if grid.height() == 1 {
            boxes.sort_by_key(|(_, cells)| cells[0]);
        }
        for &cell in &clues {
            let beside =
                boxes.iter().enumerate().filter(|(_, ((_, seen), _))| seen.contains(&cell));
            let beside: Vec<usize> = beside.map(|(at, _)| at).collect();
            let around = grid.neighbours(cell);
            let known = around.iter().filter(|c| view.tile(**c) == Tile::Mine).count();
            let told = shown(cell).unwrap_or_default();
            let all = likelihoods(view.rule(), told, view.asks(cell), around.len() as u8);
            if !beside.is_empty() {
                system.clues.push((beside, all[known..].to_vec()));
            }
        }
        system.boxes = boxes.into_iter().map(|(_, cells)| cells).collect();
        system
    }

    /// The ways to fill all boxes, by mines; those of one box counted once for every mine in
    /// it, if one is named.
    pub fn ways(&self, counted: Option<usize>) -> Vec<UBig> {
        let last = |clue: &(Vec<usize>, Vec<UBig>)| clue.0.iter().max().copied();
        // What is open: mines so far of every clue, `None` before its first box and after its
        // last.
        let mut open: BTreeMap<Vec<Option<u8>>, Vec<UBig>> =
            BTreeMap::from([(vec![None; self.clues.len()], vec![UBig::ONE])]);
        for (number, cells) in self.boxes.iter().enumerate() {
            let size = cells.len() as u32;
            let mut next: BTreeMap<Vec<Option<u8>>, Vec<UBig>> = BTreeMap::new();
            for (state, ways) in &open {
                'mines: for mines in 0..=size {
                    let (mut state, mut weight) = (state.clone(), choose(size, mines));
                    if counted == Some(number) {
                        weight *= UBig::from(mines);
                    }
                    for (clue, so_far) in self.clues.iter().zip(&mut state) {
                        if clue.0.contains(&number) {
                            let sum = so_far.unwrap_or(0) + mines as u8;
                            *so_far = Some(sum);
                            if last(clue) == Some(number) {
                                *so_far = None;
                                weight *= &clue.1[usize::from(sum)];
                            } else if clue.1[usize::from(sum)..].iter().all(|w| *w == UBig::ZERO) {
                                continue 'mines;
                            }
                        }
                    }
                    if weight == UBig::ZERO {
                        continue;
                    }
                    let into = next.entry(state).or_default();
                    into.resize(into.len().max(ways.len() + mines as usize), UBig::ZERO);
                    for (into, ways) in into[mines as usize..].iter_mut().zip(ways) {
                        *into += ways * &weight;
                    }
                }
            }
            open = next;
        }
        open.into_values().next().unwrap_or_default()
    }

    /// Ways by mines, weighed by what is known of the total.
    pub fn weigh(&self, ways: &[UBig], mines: Option<u32>, unknown: Unknown) -> UBig {
        let closed: usize = self.boxes.iter().map(Vec::len).sum();
        let weight = |m: u32| match (mines, unknown) {
            (Some(mines), _) => match mines.checked_sub(m + self.opened) {
                Some(rest) if rest <= self.sea => choose(self.sea, rest),
                _ => UBig::ZERO,
            },
            // The sea may have any mines, which together weigh the same for every filling.
            (None, Unknown::Density(density)) => {
                let (mine, safe) = odds(density);
                mine.pow(m as usize) * safe.pow(closed - m as usize)
            }
            // One over the layouts with so many mines, times the factorial of all cells.
            (None, Unknown::AnyTotal) => (0..=self.sea).fold(UBig::ZERO, |sum, rest| {
                let total = m + self.opened + rest;
                sum + choose(self.sea, rest) * factorial(total) * factorial(self.cells - total)
            }),
        };
        let terms = ways.iter().zip(0..).filter(|(ways, _)| **ways > UBig::ZERO);
        terms.fold(UBig::ZERO, |sum, (ways, m)| sum + ways * weight(m))
    }
}

/// A fraction of two large numbers, the second the larger.
pub fn ratio(over: &UBig, under: &UBig) -> f64 {
    let scaled: UBig = (over << 80) / under;
    scaled.to_string().parse().map_or(f64::NAN, |scaled: f64| scaled / 2_f64.powi(80))
}

/// How likely it is, by the mines beside a cell, that it shows what it shows: times a number
/// that does not depend on them.
fn likelihoods(rule: ClueRule, shown: u8, asks: u32, neighbours: u8) -> Vec<UBig> {
    if rule.tells_truth() {
        let is = |number: u8| if number == shown { UBig::ONE } else { UBig::ZERO };
        return (0..=neighbours).map(is).collect();
    }
    // Divisible by every number of ways there can be.
    let all = (1..=u64::from(neighbours) + 1).fold(1_u64, |lcm, n| {
        let gcd = |mut a: u64, mut b: u64| {
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        lcm / gcd(lcm, n) * n
    });
    let power = |base: UBig| base.pow(asks as usize);
    // The largest of all draws is `told`: none above it, less none at or above it. Of so many
    // draws `truth` tell the truth, the rest is even below it.
    let understated = |truth: Option<f64>, told: u8, number: u8| {
        if told > number {
            return UBig::ZERO;
        }
        let (true_draws, draws) = in_whole_numbers(truth.unwrap_or(0.0));
        let at_most = |ways: u64| match truth {
            _ if ways == 0 => UBig::ZERO,
            _ if ways > u64::from(number) => &draws * all,
            None => &draws * (all / (u64::from(number) + 1) * ways),
            Some(_) => (&draws - &true_draws) * (all / u64::from(number) * ways),
        };
        power(at_most(u64::from(told) + 1)) - power(at_most(told.into()))
    };
    let of = |number: u8| match rule {
        ClueRule::Cautious { truth } => understated(truth, neighbours - shown, neighbours - number),
        ClueRule::Optimistic { truth } => understated(truth, shown, number),
        _ => UBig::ZERO,
    };
    (0..=neighbours).map(of).collect()
}

/// A decimal fraction as a number of so many.
fn in_whole_numbers(share: f64) -> (UBig, UBig) {
    let (mut scaled, mut of) = (share, UBig::ONE);
    while (scaled - scaled.round()).abs() > 1e-9 * scaled {
        scaled *= 10.0;
        of *= UBig::from(10_u8);
    }
    (UBig::from(scaled.round() as u64), of)
}

/// A decimal fraction as small numbers that stand to each other as what has it to what has not:
/// one to one of a half, so that all layouts weigh one.
fn odds(density: f64) -> (UBig, UBig) {
    let (mut mine, mut all) = in_whole_numbers(density);
    // All is a power of ten.
    for factor in [2_u8, 5].map(UBig::from) {
        while &mine % &factor == UBig::ZERO && &all % &factor == UBig::ZERO {
            mine /= &factor;
            all /= &factor;
        }
    }
    let safe = &all - &mine;
    (mine, safe)
}

/// Compares the engine with whole numbers, at three boxes; the largest error, or `None` if it
/// had no answer.
///
/// # Panics
/// If it is certain of what is not so, or not of what is.
pub fn largest_error(view: &View, unknown: Unknown, random: &mut Random) -> Option<f64> {
    let system = System::of(view);
    let whole = system.weigh(&system.ways(None), view.mines(), unknown);
    let mut workspace = Workspace::new(Options { unknown, ..Options::default() });
    let posterior = match workspace.solve(view) {
        Ok(posterior) => posterior,
        Err(AnalysisError::Inconsistent(clash)) => {
            assert_eq!(whole, UBig::ZERO, "{clash} in\n{view:?}");
            return Some(0.0);
        }
        Err(_) => return None,
    };
    assert!(whole > UBig::ZERO, "no layout fits\n{view:?}");
    let mut worst = 0.0_f64;
    let last = system.boxes.len().saturating_sub(1);
    for at in [0, last, random.below(last as u32 + 1) as usize] {
        let Some(cells) = system.boxes.get(at) else { continue };
        let mines = system.weigh(&system.ways(Some(at)), view.mines(), unknown);
        let share = &whole * UBig::from(cells.len());
        let (cell, truth) = (cells[0], ratio(&mines, &share));
        let found = posterior.probability(cell).unwrap_or(f64::NAN);
        assert!((0.0..=1.0).contains(&found), "{found} at {cell:?} of\n{view:?}");
        assert_eq!(posterior.is_safe(cell), mines == UBig::ZERO, "{cell:?} of\n{view:?}");
        assert_eq!(posterior.is_mine(cell), mines == share, "{cell:?} of\n{view:?}");
        worst = worst.max((found - truth).abs());
        if view.mines().is_some() || unknown == Unknown::AnyTotal {
            check_others(view, cell, truth, (mines < share, mines > UBig::ZERO));
        }
    }
    if view.rule().tells_truth() && (view.mines().is_some() || system.sea == 0) {
        let all = system.weigh(&system.ways(None), view.mines(), Unknown::Density(0.5));
        let found = posterior.solutions().ok();
        assert_eq!(found, Some(all), "configurations of\n{view:?}");
    }
    Some(worst)
}

/// Whoever else is asked says the same of a cell that can be safe, and can be a mine.
fn check_others(view: &View, cell: Cell, truth: f64, (safe, mine): (bool, bool)) {
    let near = |p: f64| (p - truth).abs() <= ERROR;
    let (mut workspace, mut analyst) = (Workspace::default(), Analyst::default());
    let Ok(followed) = analyst.follow(view) else { panic!("an analyst refuses\n{view:?}") };
    assert!(followed.probability(cell).is_some_and(near), "{cell:?} followed in\n{view:?}");
    assert_eq!((!followed.is_mine(cell), !followed.is_safe(cell)), (safe, mine), "{view:?}");
    let Ok(posterior) = workspace.solve(view) else { panic!("a workspace refuses\n{view:?}") };
    if safe {
        let mut suppose = Suppose::default();
        let sum = suppose.numbers(&posterior, cell).map(|numbers| numbers.iter().sum::<f64>());
        assert!(sum.is_ok_and(|sum| (sum - 1.0).abs() <= ERROR), "{sum:?} at {cell:?}\n{view:?}");
    }
    let drawn = posterior.sample(&mut Random::named("drawn", [cell.number().into(), 0]));
    assert!(if drawn.contains(&cell) { mine } else { safe }, "{cell:?} drawn in\n{view:?}");
    match Prover::default().explain(view, cell) {
        Ok(Explanation::Proof(proof)) => assert_eq!((!proof.mine, proof.mine), (safe, mine)),
        Ok(Explanation::Doubt(doubt)) => {
            assert!(safe && mine && near(doubt.probability), "{doubt:?} in\n{view:?}");
        }
        Err(ProofError::Clues(_)) => assert!(!view.rule().tells_truth(), "{view:?}"),
        // A proof of hundreds of steps may be refused, and a doubt never is.
        Err(ProofError::TooHard(_)) => assert!(!(safe && mine), "{cell:?} of\n{view:?}"),
        other => panic!("{cell:?}: {other:?} in\n{view:?}"),
    }
}

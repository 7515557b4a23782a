//! How many configurations there are, to the last digit.
//!
//! Probabilities need no number so long, so it may take a few seconds and no more: what large
//! numbers will take is estimated in products of words before they are multiplied.

use dashu_int::ops::BitTest;
use dashu_int::{UBig, Word};

use crate::count::number::{Number, choose_exactly};
use crate::count::pass::Pass;
use crate::count::whole_product;
use crate::error::CountError;
use crate::posterior::{Engine, Posterior};
use crate::tunables;

impl Posterior<'_> {
    /// How many configurations of non-zero likelihood there are, to the last
    /// digit; an error if so large a number would take too much memory or time.
    pub fn solutions(&self) -> Result<UBig, CountError> {
        let engine = self.engine_within()?;
        let frontier = &engine.frontier;
        let (first, terms) = product(engine)?;
        let placed = frontier.opened_mines + frontier.known_mines;
        Ok(match self.view.mines() {
            None => {
                let frontier_ways: UBig = terms.iter().fold(UBig::ZERO, |sum, ways| sum + ways);
                frontier_ways << frontier.sea as usize
            }
            Some(mines) => {
                let left = mines.saturating_sub(placed);
                check_sea(&terms, frontier.sea, left)?;
                let mines = first..first + terms.len() as u32;
                let possible = terms.iter().zip(mines).filter(|&(ways, m)| {
                    *ways > UBig::ZERO && m <= left && left - m <= frontier.sea
                });
                // From one number of mines in the sea to the next is one step.
                let mut sea: Option<(u32, UBig)> = None;
                let mut sum = UBig::ZERO;
                for (ways, m) in possible.rev() {
                    engine.stop.check()?;
                    let choose = || (left - m, choose_exactly(frontier.sea, left - m));
                    let (in_sea, ways_in_sea) = sea.get_or_insert_with(choose);
                    for mines in *in_sea..left - m {
                        *ways_in_sea *= UBig::from(frontier.sea - mines);
                        *ways_in_sea /= UBig::from(mines + 1);
                    }
                    *in_sea = left - m;
                    sum += ways * &*ways_in_sea;
                }
                sum
            }
        })
    }
}

/// The product of all components' polynomials in whole numbers.
fn product(engine: &Engine) -> Result<(u32, Vec<UBig>), CountError> {
    let (trellis, limits) = (&engine.trellis, engine.limits_beside());
    let cells = trellis.components.iter().map(|component| component.cells).sum();
    let terms: u64 = trellis.components.iter().map(|c| u64::from(c.most - c.least) + 1).sum();
    // All of them, and twice as much again while the last two are multiplied.
    let each = (size_of::<UBig>() + UBig::bytes_beyond(cells)) as u64;
    if 3 * terms * each > limits.memory.saturating_sub(trellis.bytes()) as u64 {
        return Err(CountError::OverMemory);
    }
    let (mut first, mut results) = (0, Vec::new());
    let mut pass = Pass::<UBig>::default();
    pass.clear(trellis);
    for component in &trellis.components {
        let (least, terms) = trellis.polynomial(component, limits, &mut pass)?;
        first += least;
        results.push(terms);
    }
    check_product(&results)?;
    Ok((first, whole_product::product(results, limits.stop)?))
}

/// The words of a number of so many bits.
fn words(bits: u64) -> u64 {
    bits / u64::from(Word::BITS) + 1
}

/// Whether the product of polynomials takes no more work than is allowed. All terms are laid side
/// by side, and multiplying two numbers of n words takes some n to the power of three halves.
fn check_product(of: &[Vec<UBig>]) -> Result<(), CountError> {
    let bits = |terms: &Vec<UBig>| {
        let most = terms.iter().map(BitTest::bit_len).max().unwrap_or(0);
        (most + terms.len().ilog2() as usize) as u64
    };
    let terms = of.iter().map(|terms| terms.len() as u64 - 1).sum::<u64>() + 1;
    let all = terms.saturating_mul(words(of.iter().map(bits).sum()));
    allow(all.saturating_mul(all.isqrt()))
}

/// The same of multiplying terms by the ways of the sea.
fn check_sea(terms: &[UBig], sea: u32, left: u32) -> Result<(), CountError> {
    let sea = u64::from(sea);
    // No more than (e · sea / fewer) to that power, nor than two to all.
    let fewer = u64::from(left).min(sea.saturating_sub(left.into())).max(1);
    let ways = (fewer * (3 + u64::from((sea / fewer).max(1).ilog2()))).min(sea);
    let terms_words = terms.iter().map(|term| words(term.bit_len() as u64)).sum::<u64>();
    allow(terms_words.saturating_mul(words(ways)))
}

fn allow(work: u64) -> Result<(), CountError> {
    if work > tunables::SOLUTIONS_WORK { Err(CountError::OverBudget) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What takes longer than the answer is not begun; what takes moments is.
    #[test]
    fn numbers_that_take_minutes_are_not_counted() {
        let parts = |count: usize| vec![vec![UBig::ONE; 2]; count];
        assert_eq!(check_product(&parts(5_000)), Ok(()));
        assert_eq!(check_product(&parts(40_000)), Err(CountError::OverBudget));
        // Of a sea of a million cells, and as many numbers of mines as ten thousand parts have.
        let terms = vec![UBig::ONE << 10_000; 10_000];
        assert_eq!(check_sea(&terms, 1_000_000, 200_000), Err(CountError::OverBudget));
        assert_eq!(check_sea(&terms[..10], 1_000_000, 200_000), Ok(()));
        assert_eq!(check_sea(&terms, 1_000, 0), Ok(()));
    }
}

//! Products of polynomials in whole numbers.
//!
//! A board of 200 000 cells has thousands of components. To multiply their polynomials term by
//! term takes the square of the terms, each a product of numbers of thousands of digits: many
//! minutes. So all terms are laid side by side in one number, so far apart that no sum of
//! products reaches the next (Kronecker 1882), and one multiplication of two large numbers,
//! which is nearly linear, does the rest.

use dashu_int::ops::BitTest;
use dashu_int::{UBig, Word};

use crate::error::CountError;
use crate::stop::Stop;
use crate::tunables;

/// The product of polynomials, pair by pair.
pub(crate) fn product(mut of: Vec<Vec<UBig>>, stop: &Stop) -> Result<Vec<UBig>, CountError> {
    while of.len() > 1 {
        let mut joined = Vec::with_capacity(of.len().div_ceil(2));
        let mut rest = of.into_iter();
        while let Some(one) = rest.next() {
            joined.push(match rest.next() {
                Some(other) => multiply(&one, &other, stop)?,
                None => one,
            });
        }
        of = joined;
    }
    Ok(of.pop().unwrap_or_else(|| vec![UBig::ONE]))
}

/// The product of two polynomials.
fn multiply(a: &[UBig], b: &[UBig], stop: &Stop) -> Result<Vec<UBig>, CountError> {
    stop.check()?;
    let fewer = a.len().min(b.len());
    if fewer <= tunables::PRODUCT_BY_TERMS {
        let mut product = vec![UBig::ZERO; (a.len() + b.len()).saturating_sub(1)];
        for (i, x) in a.iter().enumerate() {
            for (sum, y) in product[i..].iter_mut().zip(b) {
                *sum += x * y;
            }
        }
        return Ok(product);
    }
    // A term is at most so many products of the two largest.
    let bits = |terms: &[UBig]| terms.iter().map(BitTest::bit_len).max().unwrap_or(0);
    let most = bits(a) + bits(b) + fewer.ilog2() as usize + 1;
    let words = most.div_ceil(Word::BITS as usize);
    if fewer.saturating_mul(words) > tunables::PRODUCT_AT_ONCE {
        return multiply_halves(a, b, stop);
    }
    let product = side_by_side(a, words) * side_by_side(b, words);
    let apart = |term: usize| {
        let all = product.as_words();
        let from = (term * words).min(all.len());
        UBig::from_words(&all[from..(from + words).min(all.len())])
    };
    Ok((0..a.len() + b.len() - 1).map(apart).collect())
}

/// The same, where one multiplication of numbers so large would take seconds in which nobody
/// could stop it: the longer one in halves, or where both are as long (Karatsuba 1962) three
/// products of halves for four.
fn multiply_halves(a: &[UBig], b: &[UBig], stop: &Stop) -> Result<Vec<UBig>, CountError> {
    let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let half = a.len().div_ceil(2);
    let mut product = vec![UBig::ZERO; a.len() + b.len() - 1];
    let mut add = |terms: &[UBig], from: usize| {
        for (sum, term) in product[from..].iter_mut().zip(terms) {
            *sum += term;
        }
    };
    let (a_low, a_high) = a.split_at(half);
    if b.len() <= half {
        add(&multiply(a_low, b, stop)?, 0);
        add(&multiply(a_high, b, stop)?, half);
        return Ok(product);
    }
    let (b_low, b_high) = b.split_at(half);
    let low = multiply(a_low, b_low, stop)?;
    let high = multiply(a_high, b_high, stop)?;
    let mut middle = multiply(&sum(a_low, a_high), &sum(b_low, b_high), stop)?;
    for part in [&low, &high] {
        for (term, less) in middle.iter_mut().zip(part) {
            *term -= less;
        }
    }
    add(&low, 0);
    add(&middle, half);
    add(&high, 2 * half);
    Ok(product)
}

/// The sum of two polynomials, the first at least as long.
fn sum(a: &[UBig], b: &[UBig]) -> Vec<UBig> {
    let others = b.iter().map(Some).chain(std::iter::repeat(None));
    a.iter().zip(others).map(|(x, y)| y.map_or_else(|| x.clone(), |y| x + y)).collect()
}

/// All terms in one number, so many words apart.
fn side_by_side(terms: &[UBig], words: usize) -> UBig {
    let mut all: Vec<Word> = vec![0; terms.len() * words];
    for (place, term) in all.chunks_mut(words).zip(terms) {
        let term = term.as_words();
        place[..term.len()].copy_from_slice(term);
    }
    UBig::from_words(&all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::NEVER;
    use surefoot_rules::Random;

    /// By the definition: every term with every term.
    fn slow(a: &[UBig], b: &[UBig]) -> Vec<UBig> {
        let term = |at: usize| {
            let pairs = (0..=at).filter_map(|i| Some(a.get(i)? * b.get(at - i)?));
            pairs.fold(UBig::ZERO, |sum, product| sum + product)
        };
        (0..a.len() + b.len() - 1).map(term).collect()
    }

    #[test]
    fn products_are_those_of_the_definition() {
        let mut random = Random::named("product", [1, 0]);
        for case in 0..200 {
            let mut polynomial = || -> Vec<UBig> {
                let (terms, bits) = (1 + random.below(60), random.below(400) as usize);
                let mut term = || match random.below(4) {
                    0 => UBig::ZERO,
                    // All ones: nothing can be larger.
                    1 => (UBig::ONE << bits) - UBig::ONE,
                    _ => UBig::from(random.bits()) << random.below(300) as usize,
                };
                (0..terms).map(|_| term()).collect()
            };
            let (a, b, c) = (polynomial(), polynomial(), polynomial());
            assert_eq!(multiply(&a, &b, &NEVER), Ok(slow(&a, &b)), "case {case}");
            assert_eq!(multiply_halves(&a, &b, &NEVER), Ok(slow(&a, &b)), "case {case}");
            let all = product(vec![a.clone(), b.clone(), c.clone()], &NEVER);
            assert_eq!(all, Ok(slow(&slow(&a, &b), &c)), "case {case}");
        }
        assert_eq!(product(Vec::new(), &NEVER), Ok(vec![UBig::ONE]));
    }
}

//! Polynomials against every filling of small components, written out.

use super::*;
use surefoot_rules::Random;
use surefoot_testing::Cases;

/// Some boxes under some clues, few enough to be filled in every way.
fn part(random: &mut Random) -> Part {
    let (boxes, clues) = (1 + random.below(6), 1 + random.below(5));
    let mut part = Part::default();
    part.clear();
    let touched: Vec<u128> =
        (0..boxes).map(|_| u128::from(1 + random.below((1 << clues) - 1))).collect();
    part.sizes = (0..boxes).map(|_| 1 + random.below(3) as u8).collect();
    for clue in 0..clues {
        let beside = touched.iter().zip(&part.sizes).filter(|(set, _)| *set >> clue & 1 == 1);
        let cells: u8 = beside.map(|(_, size)| size).sum();
        let low = random.below(u32::from(cells) + 1) as u8;
        let high = if random.below(4) > 0 { low } else { cells.min(low + 1) };
        part.low.push(low);
        part.high.push(high);
        part.cells.push(cells);
    }
    part.clues = touched;
    let observed = random.below(clues);
    if random.below(3) == 0 && part.cells[observed as usize] > 0 {
        part.observed = Some(observed as u8);
    }
    part
}

/// The mines in each box, for every filling that the clues allow.
fn fillings(part: &Part) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for &size in &part.sizes {
        let longer = |filling: Vec<u8>| (0..=size).map(move |m| [&filling[..], &[m]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all.retain(|filling| {
        (0..part.low.len())
            .all(|clue| (part.low[clue]..=part.high[clue]).contains(&sum(part, filling, clue)))
    });
    all
}

fn sum(part: &Part, filling: &[u8], clue: usize) -> u8 {
    let beside = filling.iter().zip(&part.clues).filter(|(_, set)| *set >> clue & 1 == 1);
    beside.map(|(mines, _)| mines).sum()
}

#[test]
fn polynomials_are_sums_over_all_fillings() {
    let mut counter = Counter::default();
    let (mut possible, mut impossible) = (0, 0);
    let cases = Cases::new("polynomials", 3_000);
    for index in 0..3_000 {
        let part = part(&mut cases.random(index));
        let all = fillings(&part);
        // A clue without cells is in no box, and one with more than fifteen in no part.
        if part.cells.iter().any(|cells| !(1..=15).contains(cells)) || !is_one(&part) {
            continue;
        }
        let found = counter.count(&part);
        if all.is_empty() {
            assert_eq!(found, Err(NotCounted::Impossible), "{part:?}");
            impossible += 1;
            continue;
        }
        possible += 1;
        let found = found.unwrap();
        let mines = |filling: &[u8]| filling.iter().map(|&m| u32::from(m)).sum::<u32>();
        assert_eq!(Some(found.least), all.iter().map(|filling| mines(filling)).min());
        let of = |m: u32| all.iter().filter(move |filling| mines(filling) == m);
        let ways = |filling: &[u8]| -> f64 {
            let each = filling.iter().zip(&part.sizes);
            each.map(|(&m, &size)| choose(size.into(), m.into())).product()
        };
        for (term, m) in (0..found.terms).zip(found.least..) {
            let whole: f64 = of(m).map(|filling| ways(filling)).fold(0.0, |a, b| a + b);
            assert_eq!(found.ways()[term].to_bits(), whole.to_bits(), "{m} mines");
            assert_eq!(found.possible() >> term & 1 == 1, of(m).count() > 0);
            for (number, can) in found.boxes.iter().enumerate() {
                let here = of(m).map(|filling| ways(filling) * f64::from(filling[number]));
                let here: f64 = here.fold(0.0, |a, b| a + b);
                assert_eq!(found.mines_in(number)[term].to_bits(), here.to_bits(), "box {number}");
                let any = |test: &dyn Fn(u8) -> bool| of(m).any(|filling| test(filling[number]));
                let bit = |bits: u64| bits >> term & 1 == 1;
                assert_eq!(bit(can.mine), any(&|mines| mines > 0), "box {number}");
                assert_eq!(bit(can.safe), any(&|mines| mines < part.sizes[number]), "box {number}");
                assert_eq!(bit(can.not_one), any(&|mines| mines != 1), "box {number}");
            }
            let Some(clue) = part.observed.map(usize::from) else { continue };
            for observed in 0..=part.cells[clue] {
                let here = of(m).filter(|filling| sum(&part, filling, clue) == observed);
                let here: f64 = here.map(|filling| ways(filling)).fold(0.0, |a, b| a + b);
                let found = found.ways_with(observed.into()).unwrap()[term];
                assert_eq!(found.to_bits(), here.to_bits(), "sum {observed}");
            }
        }
        assert_eq!(of(found.least + found.terms as u32).count(), 0);
    }
    assert!(possible > 300 && impossible > 300, "{possible} and {impossible}");
}

/// Whether its boxes hang together, as those of a component do.
fn is_one(part: &Part) -> bool {
    let mut reached = part.clues[0];
    for _ in 0..part.clues.len() {
        for &clues in &part.clues {
            reached |= if clues & reached == 0 { 0 } else { clues };
        }
    }
    part.clues.iter().all(|clues| clues & reached != 0)
}

/// What does not fit is refused, not cut short.
#[test]
fn what_is_too_wide_is_refused() {
    // Seventy pairs of which each has one mine or two: more numbers than bits.
    let mut part = Part::default();
    part.clear();
    for pair in 0..70_u128 {
        part.add_clue(0, 2, 3);
        part.clues.push(1 << pair | 1 << (pair + 1).min(69));
        part.sizes.push(2);
    }
    part.cells = (0..70).map(|clue| if clue == 0 { 2 } else { 4 }).collect();
    part.cells[69] = 4;
    (part.low, part.high) = (vec![0; 70], part.cells.clone());
    assert_eq!(Counter::default().count(&part).err(), Some(NotCounted::TooWide));
    part.whole = false;
    assert_eq!(Counter::default().count(&part).err(), Some(NotCounted::TooWide));
}

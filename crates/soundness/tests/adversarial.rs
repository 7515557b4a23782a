//! Positions built to break counting in doubles, against whole numbers.

#![allow(clippy::unwrap_used)]

use surefoot_inference::{UBig, Unknown, oracle};
use surefoot_rules::{Random, View};
use surefoot_soundness::bytes;
use surefoot_soundness::constructed::{board, chain, components, tree, uncertain};
use surefoot_soundness::whole_numbers::{System, largest_error, ratio};
use surefoot_testing::Cases;

/// Runs over views; how many were answered.
fn compare(name: &'static str, count: u64, draw: impl Fn(&mut Random) -> (View, Unknown)) -> u64 {
    let cases = Cases::new(name, count);
    let mut answered = 0;
    for index in 0..count {
        let mut random = cases.random(index);
        let (view, unknown) = draw(&mut random);
        if let Some(error) = largest_error(&view, unknown, &mut random) {
            assert!(error <= 1e-9, "case {index}: off by {error:e} under {unknown:?} in\n{view:?}");
            answered += 1;
        }
    }
    answered
}

#[test]
fn some_positions_built_to_mislead_are_counted_rightly() {
    for (name, draw) in [("chain", chain as fn(&mut Random) -> _), ("tree", tree), ("board", board)]
    {
        assert_eq!(compare(name, 60, draw), 60, "{name}");
    }
    assert_eq!(compare("uncertain", 60, uncertain), 60);
}

/// As a fuzzer makes them of bytes. What is told is always answered.
#[test]
fn many_components_are_counted_rightly() {
    let with = |told: bool| {
        move |random: &mut Random| loop {
            let made = components(&bytes::drawn(random, 40));
            if let Some(made) = made.filter(|(view, _)| view.mines().is_some() == told) {
                return made;
            }
        }
    };
    assert_eq!(compare("components", 12, with(true)), 12);
    assert!(compare("components of any total", 6, with(false)) > 2);
}

/// The witness of large views is held to that of small ones, whatever is assumed of the total.
#[test]
fn whole_numbers_agree_with_enumeration() {
    let (cases, mut compared) = (Cases::new("small components", 3_000), 0);
    for index in 0..3_000 {
        let mut random = cases.random(index);
        let mut bytes = bytes::drawn(&mut random, 12);
        // A sea of a few cells, and each component only once or twice.
        bytes.iter_mut().take(1).for_each(|sea| *sea %= 4);
        bytes.iter_mut().skip(6).step_by(3).for_each(|times| *times %= 2);
        let Some((view, unknown)) = components(&bytes) else { continue };
        if view.closed_count() > 14 {
            continue;
        }
        let system = System::of(&view);
        let whole = system.weigh(&system.ways(None), view.mines(), unknown);
        let Some(truth) = oracle::enumerate(&view, unknown) else {
            assert_eq!(whole, UBig::ZERO, "case {index}: {view:?}");
            continue;
        };
        for (at, cells) in system.boxes.iter().enumerate() {
            let mines = system.weigh(&system.ways(Some(at)), view.mines(), unknown);
            let found = ratio(&mines, &(&whole * UBig::from(cells.len())));
            let enumerated = truth.probability[cells[0].index()].unwrap();
            let off = (found - enumerated).abs();
            assert!(off <= 1e-9, "case {index}: {found}, not {enumerated}, {unknown:?}\n{view:?}");
            compared += usize::from(view.mines().is_none() && unknown != Unknown::AnyTotal);
        }
    }
    assert!(compared > 100, "{compared} boxes at densities");
}

#[test]
#[ignore = "slow: ten thousand positions in whole numbers"]
fn ten_thousand_positions_built_to_mislead_are_counted_rightly() {
    for (name, count, draw) in [
        ("chain", 4_000, chain as fn(&mut Random) -> _),
        ("tree", 3_500, tree),
        ("board", 3_000, board),
    ] {
        assert_eq!(compare(name, count, draw), count, "{name}");
    }
}

#[test]
#[ignore = "slow: three thousand positions in whole numbers"]
fn three_thousand_uncertain_positions_are_counted_rightly() {
    assert_eq!(compare("uncertain", 3_000, uncertain), 3_000);
}

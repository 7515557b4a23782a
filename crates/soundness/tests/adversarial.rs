//! Positions built to break counting in doubles, against whole numbers.

#![allow(clippy::unwrap_used)]

use surefoot_inference::Unknown;
use surefoot_rules::{Random, View};
use surefoot_soundness::bytes;
use surefoot_soundness::constructed::{board, chain, components, tree, uncertain};
use surefoot_soundness::whole_numbers::largest_error;
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

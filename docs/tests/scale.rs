//! The guide to many machines says what the simulation of failures says.

#![allow(clippy::unwrap_used)]

use std::fs;

#[allow(dead_code)] // it is a program too
#[path = "../../crates/lab/examples/failures.rs"]
mod failures;

#[test]
fn the_table_is_what_is_simulated() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/guide/scale.md");
    let (page, table) = (fs::read_to_string(page).unwrap(), failures::table());
    assert!(
        page.contains(&table),
        "cargo run -p surefoot-lab --example failures now says\n{table}"
    );
}

/// Whatever fails, every deal is recorded once, and what is lost is what theory says: a machine that
/// fails takes half a unit of each of its cores along, on average.
#[test]
fn what_is_lost_is_half_a_unit_for_each_failure() {
    for (cores, unit) in [(3200, 60.0), (3200, 300.0)] {
        let failures::Outcome { used, lost, recorded, .. } =
            failures::simulate(failures::QUICK, cores, unit, 20_000.0);
        assert_eq!(recorded, cores * 20_000);
        let expected = unit / 2.0 / 36_000.0;
        assert!((lost / expected - 1.0).abs() < 0.4, "{cores}, {unit}: {lost}, not {expected}");
        assert!(used > 0.9 && used < 1.0, "{used}");
    }
}

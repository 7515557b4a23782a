//! 3BV, openings and islands.

#![allow(clippy::unwrap_used)]

use surefoot_rules::{Grid, Layout, Measures, Neighbourhood, layout};

#[test]
fn a_torus_joins_what_a_square_parts() {
    let square = layout![
        ". . . . . . .",
        ". . . . . . .",
        "M M M M M M M",
        ". . . . . . .",
        ". . . . . . .",
    ];
    assert_eq!(Measures::of(&square).openings, 2);
    let torus = Grid::with(7, 5, Neighbourhood::Torus).unwrap();
    let torus = Layout::new(torus, square.mines()).unwrap();
    assert_eq!(Measures::of(&torus).openings, 1);
    assert_eq!(Measures::of(&torus).three_bv, 1);
}

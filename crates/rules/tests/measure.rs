//! 3BV, openings and islands agree with an independent library.

#![allow(clippy::unwrap_used)]

use surefoot_rules::{Deal, Dealer, Grid, Layout, Measures, Neighbourhood, Promise, layout};

#[test]
fn measures_agree_with_ms_toollib() {
    for (width, height, density) in
        [(1, 1, 0), (1, 9, 20), (9, 1, 20), (9, 9, 12), (16, 16, 16), (30, 16, 20), (30, 16, 60)]
    {
        let grid = Grid::new(width, height).unwrap();
        let mines = grid.len() as u32 * density / 100;
        let mut dealer = Dealer::new(grid.clone(), mines).unwrap();
        let mut layout = Layout::empty(grid.clone());
        for index in 0..60 {
            dealer.deal(Deal::new(1, index), Promise::None, grid.middle(), &mut layout).unwrap();
            let numbers: Vec<i32> = grid
                .cells()
                .map(|cell| if layout.is_mine(cell) { -1 } else { layout.number(cell).into() })
                .collect();
            let board: Vec<Vec<i32>> =
                numbers.chunks(width as usize).map(<[i32]>::to_vec).collect();
            let measures = Measures::of(&layout);
            assert_eq!(measures.three_bv as usize, ms_toollib::cal_bbbv(&board), "{layout:?}");
            assert_eq!(measures.openings as usize, ms_toollib::cal_op(&board), "{layout:?}");
            assert_eq!(measures.islands as usize, ms_toollib::cal_isl(&board), "{layout:?}");
            let numbers = ms_toollib::cal_cell_nums(&board);
            let ours = measures.numbers.iter().map(|&count| count as usize);
            assert!(ours.chain(std::iter::repeat(0)).zip(numbers).all(|(a, b)| a == b));
        }
    }
}

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

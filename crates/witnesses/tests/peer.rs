//! Numbers and probabilities agree with an independent library, `ms_toollib`.

#![allow(clippy::unwrap_used)]

use surefoot_inference::Workspace;
use surefoot_rules::{Deal, Dealer, Grid, Layout, Measures, Point, Promise};
use surefoot_witnesses::{codes, expert_positions};

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
fn expert_positions_agree_with_ms_toollib() {
    let mut workspace = Workspace::default();
    let mut compared = 0;
    for view in expert_positions(40) {
        let board = codes(&view);
        let Ok((peer, _)) = ms_toollib::cal_probability_onboard(&board, 99.0) else { continue };
        let posterior = workspace.solve(&view).unwrap();
        for cell in view.hidden() {
            let Point { x, y } = view.grid().point(cell);
            let theirs = peer[y as usize][x as usize];
            let ours = posterior.probability(cell).unwrap();
            assert!((ours - theirs).abs() < 1e-6, "{cell:?} {ours} {theirs}\n{view:?}");
            compared += 1;
        }
    }
    assert!(compared > 3_000, "{compared}");
}

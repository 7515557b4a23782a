//! Two witnesses: the fast path against plain enumeration.

#![allow(clippy::unwrap_used)]

use surefoot_inference::{Analyst, Options, Unknown, Workspace, estimate, oracle};
use surefoot_rules::{
    Action, Cell, Deal, Game, GameKind, Grid, Layout, Neighbourhood, Random, Rules,
};
use surefoot_testing::{Cases, any_view, extreme_view};

#[track_caller]
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9
}

/// Dead cells are all there are and no others: in games, and where likelihoods come near 0 and 1
/// and totals near what is impossible.
fn check_dead_cells(count: u64) {
    let (mut views, mut dead) = (0, 0);
    let mut workspace = Workspace::default();
    let draw = |random: &mut Random| {
        if random.below(2) == 0 { any_view(random) } else { extreme_view(random, 12) }
    };
    Cases::new("dead", count).check(draw, |view| {
        let Some(truth) = oracle::enumerate(view, Unknown::AnyTotal) else { return };
        assert_eq!(workspace.dead(view), Ok(truth.dead.clone()));
        views += 1;
        dead += truth.dead.len();
    });
    assert!(views > count / 2 && dead as u64 > count / 2, "{dead} dead cells of {views} views");
}

#[test]
fn dead_cells_are_those_of_enumeration() {
    check_dead_cells(2_500);
}

#[test]
#[ignore = "slow: scripts/test --all"]
fn thirty_thousand_times_dead_cells_are_those_of_enumeration() {
    check_dead_cells(30_000);
}

/// Estimates lie as near the truth as they say: twice the stated error of the
/// worst cell is hardly ever passed by any.
#[test]
fn estimates_keep_their_stated_error() {
    let (mut checked, mut estimates) = (0, 0);
    let draw = |random: &mut Random| (any_view(random), random.bits());
    Cases::new("estimates", 400).check(draw, |(view, seed)| {
        let Some(truth) = oracle::enumerate(view, Unknown::AnyTotal) else { return };
        let Ok(estimate) = estimate(view, &Options::default(), *seed) else { return };
        for (ours, theirs) in estimate.probability.iter().zip(&truth.probability) {
            assert_eq!(ours.is_some(), theirs.is_some());
            let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
            let slack = 2.0 * estimate.error + 0.01;
            assert!((ours - theirs).abs() < slack, "{ours} {theirs} ±{}", estimate.error);
            checked += 1;
        }
        estimates += 1;
    });
    assert!(checked > 500 && estimates > 80, "{checked} of {estimates}");
}

/// An analyst that follows games says what a fresh analysis says, to the bit of
/// what is certain and to rounding of what is not; also when games are switched.
#[test]
fn an_analyst_agrees_with_fresh_analyses() {
    let (mut analyst, mut workspace) = (Analyst::default(), Workspace::default());
    let mut compared = 0;
    let draw = |random: &mut Random| {
        let neighbourhood = *random.pick(&Neighbourhood::ALL).unwrap();
        let (width, height) = (2 + random.below(14), 2 + random.below(10));
        let grid = Grid::with(width, height, neighbourhood).unwrap();
        let mines: Vec<Cell> = grid.cells().filter(|_| random.below(5) == 0).collect();
        let kind = *random.pick(&GameKind::ALL).unwrap();
        let told = kind == GameKind::Dig || random.below(2) == 0;
        let clues = *random.pick(&["exact", "exact", "silent:0.8", "cautious"]).unwrap();
        (Layout::new(grid, mines).unwrap(), (kind, told, clues, random.bits()))
    };
    Cases::new("analyst", 150).check(draw, |(layout, (kind, told, clues, stream))| {
        let rules =
            Rules { told: *told, clues: clues.parse().unwrap(), ..Rules::on(*kind, layout) };
        let mut game = Game::new(rules).unwrap();
        game.lay(layout, Deal::new(*stream, 0)).unwrap();
        let mut random = Random::named("moves", [*stream, 0]);
        for _ in 0..40 {
            for _ in 0..=random.below(3) {
                let cell = Cell::new(random.below(layout.grid().len() as u32));
                let flag = random.below(6) == 0;
                let _ = game.play(if flag { Action::Flag(cell) } else { Action::Open(cell) });
            }
            let view = game.view();
            let (Ok(followed), Ok(fresh)) = (analyst.follow(view), workspace.solve(view)) else {
                panic!("a real position is never impossible\n{view:?}");
            };
            for cell in view.grid().cells() {
                let (a, b) = (followed.probability(cell), fresh.probability(cell));
                assert_eq!(a.is_some(), b.is_some());
                let (Some(a), Some(b)) = (a, b) else { continue };
                assert!(near(a, b), "{cell:?} {a} {b}\n{view:?}");
                assert_eq!(followed.is_safe(cell), fresh.is_safe(cell), "{cell:?}\n{view:?}");
                assert_eq!(followed.is_mine(cell), fresh.is_mine(cell), "{cell:?}\n{view:?}");
                compared += 1;
            }
            assert_eq!(followed.solutions(), fresh.solutions(), "{view:?}");
        }
    });
    assert!(compared > 100_000, "{compared}");
}

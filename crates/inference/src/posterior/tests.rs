//! Probabilities under each kind of total: written out, and against enumeration.

use super::total::{Total, better_tilt, fill_from_peak};
use super::*;
use crate::count::number::choose_exactly;
use crate::count::testing::position;
use crate::{Allowance, Analysis, AnalysisError, Workspace, oracle};
use surefoot_rules::{Draft, Grid, Random, Tile, view};
use surefoot_testing::Cases;

const TOTALS: [Unknown; 2] = [Unknown::AnyTotal, Unknown::Density(0.25)];

fn probabilities(view: &View, unknown: Unknown) -> Vec<f64> {
    let mut workspace = Workspace::new(Options { unknown, ..Options::default() });
    let posterior = workspace.solve(view).unwrap();
    view.hidden().map(|cell| posterior.probability(cell).unwrap()).collect()
}

#[test]
fn drawn_positions_have_these_probabilities() {
    let [any, quarter] = TOTALS;
    for (view, unknown, expected) in [
        // One mine beside the clue, the other in the sea.
        (view!["5x1/2", "* 1 * * *"], any, [0.5, 0.5, 0.5, 0.5]),
        // Totals of 1, 2 and 3 weigh 2/5, 4/10 and 2/10.
        (view!["5x1/?", "* 1 * * *"], any, [0.5, 0.5, 0.4, 0.4]),
        (view!["5x1/?", "* 1 * * *"], quarter, [0.5, 0.5, 0.25, 0.25]),
        // The told number leaves nothing, or all, for the sea.
        (view!["5x1/1", "* 1 * * *"], quarter, [0.5, 0.5, 0.0, 0.0]),
        (view!["5x1/3", "* 1 * * *"], any, [0.5, 0.5, 1.0, 1.0]),
    ] {
        let found = probabilities(&view, unknown);
        let agree = found.iter().zip(expected).all(|(p, q)| (p - q).abs() < 1e-12);
        assert!(agree, "{found:?}, not {expected:?}, under {unknown:?} in\n{view:?}");
    }
}

#[test]
fn marginals_are_those_of_enumeration() {
    let mut compared = 0;
    let draw = |random: &mut Random| (position(random), *random.pick(&TOTALS).unwrap());
    Cases::new("posterior", 300).check(draw, |(view, unknown)| {
        if view.hidden_count() + view.flag_count() > 12 {
            return;
        }
        let Some(truth) = oracle::enumerate(view, *unknown) else { return };
        let mut engine = Engine::default();
        let options = Options { unknown: *unknown, ..Options::default() };
        engine.solve(view, None, &options).unwrap();
        for cell in view.grid().cells() {
            let ours = engine.marginal(cell);
            let theirs = truth.probability[cell.index()];
            assert_eq!(ours.is_some(), theirs.is_some(), "{cell:?}");
            let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
            assert!((ours.mine - theirs).abs() < 1e-9, "{cell:?}: {ours:?}, not {theirs}");
            let can_be = (ours.can_be_safe, ours.can_be_mine);
            assert_eq!(can_be, truth.possible[cell.index()], "{cell:?}");
            compared += 1;
        }
    });
    assert!(compared > 300, "{compared}");
}

/// Thousands of narrow components have trellises that are too much for what is allowed: who can do
/// without them is refused, and none are made.
#[test]
fn trellises_that_are_too_much_are_not_made() {
    let parts = 4_000;
    let row = [Tile::Hidden, Tile::Clue(1), Tile::Hidden, Tile::Clue(1), Tile::Hidden];
    let grid = Grid::new(5 * parts, 1).unwrap();
    let draft = Draft::with_tiles(grid, Some(parts + 7), row.repeat(parts as usize));
    let view = View::try_from(draft).unwrap();
    Allowance::of(200_000).during(|| {
        let mut workspace = Workspace::default();
        let posterior = workspace.solve(&view).unwrap();
        let Finder::Quick(quick, _) = posterior.found else { panic!("narrow components") };
        assert!(posterior.dead() == Err(CountError::OverMemory));
        assert_eq!(posterior.solutions(), Err(CountError::OverMemory));
        assert_eq!(posterior.make_ready_to_draw(), Err(CountError::OverMemory));
        assert!(quick.whole.get().is_none());
    });
    let mut workspace = Workspace::default();
    let posterior = workspace.solve(&view).unwrap();
    assert!(posterior.dead().is_ok_and(|dead| dead.len() > 1_000));
    assert!(posterior.solutions().is_ok());
    assert_eq!(posterior.make_ready_to_draw(), Ok(()));
    let mut random = Random::named("drawn", [1, 0]);
    assert_eq!(posterior.sample(&mut random).len(), parts as usize + 7);
}

/// The weight of the sea by its definition, for m and m + 1 mines in the components.
#[test]
fn ratios_are_those_of_the_definition() {
    let choose = |n: u32, k: u32| choose_exactly(n, k).to_string().parse::<f64>().unwrap();
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12 * b;
    for (sea, mines) in (1..12).flat_map(|sea| (0..6).map(move |mines| (sea, mines))) {
        let left = Total::Left(mines + 1);
        assert!(near(left.ratio(sea, mines), choose(sea, 0) / choose(sea, 1)), "{sea} {mines}");
        assert!(near(left.in_the_sea(sea, mines), 1.0 / f64::from(sea)), "{sea} {mines}");
        let any = Total::Any { placed: 2, outside: 20 };
        let weight = |mines: u32| 1.0 / choose(20, 2 + mines);
        assert!(near(any.ratio(sea, mines), weight(mines + 1) / weight(mines)), "{sea} {mines}");
        assert!(near(Total::Odds(0.5).in_the_sea(sea, mines), 1.0 / 3.0));
    }
    assert_eq!(Total::Left(5).allowed(3, (0, 9)), (2, 5));
    assert_eq!(Total::Left(5).sea_can_be(3, (2, 2)), (false, true));
    assert_eq!(Total::Left(2).sea_can_be(3, (2, 2)), (true, false));
}

#[test]
fn weights_are_filled_from_their_peak() {
    let mut weights: Vec<f64> = Vec::new();
    // 1 2 4 2 1 by halves and doubles; the first and the last are not allowed.
    let ratio = |mines: u32| if mines < 4 { 2.0 } else { 0.5 };
    fill_from_peak(&mut weights, 1..=7, (2, 6), ratio);
    assert_eq!(weights, [0.0, 0.25, 0.5, 1.0, 0.5, 0.25, 0.0]);
    fill_from_peak(&mut weights, 1..=2, (3, 6), ratio);
    assert_eq!(weights, [0.0, 0.0]);
}

/// The tilt changes where what is allowed lies in the tails, and towards it.
#[test]
fn tails_are_tilted_to_the_middle() {
    assert_eq!(better_tilt(&[0.5, 1.0, 0.5], &[1.0, 1.0, 1.0], 3, (3, 5)), None);
    let up = better_tilt(&[1.0, 1e-10, 1e-30], &[0.0, 0.0, 1.0], 3, (5, 5)).unwrap();
    assert!((up / 1e15 - 0.75).abs() <= 0.25, "{up}");
    let down = better_tilt(&[1e-30, 1.0], &[1.0, 0.0], 3, (3, 3)).unwrap();
    assert!(down < 1e-29, "{down}");
    // All that is allowed was cut off: above, below.
    assert_eq!(better_tilt(&[1.0], &[0.0], 3, (5, 5)), Some(4.0));
    assert_eq!(better_tilt(&[1.0], &[0.0], 3, (1, 1)), Some(0.25));
}

/// A game on a board of some size, of clues that tell the truth.
fn larger(random: &mut Random) -> View {
    use surefoot_rules::{Action, Deal, GameKind, Promise, Rules};
    let grid = surefoot_testing::any_grid(random, 3..=16, 3..=12);
    let cells = grid.len() as u32;
    let mines = cells * (10 + random.below(20)) / 100;
    let mut rules = Rules::new(GameKind::Score, grid, mines);
    rules.promise = Promise::None;
    rules.told = random.below(3) > 0;
    let mut game = surefoot_testing::dealt(rules, Deal::new(random.bits(), 0));
    let open = random.below(cells);
    for _ in 0..4 * cells {
        let cell = Cell::new(random.below(cells));
        let mine = game.layout().is_some_and(|layout| layout.is_mine(cell));
        if game.view().opened() < open && (!mine || random.below(30) == 0) {
            let _ = game.play(Action::Open(cell));
        }
    }
    game.view().clone()
}

/// The quick way and the whole way share next to nothing, and say the same.
#[test]
fn both_ways_agree() {
    let (mut quick, mut compared) = (0, 0);
    let mut workspace = Workspace::default();
    let mut engine = Engine::default();
    let draw = |random: &mut Random| (larger(random), *random.pick(&TOTALS).unwrap());
    Cases::new("both ways", 500).check(draw, |(view, unknown)| {
        let options = Options { unknown: *unknown, ..Options::default() };
        workspace.options = options;
        engine.solve(view, None, &options).unwrap();
        let whole = Posterior { found: Finder::Whole(&engine), view };
        let found = workspace.solve(view).unwrap();
        quick += u32::from(matches!(found.found, Finder::Quick(..)));
        for cell in view.grid().cells() {
            let (ours, theirs) = (found.probability(cell), whole.probability(cell));
            assert_eq!(ours.is_some(), theirs.is_some(), "{cell:?}");
            let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
            assert!((ours - theirs).abs() < 1e-12, "{cell:?}: {ours}, not {theirs}");
            assert_eq!(found.certain(cell), whole.certain(cell), "{cell:?}");
            compared += 1;
        }
        assert_eq!(found.coin_flips(), whole.coin_flips());
        assert_eq!(found.solutions(), whole.solutions());
        for limit in [10, 1_000] {
            let list = |posterior: &Posterior<'_>| posterior.configurations(limit);
            assert_eq!(list(&found).map(|l| l.mines.len()), list(&whole).map(|l| l.mines.len()));
        }
        let decided = view.closed().any(|cell| {
            let by_rules = match found.found {
                Finder::Quick(_, facts) => facts.belief(cell) != Belief::Unknown,
                Finder::Whole(_) => false,
            };
            !by_rules && found.certain(cell).is_some()
        });
        assert!(found.decides() || !decided);
    });
    assert!(quick > 400 && compared > 10_000, "{quick}, {compared}");
}

/// Where those who work on one question have used up its memory, there is an error or the answer,
/// and never another answer. What is counted the quick way takes nothing of it, so all trellises
/// of such a position must not fail for want of it.
#[test]
fn what_others_hold_makes_no_answer_wrong() {
    let view = view!["6x4/5", "1 2 * * * *", "* * * 2 * *", "1 2 2 2 * *", "0 0 0 1 * *"];
    let whole = Analysis::of(&view).unwrap();
    for bytes in [1, 1_000, 10_000, 100_000, 1_000_000] {
        Allowance::of(bytes).during(|| {
            match Analysis::of(&view) {
                Ok(analysis) => assert_eq!(analysis, whole, "{bytes} bytes"),
                Err(error) => assert!(matches!(error, AnalysisError::OverMemory { .. })),
            }
            let mut workspace = Workspace::default();
            let drawn = workspace
                .solve(&view)
                .unwrap()
                .sample(&mut Random::named("held", [bytes as u64, 0]));
            assert_eq!(drawn.len(), 5, "{bytes} bytes: {drawn:?}");
        });
    }
}

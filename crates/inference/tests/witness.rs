//! Two witnesses: the fast path against plain enumeration.

#![allow(clippy::unwrap_used)]

use surefoot_inference::{
    Analysis, AnalysisError, Analyst, Options, Unknown, Workspace, estimate, oracle,
};
use surefoot_rules::{
    Action, Cell, Deal, Draft, Game, GameKind, Grid, Layout, Neighbourhood, Promise, Random, Rules,
    Tile, View,
};
use surefoot_testing::{Cases, any_view, extreme_view};

#[track_caller]
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9
}

#[test]
fn twenty_thousand_small_views_agree_with_enumeration() {
    let (mut consistent, mut clashes, mut guesses) = (0, 0, 0);
    let draw = |random: &mut Random| {
        let view = any_view(random);
        let unknown = if random.below(2) == 0 {
            Unknown::AnyTotal
        } else {
            Unknown::Density(0.05 + 0.9 * random.unit())
        };
        (view, (unknown, random.below(4) == 0))
    };
    Cases::new("witness", 20_000).check(draw, |(view, (unknown, numbers))| {
        let options = Options { unknown: *unknown, ..Options::default() };
        match (oracle::enumerate(view, *unknown), Analysis::with(view, options)) {
            (None, Err(AnalysisError::Inconsistent(clash))) => {
                clashes += 1;
                check_clash(view, *unknown, &clash);
            }
            (Some(truth), Ok(analysis)) => {
                consistent += 1;
                guesses += check_analysis(view, &truth, &analysis);
                check_dead_and_best(view, &truth, &analysis);
                if *numbers {
                    check_numbers(view, options, &truth);
                }
            }
            (truth, analysis) => panic!("{analysis:?}, but {truth:?}"),
        }
    });
    assert!(consistent > 15_000 && clashes > 300 && guesses > 50_000, "{consistent} {clashes}");
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

/// As many configurations, the same probabilities, the same certainty; how many cells
/// are uncertain.
fn check_analysis(view: &View, truth: &oracle::Truth, analysis: &Analysis) -> u32 {
    let solutions = analysis.solutions.as_ref().map(ToString::to_string);
    assert_eq!(solutions, Some(truth.solutions.to_string()), "configurations");
    let mut uncertain = 0;
    for cell in view.grid().cells() {
        let (ours, theirs) = (analysis.probability[cell.index()], truth.probability[cell.index()]);
        assert_eq!(ours.is_some(), theirs.is_some(), "{cell:?}");
        let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
        assert!(near(ours, theirs), "{cell:?} is a mine with {ours}, not {theirs}");
        let (safe, mine) = truth.possible[cell.index()];
        assert_eq!((ours < 1.0, ours > 0.0), (safe, mine), "{cell:?} can be safe, a mine");
        uncertain += u32::from(safe && mine);
    }
    uncertain
}

/// Dead is what shows one number in every configuration, and the best cell is certain and
/// alive if there is such a cell, else as safe as any.
fn check_dead_and_best(view: &View, truth: &oracle::Truth, analysis: &Analysis) {
    assert_eq!(analysis.dead, truth.dead, "dead");
    let dead = |cell: &Cell| truth.dead.contains(cell);
    let Some(best) = &analysis.best else {
        let mined = view.hidden().all(|cell| !truth.possible[cell.index()].0);
        return assert!(mined, "there is a cell to open");
    };
    let certain: Vec<Cell> = view.hidden().filter(|cell| !truth.possible[cell.index()].1).collect();
    assert_eq!(certain.contains(&best.cell), !certain.is_empty(), "the best cell is certain");
    let alive = certain.iter().any(|cell| !dead(cell));
    assert!(!alive || !dead(&best.cell), "the best cell is dead");
    let mine = |cell: Cell| truth.probability[cell.index()].unwrap();
    let least = view.hidden().map(mine).fold(1.0, f64::min);
    assert!(near(1.0 - best.safety, least), "the best cell is safe with {}", best.safety);
    assert!(near(mine(best.cell), least), "{:?} is not the safest", best.cell);
}

fn check_numbers(view: &View, options: Options, truth: &oracle::Truth) {
    let mut workspace = Workspace::new(options);
    for cell in view.closed() {
        let ours = workspace.numbers(view, cell).unwrap();
        let theirs = &truth.numbers[cell.index()];
        assert_eq!(ours.is_some(), theirs.is_some(), "{cell:?}");
        let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
        assert_eq!(ours.len(), theirs.len(), "{cell:?}");
        let agree = ours.iter().zip(theirs).all(|(&a, &b)| near(a, b));
        assert!(agree, "{cell:?} shows {ours:?}, not {theirs:?}");
    }
}

/// The clash is one, and none of it can be dropped, by enumeration.
fn check_clash(view: &View, unknown: Unknown, clash: &surefoot_inference::Clash) {
    let only = |clues: &[Cell], total: bool| {
        let mut draft = Draft::from(view.clone());
        for cell in view.grid().cells() {
            let tile = &mut draft.tiles[cell.index()];
            if matches!(tile, Tile::Clue(_)) && !clues.contains(&cell) {
                *tile = Tile::Silent;
            }
        }
        if !total {
            draft.mines = None;
        }
        oracle::enumerate(&View::try_from(draft).unwrap(), unknown).is_some()
    };
    let clues = &clash.clues;
    assert!(!only(clues, clash.total), "{clash} is possible");
    for dropped in clues {
        let fewer: Vec<Cell> = clues.iter().copied().filter(|cell| cell != dropped).collect();
        assert!(only(&fewer, clash.total), "{clash}: {dropped:?} is not needed");
    }
    if clash.total {
        assert!(only(clues, false), "{clash}: the total is not needed");
    }
}

/// Estimates lie as near the truth as they say: twice the stated error of the
/// worst cell is hardly ever passed by any.
#[test]
fn estimates_keep_their_stated_error() {
    let (mut checked, mut estimates) = (0, 0);
    let draw = |random: &mut Random| (any_view(random), random.bits());
    Cases::new("estimates", 400).check(draw, |(view, seed)| {
        let Some(truth) = oracle::enumerate(view, Unknown::AnyTotal) else { return };
        let Some(estimate) = estimate(view, &Options::default(), *seed) else { return };
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
        let mut rules = Rules::on(*kind, layout);
        rules.promise = Promise::None;
        (rules.told, rules.clues) = (*told, clues.parse().unwrap());
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

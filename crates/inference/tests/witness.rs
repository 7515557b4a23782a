//! Two witnesses: the fast path against plain enumeration.

#![allow(clippy::unwrap_used)]

use surefoot_inference::{
    Analysis, AnalysisError, Analyst, Options, Unknown, Workspace, estimate, oracle,
};
use surefoot_rules::{
    Action, Cell, Draft, Game, GameKind, Graph, Grid, Neighbourhood, Promise, Random, Rules,
    Status, Tile, View,
};

const CLUES: [&str; 8] = [
    "exact",
    "exact",
    "silent:0.6",
    "optimistic",
    "optimistic:q=0.8,asks=3",
    "cautious",
    "cautious:q=0.7,asks=2",
    "optimistic:q=0.5",
];

/// A random small position: part of a game, sometimes with a clue spoiled.
fn position(random: &mut Random) -> View {
    let (width, height) = (1 + random.below(5), 1 + random.below(5));
    let grid = match random.below(7) {
        kind @ 0..=4 => Grid::with(width, height, Neighbourhood::ALL[kind as usize]).unwrap(),
        5 => {
            let cells = 2 + random.below(18);
            let edges: Vec<(u32, u32)> = (0..2 * cells)
                .map(|_| (random.below(cells), random.below(cells)))
                .filter(|(a, b)| a != b)
                .collect();
            Grid::of(Graph::new(cells, edges).unwrap())
        }
        _ => Grid::new(width, height).unwrap(),
    };
    let cells = grid.len() as u32;
    let mines = random.below(cells * 6 / 10 + 1);
    let mut rules = Rules::new(GameKind::Score, grid, mines);
    rules.promise = Promise::None;
    rules.told = random.below(2) == 0;
    rules.clues = random.pick(&CLUES).unwrap().parse().unwrap();
    let mut game = Game::new(rules).unwrap();
    game.deal(random.bits(), 0);
    // Few enough cells stay closed for the witness.
    let closed = random.below(15).min(cells);
    while game.status() == Status::Playing
        && game.view().hidden_count() + game.view().flag_count() > closed
    {
        let cell = Cell::new(random.below(cells));
        let action = if random.below(12) == 0 { Action::Flag(cell) } else { Action::Open(cell) };
        let _ = game.play(action);
        for _ in 0..random.below(3) {
            let _ = game.play(Action::Ask(cell));
        }
    }
    // A game can also end with more flags than that.
    let mut draft = Draft::from(game.view().clone());
    for tile in draft.tiles.iter_mut().filter(|tile| tile.is_closed()).skip(14) {
        *tile = Tile::Silent;
    }
    if random.below(4) == 0 {
        let cell = random.below(cells) as usize;
        if let Tile::Clue(clue) = &mut draft.tiles[cell] {
            *clue = random.below(u32::from(*clue) + 3) as u8;
        }
    }
    View::try_from(draft).unwrap_or_else(|_| game.view().clone())
}

#[track_caller]
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9
}

#[test]
fn twenty_thousand_small_views_agree_with_enumeration() {
    let mut random = Random::for_player(4, 0, "witness");
    let (mut consistent, mut clashes, mut guesses) = (0, 0, 0);
    for number in 0..20_000 {
        let view = position(&mut random);
        let unknown = if random.below(2) == 0 {
            Unknown::AnyTotal
        } else {
            Unknown::Density(0.05 + 0.9 * random.unit())
        };
        let options = Options { unknown, ..Options::default() };
        let truth = oracle::enumerate(&view, unknown);
        let analysis = Analysis::with(&view, options);
        let told = view.mines();
        let context = || format!("view {number}, {unknown:?}, total {told:?}\n{view:?}");
        match (&truth, &analysis) {
            (None, Err(AnalysisError::Inconsistent(clash))) => {
                clashes += 1;
                check_clash(&view, unknown, clash, &context);
            }
            (Some(truth), Ok(analysis)) => {
                consistent += 1;
                let solutions = analysis.solutions.as_ref().map(ToString::to_string);
                assert_eq!(solutions, Some(truth.solutions.to_string()), "{}", context());
                check_dead_and_best(&view, analysis, truth, &context);
                for cell in view.grid().cells() {
                    let (ours, theirs) =
                        (analysis.probability[cell.index()], truth.probability[cell.index()]);
                    assert_eq!(ours.is_some(), theirs.is_some(), "{}", context());
                    let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
                    assert!(near(ours, theirs), "{cell:?}: {ours} {theirs} {}", context());
                    let (safe, mine) = truth.possible[cell.index()];
                    assert_eq!(ours > 0.0, mine, "{cell:?} {}", context());
                    assert_eq!(ours < 1.0, safe, "{cell:?} {}", context());
                    guesses += u32::from(safe && mine);
                }
                if number % 4 == 0 {
                    check_numbers(&view, options, truth, &context);
                }
            }
            _ => panic!("{truth:?} {analysis:?} {}", context()),
        }
    }
    assert!(consistent > 15_000 && clashes > 300 && guesses > 50_000, "{consistent} {clashes}");
}

/// Dead is what shows one number in every configuration, and the best cell is certain and
/// alive if there is such a cell, else as safe as any.
fn check_dead_and_best(
    view: &View,
    analysis: &Analysis,
    truth: &oracle::Truth,
    context: &impl Fn() -> String,
) {
    let possible = |shares: &Vec<f64>| shares.iter().filter(|&&share| share > 0.0).count();
    let dead = |cell: &Cell| {
        let closed = view.tile(*cell).is_closed();
        closed && truth.numbers[cell.index()].as_ref().map(possible) == Some(1)
    };
    let all_dead: Vec<Cell> = view.grid().cells().filter(dead).collect();
    assert_eq!(analysis.dead, all_dead, "{}", context());
    let safe = |cell: &Cell| !truth.possible[cell.index()].1;
    let certain: Vec<Cell> = view.hidden().filter(safe).collect();
    let best = analysis.best.as_ref();
    let Some(best) = best else {
        let mined = view.hidden().all(|cell| !truth.possible[cell.index()].0);
        return assert!(mined, "{}", context());
    };
    assert_eq!(certain.contains(&best.cell), !certain.is_empty(), "{}", context());
    let alive = certain.iter().any(|cell| !dead(cell));
    assert!(!alive || !dead(&best.cell), "{}", context());
    let mine = |cell: Cell| truth.probability[cell.index()].unwrap();
    let least = view.hidden().map(mine).fold(1.0, f64::min);
    assert!(near(1.0 - best.safety, least) && near(mine(best.cell), least), "{}", context());
}

fn check_numbers(
    view: &View,
    options: Options,
    truth: &oracle::Truth,
    context: &impl Fn() -> String,
) {
    let mut workspace = Workspace::new(options);
    for cell in view.grid().cells().filter(|&cell| view.tile(cell).is_closed()) {
        let ours = workspace.numbers(view, cell).unwrap();
        let theirs = &truth.numbers[cell.index()];
        assert_eq!(ours.is_some(), theirs.is_some(), "{cell:?} {}", context());
        let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
        assert_eq!(ours.len(), theirs.len());
        let agree = ours.iter().zip(theirs).all(|(&a, &b)| near(a, b));
        assert!(agree, "{cell:?} {ours:?} {theirs:?} {}", context());
    }
}

/// The clash is one, and none of it can be dropped, by enumeration.
fn check_clash(
    view: &View,
    unknown: Unknown,
    clash: &surefoot_inference::Clash,
    context: &impl Fn() -> String,
) {
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
    let clues: Vec<Cell> = clash.clues.iter().map(|&p| view.grid().cell(p).unwrap()).collect();
    assert!(!only(&clues, clash.total), "{clash} is possible {}", context());
    for dropped in &clues {
        let fewer: Vec<Cell> = clues.iter().copied().filter(|cell| cell != dropped).collect();
        assert!(only(&fewer, clash.total), "{clash}: {dropped:?} is not needed {}", context());
    }
    if clash.total {
        assert!(only(&clues, false), "{clash}: the total is not needed {}", context());
    }
}

/// Estimates lie as near the truth as they say: twice the stated error of the
/// worst cell is hardly ever passed by any.
#[test]
fn estimates_keep_their_stated_error() {
    let mut random = Random::for_player(6, 0, "estimates");
    let (mut checked, mut estimates) = (0, 0);
    for number in 0..400 {
        let view = position(&mut random);
        let unknown = Unknown::AnyTotal;
        let options = Options { unknown, ..Options::default() };
        let Some(estimate) = estimate(&view, &options, number) else { continue };
        let Some(truth) = oracle::enumerate(&view, unknown) else { continue };
        for (ours, theirs) in estimate.probability.iter().zip(&truth.probability) {
            assert_eq!(ours.is_some(), theirs.is_some());
            let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
            let slack = 2.0 * estimate.error + 0.01;
            assert!((ours - theirs).abs() < slack, "{ours} {theirs} ±{}\n{view:?}", estimate.error);
            checked += 1;
        }
        estimates += 1;
    }
    assert!(checked > 500 && estimates > 80, "{checked} of {estimates}");
}

/// An analyst that follows games says what a fresh analysis says, to the bit of
/// what is certain and to rounding of what is not; also when games are switched.
#[test]
fn an_analyst_agrees_with_fresh_analyses() {
    let mut random = Random::for_player(5, 0, "analyst");
    let (mut analyst, mut workspace) = (Analyst::default(), Workspace::default());
    let mut compared = 0;
    for round in 0..150 {
        let neighbourhood = *random.pick(&Neighbourhood::ALL).unwrap();
        let (width, height) = (2 + random.below(14), 2 + random.below(10));
        let grid = Grid::with(width, height, neighbourhood).unwrap();
        let cells = grid.len() as u32;
        let kind = *random.pick(&GameKind::ALL).unwrap();
        let mut rules = Rules::new(kind, grid, cells / 5);
        rules.promise = Promise::None;
        rules.told = kind == GameKind::Dig || random.below(2) == 0;
        rules.clues =
            random.pick(&["exact", "exact", "silent:0.8", "cautious"]).unwrap().parse().unwrap();
        let mut game = Game::new(rules).unwrap();
        game.deal(8, round);
        for _ in 0..40 {
            for _ in 0..=random.below(3) {
                let cell = Cell::new(random.below(cells));
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
            assert_eq!(followed.solutions(), fresh.solutions());
        }
    }
    assert!(compared > 100_000, "{compared}");
}

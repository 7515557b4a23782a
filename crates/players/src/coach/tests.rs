#![allow(clippy::float_cmp)] // what is certain is exactly so

use super::*;
use crate::surefoot::{DecisionKind, Surefoot};
use surefoot_rules::{Deal, Game, GameKind, Grid, Layout, Player, Random, Rules, Status, view};

fn cell(view: &View, x: u32, y: u32) -> Cell {
    view.grid().cell(Point { x, y }).unwrap()
}

/// What another program found for this position: the best cell wins 285 of 360.
#[test]
fn an_endgame_is_weighed_exactly() {
    let view = view!["5x4/5", "*****", "*1***", "*3***", "*****"];
    let counsel = Coach::default().consult(&view, Promise::Opening, 5).unwrap();
    let kind = counsel.decision.as_ref().unwrap().kind;
    assert!(matches!(kind, DecisionKind::Endgame { .. }), "{kind:?}");
    assert!((3..=5).contains(&counsel.candidates.len()), "{counsel:?}");
    let best = &counsel.candidates[0];
    assert_eq!(best.cell, cell(&view, 2, 0));
    assert!((best.win.unwrap().value - 285.0 / 360.0).abs() < 1e-12);
    assert!(counsel.candidates.iter().all(|one| one.win.unwrap().is_exact()));
    let wins: Vec<f64> = counsel.candidates.iter().map(|one| one.win.unwrap().value).collect();
    assert!(wins.windows(2).all(|pair| pair[0] >= pair[1]), "{wins:?}");
}

/// What is certain is named, and not flagged first.
#[test]
fn certain_cells_are_opened_and_mines_are_not_named() {
    let view = view!["3x3/3", "1 * 2", "* * *", "* 3 *"];
    let counsel = Coach::default().consult(&view, Promise::Opening, 5).unwrap();
    // 2,1 and 1,1 are mines.
    assert_eq!((counsel.certain, counsel.candidates.len()), (2, 2));
    let safe = &counsel.candidates[0];
    assert!([cell(&view, 0, 1), cell(&view, 1, 0)].contains(&safe.cell), "{safe:?}");
    assert_eq!(safe.safety, 1.0);
    assert_eq!(counsel.decision.unwrap().choice.action, Action::Open(safe.cell));
    assert_eq!(safe.win, counsel.win);
}

/// What follows from a cell, against the configurations written out.
#[test]
fn what_follows_is_counted_exactly() {
    // The mine is beside the 1, so of the five others one is a mine, in the sea.
    let view = view!["5x1/2", "* 1 * * *"];
    let counsel = Coach::default().consult(&view, Promise::None, 9).unwrap();
    let of = |x| counsel.candidates.iter().find(|one| one.cell == Cell::new(x)).unwrap();
    // 2 is safe if 0 is the mine; it shows 3's mine, and then the rest is known.
    let follows = of(2).follows.unwrap();
    assert_eq!((follows.goes_on, follows.opening), (1.0, 0.5));
    // 0 tells nothing of 3 and 4.
    let follows = of(0).follows.unwrap();
    assert_eq!((follows.goes_on, follows.opening), (0.0, 1.0));
    assert!((follows.next - 0.5).abs() < 1e-12);
}

/// Nothing to open, nothing to say; the first click is as safe as promised; what cannot be is an
/// error.
#[test]
fn the_ends_of_a_game_are_no_trouble() {
    let mut coach = Coach::default();
    let done = coach.consult(&view!["2x1/1", "1 F"], Promise::None, 3).unwrap();
    assert_eq!((done.decision, done.candidates.len()), (None, 0));
    let start = View::new(Grid::new(9, 9).unwrap(), Some(10)).unwrap();
    let first = coach.consult(&start, Promise::Opening, 3).unwrap();
    assert_eq!(first.candidates.len(), 1);
    assert_eq!(first.candidates[0].safety, 1.0);
    assert!(coach.consult(&view!["3x1/?", "0 * 1"], Promise::None, 3).is_err());
    let hidden = coach.consult(&view!["4x1/?", "* 1 * *"], Promise::None, 3).unwrap();
    assert!(hidden.win.is_none() && !hidden.candidates.is_empty());
}

/// Asked twice, and by a coach who has seen other things, it says the same; the choice is that of
/// `surefoot`; the safest is told; no win probability is above that of the choice or the safety.
#[test]
fn counsel_is_the_same_wherever_it_is_asked() {
    let rules = Rules::new(GameKind::Win, Grid::new(12, 12).unwrap(), 32);
    let mut game = Game::new(rules).unwrap();
    let (mut coach, mut player, mut guesses) = (Coach::default(), Surefoot::default(), 0);
    for index in 0..8 {
        game.deal(Deal::new(26, index));
        let random = Random::for_player(Deal::default(), "surefoot");
        player.begin(&game.brief(), game.view(), random);
        while game.status() == Status::Playing {
            let (view, choice) = (game.view().clone(), player.choose(game.view()));
            game.play(choice.action).unwrap();
            if choice.certain || view.opened() == 0 {
                continue;
            }
            guesses += 1;
            let counsel = coach.consult(&view, Promise::Opening, 4).unwrap();
            assert_eq!(Coach::default().consult(&view, Promise::Opening, 4).unwrap(), counsel);
            assert_eq!(choice.action, Action::Open(counsel.candidates[0].cell));
            let best = counsel.candidates[0].win.unwrap();
            assert_eq!(Some(best), counsel.win);
            let mut workspace = Workspace::default();
            let (_, least) = workspace.solve(&view).unwrap().safest().unwrap();
            let safest = counsel.candidates.iter().map(|one| one.safety).fold(0.0, f64::max);
            assert!((safest - (1.0 - least)).abs() < 1e-9, "{safest} {least}");
            for one in &counsel.candidates {
                let win = one.win.unwrap();
                assert!(win.value <= best.value + 1e-12, "{counsel:?}");
                assert!(!win.is_exact() || win.value <= one.safety + 1e-12, "{counsel:?}");
            }
        }
    }
    assert!(guesses > 5, "{guesses}");
}

/// How far cells get, against all configurations written out.
#[test]
fn reach_is_that_of_the_configurations() {
    // One mine among the five closed cells of which the 1 sees two.
    let view = view!["7x1/1", "* 1 * 0 0 1 *"];
    assert!(Coach::default().compare(&view, Cell::new(0), Cell::new(2)).is_err());
    let view = view!["8x1/1", "* * * * * * * *"];
    let compared = Coach::default().compare(&view, Cell::new(0), Cell::new(3)).unwrap();
    // Nothing is open yet, so nothing is drawn.
    assert_eq!(compared.reach, None);
    let view = view!["6x2/2", "1 * * * * *", "1 * * * * *"];
    let (one, other) = (cell(&view, 5, 0), cell(&view, 1, 0));
    let compared = Coach::default().compare(&view, one, other).unwrap();
    let layouts: Vec<Layout> = {
        let mut workspace = Workspace::default();
        let listed = workspace.solve(&view).unwrap().configurations(1_000).unwrap();
        let mines = |bits: u128| {
            let at = listed.cells.iter().enumerate();
            at.filter(move |(at, _)| bits >> at & 1 == 1).map(|(_, &cell)| cell)
        };
        let layout = |&bits| Layout::new(view.grid().clone(), mines(bits)).unwrap();
        listed.mines.iter().map(layout).collect()
    };
    for (at, &cell) in [one, other].iter().enumerate() {
        let mut opens = Vec::new();
        for layout in layouts.iter().filter(|layout| !layout.is_mine(cell)) {
            let mut game = Game::new(Rules::on(GameKind::Win, layout)).unwrap();
            game.set_up(&view, layout).unwrap();
            game.play(Action::Open(cell)).unwrap();
            opens.push(f64::from(game.view().opened() - view.opened()));
        }
        let mean = opens.iter().sum::<f64>() / opens.len() as f64;
        let square: f64 = opens.iter().map(|one| (one - mean) * (one - mean)).sum();
        let error = (square / opens.len() as f64 / tunables::COACH_LAYOUTS as f64).sqrt();
        let reach = compared.reach.unwrap()[at];
        assert!((reach.opens - mean).abs() < 4.0 * error + 1e-9, "{reach:?} {mean} {error}");
        assert!(reach.until_guess >= reach.opens);
    }
}

#[test]
fn comparisons_say_what_sets_cells_apart() {
    let mut coach = Coach::default();
    let view = view!["5x1/2", "* 1 * * *"];
    let compared = coach.compare(&view, Cell::new(0), Cell::new(2)).unwrap();
    let words = compared.words(&view);
    assert_eq!(words[0], "2,0 wins more often: 50.0 % against 25.0 %.");
    assert!(words[1].contains("leaves a safe move more often (100 % against 0 %)"), "{words:?}");
    assert!(words.contains(&"The number at 0,0 would tell nothing.".to_owned()), "{words:?}");
    assert_eq!(compared.ahead(), Some(0.25));
    // Either way round it is the same one that is better.
    let turned = coach.compare(&view, Cell::new(2), Cell::new(0)).unwrap();
    assert_eq!((turned.better, turned.words(&view)), (compared.better, words));

    let view = view!["3x3/3", "1 * 2", "* * *", "* 3 *"];
    let compared = coach.compare(&view, cell(&view, 2, 1), cell(&view, 0, 1)).unwrap();
    let words = compared.words(&view);
    assert_eq!(words[0], "0,1 is certainly safe and 2,1 is certainly a mine.");
    let beyond = view!["4x2/2", "1 1 * *", "* * * *"];
    let compared = coach.compare(&beyond, Cell::new(4), Cell::new(5)).unwrap();
    let words = compared.words(&beyond).concat();
    assert!(words.contains("Neither need be risked yet: 2,0 is certainly safe."), "{words}");

    let flip = view!["4x2/3", "* 3 M *", "* 3 M *"];
    let compared = coach.compare(&flip, Cell::new(0), Cell::new(4)).unwrap();
    assert_eq!(compared.better, None);
    assert!(compared.words(&flip).concat().contains("coin flip"));

    let open = coach.compare(&view, Cell::new(0), Cell::new(1)).unwrap_err();
    assert_eq!(open.to_string(), "0,0 is open: there is nothing to compare");
    let same = coach.compare(&view, Cell::new(1), Cell::new(1)).unwrap_err();
    assert_eq!(same.to_string(), "1,0 cannot be compared with itself");
    assert_eq!(
        coach.compare(&view, Cell::new(99), Cell::new(1)),
        Err(CoachError::Outside(Cell::new(99)))
    );
}

/// However unlikely its mine, a cell that may have one is not called certain.
#[test]
fn what_is_nearly_safe_is_not_certain() {
    let row = |pattern: &str| pattern.chars().cycle().take(279).collect::<String>();
    let drawn = format!("279x2/?\n{}\n{}\n", row("*2"), row("M2*2"));
    let view = surefoot_rules::notation::drawing::read_one(&drawn).unwrap();
    let mut workspace = Workspace::default();
    let posterior = workspace.solve(&view).unwrap();
    let is_nearly_safe = |cell: &Cell| {
        let mine = posterior.probability(*cell).unwrap();
        mine > 0.0 && 1.0 - mine == 1.0
    };
    let nearly: Vec<Cell> = view.hidden().filter(is_nearly_safe).collect();
    assert!(!nearly.is_empty());
    let mut suppose = Suppose::default();
    for cell in nearly {
        assert!(!posterior.is_safe(cell) && posterior.safety(cell).unwrap() < 1.0);
        let prospect = Prospect::of(&mut suppose, &posterior, cell, None);
        assert!(!prospect.is_safe() && !prospect.words().contains("certainly"));
    }
}

//! The arena against games played one by one.

use super::*;
use surefoot_rules::{Action, Grid, Promise, Random};

/// Arrays for an arena.
struct Arrays {
    tiles: Vec<i8>,
    mask: Vec<i8>,
    probability: Vec<f32>,
    reward: Vec<f64>,
    flags: [Vec<bool>; 3],
    deal: Vec<u64>,
}

impl Arrays {
    fn of(arena: &Arena, cells: usize, weighed: bool) -> Self {
        let games = arena.games();
        Self {
            tiles: vec![9; games * cells],
            mask: vec![9; games * arena.actions()],
            probability: vec![0.0; if weighed { games * cells } else { 0 }],
            reward: vec![0.0; games],
            flags: [vec![false; games], vec![false; games], vec![false; games]],
            deal: vec![0; games],
        }
    }

    fn sights(&mut self) -> Sights<'_> {
        let [over, broken_off, won] = &mut self.flags;
        Sights {
            tiles: &mut self.tiles,
            mask: &mut self.mask,
            probability: &mut self.probability,
            reward: &mut self.reward,
            over,
            broken_off,
            won,
            deal: &mut self.deal,
        }
    }
}

/// All actions of a numbering written out.
fn all_actions(rules: &Rules) -> Vec<Action> {
    let cells = || rules.grid.cells();
    let mut all: Vec<Action> = cells().map(Action::Open).collect();
    if rules.kind != GameKind::Win {
        all.extend(cells().map(Action::Flag));
        all.push(Action::Declare);
    }
    if rules.clues.asks.allow(1) {
        all.extend(cells().map(Action::Ask));
    }
    all
}

/// What is shown and allowed is what a game that was played along shows, and what it does not
/// refuse; deals are those of a match.
#[test]
fn every_row_is_a_game_of_its_own() {
    let grid = Grid::new(6, 5).unwrap();
    let mut exact = Rules::new(GameKind::Win, grid.clone(), 5);
    let dig = Rules::new(GameKind::Dig, grid.clone(), 4);
    let mut score = Rules::new(GameKind::Score, grid, 6);
    score.clues = "silent:0.5,asks=3".parse().unwrap();
    exact.promise = Promise::Safe;
    for rules in [exact, dig, score] {
        let (games, cells) = (7, rules.grid.len());
        let mut arena = Arena::new(&rules, games).unwrap().rewarding(Reward::Survival);
        let mut arrays = Arrays::of(&arena, cells, true);
        let numbered = all_actions(&rules);
        assert_eq!(arena.actions(), numbered.len());
        let (seeds, all) = (vec![Some(11); games], vec![true; games]);
        arena.reset(&seeds, &all, &mut arrays.sights()).unwrap();
        let mut witnesses: Vec<(Game, u64)> = (0..games as u64)
            .map(|index| {
                let mut game = Game::new(rules.clone()).unwrap();
                game.deal(Deal::new(11, index));
                (game, index)
            })
            .collect();
        let mut random = Random::named("arena", [1, 2]);
        let mut ended = 0;
        for _ in 0..250 {
            let mut actions = Vec::new();
            for (number, (game, index)) in witnesses.iter_mut().enumerate() {
                let mask = &arrays.mask[number * numbered.len()..][..numbered.len()];
                let over = arrays.flags[0][number] || arrays.flags[1][number];
                for (allowed, &action) in mask.iter().zip(&numbered) {
                    let legal = over || game.clone().play(action).is_ok();
                    assert_eq!(*allowed == 1, legal, "{action:?} in\n{game:?}");
                }
                let tiles = &arrays.tiles[number * cells..][..cells];
                let shown: Vec<i8> = game.view().tiles().iter().map(|tile| tile.code()).collect();
                assert_eq!(tiles, shown);
                let chances = &arrays.probability[number * cells..][..cells];
                let exact = surefoot_inference::Analysis::of(game.view()).unwrap();
                for (chance, exact) in chances.iter().zip(&exact.probability) {
                    assert!(exact.is_none_or(|exact| (exact as f32).to_bits() == chance.to_bits()));
                }
                assert_eq!(arrays.deal[number], *index);
                let legal: Vec<i64> =
                    (0..).zip(mask).filter(|(_, mask)| **mask == 1).map(|(at, _)| at).collect();
                let action = *random.pick(&legal).unwrap();
                actions.push(action);
                if over {
                    ended += 1;
                    *index += games as u64;
                    game.deal(Deal::new(11, *index));
                } else {
                    game.play(numbered[action as usize]).unwrap();
                }
            }
            arena.step(&actions, true, &mut arrays.sights()).unwrap();
        }
        assert!(ended > 50, "{ended}");
    }
}

/// The same with any number of threads.
#[test]
fn threads_change_nothing() {
    let rules = Rules::new(GameKind::Win, Grid::new(9, 9).unwrap(), 10);
    let played = |threads: usize| {
        let mut arena = Arena::new(&rules, 13).unwrap().threaded(threads);
        let mut arrays = Arrays::of(&arena, 81, false);
        arena.reset(&[Some(3); 13], &[true; 13], &mut arrays.sights()).unwrap();
        let mut all = Vec::new();
        for step in 0..60_i64 {
            let actions: Vec<i64> = (0..13).map(|game| (step * 7 + game * 5) % 81).collect();
            arena.step(&actions, true, &mut arrays.sights()).unwrap();
            all.push((arrays.tiles.clone(), arrays.mask.clone(), arrays.flags.clone()));
        }
        all
    };
    assert_eq!(played(1), played(4));
}

/// On average a game costs by the risks it took what it costs by the mines it hit.
#[test]
fn risks_add_up_to_mines() {
    let rules = Rules::new(GameKind::Win, Grid::new(5, 5).unwrap(), 4);
    let games = 64;
    let mut arena = Arena::new(&rules, games).unwrap().rewarding(Reward::Survival);
    let mut arrays = Arrays::of(&arena, 25, false);
    arena.reset(&vec![Some(5); games], &vec![true; games], &mut arrays.sights()).unwrap();
    let mut random = Random::named("arena", [3, 4]);
    let (mut risked, mut hit) = (0.0, 0.0);
    for _ in 0..200 {
        let choose = |mask: &[i8]| {
            let legal: Vec<i64> =
                (0..).zip(mask).filter(|one| *one.1 == 1).map(|one| one.0).collect();
            *random.pick(&legal).unwrap()
        };
        let actions: Vec<i64> = arrays.mask.chunks(25).map(choose).collect();
        arena.step(&actions, true, &mut arrays.sights()).unwrap();
        for game in 0..games {
            let won = f64::from(u8::from(arrays.flags[2][game]));
            risked += won - arrays.reward[game];
            hit += f64::from(u8::from(arrays.flags[0][game])) - won;
        }
    }
    assert!(hit > 1_000.0 && (risked - hit).abs() < 0.05 * hit, "{risked} {hit}");
}

/// What breaks the rules loses; what ends nothing is broken off; what does not fit is said.
#[test]
fn mistakes_are_answered() {
    let rules = Rules::new(GameKind::Dig, Grid::new(3, 3).unwrap(), 1);
    let mut arena = Arena::new(&rules, 1).unwrap().dealing(5, 2);
    let mut arrays = Arrays::of(&arena, 9, false);
    let reset = arena.reset(&[None], &[true], &mut arrays.sights());
    assert_eq!((reset, arrays.deal[0]), (Ok(()), 5));
    let wrong = arena.step(&[0, 1], true, &mut arrays.sights()).unwrap_err();
    assert_eq!(wrong.to_string(), "`actions` has 2 elements; this arena needs 1");
    for action in [-1, 99] {
        arena.step(&[action], false, &mut arrays.sights()).unwrap();
        assert!(arrays.flags[0][0] && !arrays.flags[2][0] && arrays.reward[0] == 0.0);
        assert_eq!(arena.step(&[0], false, &mut arrays.sights()), Err(ArenaError::Over(0)));
        arena.step(&[0], true, &mut arrays.sights()).unwrap();
        assert!(!arrays.flags[0][0]);
    }
    assert_eq!(arrays.deal[0], 9);
    for step in 1..=4 * 9 {
        arena.step(&[9], false, &mut arrays.sights()).unwrap();
        assert_eq!((arrays.flags[0][0], arrays.flags[1][0]), (false, step == 36));
    }
}

//! The page draws the chains that the library finds: the same game, watched here and
//! played there, has the same ones.

#![allow(clippy::unwrap_used)]

use surefoot_players::Roster;
use surefoot_players::influence::Influence;
use surefoot_rules::{Cell, Deal, Game, GameKind, Grid, Level, Random, Rules, episode};
use surefoot_web::{Arrow, Chains, Move, Order, WatchedGame, choices};

/// ```text
/// 0 0 1 F * *
/// ```
///
/// The first click opens its neighbour, that one the 1, and the 1 tells of the mine: three
/// links. Counted by steps, as the page once did, the flag is one link from the click.
#[test]
fn a_flood_is_part_of_a_chain() {
    let board = r#"{"width":6,"height":1,"mines":[3],"first":[0,0]}"#;
    let order = Order { board: Some(board.to_owned()), ..choices().usual };
    let mut game = WatchedGame::new(&order, "closure").unwrap();
    assert_eq!(game.position().tiles, "001***");
    let step = game.step().unwrap();
    assert_eq!((step.action, step.because), (Move::Flag { cell: 3 }, vec![2]));
    assert_eq!(game.position().tiles, "001F**");
    let arrow = |from, to, back| Arrow { from, to, back };
    let arrows = vec![arrow(2, 3, 0), arrow(1, 2, 1), arrow(0, 1, 2)];
    assert_eq!(game.chains(), Chains { length: 3, longest: 3, guesses: 0, arrows });
}

#[test]
fn page_and_library_find_the_same_chains() {
    let roster = Roster::standard();
    let mut longest = 0;
    for player in ["closure", "window", "exact", "surefoot"] {
        for seed in 0..6 {
            let order = Order { level: "9x9/14".to_owned(), seed, ..choices().usual };
            let mut watched = WatchedGame::new(&order, player).unwrap();
            let mut last = None;
            while let Some(step) = watched.step() {
                last = Some(step.action);
            }

            let level: Level = order.level.parse().unwrap();
            let grid = Grid::new(level.width, level.height).unwrap();
            let mut game = Game::new(Rules::new(GameKind::Win, grid, level.mines)).unwrap();
            game.deal(Deal::new(seed, 0));
            let abilities = roster.entry_of(player).unwrap().abilities();
            let mut influence = Influence::new(game.view(), abilities);
            let mut seated = roster.call(player).unwrap();
            let random = Random::for_player(Deal::new(seed, 0), player);
            episode::play_watched(&mut game, &mut seated, random, &mut influence);

            let (graph, drawn) = (influence.graph(), watched.chains());
            let sum = graph.chains();
            assert_eq!(
                (drawn.longest, drawn.guesses),
                (sum.longest, sum.breaks),
                "{player} {seed}"
            );
            let (Move::Open { cell } | Move::Flag { cell } | Move::Chord { cell }) = last.unwrap()
            else {
                panic!("the last step is at a cell")
            };
            let cell = Cell::new(cell);
            assert_eq!(drawn.length, graph.link(cell).map_or(0, |link| link.depth));
            let pairs: Vec<_> = graph
                .led_to(cell, 160)
                .iter()
                .map(|it| (it.from.number(), it.to.number()))
                .collect();
            let arrows: Vec<_> = drawn.arrows.iter().map(|it| (it.from, it.to)).collect();
            assert_eq!(arrows, pairs, "{player} {seed}");
            longest = longest.max(sum.longest);
        }
    }
    assert!(longest > 10, "games with chains worth comparing: {longest}");
}

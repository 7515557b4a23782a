//! Write-up 004's play-by-play of its 7x7 board, link by link: who led to which cell, by its own list
//! and by ours. Its cells are row and column from 0; ours are the other way round.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use surefoot_players::Roster;
use surefoot_players::influence::Influence;
use surefoot_rules::{Action, Deal, Game, GameKind, Grid, Point, Random, Rules, episode, layout};

type Place = (u32, u32);

/// The write-up's list, each link once (it prints what follows from a cell again and again), up to
/// where all mines are known: it opens the rest, we declare.
const LIST: &[(Place, &[Place])] = &[
    ((6, 0), &[(5, 1), (6, 1), (5, 0)]),
    ((5, 1), &[(5, 2), (6, 2), (4, 2), (4, 1), (4, 0)]),
    ((5, 2), &[(4, 3)]),
    ((6, 2), &[(6, 3), (5, 3)]),
    ((6, 3), &[(6, 4), (5, 4)]),
    ((6, 4), &[(5, 5), (6, 5)]),
    ((5, 5), &[(5, 6), (4, 6), (6, 6)]),
    ((5, 4), &[(4, 5)]),
    ((5, 3), &[(4, 4)]),
    ((4, 4), &[(3, 4), (3, 5)]),
    ((3, 4), &[(2, 3), (2, 2)]),
    ((3, 5), &[(2, 5), (2, 6), (2, 4), (3, 6)]),
    ((2, 5), &[(1, 5), (1, 6), (1, 4)]),
    ((2, 4), &[(1, 3)]),
    ((1, 3), &[(0, 2)]),
    ((1, 2), &[(2, 1)]),
    ((4, 2), &[(3, 1), (3, 3)]),
    ((3, 3), &[(2, 2)]),
    ((4, 1), &[(3, 0), (3, 2), (3, 1), (3, 3)]),
    ((4, 0), &[(3, 2), (3, 1), (3, 3)]),
];

/// Where ours differs, and why.
const DIFFERENT: &[(Place, &[Place], &str)] = &[
    ((4, 0), &[(5, 0)], "both zeros tell it, and we open 5,0 before 5,1"),
    ((4, 1), &[(5, 0)], "the same"),
    ((5, 4), &[(5, 3)], "both tell it, and we open 5,3 before 6,3"),
    ((6, 4), &[(5, 3)], "the same"),
    ((1, 4), &[(2, 4)], "both tell it, and we open 2,4 before 2,5"),
    ((1, 5), &[(2, 4)], "the same"),
    ((3, 0), &[(4, 1), (4, 0)], "we subtract the clue of 4,0, with its parents; it has 4,1 alone"),
    (
        (2, 2),
        &[(3, 3), (4, 1), (4, 0)],
        "of the mines that leave the clue of 3,3, we bring the parents of 3,2, which came of two \
         clues; it brings that of 2,3",
    ),
    (
        (2, 1),
        &[(2, 2), (4, 1), (4, 0)],
        "it opens 1,2 first and has it from there; we know from 2,2 and need not open 1,2",
    ),
];

/// The write-up's own game, from its own first click.
fn played(kind: GameKind, flood: Option<bool>) -> (Grid, Influence) {
    let board = layout![
        ". . . . . . .",
        ". . . . . . .",
        ". M . M . . .",
        "M . M . . . .",
        ". . . M . M .",
        ". . . . . . .",
        ". . . . . . .",
    ];
    let grid = board.grid().clone();
    let mut game = Game::new(Rules { flood, ..Rules::on(kind, &board) }).unwrap();
    game.lay(&board, Deal::default()).unwrap();
    game.play(Action::Open(grid.cell(Point { x: 0, y: 6 }).unwrap())).unwrap();
    let entry = Roster::standard();
    let mut influence = Influence::new(game.view(), entry.entry_of("closure").unwrap().abilities());
    let mut player = entry.call("closure").unwrap();
    let random = Random::for_player(Deal::default(), "closure");
    episode::play_watched(&mut game, &mut player, random, &mut influence);
    (grid, influence)
}

#[test]
fn its_list_of_links_is_ours_but_for_these() {
    let (grid, influence) = played(GameKind::Score, Some(false));
    let place = |cell| {
        let Point { x, y } = grid.point(cell);
        (y, x)
    };
    let (mut alike, mut differing) = (0, 0);
    for link in influence.graph().links().iter().filter(|link| !link.is_root()) {
        let cell = place(link.cell);
        let ours: BTreeSet<Place> = link.from.iter().map(|&from| place(from)).collect();
        let theirs: BTreeSet<Place> =
            LIST.iter().filter(|(_, to)| to.contains(&cell)).map(|(from, _)| *from).collect();
        let known = DIFFERENT.iter().find(|(of, ..)| *of == cell);
        match known {
            None => assert_eq!(ours, theirs, "{cell:?}"),
            Some((_, from, why)) => {
                assert_eq!(ours, from.iter().copied().collect(), "{cell:?}: {why}");
                assert_ne!(ours, theirs, "{cell:?} does not differ");
            }
        }
        alike += u32::from(known.is_none());
        differing += u32::from(known.is_some());
    }
    assert_eq!((alike, differing), (29, 9));
}

/// What it prints as the parents of the cells that rest on more than one clue; without flooding, as
/// it plays, and with it.
#[test]
fn the_parents_of_its_game_are_united() {
    for kind in [GameKind::Score, GameKind::Win] {
        let (grid, influence) = played(kind, None);
        let cell = |(y, x)| grid.cell(Point { x, y }).unwrap();
        let three = [(4, 0), (4, 1), (4, 2)].map(cell);
        for of in [(3, 1), (3, 3)] {
            let mut parents = influence.graph().link(cell(of)).unwrap().from.clone();
            parents.sort_unstable();
            assert_eq!(parents, three);
        }
    }
}

//! No player ever claims what is not so: thousands of boards, all games, all
//! clue rules, densities to 60 %, every neighbourhood, total told and hidden.

#![allow(clippy::unwrap_used)]

use std::ops::{ControlFlow, Range};

use surefoot_players::Roster;
use surefoot_rules::episode::{self, Spectator, Step};
use surefoot_rules::{
    Action, Choice, Deal, Game, GameKind, Graph, Grid, Layout, Neighbourhood, Promise, Random,
    Rules, Tile, View,
};

/// Checks every claim against the truth.
struct Judge<'a> {
    layout: &'a Layout,
    who: String,
    claims: u32,
}

impl Spectator for Judge<'_> {
    fn before(&mut self, game: &mut Game, choice: &Choice) -> ControlFlow<()> {
        self.check(game.view(), choice);
        ControlFlow::Continue(())
    }

    fn after(&mut self, _: &Step<'_>) {}
}

impl Judge<'_> {
    fn check(&mut self, view: &View, choice: &Choice) {
        if !choice.certain {
            return;
        }
        self.claims += 1;
        let Some(cell) = choice.action.cell() else { return };
        let mine = self.layout.is_mine(cell);
        let right = match choice.action {
            Action::Open(_) => !mine,
            Action::Flag(_) => mine,
            _ => true,
        };
        assert!(right, "{} claims {choice:?} wrongly in\n{view:?}", self.who);
        for clue in &choice.because {
            assert!(view.tile(*clue).is_safe(), "{} rests on a closed cell", self.who);
        }
    }
}

const CLUES: [&str; 9] = [
    "exact",
    "silent:0.6",
    "silent:0.5,asks=until",
    "optimistic",
    "optimistic:q=0.8,asks=4",
    "optimistic:asks=until",
    "cautious",
    "cautious:q=0.8,asks=4",
    "cautious:q=0.5,asks=until",
];

fn grids(random: &mut Random) -> Grid {
    let (width, height) = (1 + random.below(12), 1 + random.below(12));
    match random.below(8) {
        kind @ 0..=4 => Grid::with(width, height, Neighbourhood::ALL[kind as usize]).unwrap(),
        5 => {
            let cells = 2 + random.below(40);
            let edges: Vec<(u32, u32)> = (0..3 * cells)
                .map(|_| (random.below(cells), random.below(cells)))
                .filter(|(a, b)| a != b)
                .collect();
            Grid::of(Graph::new(cells, edges).unwrap())
        }
        _ => Grid::new(width, height).unwrap(),
    }
}

#[test]
fn no_player_claims_what_is_not_so() {
    assert_sound(0..600);
}

#[test]
#[ignore = "slow: scripts/test --all"]
fn no_player_claims_what_is_not_so_in_thousands_of_games() {
    assert_sound(0..6_000);
}

fn assert_sound(games: Range<u64>) {
    let roster = Roster::standard();
    let mut texts: Vec<String> =
        roster.entries().iter().map(|entry| entry.name().to_owned()).collect();
    texts.extend(
        ["gauss:cutoff=30", "queue:passes=1", "window:edges", "window:passes=1,edges"]
            .map(str::to_owned),
    );
    texts.extend(["periphery:piece=5", "closure:prefer=low"].map(str::to_owned));
    let mut players: Vec<_> = texts.iter().map(|text| roster.call(text).unwrap()).collect();
    let mut random = Random::named("soundness", [2026, 0]);
    let mut claims = vec![0; texts.len()];
    let enough = (games.end - games.start) / 12;
    for index in games {
        let grid = grids(&mut random);
        let mines = (f64::from(random.below(61)) / 100.0 * grid.len() as f64) as u32;
        let kind = *random.pick(&GameKind::ALL).unwrap();
        let mut rules = Rules::new(kind, grid, mines);
        rules.promise = Promise::None;
        rules.clues = random.pick(&CLUES).unwrap().parse().unwrap();
        rules.told = kind == GameKind::Dig || random.below(2) == 0;
        if rules.clues.rule.is_exact() {
            rules.flood = *random.pick(&[None, Some(true), Some(false)]).unwrap();
        }
        let mut game = Game::new(rules.clone()).unwrap();
        let mut layout = Layout::empty(rules.grid.clone());
        let mut dealer = surefoot_rules::Dealer::new(rules.grid.clone(), mines).unwrap();
        let first = rules.grid.middle();
        dealer.deal(Deal::new(7, index), Promise::None, first, &mut layout).unwrap();
        for (at, (text, player)) in texts.iter().zip(&mut players).enumerate() {
            let able = roster.entry_of(text).unwrap().abilities();
            // Who counts at every turn plays every eighth game.
            if (able.slow && index % 8 > 0) || roster.check(text, &rules).is_err() {
                continue;
            }
            game.lay(&layout, Deal::new(7, index)).unwrap();
            let who = format!("{text}, game {index}, {kind}, {}", rules.clues);
            let mut judge = Judge { layout: &layout, who, claims: 0 };
            let stream = Random::for_player(Deal::new(7, index), text);
            let record = episode::play_watched(&mut game, player, stream, &mut judge);
            assert_eq!(record.fault, None, "{}\n{:?}", judge.who, game.view());
            claims[at] += judge.claims;
            let outcome = record.outcome;
            // Where certainty may never come, some flag what pays on average.
            let pays = able.flags_what_pays && !rules.clues.rule.is_exact();
            assert!(pays || outcome.false_flags == 0, "{}", judge.who);
            if kind == GameKind::Dig {
                assert!(record.won(), "{}: a wrong declaration", judge.who);
            }
            if kind == GameKind::Win && game.view().tiles().contains(&Tile::Mine) {
                assert!(record.guesses > 0 || outcome.digs == 1, "{}", judge.who);
            }
        }
    }
    // Every player has had something to say.
    assert!(claims.iter().all(|&claims| u64::from(claims) > enough), "{claims:?}");
}

//! Cheap logic against slow definitions: enumeration, scans of the whole board, and reading
//! afresh.

#![allow(clippy::unwrap_used)]

use surefoot_inference::logic::{Because, Belief, Facts};
use surefoot_inference::{Unknown, Workspace, oracle};
use surefoot_rules::{
    Action, Cell, Deal, Draft, Game, GameKind, Promise, Random, Rules, Status, Tile, View, view,
};
use surefoot_testing::{Cases, any_grid, dealt};

const CLUES: [&str; 6] =
    ["exact", "exact", "silent:0.6", "optimistic", "cautious:q=0.7,asks=2", "optimistic:q=0.8"];

/// A game in which some cells are open; mines too, but in few.
fn game(random: &mut Random, most_closed: u32) -> Game {
    let grid = any_grid(random, 1..=6, 1..=5);
    let cells = grid.len() as u32;
    let mines = random.below(cells / 2 + 1);
    let mut rules = Rules::new(GameKind::Score, grid, mines);
    rules.promise = Promise::None;
    rules.told = random.below(2) == 0;
    rules.clues = random.pick(&CLUES).unwrap().parse().unwrap();
    let mut game = dealt(rules, Deal::new(random.bits(), 0));
    let closed = random.below(most_closed);
    for _ in 0..40 * cells {
        if game.status() != Status::Playing || game.view().closed().count() as u32 <= closed {
            break;
        }
        let cell = Cell::new(random.below(cells));
        let hits = game.layout().is_some_and(|layout| layout.is_mine(cell));
        if !hits || random.below(8) == 0 {
            let _ = game.play(Action::Open(cell));
        }
        for _ in 0..random.below(3) {
            let _ = game.play(Action::Ask(cell));
        }
    }
    game
}

/// A view with few enough closed cells to be enumerated.
fn small_view(random: &mut Random) -> View {
    let game = game(random, 15);
    let mut draft = Draft::from(game.view().clone());
    for tile in draft.tiles.iter_mut().filter(|tile| tile.is_closed()).skip(14) {
        *tile = Tile::Silent;
    }
    View::try_from(draft).unwrap_or_else(|_| view!["1*"])
}

/// Everything that rules, pairs and the total find.
fn all_facts(view: &View) -> Facts {
    let mut facts = Facts::of(view);
    loop {
        let known = facts.log().len();
        facts.settle();
        for clue in view.grid().cells() {
            facts.look_at_pairs(clue);
        }
        facts.settle_total();
        if facts.log().len() == known {
            return facts;
        }
    }
}

#[test]
fn what_is_concluded_is_so_in_every_configuration() {
    let [mut by_clue, mut by_pair, mut by_total] = [0; 3];
    Cases::new("facts", 4_000).check(small_view, |view| {
        let Some(truth) = oracle::enumerate(view, Unknown::AnyTotal) else { return };
        let facts = all_facts(view);
        assert_eq!(facts.broken(), None, "nothing contradicts anything");
        for fact in facts.log() {
            let (can_be_safe, can_be_mine) = truth.possible[fact.cell.index()];
            match fact.because {
                Because::Seen => continue,
                Because::Clue(_) => by_clue += 1,
                Because::Pair(..) => by_pair += 1,
                _ => by_total += 1,
            }
            let possible = if fact.mine { can_be_safe } else { can_be_mine };
            assert!(!possible, "{fact:?} is not certain");
        }
    });
    let found = (by_clue, by_pair, by_total);
    assert!(by_clue > 3_000 && by_pair > 30 && by_total > 300, "{found:?}");
}

/// The two rules by scanning the board until nothing changes: `true` for mines.
fn scanned(view: &View) -> Vec<Option<bool>> {
    let mut known: Vec<Option<bool>> = view
        .tiles()
        .iter()
        .map(|tile| match tile {
            Tile::Mine => Some(true),
            Tile::Clue(_) | Tile::Silent => Some(false),
            Tile::Hidden | Tile::Flag => None,
        })
        .collect();
    loop {
        let before = known.clone();
        for clue in view.grid().cells() {
            let Tile::Clue(shown) = view.tile(clue) else { continue };
            let around = view.neighbours(clue);
            let bounds = view.rule().bounds(Some(shown), around.len() as u8);
            let is = |what: Option<bool>| {
                around.iter().filter(|cell| known[cell.index()] == what).count() as u8
            };
            let (mines, unknown) = (is(Some(true)), is(None));
            let all_mines = *bounds.start() == mines + unknown;
            if all_mines || *bounds.end() == mines {
                for cell in around.iter().filter(|cell| before[cell.index()].is_none()) {
                    known[cell.index()].get_or_insert(all_mines);
                }
            }
        }
        if known == before {
            return known;
        }
    }
}

#[test]
fn the_rules_find_what_scanning_finds() {
    let mut found = 0;
    let draw = |random: &mut Random| game(random, 31).view().clone();
    Cases::new("scan", 3_000).check(draw, |view| {
        let mut facts = Facts::of(view);
        facts.settle();
        for (cell, known) in view.grid().cells().zip(scanned(view)) {
            let ours = match facts.belief(cell) {
                Belief::Unknown => None,
                belief => Some(belief == Belief::Mine),
            };
            assert_eq!(ours, known, "{cell:?}");
            found += u32::from(view.tile(cell).is_closed() && known.is_some());
        }
    });
    assert!(found > 1_000, "{found}");
}

/// Facts that follow a game are those of its last view, sums and all.
#[test]
fn following_a_game_is_reading_its_end() {
    let cases = Cases::new("follow facts", 600);
    for index in 0..600 {
        let mut random = cases.random(index);
        let mut game = game(&mut random, 31);
        let deal = Deal::new(random.bits(), 1);
        game.deal(deal);
        let mut facts = Facts::default();
        facts.begin(game.view());
        for _ in 0..30 {
            let cell = Cell::new(random.below(game.view().grid().len() as u32));
            let _ = game.play(Action::Open(cell));
            facts.follow(game.view());
            facts.settle();
            let mut afresh = Facts::of(game.view());
            afresh.settle();
            assert_eq!(facts.mines_left(), afresh.mines_left(), "case {index}");
            for cell in game.view().grid().cells() {
                assert_eq!(facts.belief(cell), afresh.belief(cell), "case {index}, {cell:?}");
                assert_eq!(facts.sum(cell), afresh.sum(cell), "case {index}, {cell:?}");
            }
        }
    }
}

/// Counting from facts, whoever found them, is counting the view.
#[test]
fn counting_from_facts_is_counting_the_view() {
    let (mut one, mut other) = (Workspace::default(), Workspace::default());
    Cases::new("from facts", 2_000).check(small_view, |view| {
        let Ok(whole) = one.solve(view) else { return };
        for facts in [Facts::of(view), all_facts(view)] {
            let from = other.solve_from(view, &facts).unwrap();
            assert_eq!(from.solutions(), whole.solutions(), "configurations");
            for cell in view.closed() {
                let certain = (whole.is_safe(cell), whole.is_mine(cell));
                assert_eq!((from.is_safe(cell), from.is_mine(cell)), certain, "{cell:?}");
                let [a, b] = [from, whole].map(|found| found.probability(cell).unwrap());
                assert!((a - b).abs() < 1e-9, "{cell:?}: {a}, not {b}");
            }
        }
    });
}

#[test]
fn clues_that_contradict_each_other_are_met() {
    for view in [view!["0 *", "1 *"], view!["1 *", "2 M"], view!["3x1/?", "* 2 M"]] {
        let mut facts = Facts::of(&view);
        facts.settle();
        let possible = oracle::enumerate(&view, Unknown::AnyTotal).is_some();
        assert_eq!(facts.broken().is_none(), possible, "{view:?}");
    }
    // A cell that was proved safe turns out to be a mine.
    let mut facts = Facts::of(&view!["0 *"]);
    facts.settle();
    facts.follow(&view!["0 M"]);
    assert_eq!(facts.broken(), Some(Cell::new(1)));
}

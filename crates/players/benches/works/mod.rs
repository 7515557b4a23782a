//! What the engine and its players are given when they are measured: in time (`speed.rs`) and in
//! instructions (`instructions/` at the top of the repository), the same work in both.

#[path = "../../../inference/benches/positions/mod.rs"]
mod positions;

pub(crate) use positions::{due, expert_games, stuck, uncertain};
use surefoot_inference::no_guess::{Logic, Maker, Wish};
use surefoot_players::Roster;
use surefoot_rules::{
    Action, Deal, Game, GameKind, Grid, Level, Player, Promise, Random, Rules, Status, episode,
};

/// A player at the table: plays the expert deal of a number and says whether it won. The first
/// click, which is looked for once, is behind it.
pub(crate) fn seated(player: &str) -> impl FnMut(u64) -> bool {
    let Level { width, height, mines } = Level::EXPERT;
    let rules = Rules::new(GameKind::Win, Grid::new(width, height).unwrap(), mines);
    let mut game = Game::new(rules).unwrap();
    let mut player = Roster::standard().call(player).unwrap();
    let mut play = move |index| {
        let deal = Deal::new(1, index);
        game.deal(deal);
        episode::play(&mut game, &mut player, Random::for_player(deal, "speed")).won()
    };
    play(0);
    play
}

/// Expert games of a player: the table before the first click, and what was done.
#[allow(dead_code, reason = "instructions are counted of less")]
pub(crate) fn played(player: &str, count: u64) -> Vec<(Game, Vec<Action>)> {
    let Level { width, height, mines } = Level::EXPERT;
    let mut rules = Rules::new(GameKind::Win, Grid::new(width, height).unwrap(), mines);
    rules.promise = Promise::Safe;
    let mut game = Game::new(rules.clone()).unwrap();
    let play = |index| {
        let deal = Deal::new(1, index);
        game.deal(deal);
        let mut who = Roster::standard().call(player).unwrap();
        who.begin(&game.brief(), game.view(), Random::for_player(deal, "speed"));
        let mut actions = Vec::new();
        while game.status() == Status::Playing {
            let action = who.choose(game.view()).action;
            game.play(action).unwrap();
            actions.push(action);
        }
        let mut beginning = Game::new(rules.clone()).unwrap();
        beginning.lay(game.layout().unwrap(), Deal::default()).unwrap();
        (beginning, actions)
    };
    (0..count).map(play).collect()
}

/// Makes expert boards without a guess, for full logic.
pub(crate) fn maker() -> Maker {
    let Level { width, height, mines } = Level::EXPERT;
    let grid = Grid::new(width, height).unwrap();
    let (promise, first, logic) = (Promise::Opening, grid.middle(), Logic::Full);
    Maker::new(Wish { grid, mines, promise, first, logic }).unwrap()
}

//! Writes games of a player as replays, to have many of them:
//! `cargo run --release -p surefoot --example replays -- PLAYER LEVEL GAMES FOLDER`.

use std::error::Error;
use std::{env, fs, path::Path};

use surefoot_players::Roster;
use surefoot_rules::replay::{Replay, rawvf};
use surefoot_rules::{Deal, Game, GameKind, Grid, Level, Player, Promise, Random, Rules, Status};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [player, level, games, folder] = &arguments[..] else {
        return Err("expected PLAYER LEVEL GAMES FOLDER".into());
    };
    let Level { width, height, mines } = level.parse()?;
    let mut rules = Rules::new(GameKind::Win, Grid::new(width, height)?, mines);
    rules.promise = Promise::Safe;
    let mut game = Game::new(rules)?;
    fs::create_dir_all(folder)?;
    for index in 0..games.parse()? {
        let deal = Deal::new(0, index);
        game.deal(deal);
        let mut who = Roster::standard().call(player)?;
        who.begin(&game.brief(), game.view(), Random::for_player(deal, player));
        let mut actions = Vec::new();
        while game.status() == Status::Playing {
            let choice = who.choose(game.view());
            if game.play(choice.action).is_err() {
                break;
            }
            actions.push((250 * i32::try_from(actions.len())?, choice.action));
        }
        let Some(layout) = game.layout() else { continue };
        let mut replay = Replay::of_actions(layout.clone(), actions);
        replay.player = player.as_str().into();
        replay.program = "Surefoot".into();
        fs::write(Path::new(folder).join(format!("{index:05}.rawvf")), rawvf::write(&replay)?)?;
    }
    Ok(())
}

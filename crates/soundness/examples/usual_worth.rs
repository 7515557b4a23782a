//! What positions are worth usually, to fit `surefoot`'s prior of playouts by: the guesses of
//! survived games with what is quickly seen of each, and the product of the probabilities to
//! survive from there.
//! `cargo run --release -p surefoot-soundness --example usual_worth -- LEVEL SEED GAMES`

#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;

use surefoot_inference::Workspace;
use surefoot_players::surefoot::{DecisionKind, Surefoot, usual_signs};
use surefoot_rules::{Action, Deal, Game, Layout, Level, Player, Random, Setting, Status};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [level, seed, games] = &arguments[..] else {
        return Err("expected LEVEL SEED GAMES".into());
    };
    let level: Level = level.parse()?;
    let mut game = Game::new(Setting::at(level).rules()?)?;
    let (mut player, mut workspace) = (Surefoot::default(), Workspace::default());
    println!("game,safest,undecided,mines,survived");
    for index in 0..games.parse()? {
        let deal = Deal::new(seed.parse()?, index);
        game.deal(deal);
        player.begin(&game.brief(), game.view(), Random::for_player(deal, "surefoot"));
        let mut random = Random::named("survive", [deal.seed, deal.index]);
        let mut guesses = Vec::new();
        while game.status() == Status::Playing {
            let decision = player.decide(game.view(), 0);
            let certain = matches!(decision.kind, DecisionKind::Certain | DecisionKind::FirstClick);
            if let (false, Action::Open(cell)) = (certain, decision.choice.action) {
                let view = game.view().clone();
                let posterior = workspace.solve(&view)?;
                let searched = posterior.configurations(1_000).is_some();
                let safety = 1.0 - posterior.probability(cell).unwrap_or(1.0);
                guesses.push((usual_signs(&view, &posterior).filter(|_| !searched), safety));
                while game.layout().is_some_and(|layout| layout.is_mine(cell)) {
                    let mines = posterior.sample(&mut random);
                    game.replace_layout(&Layout::new(view.grid().clone(), mines)?)?;
                }
            }
            game.play(decision.choice.action)?;
        }
        let mut survived = 1.0;
        for (signs, safety) in guesses.into_iter().rev() {
            survived *= safety;
            if let Some([safest, undecided, mines]) = signs {
                println!("{index},{safest},{undecided},{mines},{survived}");
            }
        }
    }
    Ok(())
}

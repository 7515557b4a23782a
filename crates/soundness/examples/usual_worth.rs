//! What positions are worth usually, to fit `surefoot`'s prior of playouts by: the guesses of
//! survived games with what is quickly seen of each, the product of the probabilities to survive
//! from there, and the weights of some playouts. Guesses whose best play is searched are left out.
//! `cargo run --release -p surefoot-soundness --example usual_worth -- LEVEL SEED GAMES PLAYOUTS`

#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;

use surefoot_inference::Workspace;
use surefoot_players::surefoot::{DecisionKind, PositionSigns, Surefoot, WinChances};
use surefoot_rules::{Action, Deal, Game, Layout, Level, Player, Random, Setting, Status};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [level, seed, games, playouts] = &arguments[..] else {
        return Err("expected LEVEL SEED GAMES PLAYOUTS".into());
    };
    let playouts: usize = playouts.parse()?;
    let level: Level = level.parse()?;
    let mut game = Game::new(Setting::at(level).rules()?)?;
    let (mut player, mut workspace) = (Surefoot::default(), Workspace::default());
    let mut chances = WinChances::default();
    println!("game,safest,undecided,mines,flips,share,density,survived,weights");
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
                let safety = 1.0 - posterior.probability(cell).unwrap_or(1.0);
                let weights = chances.weights(&view, playouts);
                guesses.push((PositionSigns::of(&view, &posterior).zip(weights), safety));
                while game.layout().is_some_and(|layout| layout.is_mine(cell)) {
                    let mines = posterior.sample(&mut random);
                    game.replace_layout(&Layout::new(view.grid().clone(), mines)?)?;
                }
            }
            game.play(decision.choice.action)?;
        }
        let mut survived = 1.0;
        for (seen, safety) in guesses.into_iter().rev() {
            survived *= safety;
            if let Some((signs, weights)) = seen {
                let PositionSigns { safest, undecided, mines, flips, share, density } = signs;
                let weights: Vec<String> = weights.iter().map(f64::to_string).collect();
                let weights = weights.join(" ");
                println!(
                    "{index},{safest},{undecided},{mines},{flips},{share},{density},{survived},{weights}"
                );
            }
        }
    }
    Ok(())
}

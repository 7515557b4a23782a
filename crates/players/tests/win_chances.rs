//! Win probabilities are what they say: held against games that are played to their end.

#![allow(clippy::unwrap_used)]

use surefoot_players::Roster;
use surefoot_players::surefoot::{DecisionKind, Surefoot, WinChances};
use surefoot_rules::{Deal, Game, GameKind, Grid, Player, Random, Rules, Status};

/// Predicted and actual wins over the first guesses of games, by so many playouts each.
fn calibration(
    width: u32,
    height: u32,
    mines: u32,
    games: u64,
    playouts: usize,
) -> [(f64, f64, u32); 10] {
    let rules = Rules::new(GameKind::Win, Grid::new(width, height).unwrap(), mines);
    let mut game = Game::new(rules).unwrap();
    let mut deciles = [(0.0, 0.0, 0); 10];
    let mut chances = WinChances::default();
    for index in 0..games {
        game.deal(Deal::new(9, index));
        let mut player = Surefoot::default();
        player.begin(
            &game.brief(),
            game.view(),
            Random::for_player(Deal::new(9, index), "surefoot"),
        );
        let mut predicted = Vec::new();
        while game.status() == Status::Playing {
            let decision = player.decide(game.view(), 0);
            let guesses =
                !matches!(decision.kind, DecisionKind::Certain | DecisionKind::FirstClick);
            if guesses {
                predicted
                    .extend(chances.of_position(game.view(), playouts).map(|chance| chance.value));
            }
            game.play(decision.choice.action).unwrap();
        }
        for value in predicted {
            let decile = &mut deciles[((value * 10.0) as usize).min(9)];
            decile.0 += value;
            decile.1 += f64::from(u8::from(game.status() == Status::Won));
            decile.2 += 1;
        }
    }
    deciles
}

/// Over all guesses of some hundred games predicted and actual wins are the same up to chance.
#[test]
fn predictions_come_true() {
    assert!(Roster::standard().call("surefoot").is_ok());
    let deciles = calibration(16, 16, 48, 150, 8);
    let sum = deciles.iter().fold((0.0, 0.0, 0), |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2));
    let count = f64::from(sum.2);
    assert!(count > 100.0, "{deciles:?}");
    // Guesses of one game share its end; five deviations of 150 games are 20 points.
    assert!(((sum.0 - sum.1) / count).abs() < 0.2, "{deciles:?}");
}

/// By decile, on expert boards; run by hand. `scripts/soundness wins` does it by the thousand.
#[test]
#[ignore = "slow: a minute, and what it prints is what counts"]
#[allow(clippy::print_stdout)]
fn calibration_by_decile() {
    for (predicted, won, count) in calibration(30, 16, 99, 400, 16) {
        let share = |sum: f64| 100.0 * sum / f64::from(count.max(1));
        println!("{count:6} guesses: {:5.1} predicted, {:5.1} won", share(predicted), share(won));
    }
}

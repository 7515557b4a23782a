//! A game that a player of the roster plays, step by step.

use serde::{Deserialize, Serialize};
use surefoot_inference::Prover;
use surefoot_players::{AnyPlayer, Roster};
use surefoot_rules::{Choice, Deal, Game, Player, Random, Status};
use tsify::Tsify;

use crate::advice::options;
use crate::explain::numbers;
use crate::{Complaint, Move, Order, Position, Turn};

/// One step of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Step {
    /// What it did.
    pub action: Move,
    /// Whether it claimed to know that it is right.
    pub certain: bool,
    /// Its reason, in a word or two.
    pub why: String,
    /// The clues it rests on.
    pub because: Vec<u32>,
    /// The probability to win from here, where the player knew it exactly.
    pub value: Option<f64>,
    /// What changed, and where the game stands.
    pub turn: Turn,
    /// Why the game was broken off, if the player broke the rules.
    pub fault: Option<String>,
}

/// A player at a game, watched.
pub struct WatchedGame {
    game: Game,
    player: AnyPlayer,
    prover: Prover,
    broken_off: bool,
}

impl std::fmt::Debug for WatchedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WatchedGame").field("game", &self.game).finish_non_exhaustive()
    }
}

impl WatchedGame {
    /// Sits a player down to a game.
    pub fn new(order: &Order, player: &str) -> Result<WatchedGame, Complaint> {
        let game = order.game()?;
        let roster = Roster::standard();
        roster.check(player, game.rules()).map_err(Complaint::of)?;
        let mut seated = roster.call(player).map_err(Complaint::of)?;
        let random = Random::for_player(Deal::new(order.seed, order.deal), player);
        seated.begin(&game.brief(), game.view(), random);
        Ok(Self { game, player: seated, prover: Prover::new(options()), broken_off: false })
    }

    /// What is seen.
    pub fn position(&self) -> Position {
        Position::of(self.game.view())
    }

    /// The next step; nothing when the game is over.
    pub fn step(&mut self) -> Option<Step> {
        if self.broken_off || self.game.status() != Status::Playing {
            return None;
        }
        let seen = self.game.view().journal().len();
        let choice = self.player.choose(self.game.view());
        let because = self.evidence(&choice);
        let fault = self.game.play(choice.action).err().map(|reason| reason.to_string());
        self.broken_off = fault.is_some();
        Some(Step {
            action: Move::of(choice.action),
            certain: choice.certain,
            why: choice.why.into_owned(),
            because,
            value: choice.value,
            turn: Turn::since(&self.game, seen),
            fault,
        })
    }

    /// The clues a choice rests on: as the player names them, or where it claims
    /// certainty and names none, those of a proof.
    fn evidence(&mut self, choice: &Choice) -> Vec<u32> {
        let proved = choice.action.cell().filter(|_| choice.certain && choice.because.is_empty());
        let clues = proved.and_then(|cell| self.prover.clues_for(self.game.view(), cell).ok());
        clues.map_or_else(|| numbers(&choice.because), |(clues, ..)| numbers(&clues))
    }
}

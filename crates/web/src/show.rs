//! A game that a player of the roster plays, step by step.

use serde::{Deserialize, Serialize};
use surefoot_inference::Prover;
use surefoot_players::AnyPlayer;
use surefoot_players::roster as players;
use surefoot_rules::{Choice, Game, Player, Random, Status};
use tsify::Tsify;

use crate::advice::options;
use crate::explain::numbers;
use crate::table::{Move, Order, Turn};
use crate::{Complaint, Position};

/// An option of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct PlayerOption {
    /// How it is written.
    pub form: String,
    /// What it does.
    pub about: String,
}

/// One player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub source: String,
    /// What it does, in a line.
    pub about: String,
    /// Its options.
    pub options: Vec<PlayerOption>,
}

/// Every player there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Roster {
    /// In the order of the roster.
    pub players: Vec<Entry>,
}

/// Every player there is.
pub fn roster() -> Roster {
    let option = |option: &players::PlayerOption| PlayerOption {
        form: option.form.to_owned(),
        about: option.about.to_owned(),
    };
    let entry = |entry: &players::Entry| Entry {
        name: entry.name().to_owned(),
        source: entry.source().to_owned(),
        about: entry.about().to_owned(),
        options: entry.options().iter().map(option).collect(),
    };
    Roster { players: players::Roster::standard().entries().iter().map(entry).collect() }
}

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

/// A player at a game.
pub struct Show {
    game: Game,
    player: AnyPlayer,
    prover: Prover,
    broken_off: bool,
}

impl std::fmt::Debug for Show {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Show").field("game", &self.game).finish_non_exhaustive()
    }
}

impl Show {
    /// Sits a player down to a game.
    pub fn new(order: &Order, player: &str) -> Result<Show, Complaint> {
        let game = order.game()?;
        let roster = players::Roster::standard();
        roster.check(player, game.rules()).map_err(Complaint::of)?;
        let mut seated = roster.call(player).map_err(Complaint::of)?;
        let random = Random::for_player(order.seed, order.deal, player);
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

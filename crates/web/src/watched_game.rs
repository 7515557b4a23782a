//! A game that a player of the roster plays, step by step, and what led to each step.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use surefoot_players::influence::{Influence, Origin};
use surefoot_players::{AnyPlayer, Roster};
use surefoot_rules::episode::{Episode, Spectator, Step as EpisodeStep};
use surefoot_rules::{Cell, Choice, Deal, Game, Random};
use tsify::Tsify;

use crate::explain::numbers;
use crate::tunables;
use crate::{Move, Order, Position, Turn, WebError};

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

/// A clue and a cell that it led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct Arrow {
    /// The clue.
    pub from: u32,
    /// The cell it led to.
    pub to: u32,
    /// How many links lie between that cell and the last step's.
    pub back: u32,
}

/// What led to the last step, and what the chains of influence amount to so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct Chains {
    /// Links on the longest chain that ends at the last step's cell.
    pub length: u32,
    /// Links on the longest chain of the game.
    pub longest: u32,
    /// Guesses, the first click excluded: there chains break.
    pub guesses: u32,
    /// The clues that led to the last step's cell, what led to those, and so on back;
    /// the nearest first.
    pub arrows: Vec<Arrow>,
}

/// Sees a step being made: the choice, and the clues it rests on.
struct SteppingWatch<'a> {
    influence: &'a mut Influence,
    made: Option<(Choice, Vec<u32>)>,
}

impl Spectator for SteppingWatch<'_> {
    fn before(&mut self, game: &mut Game, choice: &Choice) -> ControlFlow<()> {
        self.influence.look(game.view(), choice);
        let led = self.influence.because();
        let because = numbers(if led.is_empty() { &choice.because } else { led });
        self.made = Some((choice.clone(), because));
        ControlFlow::Continue(())
    }

    fn after(&mut self, step: &EpisodeStep<'_>) {
        self.influence.note(step);
    }
}

/// A player at a game, watched.
pub struct WatchedGame {
    game: Game,
    player: AnyPlayer,
    episode: Episode,
    influence: Influence,
    /// Of every step its cell, and how many cells were known after it.
    made: Vec<(Option<Cell>, usize)>,
}

impl std::fmt::Debug for WatchedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WatchedGame").field("game", &self.game).finish_non_exhaustive()
    }
}

impl WatchedGame {
    /// Sits a player down to a game.
    pub fn new(order: &Order, player: &str) -> Result<WatchedGame, WebError> {
        let game = order.game()?;
        let roster = Roster::standard();
        roster.check(player, game.rules()).map_err(WebError::of)?;
        let abilities = roster.entry_of(player).map_err(WebError::of)?.abilities();
        let mut seated = roster.call(player).map_err(WebError::of)?;
        let random = Random::for_player(Deal::new(order.seed, order.deal), player);
        let episode = Episode::begin(&game, &mut seated, random);
        let influence = Influence::new(game.view(), abilities);
        Ok(Self { game, player: seated, episode, influence, made: Vec::new() })
    }

    /// What is seen.
    pub fn position(&self) -> Position {
        Position::of(self.game.view())
    }

    /// The next step; nothing when the game is over.
    pub fn step(&mut self) -> Option<Step> {
        let seen = self.game.view().journal().len();
        let mut watch = SteppingWatch { influence: &mut self.influence, made: None };
        // Whether it goes on is asked with the next step.
        let _ = self.episode.step(&mut self.game, &mut self.player, &mut watch);
        let (choice, because) = watch.made?;
        self.made.push((choice.action.cell(), self.influence.graph().links().len()));
        Some(Step {
            action: Move::of(choice.action),
            certain: choice.certain,
            why: choice.why.into_owned(),
            because,
            value: choice.value,
            turn: Turn::since(&self.game, seen),
            fault: self.episode.fault().map(ToString::to_string),
        })
    }

    /// The chains of influence up to the last step.
    pub fn chains(&self) -> Chains {
        self.chains_after(self.made.len() as u32)
    }

    /// The chains of influence as they were after so many steps.
    pub fn chains_after(&self, steps: u32) -> Chains {
        let graph = self.influence.graph();
        let made = &self.made[..self.made.len().min(steps as usize)];
        let (cell, known) = made.last().copied().unwrap_or_default();
        let links = &graph.links()[..known.min(graph.links().len())];
        let led = cell.map_or(Vec::new(), |cell| graph.led_to(cell, tunables::ARROWS));
        let arrow = |arrow: &surefoot_players::influence::Arrow| Arrow {
            from: arrow.from.number(),
            to: arrow.to.number(),
            back: arrow.back,
        };
        Chains {
            length: cell.and_then(|cell| graph.link(cell)).map_or(0, |link| link.depth),
            longest: links.iter().map(|link| link.depth).max().unwrap_or(0),
            guesses: links.iter().filter(|link| link.origin == Origin::Guess).count() as u32,
            arrows: led.iter().map(arrow).collect(),
        }
    }
}

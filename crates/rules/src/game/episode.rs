//! An episode: one game played to its end, and its record.
//!
//! The runner is the only place where a player meets a game. It hands over the
//! view, plays the choice, counts guesses, and turns an illegal action or a
//! game without end into a fault of the player, so that a match can go on.

use std::ops::ControlFlow;

use crate::tunables;
use crate::{Action, ActionError, Cell, Choice, Game, Outcome, Player, Random, Status, Tile, View};

/// Why an episode was broken off. The player loses it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// It acted illegally.
    #[error("illegal action {action:?}: {reason}")]
    Illegal {
        /// What it did.
        action: Action,
        /// Why that is not legal.
        reason: ActionError,
    },
    /// It went on without opening anything.
    #[error("no cell opened in {actions} actions")]
    Endless {
        /// How many actions it was given.
        actions: u64,
    },
    /// It panicked. The runner here does not catch that; those who run many
    /// games do, and say so by this.
    #[error("panicked: {0}")]
    Panicked(String),
    /// It said that it cannot go on: by [`Player::failure`], as who asks a program that has
    /// crashed or hangs, or by unwinding with a [`PlayerFailure`].
    #[error("{0}")]
    Failed(String),
}

/// What a player unwinds with that cannot go on and has something to say: one that asks
/// another program, say, which has failed. Nothing is printed by it, as it would be by a panic.
///
/// ```
/// use std::panic::{catch_unwind, resume_unwind};
/// use surefoot_rules::episode::PlayerFailure;
///
/// let failed = catch_unwind(|| resume_unwind(Box::new(PlayerFailure("gone".to_owned()))));
/// assert_eq!(failed.unwrap_err().downcast_ref::<PlayerFailure>().unwrap().0, "gone");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFailure(pub String);

/// What is kept of an episode.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// How the game came out.
    pub outcome: Outcome,
    /// Opens that the player did not claim certain, the first click excluded.
    pub guesses: u32,
    /// Opens and flags claimed certain that were wrong; none, for an honest player.
    pub wrong_claims: u32,
    /// All its actions.
    pub actions: u64,
    /// Why it was broken off, if it was.
    pub fault: Option<Fault>,
}

impl Record {
    /// The record of a game as it stands, lost by a fault.
    pub fn faulted(game: &Game, fault: Fault) -> Self {
        let mut outcome = game.outcome();
        // A broken-off game earns nothing.
        outcome.score = outcome.score.map(|_| 0.0);
        outcome.dig_density = None;
        Self { outcome, guesses: 0, wrong_claims: 0, actions: 0, fault: Some(fault) }
    }

    /// Whether the game was won (in `dig`: rightly declared) without a fault.
    pub fn won(&self) -> bool {
        self.outcome.status == Status::Won && self.fault.is_none()
    }
}

/// One step of an episode, for those who watch.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The number of the step, from 0.
    pub number: u64,
    /// What the player chose and why.
    pub choice: &'a Choice,
    /// The view after it.
    pub view: &'a View,
    /// The cells that changed by it, in order.
    pub changed: &'a [Cell],
    /// Where the game stands after it.
    pub status: Status,
}

/// Someone who watches an episode. Every `FnMut(&Step)` is one.
pub trait Spectator {
    /// The player has chosen; the game is still as it was. A spectator may lay
    /// another layout that agrees with what was seen, or break the episode off.
    fn before(&mut self, _game: &mut Game, _choice: &Choice) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The choice has been played.
    fn after(&mut self, step: &Step<'_>);
}

impl<F: FnMut(&Step<'_>)> Spectator for F {
    fn after(&mut self, step: &Step<'_>) {
        self(step);
    }
}

/// Plays the game on the table to its end.
///
/// ```
/// use surefoot_rules::{
///     Action, Brief, Choice, Deal, Game, GameKind, Grid, Player, Random, Rules, View, episode,
/// };
///
/// /// Opens the first hidden cell, always.
/// struct Reader;
///
/// impl Player for Reader {
///     fn begin(&mut self, _: &Brief, _: &View, _: Random) {}
///     fn choose(&mut self, view: &View) -> Choice {
///         Action::Open(view.hidden().next().expect("the game goes on")).into()
///     }
/// }
///
/// let mut game = Game::new(Rules::new(GameKind::Win, Grid::new(9, 9)?, 10))?;
/// let deal = Deal::new(7, 0);
/// game.deal(deal);
/// let record = episode::play(&mut game, &mut Reader, Random::for_player(deal, "reader"));
/// assert!(record.outcome.digs > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play<P: Player + ?Sized>(game: &mut Game, player: &mut P, random: Random) -> Record {
    play_watched(game, player, random, &mut |_: &Step<'_>| {})
}

/// As [`play`], before the eyes of a spectator.
pub fn play_watched<P: Player + ?Sized>(
    game: &mut Game,
    player: &mut P,
    random: Random,
    spectator: &mut impl Spectator,
) -> Record {
    let patience = tunables::IDLE_ACTIONS + 4 * game.rules().grid.len() as u64;
    let (mut guesses, mut wrong_claims, mut actions, mut idle) = (0, 0, 0, 0);
    let broken_off = |game: &Game, guesses, wrong_claims, actions, fault| {
        let record = Record::faulted(game, fault);
        Record { guesses, wrong_claims, actions, ..record }
    };
    let mut first = game.view().opened() == 0;
    player.begin(&game.brief(), game.view(), random);
    while game.status() == Status::Playing {
        if idle == patience {
            let fault = Fault::Endless { actions: idle };
            return broken_off(game, guesses, wrong_claims, actions, fault);
        }
        let choice = player.choose(game.view());
        if let Some(words) = player.failure() {
            let fault = Fault::Failed(words.to_owned());
            return broken_off(game, guesses, wrong_claims, actions, fault);
        }
        if spectator.before(game, &choice).is_break() {
            break;
        }
        let seen = game.view().journal().len();
        let status = match game.play(choice.action) {
            Ok(status) => status,
            Err(reason) => {
                let fault = Fault::Illegal { action: choice.action, reason };
                return broken_off(game, guesses, wrong_claims, actions, fault);
            }
        };
        idle += 1;
        if matches!(choice.action, Action::Open(_) | Action::Chord(_)) {
            guesses += u32::from(!choice.certain && !first);
            (first, idle) = (false, 0);
        }
        if choice.certain {
            wrong_claims += u32::from(is_wrong(game, choice.action, seen));
        }
        spectator.after(&Step {
            number: actions,
            choice: &choice,
            view: game.view(),
            changed: &game.view().journal()[seen..],
            status,
        });
        actions += 1;
    }
    Record { outcome: game.outcome(), guesses, wrong_claims, actions, fault: None }
}

/// Whether an action that was claimed certain has turned out wrong.
fn is_wrong(game: &Game, action: Action, seen: usize) -> bool {
    match action {
        Action::Open(_) | Action::Chord(_) => {
            let opened = &game.view().journal()[seen..];
            opened.iter().any(|&cell| game.view().tile(cell) == Tile::Mine)
        }
        // A flag that was taken back claims nothing.
        Action::Flag(cell) if game.view().tile(cell) == Tile::Flag => {
            game.layout().is_some_and(|layout| !layout.is_mine(cell))
        }
        Action::Flag(_) | Action::Ask(_) | Action::Declare => false,
    }
}

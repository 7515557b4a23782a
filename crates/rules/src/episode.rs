//! An episode: one game played to its end, and its record.
//!
//! The runner is the only place where a player meets a game. It hands over the
//! view, plays the choice, counts guesses, and turns an illegal action or a
//! game without end into a fault of the player, so that a match can go on.

use crate::Action;
use crate::{Brief, Cell, Choice, Game, Illegal, Outcome, Player, Random, Status, View};

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
        reason: Illegal,
    },
    /// It never came to an end.
    #[error("no end after {actions} actions")]
    Endless {
        /// How many actions it was given.
        actions: u64,
    },
}

/// What is kept of an episode.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// How the game came out.
    pub outcome: Outcome,
    /// Opens that the player did not claim certain, the first click excluded.
    pub guesses: u32,
    /// All its actions.
    pub actions: u64,
    /// Why it was broken off, if it was.
    pub fault: Option<Fault>,
}

impl Record {
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

/// Plays the game on the table to its end.
///
/// ```
/// use surefoot_rules::{
///     Action, Brief, Choice, Game, GameKind, Grid, Player, Random, Rules, View, episode,
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
/// game.deal(7, 0);
/// let record = episode::play(&mut game, &mut Reader, Random::for_player(7, 0, "reader"));
/// assert!(record.outcome.digs > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play<P: Player + ?Sized>(game: &mut Game, player: &mut P, random: Random) -> Record {
    play_watched(game, player, random, |_| {})
}

/// As [`play`], showing every step to `watch`.
pub fn play_watched<P: Player + ?Sized>(
    game: &mut Game,
    player: &mut P,
    random: Random,
    mut watch: impl FnMut(&Step<'_>),
) -> Record {
    // Far beyond any honest play: every cell may be asked a thousand times.
    let limit = 1024 * game.rules().grid.len() as u64 + 4096;
    let (mut guesses, mut actions, mut fault) = (0, 0, None);
    let mut first = game.view().opened() == 0;
    player.begin(&Brief::from(game.rules()), game.view(), random);
    while game.status() == Status::Playing {
        if actions == limit {
            fault = Some(Fault::Endless { actions });
            break;
        }
        let choice = player.choose(game.view());
        let seen = game.view().journal().len();
        let status = match game.play(choice.action) {
            Ok(status) => status,
            Err(reason) => {
                let action = choice.action;
                fault = Some(Fault::Illegal { action, reason });
                break;
            }
        };
        if matches!(choice.action, Action::Open(_) | Action::Chord(_)) {
            guesses += u32::from(!choice.certain && !first);
            first = false;
        }
        watch(&Step {
            number: actions,
            choice: &choice,
            view: game.view(),
            changed: &game.view().journal()[seen..],
            status,
        });
        actions += 1;
    }
    Record { outcome: game.outcome(), guesses, actions, fault }
}

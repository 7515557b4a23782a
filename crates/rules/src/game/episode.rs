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
pub enum EpisodeError {
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
    pub fault: Option<EpisodeError>,
}

impl Record {
    /// The record of a game as it stands, lost by a fault.
    pub fn faulted(game: &Game, fault: EpisodeError) -> Self {
        let outcome = Self::nothing_earned(game);
        Self { outcome, guesses: 0, wrong_claims: 0, actions: 0, fault: Some(fault) }
    }

    /// A broken-off game earns nothing.
    fn nothing_earned(game: &Game) -> Outcome {
        let mut outcome = game.outcome();
        outcome.score = outcome.score.map(|_| 0.0);
        outcome.dig_density = None;
        outcome
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
///
/// ```
/// use surefoot_rules::episode::{Step, play_watched};
/// # use surefoot_rules::{
/// #     Action, Brief, Choice, Deal, Game, GameKind, Grid, Player, Random, Rules, View,
/// # };
/// # struct Reader;
/// # impl Player for Reader {
/// #     fn begin(&mut self, _: &Brief, _: &View, _: Random) {}
/// #     fn choose(&mut self, view: &View) -> Choice {
/// #         Action::Open(view.hidden().next().expect("the game goes on")).into()
/// #     }
/// # }
/// # let mut game = Game::new(Rules::new(GameKind::Win, Grid::new(9, 9)?, 10))?;
/// # game.deal(Deal::new(7, 0));
/// # let random = Random::for_player(Deal::new(7, 0), "reader");
/// let mut opened = 0;
/// let mut count = |step: &Step<'_>| opened += step.changed.len();
/// let record = play_watched(&mut game, &mut Reader, random, &mut count);
/// assert_eq!(opened, record.outcome.digs as usize);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_watched<P: Player + ?Sized>(
    game: &mut Game,
    player: &mut P,
    random: Random,
    spectator: &mut impl Spectator,
) -> Record {
    let mut episode = Episode::begin(game, player, random);
    while episode.step(game, player, spectator).is_continue() {}
    episode.record(game)
}

/// An episode that goes on step by step, for those who look between the steps.
///
/// ```
/// use surefoot_rules::episode::{Episode, Step};
/// # use surefoot_rules::{
/// #     Action, Brief, Choice, Deal, Game, GameKind, Grid, Player, Random, Rules, View,
/// # };
/// # struct Reader;
/// # impl Player for Reader {
/// #     fn begin(&mut self, _: &Brief, _: &View, _: Random) {}
/// #     fn choose(&mut self, view: &View) -> Choice {
/// #         Action::Open(view.hidden().next().expect("the game goes on")).into()
/// #     }
/// # }
/// # let mut game = Game::new(Rules::new(GameKind::Win, Grid::new(9, 9)?, 10))?;
/// # let (deal, mut player) = (Deal::new(7, 0), Reader);
/// # game.deal(deal);
/// let mut episode = Episode::begin(&game, &mut player, Random::for_player(deal, "reader"));
/// let mut watched = |step: &Step<'_>| assert!(!step.changed.is_empty());
/// while episode.step(&mut game, &mut player, &mut watched).is_continue() {}
/// assert!(episode.record(&game).actions > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Episode {
    /// Actions that may open nothing, and how many have.
    patience: u64,
    idle: u64,
    /// Whether nothing was open yet.
    first: bool,
    guesses: u32,
    wrong_claims: u32,
    actions: u64,
    fault: Option<EpisodeError>,
}

impl Episode {
    /// Shows the game on the table to a player.
    pub fn begin<P: Player + ?Sized>(game: &Game, player: &mut P, random: Random) -> Self {
        player.begin(&game.brief(), game.view(), random);
        Self {
            patience: tunables::IDLE_ACTIONS + 4 * game.rules().grid.len() as u64,
            idle: 0,
            first: game.view().opened() == 0,
            guesses: 0,
            wrong_claims: 0,
            actions: 0,
            fault: None,
        }
    }

    /// Lets the player act once; breaks when the game is over, the player is at fault, or the
    /// spectator wants no more.
    pub fn step<P: Player + ?Sized>(
        &mut self,
        game: &mut Game,
        player: &mut P,
        spectator: &mut impl Spectator,
    ) -> ControlFlow<()> {
        if self.fault.is_some() || game.status() != Status::Playing {
            return ControlFlow::Break(());
        }
        let choice = player.choose(game.view());
        if let Some(words) = player.failure() {
            return self.broken_off(EpisodeError::Failed(words.to_owned()));
        }
        spectator.before(game, &choice)?;
        let seen = game.view().journal().len();
        let status = match game.play(choice.action) {
            Ok(status) => status,
            Err(reason) => {
                return self.broken_off(EpisodeError::Illegal { action: choice.action, reason });
            }
        };
        self.idle += 1;
        if matches!(choice.action, Action::Open(_) | Action::Chord(_)) {
            self.guesses += u32::from(!choice.certain && !self.first);
            (self.first, self.idle) = (false, 0);
        }
        if choice.certain {
            self.wrong_claims += u32::from(is_wrong(game, choice.action, seen));
        }
        spectator.after(&Step {
            number: self.actions,
            choice: &choice,
            view: game.view(),
            changed: &game.view().journal()[seen..],
            status,
        });
        self.actions += 1;
        match status {
            Status::Playing if self.idle == self.patience => {
                self.broken_off(EpisodeError::Endless { actions: self.idle })
            }
            Status::Playing => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    /// Why it was broken off, if the player was at fault.
    pub fn fault(&self) -> Option<&EpisodeError> {
        self.fault.as_ref()
    }

    /// What is kept of it, as far as it went.
    pub fn record(self, game: &Game) -> Record {
        let Self { guesses, wrong_claims, actions, fault, .. } = self;
        let outcome = match &fault {
            Some(_) => Record::nothing_earned(game),
            None => game.outcome(),
        };
        Record { outcome, guesses, wrong_claims, actions, fault }
    }

    fn broken_off(&mut self, fault: EpisodeError) -> ControlFlow<()> {
        self.fault = Some(fault);
        ControlFlow::Break(())
    }
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

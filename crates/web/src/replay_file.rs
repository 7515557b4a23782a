//! Files of replays: what one holds, and a game of the page written as one.

use serde::{Deserialize, Serialize};
use surefoot_rules::replay::{self, GameMode, Played, Replay, ReplayError, rawvf};
use surefoot_rules::{Action, Game, Layout, Status};
use tsify::Tsify;

use crate::{Move, Order, TimedMove, WebError};

/// A replay in a line, to be chosen out of a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct ReplayLine {
    /// `30x16/99`.
    pub level: String,
    /// Who played; safe to be shown.
    pub player: String,
    /// `won`, `lost`, or `playing` if it was broken off.
    pub status: String,
    /// Milliseconds from the first open to the end.
    pub time: u32,
    /// How it ended and after how long: `won in 61.20 s`.
    pub ending: String,
    /// Why it cannot be read; then all else is empty.
    pub problem: Option<String>,
}

/// The replays of a file, if it is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct ReplayList {
    /// One after the other.
    pub replays: Vec<ReplayLine>,
}

/// What a file of replays holds.
pub fn list_replays(bytes: &[u8]) -> Result<ReplayList, WebError> {
    let line = |replay: Result<Replay, ReplayError>| {
        let replay = match replay {
            Ok(replay) => replay,
            Err(error) => {
                let none = String::new;
                let (level, player, status, ending) = (none(), none(), none(), none());
                let problem = Some(unreadable(&error).0);
                return ReplayLine { level, player, status, time: 0, ending, problem };
            }
        };
        let played = Played::of(&replay);
        ReplayLine {
            level: replay.level().to_string(),
            player: replay.player.to_string(),
            status: played.status.to_string(),
            time: played.time,
            ending: played.ending(),
            problem: None,
        }
    };
    let games = replay::each(bytes).map_err(|error| unreadable(&error))?;
    Ok(ReplayList { replays: games.map(|game| line(game.replay)).collect() })
}

/// How many replays a file holds, if it is one; some may be damaged.
pub fn count_replays(bytes: &[u8]) -> Result<u32, WebError> {
    Ok(replay::each(bytes).map_err(|error| unreadable(&error))?.count() as u32)
}

/// What is wrong with a replay, and what may be done about it.
pub(crate) fn unreadable(error: &ReplayError) -> WebError {
    WebError(match error.advice() {
        Some(advice) => format!("{error}: {advice}"),
        None => error.to_string(),
    })
}

/// The mode of a game of the page, by the names that Metasweeper gave them.
pub(crate) fn mode(order: &Order) -> GameMode {
    match order {
        order if order.kaboom => GameMode::GUESSABLE,
        order if order.no_guess.is_some() && order.board.is_none() => GameMode::NO_GUESS,
        _ => GameMode::default(),
    }
}

/// A game of the page as `RawVF` text: what was ordered, what was done and when, and by whom.
pub fn write_replay(order: &Order, moves: &[TimedMove], player: &str) -> Result<String, WebError> {
    let done: Vec<Move> = moves.iter().map(|timed| timed.action.clone()).collect();
    let again = crate::Game::after(order, &done)?;
    let (beginning, game) = (again.history().beginning(), again.history().game());
    if !game.rules().clues.rule.is_exact() {
        return Err(WebError("a replay can only be kept of a game with exact clues".to_owned()));
    }
    let layout = game
        .layout()
        .ok_or_else(|| WebError("nothing is dealt before the first click".to_owned()))?;
    let mut actions = Vec::with_capacity(moves.len() + 1);
    // A board that comes with its first click has it behind it.
    if let Some(&first) = beginning.view().journal().first() {
        let first = Action::Open(first);
        if !begins_with(layout, first, beginning) {
            return Err(WebError(
                "the game began half way, and a replay begins with a closed board".to_owned(),
            ));
        }
        actions.push((moves.first().map_or(0, |first| first.time.min(0)), first));
    }
    actions.extend(moves.iter().map(|timed| (timed.time, timed.action.action())));
    let mut replay = Replay::of_actions(layout.clone(), actions);
    replay.player = player.into();
    replay.program = "Surefoot".into();
    replay.mode = mode(order);
    replay.claims_win = match game.status() {
        Status::Won => Some(true),
        Status::Lost => Some(false),
        _ => None,
    };
    replay.claimed_time = moves.last().and_then(|last| u32::try_from(last.time).ok());
    rawvf::write(&replay).map_err(WebError::of)
}

/// Whether one action on a closed board leads to a position.
fn begins_with(layout: &Layout, first: Action, position: &Game) -> bool {
    let mut fresh = Played::of(&Replay::of_actions(layout.clone(), [])).beginning;
    fresh.play(first).is_ok() && fresh.view().tiles() == position.view().tiles()
}

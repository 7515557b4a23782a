//! A player of a roster as an engine: it hears lines and answers with lines.
//!
//! As long as positions follow each other (each differs from the last just in what it says is
//! new), the player follows the game as it would in the house. Any other position is one that it
//! did not play, so it begins there anew and is asked for advice.
//!
//! A flag shows nothing new, so what follows it is known at once: flags are answered together
//! with the action after them, which halves the number of exchanges and changes no game. What
//! follows an open is not known before it is opened.

use std::fmt::Write;

use surefoot_rules::{Action, Choice, Grid, Player, Point, Tile, View};

use crate::advise;
use crate::engine::{
    EngineAction, EngineMessage, HostMessage, MessageError, MoveInfo, NewGame, PROTOCOL,
    SentPosition,
};
use crate::roster::{AnyPlayer, Roster, RosterError};

/// What an engine does after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// It waits for the next one.
    More,
    /// It ends.
    Quit,
}

/// A player of a roster that speaks the protocol.
///
/// ```
/// use surefoot_players::Roster;
/// use surefoot_players::engine::{EngineHost, Heard};
///
/// let mut engine = EngineHost::new(&Roster::standard(), "exact", "1.0")?;
/// let mut said = String::new();
/// for line in ["newgame size 3x1 mines 1", "position 1**", "go"] {
///     assert_eq!(engine.hear(line, &mut said), Heard::More);
/// }
/// assert_eq!(said.lines().last(), Some("play flag 1,0 certain"));
/// # Ok::<(), surefoot_players::RosterError>(())
/// ```
pub struct EngineHost {
    name: String,
    version: String,
    player: AnyPlayer,
    game: Option<NewGame>,
    /// What the player has seen, once it has begun.
    view: Option<View>,
    /// Its flags that it was not yet told of.
    ahead: Vec<Point>,
    position: Option<SentPosition>,
}

impl std::fmt::Debug for EngineHost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EngineHost").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Everything that a player of the house can play.
const PLAYS: [&str; 12] = [
    "win",
    "score",
    "dig",
    "square8",
    "square4",
    "torus",
    "hex",
    "knight",
    "exact",
    "silent",
    "optimistic",
    "cautious",
];

impl EngineHost {
    /// The player of this text; `version` is what it says of itself.
    pub fn new(
        roster: &Roster,
        text: &str,
        version: impl Into<String>,
    ) -> Result<Self, RosterError> {
        let player = roster.call(text)?;
        let (name, version) = (text.to_owned(), version.into());
        let (game, view, ahead, position) = (None, None, Vec::new(), None);
        Ok(Self { name, version, player, game, view, ahead, position })
    }

    /// Hears a line and answers at the end of `out`; every answer is whole lines.
    pub fn hear(&mut self, line: &str, out: &mut String) -> Heard {
        match HostMessage::read(line) {
            Ok(HostMessage::Quit) => return Heard::Quit,
            Ok(message) => {
                if let Err(error) = self.answer(message, out) {
                    say(out, &EngineMessage::Error(error.to_string()));
                }
            }
            Err(error) => {
                // What it would be asked next would be about something else.
                self.position = None;
                say(out, &EngineMessage::Error(error.to_string()));
            }
        }
        Heard::More
    }

    fn answer(&mut self, message: HostMessage, out: &mut String) -> Result<(), MessageError> {
        match message {
            HostMessage::Hello(_) => {
                say(out, &EngineMessage::Name(self.name.clone()));
                say(out, &EngineMessage::Version(self.version.clone()));
                let plays = PLAYS.map(str::to_owned).to_vec();
                say(out, &EngineMessage::Plays(plays));
                say(out, &EngineMessage::Hello(PROTOCOL));
            }
            HostMessage::IsReady => say(out, &EngineMessage::ReadyOk),
            HostMessage::NewGame(game) => {
                (self.game, self.view, self.position) = (Some(*game), None, None);
                self.ahead.clear();
            }
            HostMessage::Position(position) => self.position = Some(*position),
            HostMessage::Go(_) => self.go(out)?,
            // It answers as soon as it can in any case.
            HostMessage::Stop
            | HostMessage::Set(..)
            | HostMessage::Quit
            | HostMessage::Unknown(_) => {}
        }
        Ok(())
    }

    fn go(&mut self, out: &mut String) -> Result<(), MessageError> {
        let expected = "a game and a position before it";
        let missing = || MessageError::Missing { after: "go".to_owned(), expected };
        let (Some(game), Some(position)) = (&self.game, self.position.take()) else {
            return Err(missing());
        };
        let follows = self.view.as_mut().is_some_and(|view| {
            // What was flagged here is flagged there by now.
            let flagged = position.new.len() >= self.ahead.len()
                && position.new[..self.ahead.len()] == self.ahead[..];
            flagged && position.tell(view, self.ahead.len())
        });
        self.ahead.clear();
        let (mut actions, grid) = (Vec::new(), &game.grid);
        if !follows {
            let began = self.view.is_none();
            let view = self.view.insert(position.view(game)?);
            if began && is_told(&position, view) {
                self.player.begin(&game.brief(), view, game.random());
            } else {
                let random = game.random();
                let choice = advise::advise(&mut self.player, &game.brief(), view, random);
                actions.push(answer(grid, choice, out));
            }
        }
        while let (Some(view), true) =
            (&mut self.view, actions.is_empty() || !self.ahead.is_empty())
        {
            let choice = self.player.choose(view);
            let (action, certain) = (choice.action, choice.certain);
            actions.push(answer(grid, choice, out));
            let Action::Flag(cell) = action else { break };
            let goes_on = certain && view.tile(cell) == Tile::Hidden && view.hidden_count() > 1;
            if !goes_on {
                break;
            }
            view.tell(cell, Tile::Flag);
            self.ahead.push(grid.point(cell));
        }
        say(out, &EngineMessage::Play(actions));
        Ok(())
    }
}

/// An action, and what is said of it at once.
fn answer(grid: &Grid, choice: Choice, out: &mut String) -> EngineAction {
    let action = EngineAction::new(grid, choice.action, choice.certain);
    let info = MoveInfo {
        safety: None,
        win: choice.value,
        because: choice.because.iter().map(|&cell| grid.point(cell)).collect(),
        why: choice.why.into_owned(),
    };
    say(out, &EngineMessage::Info(info));
    action
}

/// Whether a first position says of all that is open that it is new: then the game begins so.
fn is_told(position: &SentPosition, view: &View) -> bool {
    position.new.len() == view.journal().len()
}

fn say(out: &mut String, message: &EngineMessage) {
    let _ = writeln!(out, "{message}");
}

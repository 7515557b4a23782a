//! A conversation with a program: what is asked of it, and what it answered.
//!
//! Whatever goes wrong, the error keeps the program's own words: who wrote the engine sees
//! them, and nobody else could know what they mean.

use std::fmt::Write;

use surefoot_rules::{Clues, Grid, Neighbourhood, Rules, one_of};

use crate::engine::process::{Deadline, EngineLimits, EngineProcess, LastWords, ProcessError};
use crate::engine::{
    EngineAction, EngineMessage, EngineOption, GoLimits, HostMessage, MessageError, MoveInfo,
    PROTOCOL,
};

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineHello {
    /// Its name.
    pub name: String,
    /// Its version; perhaps nothing.
    pub version: String,
    /// Games, neighbourhoods and clue rules that it plays.
    pub plays: Vec<String>,
    /// Its options.
    pub options: Vec<EngineOption>,
    /// The version of the protocol that it speaks.
    pub protocol: u32,
}

impl EngineHello {
    /// Whether it says that it can play this; what it does not speak of is the usual game.
    pub fn can_play(&self, rules: &Rules) -> Result<(), String> {
        let says = |names: &[&'static str]| -> Vec<&'static str> {
            names
                .iter()
                .copied()
                .filter(|name| self.plays.iter().any(|word| word == name))
                .collect()
        };
        let clue_rules = ["exact", "silent", "optimistic", "cautious"];
        let clues = Clues::from(rules.clues.rule).to_string();
        let clues = clues.split(':').next().unwrap_or_default();
        let neighbourhood = rules.grid.neighbourhood().map_or("graph", Neighbourhood::name);
        let games = surefoot_rules::GameKind::ALL.map(surefoot_rules::GameKind::name);
        for (what, wanted, usual, names) in [
            ("the game", rules.kind.name(), "win", &games[..]),
            (
                "the neighbourhood",
                neighbourhood,
                "square8",
                &Neighbourhood::ALL.map(Neighbourhood::name)[..],
            ),
            ("the clue rule", clues, "exact", &clue_rules[..]),
        ] {
            let mut said = says(names);
            if said.is_empty() {
                said.push(usual);
            }
            if !said.contains(&wanted) {
                return Err(format!("it does not play {what} `{wanted}`, only {}", one_of(&said)));
            }
        }
        Ok(())
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The program has ended, hangs, or was never there.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// A line that makes no sense.
    #[error("{error}; the line was `{line}`{}", errors_of(words))]
    Line {
        /// What is wrong with it.
        error: Box<MessageError>,
        /// The line.
        line: String,
        /// What it said beside.
        words: LastWords,
    },
    /// It says itself that it cannot.
    #[error("the engine says: {text}{}", errors_of(words))]
    Said {
        /// Its words.
        text: String,
        /// What it said beside.
        words: LastWords,
    },
    /// It speaks another version.
    #[error("it speaks version {found} of the protocol; this is version {PROTOCOL}")]
    Protocol {
        /// Its version.
        found: u32,
    },
    /// It has no name.
    #[error("it said hello without its name")]
    NoName,
    /// An option that it does not have.
    #[error("it has no option `{name}`; {}", listed(.options))]
    NoOption {
        /// The option.
        name: String,
        /// Those that it has.
        options: Vec<String>,
    },
}

fn listed(options: &[String]) -> String {
    if options.is_empty() { "it has none".into() } else { format!("it has {}", options.join(", ")) }
}

fn errors_of(words: &LastWords) -> String {
    LastWords { line: String::new(), errors: words.errors.clone() }.to_string()
}

/// An answer to `go`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GoAnswer {
    pub(crate) actions: Vec<EngineAction>,
    /// Of each action in turn, as far as something was said.
    pub(crate) infos: Vec<MoveInfo>,
}

/// A talk with a running engine, game after game.
#[derive(Debug)]
pub struct Conversation {
    process: EngineProcess,
    limits: EngineLimits,
    hello: EngineHello,
    /// Lines to be sent with the next that is to be answered.
    unsent: String,
}

impl Conversation {
    /// Starts a program, hears who it is, sets its options and waits until it is ready.
    pub fn start(
        words: &[String],
        options: &[(String, String)],
        limits: EngineLimits,
    ) -> Result<Self, EngineError> {
        let process = EngineProcess::start(words)?;
        let (hello, unsent) = (EngineHello::default(), String::new());
        let mut it = Self { process, limits, hello, unsent };
        let by = Deadline::after(limits.start);
        it.say(&HostMessage::Hello(PROTOCOL));
        it.flush(by)?;
        it.hello = it.hear_hello(by)?;
        for (name, value) in options {
            let known = &it.hello.options;
            if !known.iter().any(|option| option.name == *name) {
                let options = known.iter().map(|option| option.name.clone()).collect();
                return Err(EngineError::NoOption { name: name.clone(), options });
            }
            it.say(&HostMessage::Set(name.clone(), value.clone()));
        }
        it.say(&HostMessage::IsReady);
        it.flush(by)?;
        while it.hear(by)? != EngineMessage::ReadyOk {}
        Ok(it)
    }

    /// What it says of itself.
    pub fn hello(&self) -> &EngineHello {
        &self.hello
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    fn hear_hello(&mut self, by: Deadline) -> Result<EngineHello, EngineError> {
        let mut hello = EngineHello::default();
        loop {
            match self.hear(by)? {
                EngineMessage::Name(name) => hello.name = name,
                EngineMessage::Version(text) => hello.version = text,
                EngineMessage::Plays(words) => hello.plays.extend(words),
                EngineMessage::Option(option) => hello.options.push(option),
                EngineMessage::Hello(found) if found != PROTOCOL => {
                    return Err(EngineError::Protocol { found });
                }
                EngineMessage::Hello(_) if hello.name.is_empty() => {
                    return Err(EngineError::NoName);
                }
                EngineMessage::Hello(protocol) => return Ok(EngineHello { protocol, ..hello }),
                _ => {}
            }
        }
    }

    /// Says a line, together with the next that is to be answered.
    pub fn say(&mut self, message: &HostMessage) {
        let _ = writeln!(self.unsent, "{message}");
    }

    /// Says `newgame` or `position` so, as they are written already.
    pub(crate) fn say_line(&mut self, word: &str, rest: impl std::fmt::Display) {
        let _ = writeln!(self.unsent, "{word} {rest}");
    }

    /// Sends what was said.
    pub(crate) fn flush(&mut self, by: Deadline) -> Result<(), EngineError> {
        let sent = self.process.send(&self.unsent, by);
        self.unsent.clear();
        Ok(sent?)
    }

    /// The next line that says something.
    pub(crate) fn hear(&mut self, by: Deadline) -> Result<EngineMessage, EngineError> {
        let line = self.process.line(by)?;
        match EngineMessage::read(line) {
            Ok(EngineMessage::Error(text)) => {
                Err(EngineError::Said { text, words: self.process.last_words() })
            }
            Ok(message) => Ok(message),
            Err(error) => {
                let line = line.to_owned();
                let error = Box::new(error);
                Err(EngineError::Line { error, line, words: self.process.last_words() })
            }
        }
    }

    /// Asks for an answer to what was said before.
    pub(crate) fn go(&mut self, limits: GoLimits) -> Result<GoAnswer, EngineError> {
        self.say(&HostMessage::Go(limits));
        let by = Deadline::after(self.limits.answer);
        self.flush(by)?;
        let mut answer = GoAnswer::default();
        loop {
            match self.hear(by)? {
                EngineMessage::Info(info) => answer.infos.push(info),
                EngineMessage::Play(actions) => {
                    answer.actions = actions;
                    return Ok(answer);
                }
                _ => {}
            }
        }
    }

    /// A cell that is named wrongly, with the words that named it.
    pub(crate) fn on(
        &self,
        action: EngineAction,
        grid: &Grid,
    ) -> Result<surefoot_rules::Action, EngineError> {
        action.on(grid).map_err(|error| {
            let words = self.process.last_words();
            EngineError::Line { error: Box::new(error), line: words.line.clone(), words }
        })
    }

    /// Closes its input.
    pub(crate) fn hang_up(&mut self) {
        self.process.hang_up();
    }

    /// What it said last.
    pub fn last_words(&self) -> LastWords {
        self.process.last_words()
    }
}

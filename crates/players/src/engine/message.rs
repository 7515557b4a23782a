//! Every line of the protocol as a value.
//!
//! Each side ignores lines whose first word it does not know, and words behind those that it
//! does; so later versions may say more. What is known and does not make sense is a
//! [`MessageError`]. Reading and writing stand side by side: what is written is read again as it
//! was, which the tests see to, and no line makes a reader panic.

use std::fmt;

use surefoot_rules::{ParseNameError, ParsePointError, Point, SettingError, named};

use crate::engine::{EngineAction, MoveInfo, NewGame, SentPosition};

/// The version of the protocol that is spoken here.
pub const PROTOCOL: u32 = 1;

/// A line to an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum HostMessage {
    /// `hello VERSION`: who are you?
    Hello(u32),
    /// `set NAME VALUE`: an option.
    Set(String, String),
    /// `isready`.
    IsReady,
    /// `newgame …`: what is agreed.
    NewGame(Box<NewGame>),
    /// `position …`: what is seen.
    Position(Box<SentPosition>),
    /// `go …`: what do you do?
    Go(GoLimits),
    /// `stop`: answer now.
    Stop,
    /// `quit`.
    Quit,
    /// Something else, to be ignored.
    Unknown(String),
}

/// A line from an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineMessage {
    /// `name TEXT`.
    Name(String),
    /// `version TEXT`: of the engine, not of the protocol.
    Version(String),
    /// `plays WORD…`: games, neighbourhoods and clue rules that it can play.
    Plays(Vec<String>),
    /// `option …`.
    Option(EngineOption),
    /// `hello VERSION`: that was all of me.
    Hello(u32),
    /// `readyok`.
    ReadyOk,
    /// `info …`: about an action of the answer that follows, in their order.
    Info(MoveInfo),
    /// `play …`: the answer.
    Play(Vec<EngineAction>),
    /// `error TEXT`: it cannot do what was asked.
    Error(String),
    /// Something else, to be ignored.
    Unknown(String),
}

/// How long an engine may think about a move; a wish unless the host also breaks off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// Milliseconds.
    pub movetime: Option<u64>,
    /// Whatever the engine counts.
    pub nodes: Option<u64>,
}

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name, one word.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
    /// What it is unless it is set; perhaps nothing.
    pub usual: String,
}

/// What an option of an engine takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `on` or `off`.
    Switch,
    /// A whole number.
    Number,
    /// The rest of the line.
    Text,
}

named! {
    OptionKind is "a kind of option" { Switch => "switch", Number => "number", Text => "text" }
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MessageError {
    /// Something that must follow does not.
    #[error("`{after}` must be followed by {expected}")]
    Missing {
        /// Behind which word.
        after: String,
        /// What.
        expected: &'static str,
    },
    /// A word that does not fit.
    #[error("`{word}` is not {expected}")]
    Word {
        /// The word.
        word: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A word that names nothing.
    #[error(transparent)]
    Name(#[from] ParseNameError),
    /// A place that is none.
    #[error(transparent)]
    Point(#[from] ParsePointError),
    /// A setting that is none.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Several actions, of which one before the last is not certain.
    #[error("several actions are only allowed where all but the last are `certain`; `{0}` is not")]
    Unsure(String),
    /// Rows of a position that differ in length.
    #[error("row {row} has {found} cells, the first has {expected}")]
    Row {
        /// Which row, from 0.
        row: usize,
        /// Cells there.
        found: usize,
        /// Cells of the first one.
        expected: usize,
    },
    /// Another size than that of the game.
    #[error("the position is {found}, the game {game}")]
    Size {
        /// Its size.
        found: String,
        /// The size of the game.
        game: String,
    },
    /// A cell beyond the edges.
    #[error("{0} is not on the board")]
    Outside(Point),
}

/// A line's first word and the rest.
pub(super) fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
    (word, rest.trim_start())
}

pub(super) fn missing(after: &str, expected: &'static str) -> MessageError {
    MessageError::Missing { after: after.to_owned(), expected }
}

/// A number behind a word.
pub(super) fn number<T: std::str::FromStr>(
    text: Option<&str>,
    after: &str,
    expected: &'static str,
) -> Result<T, MessageError> {
    let word = text.ok_or_else(|| missing(after, expected))?;
    word.parse().map_err(|_| MessageError::Word { word: word.to_owned(), expected })
}

impl HostMessage {
    /// Reads a line.
    ///
    /// ```
    /// use surefoot_players::engine::{GoLimits, HostMessage};
    ///
    /// let limits = GoLimits { movetime: Some(500), nodes: None };
    /// assert_eq!(HostMessage::read("go movetime 500"), Ok(HostMessage::Go(limits)));
    /// assert!(matches!(HostMessage::read("ponder"), Ok(HostMessage::Unknown(_))));
    /// let error = HostMessage::read("go movetime soon").unwrap_err();
    /// assert_eq!(error.to_string(), "`soon` is not a whole number");
    /// ```
    pub fn read(line: &str) -> Result<Self, MessageError> {
        let (word, rest) = first_word(line);
        Ok(match word {
            "hello" => {
                Self::Hello(number(rest.split_ascii_whitespace().next(), word, "a version")?)
            }
            "set" => {
                let (name, value) = first_word(rest);
                if name.is_empty() {
                    return Err(missing(word, "the name of an option"));
                }
                Self::Set(name.to_owned(), value.to_owned())
            }
            "isready" => Self::IsReady,
            "newgame" => Self::NewGame(Box::new(NewGame::read(rest)?)),
            "position" => Self::Position(Box::new(SentPosition::read(rest)?)),
            "go" => Self::Go(GoLimits::read(rest)?),
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            _ => Self::Unknown(line.to_owned()),
        })
    }
}

impl fmt::Display for HostMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello(version) => write!(f, "hello {version}"),
            Self::Set(name, value) => write!(f, "set {name} {value}"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame(game) => write!(f, "newgame {game}"),
            Self::Position(position) => write!(f, "position {position}"),
            Self::Go(limits) => write!(f, "go{limits}"),
            Self::Stop => f.write_str("stop"),
            Self::Quit => f.write_str("quit"),
            Self::Unknown(line) => f.write_str(line),
        }
    }
}

impl GoLimits {
    fn read(text: &str) -> Result<Self, MessageError> {
        let (mut limits, mut words) = (Self::default(), text.split_ascii_whitespace());
        while let Some(word) = words.next() {
            match word {
                "movetime" => limits.movetime = Some(number(words.next(), word, "a whole number")?),
                "nodes" => limits.nodes = Some(number(words.next(), word, "a whole number")?),
                _ => {}
            }
        }
        Ok(limits)
    }
}

impl fmt::Display for GoLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(time) = self.movetime {
            write!(f, " movetime {time}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        Ok(())
    }
}

impl EngineMessage {
    /// Reads a line.
    ///
    /// ```
    /// use surefoot_players::engine::EngineMessage;
    ///
    /// let read = EngineMessage::read("play open 3,4 certain; flag 5,6 certain")?;
    /// let EngineMessage::Play(actions) = &read else { panic!("{read:?}") };
    /// assert!(actions.len() == 2 && actions.iter().all(|action| action.certain));
    /// assert_eq!(read.to_string(), "play open 3,4 certain; flag 5,6 certain");
    /// assert!(EngineMessage::read("play flag 3,4 certain; open 5,6").is_ok());
    /// assert!(EngineMessage::read("play open 3,4; open 5,6").is_err());
    /// # Ok::<(), surefoot_players::engine::MessageError>(())
    /// ```
    pub fn read(line: &str) -> Result<Self, MessageError> {
        let (word, rest) = first_word(line);
        Ok(match word {
            "name" if rest.is_empty() => return Err(missing(word, "the name of the engine")),
            "name" => Self::Name(rest.to_owned()),
            "version" => Self::Version(rest.to_owned()),
            "plays" => Self::Plays(rest.split_ascii_whitespace().map(str::to_owned).collect()),
            "option" => {
                let (name, rest) = first_word(rest);
                let (kind, usual) = first_word(rest);
                if name.is_empty() || kind.is_empty() {
                    return Err(missing(word, "a name, its kind and what is usual"));
                }
                let kind = kind.parse()?;
                Self::Option(EngineOption { name: name.to_owned(), kind, usual: usual.to_owned() })
            }
            "hello" => {
                Self::Hello(number(rest.split_ascii_whitespace().next(), word, "a version")?)
            }
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(MoveInfo::read(rest)?),
            "play" => {
                let actions = rest.split(';').map(EngineAction::read);
                let actions = actions.collect::<Result<Vec<_>, _>>()?;
                let before = &actions[..actions.len() - 1];
                if let Some(unsure) = before.iter().find(|action| !action.certain) {
                    return Err(MessageError::Unsure(unsure.to_string()));
                }
                Self::Play(actions)
            }
            "error" => Self::Error(rest.to_owned()),
            _ => Self::Unknown(line.to_owned()),
        })
    }
}

impl fmt::Display for EngineMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "name {name}"),
            Self::Version(text) => write!(f, "version {text}"),
            Self::Plays(words) => write!(f, "plays {}", words.join(" ")),
            Self::Option(EngineOption { name, kind, usual }) => {
                write!(f, "option {name} {kind} {usual}")
            }
            Self::Hello(version) => write!(f, "hello {version}"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => write!(f, "info{info}"),
            Self::Play(actions) => {
                for (at, action) in actions.iter().enumerate() {
                    write!(f, "{}{action}", if at == 0 { "play " } else { "; " })?;
                }
                Ok(())
            }
            Self::Error(text) => write!(f, "error {text}"),
            Self::Unknown(line) => f.write_str(line),
        }
    }
}

#[cfg(test)]
mod tests;

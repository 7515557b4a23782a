//! `play` and `info`: what an engine does, and what it says about that.

use std::fmt;

use surefoot_rules::{Action, Grid, Point};

use crate::engine::message::{MessageError, first_word, missing, number};

/// An action of an engine, by the place of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineAction {
    /// `open`, `flag`, `chord`, `ask` or `declare`.
    pub verb: &'static str,
    /// The cell; none to `declare`.
    pub point: Option<Point>,
    /// Whether it is claimed to be certainly right.
    pub certain: bool,
}

/// What an engine says about its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveInfo {
    /// The probability that the first action is no mistake.
    pub safety: Option<f64>,
    /// The probability to win.
    pub win: Option<f64>,
    /// The clues that it rests on.
    pub because: Vec<Point>,
    /// Why, in its words.
    pub why: String,
}

const VERBS: [&str; 5] = ["open", "flag", "chord", "ask", "declare"];

impl EngineAction {
    /// An action of a game, as it is sent.
    pub fn new(grid: &Grid, action: Action, certain: bool) -> Self {
        let point = action.cell().map(|cell| grid.point(cell));
        Self { verb: action.name(), point, certain }
    }

    /// As an action on this board.
    pub fn on(&self, grid: &Grid) -> Result<Action, MessageError> {
        let Some(point) = self.point else { return Ok(Action::Declare) };
        let cell = grid.cell(point).ok_or(MessageError::Outside(point))?;
        Ok(match self.verb {
            "open" => Action::Open(cell),
            "flag" => Action::Flag(cell),
            "chord" => Action::Chord(cell),
            _ => Action::Ask(cell),
        })
    }

    pub(super) fn read(text: &str) -> Result<Self, MessageError> {
        let mut words = text.split_ascii_whitespace();
        let Some(word) = words.next() else {
            return Err(missing("play", "an action, as in `play open 3,4`"));
        };
        let Some(verb) = VERBS.into_iter().find(|verb| *verb == word) else {
            let expected = "an action: open, flag, chord, ask or declare";
            return Err(MessageError::Word { word: word.to_owned(), expected });
        };
        let point = match verb {
            "declare" => None,
            _ => Some(words.next().ok_or(missing(verb, "a cell, as in `open 3,4`"))?.parse()?),
        };
        let certain = words.next() == Some("certain");
        Ok(Self { verb, point, certain })
    }
}

impl fmt::Display for EngineAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verb)?;
        if let Some(Point { x, y }) = self.point {
            write!(f, " {x},{y}")?;
        }
        f.write_str(if self.certain { " certain" } else { "" })
    }
}

fn probability(text: Option<&str>, after: &str) -> Result<f64, MessageError> {
    let expected = "a probability from 0 to 1";
    let value = number(text, after, expected)?;
    if (0.0..=1.0).contains(&value) {
        return Ok(value);
    }
    Err(MessageError::Word { word: text.unwrap_or_default().to_owned(), expected })
}

impl MoveInfo {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn read(text: &str) -> Result<Self, MessageError> {
        let (mut info, mut rest) = (Self::default(), text);
        while !rest.is_empty() {
            let (word, behind) = first_word(rest);
            rest = behind;
            match word {
                "why" => {
                    behind.trim_end().clone_into(&mut info.why);
                    break;
                }
                "safety" | "win" => {
                    let (value, behind) = first_word(rest);
                    let value = probability(Some(value).filter(|text| !text.is_empty()), word)?;
                    *(if word == "win" { &mut info.win } else { &mut info.safety }) = Some(value);
                    rest = behind;
                }
                "because" => {
                    while let (place, behind) = first_word(rest)
                        && place.starts_with(|c: char| c.is_ascii_digit())
                    {
                        info.because.push(place.parse()?);
                        rest = behind;
                    }
                }
                _ => {}
            }
        }
        Ok(info)
    }
}

impl fmt::Display for MoveInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (word, value) in [("safety", self.safety), ("win", self.win)] {
            if let Some(value) = value {
                write!(f, " {word} {value}")?;
            }
        }
        if !self.because.is_empty() {
            f.write_str(" because")?;
            for Point { x, y } in &self.because {
                write!(f, " {x},{y}")?;
            }
        }
        if !self.why.is_empty() {
            write!(f, " why {}", self.why)?;
        }
        Ok(())
    }
}

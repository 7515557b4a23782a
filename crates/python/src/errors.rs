//! Errors as exceptions: the same words as everywhere, and what to try in Python's.
//!
//! The exceptions themselves are classes of `surefoot.errors`, so that they can be typed,
//! pickled and caught like any other.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use surefoot_inference::no_guess::NoGuessError;
use surefoot_inference::{AnalysisError, BestPlayError, Clash, ProofError};
use surefoot_lab::arena::ArenaError;
use surefoot_lab::exact_value::ExactValueError;
use surefoot_lab::experiment::MatchError;
use surefoot_lab::experiment::folder::FolderError;
use surefoot_lab::record::RecordError;
use surefoot_players::RosterError;
use surefoot_players::roster::EntryError;
use surefoot_rules::notation::{ContentError, NotABoardError, ReadError, WriteError};
use surefoot_rules::{
    ActionError, DealError, GridError, LayoutError, Level, ParseCluesError, ParseLevelError,
    ParseNameError, RulesError, SettingError, ViewError,
};

mod classes {
    pyo3::import_exception!(surefoot.errors, SurefootError);
    pyo3::import_exception!(surefoot.errors, IllegalActionError);
    pyo3::import_exception!(surefoot.errors, InconsistentError);
    pyo3::import_exception!(surefoot.errors, TooComplexError);
    pyo3::import_exception!(surefoot.errors, InternalError);
}

/// Something that can be raised.
pub(crate) trait Raise {
    fn raise(self) -> PyErr;
}

/// What is wrong, and what to try.
pub(crate) fn complaint(what: impl Display, hint: &str) -> PyErr {
    let hint = (!hint.is_empty()).then(|| hint.to_owned());
    classes::SurefootError::new_err((what.to_string(), hint))
}

/// A panic: a bug of ours, that must not be the end of the program.
pub(crate) fn internal(what: &str) -> PyErr {
    let hint = "this is a bug in surefoot; please report how it came about";
    classes::InternalError::new_err((format!("surefoot panicked: {what}"), hint))
}

pub(crate) fn inconsistent(clash: &Clash) -> PyErr {
    let clues: Vec<(u32, u32)> = clash.points().map(|point| (point.x, point.y)).collect();
    let what = format!("no layout fits this position: {clash}");
    let hint = "check these clues and the number of mines";
    classes::InconsistentError::new_err((what, hint, clues, clash.total))
}

impl Raise for AnalysisError {
    fn raise(self) -> PyErr {
        let hint = match &self {
            Self::Inconsistent(clash) => return inconsistent(clash),
            Self::OverMemory { .. } | Self::TooLarge => "raise memory=, in bytes",
            Self::TooManyParts => "tell the number of mines, or density=",
            _ => "raise budget=, or open more of the board first",
        };
        classes::TooComplexError::new_err((self.to_string(), hint))
    }
}

impl Raise for ActionError {
    fn raise(self) -> PyErr {
        let hint = match &self {
            Self::Over => Some("undo() takes the last action back"),
            Self::NoSuchCell(_) => Some("cells are named by column and row, counted from 0"),
            Self::Promise(_) => Some("promise less, or lay fewer mines"),
            _ => None,
        };
        classes::IllegalActionError::new_err((self.to_string(), hint))
    }
}

/// Errors that are told with one hint, whatever they are.
macro_rules! hinted {
    ($($error:ty => $hint:expr;)*) => {
        $(impl Raise for $error {
            fn raise(self) -> PyErr {
                complaint(&self, $hint)
            }
        })*
    };
}

hinted! {
    ViewError => "what is below 0 in an array: -1 hidden, -2 flag, -3 silent, -4 opened mine";
    LayoutError => "";
    GridError => "";
    ParseLevelError => "a level is beginner, intermediate, expert, WIDTHxHEIGHT/MINES or WIDTHxHEIGHT@PERCENT%";
    ParseNameError => "";
    ParseCluesError => "try exact, silent:0.7, optimistic or cautious";
    RosterError => "surefoot.players() lists the players and their options";
    EntryError => "give the player another name, by an attribute `name`";
    NotABoardError => "a position is a View";
    ArenaError => "";
}

impl Raise for RulesError {
    fn raise(self) -> PyErr {
        SettingError::from(self).raise()
    }
}

impl Raise for DealError {
    fn raise(self) -> PyErr {
        RulesError::from(self).raise()
    }
}

impl Raise for SettingError {
    fn raise(self) -> PyErr {
        let hint = match &self {
            Self::Rules(RulesError::Deal(DealError::Promise { .. })) => {
                "promise less (promise=\"safe\" or \"none\"), or lay fewer mines".to_owned()
            }
            Self::Rules(RulesError::Deal(_)) => "lay fewer mines".to_owned(),
            Self::Outside { width, height, .. } => {
                format!("columns go from 0 to {}, rows from 0 to {}", width - 1, height - 1)
            }
            Self::Level(_) => {
                let Level { width, height, mines } = Level::EXPERT;
                format!(
                    "a level is beginner, intermediate, expert or as in {width}x{height}/{mines}"
                )
            }
            error => format!("omit {}=", error.field()),
        };
        complaint(&self, &hint)
    }
}

impl Raise for ReadError {
    fn raise(self) -> PyErr {
        let hint = match &self.problem {
            ContentError::Empty => "surefoot.deal() makes a board to try",
            ContentError::Size(_) => "check the first line",
            _ => {
                "if the format was not recognised, name it: \
                 surefoot.convert(text, \"drawing\", format=\"mine\")"
            }
        };
        complaint(&self, hint)
    }
}

impl Raise for WriteError {
    fn raise(self) -> PyErr {
        let hint = match &self {
            Self::NotABoard(_) => "use drawing, mine or svg, which also hold positions",
            Self::NotAPosition { .. } => "use drawing, link or jsonl, which hold whole boards",
            Self::Neighbourhood { .. } => {
                "use drawing, jsonl or svg, which know all neighbourhoods"
            }
            Self::UnknownTotal { .. } => "give it with mines=",
            _ => "use drawing or jsonl, which have no such limit",
        };
        complaint(&self, hint)
    }
}

impl Raise for ProofError {
    fn raise(self) -> PyErr {
        let hint = match self {
            Self::Analysis(error) => return error.raise(),
            Self::TooHard(_) => "analyse() says which cells are certain",
            Self::Outside(_) | Self::Open(_) => {
                "name a closed cell by column and row, counted from 0 at the top left"
            }
            _ => "",
        };
        complaint(&self, hint)
    }
}

impl Raise for BestPlayError {
    fn raise(self) -> PyErr {
        let hint = match self {
            Self::Analysis(error) => return error.raise(),
            Self::UnknownTotal => "give it with mines=, or in the first line, as in `5x4/5`",
            Self::Promise(_) => "promise less (promise=\"safe\" or \"none\"), or lay fewer mines",
            _ => "try a smaller board, a later position, or more memory=, in bytes",
        };
        complaint(&self, hint)
    }
}

impl Raise for ExactValueError {
    fn raise(self) -> PyErr {
        complaint(&self, "leave this player out of compare=")
    }
}

impl Raise for NoGuessError {
    fn raise(self) -> PyErr {
        match self {
            Self::Deal(error) => error.raise(),
            Self::Rules(error) => error.raise(),
            error => {
                complaint(error, "lay fewer mines, or try another seed=, first= or more logic")
            }
        }
    }
}

impl Raise for MatchError {
    fn raise(self) -> PyErr {
        let hint = match &self {
            Self::Roster(error) => return error.clone().raise(),
            Self::Rules(error) => return error.clone().raise(),
            Self::Survival => "omit estimate=, or play game=\"win\" without boards=",
            _ => "surefoot.players() lists the players and their options",
        };
        complaint(&self, hint)
    }
}

impl Raise for FolderError {
    fn raise(self) -> PyErr {
        let hint = match &self {
            Self::Exists(_) => "continue with resume=True, or name another folder with out=",
            Self::Locked(_) => "wait for it, or name another folder with out=",
            Self::Plan(_) => {
                "docs/guide/experiments.md explains every key, and surefoot.lab.show(\"dig-area\") \
                 is a file to start from"
            }
            Self::Record {
                error:
                    RecordError::Other { .. } | RecordError::Engine { .. } | RecordError::Deals { .. },
                ..
            } => "use the same experiment, quick= and seed= as before, or another folder",
            Self::Record { .. } => "start again in another folder",
            _ => "",
        };
        complaint(&self, hint)
    }
}

/// For what is of the wrong kind altogether.
pub(crate) fn odd(what: impl Into<String>) -> PyErr {
    PyValueError::new_err(what.into())
}

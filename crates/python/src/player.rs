//! Players written in Python: anything with `choose(view)`.
//!
//! Each seat gets one of its own: of a class it is made, and anything else is copied, deeply. It
//! may have `begin(view, seed)`, which is told that a game begins, and a seed that is the same
//! whatever else is going on. An exception is the player's failure, told with its place.

use std::panic::resume_unwind;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use surefoot_players::{Entry, Roster};
use surefoot_rules::episode::PlayerFailure;
use surefoot_rules::{Action, Brief, Choice, Grid, Player, Random, View};

use crate::cells::cell;
use crate::choice::PyChoice;
use crate::errors::{Raise, odd};
use crate::game;
use crate::view::PyView;

/// A player of Python's at a seat.
struct PythonPlayer {
    player: Py<PyAny>,
}

impl PythonPlayer {
    /// One for a seat.
    fn seated(model: &Bound<'_, PyAny>) -> PyResult<Self> {
        let player = if model.is_instance_of::<PyType>() {
            model.call0()?
        } else {
            model.py().import("copy")?.call_method1("deepcopy", (model,))?
        };
        Ok(Self { player: player.unbind() })
    }
}

impl Clone for PythonPlayer {
    fn clone(&self) -> Self {
        Python::attach(|py| {
            let copy = py.import("copy").and_then(|copy| {
                copy.call_method1("deepcopy", (self.player.bind(py),)).map(Bound::unbind)
            });
            Self { player: copy.unwrap_or_else(|error| failed(py, &error)) }
        })
    }
}

impl Player for PythonPlayer {
    fn begin(&mut self, _: &Brief, view: &View, mut random: Random) {
        // A seed of 63 bits, which every generator takes.
        let seed = random.bits() >> 1;
        Python::attach(|py| {
            let player = self.player.bind(py);
            let begun = match player.hasattr("begin") {
                Ok(false) => Ok(()),
                Ok(true) => player.call_method1("begin", (PyView(view.clone()), seed)).map(|_| ()),
                Err(error) => Err(error),
            };
            begun.unwrap_or_else(|error| failed(py, &error));
        });
    }

    fn choose(&mut self, view: &View) -> Choice {
        Python::attach(|py| {
            let chosen = self.player.bind(py).call_method1("choose", (PyView(view.clone()),));
            let choice = chosen.and_then(|chosen| understood(view.grid(), &chosen));
            choice.unwrap_or_else(|error| failed(py, &error))
        })
    }
}

/// What a player's answer means: a cell to open, an action with its cell, or a `Choice`.
fn understood(grid: &Grid, chosen: &Bound<'_, PyAny>) -> PyResult<Choice> {
    if let Ok(choice) = chosen.cast::<PyChoice>() {
        let choice = choice.get();
        let at = choice.cell.map(|(x, y)| (x.into(), y.into()));
        let mut meant = Choice::from(game::action(grid, &choice.action, at)?);
        (meant.certain, meant.value) = (choice.certain, choice.value);
        meant.why = choice.why.clone().into();
        for &(x, y) in &choice.because {
            meant.because.push(cell(grid, x.into(), y.into())?);
        }
        return Ok(meant);
    }
    if let Ok((x, y)) = chosen.extract::<(i64, i64)>() {
        return Ok(Action::Open(cell(grid, x, y)?).into());
    }
    if let Ok((name, x, y)) = chosen.extract::<(String, i64, i64)>() {
        return Ok(game::action(grid, &name, Some((x, y)))?.into());
    }
    if let Ok((name,)) = chosen.extract::<(String,)>() {
        return Ok(game::action(grid, &name, None)?.into());
    }
    let said = chosen.repr()?;
    Err(odd(format!(
        "choose() returned {said}; expected a cell (x, y), an action (\"flag\", x, y) or a Choice"
    )))
}

/// Gives up, and says where it happened.
fn failed(py: Python<'_>, error: &PyErr) -> ! {
    let place = error.traceback(py).and_then(|traceback| {
        let frames = py.import("traceback").ok()?.call_method1("extract_tb", (traceback,)).ok()?;
        let last = frames.get_item(-1).ok()?;
        let text = |name: &str| Some(last.getattr(name).ok()?.str().ok()?.to_string());
        Some(format!(" ({}, line {}, in {})", text("filename")?, text("lineno")?, text("name")?))
    });
    let kind = error.get_type(py).name().map_or_else(|_| "error".into(), |name| name.to_string());
    let what = format!("{kind}: {}{}", error.value(py), place.unwrap_or_default());
    resume_unwind(Box::new(PlayerFailure(what)))
}

/// The texts of players, and a roster that has those of Python's.
pub(crate) fn seated(players: &[Bound<'_, PyAny>]) -> PyResult<(Vec<String>, Roster)> {
    let mut roster = Roster::standard();
    let mut texts = Vec::new();
    for player in players {
        if let Ok(text) = player.cast::<PyString>() {
            texts.push(text.to_str()?.to_owned());
            continue;
        }
        let entry = entry(player)?;
        texts.push(entry.name().to_owned());
        roster = roster.with(entry).map_err(Raise::raise)?;
    }
    Ok((texts, roster))
}

/// The line of a player of Python's.
fn entry(player: &Bound<'_, PyAny>) -> PyResult<Entry> {
    let said = |name: &str| -> PyResult<Option<String>> {
        let Some(found) = player.getattr_opt(name)? else { return Ok(None) };
        Ok(found.extract::<Option<String>>()?.filter(|text| !text.is_empty()))
    };
    if !player.hasattr("choose")? {
        let kind = player.get_type().name()?.to_string();
        return Err(odd(format!("`{kind}` is no player: it has no method choose(view)")));
    }
    let class = match player.cast::<PyType>() {
        Ok(class) => class.clone(),
        Err(_) => player.get_type(),
    };
    let name = match said("name")? {
        Some(name) => name,
        None => class.name()?.to_string(),
    };
    // Whether it can be made is seen before a match begins.
    PythonPlayer::seated(player)?;
    let model = player.clone().unbind();
    let make = move |options: &surefoot_players::roster::PlayerOptions<'_>| {
        Python::attach(|py| match PythonPlayer::seated(model.bind(py)) {
            Ok(player) => Ok(Box::new(player) as surefoot_players::AnyPlayer),
            Err(error) => Err(options.refuse(error.to_string())),
        })
    };
    let about = class.getattr_opt("__doc__")?.and_then(|doc| doc.extract::<String>().ok());
    let about = about.and_then(|doc| doc.trim().lines().next().map(str::to_owned));
    let entry = Entry::with_options(name, [], make).about_it(about.unwrap_or_default());
    Ok(match said("version")? {
        Some(version) => entry.versioned(version),
        None => entry,
    })
}

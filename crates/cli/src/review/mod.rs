//! `surefoot review`: a game that was recorded, looked at again.
//!
//! What is found stands in `surefoot_rules::replay` (what happened and its measures) and
//! `surefoot_players::review` (guesses and what they were worth); here it is told.

mod found;
mod strip;
mod summary;
mod words;

use std::io::Write;
use std::path::Path;

use surefoot_rules::replay::{self, rawvf};

use crate::args::{Common, ReviewArguments};
use crate::complaint::{complain, note};
use crate::output;
use crate::{input, json};

pub(crate) use found::ReviewedReplay;

pub(crate) fn run(common: &Common, arguments: &ReviewArguments) -> anyhow::Result<()> {
    if let Some(folder) = &arguments.summary {
        return summary::run(common, folder);
    }
    let path = arguments.input.as_deref().unwrap_or(Path::new("-"));
    if path.is_dir() {
        return Err(complain(
            format!("{} is a folder", path.display()),
            "`surefoot review --summary` looks at all replays of one",
        ));
    }
    let (name, bytes) = input::bytes(path)?;
    let replays = read(&name, &bytes)?;
    if let Some(path) = &arguments.rawvf {
        return output::put(path, rawvf::write(one_of(&name, &replays)?)?.as_bytes());
    }
    let found: Vec<ReviewedReplay> =
        replays.iter().map(|replay| ReviewedReplay::of(&name, replay)).collect();
    if let Some(path) = &arguments.svg {
        output::put(path, strip::svg(one_of(&name, &found)?).as_bytes())?;
        if path == Path::new("-") {
            return Ok(());
        }
    }
    let mut out = anstream::stdout();
    for (number, one) in found.iter().enumerate() {
        if !one.replay.mode.is_played_plainly() {
            note(&format!(
                "{name} was played as `{}`; clicks may have done more there",
                one.replay.mode
            ));
        }
        if common.json {
            writeln!(out, "{}", serde_json::to_string(&json::review(one))?)?;
        } else {
            let gap = if number > 0 { "\n" } else { "" };
            write!(out, "{gap}{}", words::tell(one))?;
        }
    }
    Ok(out.flush()?)
}

/// The only one of a file.
fn one_of<'a, T>(name: &str, all: &'a [T]) -> anyhow::Result<&'a T> {
    match all {
        [one] => Ok(one),
        _ => Err(complain(
            format!("{name} holds {} replays", all.len()),
            "this can be done with a file that holds one",
        )),
    }
}

/// The replays of a file, or what is wrong with it and what to try.
fn read(name: &str, bytes: &[u8]) -> anyhow::Result<Vec<replay::Replay>> {
    replay::read(bytes).map_err(|error| match error.format {
        Some(format) => complain(
            format!("{name}, read as {format}: {error}"),
            "the file may be damaged or cut off; try to save it again",
        ),
        None => complain(
            format!("{name}: {error}"),
            "replays of Arbiter, Metasweeper, Viennasweeper and Clone, and .rawvf can be read; \
             boards and positions are for `inspect` and `analyse`",
        ),
    })
}

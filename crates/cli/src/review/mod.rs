//! `surefoot review`: a game that was recorded, looked at again.
//!
//! What is found stands in `surefoot_rules::replay` (what happened and its measures) and
//! `surefoot_players::review` (guesses and what they were worth); here it is told.

mod found;
mod strip;
mod summary;
mod words;

use std::path::Path;

use surefoot_rules::counted;
use surefoot_rules::replay::{self, Replay, ReplayError, rawvf};

use crate::args::{Common, ReviewArguments};
use crate::complaint::{complain, note};
use crate::output::{self, ProgressLine};
use crate::patience::Patience;
use crate::{input, json};

pub(crate) use found::ReviewedReplay;

pub(crate) fn run(common: &Common, arguments: &ReviewArguments) -> anyhow::Result<()> {
    if let Some(folder) = &arguments.summary {
        return summary::run(common, folder);
    }
    if common.json && arguments.svg.as_deref() == Some(Path::new("-")) {
        return Err(complain(
            "a drawing and JSON cannot both go to standard output",
            "write the drawing to a file: --svg strip.svg",
        ));
    }
    let path = arguments.input.as_deref().unwrap_or(Path::new("-"));
    if path.is_dir() {
        return Err(complain(
            format!("{} is a folder", path.display()),
            "`surefoot review --summary` looks at all replays of one",
        ));
    }
    let (file, bytes) = input::replays(path)?;
    let games = games(&file, &bytes)?;
    if arguments.game.is_some() || arguments.rawvf.is_some() || arguments.svg.is_some() {
        let (name, replay) = chosen(&file, games, arguments.game)?;
        if let Some(path) = &arguments.rawvf {
            return output::put(path, rawvf::write(&replay)?.as_bytes());
        }
        let found = looked_at(common, name, &replay);
        if let Some(path) = &arguments.svg {
            output::put(path, strip::svg(&found).as_bytes())?;
            if path == Path::new("-") {
                return Ok(());
            }
        }
        return tell(common, &found, "");
    }
    let mut told = 0;
    for (name, game) in games {
        match game {
            Ok(replay) => {
                let gap = if told > 0 { "\n" } else { "" };
                tell(common, &looked_at(common, name, &replay), gap)?;
                told += 1;
            }
            Err(error) => note(&error.to_string()),
        }
    }
    match told {
        0 => {
            let what = format!("{file} holds no replay that can be read");
            Err(complain(what, ReplayError::DAMAGED))
        }
        _ => Ok(()),
    }
}

/// Looks at a replay, and shows how far that is if it takes long.
fn looked_at<'a>(common: &Common, name: String, replay: &'a Replay) -> ReviewedReplay<'a> {
    let waiting = Patience::with(common, format!("{name}: looking at the safety of every move"));
    let mut progress = None;
    let found = ReviewedReplay::with(name, replay, |weighed, all| {
        if weighed == 0 {
            progress = Some(ProgressLine::new(common, all, "positions weighed"));
        } else if let Some(progress) = &mut progress {
            progress.advance(1);
        }
    });
    drop((progress, waiting));
    found
}

/// Says of a replay what was found.
fn tell(common: &Common, found: &ReviewedReplay<'_>, gap: &str) -> anyhow::Result<()> {
    for remark in found.played.remarks(found.replay) {
        note(&format!("{} {remark}", found.name));
    }
    output::answer(common, || json::review(found), || format!("{gap}{}", words::tell(found)))
}

/// What it is called, and the game or what is wrong with it.
type NamedGame = (String, anyhow::Result<Replay>);

/// The game of this number, from 1, or the only one of a file.
fn chosen(
    file: &str,
    mut games: impl Iterator<Item = NamedGame>,
    number: Option<usize>,
) -> anyhow::Result<(String, Replay)> {
    let before = number.map_or(0, |number| number - 1);
    let skipped = games.by_ref().take(before).count();
    let Some((name, game)) = games.next() else {
        let what = format!("{file} holds {}", counted(skipped, "replay"));
        return Err(complain(what, "they are numbered from 1"));
    };
    let more = games.count();
    if number.is_none() && more > 0 {
        let what = format!("{file} holds {} replays", more + 1);
        return Err(complain(what, "`--game 2` chooses the second"));
    }
    Ok((name, game?))
}

/// The games of a file, read one by one. Those of a collection are numbered and have names.
fn games<'a>(
    file: &'a str,
    bytes: &'a [u8],
) -> anyhow::Result<impl Iterator<Item = NamedGame> + use<'a>> {
    let games = replay::each(bytes).map_err(|error| unreadable(file, &error))?;
    Ok(games.zip(1..).map(move |(game, number)| {
        let name = match game.name {
            None => file.to_owned(),
            Some(name) if name.is_empty() => format!("{file}, number {number}"),
            Some(name) => format!("{file}, number {number} ({name})"),
        };
        let replay = game.replay.map_err(|error| unreadable(&name, &error));
        (name, replay)
    }))
}

/// What is wrong with a replay and what to try.
fn unreadable(name: &str, error: &ReplayError) -> anyhow::Error {
    match (error.format, error.advice()) {
        (Some(format), Some(advice)) => {
            complain(format!("{name}, read as {format}: {error}"), advice)
        }
        _ => complain(format!("{name}: {error}"), input::REPLAY_FORMATS),
    }
}

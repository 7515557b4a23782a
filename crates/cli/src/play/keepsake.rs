//! A finished game as a replay, which `surefoot review`, the page and other programs read.

use std::path::{Path, PathBuf};
use std::{fs, iter};

use anyhow::Context;
use surefoot_rules::Status;
use surefoot_rules::replay::{GameMode, Replay, rawvf};

use super::table::PlayTable;
use crate::output;

/// The text of a finished game: what was done in the end, and when; not what was taken back.
pub(super) fn text(table: &PlayTable) -> anyhow::Result<String> {
    let layout = table.game().layout().context("nothing is dealt before the first click")?;
    let times = table.times().iter().map(|&time| i32::try_from(time).unwrap_or(i32::MAX));
    let actions = times.zip(table.history().actions().iter().copied());
    let mut replay = Replay::of_actions(layout.clone(), actions);
    replay.program = "Surefoot".into();
    // By the names that Metasweeper gave them.
    replay.mode = match table.wanted {
        wanted if wanted.kaboom => GameMode::GUESSABLE,
        wanted if wanted.no_guess.is_some() => GameMode::NO_GUESS,
        _ => GameMode::default(),
    };
    replay.claims_win = Some(table.game().status() == Status::Won);
    replay.claimed_time = table.times().last().copied();
    Ok(rawvf::write(&replay)?)
}

/// Saves it in a folder, under a name that tells level and time and that no file has; which.
pub(super) fn save(table: &PlayTable, folder: &Path) -> anyhow::Result<PathBuf> {
    let text = text(table)?;
    let level = table.wanted.level;
    let seconds = f64::from(table.times().last().copied().unwrap_or_default()) / 1000.0;
    let name = format!("{}x{}-{}-{seconds:.2}s", level.width, level.height, level.mines);
    let numbered = (2..).map(|number| format!("{name}-{number}.rawvf"));
    let mut names = iter::once(format!("{name}.rawvf")).chain(numbered);
    let free = names.find_map(|name| Some(folder.join(name)).filter(|path| !path.exists()));
    let path = free.context("every name is taken")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    output::put(&path, text.as_bytes())?;
    Ok(path)
}

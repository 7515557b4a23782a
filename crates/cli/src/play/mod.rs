//! `surefoot play`: the game in a terminal.
//!
//! Rooms, from the game to the screen: `wanted` (what is to be played), `table` (one game with
//! its clock), `room` (all that is true while somebody plays, and what each wish changes; `asking` is
//! its other half), `looking` (a game looked at again), `question` and `thinker` (what is asked, and a thread that answers), `saved` (the game that was
//! quit), `keepsake` (a finished game as a replay), then `intent` (what keys and mouse mean), `plan` (where things are), `draw` with
//! `looks` and `words`, and `screen` (the terminal, taken and given back). Only the last four and
//! `intent` know a terminal.

mod asking;
mod draw;
mod form;
mod intent;
mod keepsake;
mod looking;
mod looks;
mod plan;
mod question;
mod room;
mod saved;
mod screen;
mod table;
#[cfg(test)]
mod tests;
mod thinker;
mod wanted;
mod words;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Instant;

use ratatui::layout::Rect;
use surefoot_inference::Kaboom;
use surefoot_rules::{Action, Deal, Game, GameKind, Level, Rules};

use crate::args::{Common, Play, ReadingOptions, Safe, Seed};
use crate::complaint::{complain, note};
use crate::{input, paint, setting, tunables};

use self::looks::Looks;
use self::plan::Plan;
use self::room::{Effect, Room};
use self::saved::{SavedGame, StateFile};
use self::screen::Screen;
use self::table::PlayTable;
use self::thinker::Thinker;
use self::wanted::{WantedError, WantedGame};

pub(crate) fn run(common: &Common, arguments: &Play) -> anyhow::Result<()> {
    if common.json {
        let what = "a game for people has no JSON";
        return Err(complain(what, "omit --json; `surefoot watch PLAYER --json` prints games"));
    }
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(complain(
            "`surefoot play` needs a terminal to draw on and to read keys from",
            "run it without pipes or redirection; programs play by `surefoot engine` or the library",
        ));
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        let what = "this terminal cannot move its cursor (TERM is `dumb`)";
        return Err(complain(what, "run it in another terminal, or set TERM to what yours is"));
    }
    let mut said = Vec::new();
    let (mut file, kept) = open(arguments.state.as_deref(), &mut said);
    let table = table(common, arguments, kept, file.as_mut(), &mut said)?;
    let mut room = Room::new(table);
    if room.table.view().opened() > 0 && !said.is_empty() {
        room.said.clear();
    }
    room.said.extend(said);
    let folder = arguments.replays.as_deref().unwrap_or(Path::new("."));
    let left = play(&mut room, file.as_mut(), folder);
    if let Some(file) = &mut file {
        file.keep(&room.table, Instant::now())?;
        if !common.quiet && left.is_ok() && room.table.view().opened() > 0 && !room.table.is_over()
        {
            note("the game is kept; `surefoot play` goes on with it");
        }
    }
    left
}

/// The file that games are kept in, what it held, and what is to be said about it.
fn open(path: Option<&Path>, said: &mut Vec<String>) -> (Option<StateFile>, SavedGame) {
    let usual = || StateFile::usual();
    let Some(path) = path.map(Path::to_owned).or_else(usual) else {
        said.push("There is no home folder, so this game will not be kept.".to_owned());
        return (None, SavedGame::Nothing);
    };
    match StateFile::open(&path) {
        Ok((file, kept)) => {
            if let SavedGame::Damaged(why, aside) = &kept {
                said.push(format!(
                    "The game you quit could not be read ({why}). It is kept as {}.",
                    aside.display()
                ));
            }
            (Some(file), kept)
        }
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            let words = "Another `surefoot play` is open, so this game will not be kept.";
            said.push(words.to_owned());
            (None, SavedGame::Nothing)
        }
        Err(error) => {
            let path = path.display();
            said.push(format!("{path}: {error}. This game will not be kept."));
            (None, SavedGame::Nothing)
        }
    }
}

/// The game to play: the one that was quit, or a new one.
fn table(
    common: &Common,
    arguments: &Play,
    kept: SavedGame,
    file: Option<&mut StateFile>,
    said: &mut Vec<String>,
) -> anyhow::Result<PlayTable> {
    let Play { board, level, neighbourhood, promise, no_guess, kaboom, index, new, .. } = arguments;
    let chosen = level.is_some()
        || neighbourhood.is_some()
        || promise.is_some()
        || no_guess.is_some()
        || *kaboom;
    let anew = *new || chosen || board.is_some() || index.is_some() || common.seed.is_some();
    let kept = match kept {
        SavedGame::Game(table) => Some(table),
        _ => None,
    };
    let begun = |table: &PlayTable| !table.is_over() && table.view().opened() > 0;
    if let Some(table) = kept.as_deref()
        && begun(table)
    {
        if !anew {
            said.push("Your game goes on. N deals anew.".to_owned());
            // Checked above; the box is opened only here.
            return Ok(*kept.unwrap_or_else(|| unreachable!("it is there")));
        }
        if let Some(file) = file {
            let aside = file.put_aside("before")?;
            said.push(format!("The game you had not finished is kept as {}.", aside.display()));
        }
    }
    let last = kept.filter(|table| !table.given);
    let deal = match (common.seed, &last) {
        (Some(Seed::Number(seed)), _) => Deal::new(seed, index.unwrap_or(0)),
        (None, Some(last)) if index.is_none() => {
            Deal::new(last.deal.seed, last.deal.index.wrapping_add(1))
        }
        _ => Deal::new(Common::fresh_seed(), index.unwrap_or(0)),
    };
    // Who names anything gets the usual rest; who names nothing gets what was played last.
    let named = chosen || common.seed.is_some() || index.is_some();
    let usual = last.filter(|_| !named).map(|table| table.wanted).unwrap_or_default();
    let wanted = WantedGame {
        level: level.unwrap_or(usual.level),
        neighbourhood: neighbourhood.unwrap_or(usual.neighbourhood),
        promise: promise.unwrap_or(usual.promise),
        no_guess: no_guess.or(usual.no_guess),
        kaboom: *kaboom || usual.kaboom,
    };
    match board {
        Some(path) => given(path, *kaboom),
        None => {
            let rules = wanted.rules().map_err(|error| match error {
                WantedError::Setting(error) => setting::complaint(error),
                error @ WantedError::Kaboom(_) => {
                    complain(error.to_string(), "omit --kaboom, or --promise none")
                }
            })?;
            Ok(table::fresh(wanted, rules, deal)?)
        }
    }
}

/// A board of a file, with its first click made.
fn given(path: &Path, kaboom: bool) -> anyhow::Result<PlayTable> {
    let reading = ReadingOptions { from: None, safe: Safe::Auto };
    let read = input::read(path, &reading)?;
    let board = read.documents.first().map(surefoot_rules::notation::Document::board);
    let board = match board {
        Some(Ok(board)) => board,
        Some(Err(reason)) => {
            let what = format!("{}: {reason}", read.name);
            return Err(complain(what, "a game needs to know where the mines are"));
        }
        None => {
            return Err(complain(
                format!("{} is empty", read.name),
                "`surefoot deal` makes boards",
            ));
        }
    };
    let (layout, grid) = (&board.layout, board.layout.grid());
    let Some(neighbourhood) = grid.neighbourhood() else {
        let what = format!("{} is a graph, which cannot be drawn in rows", read.name);
        return Err(complain(what, "play a board of squares or hexagons"));
    };
    let level = Level { width: grid.width(), height: grid.height(), mines: layout.count() };
    let promise = surefoot_rules::Promise::None;
    let wanted = WantedGame { level, neighbourhood, promise, no_guess: None, kaboom };
    let rules = Rules::on(GameKind::Win, layout);
    if kaboom {
        Kaboom::check(&rules).map_err(|error| complain(error.to_string(), "omit --kaboom"))?;
    }
    let mut game = Game::new(rules)?;
    game.lay(layout, Deal::default())?;
    let mut table = PlayTable::new(wanted, Deal::default(), game);
    table.given = true;
    if let Some(first) = board.first {
        table.play(Action::Open(first), Instant::now())?;
    }
    Ok(table)
}

/// Plays until it is left; replays are saved into the folder.
fn play(room: &mut Room, mut file: Option<&mut StateFile>, folder: &Path) -> anyhow::Result<()> {
    let looks = Looks { colours: paint::wanted() };
    let mut thinker = Thinker::new()?;
    let mut screen = Screen::take()?;
    let mut unkept = false;
    while !screen.is_to_leave() {
        let now = Instant::now();
        let size = screen.terminal.size()?;
        let area = Rect::new(0, 0, size.width, size.height);
        let cursor = room.follow.then_some(room.cursor);
        let plan = Plan::of(area, room.grid(), looks.colours, room.scroll, cursor);
        room.scroll = plan.from;
        screen.terminal.draw(|frame| draw::draw(frame, room, &plan, looks, now))?;

        let mut effects = Vec::new();
        if let Some(event) = screen.event(tunables::PLAY_TICK)? {
            if let Some(intent) = intent::of(&event) {
                let moves = room.table.history().actions().len();
                effects.extend(room.want(intent, &plan, Instant::now()));
                unkept |= moves != room.table.history().actions().len();
            }
        } else if unkept && let Some(file) = file.as_deref_mut() {
            // Nobody is in a hurry: what was done is kept, should the machine fail.
            unkept = false;
            if let Err(error) = file.keep(&room.table, now) {
                room.say(format!("{error:#}. This game is not kept."));
            }
        }
        while let Some((round, answer)) = thinker.answer() {
            effects.extend(room.take(round, answer, Instant::now()));
            unkept = true;
        }
        for effect in effects {
            match effect {
                Effect::Ask(question) => thinker.ask(room.round, question),
                Effect::Stop => thinker.stop(),
                Effect::Save => room.say(match keepsake::save(&room.table, folder) {
                    Ok(path) => format!("Saved as {}.", path.display()),
                    Err(error) => format!("{error:#}."),
                }),
                Effect::Quit => return Ok(()),
            }
        }
        // For the test of what a panic leaves behind.
        let fails = cfg!(debug_assertions) && std::env::var_os("SUREFOOT_PLAY_FAILS").is_some();
        assert!(!fails, "as was asked for by SUREFOOT_PLAY_FAILS");
    }
    Ok(())
}

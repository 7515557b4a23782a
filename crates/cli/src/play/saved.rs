//! The game that was quit, in a file: found again next time, and never lost.
//!
//! The file holds what decides a game: what was chosen, the deal or the board, the actions, and
//! the layouts that kaboom laid on the way (drawn layouts could differ in another version). It is
//! replayed and so checked when it is read. A file that cannot be read is put aside, not
//! overwritten, and so is an unfinished game when another one is asked for.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Grid, Layout, Rules};

use super::table::{GameClock, Help, PlayTable};
use super::wanted::WantedGame;
use crate::output;

/// The form of the file; a later form is left alone.
const FORM: u8 = 1;

/// A game as the file holds it.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    /// The form.
    surefoot_play: u8,
    level: String,
    neighbourhood: String,
    promise: String,
    no_guess: Option<String>,
    kaboom: bool,
    seed: u64,
    deal: u64,
    /// Where the mines are, if the board was laid out: given, or without guesses.
    mines: Option<Vec<u32>>,
    given: bool,
    actions: Vec<(String, u32)>,
    /// Milliseconds on the clock at each of them.
    #[serde(default)]
    times: Vec<u32>,
    /// Layouts that were replaced: before which action, and their mines.
    replaced: Vec<(usize, Vec<u32>)>,
    seconds: f64,
    hints: u32,
    undos: u32,
    looked: bool,
}

/// The text of a game.
pub(super) fn write(table: &PlayTable, now: Instant) -> serde_json::Result<String> {
    let numbers = |layout: &Layout| layout.mines().map(Cell::number).collect::<Vec<_>>();
    let history = table.history();
    let WantedGame { level, neighbourhood, promise, no_guess, kaboom } = table.wanted;
    let saved = Saved {
        surefoot_play: FORM,
        level: level.to_string(),
        neighbourhood: neighbourhood.to_string(),
        promise: promise.to_string(),
        no_guess: no_guess.map(|logic| logic.to_string()),
        kaboom,
        seed: table.deal.seed,
        deal: table.deal.index,
        mines: history.beginning().layout().map(numbers),
        given: table.given,
        actions: history
            .actions()
            .iter()
            .filter_map(|action| Some((action.name().to_owned(), action.cell()?.number())))
            .collect(),
        times: table.times().to_vec(),
        replaced: history.replaced().iter().map(|(at, layout)| (*at, numbers(layout))).collect(),
        seconds: table.clock.elapsed(now).as_secs_f64(),
        hints: table.help.hints,
        undos: table.help.undos,
        looked: table.help.looked,
    };
    serde_json::to_string(&saved)
}

/// The game of a text; what is wrong with it otherwise.
pub(super) fn read(text: &str) -> Result<PlayTable, String> {
    fn said<E: std::fmt::Display>(error: E) -> String {
        error.to_string()
    }
    let saved: Saved = serde_json::from_str(text).map_err(said)?;
    if saved.surefoot_play != FORM {
        return Err(format!("it is of form {}, not {FORM}", saved.surefoot_play));
    }
    let wanted = WantedGame {
        level: saved.level.parse().map_err(said)?,
        neighbourhood: saved.neighbourhood.parse().map_err(said)?,
        promise: saved.promise.parse().map_err(said)?,
        no_guess: saved.no_guess.as_deref().map(str::parse).transpose().map_err(said)?,
        kaboom: saved.kaboom,
    };
    let level = wanted.level;
    let grid = Grid::with(level.width, level.height, wanted.neighbourhood).map_err(said)?;
    let layout = |mines: &[u32]| {
        Layout::new(grid.clone(), mines.iter().map(|&mine| Cell::new(mine))).map_err(said)
    };
    let deal = Deal::new(saved.seed, saved.deal);
    let game = match &saved.mines {
        None => Game::new(wanted.rules().map_err(said)?).map_err(said)?,
        Some(mines) => {
            let layout = layout(mines)?;
            let mut game = Game::new(Rules::on(GameKind::Win, &layout)).map_err(said)?;
            game.lay(&layout, deal).map_err(said)?;
            game
        }
    };
    let mut table = PlayTable::new(wanted, deal, game);
    let actions: Vec<Action> = saved.actions.iter().map(action).collect::<Result<_, _>>()?;
    let replaced = saved.replaced.iter().map(|(at, mines)| Ok((*at, layout(mines)?)));
    table.replay(&actions, saved.times, &replaced.collect::<Result<Vec<_>, String>>()?)?;
    table.given = saved.given;
    let seconds = Duration::try_from_secs_f64(saved.seconds).map_err(said)?;
    table.clock = GameClock::at(seconds);
    table.help = Help { hints: saved.hints, undos: saved.undos, looked: saved.looked };
    Ok(table)
}

fn action((name, cell): &(String, u32)) -> Result<Action, String> {
    let cell = Cell::new(*cell);
    let all = [Action::Open(cell), Action::Flag(cell), Action::Chord(cell)];
    let named = all.into_iter().find(|action| action.name() == name);
    named.ok_or_else(|| format!("`{name}` is no action of this game"))
}

/// The file, held by one game at a time.
#[derive(Debug)]
pub(super) struct StateFile {
    path: PathBuf,
    /// Held as long as this one lives.
    _lock: File,
    /// What it holds, so that nothing is written twice.
    holds: String,
}

/// What the file held.
#[derive(Debug)]
pub(super) enum SavedGame {
    Nothing,
    Game(Box<PlayTable>),
    /// It could not be read; why, and where it is now.
    Damaged(String, PathBuf),
}

impl StateFile {
    /// The usual place.
    pub(super) fn usual() -> Option<PathBuf> {
        use etcetera::BaseStrategy;
        let folder = etcetera::choose_base_strategy().ok()?.data_dir();
        Some(folder.join("surefoot").join("play.json"))
    }

    /// Opens the file for this game alone; an error that is `WouldBlock` if another one has it.
    pub(super) fn open(path: &Path) -> io::Result<(Self, SavedGame)> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        let lock = File::create(beside(path, "lock"))?;
        lock.try_lock().map_err(io::Error::from)?;
        let mut file = Self { path: path.to_owned(), _lock: lock, holds: String::new() };
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8(bytes).map_err(|_| "it is not text".to_owned()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((file, SavedGame::Nothing));
            }
            Err(error) => return Err(error),
        };
        let kept = match text.and_then(|text| read(&text).map(|table| (table, text))) {
            Ok((table, text)) => {
                file.holds = text;
                SavedGame::Game(Box::new(table))
            }
            Err(why) => SavedGame::Damaged(why, file.put_aside("damaged")?),
        };
        Ok((file, kept))
    }

    /// Moves what it holds to another name, and says to which.
    pub(super) fn put_aside(&mut self, why: &str) -> io::Result<PathBuf> {
        let names = (1..).map(|number| beside(&self.path, &format!("{why}-{number}")));
        let free = names.into_iter().find(|name| !name.exists());
        let free = free.ok_or(io::ErrorKind::AlreadyExists)?;
        fs::rename(&self.path, &free)?;
        self.holds.clear();
        Ok(free)
    }

    /// Writes a game, whole or not at all.
    pub(super) fn keep(&mut self, table: &PlayTable, now: Instant) -> anyhow::Result<()> {
        let text = write(table, now)?;
        if text != self.holds {
            output::put(&self.path, text.as_bytes())?;
            self.holds = text;
        }
        Ok(())
    }
}

/// A file beside another, called after it.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{ending}"));
    path.with_file_name(name)
}

//! What is played: board options become rules, and perhaps boards.

use std::path::Path;

use surefoot_rules::notation::{Board, Document};
use surefoot_rules::{
    Cell, DealError, Grid, Level, Point, Promise, Rules, RulesError, Setting, SettingError,
    SettingField, jsm,
};

use crate::args::{BoardOptions, Flood, MinesTold, ReadingOptions, Safe};
use crate::complaint::complain;
use crate::input;
use crate::tunables;

/// The boards that the write-ups print, so that their games can be played again. Row 1
/// of the first is damaged in print and repaired here.
const WRITE_UP_BOARDS: [(&str, &str); 5] = [
    ("write-up-001-15x15", include_str!("../boards/write-up-001-15x15.txt")),
    ("write-up-001-10x10", include_str!("../boards/write-up-001-10x10.txt")),
    ("write-up-001-10x10-dense", include_str!("../boards/write-up-001-10x10-dense.txt")),
    ("write-up-004-7x7", include_str!("../boards/write-up-004-7x7.txt")),
    ("write-up-004-10x10", include_str!("../boards/write-up-004-10x10.txt")),
];

/// The names of the boards that are shipped.
#[cfg(test)]
pub(crate) fn shipped_boards() -> impl Iterator<Item = &'static str> {
    WRITE_UP_BOARDS.iter().map(|(name, _)| *name)
}

/// A board that is shipped, by its name; `seed-004-7x7` is what it was called before.
fn shipped(name: &str) -> Option<(&'static str, &'static str)> {
    let number = name.strip_prefix("write-up-").or_else(|| name.strip_prefix("seed-"))?;
    WRITE_UP_BOARDS.into_iter().find(|(known, _)| known.strip_prefix("write-up-") == Some(number))
}

/// What is meant by the board options.
pub(crate) struct Meant {
    pub(crate) rules: Rules,
    pub(crate) boards: Option<Vec<Board>>,
}

impl From<&BoardOptions> for Setting {
    fn from(options: &BoardOptions) -> Self {
        Self {
            neighbourhood: options.neighbourhood,
            game: Some(options.game),
            promise: options.promise,
            told: Some(options.total == MinesTold::Told),
            clues: Some(options.clues),
            flood: options.flood.map(|flood| flood == Flood::On),
            ..options.level.map_or_else(Self::default, Self::at)
        }
    }
}

/// Reads the options; of an endless run of boards so many are taken.
pub(crate) fn read(options: &BoardOptions, usual: Level, count: u64) -> anyhow::Result<Meant> {
    let mut setting = Setting::from(options);
    let run = options.boards.as_deref().filter(|path| !path.exists()).and_then(run_number);
    let boards = match (run.transpose()?, options.boards.as_deref()) {
        // The promise chooses between the two benchmarks; on the table it is kept.
        (Some(run), _) => Some(jsm_run(run, setting.promise.take(), count)?),
        (None, path) => path.map(boards).transpose()?,
    };
    let rules = match &boards {
        Some(boards) => setting.rules_on(&boards[0].layout),
        None => {
            if setting.size.is_none() {
                setting.set_level(usual);
            }
            setting.rules()
        }
    };
    Ok(Meant { rules: rules.map_err(complaint)?, boards })
}

/// What is wrong with a setting, and which option to change.
#[expect(clippy::needless_pass_by_value, reason = "it is passed to `map_err`")]
pub(crate) fn complaint(error: SettingError) -> anyhow::Error {
    let hint = match &error {
        SettingError::Rules(RulesError::Deal(DealError::Promise { .. })) => {
            "promise less (--promise safe or none), or lay fewer mines"
        }
        SettingError::Rules(RulesError::Deal(_)) => "lay fewer mines",
        SettingError::Given(SettingField::Promise) => {
            return complain(
                "--promise is for deals and cannot change the boards of --boards",
                "omit --promise, or deal boards with a promise: surefoot deal --promise …",
            );
        }
        SettingError::Outside { width, height, .. } => {
            let corner = Point { x: width - 1, y: height - 1 };
            let hint = format!("columns and rows count from 0; the last cell is {corner}");
            return complain(error.to_string(), hint);
        }
        error => return complain(error.to_string(), format!("omit --{}", error.field())),
    };
    complain(error.to_string(), hint)
}

/// The number in `jsm-run:21`.
fn run_number(path: &Path) -> Option<anyhow::Result<u64>> {
    let number = path.to_str()?.strip_prefix("jsm-run:")?;
    Some(number.parse().map_err(|_| {
        let what = format!("`{number}` is not the number of a benchmark run");
        complain(what, "try --boards jsm-run:21")
    }))
}

/// The boards of JSMinesweeper's benchmark: the classic game, begun in the corner,
/// or with `--promise opening` the modern one, begun at 3,3.
fn jsm_run(run: u64, promise: Option<Promise>, count: u64) -> anyhow::Result<Vec<Board>> {
    let level = Level::EXPERT;
    let grid = Grid::new(level.width, level.height)?;
    let promise = promise.unwrap_or(Promise::Safe);
    if promise == Promise::None {
        let what = "the games of a benchmark run begin with a promise";
        return Err(complain(what, "omit --promise, or try --promise opening"));
    }
    if count > tunables::LONGEST_RUN {
        let what = format!("--games {count} is too large for a benchmark run");
        return Err(complain(what, format!("try at most --games {}", tunables::LONGEST_RUN)));
    }
    let first = match promise {
        Promise::Opening => grid.cell(Point { x: 3, y: 3 }).unwrap_or(grid.middle()),
        _ => Cell::new(0),
    };
    let seeds = jsm::run_seeds(run).take(count as usize);
    let layout =
        |seed| jsm::layout(grid.clone(), level.mines, seed, jsm::Seeding::Current, promise, first);
    seeds.map(|seed| Ok(Board { layout: layout(seed)?, first: Some(first) })).collect()
}

fn boards(path: &Path) -> anyhow::Result<Vec<Board>> {
    let reading = ReadingOptions { from: None, safe: Safe::Auto };
    let shipped = path.to_str().and_then(shipped);
    let input = match shipped {
        Some((name, text)) if !path.exists() => input::decode(name, text.as_bytes(), &reading)?,
        _ => input::read(path, &reading)?,
    };
    let board = |(document, number): (&Document, usize)| {
        document.board().map_err(|reason| {
            let what = format!("{}, number {number}: {reason}", input.name);
            complain(what, "a game needs to know where the mines are")
        })
    };
    input.documents.iter().zip(1..).map(board).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_write_ups_read_by_both_their_names() {
        for (name, text) in WRITE_UP_BOARDS {
            let old = name.replace("write-up-", "seed-");
            assert_eq!(shipped(name), Some((name, text)));
            assert_eq!(shipped(&old), Some((name, text)));
            assert_eq!(boards(Path::new(&old)).unwrap(), boards(Path::new(name)).unwrap());
        }
        assert_eq!(shipped("write-up-004"), None);
        assert_eq!(shipped("004-7x7"), None);
    }
}

//! What is played: board options become rules, and perhaps boards.

use std::path::Path;

use surefoot_rules::notation::{Board, Document};
use surefoot_rules::{Cell, Grid, Level, Point, Promise, Rules, RulesError, jsm};

use crate::args::{Flood, Reading, Safe, Setting, Total};
use crate::complaint::complain;
use crate::input;

/// The boards that the seed write-ups print, so that their games can be played
/// again. Row 1 of the first is damaged in print and repaired here.
const SEED_BOARDS: [(&str, &str); 4] = [
    ("seed-001-15x15", include_str!("../boards/seed-001-15x15.txt")),
    ("seed-001-10x10", include_str!("../boards/seed-001-10x10.txt")),
    ("seed-004-7x7", include_str!("../boards/seed-004-7x7.txt")),
    ("seed-004-10x10", include_str!("../boards/seed-004-10x10.txt")),
];

/// What is meant by the board options.
pub(crate) struct Meant {
    pub(crate) rules: Rules,
    pub(crate) boards: Option<Vec<Board>>,
}

/// Reads the options; of an endless run of boards so many are taken.
pub(crate) fn read(setting: &Setting, usual: Level, count: u64) -> anyhow::Result<Meant> {
    let run = setting.boards.as_deref().filter(|path| !path.exists()).and_then(run_number);
    let run = run.transpose()?;
    let boards = match (run, setting.boards.as_deref()) {
        (Some(run), _) => Some(jsm_run(run, setting, count)?),
        (None, path) => path.map(boards).transpose()?,
    };
    if boards.is_some() && run.is_none() && setting.promise.is_some() {
        return Err(complain(
            "--promise is for deals; the boards of --boards are as they are",
            "leave --promise away, or deal boards with a promise: surefoot deal --promise …",
        ));
    }
    let mut rules = match &boards {
        Some(boards) => Rules::on(setting.game, &boards[0].layout),
        None => {
            let level = setting.level.unwrap_or(usual);
            let neighbourhood = setting.neighbourhood.unwrap_or_default();
            let grid = Grid::with(level.width, level.height, neighbourhood)?;
            let mut rules = Rules::new(setting.game, grid, level.mines);
            rules.promise = setting.promise.unwrap_or(rules.promise);
            rules
        }
    };
    rules.clues = setting.clues;
    rules.flood = setting.flood.map(|flood| flood == Flood::On);
    rules.told = setting.total == Total::Told;
    rules.check().map_err(|error| {
        let hint = match error {
            RulesError::Deal(_) => "promise less (--promise safe or none), or lay fewer mines",
            RulesError::Flood(_) => "leave --flood away",
            _ => "leave --total away",
        };
        let what = match (&error, rules.promise) {
            (RulesError::Deal(_), Promise::Opening) => {
                format!("{error} (a player may click there first)")
            }
            _ => error.to_string(),
        };
        complain(what, hint)
    })?;
    Ok(Meant { rules, boards })
}

/// The most boards of a run that are held at once.
const LONGEST_RUN: u64 = 1_000_000;

/// The number in `jsm-run:21`.
fn run_number(path: &Path) -> Option<anyhow::Result<u64>> {
    let number = path.to_str()?.strip_prefix("jsm-run:")?;
    Some(number.parse().map_err(|_| {
        let what = format!("`{number}` is not the number of a run");
        complain(what, "try --boards jsm-run:21")
    }))
}

/// The boards of JSMinesweeper's benchmark: the classic game, begun in the corner,
/// or with `--promise opening` the modern one, begun at 3,3.
fn jsm_run(run: u64, setting: &Setting, count: u64) -> anyhow::Result<Vec<Board>> {
    let level = Level::EXPERT;
    let grid = Grid::new(level.width, level.height)?;
    let promise = setting.promise.unwrap_or(Promise::Safe);
    if promise == Promise::None {
        let what = "JSMinesweeper's games begin with a promise";
        return Err(complain(what, "leave --promise away, or ask for --promise opening"));
    }
    if count > LONGEST_RUN {
        let what = format!("{count} boards of a run are too many to hold");
        return Err(complain(what, format!("at most {LONGEST_RUN}")));
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
    let reading = Reading { from: None, safe: Safe::Auto };
    let shipped =
        path.to_str().and_then(|name| SEED_BOARDS.iter().find(|(known, _)| *known == name));
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

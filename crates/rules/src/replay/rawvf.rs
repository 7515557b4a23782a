//! `.rawvf`: replays as text, the form into which others' tools turn all the rest, and the only
//! one that is written here.
//!
//! Lines of `Key: value`; `Board:` and a line per row, `*` for a mine and `0` for anything else;
//! `Events:` and a line for each, such as `1.230 lr 4 7 (56 104)`: time, what, column and row
//! from 1, and pixels. Some programs count from 0, so cells are taken from the pixels. Lines that
//! tell what the board showed are passed over: they follow from the rest.
//!
//! Events of other formats that do not say which button it was become those they must mean, so what
//! is written here is understood everywhere.

use std::fmt::Write as _;

use crate::notation::{ContentError, Place, UntrueError, WriteError};
use crate::replay::hand::plain;
use crate::replay::{GameMode, MouseEvent, MouseKind, Replay, ReplayError, ReplayFormat};
use crate::tunables::{FILE_SIDE, SAID_PIECE};
use crate::{Grid, Layout, Measures, Neighbourhood};

/// Reads the text of one replay.
pub fn read(file: &[u8]) -> Result<Replay, ReplayError> {
    let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    let lines = file.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.zip(1..).filter(|(line, _)| !line.is_empty());
    let mut head = RawvfHead::default();
    for (line, number) in lines.by_ref() {
        let Some(colon) = line.iter().position(|&byte| byte == b':') else {
            return fail(number, form(line, "a line such as `Width: 30`"));
        };
        let (key, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if key.eq_ignore_ascii_case(b"board") {
            break;
        }
        head.take(key, value, number)?;
    }
    let rows: Vec<(&[u8], usize)> = lines
        .by_ref()
        .take_while(|(line, _)| !line.eq_ignore_ascii_case(b"events:"))
        // Nobody plays on more; a row of one byte should not take the memory of many.
        .take(FILE_SIDE as usize + 1)
        .collect();
    let layout = head.board(&rows)?;
    let mut replay = Replay::new(ReplayFormat::Rawvf, layout);
    head.tell(&mut replay);
    for (line, number) in lines {
        match event(line, replay.square) {
            Ok(Some(event)) => replay.events.push(event),
            Ok(None) => {}
            Err(problem) => return fail(number, problem),
        }
    }
    Ok(replay)
}

/// Writes the text of one replay.
///
/// ```
/// use surefoot_rules::{layout, replay::{Replay, ReplayFormat, rawvf}};
///
/// let mut replay = Replay::new(ReplayFormat::Rawvf, layout!["M."]);
/// replay.player = "Ann".into();
/// let text = rawvf::write(&replay)?;
/// assert!(text.contains("Player: Ann\n") && text.contains("Board:\n*0\nEvents:\n"));
/// assert_eq!(rawvf::read(text.as_bytes())?.layout, replay.layout);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(replay: &Replay) -> Result<String, WriteError> {
    let grid = replay.layout.grid();
    if grid.neighbourhood() != Some(Neighbourhood::Square8) {
        let neighbourhood = grid.neighbourhood().map_or("a graph of your own", Neighbourhood::name);
        return Err(WriteError::ReplayNeighbourhood { neighbourhood });
    }
    let mut text = String::from("RawVF_Version: Rev6\n");
    let level = match replay.level_name() {
        "beginner" if grid.width() == 8 => "Beginner",
        "intermediate" => "Intermediate",
        "expert" => "Expert",
        _ => "Custom",
    };
    let mode = match replay.mode {
        GameMode(0) => "Classic".to_owned(),
        GameMode(1) => "UPK".to_owned(),
        mode => mode.to_string(),
    };
    let mut line = |key: &str, value: &dyn std::fmt::Display| {
        _ = writeln!(text, "{key}: {value}");
    };
    line("Program", &replay.program);
    line("Player", &replay.player);
    if let Some(played_at) = &replay.played_at {
        line("Timestamp", played_at);
    }
    line("Level", &level);
    line("Width", &grid.width());
    line("Height", &grid.height());
    line("Mines", &replay.layout.count());
    line("Marks", &if replay.marks { "On" } else { "Off" });
    if let Some(time) = replay.claimed_time {
        line("Time", &format_args!("{}.{:03}", time / 1000, time % 1000));
    }
    line("BBBV", &Measures::of(&replay.layout).three_bv);
    if let Some(won) = replay.claims_win {
        line("Status", &if won { "Won" } else { "Lost" });
    }
    line("Mode", &mode);
    line("SquareSize", &replay.square);
    text.push_str("Board:\n");
    for cell in grid.cells() {
        text.push(if replay.layout.is_mine(cell) { '*' } else { '0' });
        if (cell.number() + 1).is_multiple_of(grid.width()) {
            text.push('\n');
        }
    }
    text.push_str("Events:\n");
    let mut down = [false; 3];
    for event in plain(&replay.events) {
        let (names, MouseEvent { time, x, y, .. }) = (written(event.kind, down), event);
        match event.kind {
            MouseKind::LeftDown | MouseKind::ShiftLeftDown => down[0] = true,
            MouseKind::LeftUp => down[0] = false,
            MouseKind::RightDown => down[1] = true,
            MouseKind::RightUp => down[1] = false,
            MouseKind::MiddleDown => down[2] = true,
            MouseKind::MiddleUp => down[2] = false,
            _ => {}
        }
        let (sign, time) = (if time < 0 { "-" } else { "" }, time.unsigned_abs());
        let square = replay.square.cast_signed();
        let from_1 = |pixels: i32| pixels.div_euclid(square).saturating_add(1);
        let (column, row) = (from_1(x), from_1(y));
        for name in names {
            let (seconds, rest) = (time / 1000, time % 1000);
            _ = writeln!(text, "{sign}{seconds}.{rest:03} {name} {column} {row} ({x} {y})");
        }
    }
    Ok(text)
}

/// How an event is written: a flag of before the game as the click it was, unless a button is down
/// with which that would be a chord; no program writes such a thing, but a file may have it.
fn written(kind: MouseKind, down: [bool; 3]) -> &'static [&'static str] {
    match kind {
        MouseKind::EarlyFlag if down != [false; 3] => &["pf"],
        MouseKind::EarlyFlag => &["rc", "rr"],
        MouseKind::LeftDown => &["lc"],
        MouseKind::LeftUp => &["lr"],
        MouseKind::RightDown => &["rc"],
        MouseKind::RightUp => &["rr"],
        MouseKind::MiddleDown => &["mc"],
        MouseKind::MiddleUp => &["mr"],
        MouseKind::ShiftLeftDown => &["sc"],
        MouseKind::Move
        | MouseKind::SecondDown
        | MouseKind::Left
        | MouseKind::Right
        | MouseKind::Middle => &["mv"],
    }
}

/// Whether the first line names the format, or the parts are there that none other has.
pub(super) fn looks_like(file: &[u8]) -> bool {
    let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file).trim_ascii_start();
    let first = b"rawvf_version:";
    let named = file.get(..first.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(first));
    let mut lines = file.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    named
        || lines.any(|line| line.eq_ignore_ascii_case(b"board:"))
            && lines.any(|line| line.eq_ignore_ascii_case(b"events:"))
}

fn fail<T>(line: usize, problem: impl Into<ContentError>) -> Result<T, ReplayError> {
    let (place, problem) = (Place::Line(line), problem.into());
    Err(ReplayError { format: Some(ReplayFormat::Rawvf), place, problem })
}

fn form(line: &[u8], expected: &'static str) -> ContentError {
    let found = String::from_utf8_lossy(line);
    ContentError::Form { found: found.chars().take(SAID_PIECE).collect(), expected }
}

/// What the lines before the board say.
#[derive(Default)]
struct RawvfHead<'a> {
    width: Option<u32>,
    height: Option<u32>,
    mines: Option<u32>,
    square: Option<u32>,
    texts: Vec<(&'static str, &'a [u8])>,
}

impl<'a> RawvfHead<'a> {
    fn take(&mut self, key: &[u8], value: &'a [u8], line: usize) -> Result<(), ReplayError> {
        let numbers = [
            (&b"width"[..], &mut self.width, 1..=FILE_SIDE),
            (b"height", &mut self.height, 1..=FILE_SIDE),
            (b"mines", &mut self.mines, 0..=FILE_SIDE * FILE_SIDE),
            (b"squaresize", &mut self.square, 1..=1000),
        ];
        for (name, number, range) in numbers {
            if key.eq_ignore_ascii_case(name) {
                let read = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
                let Some(read) = read.filter(|read| range.contains(read)) else {
                    return fail(line, form(value, "a number within bounds"));
                };
                *number = Some(read);
            }
        }
        let texts =
            ["rawvf_version", "program", "player", "timestamp", "marks", "time", "status", "mode"];
        let name = texts.into_iter().find(|name| key.eq_ignore_ascii_case(name.as_bytes()));
        self.texts.extend(name.map(|name| (name, value)));
        Ok(())
    }

    /// The board of these lines; what the head says of it must agree.
    fn board(&self, rows: &[(&[u8], usize)]) -> Result<Layout, ReplayError> {
        let Some(&(first, line)) = rows.first() else {
            return fail(1, ContentError::Missing("Board:"));
        };
        let (width, height) = (first.len() as u64, rows.len() as u64);
        let expected = self.height.map_or(height.min(FILE_SIDE.into()), u64::from);
        if height != expected {
            return fail(line, ContentError::Rows { expected, found: height });
        }
        let expected = self.width.map_or(width, u64::from);
        for &(row, line) in rows {
            let found = row.len() as u64;
            if found != expected {
                return fail(line, ContentError::RowLength { expected, found });
            }
        }
        let grid = Grid::new(width as u32, height as u32).or_else(|error| fail(line, error))?;
        let mine = |x: usize, y: usize| rows[y].0[x] == b'*';
        let layout = Layout::from_fn(grid, |cell| {
            mine(cell.index() % first.len(), cell.index() / first.len())
        });
        let (told, found) = (self.mines.unwrap_or(layout.count()).into(), layout.count().into());
        if told != found {
            return fail(line, UntrueError::MineCount { told, found });
        }
        Ok(layout)
    }

    /// Tells a replay the rest; what cannot be understood is passed over, since nothing depends
    /// on it.
    fn tell(&self, replay: &mut Replay) {
        replay.square = self.square.unwrap_or(replay.square);
        for &(key, value) in &self.texts {
            let text = String::from_utf8_lossy(value);
            match key {
                "rawvf_version" => replay.version = text.chars().take(SAID_PIECE).collect(),
                "program" => replay.program = value.into(),
                "player" => replay.player = value.into(),
                "timestamp" if text.len() == 19 => replay.played_at = Some(text.into_owned()),
                "marks" => replay.marks = text.eq_ignore_ascii_case("on"),
                "time" => {
                    let time = millis(&text).and_then(|time| u32::try_from(time).ok());
                    replay.claimed_time = time;
                }
                "status" => replay.claims_win = Some(text.eq_ignore_ascii_case("won")),
                "mode" => replay.mode = GameMode::named(&text).unwrap_or_default(),
                _ => {}
            }
        }
    }
}

/// A time such as `-1.23`, in milliseconds.
fn millis(text: &str) -> Option<i32> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (seconds, rest) = digits.split_once(['.', ',']).unwrap_or((digits, "0"));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(seconds) || !all_digits(rest) {
        return None;
    }
    let seconds = seconds.parse::<i32>().ok().filter(|&seconds| seconds < 1_000_000)?;
    let rest = format!("{rest:0<3.3}").parse::<i32>().ok()?;
    Some(sign * (seconds * 1000 + rest))
}

/// The event of a line; none for what the board showed, and for words about the game.
fn event(line: &[u8], square: u32) -> Result<Option<MouseEvent>, ContentError> {
    let expected = "an event such as `1.230 lr 4 7 (56 104)`";
    let text = std::str::from_utf8(line).map_err(|_| form(line, expected))?;
    let wrong = || form(line, expected);
    // What the board showed has no time.
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Ok(None);
    }
    let mut words = text.split_ascii_whitespace();
    let time = words.next().and_then(millis).ok_or_else(wrong)?;
    let name = words.next().ok_or_else(wrong)?;
    let game = ["start", "boom", "won", "lost", "blast", "nonstandard", "sx", "sy", "mt"];
    if game.contains(&name) {
        return Ok(None);
    }
    let kind = name.parse::<MouseKind>().map_err(|_| wrong())?;
    let numbers = |text: &str| -> Option<(i32, i32)> {
        let mut numbers = text.split_ascii_whitespace().map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    let pixels = text.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
    let (x, y) = match pixels {
        Some((pixels, _)) => numbers(pixels).ok_or_else(wrong)?,
        None => {
            let cells = words.collect::<Vec<_>>().join(" ");
            let (column, row) = numbers(&cells).ok_or_else(wrong)?;
            let square = square.cast_signed();
            let middle = |from_1: i32| from_1.saturating_sub(1).saturating_mul(square);
            (middle(column).saturating_add(square / 2), middle(row).saturating_add(square / 2))
        }
    };
    Ok(Some(MouseEvent { time, kind, x, y }))
}

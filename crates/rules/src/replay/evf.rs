//! `.evf`: replays of Metasweeper, by its published specification, versions 0 to 4.
//!
//! Versions 0 to 3 are one layout with additions: a head, texts that end with a zero byte, the
//! mines as bits row by row, and eight bytes for each event. Version 4 tells times and places by
//! what they differ from the last, has events that are not the mouse's, and pauses.
//!
//! The bit "question marks" is written by its program in two senses and therefore not believed.
//! The first events of version 4 may be of any kind here; the specification allows three.

use crate::notation::{ContentError, UntrueError};
use crate::replay::bytes::Bytes;
use crate::replay::replay::date_of;
use crate::replay::{GameMode, MouseEvent, MouseKind, Replay, ReplayError, ReplayFormat};
use crate::{Grid, Layout, Tile};

/// Reads the bytes of one replay.
pub fn read(file: &[u8]) -> Result<Replay, ReplayError> {
    let mut bytes = Bytes::new(ReplayFormat::Evf, file);
    let version = bytes.u8()?;
    if version > 4 {
        return bytes.fail_at(0, ContentError::code(version, "a version of EVF"));
    }
    let head = EvfHead::read(&mut bytes, version)?;
    let played_at = if version == 4 {
        bytes.take(2)?;
        let began = bytes.u64()?;
        bytes.u64()?;
        date_of(began / 1_000_000)
    } else {
        None
    };
    bytes.begin("its texts");
    let program = bytes.until(0)?;
    if head.flags & 8 != 0 && version == 4 {
        bytes.until(0)?;
        bytes.until(0)?;
    }
    let player = bytes.until(0)?;
    bytes.until(0)?;
    bytes.until(0)?;
    let played_at = match version {
        4 => {
            let device = bytes.u16()?;
            bytes.take(device.into())?;
            played_at
        }
        _ => {
            let (began, _ended, _country) = (bytes.until(0)?, bytes.until(0)?, bytes.until(0)?);
            if version >= 2 {
                bytes.until(0)?;
            }
            let micros = std::str::from_utf8(began).ok().and_then(|text| text.parse::<u64>().ok());
            micros.and_then(|micros| date_of(micros / 1_000_000))
        }
    };
    let layout = head.board(&mut bytes)?;
    let mut replay = Replay::new(ReplayFormat::Evf, layout);
    replay.version = version.to_string();
    (replay.program, replay.player) = (program.into(), player.into());
    (replay.played_at, replay.mode) = (played_at, head.mode);
    replay.square = head.square.into();
    replay.claims_win = Some(head.flags & 0x80 != 0);
    replay.claimed_time = Some(head.time);
    replay.claimed_three_bv = Some(head.three_bv.into());
    if version == 4 {
        bytes.begin("the names of its measures");
        for _ in 0..bytes.u16()? {
            bytes.until(0)?;
        }
        differing_events(&mut bytes, &mut replay)?;
    } else {
        plain_events(&mut bytes, version, &mut replay)?;
    }
    Ok(replay)
}

/// Whether the fields of the head make sense.
pub(super) fn looks_like(file: &[u8]) -> bool {
    let mut bytes = Bytes::new(ReplayFormat::Evf, file);
    let Ok(version @ 0..=4) = bytes.u8() else { return false };
    EvfHead::read(&mut bytes, version).is_ok_and(|head| {
        let cells = u32::from(head.width) * u32::from(head.height);
        cells > 0 && u32::from(head.mines) <= cells && head.square >= 4
    })
}

/// What all versions begin with.
struct EvfHead {
    flags: u8,
    height: u8,
    width: u8,
    mines: u16,
    square: u8,
    mode: GameMode,
    three_bv: u16,
    /// Milliseconds.
    time: u32,
}

impl EvfHead {
    fn read(bytes: &mut Bytes<'_>, version: u8) -> Result<Self, ReplayError> {
        let flags = bytes.u8()?;
        if version >= 3 {
            bytes.u8()?;
        }
        let [height, width] = bytes.array()?;
        let (mines, square) = (bytes.u16()?, bytes.u8()?);
        if square == 0 {
            return bytes
                .fail_at(bytes.at() - 1, ContentError::code(0_u8, "the side of a cell in pixels"));
        }
        let (mode, three_bv) = (GameMode(bytes.u16()?), bytes.u16()?);
        let time = if version == 4 { bytes.u32()? } else { bytes.u24()? };
        Ok(Self { flags, height, width, mines, square, mode, three_bv, time })
    }

    /// The board: bits row by row, the highest of a byte first.
    fn board(&self, bytes: &mut Bytes<'_>) -> Result<Layout, ReplayError> {
        bytes.begin("its board");
        let at = bytes.at();
        let grid = Grid::new(self.width.into(), self.height.into());
        let grid = grid.or_else(|error| bytes.fail(error))?;
        let bits = bytes.take(grid.len().div_ceil(8))?;
        let layout = Layout::from_fn(grid, |cell| {
            bits[cell.index() / 8] & (0x80 >> (cell.index() % 8)) != 0
        });
        let (told, found) = (u64::from(self.mines), u64::from(layout.count()));
        if told != found {
            return bytes.fail_at(at, UntrueError::MineCount { told, found });
        }
        Ok(layout)
    }
}

/// Events with a time and a place of their own.
fn plain_events(
    bytes: &mut Bytes<'_>,
    version: u8,
    replay: &mut Replay,
) -> Result<(), ReplayError> {
    bytes.begin("its events");
    loop {
        let at = bytes.at();
        let code = bytes.u8()?;
        if code == 0 || code == 255 {
            return Ok(());
        }
        let last = if version == 3 { 12 } else { 9 };
        let Some(kind) = MouseKind::numbered(code).filter(|_| code <= last) else {
            return bytes.fail_at(at, ContentError::code(code, "an event"));
        };
        let (time, x, y) = (bytes.u24()?.cast_signed(), bytes.u16()?.into(), bytes.u16()?.into());
        replay.events.push(MouseEvent { time, kind, x, y });
    }
}

/// Events that tell by what they differ from the last, and others between them.
fn differing_events(bytes: &mut Bytes<'_>, replay: &mut Replay) -> Result<(), ReplayError> {
    bytes.begin("its events");
    let (mut time, mut x, mut y) = (0_i32, 0_i32, 0_i32);
    loop {
        let at = bytes.at();
        let code = bytes.u8()?;
        match code {
            0 => return Ok(()),
            255 => {
                time = time.saturating_add(bytes.u16()?.into());
                continue;
            }
            1..=12 | 81..=83 | 99..=108 | 110 | 111 | 114..=116 | 118 | 120 | 121 | 200 | 201 => {}
            code => return bytes.fail_at(at, ContentError::code(code, "an event")),
        }
        time = time.saturating_add(bytes.u8()?.into());
        match code {
            100.. if code < 200 => {
                let [row, column] = bytes.array()?;
                let grid = replay.layout.grid();
                let cell = bytes.cell(at, [column, row], grid)?;
                let shown = match code {
                    100..=108 => Some(Tile::Clue(code - 100)),
                    115 => Some(Tile::Mine),
                    _ => None,
                };
                if let Some(shown) = shown {
                    let events = replay.events.len() as u32;
                    replay.shown.push((events, cell, shown));
                }
            }
            200 => drop(bytes.take(2 + 8)?),
            201 => {
                bytes.u16()?;
                bytes.until(0)?;
            }
            _ => {
                // A word about the state of the game follows from the rest.
                let Some(kind) = MouseKind::numbered(code) else { continue };
                let (dx, dy) = (bytes.i16()?.into(), bytes.i16()?.into());
                (x, y) = (x.saturating_add(dx), y.saturating_add(dy));
                replay.events.push(MouseEvent { time, kind, x, y });
            }
        }
    }
}

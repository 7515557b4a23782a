//! `.rmv`: replays of Viennasweeper, by its published draft, versions 1 and 2.
//!
//! A head with the lengths of all sections, then the sections: a line of results (version 1),
//! texts, the board, flags set before the game, properties of a byte each, named ones
//! (version 2), and the events. Besides what the mouse did these tell what the board showed, which
//! we keep as a second witness of our own rules. The first press of the left button is not written.
//!
//! The draft wants a reader to refuse names that are not UTF-8 where they should be. We keep names
//! as bytes and show them with care, so a game need not be lost for the sake of one.

use crate::notation::ContentError;
use crate::replay::bytes::Bytes;
use crate::replay::replay::date_of;
use crate::replay::{
    GameMode, MouseEvent, MouseKind, PlayerName, Replay, ReplayError, ReplayFormat,
};
use crate::{Point, Tile};

/// Reads the bytes of one replay.
pub fn read(file: &[u8]) -> Result<Replay, ReplayError> {
    let mut bytes = Bytes::new(ReplayFormat::Rmv, file);
    if bytes.take(4)? != b"*rmv" {
        return bytes.fail_at(0, ContentError::Missing("*rmv"));
    }
    let version = bytes.u16()?;
    let second = match version {
        1 => false,
        2 => true,
        code => return bytes.fail_at(4, ContentError::code(code, "a version of RMV")),
    };
    if second {
        bytes.take(2)?;
    }
    bytes.u32()?;
    let result_size = if second { 0 } else { bytes.u16()? };
    let [version_size, player_size, board_size, flags_size, properties_size] =
        [bytes.u16()?, bytes.u16()?, bytes.u16()?, bytes.u16()?, bytes.u16()?];
    let named_size = if second { bytes.u16()? } else { 0 };
    let _events_size = bytes.u32()?;
    let _checksum_size = bytes.u16()?;

    bytes.begin("its texts");
    let result = bytes.take(result_size.into())?;
    let program = bytes.take(version_size.into())?;
    let end = bytes.at() + usize::from(player_size);
    let player = player(&mut bytes)?;
    bytes.go_to(end)?;

    bytes.begin("its board");
    let end = bytes.at() + usize::from(board_size);
    let began = bytes.u32()?;
    let [width, height] = bytes.array()?;
    let mines = bytes.u16()?;
    let layout = bytes.mines((width.into(), height.into()), mines, false, 0)?;
    bytes.go_to(end)?;
    let mut replay = Replay::new(ReplayFormat::Rmv, layout);
    replay.version = version.to_string();
    (replay.program, replay.player) = (program.into(), player);
    replay.played_at = date_of(began.into());

    bytes.begin("its early flags");
    let early = bytes.at();
    bytes.take(flags_size.into())?;
    bytes.begin("its properties");
    let properties = bytes.take(properties_size.into())?;
    let property = |at: usize| properties.get(at).copied().unwrap_or_default();
    replay.marks = property(0) != 0;
    replay.mode = GameMode(property(2).into());
    if second {
        replay.claimed_three_bv = Some(u16::from_be_bytes([property(5), property(4)]).into());
        if property(6) == 0 {
            return bytes.fail(ContentError::code(0_u8, "the side of a cell in pixels"));
        }
        replay.square = property(6).into();
    } else {
        replay.claimed_three_bv = claimed_three_bv(result);
    }
    bytes.take(named_size.into())?;
    let end = bytes.at();
    if flags_size > 0 {
        bytes.go_to(early)?;
        early_flags(&mut bytes, &mut replay)?;
        bytes.go_to(end)?;
    }
    events(&mut bytes, second, &mut replay)?;
    Ok(replay)
}

/// The name or, without one, the nickname: the first two fields.
fn player(bytes: &mut Bytes<'_>) -> Result<PlayerName, ReplayError> {
    let mut names = [PlayerName::default(), PlayerName::default()];
    let fields = bytes.u16()?;
    for name in names.iter_mut().take(fields.into()) {
        let length = bytes.u8()?;
        *name = bytes.take(length.into())?.into();
    }
    let [name, nick] = names;
    Ok(if name.is_empty() { nick } else { name })
}

/// `3BV` of the line of results: `#3BV:123#`.
fn claimed_three_bv(result: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(result);
    text.split('#').find_map(|field| field.trim().strip_prefix("3BV:")?.parse().ok())
}

fn early_flags(bytes: &mut Bytes<'_>, replay: &mut Replay) -> Result<(), ReplayError> {
    bytes.begin("its early flags");
    for _ in 0..bytes.u16()? {
        let at = bytes.at();
        let flag = bytes.array()?;
        let (grid, [x, y]) = (replay.layout.grid(), flag.map(u32::from));
        if grid.cell(Point { x, y }).is_none() {
            return bytes.fail_at(at, ContentError::outside("the flag at", flag, grid));
        }
        let middle = |side: u32| (side * replay.square + replay.square / 2).cast_signed();
        let (x, y) = (middle(x), middle(y));
        replay.events.push(MouseEvent { time: 0, kind: MouseKind::EarlyFlag, x, y });
    }
    Ok(())
}

fn events(bytes: &mut Bytes<'_>, second: bool, replay: &mut Replay) -> Result<(), ReplayError> {
    bytes.begin("its events");
    // The mouse of version 1 is where the window's corner is.
    let (left, above) = if second { (0, 0) } else { (12, 56) };
    let mut last: Option<MouseEvent> = None;
    loop {
        let at = bytes.at();
        let code = bytes.u8()?;
        let unknown = ContentError::code(code, "an event");
        let event = match code {
            0 if !second => {
                bytes.u32()?;
                continue;
            }
            1..=7 => {
                let Some(kind) = MouseKind::numbered(code) else { continue };
                let time = bytes.u24()?.cast_signed();
                bytes.u8()?;
                let (x, y) = if second {
                    (bytes.i16()?.into(), bytes.i16()?.into())
                } else {
                    (i32::from(bytes.u16()?) - left, i32::from(bytes.u16()?) - above)
                };
                MouseEvent { time, kind, x, y }
            }
            28 if second => {
                let [later, moved] = bytes.array()?;
                let Some(last) = last else { return bytes.fail_at(at, unknown) };
                // Two numbers of four bits, each with its sign.
                let (dx, dy) = (moved.cast_signed() >> 4, (moved << 4).cast_signed() >> 4);
                MouseEvent {
                    time: last.time.saturating_add(later.into()),
                    kind: MouseKind::Move,
                    x: last.x.saturating_add(dx.into()),
                    y: last.y.saturating_add(dy.into()),
                }
            }
            9..=14 | 18..=27 => {
                let place = bytes.array()?;
                let cell = bytes.cell(at, place, replay.layout.grid())?;
                replay
                    .shown
                    .extend(shown(code).map(|shown| (replay.events.len() as u32, cell, shown)));
                continue;
            }
            15..=17 => {
                replay.claims_win = Some(code == 16);
                // The time of the end; old files write it twice, and some not in full.
                replay.claimed_time = last.map(|last| last.time.cast_unsigned());
                return Ok(());
            }
            _ => return bytes.fail_at(at, unknown),
        };
        if last.is_none() && event.kind != MouseKind::LeftDown {
            replay.events.push(MouseEvent { kind: MouseKind::LeftDown, ..event });
        }
        last = Some(event);
        replay.events.push(event);
    }
}

/// The number that a cell shows from now on, or that a mine went off.
fn shown(code: u8) -> Option<Tile> {
    match code {
        18..=26 => Some(Tile::Clue(code - 18)),
        14 | 27 => Some(Tile::Mine),
        _ => None,
    }
}

//! `.mvf`: replays of Minesweeper Clone, in all the forms its versions wrote.
//!
//! Since 0.97 there is a head with a date; the bits of every event are shuffled, in an order that
//! follows from the digits of sines and cosines of a number in the file. Before that the board stands
//! first, and the events end where the time of the game, which stands near the file's end, is
//! over. Clone writes which buttons are down; what the mouse did follows from what changed.

use crate::notation::ContentError;
use crate::replay::bytes::Bytes;
use crate::replay::replay::date;
use crate::replay::{GameMode, MouseEvent, MouseKind, Replay, ReplayError, ReplayFormat};

/// Where the head of a file is that begins with these bytes, and what wrote it.
fn version(file: &[u8]) -> Option<(MvfForm, usize, &'static str)> {
    match file {
        [0x11, 0x4d, ..] => match file.get(27)? {
            b'5' => Some((MvfForm::Seconds, 74, "0.97")),
            b'6' => Some((MvfForm::Millis, 71, "2006")),
            b'7' => Some((MvfForm::Millis, 71, "2007")),
            b'8' => Some((MvfForm::Seconds, 74, "0.97, funny mode")),
            _ => None,
        },
        [0, 0, ..] => {
            // Some other program's work: month, day, year, and far behind level and mode.
            let &[month, day, high, low] = file.get(7..)?.first_chunk()?;
            let (year, level, mode) =
                (u16::from_be_bytes([high, low]), *file.get(14)?, *file.get(15)?);
            let sensible = (1..=12).contains(&month)
                && day <= 31
                && (1990..2100).contains(&year)
                && (1..=5).contains(&level)
                && (1..=4).contains(&mode);
            sensible.then_some((MvfForm::Seconds, 7, "0.97, modified"))
        }
        [8, 8, ..] | [16 | 30, 16, ..] => Some((MvfForm::Old, 0, "0.96 or earlier")),
        _ => None,
    }
}

/// The three ways to write a replay.
#[derive(Clone, Copy, PartialEq)]
enum MvfForm {
    /// No head; eight bytes for each event.
    Old,
    /// Hundredths of a second, five bytes for each event.
    Seconds,
    /// Thousandths, six bytes for each event.
    Millis,
}

/// Whether the first bytes are those of one of the versions, and more than a board follows.
pub(super) fn looks_like(file: &[u8]) -> bool {
    match version(file) {
        Some((MvfForm::Old, ..)) => file.get(2..4).is_some_and(|mines| {
            let mines = usize::from(u16::from_be_bytes([mines[0], mines[1]]));
            file.len() > 4 + 2 * mines + 2 + 8
        }),
        found => found.is_some(),
    }
}

/// Reads the bytes of one replay.
pub fn read(file: &[u8]) -> Result<Replay, ReplayError> {
    let mut bytes = Bytes::new(ReplayFormat::Mvf, file);
    let Some((form, at, version)) = version(file) else {
        return bytes.fail(ContentError::Missing("the head of a version of Clone"));
    };
    bytes.go_to(at)?;
    let (mut replay, states) =
        if form == MvfForm::Old { read_old(&mut bytes)? } else { read_new(&mut bytes, form)? };
    version.clone_into(&mut replay.version);
    replay.program = format!("Minesweeper Clone {version}").as_str().into();
    if version == "0.97, funny mode" {
        replay.mode = GameMode(1);
    }
    replay.events = changes(&states);
    Ok(replay)
}

/// The mouse at one time.
#[derive(Clone, Copy, Default)]
struct MouseState {
    time: i32,
    x: i32,
    y: i32,
    left: bool,
    middle: bool,
    right: bool,
}

/// What the mouse must have done. The press that began the game is not written, so the first
/// state is one.
fn changes(states: &[MouseState]) -> Vec<MouseEvent> {
    let mut events = Vec::with_capacity(states.len());
    let mut last: Option<MouseState> = None;
    for &now in states {
        let before = last.unwrap_or(MouseState { left: false, middle: false, right: false, ..now });
        let pairs = [
            ((before.x, before.y) != (now.x, now.y), MouseKind::Move),
            (now.left && !before.left, MouseKind::LeftDown),
            (now.right && !before.right, MouseKind::RightDown),
            (now.middle && !before.middle, MouseKind::MiddleDown),
            (before.left && !now.left, MouseKind::LeftUp),
            (before.right && !now.right, MouseKind::RightUp),
            (before.middle && !now.middle, MouseKind::MiddleUp),
        ];
        for (_, kind) in pairs.into_iter().filter(|&(happened, _)| happened) {
            events.push(MouseEvent { time: now.time, kind, x: now.x, y: now.y });
        }
        last = Some(now);
    }
    events
}

fn read_new(
    bytes: &mut Bytes<'_>,
    form: MvfForm,
) -> Result<(Replay, Vec<MouseState>), ReplayError> {
    let [month, day] = bytes.array()?;
    let year = bytes.u16()?;
    let [hour, minute, second, _level, mode] = bytes.array()?;
    let time;
    let mut claimed = None;
    if form == MvfForm::Seconds {
        time = u32::from(bytes.u16()?) * 1000 + u32::from(bytes.u8()?) * 10;
        claimed = Some((bytes.u16()?, bytes.u16()?));
        bytes.take(6)?;
    } else {
        time = bytes.u24()?;
    }
    let marks = bytes.u8()? != 0;
    bytes.begin("its board");
    let [width, height] = bytes.array()?;
    let mines = bytes.u16()?;
    let layout = bytes.mines((width.into(), height.into()), mines, false, 1)?;
    let mut replay = Replay::new(ReplayFormat::Mvf, layout);
    replay.played_at = date(
        [year, month.into(), day.into(), hour.into(), minute.into(), second.into()].map(u32::from),
    );
    replay.mode = match mode {
        2 => GameMode(3),
        3 => GameMode(1),
        4 => GameMode(2),
        _ => GameMode(0),
    };
    replay.marks = marks;
    replay.claimed_time = Some(time);
    replay.claimed_three_bv = claimed.map(|(three_bv, _)| three_bv.into());
    replay.claims_win = claimed.map(|(three_bv, solved)| three_bv == solved);
    bytes.begin("its player's name");
    let length = bytes.u8()?;
    replay.player = bytes.take(length.into())?.into();

    bytes.begin("its events");
    let shuffle = shuffle(bytes.u16()?, form);
    let count = bytes.u24()? as usize;
    let size = if form == MvfForm::Seconds { 5 } else { 6 };
    // As many as are there, before anything is made for them.
    let events = bytes.take(count * size)?;
    let states = events.chunks_exact(size).map(|event| {
        // Bits of the event, by their place in the order.
        let number = |from: usize, bits: usize| -> i32 {
            let bit = |at: usize| {
                let place = shuffle.get(from + at).copied().unwrap_or_default();
                i32::from(event[place / 8] >> (place % 8) & 1)
            };
            (0..bits).map(|at| bit(at) << at).sum()
        };
        let [right, middle, left] = [0, 1, 2].map(|at| number(at, 1) == 1);
        let (time, x, y) = if form == MvfForm::Seconds {
            (number(28, 10) * 1000 + number(21, 7) * 10, number(12, 9), number(3, 9))
        } else {
            (number(25, 22), number(14, 11) - 32, number(3, 11) - 32)
        };
        MouseState { time, x, y, left, middle, right }
    });
    Ok((replay, states.collect()))
}

/// In which order the bits of an event stand: places of all 0s among the digits, then of all 1s,
/// and so on.
fn shuffle(key: u16, form: MvfForm) -> Vec<usize> {
    let key = f64::from(key);
    let (n1, n2) = (key.sqrt(), (key + 1000.0).sqrt());
    let (n3, n4) = ((n1 + 1000.0).sqrt(), (n2 + 1000.0).sqrt());
    let mut values =
        vec![(n3 + 1000.0).cos(), n2.sqrt().sin(), n3.cos(), (n1.sqrt() + 1000.0).sin(), n4.cos()];
    if form == MvfForm::Millis {
        values.push(n4.sin());
    }
    let mut digits = String::new();
    for value in values {
        // A value of 1 would have a ninth digit, which the original cuts off by the next.
        let text = format!("{:08}", (value * 1e8).abs().round_ties_even() as u32);
        digits.push_str(&text[..8]);
    }
    let places = |digit: char| {
        let digits = digits.char_indices();
        digits.filter(move |&(_, other)| other == digit).map(|(place, _)| place)
    };
    ('0'..='9').flat_map(places).collect()
}

/// The board first, then events until their time is over; the time and the name at the end.
fn read_old(bytes: &mut Bytes<'_>) -> Result<(Replay, Vec<MouseState>), ReplayError> {
    let whole = bytes.rest();
    bytes.begin("its board");
    let [width, height] = bytes.array()?;
    let mines = bytes.u16()?;
    let layout = bytes.mines((width.into(), height.into()), mines, false, 0)?;
    let mut replay = Replay::new(ReplayFormat::Mvf, layout);
    replay.marks = bytes.u8()? != 0;
    bytes.u8()?;
    bytes.begin("its events");
    // The tail is a checksum of 22 bytes, bracketed by zeros and not of digits, with a name of 100
    // before it; or one of 10, with or without a name, which ends with blanks.
    let from_end = |back: usize| whole.len().checked_sub(back).map(|at| whole[at]);
    let digit = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_digit());
    let (tail, name) = if !digit(from_end(1)) && !digit(from_end(22)) {
        (125, Some(122))
    } else if [13, 12, 11].map(from_end) == [Some(b' '); 3] {
        (113, Some(110))
    } else {
        (13, None)
    };
    let events_end = whole.len().checked_sub(tail).filter(|&end| end >= bytes.at());
    let Some(events_end) = events_end else {
        return bytes.fail(ContentError::Ends { part: "its events" });
    };
    let time = i32::from(u16::from_be_bytes([whole[events_end], whole[events_end + 1]])) * 1000
        + i32::from(whole[events_end + 2]) * 10;
    replay.claimed_time = Some(time as u32);
    if let Some(name) = name {
        let from = whole.len() - name;
        replay.player = whole[from..from + 100].into();
    }
    let mut states: Vec<MouseState> = Vec::new();
    while bytes.at() <= events_end {
        let Ok([seconds, hundredths, buttons, x1, x0, y1, y0, _]) = bytes.array() else { break };
        let now = i32::from(seconds) * 1000 + i32::from(hundredths) * 10;
        if now > time || states.last().is_some_and(|last| now < last.time) {
            break;
        }
        states.push(MouseState {
            time: now,
            x: u16::from_be_bytes([x1, x0]).into(),
            y: u16::from_be_bytes([y1, y0]).into(),
            left: buttons & 1 != 0,
            middle: buttons & 2 != 0,
            right: buttons & 4 != 0,
        });
    }
    // The release that ended the game is not written either.
    states.extend(states.last().map(|&last| MouseState {
        left: false,
        middle: false,
        right: false,
        ..last
    }));
    Ok((replay, states))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every bit has its place once, for any key.
    #[test]
    fn shuffles_are_permutations() {
        for key in 0..=u16::MAX {
            for (form, bits) in [(MvfForm::Seconds, 40), (MvfForm::Millis, 48)] {
                let mut places = shuffle(key, form);
                places.sort_unstable();
                assert!(places.into_iter().eq(0..bits), "{key}");
            }
        }
    }
}

//! `.avf`: replays of Minesweeper Arbiter, as others have found them out; nobody but Arbiter can
//! write them.
//!
//! A version, four random bytes, the level, the mines as rows and columns from 1; then bytes that
//! mean something to Arbiter only, of no fixed number, up to a text such as
//! `[2|18.10.2022.20:15:35:6606|18.20:16:24:8868|HS|B127T50.25]`: level, beginning, end, 3BV and
//! time, the latter a second too long. Then again some bytes, then eight for each event, until
//! one has no second. A `[` may occur by chance before the text, so what follows it is looked at
//! as well; the first event is where the bytes could be its second 0.

use crate::notation::ContentError;
use crate::replay::bytes::Bytes;
use crate::replay::replay::date;
use crate::replay::{MouseEvent, MouseKind, PlayerName, Replay, ReplayError, ReplayFormat};

/// Reads the bytes of one replay.
pub fn read(file: &[u8]) -> Result<Replay, ReplayError> {
    let mut bytes = Bytes::new(ReplayFormat::Avf, file);
    let version = bytes.u8()?;
    bytes.take(4)?;
    let level = bytes.u8()?;
    let (size, mines) = match level {
        3 => ((8, 8), 10),
        4 => ((16, 16), 40),
        5 => ((30, 16), 99),
        6 => {
            let [width, height] = bytes.array()?;
            ((u32::from(width) + 1, u32::from(height) + 1), bytes.u16()?)
        }
        code => return bytes.fail_at(5, ContentError::code(code, "a level")),
    };
    let layout = bytes.mines(size, mines, true, 1)?;
    let mut replay = Replay::new(ReplayFormat::Avf, layout);
    replay.version = format!("0.{version}");
    replay.program = "Minesweeper Arbiter".into();

    bytes.begin("the text of its head");
    let Some(text_at) = head(bytes.rest()) else {
        return bytes.fail(ContentError::Missing("[level|beginning|end|B3BVTtime]"));
    };
    let text_at = bytes.at() + text_at;
    replay.marks = text_at.checked_sub(2).and_then(|at| file.get(at)) == Some(&17);
    bytes.go_to(text_at + 1)?;
    let text = bytes.until(b']')?;
    read_head(&mut replay, text);

    bytes.begin("its events");
    let first = bytes.rest().windows(3).position(|window| window[1] <= 1 && window[2] == 1);
    let Some(first) = first else { return bytes.fail(ContentError::Ends { part: "its events" }) };
    bytes.go_to(bytes.at() + first)?;
    loop {
        let at = bytes.at();
        let [action, x1, seconds0, x0, hundredths, y1, seconds1, y0] = bytes.array()?;
        let Some(seconds) = u16::from_be_bytes([seconds1, seconds0]).checked_sub(1) else { break };
        let Some(kind) = kind(action) else {
            return bytes.fail_at(at, ContentError::code(action, "an event"));
        };
        replay.events.push(MouseEvent {
            time: i32::from(seconds) * 1000 + i32::from(hundredths) * 10,
            kind,
            x: i16::from_be_bytes([x1, x0]).into(),
            y: i16::from_be_bytes([y1, y0]).into(),
        });
    }
    replay.player = player(bytes.rest());
    Ok(replay)
}

/// Whether this is one: a level, and the text of the head somewhere behind.
pub(super) fn looks_like(file: &[u8]) -> bool {
    file.len() > 6 && (3..=6).contains(&file[5]) && head(&file[6..]).is_some()
}

/// Where the text of the head begins.
fn head(rest: &[u8]) -> Option<usize> {
    rest.windows(3).position(|window| matches!(window, [b'[', b'0'..=b'3', b'|']))
}

fn kind(action: u8) -> Option<MouseKind> {
    Some(match action {
        1 => MouseKind::Move,
        3 => MouseKind::LeftDown,
        5 | 21 => MouseKind::LeftUp,
        9 => MouseKind::RightDown,
        17 | 145 => MouseKind::RightUp,
        33 => MouseKind::MiddleDown,
        65 | 193 => MouseKind::MiddleUp,
        11 => MouseKind::ShiftLeftDown,
        _ => return None,
    })
}

/// What the text of the head says; it is not needed, so what cannot be understood is passed over.
fn read_head(replay: &mut Replay, text: &[u8]) {
    let text = String::from_utf8_lossy(text);
    // Some files miss the line before the B.
    let Some((times, result)) = text.rsplit_once('B') else { return };
    let mut fields = times.split('|').skip(1).filter(|field| !field.starts_with('W'));
    replay.played_at = fields.next().and_then(|began| {
        let mut numbers = began.split(['.', ':']).map(|part| part.parse::<u32>().ok());
        let mut next = || numbers.next().flatten();
        let [day, month, year, hour, minute, second] =
            [next()?, next()?, next()?, next()?, next()?, next()?];
        date([year, month, day, hour, minute, second])
    });
    let Some((three_bv, time)) = result.split_once('T') else { return };
    replay.claimed_three_bv = three_bv.trim().parse().ok();
    let seconds = time.trim().replace(',', ".").parse::<f64>().ok();
    let since_zero = seconds.map(|seconds| seconds - 1.0);
    let sensible = since_zero.filter(|seconds| (0.0..=1e6).contains(seconds));
    replay.claimed_time = sensible.map(|seconds| (seconds * 1000.0).round() as u32);
}

/// The line that is neither the time nor the skin, behind `cs=` and its 16 bytes.
fn player(rest: &[u8]) -> PlayerName {
    let Some(at) = rest.windows(3).position(|window| window == b"cs=") else {
        return PlayerName::default();
    };
    let lines = rest.get(at + 3 + 17..).unwrap_or_default().split(|&byte| byte == b'\r');
    let mut names = lines
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.starts_with(b"RealTime:") && !line.starts_with(b"Skin:"));
    names.next().unwrap_or_default().into()
}

//! Replays: games as their players' mice played them, read from the files of the
//! community's programs.
//!
//! | format | written by | file |
//! |---|---|---|
//! | [`avf`] | Minesweeper Arbiter | `.avf` |
//! | [`evf`] | Metasweeper, versions 0 to 4 | `.evf` |
//! | [`evfs`] | Metasweeper: many of these in one file | `.evfs` |
//! | [`rmv`] | Viennasweeper, versions 1 and 2 | `.rmv` |
//! | [`mvf`] | Minesweeper Clone, all versions | `.mvf` |
//! | [`rawvf`] | text; the only one that is also written here | `.rawvf` |
//!
//! A replay is a board and what the mouse did; what happened on the board follows from the
//! rules. So a reader hands out [`Replay`]s, and [`Played`] plays one again: actions with their
//! times, the result, and the numbers that players compare.
//!
//! These rooms are not part of `notation`, whose documents are boards and positions: a replay is
//! neither, and a reader of positions should not have to know what a mouse is.
//!
//! Files come from strangers. Nothing is allocated in proportion to a number in a file unless
//! the file holds that much; names are kept as bytes and shown with care ([`PlayerName`]).

pub mod avf;
mod bytes;
mod claims;
mod error;
pub mod evf;
pub mod evfs;
mod format;
mod hand;
mod mode;
mod mouse;
pub mod mvf;
mod performance;
mod played;
mod player_name;
pub mod rawvf;
#[allow(clippy::module_inception, reason = "a file is named after the type it holds")]
mod replay;
pub mod rmv;

pub use claims::FalseClaim;
pub use error::ReplayError;
pub use evfs::FiledReplay;
pub use format::ReplayFormat;
pub use mode::GameMode;
pub use mouse::{MouseEvent, MouseKind};
pub use performance::Performance;
pub use played::{Clicks, Played, TimedAction};
pub use player_name::PlayerName;
pub use replay::Replay;

use std::iter;

use crate::notation::{ContentError, Place};

/// Reads whatever replay this is: at least one, or an error. Only a collection holds several; what of it
/// cannot be read is left out ([`each`] tells).
///
/// ```
/// use surefoot_rules::replay;
///
/// let text = "RawVF_Version: Rev6\nWidth: 2\nHeight: 1\nMines: 1\nBoard:\n0*\nEvents:\n\
///             0.000 lc 1 1 (8 8)\n0.100 lr 1 1 (8 8)\n";
/// let replays = replay::read(text.as_bytes())?;
/// assert_eq!(replays[0].layout.count(), 1);
/// assert_eq!(replays[0].events.len(), 2);
///
/// let error = replay::read(b"a letter").unwrap_err();
/// assert_eq!(error.to_string(), "this is none of the replays that can be read");
/// # Ok::<(), replay::ReplayError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Vec<Replay>, ReplayError> {
    readable(each(bytes)?)
}

/// Reads a replay of a format that is known beforehand.
pub fn read_as(bytes: &[u8], format: ReplayFormat) -> Result<Vec<Replay>, ReplayError> {
    readable(each_as(bytes, format)?)
}

/// The replays of a file one after the other, each as far as it can be read; an error if it holds none
/// from its first byte on.
///
/// ```
/// use surefoot_rules::replay;
///
/// for game in replay::each(b"Board:\n0*\nEvents:\n")? {
///     assert!(game.name.is_none() && game.replay.is_ok());
/// }
/// # Ok::<(), replay::ReplayError>(())
/// ```
pub fn each(bytes: &[u8]) -> Result<Box<dyn Iterator<Item = FiledReplay> + '_>, ReplayError> {
    let Some(format) = ReplayFormat::recognise(bytes) else {
        let problem = if bytes.trim_ascii().is_empty() {
            ContentError::Empty
        } else {
            ContentError::NoReplay
        };
        return Err(ReplayError { format: None, place: Place::Whole, problem });
    };
    each_as(bytes, format)
}

fn each_as(
    bytes: &[u8],
    format: ReplayFormat,
) -> Result<Box<dyn Iterator<Item = FiledReplay> + '_>, ReplayError> {
    let replay = match format {
        ReplayFormat::Avf => avf::read(bytes),
        ReplayFormat::Evf => evf::read(bytes),
        ReplayFormat::Evfs => return Ok(Box::new(evfs::read(bytes)?)),
        ReplayFormat::Rmv => rmv::read(bytes),
        ReplayFormat::Mvf => mvf::read(bytes),
        ReplayFormat::Rawvf => rawvf::read(bytes),
    }?;
    Ok(Box::new(iter::once(FiledReplay { name: None, replay: Ok(replay) })))
}

/// Those that can be read; the first error if none can.
fn readable(games: impl Iterator<Item = FiledReplay>) -> Result<Vec<Replay>, ReplayError> {
    let (mut replays, mut failed) = (Vec::new(), None);
    for game in games {
        match game.replay {
            Ok(replay) => replays.push(replay),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    match failed {
        Some(error) if replays.is_empty() => Err(error),
        _ => Ok(replays),
    }
}

//! `.evfs`: a collection of `.evf` replays, as Metasweeper keeps the games of a session.
//!
//! A version, the length of checksums, and then for each replay its name, its size, the replay
//! and a checksum, which only its program can verify.
//!
//! A session holds thousands of games, so they are read one after the other, and one that is damaged
//! does not take the others with it: where the next begins is known from its size.

use crate::notation::{ContentError, Place};
use crate::replay::bytes::Bytes;
use crate::replay::{PlayerName, Replay, ReplayError, ReplayFormat, evf};

/// A game of a file, as far as it can be read.
#[derive(Clone, Debug, PartialEq)]
pub struct FiledReplay {
    /// What the collection calls it.
    pub name: Option<PlayerName>,
    /// The game, or what is wrong with it.
    pub replay: Result<Replay, ReplayError>,
}

/// The games of a collection, read when they are asked for.
#[derive(Clone, Debug)]
pub struct ReplayCollection<'a> {
    bytes: Bytes<'a>,
    checksum: u16,
}

impl Iterator for ReplayCollection<'_> {
    type Item = FiledReplay;

    fn next(&mut self) -> Option<FiledReplay> {
        if self.bytes.rest().is_empty() {
            return None;
        }
        let mut name = None;
        let found = self.find(&mut name);
        if found.is_err() {
            // Where the next one would begin is not known.
            self.bytes.end();
        }
        Some(FiledReplay { name, replay: found.and_then(|replay| replay) })
    }
}

impl ReplayCollection<'_> {
    /// The next game, however it is; an error where the collection itself is cut off.
    fn find(
        &mut self,
        name: &mut Option<PlayerName>,
    ) -> Result<Result<Replay, ReplayError>, ReplayError> {
        let Self { bytes, checksum } = self;
        bytes.begin("one of its replays");
        *name = Some(bytes.until(0)?.into());
        let size = bytes.u32()?;
        let at = bytes.at();
        let replay = evf::read(bytes.take(size as usize)?).map_err(|error| {
            let place = match error.place {
                Place::Byte(within) => Place::Byte(at + within),
                other => other,
            };
            ReplayError { format: Some(ReplayFormat::Evfs), place, ..error }
        });
        if bytes.take((*checksum).into()).is_err() {
            // The game is whole; only its checksum is cut off.
            bytes.end();
        }
        Ok(replay)
    }
}

/// The replays of a collection, of which there must be one.
pub fn read(file: &[u8]) -> Result<ReplayCollection<'_>, ReplayError> {
    let mut bytes = Bytes::new(ReplayFormat::Evfs, file);
    let version = bytes.u8()?;
    if version != 0 {
        return bytes.fail_at(0, ContentError::code(version, "a version of EVFS"));
    }
    let checksum = bytes.u16()?;
    if bytes.rest().is_empty() {
        return bytes.fail(ContentError::Empty);
    }
    Ok(ReplayCollection { bytes, checksum })
}

/// Whether a first replay stands where it should.
pub(super) fn looks_like(file: &[u8]) -> bool {
    let mut bytes = Bytes::new(ReplayFormat::Evfs, file);
    let mut first = || -> Result<bool, ReplayError> {
        let version = bytes.u8()?;
        bytes.u16()?;
        let name = bytes.until(0)?;
        let size = bytes.u32()?;
        let replay = bytes.take(size as usize)?;
        Ok(version == 0 && std::str::from_utf8(name).is_ok() && evf::looks_like(replay))
    };
    first().unwrap_or(false)
}

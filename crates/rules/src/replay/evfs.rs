//! `.evfs`: a collection of `.evf` replays, as Metasweeper keeps the games of a session.
//!
//! A version, the length of checksums, and then for each replay its name, its size, the replay
//! and a checksum, which only its program can verify.

use crate::notation::{ContentError, Place};
use crate::replay::bytes::Bytes;
use crate::replay::{Replay, ReplayError, ReplayFormat, evf};

/// Reads all replays of a collection.
pub fn read(file: &[u8]) -> Result<Vec<Replay>, ReplayError> {
    let mut bytes = Bytes::new(ReplayFormat::Evfs, file);
    let version = bytes.u8()?;
    if version != 0 {
        let problem = ContentError::Code { code: version.into(), what: "a version of EVFS" };
        return bytes.fail_at(0, problem);
    }
    let checksum = bytes.u16()?;
    let mut replays = Vec::new();
    while !bytes.rest().is_empty() {
        bytes.begin("one of its replays");
        bytes.until(0)?;
        let size = bytes.u32()?;
        let at = bytes.at();
        let replay = evf::read(bytes.take(size as usize)?).map_err(|error| {
            let place = match error.place {
                Place::Byte(within) => Place::Byte(at + within),
                other => other,
            };
            ReplayError { format: Some(ReplayFormat::Evfs), place, ..error }
        })?;
        replays.push(replay);
        bytes.take(checksum.into())?;
    }
    if replays.is_empty() { bytes.fail(ContentError::Empty) } else { Ok(replays) }
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

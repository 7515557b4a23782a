//! Files that are never left half written.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Puts bytes into a file. It appears whole or not at all: an older one stays until the new
/// one is complete, and a link still leads to it. What is not a file (a device, a pipe) is
/// written to as it is.
pub fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|old| !old.is_file()) {
        return fs::write(path, bytes);
    }
    put_open(path, |file| file.write_all(bytes)).map(drop)
}

/// The same of what somebody writes, locked before anybody can see it, and left open at its end.
pub(super) fn put_open<E: From<io::Error>>(
    path: &Path,
    write_to: impl FnOnce(&mut fs::File) -> Result<(), E>,
) -> Result<fs::File, E> {
    let old = fs::metadata(path).ok();
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut beside = target.clone().into_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    let write = || {
        let mut file = fs::File::create(&beside)?;
        file.try_lock().map_err(io::Error::from)?;
        write_to(&mut file)?;
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&beside, &target)?;
        Ok(file)
    };
    write().inspect_err(|_| drop(fs::remove_file(&beside)))
}

//! Files that are never left half written.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Puts bytes into a file. It appears whole or not at all: an older one stays until the new
/// one is complete, and a link still leads to it. What is not a file (a device, a pipe) is
/// written to as it is.
pub fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return fs::write(path, bytes);
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut beside = target.clone().into_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    let write = || {
        let mut file = fs::File::create(&beside)?;
        file.write_all(bytes)?;
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&beside, &target)
    };
    write().inspect_err(|_| drop(fs::remove_file(&beside)))
}

//! Names in files: bytes of some encoding, written by strangers, shown to people.
//!
//! A name may be in any code page, may hold control characters that a terminal obeys, or marks
//! that turn the direction of what stands after it. So the bytes are kept as they are, and what
//! is shown is made of them with care.

use std::fmt;

use crate::tunables::SAID_NAME;

/// A name as a file holds it.
///
/// ```
/// use surefoot_rules::replay::PlayerName;
///
/// assert_eq!(PlayerName::from(b"Ann\x1b[31m".as_slice()).to_string(), "Ann\u{fffd}[31m");
/// // Not UTF-8: byte by byte, as Western code pages would have it.
/// assert_eq!(PlayerName::from(b"J\xfcrgen".as_slice()).to_string(), "Jürgen");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlayerName(Vec<u8>);

impl PlayerName {
    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.trim_ascii().is_empty()
    }
}

impl From<&[u8]> for PlayerName {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
}

impl From<&str> for PlayerName {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().to_vec())
    }
}

/// On one line, without anything that could act on what shows it, and no longer than a name.
impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match std::str::from_utf8(&self.0) {
            Ok(text) => text.to_owned(),
            // The first 256 characters of Unicode are the bytes of Latin-1.
            Err(_) => self.0.iter().map(|&byte| char::from(byte)).collect(),
        };
        for (shown, c) in text.trim().chars().enumerate() {
            if shown == SAID_NAME {
                return f.write_str("…");
            }
            let shown = if is_harmless(c) { c } else { char::REPLACEMENT_CHARACTER };
            write!(f, "{shown}")?;
        }
        Ok(())
    }
}

/// Neither a control character, nor one of those that join, hide or turn what is around them.
fn is_harmless(c: char) -> bool {
    !c.is_control()
        && !matches!(
            c,
            '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_cannot_act() {
        let name = PlayerName::from("a\u{202e}b\nc\0d\u{9b}31me");
        assert_eq!(name.to_string(), "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}31me");
        assert_eq!(PlayerName::from("  王嘉宁 ").to_string(), "王嘉宁");
        let long = PlayerName::from("x".repeat(10_000).as_str()).to_string();
        assert_eq!(long.chars().count(), SAID_NAME + 1);
        assert!(PlayerName::from(" \t").is_empty());
    }
}

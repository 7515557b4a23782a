//! Names in files: bytes of some encoding, written by strangers, shown to people.
//!
//! A name may be in any code page, may hold control characters that a terminal obeys, or marks
//! that turn the direction of what stands after it. So the bytes are kept as they are, and what
//! is shown is made of them with care.

use std::fmt;

use encoding_rs::GB18030;

use crate::tunables::SAID_NAME;

/// A name as a file holds it.
///
/// ```
/// use surefoot_rules::replay::PlayerName;
///
/// assert_eq!(PlayerName::from(b"Ann\x1b[31m".as_slice()).to_string(), "Ann\u{fffd}[31m");
/// // Not UTF-8: Chinese where it can be that, as GB18030 has it.
/// assert_eq!(PlayerName::from(b"\xcd\xf5\xbc\xce\xc4\xfe".as_slice()).to_string(), "王嘉宁");
/// // Else byte by byte, as Western code pages would have it.
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
            Err(_) => chinese(&self.0)
                .unwrap_or_else(|| self.0.iter().map(|&byte| char::from(byte)).collect()),
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

/// The text that GB18030 makes of bytes, if that is likely to be meant.
///
/// Most bytes can be read that way: the `ür` of `Jürgen` is a rare character. But its second half is a
/// letter, which common characters do not have; so it is believed where there are more than twice as many
/// characters as such halves.
fn chinese(bytes: &[u8]) -> Option<String> {
    let text = GB18030.decode_without_bom_handling_and_without_replacement(bytes)?;
    let plain =
        |text: &[u8]| text.iter().filter(|byte| byte.is_ascii() && !byte.is_ascii_digit()).count();
    let halves = plain(bytes) - plain(text.as_bytes());
    let of_nobody = |c: char| c.is_control() || ('\u{e000}'..='\u{f8ff}').contains(&c);
    let characters = text.chars().filter(|&c| is_chinese(c)).count();
    (characters > 2 * halves && !text.chars().any(of_nobody)).then(|| text.into_owned())
}

fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
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

    #[test]
    fn chinese_names_are_shown_as_such_and_western_ones_too() {
        let shown = |bytes: &[u8]| PlayerName::from(bytes).to_string();
        for name in ["王嘉宁", "朱镕基", "a★李四 2", "扫雷（大师）", "𠮷野家人"]
        {
            let (bytes, _, unmappable) = GB18030.encode(name);
            assert!(!unmappable && std::str::from_utf8(&bytes).is_err());
            assert_eq!(shown(&bytes), name);
            // Filled up with blanks, as some programs do.
            assert_eq!(shown(&[&bytes, &b"   "[..]].concat()), name);
        }
        for name in ["Jürgen", "André", "José María", "Åsa Nyström", "François Müller", "Noël"]
        {
            let bytes: Vec<u8> = name.chars().map(|c| c as u8).collect();
            assert_eq!(shown(&bytes), name);
        }
        // What is both, and what is neither, is shown without harm.
        assert_eq!(shown("李".as_bytes()), "李");
        assert_eq!(shown(b"\xcd\xf5\x1b\x81"), "Íõ\u{fffd}\u{fffd}");
        assert_eq!(shown(b"\xcd\xf5\x1b"), "Íõ\u{fffd}");
    }

    /// Whatever the bytes are, nothing that is shown can act.
    #[test]
    fn names_of_any_bytes_are_shown() {
        let mut random = crate::Random::named("names", [1, 0]);
        for _ in 0..20_000 {
            let length = random.below(12);
            let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            let shown = PlayerName::from(&bytes[..]).to_string();
            assert!(shown.chars().all(is_harmless), "{bytes:?}");
        }
    }
}

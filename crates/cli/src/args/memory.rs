//! An amount of memory: `500` or `500MB` for megabytes, `2GB` for gigabytes.

use std::fmt;
use std::str::FromStr;

use crate::tunables;

const MEGABYTE: u64 = 1_000_000;

/// So many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemorySize(u64);

impl MemorySize {
    /// The bytes that are left for work: the program itself takes some.
    pub(crate) fn for_work(self) -> usize {
        let left = self.0.saturating_sub(tunables::PROGRAM_BYTES);
        usize::try_from(left).unwrap_or(usize::MAX)
    }

    /// The bytes that counts may hold: beside them stands what the allocator keeps for a second
    /// of what it was given back.
    pub(crate) fn for_counting(self) -> usize {
        let (part, of) = tunables::COUNTED_PART;
        self.for_work() / of * part
    }
}

impl fmt::Display for MemorySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 / MEGABYTE {
            many if many.is_multiple_of(1_000) => write!(f, "{} GB", many / 1_000),
            many => write!(f, "{many} MB"),
        }
    }
}

impl FromStr for MemorySize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let unit = match text[digits.len()..].trim_start().to_ascii_lowercase().as_str() {
            "" | "mb" | "m" => MEGABYTE,
            "gb" | "g" => 1_000 * MEGABYTE,
            _ => 0,
        };
        let bytes = digits.parse().ok().and_then(|number: u64| number.checked_mul(unit));
        let expected = "expected megabytes, as in 500 or 500MB, or gigabytes, as in 2GB";
        bytes.filter(|&bytes| bytes >= MEGABYTE).map(Self).ok_or_else(|| expected.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn megabytes_unless_told_otherwise() {
        let read = |text: &str| text.parse::<MemorySize>().map(|memory| memory.0);
        for text in ["2000", "2000MB", "2000 mb", "2GB", "2g"] {
            assert_eq!(read(text), Ok(2_000_000_000), "{text}");
        }
        let said = |text: &str| text.parse::<MemorySize>().unwrap().to_string();
        assert_eq!([said("2000"), said("1500")], ["2 GB", "1500 MB"]);
        for text in ["", "0", "MB", "1.5GB", "-1", "5kB", "5 parsecs", "99999999999999GB"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}

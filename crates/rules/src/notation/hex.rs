//! The bytes of a [`.mbf`](super::mbf) as text, for clipboards and web forms.
//!
//! Two hexadecimal digits per byte, separated by single blanks when written;
//! blanks are optional and either case is read.

use super::error::short;
use super::{ContentError, Format, Place, ReadError, WriteError, drawing, mbf};
use crate::Layout;

/// Whether a text is bytes. A row of a drawing could be both: written in pairs
/// it is bytes, else it is a drawing if it can be one.
pub(super) fn looks_like(text: &str) -> bool {
    let byte = |word: &str| word.len() == 2 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let pairs = text.split_whitespace().count() >= 4 && text.split_whitespace().all(byte);
    pairs || (read(text).is_ok() && drawing::each(text).any(|view| view.is_err()))
}

/// Reads one board.
///
/// ```
/// use surefoot_rules::notation::hex;
///
/// let spaced = hex::read("09 09 00 03  00 00  00 04  08 08")?;
/// assert_eq!(spaced, hex::read("0909000300000004 0808")?);
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Layout, ReadError> {
    let fail = |place, problem| ReadError::new(Format::Hex, place, problem);
    let mut digits = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        for (found, column) in line.chars().zip(1..) {
            match found.to_digit(16) {
                Some(digit) => digits.push(digit as u8),
                None if found.is_whitespace() => {}
                None => {
                    let expected = "hexadecimal digits and blanks";
                    let problem = ContentError::Character { found, expected };
                    return Err(fail(Place::Column(number, column), problem));
                }
            }
        }
    }
    if digits.len() % 2 != 0 {
        let expected = "two hexadecimal digits per byte";
        let found = short(text.trim());
        return Err(fail(Place::Whole, ContentError::Form { found, expected }));
    }
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    mbf::decode(Format::Hex, &bytes)
}

/// Writes one board as one line, without the line end.
pub fn write(layout: &Layout) -> Result<String, WriteError> {
    let bytes = mbf::encode(Format::Hex, layout)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_vector_reads_and_writes() {
        let text = "09 09 00 03 00 00 00 04 08 08";
        assert_eq!(write(&read(text).unwrap()).unwrap(), text);
        assert_eq!(read(&text.replace(' ', "\n").to_uppercase()), read(text));
    }

    #[test]
    fn mistakes_are_placed() {
        assert_eq!(read("09 0g").unwrap_err().place, Place::Column(1, 5));
        assert!(matches!(read("090").unwrap_err().problem, ContentError::Form { .. }));
        assert!(matches!(read("0909").unwrap_err().problem, ContentError::Length { .. }));
    }
}

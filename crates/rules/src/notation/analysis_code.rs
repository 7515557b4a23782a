//! The `analysis=` code of JSMinesweeper: a position in a link.
//!
//! Digits in base 62 (`a-z`, `A-Z`, `0-9`): two for the width, two for the
//! height, four for the mines. Then the cells row by row as runs. The same
//! characters are shared out among the thirteen things a cell can be, and each
//! of those counts its runs with its own characters as digits, so a run needs
//! no mark of what it is a run of:
//!
//! ```text
//! 0 abcdefghij   1 klmnopq   2 rstuv   3 wxyzA   4 BCDE   5 FGH   6 IJK
//! 7 L            8 M         I NOPQ    H RSTUVWXYZ0   F 12345678   O 9
//! ```
//!
//! `H` is hidden and `F` a flag. `I` is a hidden cell that a single clue shows to
//! be a mine. Both have been taken off the clues beside them, which makes for
//! smaller numbers and longer runs; `O` is a flag that was not, because a clue
//! beside it was used up. A class of one character counts in ones.
//!
//! We write what JSMinesweeper writes, character by character. Its own reader
//! loses the first character of a code whose first cell is a 7, an 8 or an `O`;
//! ours does not.

use super::error::short;
use super::{
    ContentError, Document, Format, Place, ReadError, WriteError, classic_only, drawing, link,
};
use crate::tunables;
use crate::{Cell, Draft, Grid, Tile, View};

const FORMAT: Format = Format::Analysis;
const DIGITS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// Digits of width, height and mines.
const HEADER: [usize; 3] = [2, 2, 4];

/// What a cell can be in a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CodedCell {
    /// Open; what is left of its clue.
    Rest(u8),
    /// Hidden, and a mine by a single clue.
    Implied,
    Hidden,
    Flag,
    /// A flag that was not taken off its clues.
    ExtraFlag,
}

/// The characters of each kind, in the order of [`DIGITS`]: how many of them are its own.
const KINDS: [(CodedCell, usize); 13] = [
    (CodedCell::Rest(0), 10),
    (CodedCell::Rest(1), 7),
    (CodedCell::Rest(2), 5),
    (CodedCell::Rest(3), 5),
    (CodedCell::Rest(4), 4),
    (CodedCell::Rest(5), 3),
    (CodedCell::Rest(6), 3),
    (CodedCell::Rest(7), 1),
    (CodedCell::Rest(8), 1),
    (CodedCell::Implied, 4),
    (CodedCell::Hidden, 10),
    (CodedCell::Flag, 8),
    (CodedCell::ExtraFlag, 1),
];

/// Kinds with the characters they count with.
fn kinds() -> impl Iterator<Item = (CodedCell, &'static [u8])> {
    KINDS.iter().scan(0, |start, &(kind, digits)| {
        let from = *start;
        *start += digits;
        Some((kind, &DIGITS[from..*start]))
    })
}

/// The kind that a character counts, its value as a digit, and the base.
fn digit(found: char) -> Option<(CodedCell, usize, usize)> {
    kinds().find_map(|(kind, digits)| {
        let value = digits.iter().position(|&digit| char::from(digit) == found)?;
        Some((kind, value, digits.len()))
    })
}

/// The code in a link, or a text that is nothing but a code, and where it begins.
fn code(text: &str) -> (&str, usize) {
    link::value(text, "analysis").unwrap_or_else(|| {
        let code = text.trim();
        (code, text.len() - text.trim_start().len())
    })
}

/// Whether a line has the parameter.
pub(super) fn looks_like(line: &str) -> bool {
    link::value(line, "analysis").is_some()
}

/// Whether a text is a code and cannot be a drawing, which may hold letters too.
pub(super) fn is_code(text: &str) -> bool {
    let digits = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    digits && read(text).is_ok() && drawing::each(text).any(|view| view.is_err())
}

/// Reads a link, its parameters alone, or the bare code.
///
/// ```
/// use surefoot_rules::{notation::analysis_code, view};
///
/// let view = analysis_code::read("https://example.org/index.html?analysis=adabaaabbOb")?;
/// assert_eq!(view, view!["3x1/1", "1*1"]);
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<View, ReadError> {
    let (code, start) = code(text);
    let fail = |at: usize, problem: ContentError| {
        ReadError::new(FORMAT, Place::of(text, start + at), problem)
    };
    let mut from = 0;
    let mut number = |digits| {
        let piece = code.get(from..from + digits);
        let value = piece.and_then(|piece| {
            piece.bytes().try_fold(0, |value, byte| {
                let digit = DIGITS.iter().position(|&known| known == byte)?;
                Some(value * DIGITS.len() as u64 + digit as u64)
            })
        });
        from += digits;
        value.ok_or_else(|| {
            let expected = "eight characters a-z, A-Z or 0-9 for width, height and mines";
            fail(0, ContentError::Form { found: short(code), expected })
        })
    };
    let [width, height, mines] = [number(HEADER[0])?, number(HEADER[1])?, number(HEADER[2])?];
    let (width, height) = link::check_side(width, height).map_err(|problem| fail(0, problem))?;
    let grid = Grid::new(width, height).map_err(|error| fail(0, error.into()))?;
    let body = &code[from..];
    let kinds = expand(body, grid.len()).map_err(|(at, problem)| fail(from + at, problem))?;

    let tiles = grid.cells().zip(&kinds).map(|(cell, &kind)| match kind {
        CodedCell::Rest(rest) => {
            let beside = grid.neighbours(cell);
            let taken = |&&cell: &&Cell| {
                matches!(kinds[cell.index()], CodedCell::Implied | CodedCell::Flag)
            };
            Tile::Clue(rest + beside.iter().filter(taken).count() as u8)
        }
        CodedCell::Implied | CodedCell::Hidden => Tile::Hidden,
        CodedCell::Flag | CodedCell::ExtraFlag => Tile::Flag,
    });
    let tiles = tiles.collect();
    let draft = Draft::with_tiles(grid, Some(mines as u32), tiles);
    View::try_from(draft).map_err(|error| fail(0, error.into()))
}

/// Runs as cells, of which there must be so many.
fn expand(body: &str, cells: usize) -> Result<Vec<CodedCell>, (usize, ContentError)> {
    let mut kinds = Vec::new();
    let mut run: Option<(CodedCell, usize)> = None;
    // One kind more than there is closes the last run.
    for (at, found) in
        body.char_indices().map(|(at, found)| (at, Some(found))).chain([(body.len(), None)])
    {
        let next = found.map(|found| {
            let expected = "the characters of runs, a-z, A-Z and 0-9";
            digit(found).ok_or((at, ContentError::Character { found, expected }))
        });
        let next = next.transpose()?;
        run = match (run, next) {
            // Unary: each character is one more.
            (Some((kind, length)), Some((same, _, 1))) if kind == same => Some((kind, length + 1)),
            (Some((kind, length)), Some((same, value, base))) if kind == same => {
                // A length over the board's is too long whatever follows.
                Some((kind, (length * base + value).min(cells + 1)))
            }
            (before, next) => {
                if let Some((kind, length)) = before {
                    if length > cells - kinds.len() {
                        let (expected, found) = (cells as u64, (kinds.len() + length) as u64);
                        let unit = "cells or more";
                        return Err((at, ContentError::Length { unit, expected, found }));
                    }
                    kinds.resize(kinds.len() + length, kind);
                }
                match (next, found) {
                    (Some((_, 0, 2..)), Some(found)) => {
                        let expected = "a run, whose length does not begin with a zero";
                        return Err((at, ContentError::Character { found, expected }));
                    }
                    (Some((kind, _, 1)), _) => Some((kind, 1)),
                    (next, _) => next.map(|(kind, value, _)| (kind, value)),
                }
            }
        };
    }
    if kinds.len() != cells {
        let (expected, found) = (cells as u64, kinds.len() as u64);
        return Err((body.len(), ContentError::Length { unit: "cells", expected, found }));
    }
    Ok(kinds)
}

/// Writes the parameter of a position, to be put behind the analyser's address.
///
/// ```
/// use surefoot_rules::{notation::analysis_code, view};
///
/// assert_eq!(analysis_code::write(&view!["3x1/1", "1**"].into())?, "analysis=adabaaabbOS");
/// # Ok::<(), surefoot_rules::notation::WriteError>(())
/// ```
pub fn write(document: &Document) -> Result<String, WriteError> {
    let format = FORMAT;
    let view = document.view().ok_or(WriteError::NotAPosition { format })?;
    let grid = view.grid();
    classic_only(format, grid)?;
    let (width, height) = (grid.width(), grid.height());
    if width.max(height) > tunables::LINK_SIDE {
        return Err(WriteError::Size { format, most: tunables::LINK_SIDE, width, height });
    }
    let mines = view.mines().ok_or(WriteError::UnknownTotal { format })?;
    let kinds = kinds_of(view)?;
    let mut code = String::from("analysis=");
    for (value, digits) in [width, height, mines].into_iter().zip(HEADER) {
        count(&mut code, DIGITS, value as usize, digits);
    }
    for run in kinds.chunk_by(|a, b| a == b) {
        write_run(&mut code, run[0], run.len());
    }
    Ok(code)
}

/// Appends a number in the given digits, at least so many.
fn count(code: &mut String, digits: &[u8], number: usize, least: usize) {
    let mut places = Vec::new();
    let mut left = number;
    while left > 0 || places.len() < least {
        places.push(char::from(digits[left % digits.len()]));
        left /= digits.len();
    }
    code.extend(places.iter().rev());
}

fn write_run(code: &mut String, run: CodedCell, length: usize) {
    for (_, digits) in kinds().filter(|&(kind, _)| kind == run) {
        match digits {
            [one] => code.extend(std::iter::repeat_n(char::from(*one), length)),
            _ => count(code, digits, length, 1),
        }
    }
}

/// What is written for each cell: mines that a single clue shows, and flags, are taken
/// off the clues as far as these reach, in order of index.
fn kinds_of(view: &View) -> Result<Vec<CodedCell>, WriteError> {
    let grid = view.grid();
    let mut kinds = Vec::with_capacity(grid.len());
    for cell in grid.cells() {
        let cannot = |tile| WriteError::Tile { format: FORMAT, tile, point: grid.point(cell) };
        kinds.push(match view.tile(cell) {
            Tile::Clue(clue) => CodedCell::Rest(clue),
            Tile::Hidden => CodedCell::Hidden,
            Tile::Flag => CodedCell::Flag,
            Tile::Silent => return Err(cannot("a silent cell")),
            Tile::Mine => return Err(cannot("an opened mine")),
        });
    }
    for cell in grid.cells() {
        let Tile::Clue(clue) = view.tile(cell) else { continue };
        let beside = grid.neighbours(cell);
        let closed = || beside.iter().filter(|&&cell| view.tile(cell).is_closed());
        if closed().count() == usize::from(clue) {
            for &cell in closed().filter(|&&cell| view.tile(cell) == Tile::Hidden) {
                kinds[cell.index()] = CodedCell::Implied;
            }
        }
    }
    for cell in grid.cells() {
        let kind = kinds[cell.index()];
        if !matches!(kind, CodedCell::Implied | CodedCell::Flag) {
            continue;
        }
        let beside = grid.neighbours(cell);
        if beside.iter().any(|cell| kinds[cell.index()] == CodedCell::Rest(0)) {
            let plain =
                if kind == CodedCell::Flag { CodedCell::ExtraFlag } else { CodedCell::Hidden };
            kinds[cell.index()] = plain;
            continue;
        }
        for &cell in beside.iter() {
            if let CodedCell::Rest(rest) = &mut kinds[cell.index()] {
                *rest -= 1;
            }
        }
    }
    Ok(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::error::testing::problem;
    use crate::view;

    fn kind(symbol: char) -> CodedCell {
        match symbol {
            'H' => CodedCell::Hidden,
            'F' => CodedCell::Flag,
            'I' => CodedCell::Implied,
            'O' => CodedCell::ExtraFlag,
            digit => CodedCell::Rest(digit as u8 - b'0'),
        }
    }

    /// Runs as JSMinesweeper's own code compresses them.
    #[test]
    fn the_published_runs_read_and_write() {
        for (cells, runs) in [
            ("H".repeat(81), "ZS"),
            ("H".repeat(10), "SR"),
            ("0".into(), "b"),
            ("F".repeat(8), "21"),
            ("I".repeat(4), "ON"),
            ("000111222333444555666778HF".into(), "dnuzEGFJILLMS2"),
            ("OO8".into(), "99M"),
        ] {
            let kinds: Vec<CodedCell> = cells.chars().map(kind).collect();
            assert_eq!(expand(runs, kinds.len()).unwrap(), kinds, "{runs}");
            let mut written = String::new();
            for run in kinds.chunk_by(|a, b| a == b) {
                write_run(&mut written, run[0], run.len());
            }
            assert_eq!(written, runs);
        }
    }

    #[test]
    fn the_header_is_theirs() {
        let expert = View::new(Grid::new(30, 16).unwrap(), Some(99)).unwrap();
        let code = write(&expert.clone().into()).unwrap();
        assert_eq!(code, "analysis=aEaqaabLVZR");
        assert_eq!(read(&code).unwrap(), expert);
        assert_eq!(read("aEaqaabLVZR").unwrap(), expert);
    }

    #[test]
    fn mines_are_taken_off_clues_and_put_back() {
        // The flag is taken off; the mine at the right follows from the 1 beside it.
        let seen = view!["4x2/2", "F 1 1 *", "1 1 1 1"];
        let code = write(&seen.clone().into()).unwrap();
        assert_eq!(code, "analysis=aeacaaac2cOe", "F00I0000");
        assert_eq!(read(&code).unwrap(), seen);
        // A false flag, beside a clue that is used up, is not.
        let seen = view!["3x1/1", "F0*"];
        let code = write(&seen.clone().into()).unwrap();
        assert_eq!(code, "analysis=adabaaab9bS", "O0H");
        assert_eq!(read(&code).unwrap(), seen);
    }

    #[test]
    fn a_code_may_begin_with_a_unary_run() {
        let seen = view!["3x3/8", "***", "*8*", "***"];
        let ours = write(&seen.clone().into()).unwrap();
        assert_eq!(read(&ours).unwrap(), seen);
        assert_eq!(read("analysis=acabaaab9b").unwrap(), view!["2x1/1", "F0"]);
    }

    #[test]
    fn what_cannot_be_said_is_refused() {
        let refused = |view: View| write(&view.into()).unwrap_err().to_string();
        assert!(refused(view!["2x1/1", "?*"]).contains("a silent cell at 0,0"));
        assert!(refused(view!["2x1/1", "*M"]).contains("an opened mine at 1,0"));
        assert!(refused(view!["2x1/?", "**"]).contains("number of mines"));
        assert!(refused(view!["2x1/1 hex", "**"]).contains("hex"));
        let board = crate::layout!["M."].into();
        assert_eq!(write(&board), Err(WriteError::NotAPosition { format: FORMAT }));
    }

    #[test]
    fn mistakes_are_placed() {
        assert_eq!(problem(read("analysis=aba")).0, Place::Column(1, 10));
        assert_eq!(problem(read("\n ?analysis=adabaaabl!l")).0, Place::Column(2, 21));
        assert_eq!(problem(read("analysis=adabaaablS")).1, "there are 2 cells: expected 3");
        assert!(
            problem(read("analysis=adabaaablZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ")).1.contains("or more")
        );
        assert_eq!(problem(read("analysis=adabaaabkS")).0, Place::Column(1, 18), "a run of none");
        assert!(problem(read("analysis=aaabaaab")).1.contains("no cells"));
        assert!(problem(read("analysis=99ab9999")).1.contains("1000x1000"));
        assert!(problem(read("analysis=abab9999b")).1.contains("do not fit"));
        assert!(problem(read("analysis=abadaaabMMM")).1.contains("larger than its 1 neighbour"));
    }
}

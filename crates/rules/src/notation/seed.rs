//! `board`, `seed` and `start` of a JSMinesweeper link: a board by its number.
//!
//! ```text
//! board=30x16x99&seed=6823965460791295&start=0
//! ```
//!
//! `board` is the size and the mines, `seed` a whole number up to 2^53-1, `start` the
//! index of the first click, `rng=old` asks for the older seeding. The board follows
//! from all of them (see [`jsm`]) and from what the first click is promised. The page
//! takes the promise from a switch of its own, set to an opening unless somebody
//! moved it, and so do we; where it was only safe, we write `type=safe`, in the page's
//! word, which it ignores and we read.
//!
//! There is no way back from a board to its number. So a [`SeedLink`] can be written and a
//! board cannot: `surefoot deal --generator jsm --format seed` knows the number.

use super::error::short;
use super::{Board, ContentError, Format, Place, ReadError, link, mine};
use crate::board::level::{check_mines, parse_count};
use crate::deal::jsm::{self, Seeding};
use crate::{Cell, Grid, Level, Promise};

const FORMAT: Format = Format::Seed;
/// The largest whole number that JavaScript counts to.
pub const LARGEST: u64 = (1 << 53) - 1;

/// What a link says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedLink {
    /// Size and mines.
    pub level: Level,
    /// The number.
    pub seed: u64,
    /// How the number becomes the generator's state.
    pub seeding: Seeding,
    /// What the first click is promised.
    pub promise: Promise,
    /// The first click.
    pub start: Cell,
}

/// Whether a line has the parameters of a seed.
pub(super) fn looks_like(line: &str) -> bool {
    link::value(line, "board").is_some() && link::value(line, "seed").is_some()
}

impl SeedLink {
    /// Reads a link, or its parameters alone.
    ///
    /// ```
    /// use surefoot_rules::notation::seed::SeedLink;
    ///
    /// // The first game of JSMinesweeper's benchmark run 21.
    /// let link = "https://example.org/?board=30x16x99&seed=6823965460791295&start=0&type=safe";
    /// let seed = SeedLink::parse(link)?;
    /// let board = seed.board()?;
    /// assert_eq!(board.layout.mines().next().map(|cell| cell.number()), Some(12));
    /// assert_eq!(seed.to_string(), "board=30x16x99&seed=6823965460791295&start=0&type=safe");
    /// # Ok::<(), surefoot_rules::notation::ReadError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let needed = |key, name| {
            link::value(text, key)
                .ok_or_else(|| ReadError::new(FORMAT, Place::Whole, ContentError::Missing(name)))
        };
        let fail = |at, problem: ContentError| ReadError::new(FORMAT, Place::of(text, at), problem);
        let form = |(found, at): (&str, usize), expected| {
            fail(at, ContentError::Form { found: short(found), expected })
        };

        let size = needed("board", "board=")?;
        let (width, height, mines) = mine::header(size.0)
            .ok_or_else(|| form(size, "WIDTHxHEIGHTxMINES for board=, as in `30x16x99`"))?;
        let (width, height) =
            link::check_side(width, height).map_err(|problem| fail(size.1, problem))?;
        let cells = u64::from(width) * u64::from(height);
        let mines = check_mines(mines, cells).map_err(|error| fail(size.1, error.into()))?;

        let number = needed("seed", "seed=")?;
        let seed = parse_count(number.0)
            .filter(|seed| (1..=LARGEST).contains(seed))
            .ok_or_else(|| form(number, "a whole number from 1 to 2^53-1 for seed="))?;

        let first = needed("start", "start=")?;
        let start = parse_count(first.0)
            .filter(|&start| start < cells)
            .ok_or_else(|| form(first, "the index of a cell of the board for start="))?;

        let seeding = match link::value(text, "rng") {
            Some(("old", _)) => Seeding::Old,
            _ => Seeding::Current,
        };
        let promise = match link::value(text, "type") {
            Some(("safe", _)) => Promise::Safe,
            None | Some(("zero", _)) => Promise::Opening,
            Some(other) => return Err(form(other, "`safe` or `zero` for type=")),
        };
        let level = Level { width, height, mines };
        Ok(Self { level, seed, seeding, promise, start: Cell::new(start as u32) })
    }

    /// The board that JSMinesweeper makes of it.
    pub fn board(&self) -> Result<Board, ReadError> {
        let fail = |problem: ContentError| ReadError::new(FORMAT, Place::Whole, problem);
        let Level { width, height, mines } = self.level;
        let grid = Grid::new(width, height).map_err(|error| fail(error.into()))?;
        let layout = jsm::layout(grid, mines, self.seed, self.seeding, self.promise, self.start)
            .map_err(|error| fail(error.into()))?;
        Ok(Board { layout, first: Some(self.start) })
    }
}

/// The parameters of a link.
impl std::fmt::Display for SeedLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Level { width, height, mines } = self.level;
        let (seed, start) = (self.seed, self.start.number());
        write!(f, "board={width}x{height}x{mines}&seed={seed}&start={start}")?;
        if self.seeding == Seeding::Old {
            f.write_str("&rng=old")?;
        }
        match self.promise {
            Promise::Opening => Ok(()),
            _ => f.write_str("&type=safe"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::error::testing::problem;

    fn board(text: &str) -> Result<Board, ReadError> {
        SeedLink::parse(text)?.board()
    }

    /// The mines that the original program lays.
    #[test]
    fn the_published_board_is_theirs() {
        let text = "board=30x16x99&seed=6823965460791295&start=0&type=safe";
        let seed = SeedLink::parse(&format!("https://example.org/index.html?{text}")).unwrap();
        let board = seed.board().unwrap();
        let mines: Vec<u32> = board.layout.mines().take(12).map(Cell::number).collect();
        assert_eq!(mines, [12, 16, 33, 45, 49, 55, 57, 66, 67, 70, 73, 82]);
        assert_eq!((board.first, board.layout.count()), (Some(Cell::new(0)), 99));
        assert_eq!(seed.to_string(), text);
    }

    #[test]
    fn the_first_click_opens_unless_the_link_says_safe() {
        let board = |text: &str| SeedLink::parse(text).unwrap().board().unwrap();
        let plain = board("seed=12&start=40&board=9x9x10");
        assert_eq!(plain.layout.number(Cell::new(40)), 0);
        assert_eq!(plain, board("?board=9x9x10&seed=12&start=40&type=zero"));
        assert_ne!(plain, board("board=9x9x10&seed=12&start=40&rng=old"));
        let old = "board=9x9x10&seed=12&start=40&rng=old";
        assert_eq!(SeedLink::parse(old).unwrap().to_string(), old);
    }

    #[test]
    fn mistakes_are_placed() {
        assert_eq!(problem(board("board=9x9x10&seed=1")).1, "`start=` is missing");
        assert_eq!(problem(board("seed=1&start=1")).1, "`board=` is missing");
        assert_eq!(problem(board("board=9x9&seed=1&start=1")).0, Place::Column(1, 7));
        assert_eq!(problem(board("board=9x9x10&seed=0&start=1")).0, Place::Column(1, 19));
        assert!(problem(board("board=9x9x10&seed=99999999999999999&start=1")).1.contains("2^53-1"));
        assert!(problem(board("board=9x9x10&seed=1&start=81")).1.contains("index of a cell"));
        assert!(problem(board("board=9x9x81&seed=1&start=0")).1.contains("cannot be kept"));
        assert!(problem(board("board=9x9x82&seed=1&start=0")).1.contains("do not fit"));
        assert!(problem(board("board=2000x2000x1&seed=1&start=0")).1.contains("1000x1000"));
        assert!(
            problem(board("board=9x9x10&seed=1&start=0&type=none")).1.contains("`safe` or `zero`")
        );
    }
}

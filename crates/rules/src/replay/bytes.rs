//! Binary files, read from front to back: whoever wants more than there is gets an error that
//! says where and in the middle of what. All numbers have their highest byte first.

use crate::notation::{ContentError, Place};
use crate::replay::{ReplayError, ReplayFormat};
use crate::{Cell, Grid, Layout, Point};

/// A file and how far it has been read.
#[derive(Clone, Debug)]
pub(super) struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
    format: ReplayFormat,
    part: &'static str,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(format: ReplayFormat, all: &'a [u8]) -> Self {
        Self { all, at: 0, format, part: "its head" }
    }

    /// Says what follows, for errors.
    pub(super) fn begin(&mut self, part: &'static str) {
        self.part = part;
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.all.get(self.at..).unwrap_or_default()
    }

    /// Nothing more is to be read.
    pub(super) fn end(&mut self) {
        self.at = self.all.len();
    }

    /// Goes on at this byte.
    pub(super) fn go_to(&mut self, at: usize) -> Result<(), ReplayError> {
        if at > self.all.len() {
            return self.ends();
        }
        self.at = at;
        Ok(())
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], ReplayError> {
        let Some(taken) = self.rest().get(..count) else { return self.ends() };
        self.at += count;
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], ReplayError> {
        let Some(&taken) = self.rest().first_chunk() else { return self.ends() };
        self.at += N;
        Ok(taken)
    }

    /// All up to this byte, which is passed over.
    pub(super) fn until(&mut self, end: u8) -> Result<&'a [u8], ReplayError> {
        let rest = self.rest();
        let Some(length) = rest.iter().position(|&byte| byte == end) else { return self.ends() };
        self.at += length + 1;
        Ok(&rest[..length])
    }

    pub(super) fn u8(&mut self) -> Result<u8, ReplayError> {
        self.array().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Result<u16, ReplayError> {
        self.array().map(u16::from_be_bytes)
    }

    pub(super) fn i16(&mut self) -> Result<i16, ReplayError> {
        self.array().map(i16::from_be_bytes)
    }

    pub(super) fn u24(&mut self) -> Result<u32, ReplayError> {
        self.array().map(|[high, middle, low]| u32::from_be_bytes([0, high, middle, low]))
    }

    pub(super) fn u32(&mut self) -> Result<u32, ReplayError> {
        self.array().map(u32::from_be_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, ReplayError> {
        self.array().map(u64::from_be_bytes)
    }

    /// The file ends here, and should not.
    fn ends<T>(&self) -> Result<T, ReplayError> {
        self.fail(ContentError::Ends { part: self.part })
    }

    /// Something is wrong where we are.
    pub(super) fn fail<T>(&self, problem: impl Into<ContentError>) -> Result<T, ReplayError> {
        self.fail_at(self.at, problem)
    }

    /// Something is wrong there.
    pub(super) fn fail_at<T>(
        &self,
        at: usize,
        problem: impl Into<ContentError>,
    ) -> Result<T, ReplayError> {
        let (place, problem) = (Place::Byte(at), problem.into());
        Err(ReplayError { format: Some(self.format), place, problem })
    }

    /// A cell of the board by column and row, as they stand there.
    pub(super) fn cell(
        &self,
        at: usize,
        [x, y]: [u8; 2],
        grid: &Grid,
    ) -> Result<Cell, ReplayError> {
        let cell = grid.cell(Point { x: x.into(), y: y.into() });
        cell.map_or_else(
            || self.fail_at(at, ContentError::outside("the cell at", [x, y], grid)),
            Ok,
        )
    }

    /// The board of this size, told by its mines: each by column and row, or by row and column,
    /// counted from 0 or 1.
    pub(super) fn mines(
        &mut self,
        (width, height): (u32, u32),
        count: u16,
        row_first: bool,
        base: u8,
    ) -> Result<Layout, ReplayError> {
        let from = self.at;
        self.part = "the list of its mines";
        let grid = Grid::new(width, height).or_else(|error| self.fail(error))?;
        let pairs = self.take(2 * usize::from(count))?;
        let mut mines = Vec::with_capacity(pairs.len() / 2);
        for (pair, at) in pairs.chunks_exact(2).zip((from..).step_by(2)) {
            let (x, y) = if row_first { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
            let less = |side: u8| side.checked_sub(base).map(u32::from);
            let point = less(x).zip(less(y)).map(|(x, y)| Point { x, y });
            match point.and_then(|point| grid.cell(point)) {
                Some(cell) => mines.push(cell),
                None => {
                    return self.fail_at(at, ContentError::outside("the mine at", [x, y], &grid));
                }
            }
        }
        Layout::new(grid, mines).or_else(|error| self.fail_at(from, error))
    }
}

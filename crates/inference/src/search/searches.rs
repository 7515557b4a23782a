//! Searches for remainders of any size.
//!
//! A search counts all cells side by side, so the number of cells is part of its type. It is
//! rounded up to one of a few widths, and those who ask see one trait. (A width known only at
//! run time would keep the compiler from vector instructions.)

use crate::search::expectimax::Expectimax;
#[cfg(doc)]
use crate::search::memory::IMAGES;

/// More than any number of a cell.
pub(crate) const NUMBERS: usize = 32;

/// Why a search was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchError {
    /// More sets than allowed.
    Sets,
    /// More memory than allowed.
    Bytes,
    /// Those who watch have had enough.
    Stopped,
}

/// What a search may take, and who watches it.
pub(crate) struct SearchLimits<'a> {
    /// Sets that may still be searched.
    pub(crate) sets: usize,
    /// Memory for what is remembered.
    pub(crate) bytes: usize,
    /// Told how many sets may still be searched; `false` ends it.
    pub(crate) watch: &'a mut dyn FnMut(usize) -> bool,
}

/// What is left of a game: cells by their place in a list, and what may be there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remainder<'a> {
    /// Per cell: the cells beside it, as bits.
    pub(crate) beside: &'a [u128],
    /// Per configuration: its mines, as bits.
    pub(crate) mines: &'a [u128],
    /// Symmetries, each as the place that every place is carried to; the first moves
    /// nothing. At most [`IMAGES`] are used.
    pub(crate) symmetries: &'a [Vec<u8>],
}

/// Searches for remainders of any size; memory is used again.
#[derive(Debug, Default)]
pub(crate) struct Searches(Vec<Box<dyn Search>>);

impl Searches {
    /// The one for so many cells, if there may be so many.
    pub(crate) fn of(&mut self, cells: usize) -> Option<&mut dyn Search> {
        let (width, fresh) = WIDTHS.iter().find(|(width, _)| cells <= *width)?;
        let at = self.0.iter().position(|search| search.width() == *width).unwrap_or_else(|| {
            self.0.push(fresh());
            self.0.len() - 1
        });
        Some(self.0[at].as_mut())
    }
}

type Fresh = fn() -> Box<dyn Search>;

/// Searches by the most cells they take.
const WIDTHS: [(usize, Fresh); 5] = [
    (16, || Box::<Expectimax<16>>::default()),
    (32, || Box::<Expectimax<32>>::default()),
    (48, || Box::<Expectimax<48>>::default()),
    (64, || Box::<Expectimax<64>>::default()),
    (128, || Box::<Expectimax<128>>::default()),
];

/// A remainder being searched, whatever the number of its cells.
pub(crate) trait Search: std::fmt::Debug + Send {
    /// The most cells that it takes.
    fn width(&self) -> usize;
    /// Bytes that a configuration takes under so many symmetries.
    fn bytes_each(&self, symmetries: usize) -> usize;

    /// Takes in a remainder and forgets everything else.
    fn load(&mut self, remainder: &Remainder<'_>);
    /// How many configurations have a cell safe (and, if so asked, showing a zero).
    fn safe(&self, cell: usize, only_zeros: bool) -> u32;
    /// Whether a cell shows the same number wherever it is safe.
    fn is_dead(&self, cell: usize) -> bool;
    /// A bound of what opening a cell first may win.
    fn rate(&mut self, cell: usize, only_zeros: bool) -> u32;
    /// What opening a cell first wins, if more than `floor`; else a bound of it.
    fn open(
        &mut self,
        cell: usize,
        only_zeros: bool,
        floor: u32,
        limits: &mut SearchLimits<'_>,
    ) -> Result<u32, SearchError>;
    /// The wins of all configurations, and a live cell that wins so many, if any is
    /// live.
    fn best(&mut self, limits: &mut SearchLimits<'_>) -> Result<(u32, Option<usize>), SearchError>;
}

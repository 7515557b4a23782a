//! What is known of a cell, and what a clue still says.
//!
//! A clue holds a lower and an upper bound for its mines. Exact clues have both
//! alike; an optimistic clue bounds from below only and a cautious one from
//! above only, so all-mines looks at the lower bound, all-safe at the upper, and
//! no rule ever fires on what a clue merely suggests.

use std::ops::RangeInclusive;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belief {
    /// Nothing.
    Unknown,
    /// Proved safe, not yet open.
    Safe,
    /// Proved to be a mine, or an opened one.
    Mine,
    /// Open and safe.
    Open,
}

/// A clue, adjusted by what is known around it.
///
/// ```
/// use surefoot_inference::logic::Facts;
/// use surefoot_rules::{Cell, view};
///
/// let facts = Facts::of(&view!["M 2 *", "* * *"]);
/// let sum = facts.sum(Cell::new(1));
/// // One of its two mines is open, and four cells are left for the other.
/// assert_eq!((sum.shown, sum.unknown), (2, 4));
/// assert_eq!((sum.least(), sum.most()), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// What it shows.
    pub shown: u8,
    /// The least true number it allows, and the largest.
    pub(crate) low: u8,
    pub(crate) high: u8,
    /// Known mines beside it.
    pub(crate) mines: u8,
    /// Unknown cells beside it.
    pub unknown: u8,
    /// Whether the cell is open and said anything.
    pub speaks: bool,
}

impl Sum {
    pub(crate) fn new(shown: u8, bounds: &RangeInclusive<u8>, mines: u8, unknown: u8) -> Self {
        Self { shown, low: *bounds.start(), high: *bounds.end(), mines, unknown, speaks: true }
    }

    /// The least number of mines among the unknown neighbours.
    #[inline]
    pub fn least(self) -> u8 {
        self.low.saturating_sub(self.mines)
    }

    /// The largest number of mines among the unknown neighbours.
    #[inline]
    pub fn most(self) -> u8 {
        self.high.saturating_sub(self.mines).min(self.unknown)
    }

    /// What it shows less the known mines.
    #[inline]
    pub fn left(self) -> u8 {
        self.shown.saturating_sub(self.mines)
    }

    /// Whether it is a clue with unknown cells beside it.
    #[inline]
    pub fn tells(self) -> bool {
        self.speaks && self.unknown > 0
    }

    /// What the two rules say of its unknown neighbours: all mines (`true`), all safe
    /// (`false`), or nothing.
    #[inline]
    pub(crate) fn decides(self) -> Option<bool> {
        match self {
            _ if self.unknown == 0 => None,
            _ if self.least() == self.unknown => Some(true),
            _ if self.most() == 0 => Some(false),
            _ => None,
        }
    }

    /// Whether it neither decides anything nor is broken: all in one question, because none of
    /// the answers can be foreseen.
    #[inline]
    #[expect(clippy::needless_bitwise_bool, reason = "a branch would cost more")]
    pub(crate) fn says_nothing(self) -> bool {
        let Self { low, high, mines, unknown, .. } = self;
        // With all its cells still needed, or none, it decides them or there is none.
        let rest = (mines + unknown > low) & (mines < high);
        let done = (unknown == 0) & (mines >= low) & (mines <= high);
        rest | done
    }

    /// Whether no filling of the unknown neighbours satisfies it.
    #[inline]
    pub(crate) fn is_broken(self) -> bool {
        self.mines > self.high || self.least() > self.unknown
    }
}

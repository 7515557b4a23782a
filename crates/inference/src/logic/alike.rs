//! Cells beside the same clues are alike: they become one *box*, of which only the number
//! of mines matters.
//!
//! Boxes are found by their clues: each stands in a list under its first clue, and these
//! lists are so short that comparing with all of one is faster than hashing.

use smallvec::SmallVec;
use surefoot_rules::Cell;

const NONE: u32 = u32::MAX;

/// The clues that a cell touches, in increasing order.
pub(crate) type Touched = SmallVec<[u32; 8]>;

/// The cells of some clues with the clues that each touches, alike ones side by side: in
/// order of their clues, then of index.
pub(crate) fn touched<'a>(clues: impl Iterator<Item = &'a [Cell]>) -> Vec<(Touched, Cell)> {
    let mut cells: Vec<(Cell, u32)> = Vec::new();
    for (beside, clue) in clues.zip(0..) {
        cells.extend(beside.iter().map(|&cell| (cell, clue)));
    }
    cells.sort_unstable();
    let mut touched: Vec<(Touched, Cell)> = cells
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| (same.iter().map(|&(_, clue)| clue).collect(), same[0].0))
        .collect();
    touched.sort_unstable();
    touched
}

/// Cells that touch the same clues.
#[derive(Clone, Copy, Debug)]
struct AlikeCells {
    /// Where its clues begin in `clues`, and how many there are.
    start: u32,
    degree: u32,
    /// How many cells it has.
    size: u32,
    /// The next box whose first clue is the same.
    next: u32,
}

/// Boxes of alike cells, in memory that is used again. Clues are numbers from 0.
///
/// ```
/// use surefoot_inference::logic::Boxes;
///
/// let mut boxes = Boxes::default();
/// // Two cells beside clue 0 alone, one beside the clues 0 and 2.
/// assert_eq!([boxes.put(&[0]), boxes.put(&[0, 2]), boxes.put(&[0])], [0, 1, 0]);
/// assert_eq!((boxes.len(), boxes.size(0), boxes.clues_of(1)), (2, 2, &[0, 2][..]));
/// boxes.list(3);
/// assert_eq!(boxes.beside(0), [0, 1]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Boxes {
    entries: Vec<AlikeCells>,
    clues: Vec<u32>,
    /// The first box of each clue's list; boxes beside no clue have one of their own.
    heads: Vec<u32>,
    lone: Option<u32>,
    /// The boxes beside each clue: starts, and list.
    starts: Vec<u32>,
    beside: Vec<u32>,
    slots: Vec<u32>,
}

impl Boxes {
    /// Forgets all boxes.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.clues.clear();
        self.heads.clear();
        self.lone = None;
        self.starts.clear();
        self.beside.clear();
    }

    /// The box of a cell beside these clues, which are in increasing order; a new one if
    /// no cell before was alike.
    pub fn put(&mut self, clues: &[u32]) -> u32 {
        let Some(&first) = clues.first() else {
            let lone = self.lone.unwrap_or_else(|| self.add([], 0));
            self.lone = Some(lone);
            self.entries[lone as usize].size += 1;
            return lone;
        };
        let first = first as usize;
        if first >= self.heads.len() {
            self.heads.resize(first + 1, NONE);
        }
        let mut at = self.heads[first];
        while at != NONE && self.clues_of(at) != clues {
            at = self.entries[at as usize].next;
        }
        if at == NONE {
            at = self.add(clues.iter().copied(), 0);
            self.entries[at as usize].next = self.heads[first];
            self.heads[first] = at;
        }
        self.entries[at as usize].size += 1;
        at
    }

    /// A new box of so many cells beside these clues; no other cell is ever put into it.
    pub fn add(&mut self, clues: impl IntoIterator<Item = u32>, size: u32) -> u32 {
        let start = self.clues.len() as u32;
        self.clues.extend(clues);
        let degree = self.clues.len() as u32 - start;
        self.entries.push(AlikeCells { start, degree, size, next: NONE });
        self.entries.len() as u32 - 1
    }

    /// Lists the boxes beside each of so many clues, for [`beside`](Self::beside).
    pub fn list(&mut self, clues: usize) {
        // By counting and filling.
        self.starts.clear();
        self.starts.resize(clues + 1, 0);
        for &clue in &self.clues {
            self.starts[clue as usize + 1] += 1;
        }
        for clue in 0..clues {
            self.starts[clue + 1] += self.starts[clue];
        }
        self.beside.clear();
        self.beside.resize(self.clues.len(), 0);
        self.slots.clear();
        self.slots.extend_from_slice(&self.starts);
        for (number, &AlikeCells { start, degree, .. }) in self.entries.iter().enumerate() {
            for &clue in &self.clues[start as usize..(start + degree) as usize] {
                let slot = &mut self.slots[clue as usize];
                self.beside[*slot as usize] = number as u32;
                *slot += 1;
            }
        }
    }

    /// How many boxes there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many cells a box has.
    #[inline]
    pub fn size(&self, number: u32) -> u32 {
        self.entries[number as usize].size
    }

    /// The sizes of all boxes, in order.
    pub fn sizes(&self) -> impl Iterator<Item = u32> {
        self.entries.iter().map(|entry| entry.size)
    }

    /// The clues of a box, in increasing order.
    #[inline]
    pub fn clues_of(&self, number: u32) -> &[u32] {
        let AlikeCells { start, degree, .. } = self.entries[number as usize];
        &self.clues[start as usize..(start + degree) as usize]
    }

    /// The boxes beside a clue, as [listed](Self::list) last.
    #[inline]
    pub fn beside(&self, clue: u32) -> &[u32] {
        let (from, to) = (self.starts[clue as usize], self.starts[clue as usize + 1]);
        &self.beside[from as usize..to as usize]
    }
}

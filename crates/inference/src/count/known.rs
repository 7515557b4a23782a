//! Components that were counted before, by their looks.
//!
//! Most of a position is as it was a move ago, and what is new is often a clue or two that
//! was met a hundred times. So every component is looked up by its looks (`part`), and what
//! was counted of one that looks the same is taken. Keeping results by place instead would
//! find those that did not change, but nothing in a new game, a supposition or a playout.
//!
//! What is found never depends on what is kept: counting again gives the same to the last
//! bit. When too much is kept, all is forgotten; deciding what is worth keeping would cost
//! more than it saves.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use crate::count::part::Part;
use crate::count::polynomials::{Counter, NotCounted, Polynomials};
use crate::tunables;

/// What is known of a component.
pub(crate) type Counted = Result<Arc<Polynomials>, NotCounted>;

/// What was counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    counted: HashMap<Box<[u64]>, Counted, BuildHasherDefault<Mixer>>,
    /// How many numbers they hold together.
    held: usize,
    counter: Counter,
    key: Vec<u64>,
}

impl Known {
    /// What there is to know of a component.
    #[inline(never)]
    pub(crate) fn count(&mut self, part: &Part) -> Counted {
        if !part.whole {
            return Err(NotCounted::TooWide);
        }
        part.write_key(&mut self.key);
        if let Some(counted) = self.counted.get(&self.key[..]) {
            return counted.clone();
        }
        let counted = self.counter.count(part).map(Arc::new);
        if self.held > tunables::KNOWN_NUMBERS {
            self.forget();
        }
        self.held += 16 + self.key.len() + counted.as_ref().map_or(0, |found| found.numbers());
        self.counted.insert(self.key[..].into(), counted.clone());
        counted
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        self.counted.clear();
        self.held = 0;
    }
}

/// A hash of words: multiply and fold. Keys are made of boards, not by an enemy, and one who
/// made them collide would make his own analysis slow.
#[derive(Debug, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0.rotate_left(23) ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product as u64) ^ (product >> 64) as u64;
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

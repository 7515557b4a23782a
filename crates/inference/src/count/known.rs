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

use crate::allowance::Share;
use crate::count::part::Part;
use crate::count::polynomials::{Counter, NotCounted, Polynomials};
use crate::tunables;

/// What is known of a component.
pub(crate) type CountedPart = Result<Arc<Polynomials>, NotCounted>;

/// What was counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// By the hash of its looks: the last that has it.
    last: HashMap<u64, u32, BuildHasherDefault<AsItIs>>,
    entries: Vec<KnownCount>,
    /// All looks, one after the other.
    looks: Vec<u64>,
    /// How many numbers they hold together.
    held: usize,
    counter: Counter,
    key: Vec<u64>,
    /// What it holds of what all who work on the same question may.
    share: Share,
}

#[derive(Clone, Debug)]
struct KnownCount {
    /// Where its looks begin and end.
    looks: (u32, u32),
    /// The one before of the same hash, or itself.
    before: u32,
    counted: CountedPart,
}

impl Known {
    /// What there is to know of a component.
    #[inline(never)]
    pub(crate) fn count(&mut self, part: &Part) -> CountedPart {
        if !part.whole {
            return Err(NotCounted::TooWide);
        }
        part.write_key(&mut self.key);
        let hash = hash(&self.key);
        if let Some(counted) = self.find(hash) {
            return counted;
        }
        let counted = self.counter.count(part).map(Arc::new);
        let numbers = tunables::KNOWN_NUMBERS;
        if self.held > numbers || self.held > self.share.at_most(8 * numbers) / 8 {
            self.forget();
        }
        self.held += 16 + self.key.len() + counted.as_ref().map_or(0, |found| found.numbers());
        self.share.hold(8 * self.held);
        let number = self.entries.len() as u32;
        let before = self.last.insert(hash, number).unwrap_or(number);
        let start = self.looks.len() as u32;
        self.looks.extend_from_slice(&self.key);
        let looks = (start, self.looks.len() as u32);
        self.entries.push(KnownCount { looks, before, counted: counted.clone() });
        counted
    }

    /// What was counted of one that looks as the key says.
    fn find(&self, hash: u64) -> Option<CountedPart> {
        let mut number = *self.last.get(&hash)?;
        loop {
            let entry = &self.entries[number as usize];
            if self.looks[entry.looks.0 as usize..entry.looks.1 as usize] == self.key {
                return Some(entry.counted.clone());
            }
            if entry.before == number {
                return None;
            }
            number = entry.before;
        }
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        self.last.clear();
        self.entries.clear();
        self.looks.clear();
        self.held = 0;
        self.share.hold(0);
    }
}

/// A hash of words: multiply and fold. Keys are made of boards, not by an enemy, and one who
/// made them collide would make his own analysis slow.
#[inline]
fn hash(key: &[u64]) -> u64 {
    key.iter().fold(0, |hash: u64, &word| {
        let product = u128::from(hash.rotate_left(23) ^ word) * 0x9e37_79b9_7f4a_7c15;
        (product as u64) ^ (product >> 64) as u64
    })
}

/// Of what is a hash already.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

//! What a search remembers of sets of configurations.
//!
//! A set's key is the sum of 128-bit words of its configurations, each a fixed mix of
//! where the mines lie: the order in which a set was reached does not matter, and the
//! words of a part are added while it is counted. Different sets could share a key,
//! with a chance of about n²/2¹²⁹ for n sets: 10⁻²⁴ for a hundred million. (Lists of
//! configurations as keys would be certain, and longer than everything else together.)
//! Where the remainder looks the same from several sides, the least of its images' keys
//! stands for all of them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::count::known::AsItIs;

/// A word of a configuration.
pub(crate) type Word = [u64; 2];

/// The word of a configuration: its mines, well mixed (by `SplitMix64`'s finish).
pub(crate) fn word(mines: u128) -> Word {
    let (low, high) = (mines as u64, (mines >> 64) as u64);
    let first = mix(low ^ mix(high));
    [first, mix(first ^ low.rotate_left(32) ^ 0x6a09_e667_f3bc_c908)]
}

/// A configuration's mines after a symmetry.
pub(crate) fn carried(mines: u128, to: &[u8]) -> u128 {
    let (mut left, mut image) = (mines, 0);
    while left != 0 {
        image |= 1 << to[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    image
}

fn mix(word: u64) -> u64 {
    let z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The key of a set. It is random enough to be its own hash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(pub(crate) Word);

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0[0]);
    }
}

/// The most images of a set that are looked at for its key.
pub(crate) const IMAGES: usize = 8;

/// The sums of words, from which a set has its key.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeySums([Word; IMAGES]);

impl KeySums {
    /// Adds the words of a configuration's images.
    #[inline]
    pub(crate) fn add(&mut self, words: &[Word]) {
        for (sum, word) in self.0.iter_mut().zip(words) {
            sum[0] = sum[0].wrapping_add(word[0]);
            sum[1] = sum[1].wrapping_add(word[1]);
        }
    }

    /// The key of a set with so many images.
    pub(crate) fn key(&self, images: usize) -> Key {
        Key(self.0[..images].iter().copied().min().unwrap_or_default())
    }
}

/// What is remembered of a set: its wins, or a bound of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownWins(u32);

impl KnownWins {
    pub(crate) fn new(wins: u32, exact: bool) -> Self {
        Self(wins << 1 | u32::from(exact))
    }

    pub(crate) fn wins(self) -> u32 {
        self.0 >> 1
    }

    pub(crate) fn is_exact(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Sets by their keys.
pub(crate) type Memory = HashMap<Key, KnownWins, BuildHasherDefault<AsItIs>>;

/// Bytes that an entry of the memory takes, with its share of what is kept free: one place
/// in eight.
pub(crate) const ENTRY: usize = ((size_of::<(Key, KnownWins)>() + 1) * 8).div_ceil(7);

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn words_of_different_configurations_differ() {
        let sets = (0..1_u128 << 14).chain((0..1 << 12).map(|bits| bits << 100));
        let sets: HashSet<u128> = sets.collect();
        let words: HashSet<Word> = sets.iter().map(|&mines| word(mines)).collect();
        assert_eq!(words.len(), sets.len());
        let halves = |at: usize| words.iter().map(|word| word[at]).collect::<HashSet<u64>>();
        assert_eq!((halves(0).len(), halves(1).len()), (sets.len(), sets.len()));
    }

    #[test]
    fn mines_are_carried_one_by_one() {
        assert_eq!(carried(0b0110_1001, &[7, 6, 5, 4, 3, 2, 1, 0]), 0b1001_0110);
        assert_eq!(carried(0b011, &[127, 0, 1]), 1 << 127 | 1);
        assert_eq!(carried(0, &[]), 0);
    }

    #[test]
    fn the_least_image_gives_the_key() {
        let mut sums = KeySums::default();
        sums.add(&[[5, 1], [3, 2]]);
        sums.add(&[[u64::MAX, 1], [1, 0]]);
        assert_eq!((sums.key(1), sums.key(2)), (Key([4, 2]), Key([4, 2])));
        sums.add(&[[1, 0], [0, 0]]);
        assert_eq!((sums.key(1), sums.key(2)), (Key([5, 2]), Key([4, 2])));
    }

    #[test]
    fn what_is_known_comes_back() {
        for wins in [0, 1, 961, (1 << 31) - 1] {
            for exact in [false, true] {
                let known = KnownWins::new(wins, exact);
                assert_eq!((known.wins(), known.is_exact()), (wins, exact));
            }
        }
        let mut memory = Memory::default();
        let keys = [Key([1, 2]), Key([1, 3]), Key([2, 2])];
        for (&key, wins) in keys.iter().zip(5..) {
            memory.insert(key, KnownWins::new(wins, true));
        }
        assert_eq!(keys.map(|key| memory[&key].wins()), [5, 6, 7]);
    }
}

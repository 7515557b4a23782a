//! The one generator, and its independent streams.
//!
//! Every random choice in Surefoot comes from xoshiro256++ (Blackman and Vigna,
//! 2018), because a result must be the same on every platform, in every
//! release, for ever: `StdRng` may change its algorithm and `SmallRng` differs
//! between 32 and 64 bits. For the same reason numbers below a bound are drawn
//! here and not by the `rand` crate, whose method has changed between versions.
//!
//! A stream is named by words (its purpose, the seed, the deal, …) folded into
//! one by the output function of SplitMix64:
//!
//! ```text
//! key = purpose; for each word: key = splitmix64(key XOR word)
//! ```
//!
//! and the generator's state is the first four outputs of SplitMix64 started
//! from that key. The fold is one-to-one in its last word, so for one seed no
//! two deals share a stream. Streams are never derived from each other by
//! jumping: adding a player, a thread or an ask must not move anybody else's.

use std::convert::Infallible;

use rand_core::{Rng, SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Cell, Deal};

/// A pinned source of random numbers.
///
/// It implements [`rand_core::Rng`], so everything written for the `rand`
/// crates can use it; what must never change should use the methods here.
///
/// ```
/// use surefoot_rules::{Deal, Random};
///
/// let deal = Deal::new(7, 0);
/// let mut random = Random::for_player(deal, "my player");
/// let die = 1 + random.below(6);
/// assert!((1..=6).contains(&die));
/// assert_eq!(die, 1 + Random::for_player(deal, "my player").below(6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    generator: Xoshiro256PlusPlus,
    /// What it was started from.
    key: u64,
}

/// The stream of nobody, for players that have not begun.
impl Default for Random {
    fn default() -> Self {
        Self::named("", [0, 0])
    }
}

impl Random {
    /// The stream that decides a deal.
    #[inline]
    pub fn for_deal(deal: Deal) -> Self {
        Self::stream(*b"deal    ", [deal.seed, deal.index])
    }

    /// The stream of one clue draw: the `ask`-th (from 0) of this cell.
    #[inline]
    pub fn for_clue(deal: Deal, cell: Cell, ask: u32) -> Self {
        let Deal { seed, index } = deal;
        Self::stream(*b"clue    ", [seed, index, u64::from(cell.number()), u64::from(ask)])
    }

    /// The stream of a player, named by its text in the roster.
    pub fn for_player(deal: Deal, player: &str) -> Self {
        Self::named(player, [deal.seed, deal.index])
    }

    /// A stream for anything else, by a name and two numbers. It is that of a player
    /// of the same name on the deal of these numbers, so choose a name nobody bears.
    ///
    /// ```
    /// use surefoot_rules::Random;
    ///
    /// let [mut one, mut two] = [0, 1].map(|round| Random::named("bootstrap", [2026, round]));
    /// assert_ne!(one.bits(), two.bits());
    /// ```
    pub fn named(name: &str, numbers: [u64; 2]) -> Self {
        let words = name.as_bytes().chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        let [seed, index] = numbers;
        Self::stream(*b"player  ", [seed, index, name.len() as u64].into_iter().chain(words))
    }

    #[inline]
    fn stream(purpose: [u8; 8], words: impl IntoIterator<Item = u64>) -> Self {
        let key =
            words.into_iter().fold(u64::from_le_bytes(purpose), |key, word| split_mix(key ^ word));
        Self::keyed(key)
    }

    /// The stream that a number starts.
    ///
    /// ```
    /// use surefoot_rules::{Deal, Random};
    ///
    /// let mut random = Random::for_player(Deal::new(7, 0), "my player");
    /// let mut again = Random::keyed(random.key());
    /// assert_eq!(again.bits(), random.bits());
    /// ```
    #[inline]
    pub fn keyed(key: u64) -> Self {
        Self { generator: Xoshiro256PlusPlus::seed_from_u64(key), key }
    }

    /// The number that started the stream. It gives the stream's name away, the seed and the
    /// deal with it, to whoever turns the fold round; so it is told to nobody who must not
    /// know them. What is drawn from the stream does not.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A number from 0 to `bound - 1`, each exactly equally likely.
    ///
    /// Lemire's method (2019) on 64 bits: the high word of `bits × bound`,
    /// drawn again while the low word is under `2^64 mod bound`.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "no number is below 0");
        let bound = u64::from(bound);
        let mut product = u128::from(self.bits()) * u128::from(bound);
        if (product as u64) < bound {
            let rejected = bound.wrapping_neg() % bound;
            while (product as u64) < rejected {
                product = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (product >> 64) as u32
    }

    /// A number from [0, 1) with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        const SCALE: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.bits() >> 11) as f64 * SCALE
    }

    /// One element of a slice, each equally likely; `None` of an empty one.
    #[inline]
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(from.len()).unwrap_or(u32::MAX);
        (count > 0).then(|| &from[self.below(count) as usize])
    }
}

/// The output function of SplitMix64 (Steele, Lea and Flood, 2014).
#[inline]
const fn split_mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl TryRng for Random {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.generator.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.generator.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.generator.try_fill_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outputs of the authors' C program from the state 1, 2, 3, 4.
    #[test]
    fn the_generator_is_the_published_one() {
        let mut state = [0; 32];
        for (word, value) in state.chunks_mut(8).zip(1_u64..) {
            word.copy_from_slice(&value.to_le_bytes());
        }
        let mut random = Random { generator: Xoshiro256PlusPlus::from_seed(state), key: 0 };
        let published = [
            41_943_041,
            58_720_359,
            3_588_806_011_781_223,
            3_591_011_842_654_386,
            9_228_616_714_210_784_205,
            9_973_669_472_204_895_162,
            14_011_001_112_246_962_877,
            12_406_186_145_184_390_807,
            15_849_039_046_786_891_736,
            10_450_023_813_501_588_000,
        ];
        assert_eq!(published.map(|_| random.bits()), published);
    }

    /// The widely published sequence from seed 1234567.
    #[test]
    fn the_mixer_is_the_published_one() {
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        let mut state = 1_234_567_u64;
        let ours = published.map(|_| {
            let output = split_mix(state);
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            output
        });
        assert_eq!(ours, published);
    }

    /// The state behind a key is SplitMix64's sequence, whatever the library
    /// that builds it does in later versions.
    #[test]
    fn a_stream_starts_as_documented() {
        let key = split_mix(split_mix(u64::from_le_bytes(*b"deal    ") ^ 5) ^ 9);
        let mut state = [0; 32];
        for (word, step) in state.chunks_mut(8).zip(0_u64..) {
            let output = split_mix(key.wrapping_add(step.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            word.copy_from_slice(&output.to_le_bytes());
        }
        let by_hand = Random { generator: Xoshiro256PlusPlus::from_seed(state), key };
        assert_eq!(Random::for_deal(Deal::new(5, 9)), by_hand);
    }

    #[test]
    fn streams_differ_in_every_word() {
        let streams = [
            Random::for_deal(Deal::new(1, 2)),
            Random::for_deal(Deal::new(2, 1)),
            Random::for_deal(Deal::new(1, 3)),
            Random::for_clue(Deal::new(1, 2), Cell::new(0), 0),
            Random::for_clue(Deal::new(1, 2), Cell::new(0), 1),
            Random::for_clue(Deal::new(1, 2), Cell::new(1), 0),
            Random::for_player(Deal::new(1, 2), ""),
            Random::for_player(Deal::new(1, 2), "random"),
            Random::for_player(Deal::new(1, 2), "random\0"),
        ];
        let firsts: std::collections::HashSet<u64> =
            streams.into_iter().map(|mut random| random.bits()).collect();
        assert_eq!(firsts.len(), 9);
    }

    #[test]
    fn numbers_below_a_bound_are_even() {
        let mut random = Random::for_deal(Deal::new(1, 1));
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[random.below(7) as usize] += 1;
        }
        // Chi-square with 6 degrees of freedom; 22.5 is its 99.9 % point.
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 22.5, "{seen:?}");
    }
}

//! The search behind best play: how much of a set of configurations can be won.
//!
//! What matters of a position is only the set of configurations still possible: a cell
//! that was opened is safe in all of them and shows the same number in all of them, so
//! two ways to the same set have the same future. The *wins* of a set are the
//! configurations of it that best play wins: the most, over cells, of the summed wins
//! of the parts into which the cell's number divides those where it is safe.
//!
//! Plain search over sets is far too slow for an empty board of 5×5. Four things make
//! it fast:
//!
//! - **A bound from one look.** A part is won at most as often as its safest *live* cell
//!   is safe, where a cell is live if its number varies. A dead one need never be opened
//!   while another is live: playing on as if it were safe wins as much. With no live
//!   cell one configuration is won. Counting mines, least and most number of all cells
//!   at once takes a few vector instructions per configuration, which is why a
//!   configuration's numbers lie side by side.
//! - **Windows.** A set is asked for its wins only above what its cell needs to be the
//!   best so far, every other part taken at its bound. Below that a bound is enough, and
//!   it is remembered as one. (The idea is that of alpha-beta at chance nodes, Ballard's
//!   Star1; there is no opponent, so there is no beta.)
//! - **Order.** Cells are tried by the sum of their parts' bounds, known or computed.
//! - **Symmetry.** A set is remembered under the least of its images' keys.
//!
//! A set's key is the sum of 128-bit words of its configurations, each a fixed mix of
//! where the mines lie. Different sets could share a key, with a chance of about n²/2¹²⁹
//! for n sets: 10⁻²⁴ for a hundred million.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::Range;

use smallvec::SmallVec;

/// In place of a number: a mine.
const MINE: u8 = u8::MAX;
/// More than any number of a cell.
pub(crate) const NUMBERS: usize = 32;
/// The most images of a set that are looked at for its key.
const IMAGES: usize = 8;
/// How often those who watch are asked, in sets.
const OFTEN: usize = 1 << 12;
/// Configurations that are counted in bytes before the bytes could overflow.
const BATCH: u32 = 255;

/// Why a search was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// More sets than allowed.
    Sets,
    /// More memory than allowed.
    Bytes,
    /// Those who watch have had enough.
    Stopped,
}

/// What a search may take, and who watches it.
pub(crate) struct Limits<'a> {
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
    (16, || Box::<Sets<16>>::default()),
    (32, || Box::<Sets<32>>::default()),
    (48, || Box::<Sets<48>>::default()),
    (64, || Box::<Sets<64>>::default()),
    (128, || Box::<Sets<128>>::default()),
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
        limits: &mut Limits<'_>,
    ) -> Result<u32, Halt>;
    /// The wins of all configurations, and a live cell that wins so many, if any is
    /// live.
    fn best(&mut self, limits: &mut Limits<'_>) -> Result<(u32, Option<usize>), Halt>;
}

/// A word of a configuration.
type Word = [u64; 2];

/// The word of a configuration: its mines, well mixed (by `SplitMix64`'s finish).
fn word(mines: u128) -> Word {
    let (low, high) = (mines as u64, (mines >> 64) as u64);
    let first = mix(low ^ mix(high));
    [first, mix(first ^ low.rotate_left(32) ^ 0x6a09_e667_f3bc_c908)]
}

/// A configuration's mines after a symmetry.
fn carried(mines: u128, to: &[u8]) -> u128 {
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
struct Key(Word);

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0[0]);
    }
}

/// Takes a key's first word for its hash.
#[derive(Clone, Copy, Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

/// What is remembered of a set: its wins, or a bound of them.
#[derive(Clone, Copy, Debug, Default)]
struct Known(u32);

impl Known {
    fn new(wins: u32, exact: bool) -> Self {
        Self(wins << 1 | u32::from(exact))
    }

    fn wins(self) -> u32 {
        self.0 >> 1
    }

    fn is_exact(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Bytes that an entry of the memory takes, with its share of what is kept free.
const ENTRY: usize = size_of::<(Key, Known)>() + 1;

/// Counts over some configurations, for all cells at once.
#[derive(Clone, Copy, Debug)]
struct Tally<const W: usize> {
    count: u32,
    /// Mines per cell since the last batch, and before it.
    few: [u8; W],
    many: [u32; W],
    /// The least number of each cell, [`MINE`] if it is never safe; and one more than
    /// the largest, 0 if it is never safe.
    least: [u8; W],
    most: [u8; W],
    words: [Word; IMAGES],
}

impl<const W: usize> Tally<W> {
    const EMPTY: Self = Self {
        count: 0,
        few: [0; W],
        many: [0; W],
        least: [MINE; W],
        most: [0; W],
        words: [[0; 2]; IMAGES],
    };

    fn clear(&mut self) {
        if self.count >= BATCH {
            self.many = [0; W];
        }
        self.count = 0;
        self.few = [0; W];
        self.least = [MINE; W];
        self.most = [0; W];
        self.words = [[0; 2]; IMAGES];
    }

    #[inline]
    fn add(&mut self, row: &[u8; W]) {
        for (at, &number) in row.iter().enumerate() {
            self.few[at] += u8::from(number == MINE);
            self.least[at] = self.least[at].min(number);
            self.most[at] = self.most[at].max(number.wrapping_add(1));
        }
        self.count += 1;
        if self.count.is_multiple_of(BATCH) {
            for (many, few) in self.many.iter_mut().zip(&mut self.few) {
                *many += u32::from(std::mem::take(few));
            }
        }
    }

    #[inline]
    fn add_words(&mut self, words: &[Word]) {
        for (sum, word) in self.words.iter_mut().zip(words) {
            sum[0] = sum[0].wrapping_add(word[0]);
            sum[1] = sum[1].wrapping_add(word[1]);
        }
    }

    fn is_live(&self, cell: usize) -> bool {
        self.least[cell].wrapping_add(1) != self.most[cell]
    }

    fn safe(&self, cell: usize) -> u32 {
        self.count - self.many[cell] - u32::from(self.few[cell])
    }

    /// The most that can be won.
    fn bound(&self) -> u32 {
        if self.count >= BATCH {
            let live = (0..W).filter(|&cell| self.is_live(cell));
            return live.map(|cell| self.safe(cell)).max().unwrap_or(1);
        }
        // The same in bytes, without a branch.
        let mut fewest = MINE;
        for at in 0..W {
            let live = self.least[at].wrapping_add(1) != self.most[at];
            fewest = fewest.min(if live { self.few[at] } else { MINE });
        }
        if fewest == MINE { 1 } else { self.count - u32::from(fewest) }
    }

    fn key(&self, images: usize) -> Key {
        Key(self.words[..images].iter().copied().min().unwrap_or_default())
    }
}

/// The part of a set in which a cell shows one number.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// Where its configurations lie.
    start: usize,
    end: usize,
    key: Key,
    /// The most it can win, or what it wins.
    bound: u32,
    exact: bool,
}

/// A cell to try: what it may win, how often it is safe, and which it is.
#[derive(Clone, Copy, Debug)]
struct Rated {
    bound: u32,
    safe: u32,
    cell: usize,
}

/// The search over sets of configurations of at most `W` cells.
#[derive(Debug, Default)]
pub(crate) struct Sets<const W: usize> {
    /// Per configuration: the number of each cell, or a mine.
    rows: Vec<[u8; W]>,
    /// Per configuration: the words of its images.
    words: Vec<Word>,
    images: usize,
    memory: HashMap<Key, Known, BuildHasherDefault<AsItIs>>,
    /// Sets under way, one behind the other.
    stack: Vec<u32>,
    /// Counts per number of a cell.
    tallies: Vec<Tally<W>>,
}

impl<const W: usize> Search for Sets<W> {
    fn width(&self) -> usize {
        W
    }

    fn bytes_each(&self, symmetries: usize) -> usize {
        // Its row, its words, and its place in a set and the sets made of it.
        W + size_of::<Word>() * symmetries.min(IMAGES) + 4 * size_of::<u32>()
    }

    fn load(&mut self, remainder: &Remainder<'_>) {
        let Remainder { beside, mines, symmetries } = *remainder;
        let others = symmetries.get(1..symmetries.len().min(IMAGES)).unwrap_or_default();
        self.images = 1 + others.len();
        self.memory.clear();
        self.stack.clear();
        self.stack.extend(0..mines.len() as u32);
        self.words.clear();
        self.rows.clear();
        self.rows.extend(mines.iter().map(|&mines| {
            // Places behind the last cell are mines everywhere: never live.
            let mut row = [MINE; W];
            for (at, (number, beside)) in row.iter_mut().zip(beside).enumerate() {
                if mines >> at & 1 == 0 {
                    *number = (mines & beside).count_ones() as u8;
                }
            }
            row
        }));
        for &mines in mines {
            self.words.push(word(mines));
            self.words.extend(others.iter().map(|to| word(carried(mines, to))));
        }
    }

    fn safe(&self, cell: usize, only_zeros: bool) -> u32 {
        let counts = |row: &&[u8; W]| row[cell] == 0 || row[cell] != MINE && !only_zeros;
        self.rows.iter().filter(counts).count() as u32
    }

    fn is_dead(&self, cell: usize) -> bool {
        let mut numbers = self.rows.iter().map(|row| row[cell]).filter(|&number| number != MINE);
        let first = numbers.next();
        numbers.all(|number| Some(number) == first)
    }

    fn rate(&mut self, cell: usize, only_zeros: bool) -> u32 {
        let numbers = self.divide(0..self.rows.len(), cell);
        self.sum(if only_zeros { numbers.min(1) } else { numbers }).0
    }

    fn open(
        &mut self,
        cell: usize,
        only_zeros: bool,
        floor: u32,
        limits: &mut Limits<'_>,
    ) -> Result<u32, Halt> {
        let most = if only_zeros { 1 } else { NUMBERS };
        self.wins_by(0..self.rows.len(), cell, most, floor, limits)
    }

    fn best(&mut self, limits: &mut Limits<'_>) -> Result<(u32, Option<usize>), Halt> {
        let all = self.rows.len();
        self.best_of(0..all, all as u32, 0, limits)
    }
}

impl<const W: usize> Sets<W> {
    /// Counts a set by the number of a cell; one more than the largest.
    fn divide(&mut self, set: Range<usize>, cell: usize) -> usize {
        let (mut used, images) = (0, self.images);
        for &which in &self.stack[set] {
            let row = &self.rows[which as usize];
            if row[cell] == MINE {
                continue;
            }
            let number = usize::from(row[cell]);
            while used <= number {
                match self.tallies.get_mut(used) {
                    Some(tally) => tally.clear(),
                    None => self.tallies.push(Tally::EMPTY),
                }
                used += 1;
            }
            let tally = &mut self.tallies[number];
            tally.add(row);
            tally.add_words(&self.words[which as usize * images..][..images]);
        }
        used
    }

    /// What is known of the part that was counted for a number.
    fn part(&self, number: usize) -> Part {
        let tally = &self.tallies[number];
        let part = Part { bound: tally.count, exact: true, ..Part::default() };
        if tally.count <= 1 {
            return part;
        }
        let bound = tally.bound();
        // Two are told apart or not; of three with nothing free, a live cell wins the
        // two that it tells apart.
        if bound == 1 || tally.count == 2 || tally.count == 3 && bound == 2 {
            return Part { bound, ..part };
        }
        let key = tally.key(self.images);
        match self.memory.get(&key) {
            Some(known) => Part { bound: known.wins(), exact: known.is_exact(), key, ..part },
            None => Part { bound, exact: false, key, ..part },
        }
    }

    /// The sum of the parts' bounds, and whether it is more than a bound.
    fn sum(&self, numbers: usize) -> (u32, bool) {
        let parts = (0..numbers).map(|number| self.part(number));
        parts.fold((0, true), |(sum, exact), part| (sum + part.bound, exact && part.exact))
    }

    /// What opening a cell wins of a set, of its numbers below `most`: exactly if it is
    /// more than `floor`, else a bound.
    fn wins_by(
        &mut self,
        set: Range<usize>,
        cell: usize,
        most: usize,
        floor: u32,
        limits: &mut Limits<'_>,
    ) -> Result<u32, Halt> {
        let numbers = self.divide(set.clone(), cell).min(most);
        let start = self.stack.len();
        let (mut end, mut wins) = (start, 0);
        let mut parts: SmallVec<[Part; 9]> = SmallVec::new();
        for number in 0..numbers {
            let part = Part { start: end, end, ..self.part(number) };
            wins += part.bound;
            end += self.tallies[number].count as usize;
            parts.push(part);
        }
        if wins <= floor || parts.iter().all(|part| part.exact) {
            return Ok(wins);
        }
        self.stack.resize(end, 0);
        for at in set {
            let which = self.stack[at];
            let number = self.rows[which as usize][cell];
            // A mine's is above all.
            if let Some(part) = parts.get_mut(usize::from(number)) {
                self.stack[part.end] = which;
                part.end += 1;
            }
        }
        for part in parts.into_iter().filter(|part| !part.exact) {
            let others = wins - part.bound;
            wins = others + self.wins(part, floor.saturating_sub(others), limits)?;
            if wins <= floor {
                break;
            }
        }
        self.stack.truncate(start);
        Ok(wins)
    }

    /// The wins of a part, if more than `floor`; else a bound.
    fn wins(&mut self, part: Part, floor: u32, limits: &mut Limits<'_>) -> Result<u32, Halt> {
        limits.sets = limits.sets.checked_sub(1).ok_or(Halt::Sets)?;
        if limits.sets.is_multiple_of(OFTEN) && !(limits.watch)(limits.sets) {
            return Err(Halt::Stopped);
        }
        let (wins, best) = self.best_of(part.start..part.end, part.bound, floor, limits)?;
        if self.memory.len() == self.memory.capacity() {
            // A table grows to double its size and is copied into it.
            let bytes = 3 * ENTRY * self.memory.capacity() + 4 * self.stack.capacity();
            if bytes > limits.bytes {
                return Err(Halt::Bytes);
            }
        }
        self.memory.insert(part.key, Known::new(wins, best.is_some()));
        Ok(wins)
    }

    /// The wins of a set that cannot be more than `bound`, and a live cell that wins so
    /// many, if that is more than `floor`; else a bound and no cell.
    fn best_of(
        &mut self,
        set: Range<usize>,
        bound: u32,
        floor: u32,
        limits: &mut Limits<'_>,
    ) -> Result<(u32, Option<usize>), Halt> {
        let mut tally = Tally::<W>::EMPTY;
        for &which in &self.stack[set.clone()] {
            tally.add(&self.rows[which as usize]);
        }
        // A safe cell that tells something is opened for nothing.
        let live = || (0..W).filter(|&cell| tally.is_live(cell));
        if let Some(free) = live().find(|&cell| tally.safe(cell) == tally.count) {
            let wins = self.wins_by(set, free, NUMBERS, floor, limits)?;
            return Ok((wins, (wins > floor).then_some(free)));
        }
        let (mut wins, mut best, mut upper) = (floor, None, 1);
        let mut rated: SmallVec<[Rated; 64]> = SmallVec::new();
        for cell in live() {
            let safe = tally.safe(cell);
            if safe <= wins {
                upper = upper.max(safe);
                continue;
            }
            let numbers = self.divide(set.clone(), cell);
            let (sum, exact) = self.sum(numbers);
            if !exact {
                rated.push(Rated { bound: sum.min(bound), safe, cell });
            } else if sum > wins {
                (wins, best) = (sum, Some(cell));
            } else {
                upper = upper.max(sum);
            }
        }
        rated.sort_unstable_by_key(|rated| {
            (std::cmp::Reverse((rated.bound, rated.safe)), rated.cell)
        });
        for Rated { bound: may, cell, .. } in rated {
            if may <= wins || wins >= bound {
                upper = upper.max(may);
                break;
            }
            let by = self.wins_by(set.clone(), cell, NUMBERS, wins, limits)?;
            if by > wins {
                (wins, best) = (by, Some(cell));
            } else {
                upper = upper.max(by);
            }
        }
        Ok(if best.is_some() { (wins, best) } else { (upper.min(bound), None) })
    }
}

//! The two rules on whole rows at once, for a classic board that was never seen.
//!
//! Cells are bits of words and numbers are bits of four words, so sixty-four clues count their
//! neighbours with a few additions of bits: the mines beside a clue, and the mines and unknown
//! cells together. Where the first is what it shows the unknown ones are safe, where the second
//! is they are mines. That is repeated for rows near which something changed until nothing does.
//! Clue by clue, as [`Facts::settle`] goes on from there, every cell that becomes known is told
//! to eight others; on an expert board that is nine tenths of reading it.

use surefoot_rules::{Cell, Neighbourhood, Tile, View};

use super::facts::Facts;
use super::sum::{Belief, Sum};

/// Memory for rows of bits. Each row is some words, and stands between two empty ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    words: usize,
    unknown: Vec<u64>,
    mines: Vec<u64>,
    clues: Vec<u64>,
    /// What clues show, bit by bit.
    shown: [Vec<u64>; 4],
    /// Cells that became known.
    found_mines: Vec<u64>,
    found_safe: Vec<u64>,
    /// Rows whose clues are to be looked at.
    waiting: Vec<bool>,
    /// Clues of one row that decide their neighbours.
    hits: [Vec<u64>; 2],
}

/// A number per bit.
type NumberBits = [u64; 4];

impl Rows {
    /// Whether rows of bits do for a view.
    pub(crate) fn fit(view: &View) -> bool {
        view.grid().neighbourhood() == Some(Neighbourhood::Square8) && view.rule().tells_truth()
    }

    fn clear(&mut self, width: usize, height: usize) {
        self.words = width.div_ceil(64);
        let size = self.words * (height + 2);
        let seen = [&mut self.unknown, &mut self.mines, &mut self.clues];
        let found = [&mut self.found_mines, &mut self.found_safe];
        for rows in seen.into_iter().chain(&mut self.shown).chain(found) {
            rows.clear();
            rows.resize(size, 0);
        }
        for row in &mut self.hits {
            row.clear();
            row.resize(self.words, 0);
        }
        self.waiting.clear();
        self.waiting.resize(height, true);
    }

    /// Applies both rules until nothing changes.
    fn settle(&mut self, height: usize) {
        let mut again = true;
        while std::mem::take(&mut again) {
            for row in 0..height {
                if std::mem::take(&mut self.waiting[row]) && self.look_at(row) {
                    let around = row.saturating_sub(2)..(row + 3).min(height);
                    self.waiting[around].fill(true);
                    again = true;
                }
            }
        }
    }

    /// Applies both rules to the clues of a row; whether anything came of it.
    fn look_at(&mut self, row: usize) -> bool {
        let start = (row + 1) * self.words;
        let mut any = 0;
        for word in 0..self.words {
            let at = start + word;
            let clues = self.clues[at];
            if clues == 0 {
                [self.hits[0][word], self.hits[1][word]] = [0, 0];
                continue;
            }
            let shown: NumberBits = std::array::from_fn(|bit| self.shown[bit][at]);
            let closed = |at: usize| self.mines[at] | self.unknown[at];
            self.hits[0][word] = clues & equal(self.count(closed, row, word), shown);
            self.hits[1][word] = clues & equal(self.count(|at| self.mines[at], row, word), shown);
            any |= self.hits[0][word] | self.hits[1][word];
        }
        if any == 0 {
            return false;
        }
        let mut changed = 0;
        for word in 0..self.words {
            let [mines, safe] = std::array::from_fn(|which| spread(&self.hits[which], word));
            for at in [start - self.words + word, start + word, start + self.words + word] {
                let mines = mines & self.unknown[at];
                let safe = safe & self.unknown[at] & !mines;
                self.mines[at] |= mines;
                self.found_mines[at] |= mines;
                self.found_safe[at] |= safe;
                self.unknown[at] &= !(mines | safe);
                changed |= mines | safe;
            }
        }
        changed != 0
    }

    /// The marked cells beside the cells of a word.
    #[inline]
    fn count(&self, marked: impl Fn(usize) -> u64, row: usize, word: usize) -> NumberBits {
        let three = |row: usize| {
            let at = row * self.words + word;
            let middle = marked(at);
            let (mut left, mut right) = (middle << 1, middle >> 1);
            if word > 0 {
                left |= marked(at - 1) >> 63;
            }
            if word + 1 < self.words {
                right |= marked(at + 1) << 63;
            }
            (left, middle, right)
        };
        let add = |(a, b, c): (u64, u64, u64)| (a ^ b ^ c, a & b | c & (a ^ b));
        let ((top, top_two), (low, low_two)) = (add(three(row)), add(three(row + 2)));
        let (left, _, right) = three(row + 1);
        let (ones, two) = add((top, left ^ right, low));
        let (twos, four) = add((top_two, left & right, low_two));
        let (twos, other_four) = (twos ^ two, twos & two);
        [ones, twos, four ^ other_four, four & other_four]
    }
}

/// What a tile is, as bits: its number, and its kind.
const NUMBER: u8 = 15;
const CLUE: u8 = 16;
const CLOSED: u8 = 32;
const MINE: u8 = 64;
/// Where the kinds begin, of which beliefs depend on the last two; and what each is.
const KINDS: u8 = 5;
const BELIEFS: [Belief; 8] = {
    let mut beliefs = [Belief::Open; 8];
    beliefs[(CLOSED >> KINDS) as usize] = Belief::Unknown;
    beliefs[(MINE >> KINDS) as usize] = Belief::Mine;
    beliefs
};

/// The look of a tile, which nobody can foresee: all is asked, so that there is no branch.
#[inline]
fn look_of(tile: Tile) -> u8 {
    let clue = match tile {
        Tile::Clue(number) => CLUE | number,
        _ => 0,
    };
    let (closed, mine) = (u8::from(tile.is_closed()), u8::from(tile == Tile::Mine));
    clue | (closed * CLOSED) | (mine * MINE)
}

/// One bit of each of eight looks, side by side: the product puts them into its first byte.
#[inline]
fn bits(looks: u64, bit: u8) -> u64 {
    let each = looks >> bit.trailing_zeros() & 0x0101_0101_0101_0101;
    each.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Where two numbers are equal.
fn equal(one: NumberBits, other: NumberBits) -> u64 {
    !one.iter().zip(other).fold(0, |differ, (one, other)| differ | (one ^ other))
}

/// The bits of a row and those beside them.
fn spread(row: &[u64], word: usize) -> u64 {
    let bits = row[word];
    let before = if word > 0 { row[word - 1] >> 63 } else { 0 };
    let after = row.get(word + 1).map_or(0, |next| next << 63);
    bits | bits << 1 | bits >> 1 | before | after
}

/// The bits that are set, as cells.
fn cells(rows: &[u64], words: usize, width: usize) -> impl Iterator<Item = (usize, Cell)> {
    rows.iter().enumerate().skip(words).flat_map(move |(at, &bits)| {
        let first = (at / words - 1) * width + at % words * 64;
        let mut bits = bits;
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            (bit < 64).then(|| (at, Cell::new(first as u32 + bit)))
        })
    })
}

impl Facts {
    /// Forgets everything, takes in a view for which [rows fit](Rows::fit), and applies both
    /// rules until nothing changes. Nothing is logged.
    pub(crate) fn read_rows(&mut self, view: &View, rows: &mut Rows) {
        self.begin(view);
        let (width, height) = (view.grid().width() as usize, view.grid().height() as usize);
        rows.clear(width, height);
        let words = rows.words;
        let beliefs = self.beliefs.chunks_mut(width).zip(self.sums.chunks_mut(width));
        for (row, (tiles, (beliefs, sums))) in view.tiles().chunks(width).zip(beliefs).enumerate() {
            let parts = tiles.chunks(8).zip(beliefs.chunks_mut(8)).zip(sums.chunks_mut(8));
            for (part, ((tiles, beliefs), sums)) in parts.enumerate() {
                let mut looks = [0; 8];
                for (((tile, belief), sum), look) in
                    tiles.iter().zip(beliefs).zip(sums).zip(&mut looks)
                {
                    *look = look_of(*tile);
                    let number = *look & NUMBER;
                    *belief = BELIEFS[usize::from(*look >> KINDS)];
                    // All its mines are known, until it is found that they are not.
                    *sum = Sum {
                        shown: number,
                        low: number,
                        high: number,
                        mines: number,
                        unknown: 0,
                        speaks: *look & CLUE != 0,
                    };
                }
                let looks = u64::from_le_bytes(looks);
                let (at, shift) = ((row + 1) * words + part / 8, part % 8 * 8);
                rows.unknown[at] |= bits(looks, CLOSED) << shift;
                rows.mines[at] |= bits(looks, MINE) << shift;
                rows.clues[at] |= bits(looks, CLUE) << shift;
                for (plane, rows) in rows.shown.iter_mut().enumerate() {
                    rows[at] |= bits(looks, 1 << plane) << shift;
                }
            }
        }
        rows.settle(height);
        for (_, cell) in cells(&rows.found_mines, words, width) {
            self.beliefs[cell.index()] = Belief::Mine;
        }
        for (_, cell) in cells(&rows.found_safe, words, width) {
            self.beliefs[cell.index()] = Belief::Safe;
        }
        let count = |rows: &[u64]| rows.iter().map(|bits| bits.count_ones()).sum::<u32>();
        self.known_mines = count(&rows.mines);
        self.safe = count(&rows.found_safe);
        self.unknown = count(&rows.unknown);
        self.hear_rows(rows, (width, height));
    }

    /// Notes what the clues still say that have unknown neighbours, and which cannot be.
    fn hear_rows(&mut self, rows: &Rows, (width, height): (usize, usize)) {
        for row in 0..height {
            for word in 0..rows.words {
                let at = (row + 1) * rows.words + word;
                let clues = rows.clues[at];
                if clues == 0 {
                    continue;
                }
                let mines = rows.count(|at| rows.mines[at], row, word);
                let unknown = rows.count(|at| rows.unknown[at], row, word);
                let shown: NumberBits = std::array::from_fn(|bit| rows.shown[bit][at]);
                // The others have what they show.
                let open = unknown.iter().fold(0, |any, bits| any | bits);
                let mut wanted = clues & (open | !equal(mines, shown));
                while wanted != 0 {
                    let bit = wanted.trailing_zeros();
                    wanted &= wanted - 1;
                    let number = |number: NumberBits| {
                        let bits = number.iter().enumerate();
                        bits.fold(0, |sum, (plane, bits)| sum | ((bits >> bit & 1) as u8) << plane)
                    };
                    let cell = row * width + word * 64 + bit as usize;
                    let sum = &mut self.sums[cell];
                    (sum.mines, sum.unknown) = (number(mines), number(unknown));
                    if sum.is_broken() {
                        self.broken.get_or_insert(Cell::new(cell as u32));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::whole::Passes;
    use surefoot_rules::{Deal, Draft, GameKind, Grid, Promise, Random, Rules};
    use surefoot_testing::{Cases, dealt, open_some};

    /// A classic board of any width, at times with a clue that is wrong.
    fn some_view(random: &mut Random) -> View {
        let most = if random.below(4) == 0 { 150 } else { 20 };
        let grid = Grid::new(1 + random.below(most), 1 + random.below(9)).unwrap();
        let cells = grid.len() as u32;
        let mut rules = Rules::new(GameKind::Score, grid, cells * random.below(30) / 100);
        rules.promise = Promise::None;
        if random.below(4) == 0 {
            rules.clues = "silent:0.7".parse().unwrap();
        }
        let mut game = dealt(rules, Deal::new(random.bits(), 0));
        open_some(&mut game, 1 + random.below(cells), random);
        let mut draft = Draft::from(game.view().clone());
        if random.below(5) == 0 {
            let at = random.below(cells) as usize;
            draft.tiles[at] = Tile::Clue(random.below(4) as u8);
        }
        View::try_from(draft).unwrap_or_else(|_| game.view().clone())
    }

    /// Rows find what clue after clue finds.
    #[test]
    fn rows_find_what_clues_find() {
        let (mut by_rows, mut by_clues) = (Facts::default(), Facts::default());
        let (mut rows, mut passes) = (Rows::default(), Passes::default());
        let (mut found, mut broken) = (0, 0);
        Cases::new("rows", 3_000).check(some_view, |view| {
            by_rows.read_rows(view, &mut rows);
            by_clues.read_exact(view, &mut passes);
            by_clues.settle();
            assert_eq!(by_rows.broken.is_some(), by_clues.broken.is_some());
            if by_rows.broken.is_some() {
                broken += 1;
                return;
            }
            assert_eq!(by_rows.beliefs, by_clues.beliefs);
            assert_eq!(by_rows.sums, by_clues.sums);
            let books = |facts: &Facts| (facts.known_mines, facts.unknown, facts.safe);
            assert_eq!(books(&by_rows), books(&by_clues));
            assert!(by_rows.changed().is_empty());
            found += by_clues.log.len();
        });
        assert!(found > 5_000 && broken > 100, "{found}, {broken}");
    }
}

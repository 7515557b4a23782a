//! Components with so few fillings that each is written down.
//!
//! Most components have a handful: one clue decides the next. For those it costs less to fill
//! box after box in the order of the walk, which finishes clue after clue, and to keep all
//! that fits, than to make the layers of a dynamic programme. It is given up when more is
//! kept than that would be worth; whether it is depends on the component alone.
//!
//! A clue is four bits of a word: how many mines it still allows, and in a second word how
//! many safe cells. The topmost of the four is set as long as that is not below zero, so a
//! box is filled under all its clues at once by one subtraction from each word. Which number
//! of mines fits cannot be foreseen, and a processor that guesses wrong loses as much time
//! as all of that takes; so every number is written down, and what does not fit is written
//! over. Where a clue needs more bits, or there are too many clues, nothing is listed.

use crate::count::number::choose;
use crate::count::part::Part;
use crate::count::polynomials::Polynomials;
use crate::tunables;

/// Bits of a clue, the most that it may allow, and its topmost bit.
const LANE: usize = 4;
const MOST: u8 = 7;
const GUARD: u8 = 8;

/// A word of clues.
trait ClueWord: Copy + Default + Eq {
    const CLUES: usize = 8 * size_of::<Self>() / LANE;
    fn lane(value: u8, clue: usize) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl ClueWord for $word {
            #[inline]
            fn lane(value: u8, clue: usize) -> Self {
                Self::from(value) << (LANE * clue)
            }
            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    };
}

word!(u64);
word!(u128);

/// Memory for listing, in words that have room.
#[derive(Clone, Debug, Default)]
pub(super) struct Listing {
    few: Fillings<u64>,
    many: Fillings<u128>,
}

#[derive(Clone, Debug, Default)]
struct Fillings<W> {
    boxes: Vec<Lanes<W>>,
    /// All ways to fill the boxes so far, and one more box.
    before: Vec<Filled<W>>,
    behind: Vec<Filled<W>>,
    /// How many there are in the end.
    count: usize,
}

/// A box: one in each of its clues, the same for all its cells, and the topmost bits.
#[derive(Clone, Copy, Debug, Default)]
struct Lanes<W> {
    one: W,
    all: W,
    guards: W,
    size: u8,
    /// Where its mines stand in a filling.
    shift: u8,
}

/// Some boxes filled.
#[derive(Clone, Copy, Debug, Default)]
struct Filled<W> {
    mines_left: W,
    safe_left: W,
    /// The mines of each box, four bits or one.
    mines: u128,
    sum: u32,
    ways: f64,
}

/// What came of listing.
pub(super) enum Listed {
    All(Polynomials),
    /// There is no filling.
    None,
    /// There may be too many.
    Many,
}

impl Listing {
    /// Lists the fillings of a part.
    pub(super) fn count(&mut self, part: &Part) -> Listed {
        match part.low.len() {
            0..=<u64 as ClueWord>::CLUES => self.few.count(part),
            _ => self.many.count(part),
        }
    }
}

impl<W: ClueWord> Fillings<W> {
    #[inline(never)]
    fn count(&mut self, part: &Part) -> Listed {
        let Some(nothing) = self.read(part) else { return Listed::Many };
        let Self { boxes, before, behind, .. } = self;
        before.resize(before.len().max(1), Filled::default());
        before[0] = nothing;
        let mut count = 1;
        let mut steps = tunables::LISTED_STEPS * boxes.len();
        for of in &*boxes {
            let room = count * (usize::from(of.size) + 1);
            if behind.len() < room {
                behind.resize(room, Filled::default());
            }
            count = of.fill(&before[..count], behind);
            if count == 0 {
                return Listed::None;
            }
            if count >= steps {
                return Listed::Many;
            }
            steps -= count;
            std::mem::swap(before, behind);
        }
        self.count = count;
        self.add_up(part)
    }

    /// Puts clues into words; `None` if there is no room.
    #[inline(never)]
    fn read(&mut self, part: &Part) -> Option<Filled<W>> {
        if part.low.len() > W::CLUES {
            return None;
        }
        let (mut mines_left, mut safe_left, mut heard) = (W::default(), W::default(), 0);
        let clues = part.low.iter().zip(&part.high).zip(&part.cells);
        for (number, ((&low, &high), &cells)) in clues.enumerate() {
            // One that allows everything, as an observed one, is not heard.
            if low == 0 && high >= cells {
                continue;
            }
            let safe = cells.checked_sub(low)?;
            if high.max(safe) > MOST {
                return None;
            }
            mines_left = mines_left.or(W::lane(GUARD | high, number));
            safe_left = safe_left.or(W::lane(GUARD | safe, number));
            heard |= 1 << number;
        }
        self.boxes.clear();
        let mut shift = 0;
        for (&clues, &size) in part.clues.iter().zip(&part.sizes) {
            let bits = if size == 1 { 1 } else { LANE as u8 };
            if size > GUARD || shift + bits > 128 {
                return None;
            }
            let mut of = Lanes::<W> { size, shift, ..Lanes::default() };
            let mut rest = clues & heard;
            while rest != 0 {
                let clue = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                of.one = of.one.or(W::lane(1, clue));
                of.all = of.all.or(W::lane(size, clue));
                of.guards = of.guards.or(W::lane(GUARD, clue));
            }
            self.boxes.push(of);
            shift += bits;
        }
        Some(Filled { mines_left, safe_left, mines: 0, sum: 0, ways: 1.0 })
    }

    #[inline(never)]
    fn add_up(&self, part: &Part) -> Listed {
        let found = &self.before[..self.count];
        let sums = || found.iter().map(|filled| filled.sum);
        let least = sums().min().unwrap_or(0);
        let terms = (sums().max().unwrap_or(0) - least) as usize + 1;
        if terms > 64 {
            return Listed::Many;
        }
        let mut all = Polynomials::empty(part, least, terms);
        let (values, possible) = all.books();
        let (whole, rows) = values.split_at_mut(terms);
        for filled in found {
            whole[(filled.sum - least) as usize] += filled.ways;
        }
        let rows = rows.chunks_exact_mut(terms);
        for ((row, possible), of) in rows.zip(possible).zip(&self.boxes) {
            for filled in found {
                let term = (filled.sum - least) as usize;
                let mines = of.mines(filled);
                row[term] += filled.ways * f64::from(mines);
                possible.mine |= u64::from(mines > 0) << term;
                possible.safe |= u64::from(mines < of.size) << term;
                possible.not_one |= u64::from(mines != 1) << term;
            }
        }
        if let Some(clue) = part.observed {
            let boxes = self.boxes.len();
            for filled in found {
                let own =
                    self.boxes.iter().zip(&part.clues).filter(|(_, on)| **on >> clue & 1 == 1);
                let sum: usize = own.map(|(of, _)| usize::from(of.mines(filled))).sum();
                let term = (filled.sum - least) as usize;
                values[(1 + boxes + sum) * terms + term] += filled.ways;
            }
        }
        Listed::All(all)
    }
}

impl<W: ClueWord> Lanes<W> {
    /// Fills the box in every way that fits; how many there are.
    #[inline]
    fn fill(&self, before: &[Filled<W>], behind: &mut [Filled<W>]) -> usize {
        let mut kept = 0;
        for &filled in before {
            let mut next = Filled { safe_left: filled.safe_left.minus(self.all), ..filled };
            for mines in 0..=self.size {
                behind[kept] = Filled {
                    mines: next.mines | u128::from(mines) << self.shift,
                    sum: next.sum + u32::from(mines),
                    ways: next.ways * choose(self.size.into(), mines.into()),
                    ..next
                };
                let fits = next.mines_left.and(next.safe_left).and(self.guards) == self.guards;
                kept += usize::from(fits);
                next.mines_left = next.mines_left.minus(self.one);
                next.safe_left = next.safe_left.plus(self.one);
            }
        }
        kept
    }

    /// Its mines in a filling.
    #[inline]
    fn mines(&self, filled: &Filled<W>) -> u8 {
        let bits = if self.size == 1 { 1 } else { 15 };
        (filled.mines >> self.shift) as u8 & bits
    }
}

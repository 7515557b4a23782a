//! The search behind best play: how much of a set of configurations can be won.
//!
//! It is expectimax, the most over cells of the sum over numbers, and what matters of a
//! position is only the set of configurations still possible: a cell that was opened is
//! safe in all of them and shows the same number in all of them, so two ways to the same
//! set have the same future. The *wins* of a set are the configurations of it that best
//! play wins: the most, over cells, of the summed wins of the parts into which the cell's
//! number divides those where it is safe.
//!
//! Plain search over sets is far too slow for an empty board of 5×5. Four things make
//! it fast:
//!
//! - **A bound from one look** at a part (`tally`): how much of it its safest cell may win,
//!   where of configurations that are rivals one counts for all (`rivals`).
//! - **Windows.** A set is asked for its wins only above what its cell needs to be the
//!   best so far, every other part taken at its bound. Below that a bound is enough, and
//!   it is remembered as one (`memory`). (The idea is that of alpha-beta at chance nodes,
//!   Ballard's Star1; there is no opponent, so there is no beta.)
//! - **Order.** Cells are tried by the sum of their parts' bounds, known or computed.
//! - **Symmetry.** A set is remembered under the least of its images' keys.

use std::ops::Range;

use smallvec::SmallVec;

use crate::search::memory::{ENTRY, IMAGES, Key, KeySums, KnownWins, Memory, Word, carried, word};
use crate::search::rivals::{CircleTally, Circles, Member};
use crate::search::searches::{NUMBERS, Remainder, Search, SearchError, SearchLimits};
use crate::search::tally::{MINE, Tally, row};
use crate::tunables;

/// The part of a set in which a cell shows one number.
#[derive(Clone, Copy, Debug, Default)]
struct SetPart {
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
pub(crate) struct Expectimax<const W: usize> {
    /// Per configuration: the number of each cell, or a mine.
    rows: Vec<[u8; W]>,
    /// Per configuration: the words of its images.
    words: Vec<Word>,
    images: usize,
    memory: Memory,
    /// Sets under way, one behind the other.
    stack: Vec<Member>,
    circles: Circles,
    /// Whether no set is divided into circles: for tests, which compare.
    without_circles: bool,
    /// Counts per number of a cell, and the keys of those sets.
    tallies: Vec<(CircleTally<W>, KeySums)>,
}

impl<const W: usize> Search for Expectimax<W> {
    fn width(&self) -> usize {
        W
    }

    fn bytes_each(&self, symmetries: usize) -> usize {
        // Its row, its words, and its place in a set and the sets made of it.
        W + size_of::<Word>() * symmetries.min(IMAGES) + 4 * size_of::<Member>()
    }

    fn load(&mut self, remainder: &Remainder<'_>) {
        let Remainder { beside, mines, symmetries } = *remainder;
        let others = symmetries.get(1..symmetries.len().min(IMAGES)).unwrap_or_default();
        self.images = 1 + others.len();
        self.memory.clear();
        self.stack.clear();
        self.stack.extend((0..mines.len() as u32).map(|which| Member { which, circle: which }));
        // Not a byte more than there are words: they are most of what is held.
        self.words.clear();
        self.words.reserve_exact(mines.len() * self.images);
        self.rows.clear();
        self.rows.extend(mines.iter().map(|&mines| row(mines, beside)));
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
        limits: &mut SearchLimits<'_>,
    ) -> Result<u32, SearchError> {
        let most = if only_zeros { 1 } else { NUMBERS };
        self.wins_by(0..self.rows.len(), cell, most, floor, limits)
    }

    fn best(&mut self, limits: &mut SearchLimits<'_>) -> Result<(u32, Option<usize>), SearchError> {
        let all = self.rows.len();
        self.best_of(0..all, all as u32, 0, limits)
    }
}

impl<const W: usize> Expectimax<W> {
    /// Counts a set by the number of a cell; one more than the largest.
    fn divide(&mut self, set: Range<usize>, cell: usize) -> usize {
        let (mut used, images) = (0, self.images);
        for &Member { which, circle } in &self.stack[set] {
            let row = &self.rows[which as usize];
            if row[cell] == MINE {
                continue;
            }
            let number = usize::from(row[cell]);
            while used <= number {
                match self.tallies.get_mut(used) {
                    Some((tally, sums)) => {
                        tally.clear();
                        *sums = KeySums::default();
                    }
                    None => self.tallies.push((CircleTally::EMPTY, KeySums::default())),
                }
                used += 1;
            }
            let (tally, sums) = &mut self.tallies[number];
            tally.add(row, circle);
            sums.add(&self.words[which as usize * images..][..images]);
        }
        used
    }

    /// What is known of the part that was counted for a number.
    fn part(&self, number: usize) -> SetPart {
        let (tally, sums) = &self.tallies[number];
        let part = SetPart { bound: tally.count, exact: true, ..SetPart::default() };
        if tally.count <= 1 {
            return part;
        }
        let bound = tally.bound();
        // Two are told apart or not; of three with nothing free, a live cell wins the
        // two that it tells apart.
        if bound == 1 || tally.count == 2 || tally.count == 3 && bound == 2 {
            return SetPart { bound, ..part };
        }
        let key = sums.key(self.images);
        match self.memory.get(&key) {
            Some(known) => SetPart { bound: known.wins(), exact: known.is_exact(), key, ..part },
            None => SetPart { bound, exact: false, key, ..part },
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
        limits: &mut SearchLimits<'_>,
    ) -> Result<u32, SearchError> {
        let numbers = self.divide(set.clone(), cell).min(most);
        let start = self.stack.len();
        let (mut end, mut wins) = (start, 0);
        let mut parts: SmallVec<[SetPart; 9]> = SmallVec::new();
        for number in 0..numbers {
            let part = SetPart { start: end, end, ..self.part(number) };
            wins += part.bound;
            end += self.tallies[number].0.count as usize;
            parts.push(part);
        }
        if wins <= floor || parts.iter().all(|part| part.exact) {
            return Ok(wins);
        }
        self.stack.resize(end, Member::default());
        for at in set {
            let member = self.stack[at];
            let number = self.rows[member.which as usize][cell];
            // A mine's is above all.
            if let Some(part) = parts.get_mut(usize::from(number)) {
                self.stack[part.end] = member;
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
    fn wins(
        &mut self,
        part: SetPart,
        floor: u32,
        limits: &mut SearchLimits<'_>,
    ) -> Result<u32, SearchError> {
        limits.sets = limits.sets.checked_sub(1).ok_or(SearchError::Sets)?;
        if limits.sets.is_multiple_of(tunables::WATCHED_EVERY) && !(limits.watch)(limits.sets) {
            return Err(SearchError::Stopped);
        }
        let (wins, best) = self.best_of(part.start..part.end, part.bound, floor, limits)?;
        if self.memory.len() == self.memory.capacity() {
            // A table grows to double its size and is copied into it.
            let bytes =
                3 * ENTRY * self.memory.capacity() + size_of::<Member>() * self.stack.capacity();
            if bytes > limits.bytes {
                return Err(SearchError::Bytes);
            }
        }
        self.memory.insert(part.key, KnownWins::new(wins, best.is_some()));
        Ok(wins)
    }

    /// The wins of a set that cannot be more than `bound`, and a live cell that wins so
    /// many, if that is more than `floor`; else a bound and no cell.
    fn best_of(
        &mut self,
        set: Range<usize>,
        bound: u32,
        floor: u32,
        limits: &mut SearchLimits<'_>,
    ) -> Result<(u32, Option<usize>), SearchError> {
        let rows = &self.rows;
        let members = &mut self.stack[set.clone()];
        let tally = Tally::over(members.iter().map(|member| &rows[member.which as usize]));
        // A safe cell that tells something is opened for nothing.
        let live = || (0..W).filter(|&cell| tally.is_live(cell));
        if let Some(free) = live().find(|&cell| tally.safe(cell) == tally.count) {
            let wins = self.wins_by(set, free, NUMBERS, floor, limits)?;
            return Ok((wins, (wins > floor).then_some(free)));
        }
        if members.len() >= tunables::CIRCLES_FROM && !self.without_circles {
            self.circles.divide(members, rows, &tally);
        }
        let mut by_circles = CircleTally::EMPTY;
        for &Member { which, circle } in &*members {
            by_circles.add(&rows[which as usize], circle);
        }
        let bound = bound.min(by_circles.bound());
        if bound <= floor {
            return Ok((bound, None));
        }
        let (mut wins, mut best, mut upper) = (floor, None, 1);
        let mut rated: SmallVec<[Rated; 64]> = SmallVec::new();
        for cell in live() {
            let safe = by_circles.safe(cell);
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

#[cfg(test)]
mod tests;

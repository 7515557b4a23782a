//! Rivals: configurations of which at most one can be won. [ours]
//!
//! Two configurations are *rivals* if no cell that is safe in both shows different numbers in
//! them. Whoever plays sees the same in both until a cell is opened that is a mine in one of
//! them, and then that one is lost; and who never opens such a cell never opens all safe cells
//! of either, since both have equally many mines. So no way of playing wins both, and
//! what is won of a set holds no two rivals. Of a *circle*, configurations that are all rivals of
//! each other, at most one is won: a set wins no more than the circles it is divided into.
//!
//! The usual bound of a set is its safest cell, which knows of one guess. Circles know of all
//! that are due: three coin flips are one circle of eight. On the remainders of expert games with
//! thousands of configurations best play is found with a tenth to a thirtieth of the sets, and the
//! farther off the end the more is saved (`docs/strength.md`).
//!
//! To divide a set into the fewest circles is as hard as to colour a graph, and any division is
//! a bound. So circles are filled one after the other, by whoever comes first. Who is a rival of
//! a configuration is found for all others at once: for each cell and number there are the
//! configurations, as bits, that show this number there or have a mine, and a configuration's
//! rivals are in the set of each of its safe cells.

use crate::search::tally::{BATCH, MINE, Tally};
use crate::tunables;

/// A configuration of a set, by its place in a list, and the circle it is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) which: u32,
    pub(crate) circle: u32,
}

/// Divides sets into circles of rivals, in memory that is used again.
#[derive(Debug, Default)]
pub(crate) struct Circles {
    /// For each live cell and number the configurations that show it or have a mine, as bits.
    rivals: Vec<u64>,
    /// Per live cell: which, its least number, and where its first set of bits begins.
    live: Vec<LiveCell>,
    /// Those who are in no circle yet, and of them those who may join the one that is filled.
    left: Vec<u64>,
    may_join: Vec<u64>,
    sorted: Vec<Member>,
}

#[derive(Clone, Copy, Debug)]
struct LiveCell {
    cell: usize,
    least: u8,
    start: usize,
}

impl Circles {
    /// Divides a set into circles and puts it into their order; how many there are. Long sets are
    /// divided stretch by stretch: the time is the square of a stretch.
    pub(crate) fn divide<const W: usize>(
        &mut self,
        set: &mut [Member],
        rows: &[[u8; W]],
        tally: &Tally<W>,
    ) -> u32 {
        let mut circles = 0;
        for stretch in set.chunks_mut(tunables::CIRCLES_STRETCH) {
            circles = self.divide_stretch(stretch, rows, tally, circles);
        }
        circles
    }

    /// The same of a stretch, with circles numbered from `next` on; the next number after them.
    fn divide_stretch<const W: usize>(
        &mut self,
        set: &mut [Member],
        rows: &[[u8; W]],
        tally: &Tally<W>,
        mut next: u32,
    ) -> u32 {
        let words = set.len().div_ceil(64);
        self.live.clear();
        let mut start = 0;
        for cell in (0..W).filter(|&cell| tally.is_live(cell)) {
            self.live.push(LiveCell { cell, least: tally.least(cell), start });
            start += usize::from(tally.range(cell)) * words;
        }
        self.rivals.clear();
        self.rivals.resize(start, 0);
        for (at, member) in set.iter().enumerate() {
            let row = &rows[member.which as usize];
            let (word, bit) = (at / 64, 1 << (at % 64));
            for (place, &LiveCell { cell, least, start }) in self.live.iter().enumerate() {
                if row[cell] == MINE {
                    let end = self.live.get(place + 1).map_or(self.rivals.len(), |of| of.start);
                    for at in (start + word..end).step_by(words) {
                        self.rivals[at] |= bit;
                    }
                } else {
                    self.rivals[start + usize::from(row[cell] - least) * words + word] |= bit;
                }
            }
        }
        self.left.clear();
        self.left.resize(words, !0);
        if !set.len().is_multiple_of(64) {
            self.left[words - 1] = (1 << (set.len() % 64)) - 1;
        }
        self.sorted.clear();
        for first in 0..words {
            while self.left[first] != 0 {
                self.may_join.clear();
                self.may_join.extend_from_slice(&self.left[first..]);
                // In whoever comes first, all who are rivals of those who have.
                for word in 0..words - first {
                    while self.may_join[word] != 0 {
                        let bit = self.may_join[word].trailing_zeros() as usize;
                        let at = (first + word) * 64 + bit;
                        self.left[first + word] &= !(1 << bit);
                        self.may_join[word] &= !(1 << bit);
                        let Member { which, .. } = set[at];
                        self.sorted.push(Member { which, circle: next });
                        let row = &rows[which as usize];
                        for &LiveCell { cell, least, start } in &self.live {
                            if row[cell] != MINE {
                                let start =
                                    start + usize::from(row[cell] - least) * words + first + word;
                                let rivals = &self.rivals[start..start + words - first - word];
                                for (may, rivals) in self.may_join[word..].iter_mut().zip(rivals) {
                                    *may &= rivals;
                                }
                            }
                        }
                    }
                }
                next += 1;
            }
        }
        set.copy_from_slice(&self.sorted);
        next
    }
}

/// Counts over some configurations for all cells at once, as [`Tally`] does, by circles: members of
/// a circle follow each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CircleTally<const W: usize> {
    pub(crate) count: u32,
    circles: u32,
    last: u32,
    /// Whether all of the last circle so far have a mine in a cell.
    all_mined: [u8; W],
    /// Circles before it of which all have, since the last batch and before.
    few: [u8; W],
    many: [u32; W],
    /// As in [`Tally`].
    least: [u8; W],
    most: [u8; W],
}

impl<const W: usize> CircleTally<W> {
    pub(crate) const EMPTY: Self = Self {
        count: 0,
        circles: 0,
        last: u32::MAX,
        all_mined: [0; W],
        few: [0; W],
        many: [0; W],
        least: [MINE; W],
        most: [0; W],
    };

    pub(crate) fn clear(&mut self) {
        if self.circles >= BATCH {
            self.many = [0; W];
        }
        (self.count, self.circles, self.last) = (0, 0, u32::MAX);
        (self.all_mined, self.few) = ([0; W], [0; W]);
        (self.least, self.most) = ([MINE; W], [0; W]);
    }

    #[inline]
    pub(crate) fn add(&mut self, row: &[u8; W], circle: u32) {
        self.count += 1;
        for (at, &number) in row.iter().enumerate() {
            self.least[at] = self.least[at].min(number);
            self.most[at] = self.most[at].max(number.wrapping_add(1));
        }
        if circle == self.last {
            for (all, &number) in self.all_mined.iter_mut().zip(row) {
                *all &= u8::from(number == MINE);
            }
            return;
        }
        self.last = circle;
        for (at, &number) in row.iter().enumerate() {
            self.few[at] += self.all_mined[at];
            self.all_mined[at] = u8::from(number == MINE);
        }
        self.circles += 1;
        if self.circles.is_multiple_of(BATCH) {
            for (many, few) in self.many.iter_mut().zip(&mut self.few) {
                *many += u32::from(std::mem::take(few));
            }
        }
    }

    /// Circles of which some have a cell safe: the most that can be won by opening it.
    pub(crate) fn safe(&self, cell: usize) -> u32 {
        self.circles - self.many[cell] - u32::from(self.few[cell]) - u32::from(self.all_mined[cell])
    }

    /// The most that can be won.
    pub(crate) fn bound(&self) -> u32 {
        let is_live = |cell: usize| self.least[cell].wrapping_add(1) != self.most[cell];
        if self.circles >= BATCH {
            let live = (0..W).filter(|&cell| is_live(cell));
            return live.map(|cell| self.safe(cell)).max().unwrap_or(1);
        }
        // The same in bytes, without a branch.
        let mut fewest = MINE;
        for at in 0..W {
            let live = self.least[at].wrapping_add(1) != self.most[at];
            let mined = self.few[at] + self.all_mined[at];
            fewest = fewest.min(if live { mined } else { MINE });
        }
        if fewest == MINE { 1 } else { self.circles - u32::from(fewest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::Random;

    const W: usize = 16;

    /// Rows as of a board: few numbers, many mines.
    fn rows(random: &mut Random, count: usize) -> Vec<[u8; W]> {
        let mut cell = |_| match random.below(5) {
            0 | 1 => MINE,
            number => number as u8 - 1,
        };
        (0..count).map(|_| std::array::from_fn(&mut cell)).collect()
    }

    fn are_rivals(one: &[u8; W], other: &[u8; W]) -> bool {
        one.iter().zip(other).all(|(&one, &other)| one == MINE || other == MINE || one == other)
    }

    /// Everybody is in one circle, circles follow each other, and in each all are rivals; also
    /// from one stretch to the next, and with words that are not full.
    #[test]
    fn in_a_circle_all_are_rivals() {
        let mut random = Random::named("circles", [1, 1]);
        let (mut circles, mut most) = (Circles::default(), 0);
        for count in [2, 3, 63, 64, 65, 200, 1_000, tunables::CIRCLES_STRETCH + 70] {
            let rows = rows(&mut random, count);
            let mut set: Vec<Member> =
                (0..count as u32).map(|which| Member { which, circle: 7 }).collect();
            let tally = Tally::over(rows.iter());
            let number = circles.divide(&mut set, &rows, &tally);
            let mut all: Vec<u32> = set.iter().map(|member| member.which).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..count as u32));
            let steps = set.windows(2).map(|pair| pair[1].circle - pair[0].circle);
            assert!(set[0].circle == 0 && steps.into_iter().all(|step| step <= 1));
            assert_eq!(set[count - 1].circle + 1, number);
            for circle in set.chunk_by(|one, other| one.circle == other.circle) {
                most = most.max(circle.len());
                for one in circle {
                    for other in circle {
                        assert!(are_rivals(&rows[one.which as usize], &rows[other.which as usize]));
                    }
                }
            }
        }
        assert!(most > 3, "{most}");
    }

    /// Three pairs of cells with a mine in one of each: all eight are rivals, unless a safe cell
    /// tells how many of the mines lie on the left.
    #[test]
    fn three_coin_flips_are_one_circle() {
        let circles = |is_told: bool| {
            let rows: Vec<[u8; W]> = (0..8_u8)
                .map(|left| {
                    std::array::from_fn(|cell| match cell {
                        0..6 if (left >> (cell / 2) & 1 == 1) == (cell % 2 == 0) => MINE,
                        0..6 => 1,
                        6 if is_told => left.count_ones() as u8,
                        _ => 2,
                    })
                })
                .collect();
            let mut set: Vec<Member> =
                (0..8).map(|which| Member { which, circle: which }).collect();
            Circles::default().divide(&mut set, &rows, &Tally::over(rows.iter()))
        };
        assert_eq!((circles(false), circles(true)), (1, 4));
    }

    /// Counts by circles, against their definition; also where they leave their bytes.
    #[test]
    fn what_may_be_won_is_counted_by_circles() {
        let mut random = Random::named("circle tally", [1, 1]);
        let mut tally = CircleTally::<W>::EMPTY;
        for count in [1, 2, 40, 255, 256, 400, 1_100, 3] {
            let mut rows = rows(&mut random, count);
            for row in &mut rows {
                // One that is a mine everywhere, and one with the same number everywhere.
                (row[0], row[1]) = (MINE, 3);
            }
            let mut circle = 0;
            let circles: Vec<u32> = rows
                .iter()
                .map(|_| {
                    circle += random.below(2);
                    circle
                })
                .collect();
            tally.clear();
            for (row, &circle) in rows.iter().zip(&circles) {
                tally.add(row, circle);
            }
            assert_eq!(tally.count as usize, count);
            let mut most = None;
            for cell in 0..W {
                let safe = rows.iter().zip(&circles).filter(|(row, _)| row[cell] != MINE);
                let (mut numbers, mut by): (Vec<u8>, Vec<u32>) =
                    safe.map(|(row, &circle)| (row[cell], circle)).unzip();
                numbers.sort_unstable();
                numbers.dedup();
                by.dedup();
                assert_eq!(tally.safe(cell) as usize, by.len(), "cell {cell} of {count}");
                if numbers.len() > 1 {
                    most = most.max(Some(by.len() as u32));
                }
            }
            assert_eq!(tally.bound(), most.unwrap_or(1), "{count} rows");
        }
    }
}

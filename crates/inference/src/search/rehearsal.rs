//! Rehearsals: what opening a cell wins of configurations written out, by simple play afterwards.
//!
//! Best play of some thousands of configurations takes a second to find (`expectimax`), since
//! every set of them is searched for its best cell. But to tell which of several cells is the best
//! *first* one, those who go on need not play perfectly, only alike and sensibly. So a rehearsal
//! opens what is safe in all configurations of a set, else one of its safest cells, the one after
//! which the next is safest; the set falls into the sets of its numbers, and so on until nothing
//! is left to be told. All configurations are played at once and every one of them only along one
//! path: some hundred nanoseconds each, with no luck in the sum. (Playouts of single layouts from
//! the same positions take a thousand times as long for as little noise.)
//!
//! What is won by it is a lower bound of best play. Where configurations are too many to be
//! written out, some drawn from them serve as well, except that small sets of them are told apart
//! too easily: then sets of few are not looked into. What was survived until then counts, and how
//! much is undecided still: two guesses that are survived as often may leave more or less to do.

use smallvec::SmallVec;
use surefoot_rules::{Cell, View};

use crate::search::configurations::Configurations;
use crate::search::drawn::Drawn;
use crate::search::tally::{MINE, Tally, row};
use crate::stop::Stop;
use crate::tunables;

/// How drawn configurations are played. See [`Rehearsal::survivors_by`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnPlay {
    /// Sets of so few are not looked into.
    pub few: usize,
    /// Whether those who must guess look one guess ahead; else they open the safest cell.
    pub ahead: bool,
}

/// What became of drawn configurations after a guess.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Survivors {
    /// How many are survived.
    pub count: u32,
    /// How many cells are undecided then, on average: one that is a mine in half of what looks
    /// alike counts ¼, as the variance of a coin does, one that is certain 0.
    pub undecided: f64,
}

/// Rehearses guesses, in memory that is used again. See [`wins_by`](Self::wins_by).
#[derive(Debug, Default)]
pub struct Rehearsal {
    small: (Stage<16>, Stage<32>, Stage<48>, Stage<64>),
    large: (Stage<96>, Stage<128>, Stage<192>, Stage<256>),
    stop: Stop,
}

/// A copy starts afresh: only memory would be copied.
impl Clone for Rehearsal {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Rehearsal {
    /// How many of the configurations are won if a cell is opened first, for each of these cells,
    /// by simple play afterwards: never more than best play wins, and mostly nearly as many. Cells
    /// that are not listed are mines and win none.
    ///
    /// Every configuration that is looked at takes one of `looks`; `None` if they run out, if the
    /// work was [stopped](Stop::during), or if a cell has more than 31 undecided neighbours.
    ///
    /// ```
    /// use surefoot_inference::{Rehearsal, Workspace};
    /// use surefoot_rules::{Cell, view};
    ///
    /// // A mine beside the 1, another among the last two: the cells in the middle tell of both.
    /// let view = view!["5x1/2", "* 1 * * *"];
    /// let listed = Workspace::default().solve(&view)?.configurations(10).unwrap();
    /// let cells = [0, 2, 3, 4].map(Cell::new);
    /// let wins = Rehearsal::default().wins_by(&view, &listed, &cells, &mut 1_000).unwrap();
    /// assert_eq!((listed.mines.len(), wins), (4, vec![1, 2, 2, 1]));
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn wins_by(
        &mut self,
        view: &View,
        configurations: &Configurations,
        cells: &[Cell],
        looks: &mut usize,
    ) -> Option<Vec<u32>> {
        let beside = configurations.beside(view)?;
        let numbers = SceneNumbers::Listed(&beside, &configurations.mines);
        let play = DrawnPlay { few: 1, ahead: true };
        let found = self.play(&configurations.cells, numbers, cells, play, looks)?;
        Some(found.into_iter().map(|found| found.count).collect())
    }

    /// How many of drawn configurations are survived if a cell is opened first, for each of these
    /// cells, by simple play until few are left that look alike, and what is undecided then. `None`
    /// as for [`wins_by`](Self::wins_by), or if more than 256 cells are undecided.
    ///
    /// ```
    /// use surefoot_inference::{DrawnPlay, Rehearsal, Workspace};
    /// use surefoot_rules::{Cell, Deal, Random, view};
    ///
    /// let view = view!["5x1/2", "* 1 * * *"];
    /// let mut random = Random::for_player(Deal::new(1, 0), "example");
    /// let drawn = Workspace::default().solve(&view)?.draw(400, &mut random);
    /// let (cells, play) = ([0, 2].map(Cell::new), DrawnPlay { few: 8, ahead: false });
    /// let found = Rehearsal::default().survivors_by(&drawn, &cells, play, &mut 10_000).unwrap();
    /// // A quarter of the games is won from the end, half of them from the middle.
    /// assert!(found[0].count < 150 && found[1].count > 150);
    /// assert_eq!(found[1].undecided, 0.0);
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn survivors_by(
        &mut self,
        drawn: &Drawn,
        cells: &[Cell],
        play: DrawnPlay,
        looks: &mut usize,
    ) -> Option<Vec<Survivors>> {
        let play = DrawnPlay { few: play.few.max(2), ..play };
        self.play(drawn.cells(), SceneNumbers::Drawn(drawn), cells, play, looks)
    }

    fn play(
        &mut self,
        listed: &[Cell],
        numbers: SceneNumbers<'_>,
        cells: &[Cell],
        play: DrawnPlay,
        looks: &mut usize,
    ) -> Option<Vec<Survivors>> {
        let place = |cell: &Cell| listed.iter().position(|other| other == cell);
        let places: Vec<Option<usize>> = cells.iter().map(place).collect();
        let scene = Scene { numbers, places: &places, play, stop: &self.stop };
        let (small, large) = (&mut self.small, &mut self.large);
        match listed.len() {
            0..=16 => small.0.play(&scene, looks),
            17..=32 => small.1.play(&scene, looks),
            33..=48 => small.2.play(&scene, looks),
            49..=64 => small.3.play(&scene, looks),
            65..=96 => large.0.play(&scene, looks),
            97..=128 => large.1.play(&scene, looks),
            129..=192 => large.2.play(&scene, looks),
            193..=256 => large.3.play(&scene, looks),
            _ => None,
        }
    }
}

/// Numbers below this may be told apart two cells at a time.
const PAIRED: usize = 9;

/// The numbers of configurations.
#[derive(Clone, Copy)]
enum SceneNumbers<'a> {
    /// By the cells beside each cell, and by mines.
    Listed(&'a [u128], &'a [u128]),
    Drawn(&'a Drawn),
}

/// What is rehearsed.
struct Scene<'a> {
    numbers: SceneNumbers<'a>,
    /// The cells to be opened first, by their places.
    places: &'a [Option<usize>],
    play: DrawnPlay,
    stop: &'a Stop,
}

/// Rehearsals of at most `W` cells.
#[derive(Debug, Default)]
struct Stage<const W: usize> {
    /// The numbers of configurations: all of them, and behind them the sets under way, each a
    /// stretch. (Copies of rows that lie side by side are counted faster than lists of them.)
    rows: Vec<[u8; W]>,
    few: usize,
    ahead: bool,
    looks: usize,
    /// What is undecided for those who survived a guess, summed up.
    undecided: f64,
    stop: Stop,
}

/// Work that was broken off.
struct BrokenOff;

impl<const W: usize> Stage<W> {
    fn play(&mut self, scene: &Scene<'_>, looks: &mut usize) -> Option<Vec<Survivors>> {
        self.rows.clear();
        match scene.numbers {
            SceneNumbers::Listed(beside, mines) => {
                self.rows.extend(mines.iter().map(|&mines| row(mines, beside)));
            }
            SceneNumbers::Drawn(drawn) => self.rows.extend(drawn.rows().map(|numbers| {
                let mut row = [MINE; W];
                row[..numbers.len()].copy_from_slice(numbers);
                row
            })),
        }
        (self.few, self.ahead) = (scene.play.few, scene.play.ahead);
        (self.looks, self.stop) = (*looks, scene.stop.clone());
        let all = self.rows.len();
        let found = scene.places.iter().map(|place| {
            let Some(cell) = *place else { return Ok(Survivors::default()) };
            self.undecided = 0.0;
            let count = self.open(0, all, cell, None)?;
            Ok(Survivors { count, undecided: self.undecided / f64::from(count.max(1)) })
        });
        let found: Result<Vec<Survivors>, BrokenOff> = found.collect();
        *looks = self.looks;
        found.ok()
    }

    /// The wins of a set if a cell is opened, and another with it that is safe as well; both
    /// then show small numbers.
    fn open(
        &mut self,
        start: usize,
        end: usize,
        cell: usize,
        other: Option<usize>,
    ) -> Result<u32, BrokenOff> {
        let number = |row: &[u8; W]| match other {
            _ if row[cell] == MINE => None,
            Some(other) => Some(usize::from(row[cell]) * PAIRED + usize::from(row[other])),
            None => Some(usize::from(row[cell])),
        };
        let top = self.rows.len();
        // Where the set of each number begins, and where its next row goes.
        let mut next = [0_u32; PAIRED * PAIRED];
        for number in self.rows[start..end].iter().filter_map(number) {
            next[number] += 1;
        }
        let mut sets: SmallVec<[(usize, usize); 16]> = SmallVec::new();
        let mut at = top;
        for place in next.iter_mut().filter(|place| **place > 0) {
            let count = *place as usize;
            *place = at as u32;
            sets.push((at, at + count));
            at += count;
        }
        self.rows.resize(at, [MINE; W]);
        for from in start..end {
            let row = self.rows[from];
            if let Some(number) = number(&row) {
                self.rows[next[number] as usize] = row;
                next[number] += 1;
            }
        }
        let mut wins = 0;
        for (start, end) in sets {
            wins += self.wins(start, end)?;
        }
        self.rows.truncate(top);
        Ok(wins)
    }

    /// The wins of a set by simple play.
    fn wins(&mut self, start: usize, end: usize) -> Result<u32, BrokenOff> {
        let count = end - start;
        if count <= self.few {
            if self.few > 1 {
                let tally = Tally::over(self.rows[start..end].iter());
                // Whole numbers, so that their order does not matter.
                let pairs = |cell| tally.safe(cell) * (tally.count - tally.safe(cell));
                let pairs: u32 = (0..W).map(pairs).sum();
                self.undecided += f64::from(pairs) / count as f64;
            }
            return Ok(count as u32);
        }
        self.looks = self.looks.checked_sub(count).ok_or(BrokenOff)?;
        let tally = Tally::over(self.rows[start..end].iter());
        let bound = tally.bound();
        if bound == 1 {
            return Ok(self.alike(start, end));
        }
        // Two are told apart or not; of three with nothing free, a live cell wins the two
        // that it tells apart.
        if self.few == 1 && (count == 2 || count == 3 && bound == 2) {
            return Ok(bound);
        }
        let live = || (0..W).filter(|&cell| tally.is_live(cell));
        if bound as usize == count {
            // The two free cells that may tell most, at once.
            let mut free: SmallVec<[usize; 16]> =
                live().filter(|&cell| tally.safe(cell) == tally.count).collect();
            free.sort_by_key(|&cell| std::cmp::Reverse(tally.range(cell)));
            let small = |cell: usize| tally.shows_less_than(cell, PAIRED);
            let other = free.get(1).copied().filter(|&other| small(other) && small(free[0]));
            return self.open(start, end, free[0], other);
        }
        if self.stop.is_stopped() {
            return Err(BrokenOff);
        }
        let best = self.simple_guess(start, end, &tally);
        self.open(start, end, best, None)
    }

    /// Of the safest live cells the one after which the next is safest.
    fn simple_guess(&mut self, start: usize, end: usize, tally: &Tally<W>) -> usize {
        let least = tunables::REHEARSAL_BAND * f64::from(tally.bound());
        let mut rated: SmallVec<[(u32, usize); 32]> = (0..W)
            .filter(|&cell| tally.is_live(cell) && f64::from(tally.safe(cell)) >= least)
            .map(|cell| (tally.safe(cell), cell))
            .collect();
        rated.sort_unstable_by_key(|&(safe, cell)| {
            (std::cmp::Reverse((safe, tally.range(cell))), cell)
        });
        rated.truncate(if self.ahead { tunables::REHEARSAL_CANDIDATES } else { 1 });
        let (mut most, mut best) = (0, rated[0].1);
        for &(safe, cell) in rated.iter().filter(|_| rated.len() > 1) {
            if safe <= most {
                break;
            }
            let mut tallies = [const { None::<Tally<W>> }; PAIRED];
            for row in &self.rows[start..end] {
                // More than eight neighbours are rare, and told apart only as they are opened.
                let number =
                    usize::from(row[cell]).min(if row[cell] == MINE { PAIRED } else { PAIRED - 1 });
                if let Some(tally) = tallies.get_mut(number) {
                    tally.get_or_insert(Tally::EMPTY).add(row);
                }
            }
            self.looks = self.looks.saturating_sub(end - start);
            let next = tallies.iter().flatten().map(Tally::bound).sum();
            if next > most {
                (most, best) = (next, cell);
            }
        }
        best
    }

    /// With nothing left to be told: how many are the likeliest configuration. Where all are
    /// listed, each is there once.
    fn alike(&self, start: usize, end: usize) -> u32 {
        if self.few == 1 {
            return 1;
        }
        let mut kinds: SmallVec<[(&[u8; W], u32); 8]> = SmallVec::new();
        for row in &self.rows[start..end] {
            match kinds.iter_mut().find(|(kind, _)| *kind == row) {
                Some((_, count)) => *count += 1,
                None => kinds.push((row, 1)),
            }
        }
        kinds.iter().map(|(_, count)| *count).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests;

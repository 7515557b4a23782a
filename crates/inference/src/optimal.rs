//! Best play of a small remainder, exactly.
//!
//! Once the configurations of a view can be listed, the probability to win under
//! the best play is a finite computation. What matters is only the set of
//! configurations still possible: every cell that is safe in all of them is opened
//! for nothing, and after that two views with the same set have the same future. So
//! the search goes over sets, remembers their values, and asks of every cell that
//! may be safe into which sets its number divides them. The wins of a set are the
//! most, over cells, of the summed wins of its parts.
//!
//! Three cuts keep it small: a cell cannot win more than the configurations in
//! which it is safe (cells are tried in that order), a part's loss counts against
//! its cell at once, and a *dead* cell, whose number is the same wherever it is
//! safe, is never better than playing on as if it were safe.

use std::collections::HashMap;

use surefoot_rules::{Cell, Random, View};

use crate::configurations::Configurations;

/// In place of a number: a mine.
const MINE: u8 = u8::MAX;

/// More than any number of a cell.
const NUMBERS: usize = 32;

/// What the best play of a remainder is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// Configurations won by the best play, of all.
    pub wins: u32,
    /// How many configurations there are.
    pub configurations: u32,
    /// A best cell to open.
    pub best: Cell,
    /// Whether that cell is safe in every configuration.
    pub certain: bool,
}

impl Optimum {
    /// The probability to win.
    pub fn value(&self) -> f64 {
        f64::from(self.wins) / f64::from(self.configurations)
    }
}

/// Searches remainders, in memory that is used again.
///
/// ```
/// use surefoot_inference::{Endgame, Workspace};
/// use surefoot_rules::view;
///
/// // One mine in two cells nobody can tell apart.
/// let view = view!["3x1/1", "* 1 *"];
/// let mut workspace = Workspace::default();
/// let configurations = workspace.solve(&view)?.configurations(10).unwrap();
/// let optimum = Endgame::default().solve(&view, &configurations, 1_000).unwrap();
/// assert_eq!((optimum.wins, optimum.configurations, optimum.value()), (1, 2, 0.5));
/// # Ok::<(), surefoot_inference::Trouble>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Endgame {
    /// Per cell and configuration: its number among the undecided cells, or a mine.
    numbers: Vec<u8>,
    configurations: usize,
    cells: usize,
    /// Per configuration: a random word; a set's key is their sum.
    words: Vec<u128>,
    memo: HashMap<u128, u32>,
    /// Sets under way, one behind the other.
    sets: Vec<u16>,
    nodes: usize,
}

impl Endgame {
    /// The best play of a view with these configurations; `None` if it takes more
    /// than `budget` sets, if there are more than 65 535 configurations, or if there
    /// is nothing left to open.
    pub fn solve(
        &mut self,
        view: &View,
        configurations: &Configurations,
        budget: usize,
    ) -> Option<Optimum> {
        let count = configurations.mines.len();
        self.nodes = budget;
        if count == 0 || count > usize::from(u16::MAX) || configurations.cells.is_empty() {
            return None;
        }
        self.read(view, configurations)?;
        self.memo.clear();
        self.sets.clear();
        self.sets.extend(0..count as u16);
        let (wins, best) = self.best_of(0..count)?;
        // With nothing to find out, the rest is there to be opened.
        let safe = |endgame: &Self, cell: usize| !endgame.row(cell).contains(&MINE);
        let best = best.or_else(|| (0..self.cells).find(|&cell| safe(self, cell)))?;
        let certain = safe(self, best);
        let (configurations, best) = (count as u32, configurations.cells[best]);
        Some(Optimum { wins, configurations, best, certain })
    }

    /// What the last search left of its budget.
    pub fn nodes_left(&self) -> usize {
        self.nodes
    }

    /// Takes in a remainder; `None` if a cell has more neighbours than are planned
    /// for.
    fn read(&mut self, view: &View, listed: &Configurations) -> Option<()> {
        (self.configurations, self.cells) = (listed.mines.len(), listed.cells.len());
        while self.words.len() < self.configurations {
            let mut random = Random::for_player(0, self.words.len() as u64, "endgame");
            let word = |random: &mut Random| u128::from(random.bits());
            self.words.push(word(&mut random) << 64 | word(&mut random));
        }
        self.numbers.clear();
        for (at, &cell) in listed.cells.iter().enumerate() {
            let mut beside = 0_u128;
            for (other, neighbour) in listed.cells.iter().enumerate() {
                if view.neighbours(cell).contains(neighbour) {
                    beside |= 1 << other;
                }
            }
            if beside.count_ones() as usize >= NUMBERS {
                return None;
            }
            self.numbers.extend(listed.mines.iter().map(|mines| {
                if mines >> at & 1 == 1 { MINE } else { (mines & beside).count_ones() as u8 }
            }));
        }
        Some(())
    }

    fn row(&self, cell: usize) -> &[u8] {
        &self.numbers[cell * self.configurations..][..self.configurations]
    }

    /// The wins of a set, from memory if it was seen before.
    fn wins(&mut self, set: std::ops::Range<usize>) -> Option<u32> {
        match set.len() {
            0 => return Some(0),
            1 => return Some(1),
            _ => {}
        }
        let words = self.sets[set.clone()].iter().map(|&at| self.words[usize::from(at)]);
        let key = words.fold(0_u128, u128::wrapping_add);
        if let Some(&wins) = self.memo.get(&key) {
            return Some(wins);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let (wins, _) = self.best_of(set)?;
        self.memo.insert(key, wins);
        Some(wins)
    }

    /// The wins of a set and a best cell, if any cell tells anything or may be a
    /// mine.
    fn best_of(&mut self, set: std::ops::Range<usize>) -> Option<(u32, Option<usize>)> {
        // Safe everywhere: opened for nothing. Else by the configurations lost.
        let mut moves: smallvec::SmallVec<[(u32, u8); 64]> = smallvec::SmallVec::new();
        let mut dead = None;
        for cell in 0..self.cells {
            let row = self.row(cell);
            let (mut safe, mut seen, mut varies) = (0, MINE, false);
            for &at in &self.sets[set.clone()] {
                let number = row[usize::from(at)];
                if number != MINE {
                    safe += 1;
                    varies |= seen != MINE && seen != number;
                    seen = number;
                }
            }
            if safe as usize == set.len() && varies {
                let wins = self.split(set, cell, 0)?;
                return Some((wins, Some(cell)));
            }
            if safe > 0 && (safe as usize) < set.len() {
                if varies {
                    moves.push((safe, cell as u8));
                } else if dead.is_none_or(|(most, _)| safe > most) {
                    dead = Some((safe, cell as u8));
                }
            }
        }
        moves.sort_unstable_by_key(|&(safe, cell)| (std::cmp::Reverse(safe), cell));
        let (mut most, mut best) = (0, None);
        // Opening a dead cell is only ever as good as another; it is the last resort.
        for &(safe, cell) in moves.iter().chain(&dead) {
            if safe <= most {
                continue;
            }
            let wins = self.split(set.clone(), usize::from(cell), most)?;
            if wins > most {
                (most, best) = (wins, Some(usize::from(cell)));
            }
        }
        if best.is_none() {
            // Nothing is left to find out: one configuration, or all cells safe.
            most = 1;
        }
        Some((most, best))
    }

    /// The wins of a set if a cell is opened; 0 if they are not more than `most`.
    fn split(&mut self, set: std::ops::Range<usize>, cell: usize, most: u32) -> Option<u32> {
        let start = self.sets.len();
        let mut counts = [0_u16; NUMBERS];
        for at in set.clone() {
            let number = self.row(cell)[usize::from(self.sets[at])];
            if number != MINE {
                counts[usize::from(number)] += 1;
            }
        }
        let mut ends = [0_usize; NUMBERS];
        let mut end = start;
        for (place, &count) in ends.iter_mut().zip(&counts) {
            *place = end;
            end += usize::from(count);
        }
        self.sets.resize(end, 0);
        for at in set {
            let which = self.sets[at];
            let number = self.row(cell)[usize::from(which)];
            if number != MINE {
                let place = &mut ends[usize::from(number)];
                self.sets[*place] = which;
                *place += 1;
            }
        }
        let mut possible = (end - start) as u32;
        let mut wins = 0;
        let mut from = start;
        for count in counts {
            let to = from + usize::from(count);
            let part = self.wins(from..to)?;
            wins += part;
            possible -= u32::from(count) - part;
            from = to;
            if possible <= most {
                self.sets.truncate(start);
                return Some(0);
            }
        }
        self.sets.truncate(start);
        Some(wins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Workspace, oracle};
    use surefoot_rules::{Action, Draft, Game, GameKind, Grid, Layout, Point, Rules, view};

    fn best(view: &View) -> Optimum {
        let mut workspace = Workspace::default();
        let configurations = workspace.solve(view).unwrap().configurations(100_000).unwrap();
        Endgame::default().solve(view, &configurations, 10_000_000).unwrap()
    }

    /// Wins under the best play, computed elsewhere.
    #[test]
    fn small_boards_are_worth_what_others_found() {
        let known: [(u32, u32, &[u32]); 4] = [
            (3, 3, &[8, 24, 33, 27, 16]),
            (4, 3, &[11, 52, 124, 173, 157]),
            (4, 4, &[15, 102, 400, 961, 1461]),
            (5, 5, &[24, 266]),
        ];
        for (width, height, wins) in known {
            for (&wins, mines) in wins.iter().zip(1..) {
                let grid = Grid::new(width, height).unwrap();
                let view = View::try_from(Draft::new(grid, Some(mines))).unwrap();
                assert_eq!(best(&view).wins, wins, "{width}x{height}/{mines}");
            }
        }
        let view = view!["5x4/5", "*****", "*1***", "*3***", "*****"];
        let optimum = best(&view);
        assert_eq!((optimum.wins, optimum.configurations), (285, 360));
        assert_eq!(view.grid().point(optimum.best), Point { x: 2, y: 0 });
    }

    /// By the rule book alone: try every cell, and every number it may show.
    fn by_hand(layouts: &[Layout], open: &mut Vec<Cell>) -> u32 {
        let Some(first) = layouts.first() else { return 0 };
        if open.len() + first.count() as usize == first.grid().len() {
            return layouts.len() as u32;
        }
        let mut most = 0;
        for cell in first.grid().cells() {
            if open.contains(&cell) || layouts.iter().all(|layout| layout.is_mine(cell)) {
                continue;
            }
            open.push(cell);
            let wins = (0..=8)
                .map(|number| {
                    let part: Vec<_> = layouts
                        .iter()
                        .filter(|l| !l.is_mine(cell) && l.number(cell) == number)
                        .cloned()
                        .collect();
                    by_hand(&part, open)
                })
                .sum();
            open.pop();
            most = most.max(wins);
        }
        most
    }

    #[test]
    fn best_play_is_that_of_plain_search() {
        let mut tried = 0;
        for index in 0..400 {
            let mut random = Random::for_player(3, index, "optimal");
            let grid = Grid::new(2 + random.below(3), 2 + random.below(2)).unwrap();
            let mines = 1 + random.below(grid.len() as u32 / 2);
            let mut game = Game::new(Rules::new(GameKind::Score, grid.clone(), mines)).unwrap();
            game.deal(3, index);
            for _ in 0..3 + random.below(4) {
                let _ = game.play(Action::Open(Cell::new(random.below(grid.len() as u32))));
            }
            let view = game.view();
            let closed = view.hidden().count();
            if closed <= mines as usize || closed > 7 || view.opened_mines() > 0 {
                continue;
            }
            let found = oracle::configurations(view, crate::Unknown::AnyTotal);
            let layouts: Vec<Layout> =
                found.into_keys().map(|mines| Layout::new(grid.clone(), mines).unwrap()).collect();
            let mut open: Vec<Cell> =
                grid.cells().filter(|&cell| !view.tile(cell).is_closed()).collect();
            let optimum = best(view);
            assert_eq!(optimum.wins, by_hand(&layouts, &mut open), "{view:?}");
            tried += 1;
        }
        assert!(tried > 50, "{tried}");
    }

    #[test]
    fn a_small_budget_is_kept() {
        let view = view!["5x5/5", "*****", "*****", "*****", "*****", "*****"];
        let configurations =
            Workspace::default().solve(&view).unwrap().configurations(60_000).unwrap();
        assert_eq!(Endgame::default().solve(&view, &configurations, 10), None);
    }
}

//! The sums that a derivation works with, read off the clues.
//!
//! Regions are what can be bounded: boxes of alike cells, and where the number of mines is
//! needed also the sea and, for boxes that hang together, all of them; so that what two far
//! parts of the board hold is added, not tried in all combinations. Sums are sums over
//! regions that are known exactly: a clue, the difference of two clues that share
//! cells, several clues side by side, the number of mines. Subtracting more than two
//! clues from each other would find more at once, but no person does it.

#![allow(clippy::cast_possible_wrap)] // there are at most 2^26 cells

use smallvec::SmallVec;
use surefoot_rules::{Cell, View};

use crate::logic::alike::touched;
use crate::proof::grounds::{Around, Grounds, sum_of};

/// A sum that is known exactly: clues, some of them subtracted, perhaps with the number of mines.
#[derive(Clone, Debug)]
pub(crate) struct SumRow {
    /// Regions with their signs.
    pub(crate) terms: Vec<(u16, i8)>,
    pub(crate) sum: i32,
    /// Clues by their place, with their signs; the number of mines is one beyond the last.
    pub(crate) clues: SmallVec<[(u16, i8); 2]>,
}

/// Regions, and the rows over them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    pub(crate) regions: Vec<Vec<Cell>>,
    pub(crate) rows: Vec<SumRow>,
    /// How many rows are single clues, how many single or pairs, how many there are.
    pub(crate) tiers: [usize; 3],
    /// The region of the cell in question.
    pub(crate) goal: u16,
}

impl Sums {
    /// Reads them off the grounds of a cell.
    pub(crate) fn read(view: &View, cell: Cell, grounds: &Grounds) -> Self {
        let mut it = Self::default();
        let sums: Vec<_> = grounds.clues.iter().filter_map(|&clue| sum_of(view, clue)).collect();
        let boxes_of = it.add_boxes(&sums);
        let needs: Vec<i32> = sums.iter().map(|&(_, need)| need).collect();
        it.add_clues(&needs, &boxes_of);
        it.tiers[0] = it.rows.len();
        it.add_pairs(&needs, &boxes_of);
        it.tiers[1] = it.rows.len();
        if grounds.total {
            it.add_total(view, &needs, &boxes_of);
        }
        it.tiers[2] = it.rows.len();
        let goal = it.regions.iter().position(|cells| cells.contains(&cell));
        it.goal = goal.unwrap_or(0) as u16;
        it
    }

    /// Boxes of alike cells; those of each clue.
    fn add_boxes(&mut self, sums: &[(Around, i32)]) -> Vec<Vec<u16>> {
        let alike = touched(sums.iter().map(|(closed, _)| &closed[..]));
        let mut boxes_of: Vec<Vec<u16>> = vec![Vec::new(); sums.len()];
        for same in alike.chunk_by(|a, b| a.0 == b.0) {
            for &clue in &same[0].0 {
                boxes_of[clue as usize].push(self.regions.len() as u16);
            }
            self.regions.push(same.iter().map(|&(_, cell)| cell).collect());
        }
        boxes_of
    }

    /// Every clue alone.
    fn add_clues(&mut self, needs: &[i32], boxes_of: &[Vec<u16>]) {
        for ((&sum, boxes), at) in needs.iter().zip(boxes_of).zip(0..) {
            let terms = boxes.iter().map(|&region| (region, 1)).collect();
            let clues = SmallVec::from_slice(&[(at, 1)]);
            self.rows.push(SumRow { terms, sum, clues });
        }
    }

    /// The differences of clues that share boxes.
    fn add_pairs(&mut self, needs: &[i32], boxes_of: &[Vec<u16>]) {
        for one in 0..needs.len() {
            for two in one + 1..needs.len() {
                let (ours, theirs) = (&boxes_of[one], &boxes_of[two]);
                if !ours.iter().any(|region| theirs.contains(region)) {
                    continue;
                }
                let less = |a: &[u16], b: &[u16], sign| {
                    let beyond = a.iter().copied().filter(|region| !b.contains(region));
                    beyond.map(|region| (region, sign)).collect::<Vec<(u16, i8)>>()
                };
                let mut terms = less(ours, theirs, 1);
                terms.extend(less(theirs, ours, -1));
                let clues = SmallVec::from_slice(&[(one as u16, 1), (two as u16, -1)]);
                self.rows.push(SumRow { terms, sum: needs[one] - needs[two], clues });
            }
        }
    }

    /// The sea, sums of what hangs together, and the number of mines over these.
    fn add_total(&mut self, view: &View, needs: &[i32], boxes_of: &[Vec<u16>]) {
        let boxes = self.regions.len();
        let mut part: Vec<usize> = (0..boxes).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for boxes in boxes_of {
                let least = boxes.iter().map(|&region| part[region as usize]).min().unwrap_or(0);
                for &region in boxes {
                    changed |= part[region as usize] != least;
                    part[region as usize] = least;
                }
            }
        }
        let mut whole: Vec<(u16, i8)> = Vec::new();
        for root in 0..boxes {
            let members: Vec<u16> =
                (0..boxes as u16).filter(|&region| part[region as usize] == root).collect();
            match members[..] {
                [] => {}
                [only] => whole.push((only, 1)),
                _ => {
                    let union = self.regions.len() as u16;
                    let mut cells: Vec<Cell> = members
                        .iter()
                        .flat_map(|&region| self.regions[region as usize].iter().copied())
                        .collect();
                    cells.sort_unstable();
                    self.regions.push(cells);
                    whole.push((union, 1));
                    let here: Vec<u16> = (0..boxes_of.len() as u16)
                        .filter(|&clue| {
                            boxes_of[clue as usize]
                                .first()
                                .is_some_and(|region| members.contains(region))
                        })
                        .collect();
                    self.add_union(union, &members, &here, needs, boxes_of);
                }
            }
        }
        let mut in_region = vec![false; view.grid().len()];
        for cell in self.regions.iter().flatten() {
            in_region[cell.index()] = true;
        }
        let sea: Vec<Cell> = view
            .grid()
            .cells()
            .filter(|&cell| view.tile(cell).is_closed() && !in_region[cell.index()])
            .collect();
        if !sea.is_empty() {
            whole.push((self.regions.len() as u16, 1));
            self.regions.push(sea);
        }
        let left = view.mines().unwrap_or(0) as i32 - view.opened_mines() as i32;
        let clues = SmallVec::from_slice(&[(needs.len() as u16, 1)]);
        self.rows.push(SumRow { terms: whole, sum: left, clues });
    }

    /// What clues say of the sum of a part: as many as fit beside each other bound
    /// it from below, as many as cover it from above.
    fn add_union(
        &mut self,
        union: u16,
        members: &[u16],
        clues: &[u16],
        needs: &[i32],
        boxes_of: &[Vec<u16>],
    ) {
        let mut choices: Vec<Vec<u16>> = vec![Vec::new()];
        for first in 0..clues.len() {
            let order = || clues[first..].iter().chain(&clues[..first]);
            let mut covered: Vec<u16> = Vec::new();
            let mut packing: Vec<u16> = Vec::new();
            for &clue in order() {
                let boxes = &boxes_of[clue as usize];
                if !boxes.iter().any(|region| covered.contains(region)) {
                    covered.extend(boxes);
                    packing.push(clue);
                }
            }
            // The packing, and what it takes to cover the rest.
            let mut cover = packing.clone();
            for &clue in order() {
                let boxes = &boxes_of[clue as usize];
                if boxes.iter().any(|region| !covered.contains(region)) {
                    covered.extend(boxes);
                    cover.push(clue);
                }
            }
            packing.sort_unstable();
            cover.sort_unstable();
            choices.push(packing);
            choices.push(cover);
        }
        choices.sort_unstable();
        choices.dedup();
        for chosen in choices {
            let times = |region: u16| {
                chosen.iter().filter(|&&clue| boxes_of[clue as usize].contains(&region)).count()
            };
            let mut terms: Vec<(u16, i8)> = vec![(union, 1)];
            let counts: Vec<i8> = members.iter().map(|&region| times(region) as i8 - 1).collect();
            if counts.iter().any(|&count| count > 1) {
                continue;
            }
            let other = members.iter().zip(&counts).filter(|(_, count)| **count != 0);
            terms.extend(other.map(|(&region, &count)| (region, count)));
            let sum = chosen.iter().map(|&clue| needs[clue as usize]).sum();
            let clues = chosen.iter().map(|&clue| (clue, 1)).collect();
            self.rows.push(SumRow { terms, sum, clues });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::view;

    /// Regions and rows as they are written: terms, sum, clues.
    fn read(view: &View, clues: &[u32], total: bool) -> (Vec<Vec<usize>>, Vec<String>, Sums) {
        let clues = clues.iter().copied().map(Cell::new).collect();
        let grounds = Grounds { mine: true, clues, total, smallest: true };
        let cell = view.hidden().next().unwrap();
        let sums = Sums::read(view, cell, &grounds);
        let cells = |region: &Vec<Cell>| region.iter().map(|cell| cell.index()).collect();
        let signed = |(at, sign): (u16, i8)| format!("{}{at}", if sign > 0 { '+' } else { '-' });
        let row = |row: &SumRow| {
            let terms: String = row.terms.iter().copied().map(signed).collect();
            let clues: String = row.clues.iter().copied().map(signed).collect();
            format!("{terms} = {} by {clues}", row.sum)
        };
        (sums.regions.iter().map(cells).collect(), sums.rows.iter().map(row).collect(), sums)
    }

    #[test]
    fn clues_and_their_differences_are_rows() {
        let view = view!["3x2/?", "1 2 1", "* * *"];
        let (regions, rows, sums) = read(&view, &[0, 1, 2], false);
        assert_eq!(regions, [[3], [4], [5]]);
        let singles = ["+0+1 = 1 by +0", "+0+1+2 = 2 by +1", "+1+2 = 1 by +2"];
        let pairs = ["-2 = -1 by +0-1", "+0-2 = 0 by +0-2", "+0 = 1 by +1-2"];
        assert_eq!(rows, [singles, pairs].concat());
        assert_eq!((sums.tiers, sums.goal), ([3, 6, 6], 0));
    }

    #[test]
    fn opened_mines_are_taken_off() {
        let (regions, rows, _) = read(&view!["3x1/?", "M 2 *"], &[1], false);
        assert_eq!((regions, rows), (vec![vec![2]], vec!["+0 = 1 by +0".to_owned()]));
    }

    #[test]
    fn the_number_of_mines_is_a_row_over_boxes_and_sea() {
        let (regions, rows, sums) = read(&view!["5x1/1", "* 1 * * *"], &[1], true);
        assert_eq!(regions, [[0, 2], [3, 4]]);
        assert_eq!(rows, ["+0 = 1 by +0", "+0+1 = 1 by +1"]);
        assert_eq!(sums.tiers, [1, 1, 2]);
    }

    /// Boxes that hang together have a sum: of all of them, and what clues say of it.
    #[test]
    fn what_hangs_together_has_a_sum_of_its_own() {
        let (regions, rows, sums) = read(&view!["5x1/2", "* 1 * 1 *"], &[1, 3], true);
        assert_eq!(regions, [vec![0], vec![2], vec![4], vec![0, 2, 4]]);
        let expected = [
            "+0+1 = 1 by +0",
            "+1+2 = 1 by +1",
            "+0-2 = 0 by +0-1",
            "+3-0-1-2 = 0 by ",
            "+3-2 = 1 by +0",
            "+3+1 = 2 by +0+1",
            "+3-0 = 1 by +1",
            "+3 = 2 by +2",
        ];
        assert_eq!(rows, expected);
        assert_eq!(sums.tiers, [2, 3, 8]);
    }
}

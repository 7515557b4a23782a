//! ZiNi: how few clicks clear a board when flags and chords are used, as estimated by Elmar
//! Zimmermann and Christoph Nikolaus (2009).
//!
//! The least number of left, right and double clicks is hard to find, so their rule is greedy. Each
//! safe cell has a *premium*: what a chord on it would open, in units of 3BV, less the clicks it
//! takes to get there (to open it, to flag each mine around it, and the chord itself). The cell of
//! the highest premium is opened, flagged around and chorded, as long as any saves a click; what is
//! left is clicked. *Human* ZiNi opens all openings first and chords only on open cells.
//!
//! Ties go to the first cell column by column, from the left and the top: the answer depends on it, and
//! all published numbers are made so.
//!
//! Premiums are kept in bytes, in that order, so the highest of an expert board is found in some tens of
//! nanoseconds; the obvious scan over cells is most of the time of others' programs.

use crate::{Cell, Layout, Point};

/// The clicks that clear a board by the two rules.
///
/// ```
/// use surefoot_rules::{Zini, layout};
///
/// // Eight left clicks, or one in the middle of an edge, a flag, and three chords.
/// let layout = layout![". . .", ". M .", ". . ."];
/// assert_eq!(Zini::of(&layout), Zini { greedy: 5, human: 6 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Zini {
    /// With chords wherever they save a click.
    pub greedy: u32,
    /// With all openings opened first, and chords on open cells only.
    pub human: u32,
}

impl Zini {
    /// Both, for a layout.
    pub fn of(layout: &Layout) -> Self {
        let ground = Ground::of(layout);
        Self { greedy: Clicking::new(&ground).all(false), human: Clicking::new(&ground).all(true) }
    }
}

/// A board column by column: what does not change while it is clicked.
struct Ground {
    /// Cells beside each cell, and where each one's begin.
    beside: Vec<u32>,
    begins: Vec<u32>,
    mine: Vec<bool>,
    zero: Vec<bool>,
    /// The openings that a cell belongs to or borders, from 1; a number borders two at the most.
    openings: Vec<[u32; 2]>,
    /// The cells of each opening.
    opened_by: Vec<Vec<u32>>,
    /// Premiums before the first click; no mine has one.
    premium: Vec<i8>,
    safe: u32,
}

/// Below all premiums.
const NEVER: i8 = i8::MIN;

impl Ground {
    fn of(layout: &Layout) -> Self {
        let grid = layout.grid();
        let (width, height) = (grid.width(), grid.height());
        let place = |cell: Cell| {
            let Point { x, y } = grid.point(cell);
            (x * height + y) as usize
        };
        let cells: Vec<Cell> = (0..width)
            .flat_map(|x| (0..height).map(move |y| Point { x, y }))
            .filter_map(|point| grid.cell(point))
            .collect();
        let count = cells.len();
        let mut beside = Vec::with_capacity(8 * count);
        let mut begins = Vec::with_capacity(count + 1);
        for &cell in &cells {
            begins.push(beside.len() as u32);
            beside.extend(grid.neighbours(cell).iter().map(|&near| place(near) as u32));
        }
        begins.push(beside.len() as u32);
        let mine: Vec<bool> = cells.iter().map(|&cell| layout.is_mine(cell)).collect();
        let number = |at: usize| layout.number(cells[at]);
        let zero: Vec<bool> = (0..count).map(|at| !mine[at] && number(at) == 0).collect();
        let mut ground = Self {
            beside,
            begins,
            mine,
            zero,
            openings: vec![[0; 2]; count],
            opened_by: vec![Vec::new()],
            premium: vec![NEVER; count],
            safe: layout.safe().count() as u32,
        };
        ground.find_openings();
        for at in 0..count {
            if ground.mine[at] {
                continue;
            }
            let opens = if ground.zero[at] {
                1
            } else {
                let around = ground.around(at).iter().map(|&near| near as usize).chain([at]);
                let alone = around.filter(|&near| ground.is_alone(near)).count();
                alone + ground.openings[at].iter().filter(|&&opening| opening != 0).count()
            };
            ground.premium[at] = opens as i8 - number(at).cast_signed() - 2;
        }
        ground
    }

    fn around(&self, at: usize) -> &[u32] {
        &self.beside[self.begins[at] as usize..self.begins[at + 1] as usize]
    }

    /// A safe cell that no opening uncovers.
    fn is_alone(&self, at: usize) -> bool {
        !self.mine[at] && self.openings[at][0] == 0
    }

    fn find_openings(&mut self) {
        let mut queue = Vec::new();
        for start in 0..self.mine.len() {
            if !self.zero[start] || self.openings[start][0] != 0 {
                continue;
            }
            let opening = self.opened_by.len() as u32;
            let mut cells = Vec::new();
            queue.push(start);
            self.openings[start][0] = opening;
            while let Some(at) = queue.pop() {
                cells.push(at as u32);
                if !self.zero[at] {
                    continue;
                }
                for near in self.begins[at]..self.begins[at + 1] {
                    let near = self.beside[near as usize] as usize;
                    let [first, second] = &mut self.openings[near];
                    if *first == opening || *second == opening {
                        continue;
                    }
                    *(if *first == 0 { first } else { second }) = opening;
                    queue.push(near);
                }
            }
            self.opened_by.push(cells);
        }
    }
}

/// A board being clicked.
struct Clicking<'a> {
    ground: &'a Ground,
    premium: Vec<i8>,
    open: Vec<bool>,
    flagged: Vec<bool>,
    left: u32,
    clicks: u32,
}

impl<'a> Clicking<'a> {
    fn new(ground: &'a Ground) -> Self {
        let count = ground.mine.len();
        Self {
            ground,
            premium: ground.premium.clone(),
            open: vec![false; count],
            flagged: vec![false; count],
            left: ground.safe,
            clicks: 0,
        }
    }

    /// The clicks it takes.
    fn all(mut self, human: bool) -> u32 {
        let ground = self.ground;
        let count = ground.mine.len();
        if human {
            for at in 0..count {
                if ground.zero[at] && !self.open[at] {
                    self.click(at);
                }
            }
        }
        let mut next = 0;
        while self.left > 0 {
            let best = if human { self.best_open() } else { self.best() };
            if let Some(at) = best {
                if !self.open[at] {
                    self.click(at);
                }
                self.flag_around(at);
                self.clicks += 1;
                for near in ground.around(at) {
                    self.reveal(*near as usize);
                }
                continue;
            }
            // Nothing saves a click any more, but a click may change that.
            let plain = |at: &usize| !self.open[*at] && (ground.zero[*at] || ground.is_alone(*at));
            let Some(at) = (next..count).find(plain) else { break };
            next = at + 1;
            self.click(at);
        }
        self.clicks
    }

    fn best(&self) -> Option<usize> {
        let most = self.premium.iter().copied().max()?;
        (most >= 0).then(|| self.premium.iter().position(|&premium| premium == most))?
    }

    fn best_open(&self) -> Option<usize> {
        let masked = |at: usize| if self.open[at] { self.premium[at] } else { NEVER };
        let most = (0..self.premium.len()).map(masked).max()?;
        (most >= 0).then(|| (0..self.premium.len()).find(|&at| masked(at) == most))?
    }

    fn click(&mut self, at: usize) {
        self.reveal(at);
        self.clicks += 1;
    }

    fn reveal(&mut self, at: usize) {
        let ground = self.ground;
        if self.open[at] || ground.mine[at] {
            return;
        }
        if !ground.zero[at] {
            self.open_one(at);
            return;
        }
        for &cell in &ground.opened_by[ground.openings[at][0] as usize] {
            let cell = cell as usize;
            if !self.open[cell] {
                self.open_one(cell);
            }
            // A chord here will not open this opening again.
            self.premium[cell] -= 1;
        }
    }

    fn open_one(&mut self, at: usize) {
        let ground = self.ground;
        self.open[at] = true;
        self.left -= 1;
        self.premium[at] += 1;
        if ground.is_alone(at) {
            self.premium[at] -= 1;
            for &near in ground.around(at) {
                let near = near as usize;
                if !ground.mine[near] {
                    self.premium[near] -= 1;
                }
            }
        }
    }

    fn flag_around(&mut self, at: usize) {
        let ground = self.ground;
        for &mine in ground.around(at) {
            let mine = mine as usize;
            if !ground.mine[mine] || std::mem::replace(&mut self.flagged[mine], true) {
                continue;
            }
            self.clicks += 1;
            for &near in ground.around(mine) {
                let near = near as usize;
                if !ground.mine[near] {
                    self.premium[near] += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;

    #[test]
    fn small_boards_are_cleared_as_by_hand() {
        // Nothing to open; one opening; two cells that a flag and a chord would not open faster;
        // an opening and a number beside it, which a chord would save nothing on.
        assert_eq!(Zini::of(&layout!["M"]), Zini { greedy: 0, human: 0 });
        assert_eq!(Zini::of(&layout![". . .", ". . ."]), Zini { greedy: 1, human: 1 });
        assert_eq!(Zini::of(&layout![". M ."]), Zini { greedy: 2, human: 2 });
        assert_eq!(Zini::of(&layout!["M .", ". .", ". ."]).greedy, 2);
    }
}

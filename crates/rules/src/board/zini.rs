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
//! The cells whose chord saves a click are kept as sets of bits, one for each premium, in that order: the
//! first cell of the highest premium is found without a scan over the board, which is most of the time
//! of others' programs, and grows with the square of the board.

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
        let clicks = |human| Clicking::new(&ground, human).all();
        Self { greedy: clicks(false), human: clicks(true) }
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
    /// The cells of each opening, and where each one's begin.
    opened: Vec<u32>,
    opened_begins: Vec<u32>,
    /// Premiums before the first click; those of mines mean nothing.
    premium: Vec<i16>,
    /// The most cells beside one.
    widest: usize,
    safe: u32,
}

impl Ground {
    fn of(layout: &Layout) -> Self {
        let grid = layout.grid();
        let (width, height) = (grid.width(), grid.height());
        let cells: Vec<Cell> = (0..width)
            .flat_map(|x| (0..height).map(move |y| Point { x, y }))
            .filter_map(|point| grid.cell(point))
            .collect();
        let count = cells.len();
        let mut places = vec![0; count];
        for (place, cell) in cells.iter().enumerate() {
            places[cell.index()] = place as u32;
        }
        let mut beside = Vec::with_capacity(8 * count);
        let mut begins = Vec::with_capacity(count + 1);
        let mut widest = 0;
        for &cell in &cells {
            begins.push(beside.len() as u32);
            let neighbours = grid.neighbours(cell);
            widest = widest.max(neighbours.len());
            beside.extend(neighbours.iter().map(|near| places[near.index()]));
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
            opened: Vec::with_capacity(2 * count),
            opened_begins: vec![0, 0],
            premium: vec![0; count],
            widest,
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
            let opens = i16::try_from(opens).unwrap_or(i16::MAX);
            ground.premium[at] = opens - i16::from(number(at)) - 2;
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
            let opening = self.opened_begins.len() as u32 - 1;
            queue.push(start);
            self.openings[start][0] = opening;
            while let Some(at) = queue.pop() {
                self.opened.push(at as u32);
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
            self.opened_begins.push(self.opened.len() as u32);
        }
    }

    /// The cells that a click on a zero opens.
    fn opened_by(&self, zero: usize) -> &[u32] {
        let opening = self.openings[zero][0] as usize;
        &self.opened[self.opened_begins[opening] as usize..self.opened_begins[opening + 1] as usize]
    }
}

/// The cells whose chord saves a click: a set of bits for each premium.
struct Saving {
    words: usize,
    bits: Vec<u64>,
    /// By premium: no word before this one has a bit set.
    from: Vec<usize>,
}

impl Saving {
    /// An empty one, for so many cells and premiums up to `most`.
    fn new(cells: usize, most: usize) -> Self {
        let words = cells.div_ceil(64);
        Self { words, bits: vec![0; words * (most + 1)], from: vec![words; most + 1] }
    }

    fn put(&mut self, at: usize, premium: i16) {
        if let Ok(row) = usize::try_from(premium) {
            self.bits[row * self.words + at / 64] |= 1 << (at % 64);
            self.from[row] = self.from[row].min(at / 64);
        }
    }

    fn take(&mut self, at: usize, premium: i16) {
        if let Ok(row) = usize::try_from(premium) {
            self.bits[row * self.words + at / 64] &= !(1 << (at % 64));
        }
    }

    /// The first cell of the highest premium.
    fn best(&mut self) -> Option<usize> {
        for (row, from) in self.from.iter_mut().enumerate().rev() {
            let words = &self.bits[row * self.words..][..self.words];
            while let Some(word) = words.get(*from) {
                if *word != 0 {
                    return Some(64 * *from + word.trailing_zeros() as usize);
                }
                *from += 1;
            }
        }
        None
    }
}

/// A board being clicked.
struct Clicking<'a> {
    ground: &'a Ground,
    /// Whether only open cells are chorded on.
    human: bool,
    premium: Vec<i16>,
    saving: Saving,
    open: Vec<bool>,
    flagged: Vec<bool>,
    left: u32,
    clicks: u32,
}

impl<'a> Clicking<'a> {
    fn new(ground: &'a Ground, human: bool) -> Self {
        let count = ground.mine.len();
        // At the most two openings and all cells around, each opened alone, less the chord and what
        // it takes to get there.
        let mut saving = Saving::new(count, ground.widest + 2);
        if !human {
            for at in (0..count).filter(|&at| !ground.mine[at]) {
                saving.put(at, ground.premium[at]);
            }
        }
        Self {
            ground,
            human,
            premium: ground.premium.clone(),
            saving,
            open: vec![false; count],
            flagged: vec![false; count],
            left: ground.safe,
            clicks: 0,
        }
    }

    /// The clicks it takes.
    fn all(mut self) -> u32 {
        let ground = self.ground;
        let count = ground.mine.len();
        if self.human {
            for at in 0..count {
                if ground.zero[at] && !self.open[at] {
                    self.click(at);
                }
            }
        }
        let mut next = 0;
        while self.left > 0 {
            if let Some(at) = self.saving.best() {
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

    /// A safe cell's premium becomes so much more.
    fn raise(&mut self, at: usize, by: i16) {
        let before = self.premium[at];
        let after = before + by;
        self.premium[at] = after;
        if before.max(after) >= 0 && (!self.human || self.open[at]) {
            self.saving.take(at, before);
            self.saving.put(at, after);
        }
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
        for &cell in ground.opened_by(at) {
            let cell = cell as usize;
            if !self.open[cell] {
                self.open_one(cell);
            }
            // A chord here will not open this opening again.
            self.raise(cell, -1);
        }
    }

    fn open_one(&mut self, at: usize) {
        let ground = self.ground;
        self.open[at] = true;
        self.left -= 1;
        if !ground.is_alone(at) {
            self.raise(at, 1);
            return;
        }
        // To open it is done, but so is what a chord on it opens.
        self.raise(at, 0);
        for &near in ground.around(at) {
            let near = near as usize;
            if !ground.mine[near] {
                self.raise(near, -1);
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
                    self.raise(near, 1);
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

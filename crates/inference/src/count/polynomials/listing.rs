//! Components with so few fillings that each is written down.
//!
//! Half of all components have a handful: one clue decides the next. For those a search
//! through the boxes in the order of the walk, which finishes clue after clue, costs less than
//! making the layers of a dynamic programme. It is given up when it takes more steps than
//! that would be worth; whether it is depends on the component alone.

use crate::count::number::choose;
use crate::count::part::Part;
use crate::count::polynomials::{Polynomials, Possible};
use crate::tunables;

/// Memory for listing.
#[derive(Clone, Debug, Default)]
pub(super) struct Listing {
    /// Per clue: what it still needs at least and allows at most, and its cells to come.
    needs: Vec<Needs>,
    /// Per box along the search.
    tried: Vec<Tried>,
    /// The fillings: mines, ways, the observed sum; and the mines of each box, one filling
    /// after the other.
    found: Vec<(u32, f64, u8)>,
    mines: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    low: i16,
    high: i16,
    cells: i16,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    mines: u8,
    most: u8,
    /// With the boxes before.
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
    /// Lists the fillings of a part whose boxes have these clues.
    pub(super) fn count(&mut self, part: &Part, beside: &[u8], starts: &[u16]) -> Listed {
        let boxes = part.sizes.len();
        self.needs.clear();
        let clues = part.low.iter().zip(&part.high).zip(&part.cells);
        self.needs.extend(clues.map(|((&low, &high), &cells)| Needs {
            low: low.into(),
            high: high.into(),
            cells: cells.into(),
        }));
        self.found.clear();
        self.mines.clear();
        self.tried.clear();
        self.tried.resize(boxes, Tried::default());
        let clues_of =
            |number: usize| &beside[usize::from(starts[number])..usize::from(starts[number + 1])];
        let mut steps = tunables::LISTED_STEPS * boxes;
        let mut at = 0;
        self.enter(0, part.sizes[0], clues_of(0), (0, 1.0));
        loop {
            let Tried { mines, most, sum, ways } = self.tried[at];
            let size = part.sizes[at];
            if mines > most {
                if at == 0 {
                    break;
                }
                at -= 1;
                let (size, mines) = (part.sizes[at], self.tried[at].mines);
                self.fill(clues_of(at), -i16::from(size), -i16::from(mines));
                self.tried[at].mines += 1;
                continue;
            }
            steps -= 1;
            if steps == 0 {
                return Listed::Many;
            }
            let (sum, ways) = (sum + u32::from(mines), ways * choose(size.into(), mines.into()));
            if at + 1 == boxes {
                self.write(part, (sum, ways), clues_of(at));
                self.tried[at].mines += 1;
                continue;
            }
            self.fill(clues_of(at), size.into(), mines.into());
            at += 1;
            self.enter(at, part.sizes[at], clues_of(at), (sum, ways));
        }
        if self.found.is_empty() { Listed::None } else { self.add_up(part) }
    }

    /// The numbers of mines that the clues allow a box.
    fn enter(&mut self, at: usize, size: u8, clues: &[u8], (sum, ways): (u32, f64)) {
        let (mut least, mut most) = (0, i16::from(size));
        for &clue in clues {
            let Needs { low, high, cells } = self.needs[usize::from(clue)];
            least = least.max(low - (cells - i16::from(size)));
            most = most.min(high);
        }
        // From one more than the most there is none.
        let (least, most) = if least > most { (1, 0) } else { (least as u8, most as u8) };
        self.tried[at] = Tried { mines: least, most, sum, ways };
    }

    /// So many cells more of these clues are filled, with so many mines.
    fn fill(&mut self, clues: &[u8], size: i16, mines: i16) {
        for &clue in clues {
            let needs = &mut self.needs[usize::from(clue)];
            needs.low -= mines;
            needs.high -= mines;
            needs.cells -= size;
        }
    }

    /// Writes a filling down, whose last box has these clues.
    fn write(&mut self, part: &Part, (sum, ways): (u32, f64), clues: &[u8]) {
        let observed = part.observed.map_or(0, |clue| {
            let last =
                if clues.contains(&clue) { self.tried[self.tried.len() - 1].mines } else { 0 };
            let high = i16::from(part.high[usize::from(clue)]);
            (high - self.needs[usize::from(clue)].high) as u8 + last
        });
        self.found.push((sum, ways, observed));
        self.mines.extend(self.tried.iter().map(|tried| tried.mines));
    }

    fn add_up(&self, part: &Part) -> Listed {
        let boxes = part.sizes.len();
        let least = self.found.iter().map(|&(sum, ..)| sum).min().unwrap_or(0);
        let most = self.found.iter().map(|&(sum, ..)| sum).max().unwrap_or(0);
        let terms = (most - least) as usize + 1;
        if terms > 64 {
            return Listed::Many;
        }
        let mut all = Polynomials::empty(part, least, terms);
        for (&(sum, ways, observed), mines) in self.found.iter().zip(self.mines.chunks(boxes)) {
            let term = (sum - least) as usize;
            let (values, possible) = all.books();
            values[term] += ways;
            let rows = values[terms..].chunks_exact_mut(terms);
            for (((row, possible), &mines), &size) in rows.zip(possible).zip(mines).zip(&part.sizes)
            {
                row[term] += ways * f64::from(mines);
                *possible = Possible {
                    mine: possible.mine | u64::from(mines > 0) << term,
                    safe: possible.safe | u64::from(mines < size) << term,
                    not_one: possible.not_one | u64::from(mines != 1) << term,
                };
            }
            if part.observed.is_some() {
                values[(1 + boxes + usize::from(observed)) * terms + term] += ways;
            }
        }
        Listed::All(all)
    }
}

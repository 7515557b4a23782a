//! `gauss`: write-up 003, Algorithm B.
//!
//! One equation per clue over its unknown cells; the system is row-reduced and
//! determined cells are read off the rows; a random safe cell is opened, else a
//! random hidden one.
//!
//! **Reading.** The write-up reads a row with right side 0 as "all safe" and one with
//! as many 1s as its right side as "all mines". With mixed signs both are wrong:
//! `x − y = 0` says nothing about either. Sound is: in `Σ aᵢxᵢ = b` with `xᵢ` 0 or
//! 1, if `b` is the sum of the positive coefficients, those cells are mines and the
//! negative ones safe; if `b` is the sum of the negative ones, the other way round.
//! `reading=write-up` reads rows as the write-up does, to see what comes of it.
//!
//! **Cost.** The write-up reduces one dense matrix of board area squared, every move,
//! and gives up above area 300, where it applies its reading to unreduced rows:
//! `cutoff=300` plays that. Its plots have more tiles opened and less time taken from there
//! on. With our reading a jump shows neither in what is dug nor in time at 10 % of mines,
//! where the two rules alone do nearly everything; it shows in `win` by area, and in time
//! at 20 %. By default the system
//! is split into clusters that share no cell, only those that changed are reduced
//! again, rows are sparse, and arithmetic is exact on whole numbers (a row that
//! would overflow is dropped, which loses a deduction but never invents one). [ours]
//! Unreduced rows are read as well: that is the two rules.
//!
//! Under uncertain clues only clues that are exact (a silent rule's spoken ones)
//! give equations; inequalities cannot be eliminated, and are read unreduced.

use std::borrow::Cow::Borrowed;

use surefoot_inference::Stop;
use surefoot_rules::{Brief, Cell, Choice, Player, Random, View};

use crate::roster::{Abilities, Entry, Make, PlayerLook, PlayerOption};
use crate::shared::believing::BELIEVE;
use crate::shared::clusters::Clusters;
use crate::shared::knowledge::Knowledge;
use crate::shared::unsure::seated;

const CUTOFF: PlayerOption = PlayerOption::number(
    "cutoff=AREA",
    0,
    u32::MAX,
    "do not reduce on larger boards (the write-up: 300; default: always reduce)",
);

const READING: PlayerOption = PlayerOption::word(
    "reading=write-up",
    "read reduced rows as the write-up does, which is wrong where signs are mixed",
)
.unsound();

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("gauss"),
    source: Borrowed("write-up 003, algorithm B"),
    about: Borrowed("row-reduces the clues' equations and reads off certain cells"),
    options: Borrowed(&[CUTOFF, BELIEVE, READING]),
    abilities: Abilities::PLAIN,
    looks: Borrowed(&[
        PlayerLook::new(5, 6),
        PlayerLook::new(6, 5),
        PlayerLook::new(5, 2),
        PlayerLook::new(3, 0),
    ]),
    make: Make::Ours(|options| {
        seated(options, Gauss::new(options.number(&CUTOFF), options.has(&READING)))
    }),
};

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct Gauss {
    know: Knowledge,
    /// The board area above which nothing is reduced.
    cutoff: Option<u32>,
    /// Whether rows are read as the write-up does.
    loose: bool,
    clusters: Clusters,
    random: Random,
    stop: Stop,
}

impl Gauss {
    pub(crate) fn new(cutoff: Option<u32>, loose: bool) -> Self {
        Self { cutoff, loose, ..Self::default() }
    }

    /// Reduces changed clusters until one tells something.
    fn reduce(&mut self) -> bool {
        while let Some(cluster) = self.clusters.next(&self.know) {
            let mut found = false;
            let rows = self.know_rows(&cluster.clues);
            for (row, pivot) in reduced(rows, cluster.cells.len(), &self.stop) {
                found |= match pivot {
                    Some(pivot) if self.loose => self.read_loosely(&row, pivot, &cluster.cells),
                    _ => self.read(&row, &cluster.cells),
                };
            }
            if found {
                return true;
            }
        }
        false
    }

    fn know_rows(&self, clues: &[Cell]) -> Vec<Equation> {
        let rows = clues.iter().filter_map(|&clue| {
            let sum = self.know.sum(clue);
            let cells = self.know.unknown_beside(clue);
            let terms = cells.iter().map(|&cell| (self.clusters.place(cell), 1)).collect();
            let row = Equation { terms, right: i64::from(sum.least()), from: vec![clue] };
            (sum.least() == sum.most()).then_some(row)
        });
        rows.map(Equation::sorted).collect()
    }

    fn read(&mut self, row: &Equation, cells: &[Cell]) -> bool {
        let sum = |sign: i64| row.terms.iter().map(|&(_, a)| a).filter(|a| a * sign > 0).sum();
        let (positive, negative): (i64, i64) = (sum(1), sum(-1));
        let upper = row.right == positive;
        if row.terms.is_empty() || !(upper || row.right == negative) {
            return false;
        }
        let mut found = false;
        for &(place, a) in &row.terms {
            let mine = (a > 0) == upper;
            found |= self.know.conclude(cells[place as usize], mine, "equation", &row.from);
        }
        found
    }

    /// The write-up's reading of a row whose leading coefficient is one: right side 0 makes
    /// all its cells safe, and as many ones as the right side makes all its cells mines.
    fn read_loosely(&mut self, row: &Equation, pivot: u32, cells: &[Cell]) -> bool {
        let leading = row.coefficient(pivot);
        let ones: i64 = row.terms.iter().map(|&(_, a)| i64::from(a == leading)).sum();
        let mines = row.right != 0;
        if row.terms.is_empty() || (mines && leading.checked_mul(ones) != Some(row.right)) {
            return false;
        }
        let mut found = false;
        for &(place, _) in &row.terms {
            found |= self.know.conclude(cells[place as usize], mines, "equation", &row.from);
        }
        found
    }
}

/// `Σ coefficient × cell = right`, cells by their place in the cluster.
#[derive(Clone, Debug)]
struct Equation {
    terms: Vec<(u32, i64)>,
    right: i64,
    /// The clues it was made of.
    from: Vec<Cell>,
}

impl Equation {
    fn sorted(mut self) -> Self {
        self.terms.sort_unstable();
        self
    }

    fn coefficient(&self, place: u32) -> i64 {
        let found = self.terms.binary_search_by_key(&place, |&(place, _)| place);
        found.map_or(0, |at| self.terms[at].1)
    }

    /// This row without `place`, by means of a row that has it; `None` if a
    /// number became too large.
    fn without(&self, place: u32, pivot: &Self) -> Option<Self> {
        let (own, other) = (self.coefficient(place), pivot.coefficient(place));
        let common = gcd(own, other);
        let (ours, theirs) = (other / common, own / common);
        let combine = |x: i64, y: i64| x.checked_mul(ours)?.checked_sub(y.checked_mul(theirs)?);

        let mut terms = Vec::with_capacity(self.terms.len() + pivot.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), pivot.terms.iter().peekable());
        while let Some(&at) = match (left.peek(), right.peek()) {
            (Some((x, _)), Some((y, _))) => Some(x.min(y)),
            (one, None) | (None, one) => one.map(|(x, _)| x),
        } {
            let x = left.next_if(|(x, _)| *x == at).map_or(0, |&(_, c)| c);
            let y = right.next_if(|(y, _)| *y == at).map_or(0, |&(_, c)| c);
            // Sums of a row's numbers must fit as well.
            let c = combine(x, y).filter(|c| c.unsigned_abs() < 1 << 31)?;
            if c != 0 {
                terms.push((at, c));
            }
        }
        let mut right = combine(self.right, pivot.right)?;
        let common = terms.iter().fold(right, |common, &(_, c)| gcd(common, c));
        if common > 1 {
            right /= common;
            for (_, c) in &mut terms {
                *c /= common;
            }
        }
        let mut from = self.from.clone();
        from.extend_from_slice(&pivot.from);
        from.sort_unstable();
        from.dedup();
        Some(Self { terms, right, from })
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Gauss–Jordan elimination; the shortest row is the next pivot, which keeps
/// rows short. Beside each row that was a pivot stands the place that only it has.
/// Whoever stops it gets the rows as they are by then: each is true, but tells less.
fn reduced(mut rows: Vec<Equation>, cells: usize, stop: &Stop) -> Vec<(Equation, Option<u32>)> {
    let mut used = vec![None; rows.len()];
    for _ in 0..cells.min(rows.len()) {
        if stop.is_stopped() {
            break;
        }
        let candidates =
            (0..rows.len()).filter(|&at| used[at].is_none() && !rows[at].terms.is_empty());
        let Some(pivot) = candidates.min_by_key(|&at| rows[at].terms.len()) else { break };
        let place = rows[pivot].terms[0].0;
        used[pivot] = Some(place);
        for at in 0..rows.len() {
            if at != pivot && rows[at].coefficient(place) != 0 {
                let empty = Equation { terms: Vec::new(), right: 0, from: Vec::new() };
                rows[at] = rows[at].without(place, &rows[pivot]).unwrap_or(empty);
            }
        }
    }
    rows.into_iter().zip(used).collect()
}

impl Player for Gauss {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.know.begin(brief, view);
        self.clusters.begin(view);
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        let small = self.cutoff.is_none_or(|cutoff| view.grid().len() <= cutoff as usize);
        loop {
            self.know.read(view);
            let clusters = &mut self.clusters;
            self.know.settle_with(|clue| clusters.changed(clue));
            if let Some(choice) = self.know.certain_at_random(view, &mut self.random) {
                return choice;
            }
            if !(small && self.reduce()) {
                return self.know.guess(&mut self.random);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::{Deal, GameKind, Rules, view};

    fn row(terms: &[(u32, i64)], right: i64) -> Equation {
        Equation { terms: terms.to_vec(), right, from: vec![] }
    }

    /// a + b = 1, b + c = 1, a + b + c = 2: a and c are mines, b is safe.
    #[test]
    fn a_reduced_system_is_read() {
        let rows = vec![
            row(&[(0, 1), (1, 1)], 1),
            row(&[(1, 1), (2, 1)], 1),
            row(&[(0, 1), (1, 1), (2, 1)], 2),
        ];
        let mut solved: Vec<_> = reduced(rows, 3, &Stop::default())
            .into_iter()
            .map(|(row, _)| (row.terms, row.right))
            .collect();
        solved.sort();
        let one = |place| vec![(place, 1)];
        assert_eq!(solved, [(one(0), 1), (one(1), 0), (one(2), 1)]);
    }

    /// Rows are true before they are reduced, so whoever is stopped says less and nothing wrong.
    #[test]
    fn a_stopped_reduction_ends() {
        let rows = vec![row(&[(0, 1), (1, 1)], 1), row(&[(1, 1)], 1)];
        let stop = Stop::new();
        stop.stop();
        let left: Vec<_> =
            reduced(rows, 2, &stop).into_iter().map(|(row, used)| (row.terms, used)).collect();
        assert_eq!(left, [(vec![(0, 1), (1, 1)], None), (vec![(1, 1)], None)]);
    }

    #[test]
    fn numbers_that_grow_too_large_are_dropped() {
        let large = row(&[(0, i64::MAX / 2), (1, 3)], 1);
        let pivot = row(&[(0, 5), (1, i64::MAX / 3)], 1);
        assert!(large.without(0, &pivot).is_none());
    }

    /// a + b = 1, b + c = 1: the rows say a = c, which the write-up takes for "both are safe".
    #[test]
    fn the_write_ups_reading_is_wrong_where_signs_are_mixed() {
        let view = view!["6x2/?", "* * * * * *", "* 1 1 1 1 *"];
        let mut random = (0..50).map(|index| Random::for_player(Deal::new(1, index), "gauss"));
        let mut claims = |loose: bool| {
            let mut player = Gauss::new(None, loose);
            let rules = Rules::new(GameKind::Win, view.grid().clone(), 2);
            player.begin(&Brief::from(&rules), &view, random.next().unwrap());
            player.choose(&view).certain
        };
        assert!(!claims(false));
        assert!(claims(true));
    }
}

//! Proofs in words.
//!
//! One short sentence per step, cells named by column,row. The sentences are made
//! here and not in a front end, so that the command line and a page say the same.
//! A step says which sum it looks at, what it takes for granted, and what follows;
//! what is plain ("at least none") is not said.

use std::fmt::Write;

use surefoot_rules::{Cell, Grid, Tile, View};

use crate::proof::derivation::Bound;
use crate::proof::evidence::sum_of;
use crate::proof::prover::{Proof, Step, StepKind};

/// Cells that are named one by one; of more only the first.
const NAMED: usize = 10;

/// Names cells: `1,2 2,2`.
fn names(grid: &Grid, cells: &[Cell]) -> String {
    let named = if cells.len() > NAMED + 2 { NAMED } else { cells.len() };
    let mut text = String::new();
    for (&cell, at) in cells[..named].iter().zip(0..) {
        let _ = write!(text, "{}{}", if at > 0 { " " } else { "" }, grid.point(cell));
    }
    if named < cells.len() {
        let _ = write!(text, " … ({} cells)", cells.len());
    }
    text
}

fn mines(number: u32) -> String {
    match number {
        1 => "1 mine".to_owned(),
        many => format!("{many} mines"),
    }
}

/// A bound as a clause: `1,2 is safe`, `at least 1 of 1,2 2,2 is a mine`.
fn clause(grid: &Grid, cells: &[Cell], bound: Bound) -> String {
    let all = cells.len() as u32;
    let names = names(grid, cells);
    let is = |number: u32| if number == 1 { "is a mine" } else { "are mines" };
    match bound {
        Bound::AtMost(0) if all == 1 => format!("{names} is safe"),
        Bound::AtMost(0) => format!("{names} are safe"),
        Bound::AtLeast(number) if number == all => format!("{names} {}", is(all)),
        Bound::AtLeast(number) => format!("at least {number} of {names} {}", is(number)),
        Bound::AtMost(number) if number >= all => {
            format!("at most {} {} into {names}", mines(all), if all == 1 { "fits" } else { "fit" })
        }
        Bound::AtMost(number) => format!("at most {number} of {names} {}", is(number)),
    }
}

/// `2,1 shows 2`, with what is open already.
fn shows(view: &View, clue: Cell) -> String {
    let point = view.grid().point(clue);
    let Tile::Clue(shown) = view.tile(clue) else { return point.to_string() };
    let need = sum_of(view, clue).map_or(0, |(_, need)| need);
    match i32::from(shown) - need {
        0 => format!("{point} shows {shown}"),
        open if need == 0 && open == 1 => format!("{point} shows 1, and that mine is open"),
        open if need == 0 => format!("{point} shows {shown}, and these {open} mines are open"),
        open => format!("{point} shows {shown}, {open} of them open"),
    }
}

/// Several of these, with commas and `and`.
fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// What a step looks at.
fn subject(view: &View, step: &Step, kind: StepKind) -> String {
    let grid = view.grid();
    match kind {
        StepKind::Subtraction => {
            let [one, two] = step.clues[..] else { return String::new() };
            let of = |clue| sum_of(view, clue).unwrap_or_default();
            let ((ours, need), (theirs, wanted)) = (of(one), of(two));
            let shared: Vec<Cell> = ours.iter().copied().filter(|c| theirs.contains(c)).collect();
            let (more, less) = if need < wanted { (two, one) } else { (one, two) };
            let (more, less) = (grid.point(more), grid.point(less));
            let shared = names(grid, &shared);
            match need.abs_diff(wanted) {
                0 => format!("{more} and {less} share {shared} and need equally many mines"),
                by => {
                    format!("{more} and {less} share {shared}, and {more} needs {} more", mines(by))
                }
            }
        }
        StepKind::Count => {
            let left = view.mines().unwrap_or(0).saturating_sub(view.opened_mines());
            let closed = view.grid().len() as u32 - view.opened();
            format!(
                "{} {} in the {closed} closed cells",
                mines(left),
                if left == 1 { "is" } else { "are" }
            )
        }
        _ => {
            let clues: Vec<String> = step.clues.iter().map(|&clue| shows(view, clue)).collect();
            and(&clues)
        }
    }
}

/// What a step takes for granted and is worth saying.
fn granted(grid: &Grid, step: &Step) -> Vec<String> {
    let telling = step.given.iter().filter(|(_, bound)| *bound != Bound::AtLeast(0));
    telling.map(|(cells, bound)| clause(grid, cells, *bound)).collect()
}

/// One step in words.
fn sentence(view: &View, proof: &Proof, step: &Step) -> String {
    let grid = view.grid();
    let Some(bound) = step.bound else {
        let kind = match step.clues.len() {
            0 => StepKind::Count,
            2 => StepKind::Subtraction,
            _ => StepKind::Clue,
        };
        let kind = if step.clues.is_empty() && !proof.total { StepKind::Sum } else { kind };
        let granted = granted(grid, step);
        return match &granted[..] {
            [] => format!("That cannot be: {}.", subject(view, step, kind)),
            some => format!("That cannot be: {}, but {}.", subject(view, step, kind), and(some)),
        };
    };
    let says = clause(grid, &step.cells, bound);
    match step.kind {
        StepKind::Supposition => format!("Suppose {says}."),
        StepKind::Refutation => format!("So {says}."),
        _ => {
            let subject = subject(view, step, step.kind);
            let granted = granted(grid, step);
            let all = step.cells.len() as u32;
            let alone = step.given.is_empty() && step.kind == StepKind::Clue;
            match (bound, &granted[..]) {
                (Bound::AtLeast(number), []) if alone && number == all && all == 1 => {
                    format!("{subject} and has just 1 closed neighbour, so {says}.")
                }
                (Bound::AtLeast(number), []) if alone && number == all => {
                    format!("{subject} and has just {all} closed neighbours, so {says}.")
                }
                (_, []) if subject.is_empty() => format!("So {says}."),
                (_, []) => format!("{subject}, so {says}."),
                (_, granted) if subject.is_empty() => format!("{}, so {says}.", and(granted)),
                (_, granted) => format!("{subject}; {}, so {says}.", and(granted)),
            }
        }
    }
}

impl Proof {
    /// The steps in words, a sentence each.
    ///
    /// ```
    /// use surefoot_inference::Prover;
    /// use surefoot_rules::{Cell, view};
    ///
    /// let view = view!["3x2/?", "1 2 1", "* * *"];
    /// let proof = Prover::default().prove(&view, Cell::new(3))?;
    /// assert_eq!(
    ///     proof.in_words(&view),
    ///     ["1,0 and 2,0 share 1,1 2,1, and 1,0 needs 1 mine more, so 0,1 is a mine."]
    /// );
    /// # Ok::<(), surefoot_inference::NoProof>(())
    /// ```
    pub fn in_words(&self, view: &View) -> Vec<String> {
        self.steps().iter().map(|step| sentence(view, self, step)).collect()
    }
}

//! Proofs in words.
//!
//! One short sentence per step, cells named by column,row. The sentences are made
//! here and not in a front end, so that the command line and a page say the same.
//! A step says which sum it looks at, what it takes for granted, and what follows;
//! what is plain ("at least none") is not said.
//!
//! Two clues are compared as players do it: which needs more mines, and what cells it has
//! for them that the other has not. What several earlier steps say of the same kind is said
//! at once: "4,5 5,5 and 6,6 are mines".

use std::fmt::Write;

use surefoot_rules::{Cell, Grid, Point, Tile, View, spelled};

use crate::proof::derivation::Bound;
use crate::proof::grounds::sum_of;
use crate::proof::prover::{GivenBound, Proof, ProofStep, StepKind};
use crate::tunables;

/// Several cells: `1,2`, `1,2 and 2,2`, `1,2 2,2 and 3,2`; of many the first, and how many such
/// things there are. No commas, which cells have inside.
pub(super) fn listed(points: &[Point], things: &str) -> String {
    if points.len() > tunables::CELLS_NAMED + 2 {
        let first = points[..tunables::CELLS_NAMED].iter().map(Point::to_string);
        let first = first.collect::<Vec<String>>().join(" ");
        return format!("{first} … ({} {things})", points.len());
    }
    let mut text = String::new();
    for (point, at) in points.iter().zip(1..) {
        let before = match at {
            1 => "",
            at if at == points.len() => " and ",
            _ => " ",
        };
        let _ = write!(text, "{before}{point}");
    }
    text
}

/// Names cells, the first of them if they are many.
fn names(grid: &Grid, cells: &[Cell]) -> String {
    let points: Vec<Point> = cells.iter().map(|&cell| grid.point(cell)).collect();
    listed(&points, "cells")
}

fn mines(number: u32) -> String {
    match number {
        0 => "no mines".to_owned(),
        1 => "one mine".to_owned(),
        many => format!("{} mines", spelled(many)),
    }
}

/// A bound as a clause: `1,2 is safe`, `at least one of 1,2 and 2,2 is a mine`.
fn clause(grid: &Grid, cells: &[Cell], bound: Bound) -> String {
    let all = cells.len() as u32;
    let names = names(grid, cells);
    let is = |number: u32| if number == 1 { "is a mine" } else { "are mines" };
    match bound {
        Bound::AtMost(0) if all == 1 => format!("{names} is safe"),
        Bound::AtMost(0) => format!("{names} are safe"),
        Bound::AtLeast(number) if number == all => format!("{names} {}", is(all)),
        Bound::AtLeast(number) => format!("at least {} of {names} {}", spelled(number), is(number)),
        Bound::AtMost(number) if number >= all => format!("{names} can hold only {}", spelled(all)),
        Bound::AtMost(number) => format!("at most {} of {names} {}", spelled(number), is(number)),
    }
}

/// `2,1 shows 2`, with the mines that are open already.
fn shows(view: &View, clue: Cell) -> String {
    let point = view.grid().point(clue);
    let Tile::Clue(shown) = view.tile(clue) else { return point.to_string() };
    let need = sum_of(view, clue).map_or(0, |(_, need)| need);
    match u32::try_from(i32::from(shown) - need).unwrap_or(0) {
        0 => format!("{point} shows {shown}"),
        1 => format!("{point} shows {shown} (one mine beside it is open)"),
        open => format!("{point} shows {shown} ({} beside it are open)", mines(open)),
    }
}

/// Several of these, with commas and `and`.
fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => {
            // A comma where `and` also stands inside one of them.
            let inside = parts.iter().any(|part| part.contains(" and "));
            format!("{}{} and {last}", first.join(", "), if inside { "," } else { "" })
        }
    }
}

/// Bounds as clauses. All cells that are mines are named at once, and so are all that are
/// safe, and all of which nothing more is said than how many they are.
fn clauses<'a>(grid: &Grid, given: impl Iterator<Item = &'a GivenBound>) -> Vec<String> {
    let (mut mines, mut safe, mut room, mut rest) = (vec![], vec![], vec![], vec![]);
    for GivenBound { cells, bound, .. } in given {
        let all = cells.len() as u32;
        match *bound {
            Bound::AtMost(0) => safe.extend(cells),
            Bound::AtLeast(number) if number == all => mines.extend(cells),
            Bound::AtMost(number) if number >= all => room.extend(cells),
            bound => rest.push(clause(grid, cells, bound)),
        }
    }
    let at_once = |mut cells: Vec<Cell>, bound: fn(u32) -> Bound| {
        cells.sort_unstable();
        let all = cells.len() as u32;
        (all > 0).then(|| clause(grid, &cells, bound(all)))
    };
    let said = at_once(mines, Bound::AtLeast).into_iter();
    let said = said.chain(at_once(safe, |_| Bound::AtMost(0))).chain(rest);
    said.chain(at_once(room, Bound::AtMost)).collect()
}

/// Two clues side by side.
struct CluePair {
    /// The one that needs more mines, or just as many, and the other.
    more: Cell,
    less: Cell,
    by: u32,
    /// The cells that only the one has, and that only the other has.
    ours: Vec<Cell>,
    theirs: Vec<Cell>,
}

impl CluePair {
    fn of(view: &View, step: &ProofStep) -> Option<Self> {
        let [one, two] = step.clues[..] else { return None };
        let ((around_one, need_one), (around_two, need_two)) =
            (sum_of(view, one)?, sum_of(view, two)?);
        let beyond = |around: &[Cell], other: &[Cell]| -> Vec<Cell> {
            around.iter().copied().filter(|cell| !other.contains(cell)).collect()
        };
        let ours = beyond(&around_one, &around_two);
        let theirs = beyond(&around_two, &around_one);
        let by = need_one.abs_diff(need_two);
        // Of two that need equally many, the one that something is found out about.
        let claimed = step.cells.first().is_some_and(|cell| ours.contains(cell));
        Some(if need_one > need_two || (by == 0 && claimed) {
            Self { more: one, less: two, by, ours, theirs }
        } else {
            Self { more: two, less: one, by, ours: theirs, theirs: ours }
        })
    }

    /// `2,0 needs one mine more than 0,0`.
    fn needs(&self, grid: &Grid) -> String {
        let (more, less) = (grid.point(self.more), grid.point(self.less));
        match self.by {
            0 => format!("{more} needs as many mines as {less}"),
            by => format!("{more} needs {} more than {less}", mines(by)),
        }
    }

    /// `2,0 has all the cells of 1,0 and needs just as many mines`.
    fn has_all(&self, grid: &Grid) -> String {
        let (more, less) = (grid.point(self.more), grid.point(self.less));
        let needs = match self.by {
            0 => "just as many mines".to_owned(),
            by => format!("{} more", mines(by)),
        };
        format!("{more} has all the cells of {less} and needs {needs}")
    }

    /// What follows from the two for a step's cells.
    fn sentence(&self, grid: &Grid, step: &ProofStep, bound: Bound) -> String {
        let of_ours = step.cells.first().is_some_and(|cell| self.ours.contains(cell));
        // Few cells of the one hold many mines, or few of the other leave few.
        let few = of_ours == matches!(bound, Bound::AtLeast(_));
        let room = if few { &self.ours } else { &self.theirs };
        let full = bound == Bound::AtLeast(step.cells.len() as u32);
        let mut text = if room.is_empty() { self.has_all(grid) } else { self.needs(grid) };
        let named = room.len() > step.cells.len() || !room.contains(&step.cells[0]) || full;
        if named && !room.is_empty() {
            let whose = if few { "it".to_owned() } else { grid.point(self.less).to_string() };
            let _ = write!(
                text,
                "; of the cells they do not share {whose} has only {}",
                names(grid, room)
            );
        }
        let telling = step.given.iter().filter(|given| match given.bound {
            Bound::AtLeast(number) => number > 0,
            Bound::AtMost(number) => (number as usize) < given.cells.len(),
        });
        let telling = clauses(grid, telling);
        if !telling.is_empty() {
            let joint = if named && !room.is_empty() { ", and" } else { ";" };
            let _ = write!(text, "{joint} {}", and(&telling));
        }
        let follows = if few && self.ours.len() as u32 == self.by {
            let mut both = vec![clause(grid, &self.ours, Bound::AtLeast(self.by))];
            if !self.theirs.is_empty() {
                both.push(clause(grid, &self.theirs, Bound::AtMost(0)));
            }
            and(&both)
        } else {
            clause(grid, &step.cells, bound)
        };
        format!("{text}, so {follows}.")
    }
}

/// What a step looks at.
fn subject(view: &View, step: &ProofStep, kind: StepKind) -> String {
    let grid = view.grid();
    match kind {
        StepKind::Subtraction => {
            CluePair::of(view, step).map_or_else(String::new, |pair| pair.needs(grid))
        }
        StepKind::Count => {
            let left = view.mines().unwrap_or(0).saturating_sub(view.opened_mines());
            match view.grid().len() as u32 - view.opened() {
                1 => format!("the only closed cell holds {}", mines(left)),
                closed => format!("the {} closed cells hold {}", spelled(closed), mines(left)),
            }
        }
        _ => {
            let clues: Vec<String> = step.clues.iter().map(|&clue| shows(view, clue)).collect();
            and(&clues)
        }
    }
}

/// What a step takes for granted and is worth saying.
fn granted(grid: &Grid, step: &ProofStep) -> Vec<String> {
    let telling = step.given.iter().filter(|given| given.bound != Bound::AtLeast(0));
    clauses(grid, telling)
}

/// One step in words.
fn sentence(view: &View, proof: &Proof, step: &ProofStep) -> String {
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
    if let (StepKind::Subtraction, Some(pair)) = (step.kind, CluePair::of(view, step)) {
        return pair.sentence(grid, step, bound);
    }
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
                    format!("{subject} and has just one closed neighbour, so {says}.")
                }
                (Bound::AtLeast(number), []) if alone && number == all => {
                    format!("{subject} and has just {} closed neighbours, so {says}.", spelled(all))
                }
                (_, []) if subject.is_empty() => format!("So {says}."),
                (_, []) => format!("{subject}, so {says}."),
                (_, [same]) if subject.is_empty() && *same == says => {
                    format!("Taken together, {says}.")
                }
                (_, granted) if subject.is_empty() => format!("{}, so {says}.", and(granted)),
                (_, granted) => format!("{subject}; {}, so {says}.", and(granted)),
            }
        }
    }
}

/// A sentence begins with a capital, if not with a digit.
fn begun(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
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
    ///     ["1,0 needs one mine more than 2,0; of the cells they do not share it has only 0,1, \
    ///      so 0,1 is a mine."]
    /// );
    /// # Ok::<(), surefoot_inference::ProofError>(())
    /// ```
    pub fn in_words(&self, view: &View) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        for step in self.steps() {
            let mut said = begun(&sentence(view, self, &step));
            // What two clues say of the cells of both was said at once.
            if let (StepKind::Subtraction, true, Some(bound)) =
                (step.kind, sentences.contains(&said), step.bound)
            {
                let says = clause(view.grid(), &step.cells, bound);
                said = format!("By the same two clues, {says}.");
            }
            sentences.push(said);
        }
        sentences
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analysis;
    use surefoot_rules::view;

    #[test]
    fn facts_of_a_kind_are_said_at_once() {
        let view = view!["5x1/?", "* * * * *"];
        let cells = |numbers: &[u32]| numbers.iter().map(|&number| Cell::new(number)).collect();
        let given = [
            (cells(&[3]), Bound::AtLeast(1)),
            (cells(&[0]), Bound::AtMost(0)),
            (cells(&[1, 2]), Bound::AtLeast(2)),
            (cells(&[4]), Bound::AtMost(1)),
        ]
        .map(|(cells, bound)| GivenBound { cells, bound, step: None });
        let said = and(&clauses(view.grid(), given.iter()));
        assert_eq!(said, "1,0 2,0 and 3,0 are mines, 0,0 is safe, and 4,0 can hold only one");
    }

    #[test]
    fn a_clash_of_one_clue_is_in_the_singular() {
        let why = |view| Analysis::of(&view).unwrap_err().to_string();
        let one = why(view!["2x2/0", "1 *", "* *"]);
        assert!(one.ends_with("the clue at 0,0 contradicts the number of mines"), "{one}");
        let two = why(view!["3x1/?", "0 * 1"]);
        assert!(two.ends_with("the clues at 0,0 and 2,0 contradict each other"), "{two}");
    }
}

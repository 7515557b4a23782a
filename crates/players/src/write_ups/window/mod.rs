//! `window`: write-up 001, level 3.
//!
//! [`queue`](crate::queue); and when that is stuck, a 5×5 window slides over the
//! board. In its inner 3×3, first the two rules; then, of every two clues whose
//! unknown cells lie one within the other, the smaller is subtracted from the
//! larger: as many mines as cells in the rest → all mines; none → all safe. [ours:
//! the write-up reads off mines only.]
//!
//! The write-up goes on with the equations it had, although a deduction has just
//! changed them, and so flags safe cells on dense boards. Here a deduction is
//! applied at once, the queue runs again (its own wish), and equations are made
//! when they are compared. Sums are intervals, so under uncertain clues a lower
//! bound is only ever combined with an upper one.
//!
//! The window stays wholly inside the board, so clues on the border are never in
//! its inner part; `edges` lets it overlap the border. [ours] A side shorter than
//! five is covered whole. `stale` plays the write-up's own way, to see what comes of it: see
//! [`stale`]. Two clues share an inner 3×3 exactly if they are at most
//! two apart in both directions, so instead of sliding, every clue that changed is
//! compared with those around it.

mod stale;

use std::borrow::Cow::Borrowed;

use surefoot_rules::{Brief, Cell, Choice, Player, Point, Random, View};

use crate::roster::{Abilities, Entry, Make, PlayerLook, PlayerOption};
use crate::shared::believing::BELIEVE;
use crate::shared::cells::CellSet;
use crate::shared::unsure::seated;
use crate::write_ups::queue::{PASSES, Queue};

const EDGES: PlayerOption =
    PlayerOption::word("edges", "windows overlap the border (default: wholly inside the board)");

const STALE: PlayerOption = PlayerOption::word(
    "stale",
    "keep the equations of a window when its cells change, as the write-up does: flags safe cells",
)
.unsound();

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("window"),
    source: Borrowed("write-up 001, level 3"),
    about: Borrowed("queue, and when stuck subtracts clues from each other in a sliding window"),
    options: Borrowed(&[EDGES, PASSES, BELIEVE, STALE]),
    abilities: Abilities { needs_rows: true, ..Abilities::PLAIN },
    looks: Borrowed(&[
        PlayerLook::new(3, 3),
        PlayerLook::new(5, 7),
        PlayerLook::new(7, 3),
        PlayerLook::new(3, 6),
        PlayerLook::new(6, 0),
    ]),
    make: Make::Ours(|options| {
        let window = Window::new(options.has(&EDGES), options.number(&PASSES));
        seated(options, Window { stale: options.has(&STALE), ..window })
    }),
};

/// See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Window {
    queue: Queue,
    /// Whether windows overlap the border.
    edges: bool,
    /// Whether the equations of a window are kept when its cells change.
    stale: bool,
    /// Clues that changed since they were compared.
    fresh: CellSet,
}

impl Window {
    pub(crate) fn new(edges: bool, passes: Option<u32>) -> Self {
        Self { queue: Queue::new(passes), edges, stale: false, fresh: CellSet::default() }
    }

    /// Whether a clue can lie in the inner part of a window.
    fn inner(&self, point: Point) -> bool {
        let grid = self.queue.know.grid();
        let inside = |at: u32, side: u32| side < 5 || (at > 0 && at + 1 < side);
        self.edges || (inside(point.x, grid.width()) && inside(point.y, grid.height()))
    }

    /// Compares fresh clues with those around until something is deduced.
    fn slide(&mut self) -> bool {
        while let Some(&clue) = self.fresh.as_slice().last() {
            let grid = self.queue.know.grid();
            let Point { x, y } = grid.point(clue);
            let speaks = self.queue.know.sum(clue).speaks && self.queue.know.sum(clue).unknown > 0;
            if speaks && self.inner(Point { x, y }) {
                if self.queue.know.look(clue) {
                    return true;
                }
                for near_y in y.saturating_sub(2)..=y + 2 {
                    for near_x in x.saturating_sub(2)..=x + 2 {
                        let point = Point { x: near_x, y: near_y };
                        let Some(other) = self.queue.know.grid().cell(point) else { continue };
                        let sum = self.queue.know.sum(other);
                        let apart = other != clue && sum.speaks && sum.unknown > 0;
                        if apart
                            && self.inner(point)
                            && (self.subtract(clue, other) || self.subtract(other, clue))
                        {
                            return true;
                        }
                    }
                }
            }
            self.fresh.remove(clue);
        }
        false
    }

    /// Subtracts the smaller clue from the larger, if it lies within it.
    fn subtract(&mut self, smaller: Cell, larger: Cell) -> bool {
        let know = &mut self.queue.know;
        let (small, large) = (know.sum(smaller), know.sum(larger));
        if small.unknown >= large.unknown {
            return false;
        }
        let size = large.unknown - small.unknown;
        let mines = large.least() == small.most() + size;
        let safe = large.most() == small.least();
        if !mines && !safe {
            return false;
        }
        let (part, mut rest) = (know.unknown_beside(smaller), know.unknown_beside(larger));
        rest.retain(|cell| !part.contains(cell));
        if rest.len() != usize::from(size) {
            return false;
        }
        for cell in rest {
            know.conclude(cell, mines, "window", &[smaller, larger]);
        }
        true
    }
}

impl Player for Window {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.queue.restart(brief, view, random);
        self.fresh.clear(view.grid().len());
    }

    fn choose(&mut self, view: &View) -> Choice {
        loop {
            let fresh = &mut self.fresh;
            if let Some(choice) = self.queue.certain(view, |clue| fresh.insert(clue)) {
                return choice;
            }
            let found = if self.stale { self.slide_stale() } else { self.slide() };
            if !found {
                return self.queue.guess();
            }
            self.queue.again();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::choices;
    use surefoot_rules::{Action, view};

    /// The write-up's example: A, B, C between two rows of 1 2 1. A and C are mines
    /// by subtraction; then the rules open B.
    #[test]
    fn a_window_decides_a_b_c() {
        let view = view!["3x3/?", "1 2 1", "* * *", "1 2 1"];
        let choices = choices(Window::new(false, None), &view, 3);
        let mut actions: Vec<Action> = choices.iter().map(|choice| choice.action).collect();
        actions.sort_by_key(|action| action.cell());
        let [a, b, c] = [3, 4, 5].map(Cell::new);
        assert_eq!(actions, [Action::Flag(a), Action::Open(b), Action::Flag(c)]);
        assert!(choices.iter().all(|choice| choice.certain));
        assert!(choices.iter().any(|choice| choice.why == "window" && choice.because.len() == 2));
    }

    /// The write-up's other example, which it takes a variable assignment tree for.
    #[test]
    fn a_window_finds_nothing_where_fillings_would() {
        let view = view!["1*2", "***", "*3*"];
        assert!(choices(Window::new(false, None), &view, 1).iter().all(|choice| !choice.certain));
    }
}
